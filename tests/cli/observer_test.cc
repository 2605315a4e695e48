// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/observer.h"

#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/builders.h"
#include "tests/support/fakes.h"

namespace gitscale {
namespace {

using std::chrono::seconds;
using testing::FakeClusterReader;
using testing::FakeMetricSource;
using ::testing::SizeIs;

class ObserverTest : public ::testing::Test {
 protected:
  ObserverTest() {
    for (const char* name : {"main", "other"}) {
      auto source = std::make_unique<FakeMetricSource>();
      sources_[name] = source.get();
      ports_.metrics.emplace(name, std::move(source));
    }
    for (const char* name : {"prod", "lab"}) {
      auto reader = std::make_unique<FakeClusterReader>();
      readers_[name] = reader.get();
      ports_.clusters.emplace(name, std::move(reader));
    }
  }

  static PolicyTarget TargetOf(const std::string& name,
                               const std::string& endpoint,
                               const std::string& cluster) {
    PolicyTarget target{testing::APolicy(), testing::ATarget(2), "policy.yaml", 1};
    target.target.key.name = name;
    target.target.key.cluster = cluster;
    target.target.metrics = endpoint;
    return target;
  }

  RunPorts ports_;
  std::map<std::string, FakeMetricSource*> sources_;
  std::map<std::string, FakeClusterReader*> readers_;
  testing::FakeClock clock_;
};

TEST_F(ObserverTest, AsksEachEndpointAndClusterOnceForAllOfItsTargets) {
  const PolicyTarget a = TargetOf("a", "main", "prod");
  const PolicyTarget b = TargetOf("b", "other", "prod");
  const PolicyTarget c = TargetOf("c", "main", "lab");
  sources_["main"]->load_of = {{"a", 7}, {"c", 9}};
  Observer observer(ports_, clock_, seconds(300));
  const std::vector<Measured> measured = observer.Observe({&a, &b, &c});
  ASSERT_THAT(measured, SizeIs(3));
  EXPECT_EQ(measured[0].seen.metrics.at(0).up.steps.front().sum_milli, 7'000);
  EXPECT_EQ(measured[2].seen.metrics.at(0).up.steps.front().sum_milli, 9'000);
  EXPECT_EQ(measured[0].now, sources_["main"]->now);
  ASSERT_THAT(sources_["main"]->asked, SizeIs(1));
  EXPECT_THAT(sources_["main"]->asked[0], SizeIs(2));
  EXPECT_THAT(sources_["other"]->asked, SizeIs(1));
  EXPECT_THAT(readers_["prod"]->asked.at(0), SizeIs(2));
  EXPECT_THAT(readers_["lab"]->asked.at(0), SizeIs(1));
  EXPECT_EQ(observer.queries(), 2);
  EXPECT_EQ(observer.calls(), 2);
}

TEST_F(ObserverTest, RemembersWhatIsFreshAndUnchanged) {
  PolicyTarget a = TargetOf("a", "main", "prod");
  Observer observer(ports_, clock_, seconds(300));
  static_cast<void>(observer.Observe({&a}));
  a.policy.max_replicas = 9;  // asks for nothing else
  clock_.Advance(seconds(300));
  static_cast<void>(observer.Observe({&a}));
  EXPECT_THAT(sources_["main"]->asked, SizeIs(1));
  a.policy.scale_up.stabilization_window = seconds(600);
  static_cast<void>(observer.Observe({&a}));
  EXPECT_THAT(sources_["main"]->asked, SizeIs(2));
  clock_.Advance(seconds(301));
  static_cast<void>(observer.Observe({&a}));
  EXPECT_THAT(sources_["main"]->asked, SizeIs(3));
}

TEST_F(ObserverTest, AnEndpointThatTellsNoTimeIsDecidedByOurs) {
  const PolicyTarget a = TargetOf("a", "main", "prod");
  sources_["main"]->now = SysSeconds{};
  sources_["main"]->fault = Reason{ReasonCode::kMetricsUnavailable, "gone"};
  Observer observer(ports_, clock_, seconds(300));
  const std::vector<Measured> measured = observer.Observe({&a});
  EXPECT_EQ(measured.at(0).now, clock_.Now());
  EXPECT_EQ(measured.at(0).seen.endpoint_fault->code, ReasonCode::kMetricsUnavailable);
}

TEST_F(ObserverTest, AStateThatIsOfAnotherTimeIsUnknown) {
  const PolicyTarget a = TargetOf("a", "main", "prod");
  readers_["prod"]->as_of = clock_.Now() - seconds{901};
  Observer late(ports_, clock_, seconds(300));
  const Measured old = late.Observe({&a})[0];
  ASSERT_TRUE(old.seen.cluster.fault);
  EXPECT_EQ(old.seen.cluster.fault->code, ReasonCode::kClusterStateUnknown);
  readers_["prod"]->as_of = old.now - seconds{900};
  Observer in_time(ports_, clock_, seconds(300));
  EXPECT_FALSE(in_time.Observe({&a})[0].seen.cluster.fault);
}

}  // namespace
}  // namespace gitscale
