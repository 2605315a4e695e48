# shellcheck shell=bash disable=SC2034  # the lists are for those who source this
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# The Debian packages this project needs, and how they get onto a machine. Sourced, never run.
#
#   source scripts/packages.sh
#   install_packages "${BUILD_PACKAGES[@]}"
#
# Nothing but apt and the two files that keep its services quiet is ever done as root.

# What compiles and links the binary.
BUILD_PACKAGES=(
  g++ cmake ninja-build pkg-config git ca-certificates
  libcli11-dev libexpected-dev libyaml-cpp-dev libgit2-dev libcurl4-openssl-dev
  rapidjson-dev libspdlog-dev libfmt-dev
)

# What the tests compile against, and the servers that they start for themselves.
# kubernetes-client is not here: it clashes with a kubectl package that owns the same file.
TEST_PACKAGES=(
  libgtest-dev libgmock-dev libbenchmark-dev librapidcheck-dev libcpp-httplib-dev
  victoria-metrics prometheus postgresql prometheus-postgres-exporter
  nginx-light fcgiwrap openssh-client openssh-server curl jq time
)

# What scripts/check.sh runs.
LINT_PACKAGES=(
  clang clang-format-14 clang-tidy-14 shellcheck yamllint jq
)

# Units that the packages above enable. Tests start their own instances, so none is wanted at boot.
SERVICE_UNITS=(
  victoria-metrics.service prometheus.service postgresql.service
  prometheus-postgres-exporter.service
  nginx.service fcgiwrap.service fcgiwrap.socket ssh.service
)

# Prints those of the named packages that are not installed, one a line.
missing_packages() {
  local package status
  for package in "$@"; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || status=
    [[ $status == installed ]] || printf '%s\n' "$package"
  done
}

# Runs a command as root: directly, or through sudo.
as_root() {
  if ((EUID == 0)); then
    "$@"
  else
    sudo "$@"
  fi
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 \
    apt-get -q -o DPkg::Lock::Timeout=300 -o Dpkg::Options::=--force-confdef \
    -o Dpkg::Options::=--force-confold "$@" </dev/null
}

# True when the package lists are absent, older than a day, or do not know one of the named packages.
apt_lists_are_old() {
  local package
  [[ -n $(find /var/lib/apt/lists -maxdepth 1 -name '*_Packages*' -mmin -1440 -print -quit 2>/dev/null) ]] ||
    return 0
  for package in "$@"; do
    apt-cache show "$package" >/dev/null 2>&1 || return 0
  done
  return 1
}

# Installs what is missing of the named packages; says what, and how long it took. Without anything missing
# it calls neither apt nor sudo. Services that come along are neither started nor left enabled.
install_packages() (
  # A subshell, so that its traps cannot replace the caller's.
  set -euo pipefail
  local -a missing
  local unit start downloaded log policy_ours=
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]} > 0)) || return 0

  if ! command -v apt-get >/dev/null; then
    printf 'error: these packages are missing and there is no apt-get to install them with: %s\n' "${missing[*]}" >&2
    return 1
  fi
  if ((EUID != 0)) && ! command -v sudo >/dev/null; then
    printf 'error: packages are missing and this is neither root nor is sudo here; as root, run:\n' >&2
    printf '  apt-get update && apt-get install -y --no-install-recommends %s\n' "${missing[*]}" >&2
    return 1
  fi
  printf 'packages: installing %s\n' "${missing[*]}" >&2

  log=$(mktemp "${TMPDIR:-/tmp}/gitscale-apt.XXXXXX")
  # shellcheck disable=SC2317  # called by the trap
  clean_up() {
    [[ -z $policy_ours ]] || as_root rm -f /usr/sbin/policy-rc.d
    rm -f "$log"
  }
  trap clean_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM

  if [[ ! -e /usr/sbin/policy-rc.d ]]; then
    policy_ours=yes
    # 101 is "action forbidden by policy": maintainer scripts then start nothing.
    printf '#!/bin/sh\nexit 101\n' | as_root tee /usr/sbin/policy-rc.d >/dev/null
    as_root chmod 755 /usr/sbin/policy-rc.d
  fi
  if [[ " ${missing[*]} " == *" postgresql "* && ! -e /etc/postgresql-common/createcluster.conf ]]; then
    as_root mkdir -p /etc/postgresql-common
    printf '# Written before PostgreSQL was installed for tests: no "main" cluster is wanted.\n%s\n' \
      'create_main_cluster = false' | as_root tee /etc/postgresql-common/createcluster.conf >/dev/null
  fi

  start=$SECONDS
  run_apt() {
    apt_get "$@" >>"$log" 2>&1 && return 0
    printf 'error: apt-get %s failed; the end of what it said:\n' "$1" >&2
    tail -n 25 "$log" >&2
    return 1
  }
  if apt_lists_are_old "${missing[@]}"; then
    run_apt update
  fi
  # A mirror that has moved on answers 404 to yesterday's list: refresh it once before giving up.
  if ! apt_get install -y --no-install-recommends --download-only "${missing[@]}" >>"$log" 2>&1; then
    run_apt update
    run_apt install -y --no-install-recommends --download-only "${missing[@]}"
  fi
  downloaded=$SECONDS
  run_apt install -y --no-install-recommends "${missing[@]}"
  if command -v systemctl >/dev/null; then
    for unit in "${SERVICE_UNITS[@]}"; do
      if unit_is_new "$unit" "${missing[@]}"; then
        as_root systemctl --quiet disable "$unit" >>"$log" 2>&1 || true
      fi
    done
  fi
  printf 'packages: %d installed; download %d s, install %d s\n' \
    "${#missing[@]}" "$((downloaded - start))" "$((SECONDS - downloaded))" >&2
)

# True when the unit was brought by one of the named packages, so that it is ours to disable.
unit_is_new() {
  local unit=$1 owner
  shift
  owner=$(dpkg-query -S "/lib/systemd/system/$unit" 2>/dev/null) || return 1
  owner=${owner%%:*}
  [[ " $* " == *" $owner "* || ($owner == postgresql-common && " $* " == *" postgresql "*) ||
    ($owner == nginx-common && " $* " == *" nginx-light "*) ]]
}
