// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/recording_publisher.h"

#include "render/change_set_builder.h"

namespace gitscale {

Result<Published> RecordingPublisher::Publish(const RepositorySnapshot& tip,
                                              const ChangeSet& changes,
                                              const Rebuild& /*rebuild*/,
                                              const Permit& permit) {
  TRY(permit(tip));
  diff_ = DiffOfChangeSet(tip, changes);
  Published published;
  published.commits.resize(changes.commits.size());
  published.change_set = changes;
  return published;
}

}  // namespace gitscale
