// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/http_exchange.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace gitscale {
namespace {

constexpr std::size_t kSendInOnePiece = std::size_t{1} << 20U;
constexpr std::size_t kReceiveAhead = std::size_t{128} << 10U;
constexpr std::size_t kRefusalBytes = 1024;
constexpr long kMostRedirects = 5;  // NOLINT(google-runtime-int): curl's type

std::string_view ServiceName(git_smart_service_t service) {
  return service == GIT_SERVICE_UPLOADPACK_LS || service == GIT_SERVICE_UPLOADPACK
             ? "git-upload-pack"
             : "git-receive-pack";
}

long StatusOf(CURL* easy) {  // NOLINT(google-runtime-int): curl's type
  long status = 0;           // NOLINT(google-runtime-int): curl's type
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

std::string InfoString(CURL* easy, CURLINFO what) {
  const char* text = nullptr;
  curl_easy_getinfo(easy, what, &text);
  return text != nullptr ? text : "";
}

}  // namespace

HttpPool::HttpPool() : multi_(curl_multi_init()) {}

HttpExchange::HttpExchange(TransportContext& context, git_smart_service_t service)
    : context_(context),
      is_get_(service == GIT_SERVICE_UPLOADPACK_LS || service == GIT_SERVICE_RECEIVEPACK_LS),
      service_name_(ServiceName(service)) {
  if (is_get_) {
    context_.base_url = context_.address->target;
  }
}

HttpExchange::~HttpExchange() {
  if (is_started_) {
    curl_multi_remove_handle(context_.pool->multi(), easy_.get());
  }
}

void HttpExchange::AddHeader(const std::string& line) {
  headers_.reset(curl_slist_append(headers_.release(), line.c_str()));
}

void HttpExchange::SetConnection(const std::string& url) {
  CURL* const easy = easy_.get();
  const RemoteSettings& settings = *context_.settings;
  const auto connect = std::clamp(settings.connect_timeout,
                                  std::chrono::milliseconds(1),
                                  context_.Remaining() + std::chrono::milliseconds(1));
  curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_USERAGENT, "git/1.0 (gitscale)");
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(connect.count()));
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, detail_.data());
  if (!settings.ca_file.empty()) {
    curl_easy_setopt(easy, CURLOPT_CAINFO, settings.ca_file.c_str());
  }
  if (!settings.proxy.empty()) {
    curl_easy_setopt(easy, CURLOPT_PROXY, settings.proxy.c_str());
  }
  // After a redirect to another origin the password stays behind.
  if (!context_.password.empty() && IsSameOrigin(url, context_.address->target)) {
    curl_easy_setopt(easy, CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
    curl_easy_setopt(easy, CURLOPT_USERNAME, context_.username.c_str());
    curl_easy_setopt(easy, CURLOPT_PASSWORD, context_.password.Reveal().c_str());
  }
}

void HttpExchange::SetRequest(bool is_chunked) {
  CURL* const easy = easy_.get();
  if (is_get_) {
    const bool is_https = context_.address->target.starts_with("https:");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(easy, CURLOPT_MAXREDIRS, kMostRedirects);
    curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, is_https ? "https" : "http,https");
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    AddHeader("Pragma: no-cache");
  } else {
    AddHeader("Content-Type: application/x-" + service_name_ + "-request");
    AddHeader("Accept: application/x-" + service_name_ + "-result");
    AddHeader("Expect:");
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl_easy_setopt(easy, CURLOPT_READFUNCTION, OnSend);
    curl_easy_setopt(easy, CURLOPT_READDATA, this);
    if (is_chunked) {
      AddHeader("Transfer-Encoding: chunked");
    } else {
      curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(to_send_.size()));
    }
  }
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers_.get());
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, OnBody);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
}

Status HttpExchange::Start(bool is_chunked) {
  easy_.reset(curl_easy_init());
  if (easy_ == nullptr || context_.pool->multi() == nullptr) {
    return Fail(ErrorCode::kInternal, "cannot set up libcurl");
  }
  SetConnection(is_get_ ? context_.base_url + "/info/refs?service=" + service_name_
                        : context_.base_url + "/" + service_name_);
  SetRequest(is_chunked);
  is_started_ = curl_multi_add_handle(context_.pool->multi(), easy_.get()) == CURLM_OK;
  if (!is_started_) {
    return Fail(ErrorCode::kInternal, "cannot set up libcurl");
  }
  return {};
}

Status HttpExchange::Write(std::string_view bytes) {
  if (sent_ == to_send_.size()) {
    to_send_.clear();
    sent_ = 0;
  }
  to_send_.append(bytes);
  if (!is_started_) {
    if (to_send_.size() <= kSendInOnePiece) {
      return {};
    }
    TRY(Start(true));
  }
  Resume();
  while (!is_done_ && sent_ < to_send_.size()) {
    TRY(Pump());
  }
  return is_done_ ? CheckAnswer() : Status();
}

Result<std::size_t> HttpExchange::Read(char* buffer, std::size_t size) {
  is_complete_ = true;
  if (!is_started_) {
    TRY(Start(false));
  }
  if (consumed_ == received_.size()) {
    Resume();
  }
  while (!is_done_ && consumed_ == received_.size()) {
    TRY(Pump());
  }
  if (consumed_ == received_.size() || !is_checked_) {
    TRY(CheckAnswer());
  }
  const std::size_t bytes = std::min(size, received_.size() - consumed_);
  std::memcpy(buffer, received_.data() + consumed_, bytes);
  consumed_ += bytes;
  if (consumed_ == received_.size()) {
    received_.clear();
    consumed_ = 0;
  }
  return bytes;
}

