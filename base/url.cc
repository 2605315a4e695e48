// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/url.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

namespace gitscale {
namespace {

bool IsUnreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

int HexValue(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::string UrlDecode(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && HexValue(text[i + 1]) >= 0 &&
        HexValue(text[i + 2]) >= 0) {
      out.push_back(static_cast<char>(HexValue(text[i + 1]) * 16 + HexValue(text[i + 2])));
      i += 2;
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

/// Splits "host:port" or "[v6]:port". False: not an authority.
bool SplitHost(std::string_view authority, Url& url) {
  std::string_view port;
  if (!authority.empty() && authority.front() == '[') {
    const std::size_t close = authority.find(']');
    if (close == std::string_view::npos) {
      return false;
    }
    url.host = authority.substr(1, close - 1);
    authority.remove_prefix(close + 1);
    if (!authority.empty() && authority.front() != ':') {
      return false;
    }
    port = authority.empty() ? authority : authority.substr(1);
  } else {
    const std::size_t colon = authority.find(':');
    url.host = authority.substr(0, colon);
    port = colon == std::string_view::npos ? std::string_view{} : authority.substr(colon + 1);
  }
  if (port.empty()) {
    return true;
  }
  const auto [end, failure] = std::from_chars(port.data(), port.data() + port.size(), url.port);
  return failure == std::errc{} && end == port.data() + port.size() && url.port > 0 &&
         url.port < 65536;
}

}  // namespace

std::string Url::ToString() const {
  const bool v6 = host.find(':') != std::string::npos;
  return fmt::format("{}://{}{}{}{}{}",
                     scheme,
                     v6 ? "[" : "",
                     host,
                     v6 ? "]" : "",
                     port == 0 ? std::string() : fmt::format(":{}", port),
                     path);
}

Result<Url> ParseUrl(std::string_view text) {
  const auto bad = [](std::string_view why) {
    return Fail(ErrorCode::kInvalidArgument, fmt::format("cannot read URL: {}", why));
  };
  const std::size_t colon = text.find("://");
  if (colon == std::string_view::npos || colon == 0) {
    return bad("expected scheme://host/path");
  }
  Url url;
  url.scheme = text.substr(0, colon);
  for (char& c : url.scheme) {
    if (c >= 'A' && c <= 'Z') {
      c = static_cast<char>(c + ('a' - 'A'));
    }
    if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '+' && c != '-' && c != '.') {
      return bad("the scheme has a character that no scheme has");
    }
  }
  if (std::ranges::any_of(
          text, [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f; })) {
    return bad("it has a space or a control character");
  }
  std::string_view rest = text.substr(colon + 3);
  const std::size_t slash = rest.find_first_of("/?#");
  std::string_view authority = rest.substr(0, slash);
  url.path = slash == std::string_view::npos ? std::string_view{} : rest.substr(slash);
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    const std::string_view info = authority.substr(0, at);
    const std::size_t mark = info.find(':');
    url.user = UrlDecode(info.substr(0, mark));
    if (mark != std::string_view::npos) {
      url.password = Secret(UrlDecode(info.substr(mark + 1)));
      RememberSecret(url.password);
    }
    authority.remove_prefix(at + 1);
  }
  if (!SplitHost(authority, url)) {
    return bad("the port is not a number from 1 to 65535");
  }
  if (url.host.empty() && url.scheme != "file") {
    return bad("it names no host");
  }
  return url;
}

std::string UrlEncode(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (IsUnreserved(c)) {
      out.push_back(c);
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

std::string Base64Encode(std::string_view bytes) {
  static constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t block = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      block = block << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out.push_back(i + k <= bytes.size() ? kAlphabet[block >> (18U - 6U * k) & 63U] : '=');
    }
  }
  return out;
}

}  // namespace gitscale
