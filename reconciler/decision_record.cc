// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/decision_record.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/json.h"
#include "base/sha256.h"

namespace gitscale {
namespace {

constexpr std::size_t kIdDigits = 16;
constexpr std::string_view kDigestPrefix = "sha256:";

bool IsHex(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

Json::Object Fields(const DecisionRecord& record) {
  return {{"policy", Json(record.policy)},
          {"from", Json(record.from)},
          {"to", Json(record.to)},
          {"at", Json(FormatRfc3339(record.at))},
          {"reason", Json(record.reason)},
          {"previous", Json(record.previous)},
          {"inputs", Json(record.inputs_digest)}};
}

/// The member as text, or nothing.
const std::string* TextOf(const Json& json, std::string_view key) {
  const Json* value = json.Find(key);
  return value == nullptr ? nullptr : value->AsString();
}

std::optional<std::int32_t> CountOf(const Json& json, std::string_view key) {
  const Json* value = json.Find(key);
  const std::int64_t* count = value == nullptr ? nullptr : value->AsInt();
  if (count == nullptr || *count < 0 || *count > std::numeric_limits<std::int32_t>::max()) {
    return std::nullopt;
  }
  return static_cast<std::int32_t>(*count);
}

}  // namespace

DecisionRecord MakeDecisionRecord(const Proposal& proposal, SysSeconds now) {
  CHECK(proposal.outcome == Outcome::kChanged && !proposal.inputs.empty());
  DecisionRecord record{.id = {},
                        .policy = proposal.policy,
                        .from = proposal.current,
                        .to = proposal.desired,
                        .at = now,
                        .reason = std::string(ReasonName(proposal.reason.code)),
                        .previous = proposal.previous,
                        .inputs_digest = std::string(kDigestPrefix) + Sha256Hex(proposal.inputs)};
  Json::Object named = Fields(record);
  named.insert_or_assign("target",
                         Json(Json::Array{Json(proposal.key.cluster),
                                          Json(EngineName(proposal.key.engine)),
                                          Json(proposal.key.ns),
                                          Json(proposal.key.name)}));
  record.id = Sha256Hex(WriteJson(Json(std::move(named)))).substr(0, kIdDigits);
  return record;
}

std::string WriteDecisionRecord(const DecisionRecord& record) {
  Json::Object fields = Fields(record);
  fields.insert_or_assign("id", Json(record.id));
  return WriteJson(Json(std::move(fields)));
}

Result<DecisionRecord> ParseDecisionRecord(std::string_view text) {
  TRY_ASSIGN(const Json json, ParseJson(text));
  const std::string* id = TextOf(json, "id");
  const std::string* policy = TextOf(json, "policy");
  const std::string* at_text = TextOf(json, "at");
  const std::string* reason = TextOf(json, "reason");
  const std::string* previous = TextOf(json, "previous");
  const std::string* digest = TextOf(json, "inputs");
  const auto from = CountOf(json, "from");
  const auto to = CountOf(json, "to");
  if (id == nullptr || policy == nullptr || at_text == nullptr || reason == nullptr ||
      previous == nullptr || digest == nullptr || !from || !to) {
    return Fail(
        ErrorCode::kInvalidArgument,
        "not a decision record: expected id, policy, from, to, at, reason, previous and inputs");
  }
  if (id->size() != kIdDigits || !IsHex(*id) || !digest->starts_with(kDigestPrefix) ||
      digest->size() != kDigestPrefix.size() + 64 ||
      !IsHex(std::string_view(*digest).substr(kDigestPrefix.size()))) {
    return Fail(ErrorCode::kInvalidArgument,
                "not a decision record: id or inputs digest is malformed");
  }
  TRY_ASSIGN(const SysSeconds at, ParseRfc3339(*at_text));
  return DecisionRecord{.id = *id,
                        .policy = *policy,
                        .from = *from,
                        .to = *to,
                        .at = at,
                        .reason = *reason,
                        .previous = *previous,
                        .inputs_digest = *digest};
}

}  // namespace gitscale
