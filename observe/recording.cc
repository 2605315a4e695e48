// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/recording.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/nearest.h"
#include "observe/answer_shape.h"
#include "observe/csv.h"

namespace gitscale {
namespace {

constexpr std::array<std::string_view, 7> kColumns = {
    "time", "namespace", "application", "pod", "role", "signal", "value"};

enum Column : std::size_t { kTime, kNamespace, kApplication, kPod, kRole, kSignal, kValue };

constexpr std::array kSignals = {Signal::kReadConnections,
                                 Signal::kReadActiveConnections,
                                 Signal::kReadCpuUtilization,
                                 Signal::kReadQueriesPerSecond,
                                 Signal::kReplicationLagSeconds,
                                 Signal::kWriteBytesPerSecond,
                                 Signal::kWalReceiverUp};

/// What was found where something else was expected, short enough for a line.
std::string Found(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  return text.size() <= kLongest ? fmt::format("'{}'", text)
                                 : fmt::format("'{}...'", text.substr(0, kLongest));
}

/// ", did you mean 'replica'?", or nothing.
std::string Hint(std::string_view found, std::span<const std::string_view> known) {
  const auto nearest = NearestName(found, known);
  return nearest ? fmt::format(", did you mean '{}'?", *nearest) : std::string();
}

tl::unexpected<Error> Refuse(std::string why) {
  return Fail(ErrorCode::kInvalidArgument, std::move(why));
}

Result<Role> ParseRole(std::string_view text) {
  static constexpr std::array<std::string_view, 2> kRoles = {"primary", "replica"};
  if (text == kRoles[0]) {
    return Role::kPrimary;
  }
  if (text == kRoles[1]) {
    return Role::kReplica;
  }
  return Refuse(
      fmt::format("expected role primary or replica, found {}{}", Found(text), Hint(text, kRoles)));
}

Result<Signal> ParseSignal(std::string_view text) {
  std::array<std::string_view, kSignals.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    names.at(i) = SignalName(kSignals.at(i));
    if (names.at(i) == text) {
      return kSignals.at(i);
    }
  }
  return Refuse(fmt::format("expected a signal, found {}{}", Found(text), Hint(text, names)));
}

/// Collects rows and numbers their pods.
class Builder {
 public:
  [[nodiscard]] Status Add(const std::vector<std::string>& fields, int line) {
    if (fields.size() != kColumns.size()) {
      return Refuse(fmt::format("expected {} fields, found {}", kColumns.size(), fields.size()));
    }
    for (const Column column : {kNamespace, kApplication, kPod}) {
      if (fields[column].empty()) {
        return Refuse(fmt::format("expected a value for {}, found none", kColumns.at(column)));
      }
    }
    RecordedRow row;
    row.line = line;
    const auto time = ParseRfc3339(fields[kTime]);
    if (!time) {
      return Refuse(fmt::format("expected an RFC 3339 time, as in 2026-08-21T09:30:00Z, found {}",
                                Found(fields[kTime])));
    }
    row.time = *time;
    TRY_ASSIGN(row.role, ParseRole(fields[kRole]));
    TRY_ASSIGN(row.signal, ParseSignal(fields[kSignal]));
    const auto value = ParseSampleValue(fields[kValue]);
    if (!value) {
      return Refuse(
          fmt::format("expected a number, NaN, +Inf or -Inf, found {}", Found(fields[kValue])));
    }
    row.value = *value;
    row.pod = NumberOf(fields[kNamespace], fields[kPod]);
    recording_.rows.push_back(row);
    return {};
  }

  [[nodiscard]] Recording Take() {
    auto& rows = recording_.rows;
    std::ranges::sort(rows, {}, [](const RecordedRow& row) {
      return std::tuple(row.pod, row.time, row.signal, row.line);
    });
    for (std::size_t i = 0; i < rows.size(); ++i) {
      RecordedPod& pod = recording_.pods[rows[i].pod];
      if (i == 0 || rows[i].pod != rows[i - 1].pod) {
        pod.begin = i;
      }
      pod.end = i + 1;
    }
    return std::move(recording_);
  }

 private:
  std::uint32_t NumberOf(const std::string& ns, const std::string& pod) {
    const auto number = static_cast<std::uint32_t>(recording_.pods.size());
    const auto [at, is_new] = numbers_.try_emplace({ns, pod}, number);
    if (is_new) {
      recording_.pods.push_back({ns, pod, 0, 0});
    }
    return at->second;
  }

  Recording recording_;
  std::map<std::pair<std::string, std::string>, std::uint32_t> numbers_;
};

/// Two rows that cannot both be true. REQUIRES: rows in their final order.
Status CheckRows(const Recording& recording, const std::string& path) {
  for (std::size_t i = 1; i < recording.rows.size(); ++i) {
    const RecordedRow& row = recording.rows[i];
    const RecordedRow& before = recording.rows[i - 1];
    if (row.pod != before.pod || row.time != before.time) {
      continue;
    }
    const auto [first, second] = std::minmax(before.line, row.line);
    if (row.signal == before.signal) {
      return Refuse(fmt::format(
          "{}:{}: expected one value of {} for pod '{}' at {}, found another in line {}",
          path,
          second,
          SignalName(row.signal),
          recording.pods[row.pod].name,
          FormatRfc3339(row.time),
          first));
    }
    if (row.role != before.role) {
      return Refuse(
          fmt::format("{}:{}: expected one role of pod '{}' at {}, found another in line {}",
                      path,
                      second,
                      recording.pods[row.pod].name,
                      FormatRfc3339(row.time),
                      first));
    }
  }
  return {};
}

}  // namespace

Result<Recording> ParseRecording(std::string_view text, const std::string& path) {
  CsvReader reader(text);
  const auto at_line = [&](const Error& error) {
    return Fail(error.code, fmt::format("{}:{}: {}", path, reader.line(), error.message), path);
  };
  std::vector<std::string> fields;
  auto more = reader.Next(fields);
  if (!more) {
    return at_line(more.error());
  }
  if (!std::ranges::equal(fields, kColumns)) {
    return at_line(
        {ErrorCode::kInvalidArgument,
         fmt::format("expected the header '{}', found {}",
                     fmt::join(kColumns, ","),
                     *more ? Found(fmt::format("{}", fmt::join(fields, ","))) : "an empty file"),
         {}});
  }
  Builder builder;
  while (true) {
    more = reader.Next(fields);
    if (!more) {
      return at_line(more.error());
    }
    if (!*more) {
      break;
    }
    if (auto added = builder.Add(fields, reader.line()); !added) {
      return at_line(added.error());
    }
  }
  Recording recording = builder.Take();
  if (auto checked = CheckRows(recording, path); !checked) {
    return Fail(checked.error().code, checked.error().message, path);
  }
  return recording;
}

}  // namespace gitscale
