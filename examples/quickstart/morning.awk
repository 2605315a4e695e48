# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# Writes a morning of samples, one every 30 seconds from 08:54:00 to 09:30:00, as a Recorded source reads them:
#   awk -f morning.awk >morning.csv
# db fills up until 09:15 and stays at about 210 connections per standby; reports is steady at about 97;
# billing is busy throughout. The primaries' own connections are there too: they must not count.

function row(app, number, role, signal, value) {
  printf "%s,tenant-acme,%s,postgres-%s-%d,%s,%s,%d\n", time, app, app, number, role, signal, value
}

function cluster(app, standbys, load, primary,    n) {
  row(app, 1, "primary", "ReadConnections", primary)
  row(app, 1, "primary", "WriteBytesPerSecond", 180000 + 9000 * (step % 5))
  for (n = 2; n <= standbys + 1; n++) {
    # A little more here, a little less there: the sum is what the standbys hold together.
    row(app, n, "replica", "ReadConnections", load + (n % 2 ? 4 : -4) * (standbys > 1))
    row(app, n, "replica", "ReplicationLagSeconds", 0)
  }
}

BEGIN {
  print "time,namespace,application,pod,role,signal,value"
  for (step = 0; step <= 72; step++) {
    second = 8 * 3600 + 54 * 60 + 30 * step
    time = sprintf("2026-03-02T%02d:%02d:%02dZ", second / 3600, second / 60 % 60, second % 60)
    wobble = step % 4 - 1
    busy = step < 42 ? 90 + int(120 * step / 42) : 210
    cluster("db", 2, busy + (step == 72 ? 0 : wobble), 35)
    cluster("reports", 1, 97 + (step == 72 ? 0 : wobble), 12)
    cluster("billing", 2, 118 + wobble, 20)
  }
}
