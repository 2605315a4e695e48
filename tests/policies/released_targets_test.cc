// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/released_targets.h"

#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/policies/texts.h"

namespace gitscale {
namespace {

using Files = std::map<std::string, std::string, std::less<>>;

constexpr std::string_view kOurs = "    autoscaling.cozystack.io/managed-by: 'tenant-acme/db'\n";

/// A Postgres with these lines of annotations.
std::string Annotated(std::string_view annotations = kOurs,
                      const std::string& name = "db",
                      const std::string& ns = "tenant-acme") {
  return "apiVersion: apps.cozystack.io/v1alpha1\nkind: Postgres\nmetadata:\n  name: " + name +
         "\n  namespace: " + ns + "\n  annotations:\n" + std::string(annotations) +
         "spec:\n  replicas: 4\n";
}

LoadedPolicies Load(Files files, const RepositoryScope& scope = Scope()) {
  return LoadPolicies(RepositorySnapshot{.commit = "c0ffee", .files = std::move(files)}, scope);
}

TEST(ReleasedTargetsTest, SaysWhatWasScaledAndByWhom) {
  const LoadedPolicies loaded = Load({{"a/db.yaml", "---\n# first\n---\n" + Annotated()},
                                      {"a/other.yaml", PostgresText("  replicas: 3\n", "other")}});
  ReleasedTarget wanted;
  wanted.key = {"prod", Engine::kPostgres, "tenant-acme", "postgres-db"};
  wanted.display_name = "tenant-acme/db";
  wanted.policy = "tenant-acme/db";
  wanted.path = "a/db.yaml";
  wanted.document_index = 1;
  wanted.replicas = 4;
  EXPECT_THAT(loaded.released, testing::ElementsAre(wanted));
  EXPECT_THAT(loaded.unsettled, testing::IsEmpty());
}

TEST(ReleasedTargetsTest, NothingIsReleasedBesideAFileTooLargeToLookAt) {
  RepositorySnapshot snapshot;
  snapshot.commit = "c0ffee";
  snapshot.files = {{"a/db.yaml", Annotated()}};
  snapshot.too_large = {"a/policies.yaml"};
  const LoadedPolicies loaded = LoadPolicies(snapshot, Scope());
  EXPECT_THAT(loaded.released, testing::IsEmpty());
  EXPECT_EQ(loaded.unsettled.size(), 1U);
}

struct ReleaseCase {
  std::string name;
  Files files;
  std::vector<std::string> released;  ///< "path policy"
  int unsettled = 0;
  std::vector<std::string> globs = {"**/*.yaml"};
  std::vector<std::string> namespaces = {"tenant-acme", "tenant-blue"};

