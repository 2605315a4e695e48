// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/release_commit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/golden.h"

namespace gitscale {
namespace {

ReleasedTarget Released(const std::string& name, const std::string& path, int document = 0) {
  ReleasedTarget target;
  target.key = {"prod", Engine::kPostgres, "tenant-acme", "postgres-" + name};
  target.display_name = "tenant-acme/" + name;
  target.policy = "tenant-acme/" + name;
  target.path = path;
  target.document_index = document;
  target.replicas = 4;
  return target;
}

std::string Annotated(const std::string& name) {
  return "metadata:\n  name: " + name +
         "\n  annotations:\n    autoscaling.cozystack.io/managed-by: 'tenant-acme/" + name +
         "'\n    autoscaling.cozystack.io/decision: '{}'\nspec:\n  replicas: 4\n";
}

std::string Plain(const std::string& name) {
  return "metadata:\n  name: " + name + "\nspec:\n  replicas: 4\n";
}

TEST(ReleaseCommit, IsOneForAllTargets) {
  const RepositorySnapshot snapshot{
      "c0ffee",
      {{"a.yaml", Annotated("one") + "---\n" + Annotated("two")}, {"b.yaml", Annotated("three")}}};
  ChangeSet changes;
  const auto failures = AppendRelease(
      snapshot,
      {Released("one", "a.yaml"), Released("two", "a.yaml", 1), Released("three", "b.yaml")},
      changes);
  EXPECT_EQ(failures, (std::vector<std::optional<Error>>(3)));
  ASSERT_EQ(changes.commits.size(), 1U);
  EXPECT_TRUE(changes.commits[0].decision_ids.empty());
  EXPECT_EQ(changes.commits[0].files,
            (std::vector<FileWrite>{{"a.yaml", Plain("one") + "---\n" + Plain("two")},
                                    {"b.yaml", Plain("three")}}));
}

TEST(ReleaseCommit, BuildsOnTheDecisionsOfItsFile) {
  const RepositorySnapshot snapshot{"c0ffee",
                                    {{"a.yaml", Annotated("one") + "---\nreplicas: 2\n"}}};
  ChangeSet changes{{{"scale\n", {{"a.yaml", Annotated("one") + "---\nreplicas: 3\n"}}, {"id"}}},
                    {}};
  const auto failures = AppendRelease(snapshot, {Released("one", "a.yaml")}, changes);
  EXPECT_EQ(failures, (std::vector<std::optional<Error>>(1)));
  ASSERT_EQ(changes.commits.size(), 2U);
  EXPECT_EQ(changes.commits[1].files,
            (std::vector<FileWrite>{{"a.yaml", Plain("one") + "---\nreplicas: 3\n"}}));
}

TEST(ReleaseCommit, OneRefusalDoesNotStopTheOthers) {
  const RepositorySnapshot snapshot{"c0ffee",
                                    {{"a.yaml", Annotated("one") + "x: {{ y }}\n"},
                                     {"b.yaml", Annotated("two")},
                                     {"c.yaml", Plain("four")}}};
  ChangeSet changes;
  const auto failures = AppendRelease(snapshot,
                                      {Released("one", "a.yaml"),
                                       Released("two", "b.yaml"),
                                       Released("three", "gone.yaml"),
                                       Released("four", "c.yaml")},
                                      changes);
  ASSERT_EQ(failures.size(), 4U);
  ASSERT_TRUE(failures[0] && failures[2] && failures[3]);
  EXPECT_EQ(failures[0]->message, "a.yaml:8: found a template ('{{'), expected plain YAML");
  EXPECT_EQ(failures[1], std::nullopt);
  EXPECT_EQ(failures[2]->code, ErrorCode::kNotFound);
  EXPECT_EQ(failures[3]->code, ErrorCode::kInternal);
  ASSERT_EQ(changes.commits.size(), 1U);
  EXPECT_EQ(changes.commits[0].files, (std::vector<FileWrite>{{"b.yaml", Plain("two")}}));
  EXPECT_THAT(changes.commits[0].message, testing::StartsWith("release(tenant-acme/two): "));
}

TEST(ReleaseCommit, NothingToReleaseMakesNoCommit) {
  ChangeSet changes;
  EXPECT_TRUE(AppendRelease({}, {}, changes).empty());
  EXPECT_EQ(AppendRelease({}, {Released("one", "a.yaml")}, changes).size(), 1U);
  EXPECT_EQ(changes, ChangeSet{});
}

TEST(ReleaseMessage, OfOneTarget) {
  ExpectGolden(GITSCALE_TESTDATA_DIR "/message_release.txt",
               ReleaseCommitMessage({Released("db", "a.yaml")}));
}

TEST(ReleaseMessage, OfSeveralTargets) {
  std::vector<ReleasedTarget> targets = {
      Released("db", "a.yaml"), Released("orders", "b.yaml"), Released("ledger", "c.yaml")};
  targets[1].replicas = 1;
  targets[2].replicas.reset();
  targets[2].policy = "tenant-acme/a-policy-with-a-name-that-does-not-fit-into-one-line";
  ExpectGolden(GITSCALE_TESTDATA_DIR "/message_releases.txt", ReleaseCommitMessage(targets));
}

TEST(ReleaseMessage, SaysWhatStays) {
  ReleasedTarget target = Released("db", "a.yaml");
  target.replicas = 1;
  EXPECT_THAT(ReleaseCommitMessage({target}),
              testing::StartsWith("release(tenant-acme/db): leave 1 instance as it is\n\n"));
  target.replicas.reset();
  EXPECT_THAT(ReleaseCommitMessage({target}),
              testing::StartsWith("release(tenant-acme/db): leave the count as it is\n\n"));
}

}  // namespace
}  // namespace gitscale
