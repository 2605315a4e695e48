# shellcheck shell=bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# What the server scripts share. Sourced, never run.

die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# Prints the comment block on top of the calling script, as its help.
usage() {
  sed -n '5,/^[^#]/{/^#/s/^# \{0,1\}//p}' "$0" >&2
  exit 2
}

# Prints where a program is, or exits 77 (the test that asked is then skipped).
find_program() {
  local path
  for path in "$(command -v "$1" || true)" "/usr/sbin/$1"; do
    [[ ! -x $path ]] || { printf '%s\n' "$path" && return; }
  done
  printf '%s: %s is not installed\n' "$(basename "$0")" "$1" >&2
  exit 77
}

# A port nobody listens on, below those the kernel hands out. Another process may still take it first, so
# callers try again when their server cannot bind it.
free_port() {
  local port tries
  for ((tries = 0; tries < 50; tries++)); do
    port=$((20000 + RANDOM % 12000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { printf '%s\n' "$port" && return; }
  done
  die 'found no free port'
}

# Also false for a process that has ended and only waits to be reaped.
is_running() {
  local stat=
  { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 1
  [[ ${stat##*) } != Z* ]]
}

# stop_pid_file FILE: asks the process to end, waits up to 4 s, then kills it.
stop_pid_file() {
  local pid tries
  [[ -f $1 ]] || return 0
  pid=$(<"$1")
  kill -TERM "$pid" 2>/dev/null || true
  for ((tries = 0; tries < 200; tries++)); do
    is_running "$pid" || break
    sleep 0.02
  done
  ! is_running "$pid" || kill -KILL "$pid" 2>/dev/null || true
  rm -f "$1"
}

# start_server NAME DIR URL-PATH COMMAND...: runs a server until http://127.0.0.1:PORT/URL-PATH answers. In the
# command, @PORT@ stands for the port; one that is taken meanwhile is replaced by another, unless DIR/NAME.env
# names one from an earlier start: then the server comes back where it was. Writes DIR/NAME.pid and
# DIR/NAME.env with PORT and URL, logs to DIR/NAME.log.
start_server() {
  local name=$1 directory=$2 path=$3 tries waits pid port=
  shift 3
  [[ ! -f $directory/$name.env ]] || port=$(sed -n 's/^PORT=//p' "$directory/$name.env")
  for ((tries = 0; tries < 5; tries++)); do
    [[ -n $port ]] || port=$(free_port)
    "${@//@PORT@/$port}" </dev/null >>"$directory/$name.log" 2>&1 &
    pid=$!
    printf '%s\n' "$pid" >"$directory/$name.pid"
    for ((waits = 0; waits < 500; waits++)); do
      is_running "$pid" || break
      if curl -sf -o /dev/null --max-time 2 "http://127.0.0.1:$port/$path" && is_running "$pid"; then
        printf 'PORT=%s\nURL=http://127.0.0.1:%s\n' "$port" "$port" >"$directory/$name.env"
        disown -a
        return
      fi
      sleep 0.02
    done
    stop_pid_file "$directory/$name.pid"
    port=
  done
  tail -n 20 "$directory/$name.log" >&2
  die "$name did not start; its log is above"
}
