// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/signal_rule.h"

namespace gitscale {

Role CountedRole(Signal signal) {
  return signal == Signal::kWriteBytesPerSecond ? Role::kPrimary : Role::kReplica;
}

}  // namespace gitscale
