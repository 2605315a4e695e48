// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/text_table.h"

#include <algorithm>
#include <cstddef>

#include "render/one_line.h"

namespace gitscale {

std::string TextTable(const std::vector<TextRow>& rows, const DressCell& dress) {
  std::vector<std::size_t> widths;
  for (const TextRow& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], DisplayWidth(row[i]));
    }
  }
  std::string out;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const TextRow& row = rows[r];
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += dress ? dress(r, i, row[i]) : row[i];
      line.append(i + 1 < row.size() ? widths[i] - DisplayWidth(row[i]) + 2 : 0, ' ');
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

}  // namespace gitscale
