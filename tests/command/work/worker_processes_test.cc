// SPDX-License-Identifier: Apache-2.0
// Promise: turns and answers come in the order of the jobs, whatever their durations and sizes; no
// turn waits for a job, and no worker waits for a busier one; a worker that dies loses only its own
// jobs.

#include "tools/linkspan/work/worker_processes.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <map>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace linkspan::command {
namespace worker_processes_test {

using Answers = std::vector<std::optional<std::string>>;

class Workers : public testing::TestWithParam<size_t> {
 protected:
  static void SetUpTestSuite() { std::signal(SIGPIPE, SIG_IGN); }  // as the command does

  WorkerProcesses::AnswerSink collect() {
    return [this](std::optional<std::string> answer) {
      answers_.push_back(std::move(answer));
      return Next::go_on;
    };
  }
  Answers answers_;
};

using DoJob = std::function<std::string(std::string_view job)>;

// Does a job at once, and answers with its result.
WorkerProcesses::Work at_once(DoJob do_job) {
  return [do_job = std::move(do_job)](std::string_view job, Turn& /*turn*/) {
    return [done = do_job(job)](std::string_view /*message*/) { return done; };
  };
}

std::string nothing() { return {}; }

TEST_P(Workers, AnswersComeInTheOrderOfTheJobs) {
  const auto work = [](std::string_view job) {
    if (job.back() == '0') std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return "did " + std::string(job);
  };
  WorkerProcesses workers(GetParam(), at_once(work), nothing, collect());
  Answers expected;
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(workers.submit(std::to_string(i)), Next::go_on);
    expected.emplace_back("did " + std::to_string(i));
  }
  EXPECT_EQ(workers.finish(), Next::go_on);
  EXPECT_EQ(answers_, expected);
}

// What each has done is known once, at the end. Without a worker there is nothing to hand over.
TEST_P(Workers, SayALastWordAtTheirEnd) {
  uint64_t done = 0;  // by one process
  const auto work = [&done](std::string_view /*job*/) {
    ++done;
    return std::string();
  };
  WorkerProcesses workers(GetParam(), at_once(work), nothing, collect(),
                          [&done] { return std::to_string(done); });
  for (int i = 0; i < 50; ++i) workers.submit("job");
  ASSERT_EQ(workers.finish(), Next::go_on);
  uint64_t sum = 0;
  for (const std::optional<std::string>& word : workers.end()) sum += std::stoull(word.value());
  EXPECT_EQ(sum, 50u);
}

TEST_P(Workers, JobsAndAnswersMayBeLargerThanAnyPipe) {
  const auto work = [](std::string_view job) { return std::string(job) + std::string(job); };
  WorkerProcesses workers(GetParam(), at_once(work), nothing, collect());
  for (int i = 0; i < 8; ++i) {
    workers.submit(std::string(5 << 20, static_cast<char>('a' + i)));
  }
  workers.submit("");
  workers.finish();
  ASSERT_EQ(answers_.size(), 9u);
  for (int i = 0; i < 8; ++i) {
    EXPECT_TRUE(answers_[i] == std::string(10 << 20, static_cast<char>('a' + i))) << i;
  }
  EXPECT_EQ(answers_[8], "");
}

TEST_P(Workers, CanBeUsedAfterFinish) {
  WorkerProcesses workers(GetParam(),
                          at_once([](std::string_view job) { return std::string(job); }), nothing,
                          collect());
  for (const char* job : {"a", "b", "c"}) {
    workers.submit(job);
    workers.finish();
  }
  EXPECT_EQ(answers_, (Answers{"a", "b", "c"}));
}

TEST_P(Workers, ASinkThatStopsReceivesNothingMore) {
  int received = 0;
  WorkerProcesses workers(GetParam(),
                          at_once([](std::string_view job) { return std::string(job); }), nothing,
                          [&](const std::optional<std::string>&) {
                            ++received;
                            return Next::stop;
                          });
  Next next = Next::go_on;
  for (int i = 0; i < 50 && next == Next::go_on; ++i) next = workers.submit("x");
  if (next == Next::go_on) next = workers.finish();
  EXPECT_EQ(next, Next::stop);
  EXPECT_EQ(workers.submit("y"), Next::stop);
  EXPECT_EQ(workers.finish(), Next::stop);
  EXPECT_EQ(received, 1);
}

