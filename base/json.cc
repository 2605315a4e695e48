// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/json.h"

#include <limits>

#include <fmt/format.h>
#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace gitscale {
namespace {

constexpr std::size_t kMaxDepth = 64;

/// Builds the value from parse events; refuses what our formats never hold.
class Builder : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Builder> {
 public:
  bool Null() { return Put(nullptr); }

  bool Bool(bool value) { return Put(value); }

  bool Int(int value) { return Put(std::int64_t{value}); }

  bool Uint(unsigned value) { return Put(std::int64_t{value}); }

  bool Int64(std::int64_t value) { return Put(value); }

  bool Uint64(std::uint64_t value) {
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      return Refuse("integer does not fit in 64 bits");
    }
    return Put(static_cast<std::int64_t>(value));
  }

  bool Double(double /*value*/) {
    return Refuse("expected an integer, found a fraction, an exponent or a larger number");
  }

  bool String(const char* text, rapidjson::SizeType length, bool /*copy*/) {
    return Put(std::string(text, length));
  }

  bool Key(const char* text, rapidjson::SizeType length, bool /*copy*/) {
    Frame& frame = frames_.back();
    frame.key.assign(text, length);
    return frame.object.contains(frame.key)
               ? Refuse(fmt::format("key '{}' stands twice", frame.key))
               : true;
  }

  bool StartObject() { return Open(true); }

  bool StartArray() { return Open(false); }

  bool EndObject(rapidjson::SizeType /*count*/) {
    Json value(std::move(frames_.back().object));
    frames_.pop_back();
    return Put(std::move(value));
  }

  bool EndArray(rapidjson::SizeType /*count*/) {
    Json value(std::move(frames_.back().array));
    frames_.pop_back();
    return Put(std::move(value));
  }

  [[nodiscard]] Json Take() { return std::move(root_); }

  [[nodiscard]] const std::string& refusal() const { return refusal_; }

 private:
  struct Frame {
    bool is_object = false;
    std::string key;
    Json::Object object;
    Json::Array array;
  };

  bool Open(bool is_object) {
    if (frames_.size() >= kMaxDepth) {
      return Refuse(fmt::format("more than {} levels", kMaxDepth));
    }
    frames_.push_back(Frame{.is_object = is_object, .key = {}, .object = {}, .array = {}});
    return true;
  }

  bool Put(Json value) {
    if (frames_.empty()) {
      root_ = std::move(value);
    } else if (frames_.back().is_object) {
      frames_.back().object.insert_or_assign(std::move(frames_.back().key), std::move(value));
    } else {
      frames_.back().array.push_back(std::move(value));
    }
    return true;
  }

  bool Refuse(std::string why) {
    refusal_ = std::move(why);
    return false;
  }

  std::vector<Frame> frames_;
  Json root_;
  std::string refusal_;
};

template <typename Writer>
void WriteTo(const Json& value, Writer& writer) {
  if (const bool* boolean = value.AsBool()) {
    writer.Bool(*boolean);
  } else if (const std::int64_t* integer = value.AsInt()) {
    writer.Int64(*integer);
  } else if (const std::string* text = value.AsString()) {
    writer.String(text->data(), static_cast<rapidjson::SizeType>(text->size()));
  } else if (const Json::Array* array = value.AsArray()) {
    writer.StartArray();
    for (const Json& item : *array) {
      WriteTo(item, writer);
    }
    writer.EndArray();
  } else if (const Json::Object* object = value.AsObject()) {
    writer.StartObject();
    for (const auto& [key, item] : *object) {
      writer.Key(key.data(), static_cast<rapidjson::SizeType>(key.size()));
      WriteTo(item, writer);
    }
    writer.EndObject();
  } else {
    writer.Null();
  }
}

std::string Place(std::string_view text, std::size_t offset) {
  offset = std::min(offset, text.size());
  std::size_t line = 1;
  std::size_t start = 0;
  for (std::size_t i = 0; i < offset; ++i) {
    if (text[i] == '\n') {
      ++line;
      start = i + 1;
    }
  }
  return fmt::format("line {}, column {}", line, offset - start + 1);
}

}  // namespace

const Json* Json::Find(std::string_view key) const {
  const Object* object = AsObject();
  if (object == nullptr) {
    return nullptr;
  }
  const auto found = object->find(key);
  return found == object->end() ? nullptr : &found->second;
}

Result<Json> ParseJson(std::string_view text) {
  rapidjson::MemoryStream stream(text.data(), text.size());
  rapidjson::Reader reader;
  Builder builder;
  // Iterative: hostile depth must not overflow the stack.
  constexpr unsigned kFlags =
      rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag;
  const rapidjson::ParseResult parsed = reader.Parse<kFlags>(stream, builder);
  if (parsed.IsError()) {
    const std::string why =
        builder.refusal().empty() ? rapidjson::GetParseError_En(parsed.Code()) : builder.refusal();
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{}: {}", Place(text, parsed.Offset()), why));
  }
  return builder.Take();
}

std::string WriteJson(const Json& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  WriteTo(value, writer);
  return {buffer.GetString(), buffer.GetSize()};
}

std::string WriteJsonPretty(const Json& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::PrettyWriter<rapidjson::StringBuffer> writer(buffer);
  writer.SetIndent(' ', 2);
  WriteTo(value, writer);
  return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

}  // namespace gitscale
