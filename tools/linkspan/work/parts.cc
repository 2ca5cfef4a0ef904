// SPDX-License-Identifier: Apache-2.0
#include "work/parts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <mutex>
#include <nlohmann/json.hpp>
#include <system_error>
#include <thread>
#include <utility>

#include "base/counting.h"
#include "common/io.h"
#include "input/compression.h"
#include "input/guess_format.h"
#include "input/programs.h"
#include "input/text_parts.h"
#include "linkspan/version.h"
#include "work/dispatcher.h"

namespace linkspan::command {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kPartBytes = 64 << 20;
constexpr mode_t kFileMode = 0666;

// A hash of 64 bits, to notice changes, not to resist attacks. The same on all machines, as tasks
// of a run may be on several.
class Fingerprint {
 public:
  void add(std::string_view text) {
    add(text.size());
    for (; text.size() >= sizeof(uint64_t); text.remove_prefix(sizeof(uint64_t)))
      add(word_of(text));
    if (!text.empty()) add(word_of(text));
  }
  void add(uint64_t number) {
    hash_ = (hash_ ^ number) * 0x9E3779B97F4A7C15;
    hash_ ^= hash_ >> 32;
  }
  std::string text() const { return fmt::format("{:016x}", hash_); }

 private:
  // The first eight bytes, the lowest first.
  static uint64_t word_of(std::string_view text) {
    uint64_t word = 0;
    for (size_t i = 0; i < std::min(text.size(), sizeof(word)); ++i) {
      word |= uint64_t{static_cast<unsigned char>(text[i])} << (8 * i);
    }
    return word;
  }

  uint64_t hash_ = 0xCBF29CE484222325;
};

std::string normal(const std::string& path) {
  std::string name = fs::absolute(path).lexically_normal().string();
  if (name.ends_with('/')) name.pop_back();
  return name;
}

// Is a file in the directory that is written to, as with `scan --output out .`? Files of one
// directory come one after another, and only its path is made absolute.
class OwnFiles {
 public:
  explicit OwnFiles(const std::string& output) : output_(normal(output) + '/') {}

  bool has(std::string_view path) {
    const std::string_view folder = path.substr(0, path.rfind('/') + 1);
    if (folder_ != folder) {
      folder_ = folder;
      is_own_ = (normal(folder.empty() ? "." : *folder_) + '/').starts_with(output_);
    }
    return is_own_;
  }

 private:
  const std::string output_;
  std::optional<std::string> folder_;
  bool is_own_ = false;
};

std::string extension_of(const ScanSettings& settings) {
  std::string extension(settings.to->extension());
  if (settings.output.compression == PartCompression::gzip) extension += ".gz";
  if (settings.output.compression == PartCompression::zstd) extension += ".zst";
  return extension;
}

// The program that makes the file of a part of its lines; empty: none.
std::vector<std::string> packing_of(const ScanSettings& settings) {
  if (!settings.to->is_packed()) return {};
  return parquet_program(
      {"--write", settings.to->types_of(settings.fields, settings.read.document.offsets)});
}

uint64_t count_line_feeds(const FileRange& range) {
  const base::Counting& counting = *base::counting_for(Cpu::best);
  FileRangeReader file(range);
  std::string block(kBlockBytes, '\0');
  uint64_t count = 0;
  while (const size_t got = file.read(block.data(), block.size())) {
    const auto* const begin = reinterpret_cast<const uint8_t*>(block.data());
    count += counting.count_lines(begin, begin + got).line_feeds;
  }
  return count;
}

// Calls do_it(0) … do_it(count - 1) in so many threads. They have ended when it returns, as workers
// are forked later.
void do_in_threads(size_t threads, size_t count, const std::function<void(size_t)>& do_it) {
  std::atomic<size_t> next = 0;
  const auto do_some = [&] {
    for (size_t i = next++; i < count; i = next++) do_it(i);
  };
  std::vector<std::thread> others;
  try {
    while (others.size() + 1 < std::min(threads, count)) others.emplace_back(do_some);
  } catch (const std::system_error&) {  // no more threads
  }
  do_some();
  for (std::thread& other : others) other.join();
}

// The numbers at the start of pieces of a text that follow another one. PERF: `--output` of 3.4 GB
// of text, which counts lines, waited for this: it was 223 million instructions for a part, and all
// of them before the first task.
void count_lines(std::vector<Part>& parts, size_t threads) {
  std::vector<Piece*> texts;
  for (Part& part : parts) {
    for (Piece& piece : part.pieces) {
      if (!piece.range.name.empty()) texts.push_back(&piece);
    }
  }
  const auto continues = [&](size_t i) { return i < texts.size() && !texts[i]->base; };
  std::vector<uint64_t> line_feeds(texts.size());
  do_in_threads(threads, texts.size(), [&](size_t i) {
    if (continues(i + 1)) line_feeds[i] = count_line_feeds(texts[i]->range);
  });
  for (size_t i = 0; i < texts.size(); ++i) {
    if (continues(i + 1)) texts[i + 1]->base = *texts[i]->base + line_feeds[i];
  }
}

// Divides inputs into pieces of about kPartBytes. count_lines() then sets the base of those of
// texts in units of lines.
class Cutter {
 public:
  using Take = std::function<void(Piece piece, uint64_t bytes)>;
  Cutter(const ReadSettings& settings, Take take) : settings_(settings), take_(std::move(take)) {}

