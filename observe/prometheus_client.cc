// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/prometheus_client.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/file.h"
#include "base/secret.h"
#include "base/url.h"

namespace gitscale {
namespace {

constexpr int kGivenUpAfter = 2;

/// A server's own words, fit for one line of ours: redacted, printable, at most 200 bytes.
std::string Quote(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  // Redacted before it is cut: half a secret would not be recognised. Not more than can matter.
  std::string out = Redact(text.substr(0, 16 * kLongest));
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      c = ' ';
    }
  }
  if (out.size() > kLongest) {
    std::size_t end = kLongest - 3;
    while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xC0U) == 0x80U) {
      --end;  // not inside a character
    }
    out = out.substr(0, end) + "...";
  }
  return out;
}

std::string FormOf(const std::string& promql, const Grid& grid) {
  return fmt::format("query={}&start={}&end={}&step={}&nocache=1",
                     UrlEncode(promql),
                     grid.first_end.time_since_epoch().count(),
                     grid.LastEnd().time_since_epoch().count(),
                     grid.step.count());
}

tl::unexpected<Reason> Because(ReasonCode code, std::string message) {
  return tl::unexpected<Reason>(Reason{code, std::move(message)});
}

}  // namespace

PrometheusClient::Outcome<HttpResponse> PrometheusClient::Send(const std::string& promql,
                                                               const Grid& grid) {
  HttpRequest request;
  request.method = "POST";
  request.url = settings_.url;
  while (request.url.ends_with('/')) {
    request.url.pop_back();
  }
  request.url += "/api/v1/query_range";
  request.headers = {"Content-Type: application/x-www-form-urlencoded"};
  request.body = FormOf(promql, grid);
  request.timeout = settings_.timeout;
  request.connect_timeout = std::min(request.connect_timeout, settings_.timeout);
  if (!settings_.token_file.empty()) {
    auto token = ReadSecretFile(settings_.token_file);
    if (!token) {
      return Because(
          ReasonCode::kMetricsUnavailable,
          fmt::format("metrics endpoint '{}': {}", settings_.name, Redact(token.error().message)));
    }
    request.bearer_token = *std::move(token);
  }
  ++queries_;
  auto response = http_.Exchange(request);
  if (!response) {
    const bool is_timeout = response.error().code == ErrorCode::kDeadlineExceeded;
    return Because(is_timeout ? ReasonCode::kMetricsTimeout : ReasonCode::kMetricsUnavailable,
                   is_timeout ? fmt::format("metrics endpoint '{}': no answer within {} ms",
                                            settings_.name,
                                            settings_.timeout.count())
                              : fmt::format("metrics endpoint '{}': {}",
                                            settings_.name,
                                            Redact(response.error().message)));
  }
  return *std::move(response);
}

PrometheusClient::Outcome<HttpResponse> PrometheusClient::Post(const std::string& promql,
                                                               const Grid& grid) {
  if (unanswered_ >= kGivenUpAfter) {
    return tl::unexpected<Reason>(last_failure_);
  }
  auto response = Send(promql, grid);
  unanswered_ = response ? 0 : unanswered_ + 1;
  if (!response) {
    last_failure_ = response.error();
  }
  return response;
}

PrometheusClient::Outcome<Answer> PrometheusClient::Read(const HttpResponse& response) const {
  auto answer = ParseAnswer(response.body);
  const bool is_ok = response.status / 100 == 2;
  if (!is_ok || (answer && !answer->is_success)) {
    const std::string text = Quote(answer ? answer->error : response.body);
    return Because(ReasonCode::kMetricsUnavailable,
                   fmt::format("metrics endpoint '{}' answered {}{}{}",
                               settings_.name,
                               response.status,
                               text.empty() ? "" : ": ",
                               text));
  }
  if (!answer) {
    return Because(ReasonCode::kMalformedAnswer,
                   fmt::format("metrics endpoint '{}': cannot read the answer: {}",
                               settings_.name,
                               Quote(answer.error().message)));
  }
  if (answer->is_partial || !answer->warning.empty()) {
    return Because(ReasonCode::kPartialAnswer,
                   fmt::format("metrics endpoint '{}' answered in part: {}",
                               settings_.name,
                               answer->is_partial ? "it says isPartial" : Quote(answer->warning)));
  }
  return *std::move(answer);
}

PrometheusClient::Outcome<SysSeconds> PrometheusClient::ServerTime(SysSeconds local) {
  const auto response = Post("vector(1)", {local, settings_.scrape_interval, 1});
  if (!response) {
    return tl::unexpected<Reason>(response.error());
  }
  if (const auto answer = Read(*response);
      !answer && answer.error().code != ReasonCode::kPartialAnswer) {
    return tl::unexpected<Reason>(answer.error());
  }
  const auto date = response->headers.find("date");
  const auto time = ParseHttpDate(date == response->headers.end() ? "" : date->second);
  if (!time) {
    return Because(ReasonCode::kMalformedAnswer,
                   fmt::format("metrics endpoint '{}': cannot tell its clock: {}",
                               settings_.name,
                               date == response->headers.end() ? "the answer has no Date header"
                                                               : Quote(time.error().message)));
  }
  const std::chrono::seconds ahead = *time - local;
  if (std::chrono::abs(ahead) > settings_.max_clock_skew) {
    return Because(ReasonCode::kClockSkew,
                   fmt::format("metrics endpoint '{}': its clock is {} s {} ours, at most {} s are "
                               "allowed",
                               settings_.name,
                               std::chrono::abs(ahead).count(),
                               ahead.count() > 0 ? "ahead of" : "behind",
                               settings_.max_clock_skew.count()));
  }
  return *time;
}

PrometheusClient::Outcome<Answer> PrometheusClient::Query(const std::string& promql,
                                                          const Grid& grid) {
  const auto response = Post(promql, grid);
  if (!response) {
    return tl::unexpected<Reason>(response.error());
  }
  return Read(*response);
}

}  // namespace gitscale
