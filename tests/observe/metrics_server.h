// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tests/observe/temporary_folder.h"

namespace gitscale {

/// A real metrics server of our own: own folder, free port on 127.0.0.1, ended by its pid.
class MetricsServer {
 public:
  enum class Kind { kVictoriaMetrics, kPrometheus, kPrometheusWithDeadRemoteRead };

  /// Whether its binaries are installed.
  [[nodiscard]] static bool IsInstalled(Kind kind);

  /// Starts one that holds `samples`: lines of "name{labels} value unix_time", each series together
  /// and by time. Null, with the reason in `why`, when it does not come up.
  [[nodiscard]] static std::unique_ptr<MetricsServer> Start(Kind kind,
                                                            std::string_view samples,
                                                            std::string& why);

  MetricsServer() = default;
  MetricsServer(const MetricsServer&) = delete;
  MetricsServer& operator=(const MetricsServer&) = delete;
  ~MetricsServer();

  [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

 private:
  [[nodiscard]] bool StartVictoriaMetrics(std::string_view samples, std::string& why);
  [[nodiscard]] bool StartPrometheus(std::string_view samples,
                                     std::string_view config,
                                     std::string& why);
  [[nodiscard]] bool Await(const std::string& path, std::string& why) const;

  TemporaryFolder folder_;
  pid_t pid_ = -1;
  int port_ = 0;
};

}  // namespace gitscale
