// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/change_set_builder.h"

#include <gtest/gtest.h>

#include "render/commit_message.h"
#include "tests/render/samples.h"

namespace gitscale {
namespace {

constexpr std::string_view kOne = "metadata: {name: one}\nspec: {replicas: 3}\n";
constexpr std::string_view kTwo = "metadata: {name: two}\nspec: {replicas: 3}\n";

PlannedDecision Decision(std::string id, std::string path, int document) {
  PlannedDecision decision;
  decision.target.path = std::move(path);
  decision.target.document_index = document;
  decision.target.replica_path = {"spec", "replicas"};
  decision.target.declared_replicas = 3;
  decision.proposal = SampleProposal();
  decision.record = SampleRecord();
  decision.record.id = std::move(id);
  return decision;
}

/// How a document with that decision reads.
std::string Written(std::string_view name, const PlannedDecision& decision) {
  return "metadata: {name: " + std::string(name) +
         ", annotations: {autoscaling.cozystack.io/managed-by: 'tenant-acme/db', "
         "autoscaling.cozystack.io/decision: '" +
         WriteDecisionRecord(decision.record) + "'}}\nspec: {replicas: 4}\n";
}

RepositorySnapshot Snapshot() {
  return {"c0ffee",
          {{"a.yaml", std::string(kOne) + "---\n" + std::string(kTwo)},
           {"b.yaml", std::string(kOne)},
           {"bad.yaml", "metadata: {name: x}\nspec: {replicas: '3'}\n"}}};
}

TEST(ChangeSetBuilder, StacksDecisionsOfOneFile) {
  const PlannedDecision first = Decision("1", "a.yaml", 0);
  const PlannedDecision second = Decision("2", "a.yaml", 1);
  const BuiltChangeSet built =
      BuildChangeSet(Snapshot(), "acme", {first, second}, CommitStyle::kPerDecision);
  EXPECT_EQ(built.failures, (std::vector<std::optional<Error>>(2)));
  ASSERT_EQ(built.changes.commits.size(), 2U);
  const PlannedCommit& one = built.changes.commits[0];
  const PlannedCommit& two = built.changes.commits[1];
  EXPECT_EQ(one.message, DecisionCommitMessage(first.proposal, first.record));
  EXPECT_EQ(one.decision_ids, std::vector<std::string>{"1"});
  EXPECT_EQ(
      one.files,
      (std::vector<FileWrite>{{"a.yaml", Written("one", first) + "---\n" + std::string(kTwo)}}));
  EXPECT_EQ(two.files,
            (std::vector<FileWrite>{
                {"a.yaml", Written("one", first) + "---\n" + Written("two", second)}}));
}

TEST(ChangeSetBuilder, FoldsARunIntoOneCommit) {
  const PlannedDecision first = Decision("1", "b.yaml", 0);
  const PlannedDecision second = Decision("2", "a.yaml", 1);
  const BuiltChangeSet built =
      BuildChangeSet(Snapshot(), "acme", {first, second}, CommitStyle::kPerRun);
  ASSERT_EQ(built.changes.commits.size(), 1U);
  const PlannedCommit& commit = built.changes.commits[0];
  EXPECT_EQ(commit.message.substr(0, commit.message.find('\n')), "scale: 2 targets in acme");
  EXPECT_EQ(commit.decision_ids, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(
      commit.files,
      (std::vector<FileWrite>{{"a.yaml", std::string(kOne) + "---\n" + Written("two", second)},
                              {"b.yaml", Written("one", first)}}));
}

class EveryStyle : public testing::TestWithParam<CommitStyle> {};

TEST_P(EveryStyle, OneRefusalDoesNotStopTheOthers) {
  const BuiltChangeSet built = BuildChangeSet(
      Snapshot(),
      "acme",
      {Decision("1", "bad.yaml", 0), Decision("2", "gone.yaml", 0), Decision("3", "b.yaml", 0)},
      GetParam());
  ASSERT_EQ(built.failures.size(), 3U);
  EXPECT_EQ(
      built.failures[0],
      (Error{ErrorCode::kInvalidArgument,
             "bad.yaml:2: 'spec.replicas' is the text '3' in quotes, expected a plain integer",
             "bad.yaml"}));
  EXPECT_EQ(built.failures[1],
            (Error{ErrorCode::kNotFound, "cannot find 'gone.yaml' at commit c0ffee", "gone.yaml"}));
  EXPECT_EQ(built.failures[2], std::nullopt);
  ASSERT_EQ(built.changes.commits.size(), 1U);
  EXPECT_EQ(built.changes.commits[0].decision_ids, std::vector<std::string>{"3"});
}

TEST_P(EveryStyle, NothingToDoMakesNoCommit) {
  EXPECT_EQ(BuildChangeSet(Snapshot(), "acme", {}, GetParam()).changes, ChangeSet{});
  const PlannedDecision decision = Decision("1", "b.yaml", 0);
  RepositorySnapshot done = Snapshot();
  done.files["b.yaml"] = Written("one", decision);
  const BuiltChangeSet built = BuildChangeSet(done, "acme", {decision}, GetParam());
  EXPECT_EQ(built.changes, ChangeSet{});
  EXPECT_EQ(built.failures, (std::vector<std::optional<Error>>(1)));
}

INSTANTIATE_TEST_SUITE_P(Styles,
                         EveryStyle,
                         testing::Values(CommitStyle::kPerDecision, CommitStyle::kPerRun));

TEST(ChangeSetBuilder, InsertsAFieldOnlyWhereNoneWasDeclared) {
  RepositorySnapshot snapshot{"c0ffee", {{"c.yaml", "metadata: {name: x}\nspec: {size: 1Gi}\n"}}};
  PlannedDecision decision = Decision("1", "c.yaml", 0);
  const auto refused = BuildChangeSet(snapshot, "acme", {decision}, CommitStyle::kPerDecision);
  ASSERT_TRUE(refused.failures[0]);
  EXPECT_EQ(refused.failures[0]->message,
            "c.yaml:2: found no field 'spec.replicas', expected a plain integer there");
  decision.target.declared_replicas = std::nullopt;
  const auto built = BuildChangeSet(snapshot, "acme", {decision}, CommitStyle::kPerDecision);
  ASSERT_EQ(built.changes.commits.size(), 1U);
  EXPECT_NE(built.changes.commits[0].files[0].content.find("spec: {size: 1Gi, replicas: 4}\n"),
            std::string::npos);
}

TEST(ChangeSetBuilder, DiffShowsTheLastState) {
  RepositorySnapshot snapshot{"c0ffee", {{"a", "1\n"}, {"b", "1\n"}}};
  const ChangeSet changes{
      {{"m", {{"b", "2\n"}}, {"x"}}, {"m", {{"b", "3\n"}, {"a", "2\n"}}, {"y"}}}};
  EXPECT_EQ(DiffOfChangeSet(snapshot, changes),
            "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-1\n+3\n");
}

}  // namespace
}  // namespace gitscale