  friend std::ostream& operator<<(std::ostream& out, const ReleaseCase& row) {
    return out << row.name;
  }
};

class ReleasedTargets : public testing::TestWithParam<ReleaseCase> {};

TEST_P(ReleasedTargets, AreThoseWhosePolicyIsGone) {
  RepositoryScope scope = Scope();
  scope.policy_globs = GetParam().globs;
  scope.namespaces = GetParam().namespaces;
  scope.routes = {{.paths = {"b/**"}, .cluster = "second", .metrics = "main"},
                  {.paths = {"**"}, .cluster = "prod", .metrics = "main"}};
  if (GetParam().name == "FileThatIsNotRouted") {
    scope.routes = {{.paths = {"a/**"}, .cluster = "prod", .metrics = "main"}};
  }
  const LoadedPolicies loaded = Load(GetParam().files, scope);
  std::vector<std::string> found;
  for (const ReleasedTarget& one : loaded.released) {
    found.push_back(one.path + " " + one.policy);
  }
  EXPECT_EQ(found, GetParam().released);
  EXPECT_EQ(loaded.unsettled.size(), static_cast<std::size_t>(GetParam().unsettled));
}

const std::string kDecisionOnly =
    "    autoscaling.cozystack.io/decision: '{\"policy\":\"tenant-acme/db\"}'\n";

/// A policy `db` of tenant-acme that is refused: it has a field too many.
const std::string kInvalid = PolicyText("db", "{kind: Postgres, name: db}", "  surplus: 1\n");

std::string InBlue(std::string text) {
  return text.replace(text.find("tenant-acme"), 11, "tenant-blue");
}

const ReleaseCase kCases[] = {
    {"PolicyGone", {{"db.yaml", Annotated()}}, {"db.yaml tenant-acme/db"}},
    {"NeverScaled", {{"db.yaml", PostgresText()}}, {}},
    {"DecisionAlone", {{"db.yaml", Annotated(kDecisionOnly)}}, {"db.yaml tenant-acme/db"}},
    {"NothingNamesThePolicy",
     {{"db.yaml", Annotated("    autoscaling.cozystack.io/decision: 'x'\n")}},
     {},
     1},
    {"NameThatIsNone",
     {{"db.yaml", Annotated("    autoscaling.cozystack.io/managed-by: me\n" + kDecisionOnly)}},
     {},
     1},
    {"NoTargetKind",
     {{"db.yaml",
       "apiVersion: apps.cozystack.io/v1alpha1\nkind: Bucket\nmetadata:\n  name: db\n"
       "  namespace: tenant-acme\n  annotations:\n" +
           std::string(kOurs)}},
     {}},
    {"FileThatIsNotRouted", {{"c/db.yaml", Annotated()}}, {}},
    {"PolicyThere", {{"db.yaml", Annotated()}, {"p.yaml", PolicyText()}}, {}},
    {"PolicyRenamed", {{"db.yaml", Annotated()}, {"p.yaml", PolicyText("db2")}}, {}},
    {"PolicyScalesAnotherTarget",
     {{"db.yaml", Annotated()},
      {"two.yaml", PostgresText("  replicas: 3\n", "two")},
      {"p.yaml", PolicyText("db", "{kind: Postgres, name: two}")}},
     {},
     1},
    {"PolicyInvalid", {{"db.yaml", Annotated()}, {"p.yaml", kInvalid}}, {}, 1},
    {"PolicyTwice",
     {{"db.yaml", Annotated()}, {"p.yaml", PolicyText()}, {"q.yaml", PolicyText()}},
     {},
     1},
    {"RivalsOnTheTarget",
     {{"db.yaml", Annotated()}, {"p.yaml", PolicyText()}, {"q.yaml", PolicyText("rival")}},
     {},
     1},
    {"TargetTwice",
     {{"a.yaml", Annotated()}, {"b.yaml", PostgresText()}, {"p.yaml", PolicyText()}},
     {},
     1},
    {"TargetNotFound",
     {{"db.yaml", Annotated()}, {"p.yaml", PolicyText("db", "{kind: Postgres, name: bd}")}},
     {},
     1},
    {"TargetUnreadable",
     {{"db.yaml",
       "apiVersion: apps.cozystack.io/v1alpha1\nkind: Postgres\nmetadata:\n  name: db\n"
       "  namespace: tenant-acme\n  annotations:\n" +
           std::string(kOurs) + "spec:\n  replicas: \"4\"\n"},
      {"p.yaml", PolicyText()}},
     {},
     1},
    {"UnreadableCountIsNoObstacle",
     {{"db.yaml",
       "apiVersion: apps.cozystack.io/v1alpha1\nkind: Postgres\nmetadata:\n  name: db\n"
       "  namespace: tenant-acme\n  annotations:\n" +
           std::string(kOurs) + "spec:\n  replicas: \"4\"\n"}},
     {"db.yaml tenant-acme/db"}},
    {"AnotherPolicyInvalid",
     {{"db.yaml", Annotated()}, {"p.yaml", PolicyText("else", "{kind: Postgres, name: x}")}},
     {"db.yaml tenant-acme/db"}},
    {"InvalidNamesakeOfAnotherNamespace",
     {{"db.yaml", Annotated()}, {"p.yaml", InBlue(kInvalid)}},
     {},
     1},
    {"NamesakeOfAnotherNamespace",
     {{"db.yaml", Annotated()}, {"p.yaml", InBlue(PolicyText())}},
     {"db.yaml tenant-acme/db"}},
    {"CandidateThatCannotBeParsed",
     {{"db.yaml", Annotated()}, {"p.yaml", "kind: DatabaseHorizontalAutoscaler\n  x: [\n"}},
     {},
     1},
    {"PolicyWithoutAName",
     {{"db.yaml", Annotated()},
      {"p.yaml", "kind: DatabaseHorizontalAutoscaler\nmetadata: {namespace: tenant-acme}\n"}},
     {},
     1},
    {"PolicyWhoseNameIsMistyped", {{"db.yaml", Annotated()}, {"p.yaml", PolicyText("DB_")}}, {}, 1},
    {"PoliciesInAList",
     {{"db.yaml", Annotated()},
      {"p.yaml", "kind: List\nitems:\n- kind: DatabaseHorizontalAutoscaler\n"}},
     {},
     1},
    {"NamespaceOfAnotherConfiguration",
     {{"db.yaml", Annotated()}},
     {},
     0,
     {"**/*.yaml"},
     {"tenant-blue"}},
    {"PolicyOfAnotherConfigurationsNamespace",
     {{"db.yaml", Annotated("    autoscaling.cozystack.io/managed-by: tenant-else/db\n")}},
     {},
     1},
    {"PolicyOutsideTheGlobs",
     {{"db.yaml", Annotated()}, {"off/p.yaml", PolicyText()}},
     {},
     1,
     {"tenants/**"}},
    {"NamesakeOutsideTheGlobs",
     {{"db.yaml", Annotated()}, {"off/p.yaml", InBlue(PolicyText())}},
     {"db.yaml tenant-acme/db"},
     0,
     {"tenants/**"}},
    {"OtherPolicyOnATargetOfThatNameOutsideTheGlobs",
     {{"db.yaml", Annotated()}, {"off/p.yaml", PolicyText("else")}},
     {"db.yaml tenant-acme/db"},
     0,
     {"tenants/**"}},
    {"UnparsableOutsideTheGlobs",
     {{"db.yaml", Annotated()},
      {"two.yaml", Annotated("    autoscaling.cozystack.io/managed-by: tenant-acme/two\n", "two")},
      {"off/p.yaml", "kind: DatabaseHorizontalAutoscaler\nmetadata: {name: db\n"}},
     {"two.yaml tenant-acme/two"},
     1,
     {"tenants/**"}},
    {"OneClusterOfTwo",
     {{"a/db.yaml", Annotated()}, {"a/p.yaml", PolicyText()}, {"b/db.yaml", Annotated()}},
     {"b/db.yaml tenant-acme/db"}},
    {"Several",
     {{"db.yaml", Annotated() + "---\n" + Annotated(kOurs, "two")},
      {"p.yaml", PolicyText("else", "{kind: Postgres, name: three}")},
      {"three.yaml",
       Annotated("    autoscaling.cozystack.io/managed-by: tenant-acme/else\n", "three")}},
     {"db.yaml tenant-acme/db", "db.yaml tenant-acme/db"}},
};

INSTANTIATE_TEST_SUITE_P(Cases, ReleasedTargets, testing::ValuesIn(kCases), [](const auto& made) {
  return made.param.name;
});

}  // namespace
}  // namespace gitscale
