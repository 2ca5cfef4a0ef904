// SPDX-License-Identifier: Apache-2.0
#include "common/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <iterator>
#include <system_error>
#include <utility>

namespace linkspan::command {
namespace {

using std::chrono::duration;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kSlow{2};
constexpr milliseconds kBetweenDrawings{100};
constexpr seconds kBetweenLines{1};
// The period of the average rate: long enough to be readable, short enough to be accurate.
constexpr double kRateSeconds = 5;
constexpr size_t kUsualWidth = 80;

// --- the parts of the line

std::string format_count(uint64_t count) {
  std::string digits = std::to_string(count);
  for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

bool grows(const ProgressReading& reading) {
  return reading.bytes_total && reading.total == ProgressReading::Total::grows;
}

std::string amount_part(const ProgressReading& reading) {
  std::string amount = fmt::format("{:>6}", format_bytes(reading.bytes_done));
  if (reading.bytes_total) amount += " of " + format_bytes(*reading.bytes_total);
  if (grows(reading)) amount += " or more";
  return amount;
}

std::string percent_part(const ProgressReading& reading) {
  const uint64_t total = reading.bytes_total.value_or(0);
  if (total == 0 || grows(reading)) return {};
  // Rounded down, so that 100 % is all. The input may have grown in the meantime.
  const double share = static_cast<double>(reading.bytes_done) / static_cast<double>(total);
  return fmt::format("{:>2} %", static_cast<int>(100 * std::min(share, 1.0)));
}

std::string rate_part(const ProgressReading& reading) {
  if (reading.bytes_per_second < 1) return {};
  const auto rate = static_cast<uint64_t>(reading.bytes_per_second);
  return fmt::format("{:>8}", format_bytes(rate) + "/s");
}

std::string links_part(const ProgressReading& reading) {
  return format_count(reading.links) + (reading.links == 1 ? " link" : " links");
}

std::string left_part(const ProgressReading& reading) {
  constexpr uint64_t kMinute = 60;
  constexpr uint64_t kHour = 60 * kMinute;
  constexpr double kTooLongToTell = 100.0 * kHour;
  if (!reading.bytes_total || grows(reading) || reading.bytes_per_second < 1) return {};
  const uint64_t total = std::max(*reading.bytes_total, reading.bytes_done);
  const double left =
      std::ceil(static_cast<double>(total - reading.bytes_done) / reading.bytes_per_second);
  if (left >= kTooLongToTell) return {};
  const auto all = static_cast<uint64_t>(left);
  if (all < kHour) return fmt::format("{}:{:02} left", all / kMinute, all % kMinute);
  return fmt::format("{}:{:02}:{:02} left", all / kHour, all % kHour / kMinute, all % kMinute);
}

// --- what a signal erases

constexpr int kEndingSignals[] = {SIGINT, SIGTERM, SIGHUP};

// The data for a signal handler.
std::atomic<int> erased_descriptor = -1;
std::atomic<size_t> columns_to_erase = 0;

// Only with functions that are safe in a signal handler (signal-safety(7)).
void erase_and_end(int signal) {
  constexpr char kSpaces[] = "                                ";
  const int descriptor = erased_descriptor.exchange(-1);
  size_t columns = descriptor < 0 ? 0 : columns_to_erase.load();
  bool is_open = columns > 0 && write(descriptor, "\r", 1) == 1;
  while (is_open && columns > 0) {
    const size_t size = std::min(columns, sizeof(kSpaces) - 1);
    is_open = write(descriptor, kSpaces, size) == static_cast<ssize_t>(size);
    columns -= size;
  }
  [[maybe_unused]] const bool is_erased = is_open && write(descriptor, "\r", 1) == 1;
  std::signal(signal, SIG_DFL);
  raise(signal);  // ends the program when this returns
}

// Ignored signals, as by nohup(1), stay ignored.
void set_handlers(int descriptor) {
  erased_descriptor = descriptor;
  for (const int signal : kEndingSignals) {
    struct sigaction before {};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL) {
      std::signal(signal, erase_and_end);
    }
  }
}

void remove_handlers() {
  for (const int signal : kEndingSignals) {
    struct sigaction before {};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == erase_and_end) {
      std::signal(signal, SIG_DFL);
    }
  }
  erased_descriptor = -1;
}

// --- where it is shown

Progress::Shows what_to_show(const ProgressSettings& settings) {
  const bool terminal = isatty(settings.descriptor) == 1;
  switch (settings.show) {
    case ShowProgress::never:
      break;
    case ShowProgress::always:
      return terminal ? Progress::Shows::line_in_place : Progress::Shows::line_each_second;
    case ShowProgress::when_slow:
      if (terminal && isatty(settings.results_descriptor) == 0) {
        return Progress::Shows::line_in_place;
      }
  }
  return Progress::Shows::nothing;
}

// One column less than there are: a full line would make some terminals begin the next.
size_t columns_to_fill(int descriptor) {
  winsize size{};
  const bool known = ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return (known ? size.ws_col : kUsualWidth) - 1;
}

}  // namespace

std::string format_bytes(uint64_t bytes) {
  constexpr std::array kUnits = {"kB", "MB", "GB", "TB", "PB", "EB"};
  if (bytes < 1000) return fmt::format("{} B", bytes);
  // Ten times the value, so that 9,960 is 10 kB and not 10.0 kB, and 999,600 is 1.0 MB.
  double tenths = static_cast<double>(bytes) / 100;
  size_t unit = 0;
  while (std::lround(tenths / 10) >= 1000 && unit + 1 < kUnits.size()) {
    tenths /= 1000;
    ++unit;
  }
  const long rounded = std::lround(tenths);
  if (rounded < 100) return fmt::format("{}.{} {}", rounded / 10, rounded % 10, kUnits[unit]);
  return fmt::format("{} {}", std::lround(tenths / 10), kUnits[unit]);
}

