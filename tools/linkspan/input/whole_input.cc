// SPDX-License-Identifier: Apache-2.0
#include "input/whole_input.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "base/retained_text.h"
#include "common/io.h"
#include "input/compression.h"
#include "input/formats.h"
#include "input/guess_format.h"
#include "input/input_reader.h"
#include "input/programs.h"
#include "linkspan/charset.h"
#include "linkspan/mail.h"

namespace linkspan::command {
namespace {

constexpr int kInMemory = -1;                      // in the place of a descriptor
constexpr uint64_t kMostMailOfMember = 256 << 20;  // unpacked
// Archives and mails in each other, and what archives in archives unpack to, of one input.
constexpr unsigned kMostNested = 4;
constexpr uint64_t kMostOfNested = uint64_t{4} << 30;

Next next(const Target& target) {
  return target.output.state() == Output::State::open ? Next::go_on : Next::stop;
}

// Of the payload of a record, by its declaration or else by its first bytes; null if it is none
// that a record is read as.
const Format* format_of_payload(std::string_view media_type, std::string_view head) {
  const Format* const format = media_type.empty() ? guess_format({}, head, FirstBytes::whole)
                                                  : format_of_media_type(media_type);
  if (format == nullptr) return nullptr;
  const bool is_document = format->read_as == ReadAs::text || format->read_as == ReadAs::page;
  if (is_document) return format;
  return media_type.empty() ? &kTextFormat : nullptr;
}

void report_not_as_named(const std::string& name, Report& report) {
  report.fail(Remark::damaged, name,
              fmt::format("the name says {}, and the bytes are not that: damaged, or named wrongly",
                          format_by_name(name)));
}

// The names of members and records come from the input, and the output repeats them for each link:
// a name of 1 MB and as much text would become 200 GB. Cut before a character of UTF-8.
std::string bounded_name(std::string name, const std::string& input, Report& report) {
  constexpr size_t kMostNameBytes = 1024;
  if (name.size() <= kMostNameBytes) return name;
  size_t size = kMostNameBytes;
  while (size > 0 && (static_cast<unsigned char>(name[size]) & 0xC0) == 0x80) --size;
  name.resize(size);
  name += "\u2026";
  report.say(Remark::long_name, input + ':' + name.substr(0, 64));
  return name;
}

// In an archive: a.zip:b.txt; of an archive in a mail: m.eml:2:b.txt.
Origin origin_in(const Origin& origin, const std::string& member) {
  Origin inside = origin;
  std::string& place = inside.part.empty() ? inside.source : inside.part;
  place += ':' + member;
  return inside;
}

// For messages.
std::string name_of(const Origin& origin) {
  const std::string place = place_in_source(origin);
  return place.empty() ? origin.source : origin.source + ':' + place;
}

// Reads the bytes, and removes them from the front.
InputReader in_memory(std::string_view& bytes) {
  return InputReader([&bytes](char* into, size_t size) {
    const size_t count = bytes.copy(into, size);
    bytes.remove_prefix(count);
    return count;
  });
}

std::string fault_of(const std::string& program, ProgramOutput::State state) {
  switch (state) {
    case ProgramOutput::State::not_found:
      return fmt::format("the program of --pre, '{}', was not found", program);
    case ProgramOutput::State::too_long:
      return fmt::format("of the output of '{}', only the first 256 MB were read", program);
    case ProgramOutput::State::failed:
    case ProgramOutput::State::done:
      break;
  }
  return fmt::format("'{}' failed; what it wrote before was read", program);
}

// The payload of a record of a web archive, as it is stored.
class StoredPayload final : public StoredBytes {
 public:
  explicit StoredPayload(WarcReader& warc) : warc_(warc), head_(warc.next_block()) {}

  std::string_view head() const { return head_; }
  std::string_view next_block() override {
    const std::string_view first = std::exchange(head_, {});
    const std::string_view block = first.empty() ? warc_.next_block() : first;
    taken_ += block.size();
    ended_ = block.empty();
    return block;
  }
  std::string_view given_from(uint64_t /*offset*/) const override { return {}; }
  uint64_t taken() const override { return taken_; }
  bool ended() const override { return ended_; }
  int error_number() const override { return 0; }

