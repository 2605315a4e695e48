# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0

# Compile options shared by every target of ours, linked privately as `project_options`.
add_library(project_options INTERFACE)
target_compile_features(project_options INTERFACE cxx_std_20)
target_compile_options(
  project_options
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wconversion
            -Wnon-virtual-dtor
            -Wold-style-cast
            -Wextra-semi
            # Values have defaults in their headers; naming each one again where it is made adds nothing.
            -Wno-missing-field-initializers
            # g++ 12 reports moved-from std::variant alternatives as uninitialized when it optimizes, and paths
            # through inlined library code as null dereferences.
            $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
            $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Debug>>:-Wnull-dereference>
            $<$<BOOL:${GITSCALE_WERROR}>:-Werror>
            -fstack-protector-strong)
# Headers are found from the root of the tree: #include "base/result.h".
target_include_directories(project_options INTERFACE "${PROJECT_SOURCE_DIR}")
