// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/proposal_json.h"

#include "base/time.h"

namespace gitscale {
namespace {

template <typename T>
Json ValueOrNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

std::string_view StatusName(bool status) {
  return status ? "True" : "False";
}

}  // namespace

Json TextOrNull(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json ReasonJson(const Reason& reason) {
  return Json::Object{{"code", ReasonName(reason.code)}, {"message", reason.message}};
}

Json TraceJson(const std::vector<TraceEntry>& trace) {
  Json::Array out;
  for (const TraceEntry& entry : trace) {
    out.push_back(
        Json::Object{{"rule", RuleName(entry.rule)},
                     {"before", entry.before},
                     {"after", entry.after},
                     {"reason", ReasonJson(entry.reason)},
                     {"until", entry.until ? Json(FormatRfc3339(*entry.until)) : Json()}});
  }
  return out;
}

Json ConditionsJson(const std::vector<Condition>& conditions) {
  Json::Array out;
  for (const Condition& condition : conditions) {
    out.push_back(Json::Object{{"type", ConditionName(condition.type)},
                               {"status", StatusName(condition.status)},
                               {"reason", ReasonName(condition.reason.code)},
                               {"message", condition.reason.message}});
  }
  return out;
}

Json MetricsJson(const std::vector<MetricStatus>& metrics) {
  Json::Array out;
  for (const MetricStatus& metric : metrics) {
    out.push_back(
        Json::Object{{"type", SignalName(metric.signal)},
                     {"unit", SignalUnit(metric.signal)},
                     {"targetMilli", metric.target.milli},
                     {"currentMilli", metric.current ? Json(metric.current->milli) : Json()},
                     {"recommendedUp", ValueOrNull(metric.recommended_up)},
                     {"recommendedDown", ValueOrNull(metric.recommended_down)},
                     {"fault", metric.fault ? ReasonJson(*metric.fault) : Json()}});
  }
  return out;
}

Json RecordJson(const DecisionRecord& record) {
  return Json::Object{{"id", record.id},
                      {"policy", record.policy},
                      {"from", record.from},
                      {"to", record.to},
                      {"at", FormatRfc3339(record.at)},
                      {"reason", record.reason},
                      {"inputs", record.inputs_digest}};
}

}  // namespace gitscale
