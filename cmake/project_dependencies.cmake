# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0

# Everything comes from Debian packages; nothing is downloaded at configure time.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tl-expected REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(CURL REQUIRED)
pkg_check_modules(LIBGIT2 REQUIRED IMPORTED_TARGET libgit2>=1.5)
# SHA-256. libgit2's development package depends on mbedTLS, so this adds no package of its own.
find_library(MBEDCRYPTO_LIBRARY mbedcrypto REQUIRED)
find_path(RAPIDJSON_INCLUDE_DIR rapidjson/reader.h REQUIRED)

if(GITSCALE_TESTS)
  find_package(GTest REQUIRED)
  find_package(rapidcheck REQUIRED)
  include(GoogleTest)
endif()
