#!/usr/bin/env bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# Checks which folder includes what: base <- policies <- reconciler <- {observe, render, gitops} <- cli,
# and that the pure folders know no clock, environment, log, Git, network or stream.
# Prints file:line of every offence and exits 1.
#
#   tests/layering_test.sh [ROOT]
set -euo pipefail

root=${1:-$(cd "$(dirname "$0")/.." && pwd)}
cd "$root"
failed=0

# Prints what a search found, as offences. Arguments: why, then the output of grep.
offences() {
  local why=$1 found=$2
  if [[ -n $found ]]; then
    while IFS= read -r line; do
      printf '%s: %s\n' "$line" "$why"
    done <<<"$found"
    failed=1
  fi
}

# grep that is content with finding nothing, over the sources of one folder.
search() {
  local folder=$1 pattern=$2
  grep -rnE --include='*.h' --include='*.cc' -- "$pattern" "$folder" || [[ $? -eq 1 ]]
}

# May `folder` include headers of `other`?
allowed() {
  case "$1" in
    base) [[ $2 == base ]] ;;
    policies) [[ $2 =~ ^(base|policies)$ ]] ;;
    reconciler) [[ $2 =~ ^(base|policies|reconciler)$ ]] ;;
    observe | render | gitops) [[ $2 =~ ^(base|policies|reconciler)$ || $2 == "$1" ]] ;;
    cli) [[ $2 != tests ]] ;;
  esac
}

folders=(base policies reconciler observe render gitops cli)
for folder in "${folders[@]}"; do
  [[ -d $folder ]] || continue
  for other in "${folders[@]}" tests; do
    if ! allowed "$folder" "$other"; then
      offences "$folder/ must not include $other/" "$(search "$folder" "^ *# *include *\"$other/")"
    fi
  done
  offences "headers are found from the root of the tree" \
    "$(search "$folder" '^ *# *include *"(\.\.?/|[^/"]*")')"
done

clocks='(system_clock|steady_clock|high_resolution_clock|SystemClock)\b|\b(gettimeofday|clock_gettime|time\( *(NULL|nullptr|0)? *\))'
for folder in policies reconciler render; do
  [[ -d $folder ]] || continue
  offences "no clock in $folder/" "$(search "$folder" "$clocks")"
  offences "no environment in $folder/" "$(search "$folder" '\b(secure_)?getenv\b')"
  offences "no log, Git or network in $folder/" \
    "$(search "$folder" '^ *# *include *([<"])(spdlog|git2|curl|base/(log|http|file)\.h)')"
  streams=$(search "$folder" '^ *# *include *<(iostream|fstream|sstream|istream|ostream|filesystem|cstdio|stdio\.h)>')
  # The one exception: yaml-cpp reads from a stream only.
  offences "no streams or files in $folder/" \
    "$(grep -vE '^policies/yaml_tree\.cc:[0-9]+:#include <sstream>$' <<<"$streams" || true)"
done

yaml=$(for folder in base policies reconciler observe gitops cli; do
  [[ ! -d $folder ]] || search "$folder" '^ *# *include *<yaml-cpp/'
done)
offences "yaml-cpp is for policies/yaml_tree.cc and render/" \
  "$(grep -vE '^policies/yaml_tree\.cc:' <<<"$yaml" || true)"
if [[ -d reconciler ]]; then
  third=$(search reconciler '^ *# *include *<[a-z0-9_-]+/')
  offences "no third-party header in reconciler/ but tl/expected and fmt" \
    "$(grep -vE '<(tl|fmt)/' <<<"$third" || true)"
fi

exit "$failed"