 private:
  WarcReader& warc_;
  std::string_view head_;
  uint64_t taken_ = 0;
  bool ended_ = false;
};

// The same, decompressed if it is compressed by itself.
class Payload {
 public:
  explicit Payload(WarcReader& warc) : stored_(warc), head_(stored_.head()) {}

  // False if it is not known how. REQUIRES: nothing was read.
  bool decompress() {
    const std::optional<Compression> compression = guess_compression(stored_.head());
    if (!compression || *compression == Compression::none) return false;
    Result<std::unique_ptr<Decoder>> decoder = open_decoder(*compression, stored_);
    if (!decoder) return false;
    decoder_ = std::move(decoder).value();
    head_ = decoder_->next_block();
    return true;
  }

  // The first bytes, which will be the first block.
  std::string_view head() const { return head_; }
  std::string_view next_block() {
    if (!decoder_) return stored_.next_block();
    const std::string_view first = std::exchange(head_, {});
    return first.empty() ? decoder_->next_block() : first;
  }
  std::string failure() const { return decoder_ ? decoder_->failure() : std::string(); }

 private:
  StoredPayload stored_;
  std::string_view head_;
  std::unique_ptr<Decoder> decoder_;
};

}  // namespace

void WholeInput::read(const FoundInput& input, const CountBytes& count_bytes,
                      const Target& target) {
  const std::string& name = name_in_output(settings_, input.name);
  or_report_no_memory(name, target.report, [&] {
    const OpenInput opened = opener_.open(input, target.report);
    if (!opened.is_open()) return;
    if (settings_.is_read_by_program(input.name)) {
      settings_.is_from_parquet() ? read_rows(name, opened.descriptor(), target)
                                  : read_made_text(input, opened.descriptor(), target);
      return count_bytes(input.file_size.value_or(0));
    }
    InputReader reader(opened.descriptor(), count_bytes);
    reader.peek();
    const Format& format = format_of(settings_, name, reader);
    if (skips(name, opened.descriptor(), reader, format, target.report)) return;
    read(name, opened.descriptor(), reader, format, target);
  });
}

void WholeInput::read(const std::string& name, int descriptor, InputReader& input,
                      const Format& format, const Target& target) {
  if (is_not_as_named(name, input, format)) report_not_as_named(name, target.report);
  descriptor_ = descriptor;
  left_of_nested_ = kMostOfNested;
  read_open({name, 0, {}, {}, {}}, descriptor, input, format, target);
}

// The rows of a Parquet file, as requests.
void WholeInput::read_rows(const std::string& name, int descriptor, const Target& target) {
  const RequestFields& fields = settings_.fields;
  RunningProgram program(parquet_program({"--read", fields.id, "--text", fields.text}), descriptor);
  InputReader rows(program.output(), [](uint64_t) {});
  read(name, program.output(), rows, *settings_.from, target);
  if (next(target) == Next::stop) return;
  const ProgramOutput::State ended = program.finish();
  if (ended == ProgramOutput::State::done) return;
  target.report.fail(Remark::unreadable, name, fault_of_parquet_program("--from parquet", ended));
}

// What the program of --pre makes of the input.
void WholeInput::read_made_text(const FoundInput& input, int descriptor, const Target& target) {
  const ProgramOutput made = settings_.pre.run(input.name, descriptor);
  std::string_view rest = made.bytes;
  InputReader reader = in_memory(rest);
  reader.peek();
  const Format& format = format_of(settings_, input.name, reader);
  if (!skips(input.name, kInMemory, reader, format, target.report)) {
    read(input.name, kInMemory, reader, format, target);
  }
  if (made.state == ProgramOutput::State::done) return;
  target.report.fail(Remark::unreadable, input.name, fault_of(settings_.pre.program, made.state));
}

// Standard input, and a pipe, was chosen by its writer.
bool WholeInput::skips(const std::string& name, int descriptor, InputReader& input,
                       const Format& format, Report& report) const {
  const bool is_guessed = settings_.from == nullptr || nested_ > 0;
  const bool may_be_skipped = is_guessed && format.read_as == ReadAs::text && name != "-" &&
                              settings_.binary_files == BinaryFiles::skip;
  if (!may_be_skipped || !is_binary(input.first_bytes())) return false;
  const bool is_from_pipe = !input.is_member() && reading_waits(descriptor) == Waits::yes;
  if (is_from_pipe || is_said_to_have_zero_bytes()) return false;
  // Damaged text may look binary: the checks of the compression are at its end.
  if (input.is_compressed()) input.read_to_end();
  if (!input.failure().empty()) {
    report_failure(name, input, report);
  } else if (is_not_as_named(name, input, format)) {
    report_not_as_named(name, report);
  } else {
    const bool is_parquet = input.first_bytes().starts_with("PAR1");
    report.say(is_parquet ? Remark::parquet_file : Remark::binary_file, name);
  }
  return true;
}

// Such as UTF-16 without a byte order mark.
bool WholeInput::is_said_to_have_zero_bytes() const {
  const Result<charset::Charset> named = charset::find(settings_.document.charset);
  return named.ok() && !named.value().lines_stand_alone();
}

bool WholeInput::is_not_as_named(const std::string& name, const InputReader& input,
                                 const Format& format) {
  const std::string_view promised = format_by_name(name);
  if (!input.is_stored_as_read() || format.read_as == ReadAs::archive || promised.empty()) {
    return false;
  }
  return promised != "tar" || !may_be_empty_tar(input.first_bytes());
}

const Format& WholeInput::format_of(const ReadSettings& settings, const std::string& name,
                                    InputReader& input) {
  return settings.from != nullptr ? *settings.from : guessed_format_of(settings, name, input);
}

const Format& WholeInput::guessed_format_of(const ReadSettings& settings, const std::string& name,
                                            InputReader& input) {
  // A zip whose first bytes are damaged: the list of its members is at its end.
  if (input.is_stored_as_read() && format_by_name(name) == "zip" &&
      is_binary(input.first_bytes())) {
    return format_named("archive");
  }
  const Format& format = input.guess(name, settings.asked_for);
  return format.read_as == ReadAs::page && settings.html == Html::off ? kTextFormat : format;
}

const std::string& name_in_output(const ReadSettings& settings, const std::string& name) {
  return name == "-" && !settings.label.empty() ? settings.label : name;
}

std::string charset_of_text(const ReadSettings& settings) {
  const std::string& named = settings.document.charset;
  return named.empty() ? std::string(kAutoCharset) : named;
}

void WholeInput::read_open(const Origin& origin, int descriptor, InputReader& input,
                           const Format& format, const Target& target) {
  Next reached = Next::go_on;
  switch (format.read_as) {
    case ReadAs::mailbox:
      read_mailbox(origin, input, target);
      break;
    case ReadAs::archive:
      read_archive(origin, descriptor, input, target);
      break;
    case ReadAs::web_archive:
      read_warc(origin, input, target);
      break;
    case ReadAs::message:
    case ReadAs::maildir:
      read_mail(origin, input, target);
      break;
    case ReadAs::pages_by_program:
      read_pages(origin, input, target);
      break;
    case ReadAs::text:
    case ReadAs::page:
    case ReadAs::requests:
      reached = read_blocks(origin, descriptor, input, format, target);
  }
  if (reached == Next::go_on) report_failure(name_of(origin), input, target.report);
}

void report_failure(const std::string& name, const InputReader& input, Report& report) {
  if (input.failure().empty()) return;
  report.say(Remark::damaged, name, input.failure());
  if (!input.is_failure_harmless()) report.status = kIncomplete;
}

// Returns whether it has reached the end. If not, bytes that were read ahead, and failures there,
// are ignored.
Next WholeInput::read_blocks(const Origin& origin, int descriptor, InputReader& input,
                             const Format& format, const Target& target) {
  const Waits waits = descriptor < 0 ? Waits::no : reading_waits(descriptor);
  // PERF: with a thread for each of 300 members of 1 MB, 95 MB of memory; without, less than 60.
  const bool may_read_ahead = reads_ahead_ == ReadsAhead::yes && !input.is_member();
  ReadAhead blocks([&](char* into, size_t size) { return input.read(into, size); },
                   may_read_ahead ? waits : Waits::yes);
  Next reached = Next::go_on;
  const auto next_block = [&]() -> std::string_view {
    reached = next(target);
    if (reached == Next::stop) return {};
    if (waits == Waits::yes) {  // links and remarks so far do not wait for more input
      target.output.flush();
      target.checkpoint();
    }
    return blocks.next();
  };
  if (format.read_as == ReadAs::requests) {
    batch_.answer(next_block, target.output, target.report);
    return reached;
  }
  const Detection detection = waits == Waits::yes ? Detection::at_hand : Detection::first_bytes;
  reader_.read({format, relationships_}, origin, {charset_of_text(), detection}, next_block,
               target.receiver, target.report);
  return reached;
}

void WholeInput::read_archive(const Origin& origin, int descriptor, InputReader& input,
                              const Target& target) {
  ArchiveBytes bytes;
  // Zips have the list of their members at the end, so a seekable file is better.
  const auto taken = static_cast<off_t>(input.bytes_taken());
  const bool is_seekable = input.is_stored_as_read() && lseek(descriptor, -taken, SEEK_CUR) == 0;
  if (is_seekable) bytes.seekable_descriptor = descriptor;
  bytes.format =
      is_tar(input.first_bytes()) ? ArchiveBytes::Format::tar : ArchiveBytes::Format::zip;
  bytes.read = [&input](char* into, size_t size) { return input.read(into, size); };
  const std::string name = name_of(origin);
  OfficeParts office;
  const bool is_xml_read = settings_.html != Html::off && bytes.format == ArchiveBytes::Format::zip;
  if (is_seekable && is_xml_read && may_be_office(origin.source, input.first_bytes())) {
    if (const auto parts = open_archive(bytes); parts.ok()) office.read(*parts.value());
    lseek(descriptor, 0, SEEK_SET);
  }
  const Result<std::unique_ptr<ArchiveMembers>> members = open_archive(bytes);
  if (!members) return target.report.fail(Remark::unreadable, name, members.error().message);
  while (next(target) == Next::go_on) {
    const std::optional<ArchiveMembers::Member> member = members.value()->next_member();
    if (!member) break;
    const Origin place = origin_in(origin, bounded_name(member->name, name, target.report));
    if (!office.holds(member->name)) {
      relationships_ = office.of(member->name);
      read_member(*member, place, *members.value(), target);
      relationships_ = nullptr;
    }
    if (next(target) == Next::stop) return;
    const std::string fault = members.value()->finish_member();
    if (!fault.empty()) target.report.fail(Remark::damaged, name_of(place), fault);
    target.checkpoint();
  }
  read_held(office, origin, target);
  if (next(target) == Next::stop) return;
  if (!is_seekable) input.read_to_end();  // the checks of the compression are at its end
  const std::string failure = members.value()->failure();
  if (!failure.empty() && input.failure().empty()) {
    target.report.fail(Remark::damaged, name, failure);
  }
}

// What is left of the relationships of an Office document.
void WholeInput::read_held(const OfficeParts& office, const Origin& origin, const Target& target) {
  for (const OfficeParts::Held& held : office.held()) {
    if (next(target) == Next::stop) return;
    const std::string held_name = bounded_name(held.name, origin.source, target.report);
    std::string_view rest = held.bytes;
    const auto next_block = [&rest] { return std::exchange(rest, std::string_view()); };
    reader_.read({format_named("xml"), held.relationships}, origin_in(origin, held_name),
                 {charset_of_text()}, next_block, target.receiver, target.report);
  }
}

// Its decompressed size is not trusted: a message is held in memory.
void WholeInput::read_member(const ArchiveMembers::Member& member, const Origin& origin,
                             ArchiveMembers& members, const Target& target) {
  if (member.state == ArchiveMembers::Member::State::encrypted) {
    return target.report.say(Remark::encrypted_member, name_of(origin));
  }
  uint64_t left = UINT64_MAX;
  uint64_t unlimited = UINT64_MAX;
  uint64_t& left_together = nested_ > 0 ? left_of_nested_ : unlimited;
  std::string_view block;
  InputReader input([&](char* into, size_t size) -> size_t {
    if (block.empty()) block = members.next_block();
    const size_t count = block.copy(into, std::min({uint64_t{size}, left, left_together}));
    block.remove_prefix(count);
    left -= count;
    left_together -= count;
    return count;
  });
  input.peek();
  const std::string& path = origin.part.empty() ? origin.source : origin.part;
  // --from is about the mail that has the archive: one that is named itself is not opened then.
  const Format& format = guessed_format_of(settings_, path, input);
  if (skips(name_of(origin), descriptor_, input, format, target.report)) return;
  if (format.read_as == ReadAs::message || format.read_as == ReadAs::mailbox) {
    left = kMostMailOfMember;
  }
  read_nested(origin, input, format, target);
  if (left == 0) {
    target.report.fail(Remark::damaged, name_of(origin),
                       "mail in an archive is read up to 256 MiB");
  }
  if (left_together == 0) {
    target.report.fail(Remark::damaged, name_of(origin),
                       "archives in archives are read up to 4 GiB, unpacked");
  }
}

// What is in an archive or a mail, unless it is too deep.
bool WholeInput::read_nested(const Origin& origin, InputReader& input, const Format& format,
                             const Target& target) {
  const bool is_container = format.read_as != ReadAs::text && format.read_as != ReadAs::page;
  if (is_container && nested_ >= kMostNested) {
    target.report.say(Remark::nested_archive, name_of(origin));
    return false;
  }
  ++nested_;
  read_open(origin, descriptor_, input, format, target);
  --nested_;
  return true;
}

void WholeInput::read_message(const Origin& origin, std::string_view message,
                              const Target& target) {
  if (nested_ == 0) left_of_nested_ = kMostOfNested;
  reader_.read_message(origin, message, target.receiver, target.report,
                       [&](const Origin& part, const std::string& name, std::string_view bytes) {
                         return read_attachment(part, name, bytes, target);
                       });
}

// By its name and first bytes, whatever --from says about the mail. Binary files are not read.
bool WholeInput::read_attachment(const Origin& origin, const std::string& name,
                                 std::string_view bytes, const Target& target) {
  InputReader input = in_memory(bytes);
  input.peek();
  const Format& format = guessed_format_of(settings_, name, input);
  if (format.read_as == ReadAs::text && is_binary(input.first_bytes())) return false;
  return read_nested(origin, input, format, target);
}

void WholeInput::read_warc(const Origin& origin, InputReader& input, const Target& target) {
  WarcReader warc([&input](char* into, size_t size) { return input.read(into, size); });
  bool has_payloads = false;
  while (next(target) == Next::go_on) {
    const std::optional<WarcRecord> record = warc.next_record();
    if (!record) break;
    has_payloads = true;
    read_record(origin, *record, warc, target);
    target.checkpoint();
  }
  if (next(target) == Next::go_on && input.failure().empty() && !warc.failure().empty()) {
    target.report.fail(Remark::damaged, name_of(origin), warc.failure());
  }
  if (!has_payloads) {  // such as one of requests
    target.report.say(Remark::record_without_text, name_of(origin), {}, warc.others());
  }
}

// Text and markup, by the declaration of the record, or else by its first bytes.
void WholeInput::read_record(const Origin& archive, const WarcRecord& record, WarcReader& warc,
                             const Target& target) {
  const std::string name = name_of(archive);
  if (!record.media_type.empty() && format_of_payload(record.media_type, {}) == nullptr) {
    return target.report.say(Remark::record_without_text, name);
  }
  Payload payload(warc);
  if (!record.encoding.empty() && !payload.decompress()) {
    return target.report.say(Remark::encoded_record, name + ':' + record.uri);
  }
  const std::string_view head = payload.head();
  if (is_binary(head) && record.media_type.empty()) {
    return target.report.say(Remark::record_without_text, name);
  }
  const Format& format = *format_of_payload(record.media_type, head);
  Origin origin = archive;
  origin.record = bounded_name(record.uri, name, target.report);
  origin.record_begin = record.begin;
  const std::string charset = !record.charset.empty() && settings_.document.charset.empty()
                                  ? record.charset
                                  : charset_of_text();
  const auto next_block = [&]() -> std::string_view {
    return next(target) == Next::stop ? std::string_view() : payload.next_block();
  };
  if (record.is_metadata && settings_.html != Html::off) {
    return read_metadata(origin, next_block, record.uri, target);
  }
  const bool is_source = format.read_as == ReadAs::page && settings_.html == Html::off;
  reader_.read({is_source ? kTextFormat : format, {}, record.uri}, origin,
               {charset, Detection::first_bytes}, next_block, target.receiver, target.report);
  if (!payload.failure().empty()) {
    target.report.say(Remark::encoded_record, name + ':' + record.uri, payload.failure());
  }
}

// The text, and then the links of the page that are relative to its URI.
void WholeInput::read_metadata(const Origin& origin, const NextBlock& next_block,
                               const std::string& uri, const Target& target) {
  constexpr size_t kMost = 32 << 20;
  std::string json;
  for (std::string_view block = next_block(); !block.empty(); block = next_block()) {
    json += block;
    if (json.size() >= kMost) break;
  }
  const std::string page = take_relative_links(json);
  std::string_view rest = json;
  const auto next_of_json = [&]() -> std::string_view {
    return rest.empty() ? next_block() : std::exchange(rest, {});
  };
  reader_.read({kTextFormat}, origin, {"utf-8"}, next_of_json, target.receiver, target.report);
  if (page.empty() || next(target) == Next::stop) return;
  rest = page;
  const auto next_of_page = [&] { return std::exchange(rest, {}); };
  reader_.read({format_named("html"), {}, uri}, origin, {"utf-8"}, next_of_page, target.receiver,
               target.report);
}

void WholeInput::read_mail(const Origin& file, InputReader& input, const Target& target) {
  const std::string bytes = input.read_all();
  // Blank lines that no header follows are part of the text of a message without a header.
  const size_t begin = begin_of_message(bytes);
  Origin origin = file;
  if (input.is_stored_as_read()) origin.raw_begin = begin;
  read_message(origin, std::string_view(bytes).substr(begin), target);
}

// Page by page: the links of the text, then those of the page whose destinations are not in it.
void WholeInput::read_pages(const Origin& file, InputReader& input, const Target& target) {
  const PdfPages pdf = read_pdf(input.read_all());
  if (pdf.state == ProgramOutput::State::not_found) {
    return target.report.say(Remark::program_missing, name_of(file));
  }
  Origin origin = file;
  for (const PdfPages::Page& page : pdf.pages) {
    ++origin.page;
    if (next(target) == Next::stop) return;
    Destinations destinations;
    for (const Repeats repeats : {Repeats::keep, Repeats::leave_out}) {
      std::string_view rest = repeats == Repeats::keep ? page.text : page.links;
      const auto next_block = [&rest] { return std::exchange(rest, {}); };
      reader_.read({format_named("pdf"), {}, {}, &destinations, repeats}, origin, {"utf-8"},
                   next_block, target.receiver, target.report);
    }
  }
  if (pdf.state != ProgramOutput::State::done) {
    target.report.fail(Remark::damaged, name_of(file), "pdftotext could not read all of it");
  }
}

void WholeInput::read_mailbox(const Origin& file, InputReader& input, const Target& target) {
  const auto take = [&](Origin origin, std::string_view message) {
    if (next(target) == Next::stop) return;
    if (!file.part.empty()) {  // attached to a message that has its own number
      origin.part = file.part + ':' + std::to_string(origin.message);
      origin.message = file.message;
    }
    read_message(origin, message, target);
    target.checkpoint();
  };
  split_mailbox(
      file.source, input, [&] { return next(target); }, take);
}

void split_mailbox(const std::string& name, InputReader& input, const std::function<Next()>& next,
                   const std::function<void(Origin origin, std::string_view message)>& take) {
  mail::MboxSplitter splitter;
  base::RetainedText text;
  std::vector<mail::MessagePlace> places;
  uint64_t number = 0;
  const auto take_places = [&] {
    for (const mail::MessagePlace& place : places) {
      Origin origin{name, ++number, {}, {}, {}};
      if (input.is_stored_as_read()) origin.raw_begin = place.begin;
      take(std::move(origin), text.between(place.begin, place.end));
    }
    places.clear();
  };
  const auto sink = [&places](const mail::MessagePlace& place) { places.push_back(place); };
  while (next() == Next::go_on) {
    const size_t got = input.read(text.room(kBlockBytes), kBlockBytes);
    if (got == 0) break;
    splitter.feed(text.taken(got), sink);
    take_places();
    text.release_before(splitter.retain_from());
  }
  splitter.finish(sink);
  take_places();
}

}  // namespace linkspan::command