  void cut(const FoundInput& input) {
    const uint64_t size = input.file_size.value_or(0);
    const bool is_one = size <= kPartBytes || settings_.is_read_by_program(input.name);
    if (is_one || !cut_long(input)) take_({input}, size);
  }

 private:
  // Lines are counted, for messages about them.
  bool cut_lines(const FoundInput& input, const FileRange& file, int descriptor) {
    TextParts parts = TextParts::of_lines(descriptor, file, kPartBytes);
    for (CountBase base = 0; const std::optional<TextParts::Part> part = parts.next(); base = {}) {
      take_({input, part->range, base}, part->size);
    }
    return true;
  }

  // False if it is one piece.
  bool cut_long(const FoundInput& input) {
    Report ignored;  // what is wrong with it is reported when it is read
    const OpenInput opened = opener_.open(input, ignored);
    if (!opened.is_open()) return false;
    const FileRange file = rest_of_file(input.name, opened.descriptor());
    InputReader reader(opened.descriptor(), [](uint64_t) {});
    reader.peek();
    const Format& format = WholeInput::format_of(settings_, input.name, reader);
    if (file.name.empty() || !reader.is_stored_as_read() ||
        WholeInput::is_not_as_named(input.name, reader, format)) {
      return false;
    }
    if (format.division == Division::at_messages) return cut_mailbox(input, file, reader);
    if (format.division == Division::at_lines) return cut_lines(input, file, opened.descriptor());
    const bool may_be_skipped = settings_.from == nullptr &&
                                settings_.binary_files == BinaryFiles::skip &&
                                is_binary(reader.first_bytes());
    return format.division == Division::at_seams && !may_be_skipped &&
           cut_text(input, file, opened.descriptor());
  }

  // What counts from the start of the text must be known at each cut: bytes and lines are.
  bool cut_text(const FoundInput& input, const FileRange& file, int descriptor) {
    const OffsetUnit unit = settings_.document.offsets;
    if (unit == OffsetUnit::utf16 || unit == OffsetUnit::code_points) return false;
    if (!may_be_divided(settings_)) return false;
    const SeamRules rules{settings_.document.layout, settings_.options.max_link_bytes};
    TextParts parts(descriptor, file, rules, charset_of_text(settings_), kPartBytes);
    CountBase base = 0;
    while (const std::optional<TextParts::Part> part = parts.next()) {
      take_({input, part->range, base, part->charset}, part->size);
      base = unit == OffsetUnit::bytes ? CountBase(*base + part->size) : CountBase();
    }
    return true;
  }

