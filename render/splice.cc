// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/splice.h"

#include <algorithm>

namespace gitscale {

bool Overlap(std::vector<Splice> splices) {
  std::ranges::stable_sort(splices, {}, &Splice::begin);
  for (std::size_t i = 1; i < splices.size(); ++i) {
    if (splices[i].begin < splices[i - 1].end) {
      return true;
    }
  }
  return false;
}

std::string ApplySplices(std::string_view text, std::vector<Splice> splices) {
  std::ranges::stable_sort(splices, {}, &Splice::begin);
  std::string out;
  std::size_t copied = 0;
  for (const Splice& splice : splices) {
    out += text.substr(copied, splice.begin - copied);
    out += splice.text;
    copied = splice.end;
  }
  return out += text.substr(copied);
}

}  // namespace gitscale
