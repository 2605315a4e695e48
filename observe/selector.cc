// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/selector.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

namespace gitscale {
namespace {

constexpr std::string_view kPodSuffix = "-[0-9]+";

/// How a label is asked for: the gap in our texts, its name, and what follows the instance's
/// prefix.
struct LabelForm {
  InstanceLabel label = InstanceLabel::kPod;
  std::string_view gap;
  std::string_view name;
  std::string_view suffix;
};

constexpr auto kForms =
    std::to_array<LabelForm>({{InstanceLabel::kPod, "$targets", "pod", kPodSuffix},
                              {InstanceLabel::kTarget, "$exported", "target", "-[0-9]+([.:].*)?"},
                              {InstanceLabel::kStatefulSet, "$sets", "statefulset", ""},
                              {InstanceLabel::kNamespace, "$namespaces", "", ""}});

const LabelForm& FormOf(InstanceLabel label) {
  return *std::ranges::find(kForms, label, &LabelForm::label);
}

/// The distinct names of one selector, and how long it has become.
class Growing {
 public:
  /// Bytes after adding `workload`.
  [[nodiscard]] std::size_t SizeWith(const Workload& workload) const {
    std::size_t size = size_;
    if (!namespaces_.contains(workload.ns)) {
      size += Encoded(workload.ns) + 1;
    }
    if (!names_.contains(workload.name)) {
      size += Encoded(workload.name) + kPodSuffix.size() + 1;
    }
    return size;
  }

  void Add(const Workload& workload) {
    size_ = SizeWith(workload);
    namespaces_.insert(workload.ns);
    names_.insert(workload.name);
  }

  void Clear() { *this = Growing(); }

  [[nodiscard]] std::size_t names() const { return names_.size(); }

 private:
  static std::size_t Encoded(std::string_view name) {
    return QuoteString(EscapeRegex(name)).size() - 2;
  }

  std::set<std::string, std::less<>> namespaces_;
  std::set<std::string, std::less<>> names_;
  // Each list counts one separator too many.
  std::size_t size_ = std::string_view(R"(namespace=~"",pod=~"")").size() - 2;
};

}  // namespace

Workload WorkloadOf(const TargetKey& key) {
  return {key.ns, InstancePrefix(key)};
}

std::string EscapeRegex(std::string_view literal) {
  static constexpr std::string_view kSpecial = R"(\.+*?()|[]{}^$)";
  std::string out;
  out.reserve(literal.size());
  for (const char c : literal) {
    if (kSpecial.find(c) != std::string_view::npos) {
      out += '\\';
    }
    out += c;
  }
  return out;
}

std::string QuoteString(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\\' || c == '"') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  out += '"';
  return out;
}

std::string SelectorFor(const std::vector<Workload>& workloads, InstanceLabel label) {
  const LabelForm& form = FormOf(label);
  std::set<std::string> namespaces;
  std::set<std::string> names;
  for (const Workload& workload : workloads) {
    namespaces.insert(EscapeRegex(workload.ns));
    names.insert(EscapeRegex(workload.name) + std::string(form.suffix));
  }
  std::string selector =
      fmt::format("namespace=~{}", QuoteString(fmt::format("{}", fmt::join(namespaces, "|"))));
  if (!form.name.empty()) {
    selector +=
        fmt::format(",{}=~{}", form.name, QuoteString(fmt::format("{}", fmt::join(names, "|"))));
  }
  return selector;
}

QueryText::QueryText(std::string_view text) {
  while (true) {
    const LabelForm* next = nullptr;
    std::size_t at = std::string_view::npos;
    for (const LabelForm& form : kForms) {
      if (const std::size_t found = text.find(form.gap); found < at) {
        at = found;
        next = &form;
      }
    }
    pieces_.emplace_back(text.substr(0, at));
    if (next == nullptr) {
      return;
    }
    gaps_.push_back(next->label);
    text.remove_prefix(at + next->gap.size());
  }
}

void QueryText::Replace(std::string_view placeholder, std::string_view value) {
  for (std::string& piece : pieces_) {
    for (std::size_t at = piece.find(placeholder); at != std::string::npos;
         at = piece.find(placeholder, at + value.size())) {
      piece.replace(at, placeholder.size(), value);
    }
  }
}

std::string QueryText::For(const std::vector<Workload>& workloads) const {
  std::string query = pieces_.front();
  for (std::size_t i = 0; i < gaps_.size(); ++i) {
    query += SelectorFor(workloads, gaps_[i]);
    query += pieces_[i + 1];
  }
  return query;
}

std::string QueryText::Fill(std::string_view selector) const {
  return fmt::format("{}", fmt::join(pieces_, selector));
}

std::size_t QueryText::SizeWith(std::size_t selector_bytes, std::size_t names) const {
  std::size_t size = 0;
  for (const std::string& piece : pieces_) {
    size += piece.size();
  }
  for (const InstanceLabel label : gaps_) {
    const LabelForm& form = FormOf(label);
    size += selector_bytes + form.name.size();
    size += form.suffix.size() > kPodSuffix.size()
                ? (form.suffix.size() - kPodSuffix.size()) * names
                : 0;
  }
  // The name of the label `pod` is counted already.
  return size - std::string_view("pod").size() * gaps_.size();
}

std::vector<std::vector<Workload>> ChunkWorkloads(std::vector<Workload> workloads,
                                                  const QueryText& text,
                                                  std::size_t max_bytes) {
  std::ranges::sort(workloads);
  workloads.erase(std::unique(workloads.begin(), workloads.end()), workloads.end());
  std::vector<std::vector<Workload>> chunks;
  Growing selector;
  for (Workload& workload : workloads) {
    if (chunks.empty() ||
        text.SizeWith(selector.SizeWith(workload), selector.names() + 1) > max_bytes) {
      selector.Clear();
      chunks.emplace_back();
    }
    selector.Add(workload);
    chunks.back().push_back(std::move(workload));
  }
  return chunks;
}

}  // namespace gitscale
