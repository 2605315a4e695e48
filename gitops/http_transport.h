// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <git2/sys/transport.h>

namespace gitscale {

/// A `git_smart_subtransport_cb` for http and https over libcurl. param: the TransportContext,
/// which outlives the transport.
int MakeHttpSubtransport(git_smart_subtransport** out, git_transport* owner, void* param) noexcept;

}  // namespace gitscale
