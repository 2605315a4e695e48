// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

#include "reconciler/ports.h"

namespace gitscale {

/// Writes nothing and keeps what would have been written: `plan` is `run` with this one.
class RecordingPublisher final : public Publisher {
 public:
  /// Asks `permit` as a real one does. The commits have no ids, and no push was attempted.
  [[nodiscard]] Result<Published> Publish(const RepositorySnapshot& tip,
                                          const ChangeSet& changes,
                                          const Rebuild& rebuild,
                                          const Permit& permit) override;

  /// Unified diff from the tip to the last commit; empty: nothing would be written.
  [[nodiscard]] const std::string& diff() const { return diff_; }

 private:
  std::string diff_;
};

}  // namespace gitscale
