// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace gitscale {

/// Cells of one line, each fit for one line of output.
using TextRow = std::vector<std::string>;

/// Puts SGR sequences around a cell, or leaves it as it is.
using DressCell =
    std::function<std::string(std::size_t row, std::size_t column, const std::string& cell)>;

/// Columns as wide as their widest cell, two spaces apart, no trailing spaces.
[[nodiscard]] std::string TextTable(const std::vector<TextRow>& rows, const DressCell& dress = {});

}  // namespace gitscale
