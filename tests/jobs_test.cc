// Promise: work on several threads looks from outside as if one job was done after the other, and
// takes no more memory than a fixed number of jobs.

#include "tools/linkspan/jobs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <latch>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace linkspan::command {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

Job says(std::string text) {
  return [text = std::move(text)](const std::stop_token&) { return JobResult{text, 0, ""}; };
}

// A sink that keeps what it gets.
JobSink into(std::vector<std::string>& outputs) {
  return [&outputs](JobResult result) {
    outputs.push_back(std::move(result.output));
    return Next::go_on;
  };
}

class Jobs : public testing::TestWithParam<size_t> {};
INSTANTIATE_TEST_SUITE_P(Workers, Jobs, testing::Values(1, 2, 3, 8));

TEST_P(Jobs, ResultsComeInTheOrderOfSubmissionWhateverTheyTake) {
  std::vector<std::string> outputs;
  std::vector<int> statuses;
  OrderedPool pool(GetParam(), [&](JobResult result) {
    outputs.push_back(std::move(result.output));
    statuses.push_back(result.status);
    return Next::go_on;
  });
  constexpr int kCount = 300;
  for (int i = 0; i < kCount; ++i) {
    const Next next = pool.submit([i](const std::stop_token&) {
      // Neighbours differ the most, and every seventh is slow.
      std::this_thread::sleep_for(microseconds((i * 37) % 100 + (i % 7 == 0 ? 1000 : 0)));
      return JobResult{std::to_string(i), i, ""};
    });
    ASSERT_EQ(next, Next::go_on);
  }
  EXPECT_EQ(pool.finish(), Next::go_on);
  ASSERT_EQ(outputs.size(), kCount);
  for (int i = 0; i < kCount; ++i) {
    EXPECT_EQ(outputs[i], std::to_string(i));
    EXPECT_EQ(statuses[i], i);
  }
}

TEST_P(Jobs, ManySmallJobsAllArrive) {
  uint64_t sum = 0;
  uint64_t bytes = 0;
  OrderedPool pool(GetParam(), [&](const JobResult& result) {
    sum += static_cast<uint64_t>(result.status);
    bytes += result.output.size();
    return Next::go_on;
  });
  constexpr int kCount = 20000;
  for (int i = 0; i < kCount; ++i) {
    pool.submit([i](const std::stop_token&) { return JobResult{std::string(i % 50, 'x'), i, ""}; });
  }
  pool.finish();
  EXPECT_EQ(sum, uint64_t{kCount} * (kCount - 1) / 2);
  EXPECT_EQ(bytes, uint64_t{kCount} / 50 * (49 * 50 / 2));
}

TEST_P(Jobs, ThePoolGoesOnAfterFinish) {
  std::vector<std::string> outputs;
  OrderedPool pool(GetParam(), into(outputs));
  EXPECT_EQ(pool.finish(), Next::go_on);
  pool.submit(says("a"));
  EXPECT_EQ(pool.finish(), Next::go_on);
  EXPECT_EQ(outputs, (std::vector<std::string>{"a"}));
  pool.submit(says("b"));
  pool.submit(says("c"));
  pool.finish();
  EXPECT_EQ(outputs, (std::vector<std::string>{"a", "b", "c"}));
}

TEST_P(Jobs, ResultsAreHandedOutOnTheCallersThread) {
  const std::thread::id caller = std::this_thread::get_id();
  size_t elsewhere = 0;
  OrderedPool pool(GetParam(), [&](const JobResult&) {
    if (std::this_thread::get_id() != caller) ++elsewhere;
    return Next::go_on;
  });
  for (int i = 0; i < 100; ++i) pool.submit(says("x"));
  pool.finish();
  EXPECT_EQ(elsewhere, 0u);
}

TEST(JobsAlone, OneWorkerIsTheCallersThreadAndHandsOutAtOnce) {
  std::vector<std::string> outputs;
  OrderedPool pool(1, into(outputs));
  std::thread::id ran_on;
  pool.submit([&ran_on](const std::stop_token&) {
    ran_on = std::this_thread::get_id();
    return JobResult{"done", 0, ""};
  });
  EXPECT_EQ(ran_on, std::this_thread::get_id());
  EXPECT_EQ(outputs, (std::vector<std::string>{"done"}));
}

// Each of the jobs waits for all the others: it ends only if all of them run at the same time.
TEST(JobsAlone, AsManyJobsRunAtATimeAsThereAreWorkers) {
  constexpr size_t kWorkers = 4;
  std::barrier together(kWorkers);
  std::vector<std::string> outputs;
  OrderedPool pool(kWorkers, into(outputs));
  for (size_t i = 0; i < kWorkers; ++i) {
    pool.submit([&together](const std::stop_token&) {
      together.arrive_and_wait();
      return JobResult{"met", 0, ""};
    });
  }
  pool.finish();
  EXPECT_EQ(outputs.size(), kWorkers);
}