TEST_P(Workers, AWorkerThatDiesLosesOnlyItsJobs) {
  const auto work = [](std::string_view job) {
    if (job == "die") _exit(1);
    return std::string(job);
  };
  WorkerProcesses workers(GetParam(), at_once(work), nothing, collect());
  constexpr size_t kJobs = 100, kDies = 5;
  for (size_t i = 0; i < kJobs; ++i) workers.submit(i == kDies ? "die" : "job");
  workers.finish();
  ASSERT_EQ(answers_.size(), kJobs);
  EXPECT_EQ(answers_[kDies], std::nullopt);
  size_t lost = 0;
  for (const auto& answer : answers_) {
    lost += answer ? 0 : 1;
    EXPECT_EQ(answer.value_or("job"), "job");
  }
  const bool is_alone = GetParam() == 1;
  EXPECT_LE(lost, is_alone ? kJobs : WorkerProcesses::kJobsPerWorker * GetParam());
}

// A job throws while the parent waits for its turn.
TEST_P(Workers, AWorkerThatThrowsLosesOnlyItsJobs) {
  const auto work = [](std::string_view job, Turn& /*turn*/) -> WorkerProcesses::InTurn {
    if (job == "throws") {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      throw std::bad_alloc();
    }
    return [job = std::string(job)](std::string_view /*message*/) {
      if (job == "throws in turn") throw std::bad_alloc();
      return job;
    };
  };
  for (const char* const thrower : {"throws", "throws in turn"}) {
    answers_.clear();
    WorkerProcesses workers(GetParam(), work, nothing, collect());
    workers.submit(thrower);
    workers.finish();
    for (int i = 0; i < 10; ++i) workers.submit("job");
    workers.finish();
    const std::optional<std::string> later =
        GetParam() > 1 ? std::optional<std::string>("job") : std::nullopt;
    Answers expected(11, later);
    expected.front() = std::nullopt;
    EXPECT_EQ(answers_, expected) << thrower;
  }
}

// A job waits for the turn of the previous job of its worker.
TEST_P(Workers, TakeTurnsWhileAnotherJobRuns) {
  std::atomic<bool> had_turn = false;  // each worker has its own
  const auto work = [&](std::string_view job, Turn& /*turn*/) -> WorkerProcesses::InTurn {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (job == "waits" && !had_turn && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return [&, saw = had_turn.load()](std::string_view /*message*/) -> std::string {
      had_turn = true;
      return saw ? "saw it" : "";
    };
  };
  WorkerProcesses workers(GetParam(), work, nothing, collect());
  for (size_t i = 0; i < GetParam(); ++i) workers.submit("first");
  for (size_t i = 0; i < GetParam(); ++i) workers.submit("waits");
  workers.finish();
  ASSERT_EQ(answers_.size(), 2 * GetParam());
  for (size_t i = GetParam(); i < answers_.size(); ++i) EXPECT_EQ(answers_[i], "saw it") << i;
}

// Every second job is long. If jobs were assigned in rotation, one worker would get all long ones.
TEST_P(Workers, AllReceiveLongJobs) {
  const auto work = [](std::string_view job) {
    if (job == "long") std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return job == "long" ? std::to_string(getpid()) : std::string();
  };
  WorkerProcesses workers(GetParam(), at_once(work), nothing, collect());
  for (int i = 0; i < 60; ++i) workers.submit(i % 2 == 0 ? "long" : "short");
  workers.finish();
  std::map<std::string, int> long_jobs;
  for (const auto& answer : answers_) {
    if (!answer->empty()) ++long_jobs[*answer];
  }
  EXPECT_EQ(long_jobs.size(), GetParam());
}

TEST_P(Workers, AreAsManyProcessesAsRequested) {
  WorkerProcesses workers(GetParam(),
                          at_once([](std::string_view) { return std::to_string(getpid()); }),
                          nothing, collect());
  for (int i = 0; i < 20; ++i) workers.submit("");
  workers.finish();
  std::set<std::optional<std::string>> ids(answers_.begin(), answers_.end());
  EXPECT_EQ(ids.size(), GetParam());
  EXPECT_FALSE(ids.contains(std::to_string(getpid())));
}

TEST_P(Workers, EndWhenTheirOwnerIsDestroyed) {
  WorkerProcesses workers(GetParam(), at_once([](std::string_view) {
                            std::this_thread::sleep_for(std::chrono::hours(1));
                            return std::string();
                          }),
                          nothing, collect());
  workers.submit("x");
  EXPECT_TRUE(answers_.empty());
}

INSTANTIATE_TEST_SUITE_P(, Workers, testing::Values(1, 2, 5));

}  // namespace worker_processes_test
}  // namespace linkspan::command
