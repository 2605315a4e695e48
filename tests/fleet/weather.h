// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tests/fleet/surroundings.h"

namespace gitscale::fleet {

/// How often each thing happens to one target (or endpoint, or tenant) per day, and how long it
/// lasts. All may last longer than a run and shorter than a day.
struct Climate {
  double lag = 0.3;
  double exporter_lost = 0.2;
  double scrapes_lost = 0.05;
  double not_a_number = 0.05;
  double silent_receiver = 0.05;
  double fail_over = 0.1;
  double pod_lost = 0.2;
  double flux_suspended = 0.06;
  double apply_fails = 0.08;
  double clones_break = 0.12;
  double cluster_unreadable = 0.1;
  double endpoint_down = 0.2;
  double endpoint_skewed = 0.1;
  double endpoint_zero = 0.1;
  double quota_changes = 0.4;
  double quota_unreadable = 0.15;
};

/// What befalls the machinery before a run at `now`.
void Weather(std::vector<Subject>& subjects,
             Surroundings& around,
             const Climate& climate,
             Random& random,
             SysSeconds now);

}  // namespace gitscale::fleet
