// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gitscale {

/// time_ms: Unix milliseconds. value: may be NaN or infinite, as the server said.
struct Sample {
  std::int64_t time_ms = 0;
  double value = 0;
};

/// One series: its samples are Answer::samples[begin, end). Other labels than these two are not
/// kept: our queries ask for no others.
struct Series {
  std::string ns;
  std::string pod;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// A matrix answer of /api/v1/query_range, or the error a server put in its place.
struct Answer {
  bool is_success = false;
  std::string error;        ///< the server's own text, when it is no success
  bool is_partial = false;  ///< VictoriaMetrics cluster: some storage nodes did not answer
  std::string warning;      ///< Prometheus: the first of its warnings; empty: none
  std::vector<Series> series;
  std::vector<Sample> samples;  ///< of all series, in the order they came

  [[nodiscard]] std::span<const Sample> SamplesOf(const Series& one) const {
    return std::span(samples).subspan(one.begin, one.end - one.begin);
  }
};

/// Reads the JSON a server answered with. Pure; safe on any bytes: no recursion, at most 16 levels,
/// memory in proportion to the samples. Unknown keys are skipped, as servers add them.
///
/// Errors: kInvalidArgument, saying what is no JSON, too deep or of the wrong shape, and at which
/// byte. A success without a matrix is an error; an empty matrix is not.
/// Source: Prometheus HTTP API v1, "Range queries"; VictoriaMetrics adds `isPartial`.
[[nodiscard]] Result<Answer> ParseAnswer(std::string_view body);

}  // namespace gitscale
