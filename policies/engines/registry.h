// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policies/engines/engine.h"
#include "policies/scaling_policy.h"

namespace gitscale {

/// Every engine this version scales, in the order of Engine.
[[nodiscard]] const std::vector<const EngineAdapter*>& Engines();

/// By the kind of an apps.cozystack.io document, by chart, by release name, or by the engine's own
/// kind; null when none.
[[nodiscard]] const EngineAdapter* EngineOfApplication(std::string_view kind);
/// Null also when the reference is to an engine's own kind of the same name.
[[nodiscard]] const EngineAdapter* EngineOfApplicationRef(const TargetRef& ref);
[[nodiscard]] const EngineAdapter* EngineOfChart(std::string_view chart);
[[nodiscard]] const EngineAdapter* EngineOfReleaseName(std::string_view name);
[[nodiscard]] const EngineAdapter* EngineOfOperatorKind(std::string_view group,
                                                        std::string_view kind);

/// Names of the charts, sorted.
[[nodiscard]] std::vector<std::string_view> ChartNames();

/// "apps.cozystack.io" of "apps.cozystack.io/v1alpha1"; all of it when there is no slash.
[[nodiscard]] std::string_view GroupOf(std::string_view api_version);

/// What a targetRef is worth. message: empty when a target of that kind can be looked for; else
/// what is wrong, with `field` the key it belongs to. unsupported: the kind is known, and a count
/// cannot scale it (or this version does not).
struct TargetRefCheck {
  std::string field;
  std::string message;
  bool unsupported = false;
};

[[nodiscard]] TargetRefCheck CheckTargetRef(const TargetRef& ref);

}  // namespace gitscale
