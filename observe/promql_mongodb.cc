// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/promql.h"

namespace gitscale {
namespace {

// First the names that mongodb_exporter gives in its compatible mode, then its own.
std::string_view SignalText(Signal signal) {
  switch (signal) {
    case Signal::kReadConnections:
      return "max by (namespace,pod)("
             R"(last_over_time(mongodb_connections{$targets,state="current"}[$scrape]))"
             " or last_over_time("
             R"(mongodb_ss_connections{$targets,conn_type="current"}[$scrape])))";
    case Signal::kReadActiveConnections:
      return "max by (namespace,pod)("
             R"(last_over_time(mongodb_connections{$targets,state="active"}[$scrape]))"
             " or last_over_time("
             R"(mongodb_ss_connections{$targets,conn_type="active"}[$scrape])))";
    case Signal::kReadQueriesPerSecond:
      return "(sum by (namespace,pod)("
             R"(rate(mongodb_mongod_op_counters_total{$targets,type="query"}[$rate])))"
             " or sum by (namespace,pod)("
             R"(rate(mongodb_ss_opcounters{$targets,legacy_op_type="query"}[$rate]))))";
    case Signal::kReplicationLagSeconds:
      // Every member reports what it knows of the others, as "host:port": the host's first label is
      // the pod.
      return "label_replace(max by (namespace,name)(last_over_time("
             "mongodb_mongod_replset_member_replication_lag{$targets}[$scrape])),"
             R"("pod","$1","name","([^:.]+).*"))";
    case Signal::kWriteBytesPerSecond:
      // Operations that write stand for bytes: the brake asks only whether there are any.
      return "(sum by (namespace,pod)(rate(mongodb_mongod_op_counters_total"
             R"({$targets,type=~"insert|update|delete"}[$rate])))"
             " or sum by (namespace,pod)(rate(mongodb_ss_opcounters"
             R"({$targets,legacy_op_type=~"insert|update|delete"}[$rate]))))";
    case Signal::kWalReceiverUp:
      return "label_replace(min by (namespace,name)(last_over_time("
             "mongodb_mongod_replset_member_health{$targets}[$scrape])),"
             R"("pod","$1","name","([^:.]+).*"))";
    default:
      return {};
  }
}

}  // namespace

// Percona's mongodb_exporter. Source: its exporter/v1_compatibility.go. States of a member: 1
// primary, 2 secondary, 3 recovering, 5 starting up.
const EnginePromql& MongodbPromql() {
  static const EnginePromql promql{
      .engine = Engine::kMongodb,
      // Members in any other state are neither.
      .role =
          "max by (namespace,pod)("
          "(last_over_time(mongodb_mongod_replset_my_state{$targets}[$recent]) == 2) - 1"
          " or (last_over_time(mongodb_rs_myState{$targets}[$recent]) == 2) - 1)"
          " or max by (namespace,pod)("
          "(last_over_time(mongodb_mongod_replset_my_state{$targets}[$recent]) == 1) - 1"
          " or (last_over_time(mongodb_rs_myState{$targets}[$recent]) == 1) - 1)",
      .freshness =
          "max by (namespace,pod)(timestamp(mongodb_mongod_replset_my_state{$targets})"
          " or timestamp(mongodb_rs_myState{$targets}))",
      .up = "min by (namespace,pod)(last_over_time(mongodb_up{$targets}[$step]))",
      .container = "mongod",
      .busy =
          "max by (namespace,pod)("
          "(last_over_time(mongodb_mongod_replset_my_state{$targets}[$step]) == 5) - 4"
          " or (last_over_time(mongodb_rs_myState{$targets}[$step]) == 5) - 4)"
          " or max by (namespace,pod)("
          "(last_over_time(mongodb_mongod_replset_my_state{$targets}[$step]) == 3) - 1"
          " or (last_over_time(mongodb_rs_myState{$targets}[$step]) == 3) - 1)",
      .busy_names = {"a member that joins", "a member that recovers"},
      .signal = SignalText,
  };
  return promql;
}

}  // namespace gitscale
