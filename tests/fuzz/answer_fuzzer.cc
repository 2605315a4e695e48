// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "observe/answer_parser.h"

/// Whatever a metrics server answers: series, or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static_cast<void>(
      gitscale::ParseAnswer(std::string_view(reinterpret_cast<const char*>(data), size)));
  return 0;
}
