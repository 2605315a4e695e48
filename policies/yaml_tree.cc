// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/yaml_tree.h"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

namespace gitscale {
namespace {

constexpr std::size_t kMaxLevels = 500;
constexpr std::size_t kMaxNodes = 500'000;                 // about 150 MB of tree
constexpr std::size_t kMaxBytes = std::size_t{64} << 20U;  // the parser counts bytes in an int
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Leaves the parser from inside an event. Caught in ParseYaml.
class Refusal : public std::runtime_error {
 public:
  Refusal(int line, const std::string& why)
      : std::runtime_error(fmt::format("line {}: {}", line, why)) {}
};

/// Turns events into documents. `text` is what the parser reads, without byte-order mark.
class Builder final : public YAML::EventHandler {
 public:
  Builder(std::string_view text, std::size_t skipped) : text_(text), skipped_(skipped) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    // Text the parser cannot consume would come back as one empty document after another.
    if (!documents_.empty() && mark.pos == document_pos_) {
      throw Refusal(mark.line + 1, "unexpected text after the end of a document");
    }
    document_pos_ = mark.pos;
    documents_.push_back(
        YamlDocument{.index = static_cast<int>(documents_.size()), .root = YamlNode{}});
  }

  void OnDocumentEnd() override { Settle(kNowhere); }

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    YamlNode node = Make(mark, YamlKind::kScalar, "?", anchor);
    node.value = NullWord(Position(mark));
    node.plain = !node.value.empty();
    node.null = node.value.empty();
    // `a:` followed by a key named `null` looks like `a: null` until the key itself arrives.
    unsettled_ = std::move(node);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
    Put(Make(mark, YamlKind::kAlias, "?", 0));
  }

  void OnScalar(const YAML::Mark& mark,
                const std::string& tag,
                YAML::anchor_t anchor,
                const std::string& value) override {
    YamlNode node = Make(mark, YamlKind::kScalar, tag, anchor);
    node.value = value;
    node.plain = tag == "?" || (!node.tag.empty() && IsPlainAfterProperties(Position(mark)));
    Put(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark,
                       const std::string& tag,
                       YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    Open(mark, YamlKind::kSequence, tag, anchor, style);
  }

  void OnSequenceEnd() override { Close(); }

  void OnMapStart(const YAML::Mark& mark,
                  const std::string& tag,
                  YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    Open(mark, YamlKind::kMapping, tag, anchor, style);
  }

  void OnMapEnd() override { Close(); }

  [[nodiscard]] std::vector<YamlDocument> Take() { return std::move(documents_); }

 private:
  struct Frame {
    YamlNode node;
    std::optional<YamlNode> key;
  };

  static constexpr std::size_t kNowhere = std::string_view::npos;

  static std::size_t Position(const YAML::Mark& mark) {
    return static_cast<std::size_t>(std::max(mark.pos, 0));
  }

  YamlNode Make(const YAML::Mark& mark,
                YamlKind kind,
                const std::string& tag,
                YAML::anchor_t anchor) {
    Settle(Position(mark));
    if (++nodes_ > kMaxNodes) {
      throw Refusal(mark.line + 1, fmt::format("more than {} nodes", kMaxNodes));
    }
    YamlNode node;
    node.kind = kind;
    node.anchored = anchor != 0;
    node.tag = tag == "?" || tag == "!" ? std::string() : tag;
    node.offset = Position(mark) + skipped_;
    node.line = mark.line + 1;
    node.column = mark.column + 1;
    return node;
  }

  void Open(const YAML::Mark& mark,
            YamlKind kind,
            const std::string& tag,
            YAML::anchor_t anchor,
            YAML::EmitterStyle::value style) {
    YamlNode node = Make(mark, kind, tag, anchor);
    node.flow = style == YAML::EmitterStyle::Flow;
    if (frames_.size() >= kMaxLevels) {
      throw Refusal(node.line, fmt::format("more than {} levels", kMaxLevels));
    }
    frames_.push_back(Frame{.node = std::move(node), .key = std::nullopt});
  }

  void Close() {
    Settle(kNowhere);
    YamlNode node = std::move(frames_.back().node);
    frames_.pop_back();
    Put(std::move(node));
  }

  /// Hands on the null that was waiting for the event after it.
  void Settle(std::size_t next) {
    if (!unsettled_) {
      return;
    }
    YamlNode node = std::move(*unsettled_);
    unsettled_.reset();
    if (node.offset == next + skipped_) {
      node.value.clear();
      node.plain = false;
      node.null = true;
    }
    Put(std::move(node));
  }

  void Put(YamlNode node) {
    if (frames_.empty()) {
      documents_.back().root = std::move(node);
      return;
    }
    Frame& frame = frames_.back();
    if (frame.node.kind == YamlKind::kSequence) {
      frame.node.items.push_back(std::move(node));
    } else if (!frame.key) {
      frame.key = std::move(node);
    } else {
      frame.node.entries.push_back({std::move(*frame.key), std::move(node)});
      frame.key.reset();
    }
  }

  /// Where the node's own text begins, behind anchor and tag on the same line.
  [[nodiscard]] std::size_t AfterProperties(std::size_t pos) const {
    while (pos < text_.size() && (text_[pos] == '&' || text_[pos] == '!')) {
      pos = std::min(text_.find_first_of(" \t\r\n", pos), text_.size());
      pos = std::min(text_.find_first_not_of(" \t", pos), text_.size());
    }
    return pos;
  }

  [[nodiscard]] bool IsPlainAfterProperties(std::size_t pos) const {
    pos = AfterProperties(pos);
    return pos < text_.size() &&
           std::string_view("\"'|>#\r\n").find(text_[pos]) == std::string_view::npos;
  }

  /// The parser reports `~` and `null` like a value that is not there: look at the text.
  [[nodiscard]] std::string NullWord(std::size_t pos) const {
    const std::string_view rest = text_.substr(std::min(AfterProperties(pos), text_.size()));
    for (const std::string_view word : {"~", "null", "Null", "NULL"}) {
      if (rest.starts_with(word) &&
          (rest.size() == word.size() ||
           std::string_view(" \t\r\n,]}:").find(rest[word.size()]) != std::string_view::npos)) {
        return std::string(word);
      }
    }
    return {};
  }

  std::string_view text_;
  std::size_t skipped_;
  std::size_t nodes_ = 0;
  int document_pos_ = -1;
  std::vector<YamlDocument> documents_;
  std::vector<Frame> frames_;
  std::optional<YamlNode> unsettled_;
};

/// Bytes that no YAML text holds. The parser would take 0x04 for the end of the file.
bool IsForbiddenByte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 && c != '\t' && c != '\n' && c != '\r';
}

