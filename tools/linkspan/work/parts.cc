// SPDX-License-Identifier: Apache-2.0
#include "work/parts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "common/io.h"
#include "input/binary_input.h"
#include "input/text_parts.h"
#include "linkspan/version.h"
#include "modules/modules.h"
#include "work/dispatcher.h"

namespace linkspan::command {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kPartBytes = 64 << 20;
constexpr mode_t kFileMode = 0666;

// FNV-1a, 64 bits: to notice changes, not to resist attacks.
class Fingerprint {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    }
    hash_ = (hash_ ^ 0xFF) * 0x100000001B3;  // no byte of UTF-8
  }
  void add(uint64_t number) { add(std::to_string(number)); }
  std::string text() const { return fmt::format("{:016x}", hash_); }

 private:
  uint64_t hash_ = 0xCBF29CE484222325;
};

std::string normal(const std::string& path) {
  std::string name = fs::absolute(path).lexically_normal().string();
  if (name.ends_with('/')) name.pop_back();
  return name;
}

std::string extension_of(const ScanSettings& settings) {
  std::string extension(settings.to->extension());
  if (settings.output.compression == PartCompression::gzip) extension += ".gz";
  if (settings.output.compression == PartCompression::zstd) extension += ".zst";
  return extension;
}

uint64_t count_line_feeds(int descriptor, uint64_t begin, uint64_t end) {
  std::string block(kBlockBytes, '\0');
  uint64_t count = 0;
  while (begin < end) {
    const size_t wanted = std::min<uint64_t>(block.size(), end - begin);
    const size_t got = read_at(descriptor, block.data(), wanted, begin);
    if (got == 0) break;
    count += static_cast<uint64_t>(
        std::count(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(got), '\n'));
    begin += got;
  }
  return count;
}

// Divides inputs into pieces of about kPartBytes.
class Cutter {
 public:
  using Take = std::function<void(Piece piece, uint64_t bytes)>;
  Cutter(const ReadSettings& settings, Take take) : settings_(settings), take_(std::move(take)) {}

  void cut(const FoundInput& input) {
    const uint64_t size = input.file_size.value_or(0);
    if (size <= kPartBytes || !cut_long(input)) take_({input}, size);
  }

