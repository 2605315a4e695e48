// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <git2/sys/transport.h>

namespace gitscale {

/// A `git_smart_subtransport_cb` for paths on this machine: talks to `git upload-pack` and `git
/// receive-pack`, so that hooks run and references are swapped as on a server. (libgit2's own
/// transport for paths does neither: a concurrent update was lost.) param: the TransportContext,
/// which outlives the transport.
int MakeProcessSubtransport(git_smart_subtransport** out,
                            git_transport* owner,
                            void* param) noexcept;

}  // namespace gitscale