void HttpExchange::Resume() {
  if (is_paused_ && !is_done_) {
    is_paused_ = false;
    curl_easy_pause(easy_.get(), CURLPAUSE_CONT);
  }
}

Status HttpExchange::Pump() {
  CURLM* const multi = context_.pool->multi();
  const std::size_t before = received_.size() + sent_;
  int running = 0;
  curl_multi_perform(multi, &running);
  int left = 0;
  while (const CURLMsg* const message = curl_multi_info_read(multi, &left)) {
    if (message->msg == CURLMSG_DONE && message->easy_handle == easy_.get()) {
      is_done_ = true;
      code_ = message->data.result;
    }
  }
  if (is_done_ || received_.size() + sent_ != before) {
    return {};
  }
  const auto remaining = context_.Remaining();
  if (remaining.count() == 0) {
    return tl::unexpected<Error>(context_.TooLate());
  }
  constexpr std::chrono::milliseconds kLongestPoll{1000};
  curl_multi_poll(
      multi, nullptr, 0, static_cast<int>(std::min(remaining, kLongestPoll).count()), nullptr);
  return {};
}

Status HttpExchange::CheckAnswer() {
  if (is_done_ && code_ != CURLE_OK) {
    return tl::unexpected<Error>(CurlError());
  }
  if (const long status = StatusOf(easy_.get()); status != 200) {
    return tl::unexpected<Error>(AnswerError(status));
  }
  if (is_get_ && !is_checked_) {
    const std::string type = InfoString(easy_.get(), CURLINFO_CONTENT_TYPE);
    if (type != "application/x-" + service_name_ + "-advertisement") {
      return Fail(
          ErrorCode::kNotFound,
          fmt::format("no Git repository there (the answer has type '{}')", RemoteLine(type)));
    }
    std::string at = InfoString(easy_.get(), CURLINFO_EFFECTIVE_URL);
    at.resize(std::min(at.size(), at.find("/info/refs")));
    context_.base_url = std::move(at);
  }
  is_checked_ = true;
  return {};
}

Error HttpExchange::AnswerError(long status) const {
  const std::string type = InfoString(easy_.get(), CURLINFO_CONTENT_TYPE);
  const std::string said = type.starts_with("text/plain") ? RemoteLine(refusal_) : "";
  const std::string text = said.empty() ? "" : fmt::format(": {}", said);
  switch (status) {
    case 401:
      return {ErrorCode::kPermissionDenied,
              context_.password.empty()
                  ? fmt::format("the server wants credentials{} (configure a token file)", text)
                  : fmt::format("the server refused the credentials{} (check the token and user "
                                "'{}')",
                                text,
                                context_.username),
              {}};
    case 403:
      return {ErrorCode::kPermissionDenied,
              fmt::format("access forbidden{} (check what the token may do)", text),
              {}};
    case 404:
    case 410:
      return {ErrorCode::kNotFound, fmt::format("repository not found{}", text), {}};
    default:
      return {ErrorCode::kUnavailable,
              fmt::format("the server answered status {}{}", status, text),
              {}};
  }
}

Error HttpExchange::CurlError() const {
  const std::string why =
      Redact(detail_.front() != '\0' ? detail_.data() : curl_easy_strerror(code_));
  switch (code_) {
    case CURLE_OPERATION_TIMEDOUT:
      return {ErrorCode::kDeadlineExceeded, why, {}};
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_SSL_CACERT_BADFILE:
      return {ErrorCode::kInvalidArgument, why, {}};
    default:
      return {ErrorCode::kUnavailable, why, {}};
  }
}

std::size_t HttpExchange::OnBody(char* data,
                                 std::size_t size,
                                 std::size_t count,
                                 void* self) noexcept {
  auto& exchange = *static_cast<HttpExchange*>(self);
  const std::size_t bytes = size * count;
  if (StatusOf(exchange.easy_.get()) != 200) {
    const std::size_t room = kRefusalBytes - std::min(kRefusalBytes, exchange.refusal_.size());
    exchange.refusal_.append(data, std::min(bytes, room));
    return bytes;
  }
  if (exchange.received_.size() - exchange.consumed_ >= kReceiveAhead) {
    exchange.is_paused_ = true;
    return CURL_WRITEFUNC_PAUSE;
  }
  exchange.received_.append(data, bytes);
  return bytes;
}

std::size_t HttpExchange::OnSend(char* data,
                                 std::size_t size,
                                 std::size_t count,
                                 void* self) noexcept {
  auto& exchange = *static_cast<HttpExchange*>(self);
  const std::size_t bytes = std::min(size * count, exchange.to_send_.size() - exchange.sent_);
  if (bytes == 0 && !exchange.is_complete_) {
    exchange.is_paused_ = true;
    return CURL_READFUNC_PAUSE;
  }
  std::memcpy(data, exchange.to_send_.data() + exchange.sent_, bytes);
  exchange.sent_ += bytes;
  return bytes;
}

}  // namespace gitscale
