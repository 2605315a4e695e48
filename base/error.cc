// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/error.h"

#include <utility>

namespace gitscale {

std::string_view ErrorCodeName(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "InvalidArgument";
    case ErrorCode::kNotFound:
      return "NotFound";
    case ErrorCode::kConflict:
      return "Conflict";
    case ErrorCode::kUnavailable:
      return "Unavailable";
    case ErrorCode::kDeadlineExceeded:
      return "DeadlineExceeded";
    case ErrorCode::kPermissionDenied:
      return "PermissionDenied";
    case ErrorCode::kInternal:
      return "Internal";
  }
  return "Internal";
}

bool IsRetryable(ErrorCode code) {
  return code == ErrorCode::kConflict || code == ErrorCode::kUnavailable ||
         code == ErrorCode::kDeadlineExceeded;
}

bool IsStalled(ErrorCode code) {
  return code == ErrorCode::kInvalidArgument || code == ErrorCode::kNotFound ||
         code == ErrorCode::kPermissionDenied;
}

Error WithContext(Error error, std::string_view doing) {
  error.message = std::string(doing) + ": " + error.message;
  return error;
}

}  // namespace gitscale
