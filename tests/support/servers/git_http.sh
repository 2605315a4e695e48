#!/usr/bin/env bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# A Git server over http for tests: nginx, fcgiwrap and git-http-backend, on 127.0.0.1.
#
#   git_http.sh start DIR [--auth USER:PASSWORD]   serves DIR/repos/*.git under /git/
#   git_http.sh stop DIR
#
# start writes DIR/git_http.env with URL=http://127.0.0.1:PORT/git and PIDS="...", and returns when the
# server answers. Everything else it needs is in DIR/git_http. A repository takes pushes when its
# configuration has `http.receivepack true`; with --auth, all requests need the password.
# Runs as root and as an ordinary user; the repositories must belong to the same one.
# Exit: 0 done, 1 failed, 2 wrong use, 77 nginx, fcgiwrap or git-http-backend is not installed.
set -euo pipefail

usage() {
  sed -n '/^#   git_http/s/^# *//p' "$0" >&2
  exit 2
}

find_program() {
  local path
  for path in "$(command -v "$1" || true)" "/usr/sbin/$1" "/usr/local/sbin/$1"; do
    if [[ -n $path && -x $path ]]; then
      echo "$path"
      return
    fi
  done
  echo "git_http.sh: $1 is not installed" >&2
  return 77
}

# The status of one answer, or nothing while nobody answers.
ask() {
  local port=$1 line=
  {
    exec 3<>"/dev/tcp/127.0.0.1/$port" || return 0
  } 2>/dev/null
  printf 'GET /ready/none HTTP/1.0\r\n\r\n' >&3 || true
  read -r -t 5 line <&3 || true
  exec 3>&-
  line=${line#HTTP/* }
  echo "${line%% *}"
}

# Also false for one that has ended and only waits to be reaped by a slow init.
is_running() {
  local stat=
  { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 1
  [[ ${stat##*) } != Z* ]]
}

# Stops the processes that are still there and waits until they are gone.
stop_pids() {
  local pid tries
  for pid in "$@"; do
    kill -TERM "$pid" 2>/dev/null || true
  done
  for pid in "$@"; do
    for ((tries = 0; tries < 200; tries++)); do
      is_running "$pid" || break
      sleep 0.02
    done
    ! is_running "$pid" || kill -KILL "$pid" 2>/dev/null || true
  done
}

write_nginx_conf() {
  local port=$1 backend=$2 user_line='' auth_lines='' backends='' i
  if [[ $(id -u) -eq 0 ]]; then
    # Without it the worker is another user and cannot open the socket in a folder of ours.
    user_line='user root;'
  fi
  if [[ -n $auth ]]; then
    auth_lines="auth_basic gitscale-test; auth_basic_user_file $work/htpasswd;"
  fi
  for ((i = 0; i < workers; i++)); do
    backends+="server unix:fcgi$i.sock max_fails=0; "
  done
  cat >"$work/nginx.conf" <<CONF
$user_line
daemon off;
worker_processes 1;
pid $work/nginx.pid;
error_log $work/error.log warn;
events { worker_connections 128; }
http {
  access_log $work/access.log;
  client_body_temp_path $work/tmp/body;
  proxy_temp_path $work/tmp/proxy;
  fastcgi_temp_path $work/tmp/fastcgi;
  uwsgi_temp_path $work/tmp/uwsgi;
  scgi_temp_path $work/tmp/scgi;
  client_max_body_size 0;
  upstream git_backend { least_conn; $backends }
  server {
    listen 127.0.0.1:$port;
    fastcgi_buffering off;
    fastcgi_param REQUEST_METHOD \$request_method;
    fastcgi_param QUERY_STRING \$query_string;
    fastcgi_param CONTENT_TYPE \$content_type;
    fastcgi_param CONTENT_LENGTH \$content_length;
    fastcgi_param SERVER_PROTOCOL \$server_protocol;
    fastcgi_param REMOTE_ADDR \$remote_addr;
    fastcgi_param REMOTE_USER \$remote_user;
    fastcgi_param SCRIPT_FILENAME $backend;
    fastcgi_param GIT_PROJECT_ROOT $root/repos;
    fastcgi_param GIT_HTTP_EXPORT_ALL 1;
    fastcgi_param GIT_PROTOCOL \$http_git_protocol;
    fastcgi_param GIT_CONFIG_NOSYSTEM 1;
    fastcgi_param GIT_CONFIG_GLOBAL /dev/null;
    fastcgi_param HOME $work;
    fastcgi_param PATH_INFO \$git_path;
    location ~ ^/ready(/.*)\$ {
      set \$git_path \$1;
      fastcgi_pass git_backend;
    }
    location ~ ^/git(/.*)\$ {
      set \$git_path \$1;
      $auth_lines
      fastcgi_pass git_backend;
    }
  }
}
CONF
}

start() {
  local nginx fcgiwrap backend fcgi_pids=() nginx_pid='' port tries status
  nginx=$(find_program nginx)
  fcgiwrap=$(find_program fcgiwrap)
  backend=$(git --exec-path)/git-http-backend
  if [[ ! -x $backend ]]; then
    echo "git_http.sh: git-http-backend is not installed" >&2
    exit 77
  fi
  mkdir -p "$root/repos" "$work/tmp"
  if [[ -n $auth ]]; then
    (umask 077 && printf '%s:{PLAIN}%s\n' "${auth%%:*}" "${auth#*:}" >"$work/htpasswd")
  fi
  # The socket's name is relative: an absolute one may be longer than a socket's name may be.
  cd "$work"
  export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null HOME="$work"
  # One process each, so that every pid is known: those that fcgiwrap -c forks outlive their parent.
  for ((tries = 0; tries < workers; tries++)); do
    rm -f "fcgi$tries.sock"
    "$fcgiwrap" -s "unix:fcgi$tries.sock" </dev/null >>fcgiwrap.log 2>&1 &
    fcgi_pids+=("$!")
  done
  for ((tries = 0; tries < 20; tries++)); do
    port=$((20000 + (RANDOM * 32768 + RANDOM) % 40000))
    if [[ -n $(ask "$port") ]]; then
      continue
    fi
    write_nginx_conf "$port" "$backend"
    : >error.log
    "$nginx" -p "$work" -e "$work/error.log" -c "$work/nginx.conf" </dev/null >nginx.log 2>&1 &
    nginx_pid=$!
    while is_running "$nginx_pid" && ! grep -q 'bind() to' error.log; do
      status=$(ask "$port")
      # 502: nginx answers, fcgiwrap does not yet.
      if [[ -n $status && $status != 502 ]]; then
        printf 'URL=http://127.0.0.1:%s/git\nPIDS="%s %s"\n' "$port" "$nginx_pid" "${fcgi_pids[*]}" \
          >"$root/git_http.env"
        disown -a
        return
      fi
      is_running "${fcgi_pids[0]}" || break 2
      sleep 0.02
    done
    stop_pids "$nginx_pid"
  done
  stop_pids ${nginx_pid:+"$nginx_pid"} "${fcgi_pids[@]}"
  echo "git_http.sh: the server did not start:" >&2
  cat error.log nginx.log fcgiwrap.log >&2 || true
  exit 1
}

stop() {
  local PIDS='' pids
  if [[ ! -f $root/git_http.env ]]; then
    return
  fi
  # shellcheck source=/dev/null
  PIDS=$(. "$root/git_http.env" && echo "$PIDS")
  read -r -a pids <<<"$PIDS"
  stop_pids "${pids[@]}"
  rm -f "$root/git_http.env"
}

[[ $# -ge 2 ]] || usage
verb=$1
mkdir -p "$2"
root=$(cd "$2" && pwd)
work=$root/git_http
auth=
workers=6
shift 2
if [[ $# -eq 2 && $1 == --auth && $2 == *:* ]]; then
  auth=$2
elif [[ $# -gt 0 ]]; then
  usage
fi
case $verb in
  start) start ;;
  stop) stop ;;
  *) usage ;;
esac
