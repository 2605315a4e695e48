// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/outcome_word.h"

#include <cstddef>

namespace gitscale {
namespace {

std::string NotTriedWord(ReasonCode code) {
  switch (code) {
    case ReasonCode::kPolicySuspended:
      return "suspended";
    case ReasonCode::kDryRun:
      return "dry run";
    case ReasonCode::kGlobalStop:
      return "stopped";
    case ReasonCode::kNotScalable:
    case ReasonCode::kTopologyChange:
      return "not scalable";
    default:
      return "not tried";
  }
}

}  // namespace

std::string OutcomeClass(const TargetReport& target, bool plan) {
  if (target.failure) {
    return "failed";
  }
  switch (target.proposal.outcome) {
    case Outcome::kNotNeeded:
    case Outcome::kHeld:
    case Outcome::kUnknown:
      return IsFrozen(target.proposal) ? "frozen" : "held";
    case Outcome::kNotTried:
      return NotTriedWord(target.proposal.reason.code);
    case Outcome::kChanged:
      if (!target.commit.empty()) {
        return "committed";
      }
      return plan ? "planned" : "not written";
    case Outcome::kUnset:
      break;
  }
  return "unset";
}

std::string OutcomeWord(const TargetReport& target, bool plan) {
  constexpr std::size_t kShortId = 7;
  const std::string word = OutcomeClass(target, plan);
  return word == "committed" ? word + " " + target.commit.substr(0, kShortId) : word;
}

std::string ReleaseClass(const ReleaseReport& release, bool plan) {
  if (release.failure) {
    return "failed";
  }
  if (!release.stopped.empty()) {
    return "stopped";
  }
  if (!release.commit.empty()) {
    return "committed";
  }
  return plan ? "planned" : "not written";
}

bool IsReleaseDone(const ReleaseReport& release, bool plan) {
  return !release.failure && release.stopped.empty() && (plan || !release.commit.empty());
}

}  // namespace gitscale
