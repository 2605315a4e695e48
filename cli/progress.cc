// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/progress.h"

namespace gitscale {

void Progress::Show(std::string_view text) {
  if (enabled_) {
    // The cursor goes back to the first column, so that whatever is written next covers the line.
    err_ << "\r\x1b[K" << text << '\r' << std::flush;
    shown_ = true;
  }
}

void Progress::Clear() {
  if (shown_) {
    err_ << "\r\x1b[K" << std::flush;
    shown_ = false;
  }
}

}  // namespace gitscale
