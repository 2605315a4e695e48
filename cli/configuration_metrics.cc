// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <chrono>
#include <initializer_list>

#include <fmt/format.h>

#include "cli/configuration_sections.h"

namespace gitscale {
namespace {

using std::chrono::seconds;

/// A setting that means nothing for this type is a misunderstanding, not noise.
void RefuseKeys(SettingReader& reader,
                std::string_view type,
                std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (reader.fields().Has(key)) {
      reader.fields().Ignore(key);
      reader.fields().Fail(key, fmt::format("not used by type {}: leave it out", type));
    }
  }
}

void IgnoreKeys(SettingReader& reader) {
  for (const std::string_view key : {"url",
                                     "path",
                                     "tokenFile",
                                     "caFile",
                                     "proxy",
                                     "timeout",
                                     "maxQueryBytes",
                                     "scrapeInterval",
                                     "latencyOffset"}) {
    reader.fields().Ignore(key);
  }
  reader.fields().Finish();
}

MetricsEndpoint ReadEndpoint(SettingReader& reader, std::vector<std::string>& names) {
  MetricsEndpoint endpoint;
  ReadUniqueName(reader, "metrics endpoint", endpoint.name, names);
  reader.fields().Require("type");
  const std::string type = reader.OneOf("type", "", {"Prometheus", "Recorded"});
  if (type.empty()) {
    IgnoreKeys(reader);  // what else is wrong depends on the type
    return endpoint;
  }
  if (type == "Recorded") {
    endpoint.type = MetricsType::kRecorded;
    endpoint.latency_offset = seconds(0);  // a file has every sample it will ever have
    reader.fields().Require("path");
    reader.Path("path", endpoint.path);
    RefuseKeys(
        reader, "Recorded", {"url", "tokenFile", "caFile", "proxy", "timeout", "maxQueryBytes"});
  } else {
    reader.fields().Require("url");
    reader.Url("url",
               endpoint.url,
               {"http", "https"},
               "put the token into a file and name it in "
               "tokenFile");
    reader.Path("tokenFile", endpoint.token_file);
    reader.Path("caFile", endpoint.ca_file);
    reader.Url("proxy",
               endpoint.proxy,
               {"http", "https"},
               "proxies that ask for credentials are "
               "not supported");
    reader.Duration("timeout", endpoint.timeout, seconds(1), seconds(600));
    reader.Int("maxQueryBytes", endpoint.max_query_bytes, 1'000, 1'000'000);
    RefuseKeys(reader, "Prometheus", {"path"});
  }
  reader.Duration("scrapeInterval", endpoint.scrape_interval, seconds(1), seconds(3'600));
  reader.Duration("latencyOffset", endpoint.latency_offset, seconds(0), seconds(3'600));
  reader.fields().Finish();
  return endpoint;
}

}  // namespace

void ReadMetricsSection(SettingReader& root, Configuration& into) {
  root.fields().Require("metrics");
  std::vector<std::string> names;
  for (SettingReader& reader : root.Mappings("metrics")) {
    into.metrics.push_back(ReadEndpoint(reader, names));
  }
  RequireSome(root, "metrics");
}

}  // namespace gitscale
