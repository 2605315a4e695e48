#!/usr/bin/env bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# Runs layering_test.sh over small trees with one offence each: it must name the file and the line.
set -euo pipefail

script=$(cd "$(dirname "$0")/.." && pwd)/layering_test.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

expect() {
  local file=$1 text=$2
  rm -rf "${tree:?}"/*
  mkdir -p "$tree/$(dirname "$file")"
  printf '\n%s\n' "$text" >"$tree/$file"
  local output
  if output=$("$script" "$tree") || [[ $output != "$file:2:"* ]]; then
    printf 'not found: %s in %s\n%s\n' "$text" "$file" "$output"
    exit 1
  fi
}

expect base/a.h '#include "policies/load.h"'
expect policies/a.cc '#include "reconciler/reason.h"'
expect policies/engines/a.cc '#include "cli/run.h"'
expect reconciler/a.cc '#include "render/edit.h"'
expect observe/a.cc '#include "gitops/repository.h"'
expect render/a.cc '#include "observe/query.h"'
expect gitops/a.cc '#include "cli/run.h"'
expect cli/a.cc '#include "tests/support/fake.h"'
expect policies/a.cc '#include "load.h"'
expect reconciler/a.cc 'const auto now = std::chrono::system_clock::now();'
expect render/a.cc 'const char* home = std::getenv("HOME");'
expect reconciler/a.cc '#include <spdlog/spdlog.h>'
expect render/a.cc '#include <git2.h>'
expect policies/a.cc '#include <curl/curl.h>'
expect policies/a.cc '#include "base/log.h"'
expect render/a.cc '#include <fstream>'
expect policies/a.cc '#include <sstream>'
expect observe/a.cc '#include <yaml-cpp/yaml.h>'
expect policies/a.cc '#include <yaml-cpp/yaml.h>'
expect reconciler/a.cc '#include <rapidjson/reader.h>'

rm -rf "${tree:?}"/*
mkdir -p "$tree/policies"
printf '#include <sstream>\n#include <yaml-cpp/parser.h>\n#include "base/result.h"\n' >"$tree/policies/yaml_tree.cc"
"$script" "$tree"
