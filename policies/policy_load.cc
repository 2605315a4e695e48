// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/policy_load.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/nearest.h"
#include "policies/bytes.h"
#include "policies/dns_name.h"
#include "policies/policy_spec.h"
#include "policies/shown.h"

namespace gitscale {
namespace {

bool IsPolicyKind(std::string_view kind) {
  return kind == kDatabasePolicyKind || kind == kGatewayPolicyKind;
}

std::string_view TextOf(const YamlNode& root, std::string_view key) {
  const YamlNode* node = root.Find(key);
  return node == nullptr ? std::string_view() : node->Text();
}

std::string_view GroupOf(std::string_view api_version) {
  return api_version.substr(0, std::min(api_version.find('/'), api_version.size()));
}

const YamlNode* FirstPolicyInList(const YamlNode& root) {
  const YamlNode* items = root.Find("items");
  if (TextOf(root, "kind") != "List" || items == nullptr) {
    return nullptr;
  }
  const auto found = std::ranges::find_if(
      items->items, [](const YamlNode& item) { return IsPolicyKind(TextOf(item, "kind")); });
  return found == items->items.end() ? nullptr : &*found;
}

/// What keeps the whole document from being read as a policy, or empty.
std::string WrongKind(const YamlNode& root) {
  const std::string_view kind = TextOf(root, "kind");
  if (kind == kDatabasePolicyKind) {
    return {};
  }
  if (kind == kGatewayPolicyKind) {
    return fmt::format("kind '{}': this version does not scale gateways yet", kind);
  }
  constexpr std::array<std::string_view, 2> kKinds = {kDatabasePolicyKind, kGatewayPolicyKind};
  std::string message =
      fmt::format("kind: expected {}, found '{}'", kDatabasePolicyKind, Printable(kind));
  if (const auto nearest = NearestName(kind, kKinds)) {
    message += fmt::format(" (did you mean '{}'?)", *nearest);
  }
  return message;
}

void ReadMetadata(FieldReader metadata, ScalingPolicy& policy) {
  metadata.Require("name");
  if (const auto name = metadata.String("name")) {
    policy.name = *name;
    if (!IsDnsSubdomain(*name)) {
      metadata.Fail("name", NotADnsName(*name));
    }
  }
  if (const auto ns = metadata.String("namespace")) {
    policy.ns = *ns;
    if (!IsDnsLabel(*ns)) {
      metadata.Fail("namespace", NotADnsLabel(*ns));
    }
  }
  for (const std::string_view free : {"labels", "annotations"}) {
    const YamlNode* node = metadata.Raw(free);
    if (node != nullptr && node->kind != YamlKind::kMapping) {
      metadata.Fail(free, fmt::format("expected a mapping, found {}", Shown(*node)));
    }
  }
  metadata.Finish();
}

void ReadApiVersion(FieldReader& root) {
  root.Require("apiVersion");
  const auto found = root.String("apiVersion");
  if (found && *found != kPolicyApiVersion) {
    root.Fail("apiVersion",
              fmt::format("expected {}, found '{}'", kPolicyApiVersion, Printable(*found)));
  }
}

}  // namespace

bool IsPolicyDocument(const YamlNode& root) {
  return IsPolicyKind(TextOf(root, "kind")) ||
         GroupOf(TextOf(root, "apiVersion")) == kPolicyGroup || FirstPolicyInList(root) != nullptr;
}

PolicyRead ReadPolicy(const YamlNode& root, const std::string& path) {
  PolicyRead read;
  if (const YamlNode* inside = FirstPolicyInList(root)) {
    read.problems.push_back(Problem{
        path, inside->line, "policies inside a List are not read: make each one a document"});
    return read;
  }
  FieldReader fields(&root, "", path, read.problems);
  if (const std::string wrong = WrongKind(root); !wrong.empty()) {
    const YamlNode* kind = root.Find("kind");
    read.problems.push_back(Problem{path, kind == nullptr ? root.line : kind->line, wrong});
    if (const YamlNode* name = root.FindPath({"metadata", "name"})) {
      read.policy.name = Printable(name->Text());
    }
    if (const YamlNode* ns = root.FindPath({"metadata", "namespace"})) {
      read.policy.ns = Printable(ns->Text());
    }
    return read;
  }
  fields.Ignore("kind");
  ReadApiVersion(fields);
  fields.Require("metadata");
  ReadMetadata(fields.Mapping("metadata"), read.policy);
  fields.Require("spec");
  FieldReader spec = fields.Mapping("spec");
  read.unsupported = !ReadPolicySpec(spec, read.policy) && read.problems.size() == 1;
  fields.Finish();
  read.unsupported = read.unsupported && read.problems.size() == 1;
  std::ranges::stable_sort(read.problems, {}, &Problem::line);
  return read;
}

}  // namespace gitscale