  bool cut_mailbox(const FoundInput& input, const FileRange& file, InputReader& reader) {
    Piece piece{input};
    uint64_t begin = 0, end = 0;
    const auto take = [&](const Origin& origin, std::string_view message) {
      const uint64_t offset = file.begin + *origin.raw_begin;
      if (!piece.messages.empty() && offset + message.size() - begin > kPartBytes) {
        take_(std::exchange(piece, {input}), end - begin);
        piece.messages_before = origin.message - 1;
        begin = end;
      }
      end = offset + message.size();
      piece.messages.push_back({offset, message.size()});
    };
    split_mailbox(
        input.name, reader, [] { return Next::go_on; }, take);
    if (piece.messages.empty()) return false;
    take_(std::move(piece), end - begin);
    return true;
  }

  const ReadSettings& settings_;
  Take take_;
  InputOpener opener_;
};

}  // namespace

// A thread that ends parts, so that the workers do not wait for the disk: the main process, which
// gives them their turns, would wait for two fsync() a part. Parts that end meanwhile are written
// to the manifest together.
class PartDirectory::Ender {
 public:
  explicit Ender(const PartDirectory& directory)
      : directory_(directory), thread_([this] { run(); }) {}
  ~Ender() {
    {
      const std::lock_guard lock(mutex_);
      is_closed_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  Ender(const Ender&) = delete;
  Ender& operator=(const Ender&) = delete;

  void add(const Ended& ended) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(ended);
    }
    changed_.notify_one();
  }

 private:
  void run() {
    for (;;) {
      std::vector<Ended> ended;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return is_closed_ || !waiting_.empty(); });
        ended.swap(waiting_);
      }
      if (ended.empty()) return;
      directory_.end_all(ended);
    }
  }

  const PartDirectory& directory_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Ended> waiting_;
  bool is_closed_ = false;
  std::thread thread_;
};

PartDirectory::PartDirectory(const ScanSettings& settings)
    : settings_(settings.output),
      directory_(settings.output.directory),
      extension_(extension_of(settings)),
      form_(*settings.to),
      title_(form_.title(settings.fields)),
      line_end_(end_of(settings.line_end)),
      packing_(packing_of(settings)),
      jobs_(settings.read.jobs),
      manifest_(directory_ /
                (settings_.tasks == 1
                     ? "manifest.jsonl"
                     : fmt::format("manifest-{}-of-{}.jsonl", settings_.task, settings_.tasks))) {}

PartDirectory::~PartDirectory() {
  ender_.reset();
  if (open_) discard(*open_);
  for (const int descriptor : {directory_lock_, task_lock_}) {
    if (descriptor >= 0) close(descriptor);
  }
}

std::optional<int> PartDirectory::open(const ReadSettings& settings, RunReports& reports) {
  std::error_code error;
  fs::create_directories(directory_, error);
  if (error) {
    report_problem(directory_.string(), error.message());
    return kIncomplete;
  }
  if (!lock()) {
    report_problem(directory_.string(),
                   "another run writes into this directory; start this one when that has ended");
    return kIncomplete;
  }
  if (!remove_torn_line()) {
    report_system_error(manifest_.string(), errno);
    return kIncomplete;
  }
  plan(settings, reports);
  std::optional<Done> before = read_manifests();
  if (!before) return kWrongUsage;
  for (const auto& [number, file] : before->changed) {
    reports.say(Remark::part_changed, (directory_ / file).string());
  }
  if (!begin_manifest()) {
    report_system_error(directory_.string(), errno);
    return kIncomplete;
  }
  done_ = std::move(before->parts);
  return std::nullopt;
}

// The tasks of a run share the directory; each has its manifest for itself.
bool PartDirectory::lock() {
  directory_lock_ = ::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const int how = settings_.tasks == 1 ? LOCK_EX : LOCK_SH;
  if (directory_lock_ < 0 || flock(directory_lock_, how | LOCK_NB) != 0) return false;
  if (settings_.tasks == 1) return true;
  task_lock_ = ::open(manifest_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kFileMode);
  return task_lock_ >= 0 && flock(task_lock_, LOCK_EX | LOCK_NB) == 0;
}

