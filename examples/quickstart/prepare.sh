#!/usr/bin/env bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# Lays the example out in a folder: tenant.git (bare, branch main, one commit), gitscale.yaml, morning.csv and
# snapshot.json. Usage: prepare.sh DIR
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
into=${1:?usage: prepare.sh DIR}
mkdir -p "$into"
into=$(cd "$into" && pwd)

# Nobody's own configuration (signing, hooks, default branch) belongs in an example.
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null HOME=$into
export GIT_AUTHOR_NAME='Acme' GIT_AUTHOR_EMAIL=ops@acme.example
export GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL
export GIT_AUTHOR_DATE=2026-03-01T12:00:00Z GIT_COMMITTER_DATE=2026-03-01T12:00:00Z

cp "$here/gitscale.yaml" "$here/snapshot.json" "$into/"
awk -f "$here/morning.awk" >"$into/morning.csv"

git init -q --bare -b main "$into/tenant.git"
work=$(mktemp -d "$into/work.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/clusters/prod/tenant-acme"
cp "$here"/tenant/*.yaml "$work/clusters/prod/tenant-acme/"
git -C "$work" init -q -b main
git -C "$work" add .
git -C "$work" commit -q -m 'Add the databases of tenant acme'
git -C "$work" push -q "$into/tenant.git" main
