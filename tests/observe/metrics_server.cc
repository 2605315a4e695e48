// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/observe/metrics_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "base/http.h"

namespace gitscale {
namespace {

const std::string& BinaryOf(const std::string& name) {
  static std::string path;
  path.clear();
  const char* const folders = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): one thread
  std::stringstream list(folders == nullptr ? "" : folders);
  for (std::string folder; std::getline(list, folder, ':');) {
    if (::access((folder + "/" + name).c_str(), X_OK) == 0) {
      path = folder + "/" + name;
      break;
    }
  }
  return path;
}

int FreePort() {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);  // the sockets API's own way
  const bool is_bound = ::bind(fd, any, size) == 0 && ::getsockname(fd, any, &size) == 0;
  ::close(fd);
  return is_bound ? ntohs(address.sin_port) : 0;
}

pid_t Spawn(const std::vector<std::string>& command, const std::string& log) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));  // execv does not write to them
  }
  arguments.push_back(nullptr);
  const pid_t pid = ::fork();
  if (pid == 0) {
    const int fd = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(fd, STDOUT_FILENO);
    ::dup2(fd, STDERR_FILENO);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  return pid;
}

std::string Contents(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// "name{labels} value seconds" -> the same in milliseconds.
std::string InMilliseconds(std::string_view samples) {
  std::string out;
  std::stringstream lines{std::string(samples)};
  for (std::string line; std::getline(lines, line);) {
    out += line + "000\n";
  }
  return out;
}

}  // namespace

bool MetricsServer::IsInstalled(Kind kind) {
  if (kind == Kind::kVictoriaMetrics) {
    return !BinaryOf("victoria-metrics").empty();
  }
  return !BinaryOf("prometheus").empty() && !BinaryOf("promtool").empty();
}

MetricsServer::~MetricsServer() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
}

bool MetricsServer::Await(const std::string& path, std::string& why) const {
  const auto http = MakeCurlClient({});
  for (int attempt = 0; attempt < 1000; ++attempt) {
    HttpRequest request;
    request.url = url() + path;
    const auto response = http->Exchange(request);
    if (response && response->status / 100 == 2) {
      return true;
    }
    if (::waitpid(pid_, nullptr, WNOHANG) != 0) {
      break;
    }
    ::poll(nullptr, 0, 10);  // between two questions, not instead of one
  }
  why = "not ready: " + Contents(folder_.path() + "/log");
  return false;
}

bool MetricsServer::StartVictoriaMetrics(std::string_view samples, std::string& why) {
  pid_ = Spawn({BinaryOf("victoria-metrics"),
                fmt::format("-httpListenAddr=127.0.0.1:{}", port_),
                "-storageDataPath=" + folder_.path() + "/data",
                "-retentionPeriod=12",
                "-search.latencyOffset=0s",
                "-search.disableCache",
                "-memory.allowedBytes=64MB"},
               folder_.path() + "/log");
  if (!Await("/health", why)) {
    return false;
  }
  HttpRequest import;
  import.method = "POST";
  import.url = url() + "/api/v1/import/prometheus";
  import.body = InMilliseconds(samples);
  const auto http = MakeCurlClient({});
  const auto imported = http->Exchange(import);
  if (!imported || imported->status / 100 != 2) {
    why = "import failed";
    return false;
  }
  return Await("/internal/force_flush", why);
}

bool MetricsServer::StartPrometheus(std::string_view samples,
                                    std::string_view config,
                                    std::string& why) {
  const std::string data = folder_.path() + "/data";
  const std::string log = folder_.path() + "/log";
  if (!samples.empty()) {
    std::ofstream(folder_.path() + "/samples") << samples << "# EOF\n";
    const pid_t import = Spawn({BinaryOf("promtool"),
                                "tsdb",
                                "create-blocks-from",
                                "openmetrics",
                                folder_.path() + "/samples",
                                data},
                               log);
    int status = 0;
    if (::waitpid(import, &status, 0) != import || status != 0) {
      why = "import failed: " + Contents(log);
      return false;
    }
  }
  std::ofstream(folder_.path() + "/prometheus.yml") << config;
  pid_ = Spawn({BinaryOf("prometheus"),
                "--config.file=" + folder_.path() + "/prometheus.yml",
                "--storage.tsdb.path=" + data,
                "--storage.tsdb.retention.time=1y",
                fmt::format("--web.listen-address=127.0.0.1:{}", port_)},
               log);
  return Await("/-/ready", why);
}

std::unique_ptr<MetricsServer> MetricsServer::Start(Kind kind,
                                                    std::string_view samples,
                                                    std::string& why) {
  // Somebody else may take the port between its choice and its use: then once more.
  for (int attempt = 0; attempt < 3; ++attempt) {
    auto server = std::make_unique<MetricsServer>();
    server->port_ = FreePort();
    bool is_up = false;
    if (kind == Kind::kVictoriaMetrics) {
      is_up = server->StartVictoriaMetrics(samples, why);
    } else if (kind == Kind::kPrometheus) {
      is_up = server->StartPrometheus(samples, "", why);
    } else {
      is_up = server->StartPrometheus(
          samples,
          fmt::format("remote_read: [{{url: 'http://127.0.0.1:{}/read', read_recent: true}}]\n",
                      FreePort()),
          why);
    }
    if (is_up) {
      return server;
    }
  }
  return nullptr;
}

}  // namespace gitscale
