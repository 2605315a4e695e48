// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/reconciler/hpa_vectors.h"

#include <string_view>

#include <rapidjson/document.h>

#include "base/file.h"

namespace gitscale::testing {
namespace {

using Value = rapidjson::Value;

/// The member, or null when it is absent or null.
const Value* Member(const Value& object, const char* key) {
  const auto found = object.FindMember(key);
  return found == object.MemberEnd() || found->value.IsNull() ? nullptr : &found->value;
}

std::string Text(const Value& object, const char* key) {
  const Value* value = Member(object, key);
  return value != nullptr && value->IsString() ? value->GetString() : "";
}

std::optional<std::int32_t> Count(const Value& object, const char* key) {
  const Value* value = Member(object, key);
  return value != nullptr && value->IsInt() ? std::optional(value->GetInt()) : std::nullopt;
}

bool Flag(const Value& object, const char* key) {
  const Value* value = Member(object, key);
  return value != nullptr && value->IsBool() && value->GetBool();
}

MilliQuantity Quantity(const Value& value) {
  return QuantityFromDouble(value.GetDouble()).value_or(MilliQuantity{});
}

std::vector<std::int64_t> Amounts(const Value& object, const char* key) {
  std::vector<std::int64_t> amounts;
  if (const Value* list = Member(object, key)) {
    for (const Value& amount : list->GetArray()) {
      amounts.push_back(amount.GetInt64());
    }
  }
  return amounts;
}

void ReadMetrics(const Value& json, HpaVector& out) {
  if (const Value* values = Member(json, "metricValues")) {
    for (const Value& value : values->GetArray()) {
      out.values.push_back(Quantity(value));
    }
  }
  if (const Value* target = Member(json, "target")) {
    out.target = Quantity(*target);
  }
  if (const Value* usage = Member(json, "usage")) {
    out.usage_milli = Amounts(*usage, "levelsMilli");
    out.request_milli = Amounts(*usage, "requestsMilli");
  }
  out.unknown_pods_only = Member(json, "sampleNames") != nullptr;
  if (const Value* proposals = Member(json, "proposals")) {
    for (const Value& proposal : proposals->GetArray()) {
      out.proposals.push_back(proposal.IsInt() ? std::optional(proposal.GetInt()) : std::nullopt);
    }
  }
}

void ReadRate(const Value& json, HpaVector& out) {
  const bool up = out.desired.value_or(0) > out.current;
  const Value* rules = Member(json, up ? "scaleUp" : "scaleDown");
  const Value* ups = Member(json, "scaleUpEvents");
  const Value* downs = Member(json, "scaleDownEvents");
  const bool fresh = (ups == nullptr || ups->Empty()) && (downs == nullptr || downs->Empty());
  if (rules == nullptr || !fresh) {
    return;
  }
  const Value* policies = Member(*rules, "policies");
  if (policies != nullptr && policies->Size() == 1 && Text((*policies)[0], "type") == "Pods") {
    out.pods_step = Count((*policies)[0], "value");
  }
}

void ReadStabilization(const Value& json, HpaVector& out) {
  out.up_window = std::chrono::seconds{Count(json, "scaleUpWindowSeconds").value_or(0)};
  out.down_window = std::chrono::seconds{Count(json, "scaleDownWindowSeconds").value_or(0)};
  if (const Value* earlier = Member(json, "recommendations")) {
    for (const Value& one : earlier->GetArray()) {
      out.recommendations.emplace_back(std::chrono::seconds{*Count(one, "ageSeconds")},
                                       *Count(one, "value"));
    }
  }
}

HpaVector ReadVector(const Value& json) {
  HpaVector out;
  out.name = Text(json, "name");
  out.kind = Text(json, "kind");
  out.core = Text(json, "tier") == "core";
  out.hazard = Flag(json, "hazard");
  out.current = Count(json, "currentReplicas").value_or(0);
  out.expected = Count(json, "expectedReplicas");
  out.ready = Count(json, "readyPods").value_or(out.current);
  out.desired = Count(json, out.kind == "bounds" ? "rawDesired" : "desired");
  out.min = Count(json, "min").value_or(1);
  out.max = Count(json, "max").value_or(1000);
  out.legacy_limit = Flag(json, "legacyScaleUpLimit");
  ReadMetrics(json, out);
  ReadRate(json, out);
  ReadStabilization(json, out);
  return out;
}

}  // namespace

Result<std::vector<HpaVector>> LoadHpaVectors(const std::string& path) {
  TRY_ASSIGN(const std::string text, ReadFile(path, 1U << 24U));
  rapidjson::Document document;
  document.Parse(text.data(), text.size());
  const Value* vectors =
      document.IsObject() ? Member(document, "vectors") : static_cast<const Value*>(nullptr);
  if (vectors == nullptr || !vectors->IsArray()) {
    return Fail(ErrorCode::kInvalidArgument, "no list of vectors in '" + path + "'");
  }
  std::vector<HpaVector> out;
  for (const Value& vector : vectors->GetArray()) {
    out.push_back(ReadVector(vector));
  }
  return out;
}

}  // namespace gitscale::testing
