# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0

# Half of a build was reading these again and again. Files still include what they use: the presets dev and tidy build
# without precompiled headers.
function(project_precompile)
  file(WRITE "${PROJECT_BINARY_DIR}/precompiled.cc" "")
  add_library(project_precompiled OBJECT "${PROJECT_BINARY_DIR}/precompiled.cc")
  target_link_libraries(project_precompiled PRIVATE project_options fmt::fmt tl::expected)
  target_precompile_headers(
    project_precompiled
    PRIVATE
    <algorithm>
    <chrono>
    <functional>
    <map>
    <optional>
    <string>
    <string_view>
    <vector>
    <fmt/format.h>
    <tl/expected.hpp>)
endfunction()

# One folder, one library. All are made here, so all are alike.
#
#   project_module(observe SOURCES a.cc b.cc PUBLIC_DEPS project::reconciler PRIVATE_DEPS CURL::libcurl)
#
# PUBLIC_DEPS are what the folder's headers include; PRIVATE_DEPS only its .cc files.
function(project_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;PUBLIC_DEPS;PRIVATE_DEPS" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  add_library(project::${name} ALIAS ${name})
  target_link_libraries(
    ${name}
    PUBLIC ${arg_PUBLIC_DEPS}
    PRIVATE project_options ${arg_PRIVATE_DEPS})
  target_precompile_headers(${name} REUSE_FROM project_precompiled)
endfunction()

# One test executable per folder. Tests of a folder may use everything that folder may use, and tests/support.
#
#   project_test(base SOURCES quantity_test.cc PRIVATE_DEPS project::base)
function(project_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;PRIVATE_DEPS" ${ARGN})
  add_executable(${name}_tests ${arg_SOURCES})
  target_link_libraries(${name}_tests PRIVATE project_options ${arg_PRIVATE_DEPS} GTest::gmock_main)
  target_compile_definitions(
    ${name}_tests PRIVATE GITSCALE_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                          GITSCALE_TESTDATA_DIR="${PROJECT_SOURCE_DIR}/tests/testdata/${name}")
  # Tests of optimized libraries need no optimization of their own: it costs two thirds of their build time, and g++ 12
  # invents out-of-bounds copies in it.
  target_compile_options(${name}_tests PRIVATE $<$<CONFIG:Release>:-O0>)
  # GoogleTest's headers are the largest cost of a test build: read them once per executable.
  target_precompile_headers(${name}_tests PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
  gtest_discover_tests(
    ${name}_tests
    DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS unit ENVIRONMENT "TZ=UTC;LANG=C.UTF-8;NO_COLOR=1")
endfunction()
