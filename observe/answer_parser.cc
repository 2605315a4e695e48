// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/answer_parser.h"

#include <array>
#include <cmath>

#include <fmt/format.h>
#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include "observe/answer_shape.h"

namespace gitscale {
namespace {

constexpr std::size_t kMaxDepth = 16;

/// Receives the parse events. Every member answers whether to go on.
class Handler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Handler> {
 public:
  explicit Handler(std::size_t bytes) {
    constexpr std::size_t kBytesPerSample = 18;  // [1700000000,"12"],
    answer_.samples.reserve(bytes / kBytesPerSample);
  }

  bool Null() {
    // Prometheus writes "warnings": null in some versions, and "data": null beside an error.
    return Scalar(place() == Place::kRoot);
  }

  bool Bool(bool value) {
    if (place() == Place::kRoot && field_ == Field::kIsPartial) {
      answer_.is_partial = answer_.is_partial || value;
      return true;
    }
    return Scalar();
  }

  bool Int(int value) { return Number(value); }

  bool Uint(unsigned value) {
    // Nearly every time of a sample is one.
    if (place() == Place::kPair && pair_size_ == 0) {
      pair_size_ = 1;
      time_ms_ = std::int64_t{value} * 1000;
      return true;
    }
    return Number(value);
  }

  bool Int64(std::int64_t value) { return Number(static_cast<double>(value)); }

  bool Uint64(std::uint64_t value) { return Number(static_cast<double>(value)); }

  bool Double(double value) { return Number(value); }

  bool String(const char* data, rapidjson::SizeType length, bool /*copy*/) {
    const std::string_view text(data, length);
    switch (place()) {
      case Place::kPair:
        return Value(text);
      case Place::kMetric:
        if (field_ == Field::kNamespace) {
          answer_.series.back().ns = text;
        } else if (field_ == Field::kPod) {
          answer_.series.back().pod = text;
        }
        return true;
      case Place::kRoot:
        return RootString(text);
      case Place::kWarnings:
        if (answer_.warning.empty()) {
          answer_.warning = text.empty() ? "(no text)" : text;
        }
        return true;
      case Place::kData:
        if (field_ == Field::kResultType) {
          return text == "matrix" ||
                 Refuse(fmt::format("'resultType' is '{}', not 'matrix'", text.substr(0, 32)));
        }
        return Scalar();
      default:
        return Scalar();
    }
  }

  bool Key(const char* data, rapidjson::SizeType length, bool /*copy*/) {
    field_ = FieldOf(place(), {data, length});
    return true;
  }

  bool StartObject() {
    switch (place()) {
      case Place::kDocument:
        return Enter(Place::kRoot);
      case Place::kRoot:
        if (field_ == Field::kData) {
          return !has_data_ ? Enter(Place::kData) : Refuse("'data' stands twice");
        }
        return EnterSkipped();
      case Place::kResult:
        answer_.series.push_back({{}, {}, answer_.samples.size(), answer_.samples.size()});
        return Enter(Place::kSeries);
      case Place::kSeries:
        return field_ == Field::kMetric ? Enter(Place::kMetric) : EnterSkipped();
      default:
        return EnterSkipped();
    }
  }

  bool StartArray() {
    switch (place()) {
      case Place::kRoot:
        return field_ == Field::kWarnings ? Enter(Place::kWarnings) : EnterSkipped();
      case Place::kData:
        if (field_ == Field::kResult) {
          return !has_data_ ? Enter(Place::kResult) : Refuse("'result' stands twice");
        }
        return EnterSkipped();
      case Place::kSeries:
        return field_ == Field::kValues ? Enter(Place::kValues) : EnterSkipped();
      case Place::kValues:
        pair_size_ = 0;
        return Enter(Place::kPair);
      default:
        return EnterSkipped();
    }
  }

  bool EndObject(rapidjson::SizeType /*members*/) {
    if (place() == Place::kSeries) {
      answer_.series.back().end = answer_.samples.size();
    }
    --depth_;
    return true;
  }