// The first job is held until the pool is as full as it may be, so that nothing can be handed out;
// then another thread lets it go while submit() waits for room.
TEST(JobsAlone, ThereAreNeverMoreJobsThanTheBound) {
  constexpr size_t kWorkers = 3;
  constexpr size_t kBound = OrderedPool::kJobsPerWorker * kWorkers;
  std::latch go(1);
  size_t submitted = 0;
  size_t handed_out = 0;
  size_t most = 0;
  OrderedPool pool(kWorkers, [&](const JobResult&) {
    ++handed_out;
    return Next::go_on;
  });
  const auto submit = [&](Job job) {
    pool.submit(std::move(job));
    ++submitted;
    most = std::max(most, submitted - handed_out);
  };
  submit([&go](const std::stop_token&) {
    go.wait();
    return JobResult{};
  });
  while (submitted < kBound) submit(says("x"));
  EXPECT_EQ(handed_out, 0u);

  std::thread later([&go] {
    std::this_thread::sleep_for(milliseconds(20));
    go.count_down();
  });
  submit(says("waits for room"));
  EXPECT_GE(handed_out, 1u);
  while (submitted < 20 * kBound) submit(says("x"));
  pool.finish();
  later.join();
  EXPECT_EQ(handed_out, submitted);
  EXPECT_EQ(most, kBound);
}

// What a job holds, the text that it works on, is gone when it is finished, not only when its turn
// has come. The first job holds back the others here.
TEST(JobsAlone, AFinishedJobKeepsNothingButItsResult) {
  const auto held = std::make_shared<int>(0);
  std::latch go(1);
  std::vector<std::string> outputs;
  OrderedPool pool(2, into(outputs));
  pool.submit([&go](const std::stop_token&) {
    go.wait();
    return JobResult{"first", 0, ""};
  });
  for (int i = 0; i < 6; ++i) {
    pool.submit([held](const std::stop_token&) { return JobResult{"x", *held, ""}; });
  }
  for (int ms = 0; ms < 20'000 && held.use_count() > 1; ++ms) {
    std::this_thread::sleep_for(milliseconds(1));
  }
  EXPECT_EQ(held.use_count(), 1);
  EXPECT_TRUE(outputs.empty());
  go.count_down();
  pool.finish();
  EXPECT_EQ(outputs.size(), 7u);
}

TEST(JobsAlone, WhatIsFinishedCanBeHandedOutWithoutMoreWork) {
  std::vector<std::string> outputs;
  OrderedPool pool(2, into(outputs));
  std::latch go(1);
  pool.submit(says("first"));
  pool.submit([&go](const std::stop_token&) {
    go.wait();
    return JobResult{"second", 0, ""};
  });
  while (outputs.empty()) pool.hand_out_finished();  // comes back although the second is not done
  EXPECT_EQ(outputs, (std::vector<std::string>{"first"}));
  go.count_down();
  pool.finish();
  EXPECT_EQ(outputs, (std::vector<std::string>{"first", "second"}));
}

TEST_P(Jobs, ASinkThatSaysStopGetsNothingMore) {
  std::vector<std::string> outputs;
  std::atomic<int> started = 0;
  OrderedPool pool(GetParam(), [&](JobResult result) {
    outputs.push_back(std::move(result.output));
    return outputs.size() == 3 ? Next::stop : Next::go_on;
  });
  int submitted = 0;
  Next next = Next::go_on;
  while (next == Next::go_on && submitted < 10000) {
    next = pool.submit([&started, submitted](const std::stop_token&) {
      ++started;
      return JobResult{std::to_string(submitted), 0, ""};
    });
    ++submitted;
  }
  EXPECT_EQ(next, Next::stop);
  EXPECT_LT(submitted, 10000);
  EXPECT_EQ(pool.submit(says("too late")), Next::stop);
  EXPECT_EQ(pool.hand_out_finished(), Next::stop);
  EXPECT_EQ(pool.finish(), Next::stop);
  EXPECT_EQ(outputs, (std::vector<std::string>{"0", "1", "2"}));
  EXPECT_LE(started, submitted);
}

// The jobs that run end only because they are told; those that wait must not start.
TEST(JobsAlone, CancellingEndsWhatRunsAndDropsWhatWaits) {
  constexpr size_t kWorkers = 2;
  std::vector<std::string> outputs;
  std::latch running(kWorkers);
  std::atomic<int> ended = 0;
  std::atomic<int> wrongly_started = 0;
  {
    OrderedPool pool(kWorkers, into(outputs));
    for (size_t i = 0; i < kWorkers; ++i) {
      pool.submit([&](const std::stop_token& stop) {
        running.count_down();
        while (!stop.stop_requested()) std::this_thread::yield();
        ++ended;
        return JobResult{"cancelled", 0, ""};
      });
    }
    running.wait();
    for (int i = 0; i < 4; ++i) {
      pool.submit([&](const std::stop_token&) {
        ++wrongly_started;
        return JobResult{};
      });
    }
    pool.cancel();
    EXPECT_EQ(pool.finish(), Next::stop);
  }
  EXPECT_EQ(ended, int{kWorkers});
  EXPECT_EQ(wrongly_started, 0);
  EXPECT_TRUE(outputs.empty());
}

TEST_P(Jobs, APoolThatIsDroppedHandsOutNothingMore) {
  for (int round = 0; round < 50; ++round) {
    size_t handed_out = 0;
    size_t before = 0;
    {
      OrderedPool pool(GetParam(), [&](const JobResult&) {
        ++handed_out;
        return Next::go_on;
      });
      for (int i = 0; i < round; ++i) pool.submit(says("x"));
      before = handed_out;
    }
    EXPECT_EQ(handed_out, before);
  }
}

}  // namespace
}  // namespace linkspan::command