void PartDirectory::plan(const ReadSettings& settings, RunReports& reports) {
  Fingerprint fingerprint;
  fingerprint.add(version());
  for (const std::string& option : settings_.options) fingerprint.add(option);
  const auto add = [this](Piece piece, uint64_t bytes) {
    if (parts_.empty() || parts_.back().bytes + bytes > kPartBytes) parts_.emplace_back();
    Part& part = parts_.back();
    const bool is_cut = !piece.range.name.empty() || !piece.messages.empty();
    if (!is_cut) part.largest_input = std::max(part.largest_input, bytes);
    part.pieces.push_back(std::move(piece));
    part.bytes += bytes;
  };
  Cutter cutter(settings, add);
  OwnFiles own(settings_.directory);
  const auto visit = [&](const FoundInput& input) {
    if (own.has(input.name)) return Next::go_on;
    if (!input.file_size) {
      reports.fail(Remark::unreadable, input.name,
                   "--output is for files, which can be read again");
      plan_status_ = kIncomplete;
    } else {
      fingerprint.add(input.name);
      fingerprint.add(*input.file_size);
      fingerprint.add(input.modified);
      cutter.cut(input);
    }
    return Next::go_on;
  };
  const auto remark = [&](Remark kind, std::string_view subject, std::string_view what) {
    reports.say(kind, subject, what);
  };
  if (visit_inputs(settings, seek_of(settings), visit, remark) == Reach::some)
    plan_status_ = kIncomplete;
  fingerprint_ = fingerprint.text();
  count_lines(parts_, settings.jobs);
}

// --- the manifest

std::string PartDirectory::head_of_manifest() const {
  return nlohmann::json{{"linkspan", version()}, {"run", fingerprint_}, {"parts", parts_.size()}}
      .dump();
}

// The last line, if the machine stopped while it was written: it says nothing.
bool PartDirectory::remove_torn_line() const {
  std::ifstream in(manifest_, std::ios::binary);
  if (!in) return true;
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (text.empty() || text.back() == '\n') return true;
  const size_t whole = text.rfind('\n') + 1;  // npos + 1 is 0
  return truncate(manifest_.c_str(), static_cast<off_t>(whole)) == 0;
}

bool PartDirectory::begin_manifest() {
  struct stat status {};
  if (stat(manifest_.c_str(), &status) == 0 && status.st_size > 0) return true;
  return append_to_manifest(head_of_manifest());
}

// The parts that are done, by any task. Nothing, and a message, if they are those of another run.
std::optional<PartDirectory::Done> PartDirectory::read_manifests() const {
  Done done;
  for (const auto& entry : fs::directory_iterator(directory_)) {
    const std::string name = entry.path().filename().string();
    const bool is_manifest = name.starts_with("manifest") && name.ends_with(".jsonl");
    if (is_manifest && !read_manifest(entry.path(), done)) return std::nullopt;
  }
  // A later line may be of the same part, written again.
  std::erase_if(done.changed, [&](const auto& part) { return done.parts.contains(part.first); });
  return done;
}

// Is the file as long as its line of a manifest says? One that was deleted or cut is not.
bool PartDirectory::is_whole(const std::string& file, uint64_t bytes) const {
  std::error_code error;
  return fs::file_size(directory_ / file, error) == bytes && !error;
}

bool PartDirectory::read_manifest(const fs::path& path, Done& done) const {
  std::ifstream in(path, std::ios::binary);
  std::string line;
  if (!std::getline(in, line)) return true;
  if (nlohmann::json::parse(line, nullptr, false) != nlohmann::json::parse(head_of_manifest())) {
    report_problem(path.string(),
                   "the manifest of another run: other inputs, inputs that have changed since, "
                   "or other options; name another directory, or remove this one");
    return false;
  }
  while (std::getline(in, line)) {
    // Another task may be writing the last line.
    const auto entry = nlohmann::json::parse(line, nullptr, false);
    if (!entry.is_object() || !entry.contains("part")) continue;
    const auto number = entry["part"].get<uint64_t>();
    const auto file = entry.value("file", std::string());
    if (!is_whole(file, entry.value("bytes", uint64_t{0}))) {
      if (is_of_task(number)) done.changed[number] = file;
      continue;
    }
    done.parts.insert(number);
    if (is_of_task(number) && entry.value("status", 0) != 0) done.status = kIncomplete;
  }
  return true;
}