 private:
  // Lines are counted, for messages about them.
  bool cut_lines(const FoundInput& input, const FileRange& file, int descriptor) {
    TextParts parts = TextParts::of_lines(descriptor, file, kPartBytes);
    uint64_t base = 0;
    while (const std::optional<TextParts::Part> part = parts.next()) {
      take_({input, part->range, base}, part->size);
      base += count_line_feeds(descriptor, part->range.begin, part->range.begin + part->size);
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
    const InputFormat format = WholeInput::format_of(settings_, input.name, reader);
    if (file.name.empty() || !reader.is_stored_as_read() ||
        WholeInput::is_not_as_named(input.name, reader, format)) {
      return false;
    }
    if (format == InputFormat::mbox) return cut_mailbox(input, file, reader);
    if (format == InputFormat::jsonl) return cut_lines(input, file, opened.descriptor());
    const bool may_be_skipped = settings_.from == InputFormat::guess &&
                                settings_.binary_files == BinaryFiles::skip &&
                                is_binary(reader.first_bytes());
    return format == InputFormat::text && !may_be_skipped &&
           cut_text(input, file, opened.descriptor());
  }

  // What counts from the start of the text must be known at each cut: bytes and lines are.
  bool cut_text(const FoundInput& input, const FileRange& file, int descriptor) {
    const OffsetUnit unit = settings_.document.offsets;
    if (unit == OffsetUnit::utf16 || unit == OffsetUnit::code_points) return false;
    if (!charset_of_parts(settings_, charset_of_text(settings_), descriptor, file.begin))
      return false;
    const SeamRules rules{settings_.document.layout, settings_.options.max_link_bytes};
    TextParts parts(descriptor, file, rules, kPartBytes);
    uint64_t base = 0;
    while (const std::optional<TextParts::Part> part = parts.next()) {
      take_({input, part->range, base}, part->size);
      const uint64_t end = part->range.begin + part->size;
      base += unit == OffsetUnit::bytes ? part->size
                                        : count_line_feeds(descriptor, part->range.begin, end);
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

PartDirectory::PartDirectory(const ScanSettings& settings)
    : settings_(settings.output),
      directory_(settings.output.directory),
      extension_(extension_of(settings)),
      form_(*settings.to),
      title_(form_.title(settings.fields)),
      line_end_(end_of(settings.line_end)),
      manifest_(directory_ /
                (settings_.tasks == 1
                     ? "manifest.jsonl"
                     : fmt::format("manifest-{}-of-{}.jsonl", settings_.task, settings_.tasks))) {}

PartDirectory::~PartDirectory() {
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
  before_ = read_manifests();
  if (!before_) return kWrongUsage;
  if (before_->has_begun()) {
    InputList inputs(settings, seek_of(settings), [](const FoundInput* /*input*/) {});
    plan(settings, inputs, reports, [](uint64_t /*part*/) { return Next::go_on; });
    if (!is_same_run(*before_)) return kWrongUsage;
    for (const std::string& file : before_->changed) {
      reports.say(Remark::part_changed, (directory_ / file).string());
    }
  }
  if (!begin_manifest()) {
    report_system_error(directory_.string(), errno);
    return kIncomplete;
  }
  return std::nullopt;
}

void PartDirectory::visit(const ReadSettings& settings, InputList& inputs, RunReports& reports,
                          const TakePart& take) {
  const auto take_due = [&](uint64_t number) {
    return is_due(number) ? take(parts_[number], number) : Next::go_on;
  };
  if (!is_planned()) return plan(settings, inputs, reports, take_due);
  for (uint64_t number = 0; number < parts_.size(); ++number) {
    if (take_due(number) == Next::stop) return;
  }
}

bool PartDirectory::is_own(const std::string& input) const {
  return normal(input).starts_with(normal(settings_.directory) + '/');
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

// Calls `planned` for each part that is complete, in order, until it says stop.
void PartDirectory::plan(const ReadSettings& settings, InputList& inputs, RunReports& reports,
                         const Planned& planned) {
  Fingerprint fingerprint;
  uint64_t complete = 0;
  Next next = Next::go_on;
  const auto pass_on = [&] {
    while (next == Next::go_on && complete < parts_.size()) next = planned(complete++);
  };
  const auto add = [&](Piece piece, uint64_t bytes) {
    if (parts_.empty() || parts_.back().bytes + bytes > kPartBytes) {
      pass_on();
      parts_.emplace_back();
    }
    parts_.back().pieces.push_back(std::move(piece));
    parts_.back().bytes += bytes;
    parts_.back().inputs_so_far = fingerprint.text();
  };
  Cutter cutter(settings, add);
  const auto visit = [&](const FoundInput& input) {
    if (is_own(input.name)) return Next::go_on;  // `scan --output out .`
    struct stat status {};
    if (!input.file_size) {
      reports.fail(Remark::unreadable, input.name,
                   "--output is for files, which can be read again");
      plan_status_ = kIncomplete;
    } else if (stat(input.name.c_str(), &status) == 0) {
      fingerprint.add(input.name);
      fingerprint.add(static_cast<uint64_t>(status.st_size));
      fingerprint.add(static_cast<uint64_t>(status.st_mtim.tv_sec));
      fingerprint.add(static_cast<uint64_t>(status.st_mtim.tv_nsec));
      cutter.cut(input);
    } else {
      reports.fail(Remark::unreadable, input.name, std::strerror(errno));
      plan_status_ = kIncomplete;
    }
    return next;
  };
  const auto remark = [&](Remark kind, std::string_view subject, std::string_view what) {
    reports.say(kind, subject, what);
  };
  if (inputs.visit(visit, remark) == Reach::some) plan_status_ = kIncomplete;
  pass_on();
  if (next == Next::go_on) all_inputs_ = fingerprint.text();
}

// --- the manifest

// The options and operands; the inputs are held against those of each part.
std::string PartDirectory::head_of_manifest() const {
  Fingerprint fingerprint;
  fingerprint.add(version());
  for (const std::string& option : settings_.options) fingerprint.add(option);
  return nlohmann::json{{"linkspan", version()}, {"run", fingerprint.text()}}.dump();
}

// Once all inputs are known.
std::string PartDirectory::end_of_plan() const {
  return nlohmann::json{{"parts", parts_.size()}, {"inputs", all_inputs_}}.dump();
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

// What is done, by any task. Nothing, and a message, if it is of another run.
std::optional<PartDirectory::Done> PartDirectory::read_manifests() const {
  Done done;
  std::map<uint64_t, std::string> changed;
  for (const auto& entry : fs::directory_iterator(directory_)) {
    const std::string name = entry.path().filename().string();
    const bool is_manifest = name.starts_with("manifest") && name.ends_with(".jsonl");
    if (is_manifest && !read_manifest(entry.path(), done, changed)) return std::nullopt;
  }
  for (const auto& [number, file] : changed) {
    if (!done.parts.contains(number)) done.changed.push_back(file);
  }
  return done;
}

// Is the file as long as its line of a manifest says? One that was deleted or cut is not.
bool PartDirectory::is_whole(const std::string& file, uint64_t bytes) const {
  std::error_code error;
  return fs::file_size(directory_ / file, error) == bytes && !error;
}

bool PartDirectory::read_manifest(const fs::path& path, Done& done,
                                  std::map<uint64_t, std::string>& changed) const {
  std::ifstream in(path, std::ios::binary);
  std::string line;
  if (!std::getline(in, line)) return true;
  if (nlohmann::json::parse(line, nullptr, false) != nlohmann::json::parse(head_of_manifest())) {
    report_other_run(path);
    return false;
  }
  done.manifests.push_back(path);
  while (std::getline(in, line)) {
    // Another task may be writing the last line.
    const auto entry = nlohmann::json::parse(line, nullptr, false);
    if (!entry.is_object()) continue;
    if (!entry.contains("part")) {
      done.plans.push_back(line);
      continue;
    }
    const auto number = entry["part"].get<uint64_t>();
    const auto file = entry.value("file", std::string());
    done.inputs_so_far[number] = entry.value("inputs_so_far", std::string());
    if (!is_whole(file, entry.value("bytes", uint64_t{0}))) {
      if (is_of_task(number)) changed[number] = file;
      continue;
    }
    done.parts.insert(number);
    if (is_of_task(number) && entry.value("status", 0) != 0) done.status = kIncomplete;
  }
  return true;
}

void PartDirectory::report_other_run(const fs::path& path) {
  report_problem(path.string(),
                 "the manifest of another run: other inputs, inputs that have changed since, "
                 "or other options; name another directory, or remove this one");
}

// REQUIRES: all inputs are known. Were the parts, by any task, made of these inputs? If not, there
// was a message.
bool PartDirectory::is_same_run(const Done& done) const {
  const bool parts_are =
      std::all_of(done.inputs_so_far.begin(), done.inputs_so_far.end(), [this](const auto& entry) {
        return entry.first < parts_.size() && parts_[entry.first].inputs_so_far == entry.second;
      });
  const bool plans_are =
      std::all_of(done.plans.begin(), done.plans.end(),
                  [this](const std::string& plan) { return plan == end_of_plan(); });
  if (parts_are && plans_are) return true;
  report_other_run(done.manifests.front());
  return false;
}

bool PartDirectory::append_to_manifest(std::string line) const {
  const int descriptor =
      ::open(manifest_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, kFileMode);
  if (descriptor < 0) return false;
  line += '\n';
  const off_t before = lseek(descriptor, 0, SEEK_END);
  const ssize_t written = write(descriptor, line.data(), line.size());
  const bool is_written = written == static_cast<ssize_t>(line.size()) && fsync(descriptor) == 0;
  const int error = errno;
  // On a full disk, nothing of the line stays.
  if (!is_written && ftruncate(descriptor, before) != 0)
    report_system_error(manifest_.string(), errno);
  close(descriptor);
  errno = error;
  return is_written;
}

// --- the parts

bool PartDirectory::is_of_task(uint64_t number) const {
  return number % settings_.tasks == settings_.task;
}

bool PartDirectory::is_due(uint64_t number) const {
  return is_of_task(number) && !before_->parts.contains(number);
}

std::optional<uint64_t> PartDirectory::bytes_due() const {
  if (!is_planned()) return {};
  uint64_t bytes = 0;
  for (size_t i = 0; i < parts_.size(); ++i) bytes += is_due(i) ? parts_[i].bytes : 0;
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

// A file of 0 bytes is neither gzip nor zstd: a part without links gets an empty frame.
bool PartDirectory::is_valid_if_empty(int descriptor) const {
  struct stat status {};
  if (settings_.compression == PartCompression::none) return true;
  if (fstat(descriptor, &status) != 0) return false;
  if (status.st_size > 0) return true;
  const std::string frame = compressed({});
  return write(descriptor, frame.data(), frame.size()) == static_cast<ssize_t>(frame.size());
}

void PartDirectory::end(uint64_t number, const PartResult& result) {
  if (open_ == number) open_.reset();
  const std::string partial = partial_path_of(number);
  const fs::path path = path_of(number);
  struct stat status {};
  const int descriptor = open_part(number);
  const bool is_kept = descriptor >= 0 && is_valid_if_empty(descriptor) &&
                       fstat(descriptor, &status) == 0 && fsync(descriptor) == 0 &&
                       rename(partial.c_str(), path.c_str()) == 0;
  if (!is_kept) {
    report_system_error(path.string(), errno);
    discard(number);
  }
  if (descriptor >= 0) close(descriptor);
  if (!is_kept) return;
  const Part& part = parts_[number];
  const Piece& first = part.pieces.front();
  nlohmann::json entry = {{"part", number},
                          {"file", path.filename().string()},
                          {"inputs", part.pieces.size()},
                          {"inputs_so_far", part.inputs_so_far},
                          {"first", first.input.name},
                          {"input_bytes", part.bytes},
                          {"links", result.links},
                          {"bytes", status.st_size},
                          {"status", result.status == kDone ? 0 : 1}};
  const uint64_t first_byte =
      first.messages.empty() ? first.range.begin : first.messages.front().begin;
  if (first_byte > 0) entry["first_byte"] = first_byte;
  // Bytes of a name that are not UTF-8 become U+FFFD.
  const std::string line = entry.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (!append_to_manifest(line)) report_system_error(manifest_.string(), errno);
}

int PartDirectory::finish(int status) const {
  const std::optional<Done> now = read_manifests();
  if (!now) return kIncomplete;
  if (!is_planned()) {  // the run was stopped before all inputs were known
    report_problem(fmt::format("{} parts are done; start the same command again for the others",
                               now->parts.size()));
    return kIncomplete;
  }
  if (!is_same_run(*now)) return kIncomplete;
  const bool is_said =
      std::find(now->plans.begin(), now->plans.end(), end_of_plan()) != now->plans.end();
  if (!is_said && !append_to_manifest(end_of_plan())) {
    report_system_error(manifest_.string(), errno);
    return kIncomplete;
  }
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
