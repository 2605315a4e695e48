// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/metrics_cluster_reader.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/observe/fake_server.h"

namespace gitscale {
namespace {

TEST(MetricsClusterReader, ReadsInstances) {
  FakeHttp http([](const HttpRequest& request) -> Result<HttpResponse> {
    if (IsProbe(request)) {
      return Json(Matrix(""));
    }
    if (IsRole(request)) {
      return Json(Matrix(Everywhere(request, "a", "db-2", "1") + "," +
                         Everywhere(request, "a", "db-1", "0") + "," +
                         Everywhere(request, "a", "db-3", "NaN")));
    }
    if (FormField(request.body, "query").find("cnpg_collector_up") == std::string::npos) {
      return Json(Matrix(""));
    }
    return Json(Matrix(Everywhere(request, "a", "db-1", "1") + "," +
                       Everywhere(request, "a", "db-3", "0")));
  });
  const FakeClock clock(kNow);
  const ClusterReading reading = MakeMetricsClusterReader(Settings(), http, clock)
                                     ->Read({{"p", Engine::kPostgres, "a", "gone"},
                                             {"p", Engine::kPostgres, "a", "db"},
                                             {"p", Engine::kGateway, "a", "db"}});
  EXPECT_EQ(reading.calls, 7);
  EXPECT_EQ(reading.states.at(0).fault->code, ReasonCode::kClusterStateUnknown);
  ClusterState want;
  want.instances = {{"db-1", Role::kPrimary, true},
                    {"db-2", Role::kReplica, false},
                    {"db-3", Role::kUnknown, false}};
  EXPECT_EQ(reading.states.at(1), want);
  EXPECT_EQ(reading.states.at(2).fault->message, "no metrics are known for engine gateway");
}

TEST(MetricsClusterReader, AFailureIsUnknownForAll) {
  FakeHttp http([](const HttpRequest&) -> Result<HttpResponse> { return Json("no", 503); });
  const FakeClock clock(kNow);
  const ClusterReading reading = MakeMetricsClusterReader(Settings(), http, clock)
                                     ->Read({{"p", Engine::kPostgres, "a", "db"}});
  EXPECT_EQ(reading.states.at(0).fault->code, ReasonCode::kClusterStateUnknown);
  EXPECT_EQ(reading.states.at(0).fault->message, "metrics endpoint 'main' answered 503: no");
}

}  // namespace
}  // namespace gitscale