bool PartDirectory::append_to_manifest(std::string lines) const {
  const int descriptor =
      ::open(manifest_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, kFileMode);
  if (descriptor < 0) return false;
  lines += '\n';
  const off_t before = lseek(descriptor, 0, SEEK_END);
  const ssize_t written = write(descriptor, lines.data(), lines.size());
  const bool is_written = written == static_cast<ssize_t>(lines.size()) && fsync(descriptor) == 0;
  const int error = errno;
  // On a full disk, nothing of the lines stays.
  if (!is_written && ftruncate(descriptor, before) != 0) {
    report_system_error(manifest_.string(), errno);
  }
  close(descriptor);
  errno = error;
  return is_written;
}

// --- the parts

bool PartDirectory::is_of_task(uint64_t number) const {
  return number % settings_.tasks == settings_.task;
}

bool PartDirectory::is_due(uint64_t number) const {
  return is_of_task(number) && !done_.contains(number);
}

std::vector<uint64_t> PartDirectory::due() const {
  std::vector<uint64_t> due;
  for (uint64_t i = 0; i < parts_.size(); ++i) {
    if (is_due(i)) due.push_back(i);
  }
  std::stable_sort(due.begin(), due.end(), [this](uint64_t a, uint64_t b) {
    return parts_[a].largest_input > parts_[b].largest_input;
  });
  return due;
}

uint64_t PartDirectory::bytes_due() const {
  uint64_t bytes = 0;
  for (const uint64_t number : due()) bytes += parts_[number].bytes;
  return bytes;
}

fs::path PartDirectory::path_of(uint64_t number) const {
  return directory_ / fmt::format("part-{:06}.{}", number, extension_);
}

// Tasks of another --of may write the same part.
std::string PartDirectory::partial_path_of(uint64_t number) const {
  const std::string task =
      settings_.tasks == 1 ? "" : fmt::format(".{}-of-{}", settings_.task, settings_.tasks);
  return path_of(number).string() + task + ".partial";
}

bool PartDirectory::begin(uint64_t number) {
  const std::string path = partial_path_of(number);
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kFileMode);
  if (descriptor < 0) {
    report_system_error(path, errno);
    return false;
  }
  std::string title = title_;
  compress(title);
  const bool is_written =
      write(descriptor, title.data(), title.size()) == static_cast<ssize_t>(title.size());
  if (!is_written) report_system_error(path, errno);
  close(descriptor);
  open_ = number;
  return is_written;
}

void PartDirectory::discard(uint64_t number) const { unlink(partial_path_of(number).c_str()); }

void PartDirectory::end(uint64_t number, const PartResult& result) {
  if (open_ == number) open_.reset();
  try {
    if (!ender_) ender_ = std::make_unique<Ender>(*this);
    ender_->add({number, result});
  } catch (const std::system_error&) {  // no more threads
    end_all({{number, result}});
  }
}

void PartDirectory::end_all(const std::vector<Ended>& ended) const {
  std::string lines;
  if (!packing_.empty()) {
    do_in_threads(jobs_, ended.size(), [&](size_t i) {
      if (!pack(ended[i].number)) discard(ended[i].number);  // and keep() reports that it is gone
    });
  }
  for (const Ended& one : ended) {
    const std::optional<uint64_t> bytes = keep(one.number);
    if (!bytes) continue;
    if (!lines.empty()) lines += '\n';
    lines += line_of_manifest(one, *bytes);
  }
  if (lines.empty()) return;
  if (!append_to_manifest(std::move(lines))) report_system_error(manifest_.string(), errno);
}

// A file of 0 bytes is neither gzip nor zstd: a part without links gets an empty frame.
bool PartDirectory::is_valid_if_empty(int descriptor) const {
  struct stat status {};
  if (settings_.compression == PartCompression::none) return true;
  if (fstat(descriptor, &status) != 0) return false;
  if (status.st_size > 0) return true;
  const std::string frame = compressed({});
  return write(descriptor, frame.data(), frame.size()) == static_cast<ssize_t>(frame.size());
}

