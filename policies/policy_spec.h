// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "policies/field_reader.h"
#include "policies/scaling_policy.h"

namespace gitscale {

/// Reads everything below `spec` of a DatabaseHorizontalAutoscaler into `policy`. False: the target
/// is of a kind that is known but cannot be scaled (one problem was added for it).
[[nodiscard]] bool ReadPolicySpec(FieldReader& spec, ScalingPolicy& policy);

/// Parts of it: each reads one mapping, its unknown fields included.
void ReadMetrics(FieldReader& spec, ScalingPolicy& policy);
void ReadBehavior(FieldReader behavior, ScalingPolicy& policy);
void ReadConstraints(FieldReader constraints, ScalingPolicy& policy);
void ReadWriteTo(FieldReader write_to, ScalingPolicy& policy);

}  // namespace gitscale
