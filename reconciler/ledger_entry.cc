// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/ledger_entry.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/json.h"
#include "reconciler/json_members.h"

namespace gitscale {
namespace {

constexpr auto kStates = std::to_array<std::pair<Lifecycle, std::string_view>>(
    {{Lifecycle::kIdle, "idle"}, {Lifecycle::kFlight, "flight"}, {Lifecycle::kHold, "hold"}});

Json Time(const std::optional<SysSeconds>& time) {
  return time ? Json(FormatRfc3339(*time)) : Json();
}

Json EncodeFlight(const Flight& flight) {
  return Json::Object{{"from", Json(flight.from)},
                      {"to", Json(flight.to)},
                      {"rollback", Json(flight.rollback)},
                      {"firstSeen", Time(flight.first_seen)},
                      {"mostExisting", Json(flight.most_existing)},
                      {"mostReady", Json(flight.most_ready)},
                      {"lastProgress", Time(flight.last_progress)},
                      {"pausedSince", Time(flight.paused_since)},
                      {"pausedSeconds", Json(std::int64_t{flight.paused.count()})}};
}

Flight DecodeFlight(const Json& json, JsonMembers& outer) {
  JsonMembers members(json);
  Flight flight;
  flight.from = members.Count("from");
  flight.to = members.Count("to");
  flight.rollback = members.Flag("rollback");
  flight.first_seen = members.OptionalTime("firstSeen");
  flight.most_existing = members.Count("mostExisting");
  flight.most_ready = members.Count("mostReady");
  flight.last_progress = members.OptionalTime("lastProgress");
  flight.paused_since = members.OptionalTime("pausedSince");
  flight.paused = std::chrono::seconds{members.Int("pausedSeconds", std::int64_t{1} << 40U)};
  if (!members.wrong().empty()) {
    outer.Wrong("flight." + members.wrong());
  }
  return flight;
}

}  // namespace

std::string LedgerPath(const TargetKey& key) {
  std::string path = "targets/" + key.cluster + "/" + key.ns + "/";
  path += EngineName(key.engine);
  return path + "/" + key.name + ".json";
}

std::optional<TargetKey> KeyOfLedgerPath(std::string_view path) {
  // A cluster's name may hold a slash; the three segments behind it cannot.
  constexpr std::string_view kHead = "targets/";
  constexpr std::string_view kTail = ".json";
  if (!path.starts_with(kHead) || !path.ends_with(kTail)) {
    return std::nullopt;
  }
  std::string_view rest = path.substr(kHead.size());
  rest.remove_suffix(std::min(kTail.size(), rest.size()));
  std::array<std::string_view, 3> segments;  // name, engine, namespace
  for (std::string_view& segment : segments) {
    const std::size_t slash = rest.rfind('/');
    if (slash == std::string_view::npos) {
      return std::nullopt;
    }
    segment = rest.substr(slash + 1);
    rest = rest.substr(0, slash);
  }
  const std::optional<Engine> engine = EngineFromName(segments[1]);
  if (!engine || segments[0].empty() || segments[2].empty() || rest.empty()) {
    return std::nullopt;
  }
  return TargetKey{.cluster = std::string(rest),
                   .engine = *engine,
                   .ns = std::string(segments[2]),
                   .name = std::string(segments[0])};
}

std::string WriteLedgerEntry(const LedgerEntry& entry) {
  std::string_view state;
  for (const auto& [value, name] : kStates) {
    state = value == entry.state ? name : state;
  }
  const Json json = Json::Object{
      {"decision", Json(entry.decision)},
      {"replicas", Json(entry.replicas)},
      {"state", Json(state)},
      {"flight", entry.flight ? EncodeFlight(*entry.flight) : Json()},
      {"holdUntil", Time(entry.hold_until)},
      {"lastConverged", entry.last_converged ? Json(*entry.last_converged) : Json()},
      {"lastScale", Time(entry.last_scale)},
      {"rollbacks", Json(entry.rollbacks)},
      {"failedCount", Json(entry.failed_count)},
      {"backoffUntil", Time(entry.backoff_until)},
      {"scaledOn", entry.scaled_on == Signal::kUnset ? Json() : Json(SignalName(entry.scaled_on))},
      {"loadBefore", Json(entry.load_before_milli)},
      {"ineffective", Json(entry.ineffective)}};
  return WriteJson(json) + "\n";
}

Result<LedgerEntry> ParseLedgerEntry(std::string_view text) {
  TRY_ASSIGN(const Json json, ParseJson(text));
  JsonMembers members(json);
  LedgerEntry entry;
  entry.decision = members.Text("decision");
  entry.replicas = members.Count("replicas");
  const std::string state = members.Text("state");
  bool known = false;
  for (const auto& [value, name] : kStates) {
    if (state == name) {
      entry.state = value;
      known = true;
    }
  }
  if (!known) {
    members.Wrong("state");
  }
  if (const Json* flight = members.Find("flight"); flight != nullptr && !flight->IsNull()) {
    entry.flight = DecodeFlight(*flight, members);
  }
  entry.hold_until = members.OptionalTime("holdUntil");
  entry.last_converged = members.OptionalCount("lastConverged");
  entry.last_scale = members.OptionalTime("lastScale");
  entry.rollbacks = members.Count("rollbacks");
  entry.failed_count = members.Count("failedCount");
  entry.backoff_until = members.OptionalTime("backoffUntil");
  if (const Json* signal = members.Find("scaledOn"); signal != nullptr && !signal->IsNull()) {
    const auto known_signal =
        signal->AsString() == nullptr ? std::nullopt : SignalFromName(*signal->AsString());
    entry.scaled_on = known_signal.value_or(Signal::kUnset);
    if (!known_signal) {
      members.Wrong("scaledOn");
    }
  }
  entry.load_before_milli = members.Int("loadBefore", std::numeric_limits<std::int64_t>::max());
  entry.ineffective = members.Count("ineffective");
  if ((entry.state == Lifecycle::kFlight) != entry.flight.has_value()) {
    members.Wrong("flight");
  }
  if (!members.wrong().empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "not a ledger entry: '" + members.wrong() + "' is missing or malformed");
  }
  return entry;
}

}  // namespace gitscale