/// Why the text is not handed to the parser at all, or empty.
std::string Unreadable(std::string_view text) {
  constexpr std::array<std::string_view, 2> kWideMarks = {"\xFE\xFF", "\xFF\xFE"};
  if (text.starts_with(kWideMarks[0]) || text.starts_with(kWideMarks[1])) {
    return "line 1: expected UTF-8, found UTF-16 or UTF-32";
  }
  if (text.size() > kMaxBytes) {
    return fmt::format("line 1: larger than {} bytes", kMaxBytes);
  }
  const auto bad = std::ranges::find_if(text, IsForbiddenByte);
  if (bad != text.end()) {
    const auto line = std::count(text.begin(), bad, '\n') + 1;
    return *bad == '\0' ? fmt::format("line {}: NUL byte (expected UTF-8 text)", line)
                        : fmt::format("line {}: control character 0x{:02x}",
                                      line,
                                      static_cast<unsigned>(static_cast<unsigned char>(*bad)));
  }
  return {};
}

}  // namespace

Result<std::vector<YamlDocument>> ParseYaml(std::string_view text) {
  if (std::string why = Unreadable(text); !why.empty()) {
    return Fail(ErrorCode::kInvalidArgument, std::move(why));
  }
  const std::size_t skipped = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  const std::string_view content = text.substr(skipped);
  try {
    std::istringstream stream{std::string(content)};
    YAML::Parser parser(stream);
    Builder builder(content, skipped);
    while (parser.HandleNextDocument(builder)) {
    }
    return builder.Take();
  } catch (const YAML::Exception& failure) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("line {}: {}", std::max(failure.mark.line, 0) + 1, failure.msg));
  } catch (const std::exception& failure) {
    return Fail(ErrorCode::kInvalidArgument, failure.what());
  }
}

}  // namespace gitscale
