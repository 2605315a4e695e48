// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace gitscale {

/// Compares text that people read with a file kept in the tree. A difference fails the test and
/// shows both. With UPDATE_GOLDEN=1 in the environment the file is written instead and the test is
/// reported as skipped, never as passed.
///
/// path: absolute; name it after the case: GITSCALE_TESTDATA_DIR "/table_mixed.txt".
void ExpectGolden(const std::string& path, const std::string& actual);

}  // namespace gitscale
