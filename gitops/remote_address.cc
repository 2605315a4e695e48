// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/remote_address.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "base/url.h"

namespace gitscale {
namespace {

/// "%41" -> "A", as git does for file:// URLs.
std::string PercentDecoded(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    const char* const begin = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(begin, begin + 2, value, 16).ptr == begin + 2) {
      out.push_back(static_cast<char>(value));
      i += 2;
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

int PortOf(const Url& url) {
  if (url.port != 0) {
    return url.port;
  }
  return url.scheme == "https" ? 443 : 80;
}

Result<RemoteAddress> FromPath(const std::string& path, std::string shown) {
  std::error_code failure;
  std::string absolute = std::filesystem::absolute(path, failure).lexically_normal().string();
  if (failure) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("cannot use repository '{}': {}", shown, failure.message()));
  }
  RemoteAddress address;
  address.kind = RemoteAddress::Kind::kPath;
  address.shown = std::move(shown);
  address.target = std::move(absolute);
  return address;
}

Result<RemoteAddress> FromHttp(Url url) {
  RemoteAddress address;
  address.kind = RemoteAddress::Kind::kHttp;
  address.user = std::move(url.user);
  address.password = std::move(url.password);
  while (url.path.ends_with('/')) {
    url.path.pop_back();
  }
  if (url.path.find_first_of("?#") != std::string::npos) {
    return Fail(
        ErrorCode::kInvalidArgument,
        fmt::format("cannot use repository '{}': a query in a repository URL", url.ToString()));
  }
  address.shown = url.ToString();
  address.target = address.shown;
  return address;
}

/// Source: git-check-ref-format(1), git 2.39.
bool IsFullReferenceName(std::string_view name) {
  static constexpr std::string_view kRefs = "refs/";
  static constexpr std::array<std::string_view, 7> kNowhere{
      "..", "//", "/.", "@{", ".lock/", "./", "\x7f"};
  const std::string closed = std::string(name) + "/";
  return name.starts_with(kRefs) && name.size() > kRefs.size() &&
         std::ranges::none_of(
             kNowhere,
             [&](std::string_view part) { return closed.find(part) != std::string::npos; }) &&
         std::ranges::none_of(name, [](char c) {
           return static_cast<unsigned char>(c) <= 0x20 ||
                  std::string_view("~^:?*[\\").find(c) != std::string_view::npos;
         });
}

tl::unexpected<Error> UnknownScheme(const std::string& shown) {
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("cannot use repository '{}': this version speaks https and local paths "
                          "(give the https URL)",
                          shown),
              shown);
}

}  // namespace

Result<RemoteAddress> ParseRemoteAddress(const std::string& url) {
  if (url.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "cannot use repository '': the URL is empty");
  }
  if (url.find("://") == std::string::npos) {
    const std::size_t colon = url.find(':');
    if (colon != std::string::npos && colon < url.find('/')) {
      return UnknownScheme(Redact(url));  // host:path, which git takes for ssh
    }
    return FromPath(url, url);
  }
  TRY_ASSIGN(Url parsed, ParseUrl(url));
  if (parsed.scheme == "http" || parsed.scheme == "https") {
    return FromHttp(std::move(parsed));
  }
  if (parsed.scheme == "file" && (parsed.host.empty() || parsed.host == "localhost")) {
    return FromPath(PercentDecoded(parsed.path), parsed.ToString());
  }
  return UnknownScheme(parsed.ToString());
}

bool IsSameOrigin(const std::string& a, const std::string& b) {
  const auto left = ParseUrl(a);
  const auto right = ParseUrl(b);
  return left && right && left->scheme == right->scheme && left->host == right->host &&
         PortOf(*left) == PortOf(*right);
}

Status CheckRemoteSettings(const RemoteSettings& settings) {
  TRY(ParseRemoteAddress(settings.url));
  const auto bad = [](std::string_view field, std::string_view why) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("cannot use repository settings: '{}' {}", field, why));
  };
  if (settings.branch.empty() || settings.branch.starts_with("refs/")) {
    return bad("branch", "must be the short name of a branch");
  }
  if (!settings.ledger_ref.empty()) {
    if (!IsFullReferenceName(settings.ledger_ref)) {
      return bad("ledger_ref", "must be the full name of a reference (refs/...)");
    }
    if (settings.ledger_ref == "refs/heads/" + settings.branch) {
      return bad("ledger_ref", "must not be the base branch");
    }
  }
  if (settings.author_name.empty() || settings.author_email.empty() ||
      (settings.author_name + settings.author_email).find_first_of("<>\n") != std::string::npos) {
    return bad("author", "needs a name and an address, without angle brackets");
  }
  if (settings.connect_timeout.count() <= 0 || settings.fetch_timeout.count() <= 0 ||
      settings.push_timeout.count() <= 0) {
    return bad("timeout", "must be longer than zero");
  }
  if (settings.max_attempts < 1) {
    return bad("max_attempts", "must be at least 1");
  }
  return {};
}

}  // namespace gitscale
