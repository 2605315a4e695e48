// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/policy_spec.h"

#include <fmt/format.h>

#include "policies/dns_name.h"
#include "policies/engines/registry.h"

namespace gitscale {
namespace {

/// True unless the kind is known and cannot be scaled.
bool ReadTargetRef(FieldReader ref, TargetRef& target) {
  ref.Require("kind");
  ref.Require("name");
  target.api_version = ref.String("apiVersion").value_or(target.api_version);
  target.kind = ref.String("kind").value_or("");
  if (const auto name = ref.String("name")) {
    target.name = *name;
    if (!IsDnsSubdomain(*name)) {
      ref.Fail("name", NotADnsName(*name));
    }
  }
  bool supported = true;
  if (!target.kind.empty()) {
    const TargetRefCheck check = CheckTargetRef(target);
    if (!check.message.empty()) {
      ref.Fail(check.field, check.message);
      supported = !check.unsupported;
    }
  }
  ref.Finish();
  return supported;
}

void ReadBounds(FieldReader& spec, ScalingPolicy& policy) {
  constexpr std::int32_t kFewest = 2;
  if (const auto min = spec.Int("minReplicas", 0, kLargestReplicas)) {
    policy.min_replicas = static_cast<std::int32_t>(*min);
    if (*min < kFewest) {
      spec.Fail("minReplicas",
                fmt::format("expected at least 2, found {}: one instance is the primary, so fewer "
                            "leave no standby to measure or to read from",
                            *min));
      policy.min_replicas = kFewest;
    }
  }
  spec.Require("maxReplicas");
  if (const auto max = spec.Int("maxReplicas", 1, kLargestReplicas)) {
    policy.max_replicas = static_cast<std::int32_t>(*max);
    if (*max < policy.min_replicas) {
      spec.Fail(
          "maxReplicas",
          fmt::format("expected at least minReplicas ({}), found {}", policy.min_replicas, *max));
    }
  }
}

void ReadApproval(FieldReader approval, ScalingPolicy& policy) {
  const auto read = [&](std::string_view key, Approval& into) {
    if (const auto value = approval.OneOf(key, {"Automatic", "PullRequest"})) {
      into = *value == "PullRequest" ? Approval::kPullRequest : Approval::kAutomatic;
    }
  };
  read("scaleUp", policy.approve_scale_up);
  read("scaleDown", policy.approve_scale_down);
  read("rollback", policy.approve_rollback);
  approval.Finish();
}

}  // namespace

bool ReadPolicySpec(FieldReader& spec, ScalingPolicy& policy) {
  spec.Require("targetRef");
  const bool supported = ReadTargetRef(spec.Mapping("targetRef"), policy.target_ref);
  ReadBounds(spec, policy);
  ReadMetrics(spec, policy);
  ReadBehavior(spec.Mapping("behavior"), policy);
  ReadConstraints(spec.Mapping("constraints"), policy);
  ReadApproval(spec.Mapping("approval"), policy);
  ReadWriteTo(spec.Mapping("writeTo"), policy);
  policy.suspend = spec.Bool("suspend").value_or(policy.suspend);
  policy.dry_run = spec.Bool("dryRun").value_or(policy.dry_run);
  spec.Finish();
  return supported;
}

}  // namespace gitscale
