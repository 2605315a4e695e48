// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace gitscale {

/// Sets libgit2 and libcurl up, once per process; call before any of their functions. Thread-safe.
///
/// libgit2 reads no system or user configuration afterwards (nothing of this machine may change
/// what a run writes), keeps few objects and small windows in memory, and does not hash what it
/// reads (packs are checked when they arrive).
void InitGitLibrary();

}  // namespace gitscale