std::string format_progress(const ProgressReading& reading, size_t width) {
  enum Part : uint8_t { amount, percent, rate, links, left };
  std::array parts = {amount_part(reading), percent_part(reading), rate_part(reading),
                      links_part(reading), left_part(reading)};
  constexpr std::array kLeastImportantFirst = {links, rate, left, percent};
  const auto joined = [&parts] {
    std::string line;
    for (const std::string& part : parts) {
      if (!part.empty()) line.append("  ").append(part);
    }
    return line;
  };
  std::string line = joined();
  for (const Part part : kLeastImportantFirst) {
    if (line.size() <= width) break;
    parts[part].clear();
    line = joined();
  }
  return line.substr(0, width);
}

// --- Progress

Progress::Progress(const ProgressSettings& settings, ProgressTime start)
    : descriptor_(settings.descriptor),
      shows_(what_to_show(settings)),
      has_total_(settings.bytes_total.has_value()),
      start_(start),
      bytes_total_(settings.bytes_total.value_or(0)),
      total_(settings.total),
      next_(settings.show == ShowProgress::when_slow ? start + kSlow : start + kBetweenDrawings),
      measured_at_(start) {
  if (shows_ == Shows::line_each_second) next_ = start + kBetweenLines;
}

void Progress::update(ProgressTime now) {
  if (shows_ == Shows::nothing) return;
  const std::lock_guard lock(mutex_);
  if (finished_ == Finished::yes || now < next_) return;
  measure(now);
  if (shows_ == Shows::line_in_place) {
    draw(format_progress(reading(), columns_to_fill(descriptor_)));
    next_ = now + kBetweenDrawings;
  } else {
    write_out(format_progress(reading(), kUsualWidth) + '\n');
    next_ = now + kBetweenLines;
  }
}

void Progress::say(std::string_view message) {
  const std::lock_guard lock(mutex_);
  draw({});
  write_out(message);
}

void Progress::finish(ProgressTime now) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(finished_, Finished::yes) == Finished::yes) return;
  draw({});
  if (shows_ != Shows::line_each_second) return;
  // At the end: the rate of the whole run, and no time left.
  ProgressReading all = reading();
  const double elapsed = duration<double>(now - start_).count();
  all.bytes_per_second = elapsed > 0 ? static_cast<double>(all.bytes_done) / elapsed : 0;
  write_out(format_progress(all, kUsualWidth) + '\n');
}

// Exponential smoothing: what was measured counts e times less each kRateSeconds later. The first
// measurement is the average since the start.
void Progress::measure(ProgressTime now) {
  const double elapsed = duration<double>(now - measured_at_).count();
  if (elapsed <= 0) return;
  const uint64_t bytes = bytes_.load(std::memory_order_relaxed);
  const double recent = static_cast<double>(bytes - measured_bytes_) / elapsed;
  const double weight = measured_at_ == start_ ? 1 : 1 - std::exp(-elapsed / kRateSeconds);
  rate_ += weight * (recent - rate_);
  measured_at_ = now;
  measured_bytes_ = bytes;
}

ProgressReading Progress::reading() const {
  std::optional<uint64_t> total;
  if (has_total_) total = bytes_total_.load(std::memory_order_relaxed);
  return {bytes_.load(std::memory_order_relaxed), total, links_.load(std::memory_order_relaxed),
          rate_, total_};
}

// Replaces the line that was drawn last; an empty line erases it. Erases with spaces, for terminals
// without escape sequences.
void Progress::draw(std::string_view line) {
  if (line.empty() && drawn_ == 0) return;
  const size_t stale = std::min(drawn_, columns_to_fill(descriptor_));
  std::string text = "\r";
  text.append(line);
  if (stale > line.size()) text.append(stale - line.size(), ' ');
  if (line.empty()) text += '\r';
  columns_to_erase = std::max(line.size(), drawn_);
  write_out(text);
  drawn_ = line.size();
  columns_to_erase = drawn_;
}

// Errors are ignored: if standard error is closed, nobody reads it.
void Progress::write_out(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t count = write(descriptor_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    text.remove_prefix(static_cast<size_t>(count));
  }
}

// --- ProgressTicker

ProgressTicker::ProgressTicker(Progress& progress) : progress_(progress) {
  if (progress_.shows() == Progress::Shows::nothing) return;
  if (progress_.shows() == Progress::Shows::line_in_place) set_handlers(progress_.descriptor());
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
    // No thread could be started: nothing is shown until the end.
  }
}

ProgressTicker::~ProgressTicker() {
  if (thread_.joinable()) {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = Stopping::yes;
    }
    stop_.notify_one();
    thread_.join();
  }
  progress_.finish(std::chrono::steady_clock::now());
  if (progress_.shows() == Progress::Shows::line_in_place) remove_handlers();
}

void ProgressTicker::run() {
  std::unique_lock lock(mutex_);
  while (!stop_.wait_for(lock, kBetweenDrawings, [this] { return stopping_ == Stopping::yes; })) {
    progress_.update(std::chrono::steady_clock::now());
  }
}

}  // namespace linkspan::command