// Makes the file of a part of its lines. False if that fails, after a message.
bool PartDirectory::pack(uint64_t number) const {
  const std::string path = partial_path_of(number), packed = path + ".packed";
  const OpenInput lines(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const OpenInput file(::open(packed.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kFileMode));
  if (!lines.is_open() || !file.is_open()) return false;
  RunningProgram program(packing_, lines.descriptor());
  std::string block(kBlockBytes, '\0');
  bool is_written = true;
  while (is_written) {
    const ssize_t got = read_some(program.output(), block.data(), block.size());
    if (got <= 0) break;
    is_written = write(file.descriptor(), block.data(), static_cast<size_t>(got)) == got;
  }
  const ProgramOutput::State ended = is_written ? program.finish() : ProgramOutput::State::done;
  if (is_written && ended == ProgramOutput::State::done) {
    return rename(packed.c_str(), path.c_str()) == 0;
  }
  const int error = errno;
  unlink(packed.c_str());
  is_written
      ? report_problem(path_of(number).string(), fault_of_parquet_program("--to parquet", ended))
      : report_system_error(packed, error);
  return false;
}

// Gives a part that is on the disk its name. Returns its size; nothing if that fails, after a
// message.
std::optional<uint64_t> PartDirectory::keep(uint64_t number) const {
  const fs::path path = path_of(number);
  struct stat status {};
  const int descriptor = open_part(number);
  const bool is_kept = descriptor >= 0 && is_valid_if_empty(descriptor) &&
                       fstat(descriptor, &status) == 0 && fsync(descriptor) == 0 &&
                       rename(partial_path_of(number).c_str(), path.c_str()) == 0;
  if (!is_kept) {
    report_system_error(path.string(), errno);
    discard(number);
  }
  if (descriptor >= 0) close(descriptor);
  return is_kept ? std::optional(static_cast<uint64_t>(status.st_size)) : std::nullopt;
}

std::string PartDirectory::line_of_manifest(const Ended& ended, uint64_t bytes) const {
  const Part& part = parts_[ended.number];
  const Piece& first = part.pieces.front();
  nlohmann::json entry = {{"part", ended.number},
                          {"file", path_of(ended.number).filename().string()},
                          {"inputs", part.pieces.size()},
                          {"first", first.input.name},
                          {"input_bytes", part.bytes},
                          {"links", ended.result.links},
                          {"bytes", bytes},
                          {"status", ended.result.status == kDone ? 0 : 1}};
  const uint64_t first_byte =
      first.messages.empty() ? first.range.begin : first.messages.front().begin;
  if (first_byte > 0) entry["first_byte"] = first_byte;
  // Bytes of a name that are not UTF-8 become U+FFFD.
  return entry.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

int PartDirectory::finish(int status) {
  ender_.reset();
  const std::optional<Done> now = read_manifests();
  if (!now) return kIncomplete;
  uint64_t all = 0, done = 0;
  for (size_t i = settings_.task; i < parts_.size(); i += settings_.tasks) {
    ++all;
    done += now->parts.contains(i) ? 1 : 0;
  }
  if (done < all) {
    report_problem(fmt::format(
        "{} of {} parts are done; start the same command again for the others", done, all));
    return kIncomplete;
  }
  if (now->status != kDone || plan_status_ != kDone) return kIncomplete;
  return status;
}

// --- for workers

int PartDirectory::open_part(uint64_t number) const {
  return ::open(partial_path_of(number).c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
}

uint64_t PartDirectory::count_links(std::string_view records) const {
  return form_.count_records(records, line_end_);
}

void PartDirectory::compress(std::string& records) const {
  if (settings_.compression == PartCompression::none || records.empty()) return;
  records = compressed(records);
}

// REQUIRES: --compress.
std::string PartDirectory::compressed(std::string_view bytes) const {
  const bool is_gzip = settings_.compression == PartCompression::gzip;
  return value_or_throw(compress_bytes(is_gzip ? Compression::gzip : Compression::zstd, bytes));
}

}  // namespace linkspan::command
