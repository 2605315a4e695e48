// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/ledger_entry.h"

#include <gtest/gtest.h>

#include "tests/support/builders.h"

namespace gitscale {
namespace {

LedgerEntry Full() {
  LedgerEntry entry;
  entry.decision = "0123456789abcdef";
  entry.replicas = 4;
  entry.state = Lifecycle::kFlight;
  entry.flight = Flight{};
  entry.flight->from = 3;
  entry.flight->to = 4;
  entry.flight->first_seen = testing::kNow;
  entry.flight->most_existing = 4;
  entry.flight->most_ready = 3;
  entry.flight->paused = std::chrono::seconds{61};
  entry.last_converged = 3;
  entry.last_scale = testing::kNow;
  entry.rollbacks = 2;
  entry.failed_count = 5;
  entry.backoff_until = testing::kNow;
  entry.scaled_on = Signal::kReadConnections;
  entry.load_before_milli = 210'000;
  entry.ineffective = 1;
  return entry;
}

TEST(LedgerEntry, ReadsBack) {
  for (const LedgerEntry& entry : {Full(), LedgerEntry{}}) {
    const auto back = ParseLedgerEntry(WriteLedgerEntry(entry));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, entry);
  }
}

TEST(LedgerEntry, HasAPathOfItsOwn) {
  EXPECT_EQ(LedgerPath({"prod", Engine::kPostgres, "tenant-acme", "postgres-db"}),
            "targets/prod/tenant-acme/postgres/postgres-db.json");
}

TEST(LedgerEntry, ThePathGivesTheKeyBack) {
  const TargetKey key{"prod/eu", Engine::kMongodb, "tenant-acme", "mongodb-db"};
  EXPECT_EQ(KeyOfLedgerPath(LedgerPath(key)), key);
  for (const std::string_view bad : {"",
                                     ".json",
                                     "targets/.json",
                                     "targets/prod/tenant-acme/postgres/db",
                                     "targets/tenant-acme/postgres/db.json",
                                     "targets//tenant-acme/postgres/db.json",
                                     "targets/prod/tenant-acme/oracle/db.json",
                                     "targets/prod//postgres/db.json",
                                     "targets/prod/tenant-acme/postgres/.json",
                                     "inputs/prod/tenant-acme/postgres/db.json"}) {
    EXPECT_EQ(KeyOfLedgerPath(bad), std::nullopt) << bad;
  }
}

TEST(LedgerEntry, RefusesWhatIsNone) {
  const std::string good = WriteLedgerEntry(Full());
  const auto with = [&](std::string_view from, std::string_view to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  for (const std::string& bad : {std::string(),
                                 std::string("{}"),
                                 std::string("null"),
                                 with("\"flight\"", "\"fright\""),
                                 with("\"state\":\"flight\"", "\"state\":\"idle\""),
                                 with("\"state\":\"flight\"", "\"state\":\"gone\""),
                                 with("\"replicas\":4", "\"replicas\":-4"),
                                 with("\"from\":3", "\"from\":\"3\""),
                                 with("ReadConnections", "ReadNothing"),
                                 with("2026-", "26-")}) {
    EXPECT_FALSE(ParseLedgerEntry(bad)) << bad;
  }
}

}  // namespace
}  // namespace gitscale
