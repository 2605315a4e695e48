// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <memory>
#include <string>

#include "tests/gitops/git_fixture.h"

namespace gitscale::testing {

/// The same repository, reached in one of the ways that must behave alike.
struct RemoteKind {
  const char* name;
  bool is_http;
};

/// A fresh repository for each test, and one reader and writer of it.
class OverRemote : public ::testing::TestWithParam<RemoteKind> {
 protected:
  void SetUp() override {
    SetUpGitEnvironment();
    if (GetParam().is_http && HttpServer::Open().url.empty()) {
      GTEST_SKIP() << HttpServer::Open().why_not;
    }
    const auto folder = GetParam().is_http ? HttpServer::Open().repositories : scratch_.path();
    static int counter = 0;
    const std::string name = "r" + std::to_string(++counter);
    remote_ = std::make_unique<TestRepository>(folder, name);
    url_ = GetParam().is_http ? HttpServer::Open().url + "/" + name + ".git"
                              : remote_->bare().string();
    settings_ = SettingsFor(url_);
  }

  [[nodiscard]] GitRepository Repository(std::uint64_t seed = 1) {
    return {settings_, clock_, sleeper_, seed};
  }

  TemporaryFolder scratch_;
  FixedClock clock_;
  RecordingSleeper sleeper_;
  std::unique_ptr<TestRepository> remote_;
  std::string url_;
  RemoteSettings settings_;
};

inline std::string KindName(const ::testing::TestParamInfo<RemoteKind>& info) {
  return info.param.name;
}

inline auto EveryKind() {
  return ::testing::Values(RemoteKind{"Http", true}, RemoteKind{"Path", false});
}

}  // namespace gitscale::testing
