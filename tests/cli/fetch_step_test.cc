// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/fetch_step.h"

#include <csignal>
#include <future>
#include <memory>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fakes.h"

namespace gitscale {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::FakeRepository;
using ::testing::IsEmpty;
using ::testing::SizeIs;

bool KeepAll(std::string_view /*path*/, std::string_view /*bytes*/) {
  return true;
}

struct Fetches {
  std::vector<std::shared_ptr<FakeRepository>> repositories;
  std::vector<std::unique_ptr<RepositoryRun>> runs;
  StopSignal stop;

  explicit Fetches(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      repositories.push_back(std::make_shared<FakeRepository>(FakeRepository::Files{{"a", "b"}}));
      runs.push_back(std::make_unique<RepositoryRun>());
      runs.back()->ports = {repositories.back(), repositories.back()};
    }
  }

  std::vector<RepositoryRun*> All() {
    std::vector<RepositoryRun*> all;
    for (const auto& run : runs) {
      all.push_back(run.get());
    }
    return all;
  }
};

TEST(FetchStep, AllInOneWaveWhenAllAreQuick) {
  Fetches fetches(5);
  fetches.repositories[3]->fetch_error = Error{ErrorCode::kNotFound, "gone", ""};
  FetchStep step(fetches.All(), KeepAll, 2, seconds(60), fetches.stop);
  EXPECT_EQ(step.NextWave(), fetches.All());
  EXPECT_THAT(step.NextWave(), IsEmpty());
  EXPECT_EQ(fetches.runs[0]->tip.files.at("a"), "b");
  EXPECT_EQ(fetches.runs[3]->failure->message, "gone");
  EXPECT_FALSE(fetches.runs[4]->failure);
}

TEST(FetchStep, ALateOneJoinsTheNextWave) {
  Fetches fetches(3);
  std::promise<void> go;
  fetches.repositories[0]->on_fetch = [&, wait = go.get_future().share()] { wait.wait(); };
  FetchStep step(fetches.All(), KeepAll, 3, milliseconds(0), fetches.stop);
  std::size_t quick = 0;
  while (quick < 2) {  // one or two waves, as the threads come
    const std::vector<RepositoryRun*> wave = step.NextWave();
    EXPECT_THAT(wave, ::testing::Not(::testing::Contains(fetches.runs[0].get())));
    quick += wave.size();
  }
  go.set_value();
  EXPECT_THAT(step.NextWave(), ::testing::ElementsAre(fetches.runs[0].get()));
  EXPECT_THAT(step.NextWave(), IsEmpty());
}

TEST(FetchStep, ASignalEndsTheWaiting) {
  Fetches fetches(1);
  std::promise<void> go;
  std::promise<void> began;
  fetches.repositories[0]->on_fetch = [&, wait = go.get_future().share()] {
    began.set_value();
    wait.wait();
  };
  {
    FetchStep step(fetches.All(), KeepAll, 1, seconds(60), fetches.stop);
    began.get_future().wait();
    fetches.stop.Raise(SIGTERM);
    EXPECT_THAT(step.NextWave(), IsEmpty());
  }
  go.set_value();  // the abandoned fetch ends after the step, and touches nothing of it
  while (fetches.repositories[0].use_count() > 3) {
    std::this_thread::yield();
  }
}

TEST(FetchStep, NothingToFetch) {
  Fetches fetches(0);
  FetchStep step({}, KeepAll, 2, seconds(60), fetches.stop);
  EXPECT_THAT(step.NextWave(), IsEmpty());
}

}  // namespace
}  // namespace gitscale
