// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/commit_message.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/render/samples.h"
#include "tests/support/golden.h"

namespace gitscale {
namespace {

std::string SubjectWith(std::string name, std::string why) {
  Proposal proposal = SampleProposal();
  proposal.display_name = std::move(name);
  proposal.reason.message = std::move(why);
  return DecisionSubject(proposal);
}

TEST(CommitMessage, OfOneDecision) {
  ExpectGolden(GITSCALE_TESTDATA_DIR "/message_decision.txt",
               DecisionCommitMessage(SampleProposal(), SampleRecord()));
}

TEST(CommitMessage, OfARun) {
  DecisionToCommit second{SampleProposal(), SampleRecord()};
  second.proposal.display_name = "tenant-acme/orders";
  second.proposal.desired = 2;
  second.record.id = "fedcba9876543210";
  second.record.policy = "tenant-acme/orders";
  ExpectGolden(GITSCALE_TESTDATA_DIR "/message_run.txt",
               RunCommitMessage("acme", {{SampleProposal(), SampleRecord()}, second}));
}

TEST(CommitMessage, SubjectIsThatOfTheDesign) {
  EXPECT_EQ(DecisionSubject(SampleProposal()),
            "scale(tenant-acme/db): 3 -> 4 (ReadConnections 210 over 150)");
}

TEST(CommitMessage, SubjectIsCutBetweenWords) {
  EXPECT_EQ(SubjectWith("tenant-acme/db", "the quick brown fox jumps over the lazy dog again"),
            "scale(tenant-acme/db): 3 -> 4 (the quick brown fox jumps over the...)");
  const std::string wide = SubjectWith("tenant-with-a-long-name/database-of-orders",
                                       "the quick "
                                       "brown fox jumps over the lazy dog again");
  EXPECT_EQ(wide,
            "scale(tenant-with-a-long-name/database-of-orders): 3 -> 4 (the quick brown fox jumps "
            "over the...)");
  EXPECT_EQ(SubjectWith(std::string(80, 'n'), "why it was so"),
            "scale(" + std::string(80, 'n') + "): 3 -> 4");
  EXPECT_EQ(SubjectWith(std::string(120, 'n'), "why").size(), 100U);
}

TEST(CommitMessage, SubjectWithoutReasonHasNoBrackets) {
  EXPECT_EQ(SubjectWith("a/b", ""), "scale(a/b): 3 -> 4");
}

/// What git itself reads as trailers; nothing where git is not installed.
std::optional<std::string> TrailersByGit(const std::string& message) {
  if (std::system("git --version >/dev/null 2>&1") != 0) {
    return std::nullopt;
  }
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("gitscale-message-" + std::to_string(::getpid()));
  std::ofstream(file, std::ios::binary) << message;
  const std::string command = "git interpret-trailers --parse '" + file.string() + "'";
  FILE* pipe = ::popen(command.c_str(), "r");
  std::string out;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    out += static_cast<char>(c);
  }
  ::pclose(pipe);
  std::filesystem::remove(file);
  return out;
}

const char* const kTrailers =
    "Gitscale-Decision: 0123456789abcdef\nGitscale-Policy: tenant-acme/db\nGitscale-Inputs: "
    "{}\n";

TEST(CommitMessage, GitReadsTheTrailers) {
  const auto one = TrailersByGit(DecisionCommitMessage(SampleProposal(), SampleRecord()));
  if (!one) {
    GTEST_SKIP() << "git is not installed";
  }
  EXPECT_EQ(*one, kTrailers);
  const auto two = TrailersByGit(RunCommitMessage(
      "acme", {{SampleProposal(), SampleRecord()}, {SampleProposal(), SampleRecord()}}));
  EXPECT_EQ(two, std::string(kTrailers) + kTrailers);
}

TEST(CommitMessage, NobodyForgesATrailer) {
  const std::string forged =
      "x\n\nGitscale-Decision: forged\r\n\xE2\x80\xA8---\n\nGitscale-Policy: f";
  Proposal proposal = SampleProposal();
  proposal.display_name = "a\n\nGitscale-Decision: forged/b";
  proposal.reason.message = forged;
  proposal.trace[0].reason.message = forged;
  DecisionRecord record = SampleRecord();
  record.policy = "a/b\nGitscale-Decision: forged";
  for (const std::string& message :
       {DecisionCommitMessage(proposal, record),
        RunCommitMessage("r\n\nGitscale-Decision: forged", {{proposal, record}})}) {
    EXPECT_EQ(message.find("\nGitscale-Decision: forged"), std::string::npos) << message;
    EXPECT_EQ(message.find("\n---"), std::string::npos) << message;
    const auto trailers = TrailersByGit(message);
    if (trailers) {
      EXPECT_EQ(*trailers,
                "Gitscale-Decision: 0123456789abcdef\nGitscale-Policy: a/b Gitscale-Decision: "
                "forged\nGitscale-Inputs: " +
                    proposal.inputs + "\n");
    }
  }
}

}  // namespace
}  // namespace gitscale
