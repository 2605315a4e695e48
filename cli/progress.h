// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <ostream>
#include <string_view>

namespace gitscale {

/// One line that says how far the run is, on a terminal's standard error; nothing elsewhere. Log
/// lines write over it.
class Progress {
 public:
  /// err must outlive it.
  Progress(std::ostream& err, bool on_terminal) : err_(err), enabled_(on_terminal) {}

  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  ~Progress() { Clear(); }

  /// Replaces the line.
  void Show(std::string_view text);
  void Clear();

 private:
  std::ostream& err_;
  bool enabled_;
  bool shown_ = false;
};

}  // namespace gitscale
