// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <utility>

#include <tl/expected.hpp>

#include "base/error.h"

namespace gitscale {

/// A value or an Error. Unlike tl::expected, ignoring one is a warning.
template <typename T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
  using Base = tl::expected<T, Error>;

 public:
  using Base::Base;

  Result(Base base)
      : Base(std::move(base)) {}  // NOLINT(google-explicit-constructor): lets map() results convert
};

/// Success or an Error.
using Status = Result<void>;

/// return Fail(ErrorCode::kNotFound, "cannot find 'x'");
[[nodiscard]] inline tl::unexpected<Error> Fail(ErrorCode code,
                                                std::string message,
                                                std::string subject = {}) {
  return tl::unexpected<Error>(Error{code, std::move(message), std::move(subject)});
}

}  // namespace gitscale

#define GITSCALE_CONCAT_INNER(a, b) a##b
#define GITSCALE_CONCAT(a, b) GITSCALE_CONCAT_INNER(a, b)

/// Leaves the function with the error of `expression`, if it has one.
#define TRY(expression)                                                          \
  do {                                                                           \
    if (auto try_status = (expression); !try_status) {                           \
      return ::tl::unexpected<::gitscale::Error>(std::move(try_status).error()); \
    }                                                                            \
  } while (false)

/// TRY_ASSIGN(auto value, Compute()); declares `value`, or leaves the function with the error.
#define TRY_ASSIGN(declaration, expression) \
  TRY_ASSIGN_INNER(GITSCALE_CONCAT(try_result_, __LINE__), declaration, expression)

#define TRY_ASSIGN_INNER(result, declaration, expression)                  \
  auto result = (expression);                                              \
  if (!result) {                                                           \
    return ::tl::unexpected<::gitscale::Error>(std::move(result).error()); \
  }                                                                        \
  declaration = std::move(result).value()
