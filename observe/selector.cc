// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/selector.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace gitscale {
namespace {

constexpr std::string_view kGap = "$targets";
constexpr std::string_view kPodSuffix = "-[0-9]+";

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
  return {key.ns, key.name};
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

std::string SelectorFor(const std::vector<Workload>& workloads) {
  std::set<std::string> namespaces;
  std::set<std::string> pods;
  for (const Workload& workload : workloads) {
    namespaces.insert(EscapeRegex(workload.ns));
    pods.insert(EscapeRegex(workload.name) + std::string(kPodSuffix));
  }
  return fmt::format("namespace=~{},pod=~{}",
                     QuoteString(fmt::format("{}", fmt::join(namespaces, "|"))),
                     QuoteString(fmt::format("{}", fmt::join(pods, "|"))));
}

QueryText::QueryText(std::string_view text) {
  while (true) {
    const std::size_t gap = text.find(kGap);
    pieces_.emplace_back(text.substr(0, gap));
    if (gap == std::string_view::npos) {
      return;
    }
    text.remove_prefix(gap + kGap.size());
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

std::string QueryText::Fill(std::string_view selector) const {
  return fmt::format("{}", fmt::join(pieces_, selector));
}

std::size_t QueryText::SizeWith(std::size_t selector_bytes) const {
  std::size_t size = (pieces_.size() - 1) * selector_bytes;
  for (const std::string& piece : pieces_) {
    size += piece.size();
  }
  return size;
}

std::vector<std::vector<Workload>> ChunkWorkloads(std::vector<Workload> workloads,
                                                  const QueryText& text,
                                                  std::size_t max_bytes) {
  std::ranges::sort(workloads);
  workloads.erase(std::unique(workloads.begin(), workloads.end()), workloads.end());
  std::vector<std::vector<Workload>> chunks;
  Growing selector;
  for (Workload& workload : workloads) {
    if (chunks.empty() || text.SizeWith(selector.SizeWith(workload)) > max_bytes) {
      selector.Clear();
      chunks.emplace_back();
    }
    selector.Add(workload);
    chunks.back().push_back(std::move(workload));
  }
  return chunks;
}

}  // namespace gitscale
