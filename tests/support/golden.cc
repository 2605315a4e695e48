// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/golden.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace gitscale {

void ExpectGolden(const std::string& path, const std::string& actual) {
  const char* update = std::getenv("UPDATE_GOLDEN");
  if (update != nullptr && std::string(update) == "1") {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << actual;
    GTEST_SKIP() << "wrote " << path;
  }
  std::ifstream stream(path, std::ios::binary);
  ASSERT_TRUE(stream) << "no golden file " << path << " (UPDATE_GOLDEN=1 writes it)";
  std::ostringstream expected;
  expected << stream.rdbuf();
  EXPECT_EQ(expected.str(), actual) << "golden file " << path << " (UPDATE_GOLDEN=1 rewrites it)";
}

}  // namespace gitscale
