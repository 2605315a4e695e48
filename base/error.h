// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

namespace gitscale {

/// Why an operation failed. A closed set: callers branch on the code, never on the text.
enum class ErrorCode {
  kInvalidArgument,   ///< what a person wrote is wrong: policy, configuration, file, flag
  kNotFound,          ///< the thing asked for is not there
  kConflict,          ///< somebody else changed it first
  kUnavailable,       ///< the other side does not answer, or answers with an error of its own
  kDeadlineExceeded,  ///< our own deadline passed
  kPermissionDenied,  ///< credentials refused, or not allowed to write
  kInternal,          ///< a broken expectation about a library or about ourselves
};

/// An expected failure, as a value.
///
/// message: lower case, no full stop; what failed first, the subject in single quotes, then the
/// cause, then the remedy if known. subject: the file, URL (without user info), target or policy
/// the failure belongs to; may be empty.
struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;
  std::string subject;

  bool operator==(const Error&) const = default;
};

/// Stable name of a code: "InvalidArgument", "NotFound", ...
[[nodiscard]] std::string_view ErrorCodeName(ErrorCode code);

/// The same call may succeed on the next attempt without anybody acting.
[[nodiscard]] bool IsRetryable(ErrorCode code);

/// A person must act before it can succeed.
[[nodiscard]] bool IsStalled(ErrorCode code);

/// Adds what was being done: "reading policy 'web': <message>". The innermost cause stays last.
[[nodiscard]] Error WithContext(Error error, std::string_view doing);

}  // namespace gitscale