  bool EndArray(rapidjson::SizeType /*elements*/) {
    if (place() == Place::kPair && pair_size_ != 2) {
      return Refuse("a sample is no pair of time and value");
    }
    has_data_ = has_data_ || place() == Place::kResult;
    --depth_;
    return true;
  }

  [[nodiscard]] const std::string& refusal() const { return refusal_; }

  [[nodiscard]] bool has_data() const { return has_data_; }

  [[nodiscard]] bool has_status() const { return has_status_; }

  [[nodiscard]] Answer Take() { return std::move(answer_); }

 private:
  [[nodiscard]] Place place() const { return places_[depth_]; }

  bool Refuse(std::string why) {
    refusal_ = std::move(why);
    return false;
  }

  bool Enter(Place next) {
    if (depth_ == kMaxDepth) {
      return Refuse(fmt::format("nested deeper than {} levels", kMaxDepth));
    }
    places_[++depth_] = next;
    return true;
  }

  /// An object or array that is not ours: harmless unless it stands where ours should.
  bool EnterSkipped() {
    return IsOurs(place(), field_) ? Refuse(Misplaced(place(), field_)) : Enter(Place::kSkipped);
  }

  bool Scalar(bool is_allowed = false) {
    return is_allowed || !IsOurs(place(), field_) || Refuse(Misplaced(place(), field_));
  }

  bool RootString(std::string_view text) {
    if (field_ == Field::kStatus) {
      has_status_ = text == "success" || text == "error";
      answer_.is_success = text == "success";
      return has_status_ || Refuse(fmt::format("'status' is '{}'", text.substr(0, 32)));
    }
    if (field_ == Field::kError) {
      answer_.error = text;
      return true;
    }
    return Scalar();
  }

  bool Number(double value) {
    if (place() != Place::kPair) {
      return Scalar();
    }
    constexpr double kLatest = 253402300800.0;  // year 10000
    if (pair_size_++ != 0 || !(value >= 0 && value < kLatest)) {
      return Refuse("a sample has no usable time");
    }
    time_ms_ = std::llround(value * 1000);
    return true;
  }

  bool Value(std::string_view text) {
    const auto value = ParseSampleValue(text);
    if (pair_size_++ != 1 || !value) {
      return Refuse(fmt::format("a sample has the value '{}'", text.substr(0, 32)));
    }
    answer_.samples.push_back({time_ms_, *value});
    return true;
  }

  Answer answer_;
  std::array<Place, kMaxDepth + 1> places_{};
  std::size_t depth_ = 0;
  Field field_ = Field::kOther;
  int pair_size_ = 0;
  std::int64_t time_ms_ = 0;
  bool has_data_ = false;
  bool has_status_ = false;
  std::string refusal_;
};

}  // namespace

Result<Answer> ParseAnswer(std::string_view body) {
  Handler handler(body.size());
  rapidjson::MemoryStream stream(body.data(), body.size());
  rapidjson::Reader reader;
  const auto parsed = reader.Parse<rapidjson::kParseIterativeFlag>(stream, handler);
  if (!parsed) {
    const std::string why =
        handler.refusal().empty()
            ? fmt::format("no JSON: {}", rapidjson::GetParseError_En(parsed.Code()))
            : handler.refusal();
    return Fail(ErrorCode::kInvalidArgument, fmt::format("{} (at byte {})", why, parsed.Offset()));
  }
  if (stream.Tell() != body.size()) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("no JSON: text after the end (at byte {})", stream.Tell()));
  }
  if (!handler.has_status()) {
    return Fail(ErrorCode::kInvalidArgument, "'status' is missing");
  }
  Answer answer = handler.Take();
  if (answer.is_success && !handler.has_data()) {
    return Fail(ErrorCode::kInvalidArgument, "'data.result' is missing");
  }
  return answer;
}

}  // namespace gitscale
