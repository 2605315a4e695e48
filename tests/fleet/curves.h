// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <vector>

#include "base/time.h"

namespace gitscale::fleet {

/// Length of one value of a curve.
inline constexpr std::chrono::seconds kCurveStep{300};

/// How a load goes, in shares of its usual peak (the 99th percentile is 1, the most is 1.3), one
/// value per kCurveStep; used in a circle.
struct Curve {
  std::string name;
  std::vector<double> values;

  /// Between two values: on the line between them.
  [[nodiscard]] double At(std::chrono::seconds since_start) const;
};

struct Curves {
  std::vector<Curve> all;
  bool recorded = false;  ///< from real traces; else drawn
};

/// The traces of data/traces in the folder that GITSCALE_SHARED names (or ../shared), or drawn days
/// when there are none.
[[nodiscard]] Curves LoadCurves();

/// Days that are drawn: calm nights, working hours, weekends.
[[nodiscard]] Curves DrawnCurves();

}  // namespace gitscale::fleet
