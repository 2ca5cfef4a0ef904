// SPDX-License-Identifier: Apache-2.0
#include "work/whole_input.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "base/retained_text.h"
#include "common/exit_status.h"
#include "input/binary_input.h"
#include "input/guess_format.h"
#include "input/read_ahead.h"
#include "linkspan/charset.h"
#include "linkspan/mail.h"
#include "modules/compression.h"
#include "modules/decoder.h"
#include "modules/modules.h"

namespace linkspan::command {
namespace {

constexpr uint64_t kMostMailOfMember = 256 << 20;  // unpacked

Next next(const Target& target) {
  return target.output.state() == Output::State::open ? Next::go_on : Next::stop;
}

Markup markup_of(InputFormat format) {
  switch (format) {
    case InputFormat::html:
      return Markup::html;
    case InputFormat::xml:
      return Markup::xml;
    case InputFormat::markdown:
      return Markup::markdown;
    default:
      return Markup::none;
  }
}

// Of a payload, by its declaration or else by its first bytes.
Markup markup_of(std::string_view media_type, std::string_view head) {
  if (media_type == "text/html" || media_type == "application/xhtml+xml") return Markup::html;
  if (media_type == "text/xml" || media_type == "application/xml" || media_type.ends_with("+xml")) {
    return Markup::xml;
  }
  if (!media_type.empty()) return Markup::none;
  const std::optional<InputFormat> format = guess_format({}, head, FirstBytes::whole);
  return markup_of(format.value_or(InputFormat::text));
}

// Some payloads are skipped without a remark.
bool may_be_text(std::string_view media_type) {
  return media_type.empty() || media_type.starts_with("text/") || media_type.ends_with("+xml") ||
         media_type.ends_with("+json") || media_type == "application/xml" ||
         media_type == "application/json" || media_type == "application/javascript";
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

void WholeInput::read(const FoundInput& input, const InputReader::CountBytes& count_bytes,
                      const Target& target) {
  const std::string& name = name_in_output(settings_, input.name);
  or_report_no_memory(name, target.report, [&] {
    const OpenInput opened = opener_.open(input, target.report);
    if (!opened.is_open()) return;
    InputReader reader(opened.descriptor(), count_bytes);
    reader.peek();
    const InputFormat format = format_of(settings_, name, reader);
    if (skips(name, opened.descriptor(), reader, format, target.report)) return;
    read(name, opened.descriptor(), reader, format, target);
  });
}

// Standard input, and a pipe, was chosen by its writer.
bool WholeInput::skips(const std::string& name, int descriptor, InputReader& input,
                       InputFormat format, Report& report) const {
  const bool may_be_skipped = settings_.from == InputFormat::guess && format == InputFormat::text &&
                              name != "-" && settings_.binary_files == BinaryFiles::skip;
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
                                 InputFormat format) {
  const std::string_view promised = format_by_name(name);
  if (!input.is_stored_as_read() || format == InputFormat::archive || promised.empty())
    return false;
  return promised != "tar" || !may_be_empty_tar(input.first_bytes());
}

InputFormat WholeInput::format_of(const ReadSettings& settings, const std::string& name,
                                  InputReader& input) {
  if (settings.from != InputFormat::guess) return settings.from;
  if (is_archive(input.first_bytes())) return InputFormat::archive;
  // A zip whose first bytes are damaged: the list of its members is at its end.
  if (input.is_stored_as_read() && format_by_name(name) == "zip" &&
      is_binary(input.first_bytes())) {
    return InputFormat::archive;
  }
  const bool is_markdown =
      settings.markdown_files == MarkdownFiles::markdown && names_markdown(name);
  const InputFormat format = is_markdown ? InputFormat::markdown : input.guess(name);
  return is_markup(format) && settings.html == Html::off ? InputFormat::text : format;
}

const std::string& name_in_output(const ReadSettings& settings, const std::string& name) {
  return name == "-" && !settings.label.empty() ? settings.label : name;
}

std::string charset_of_text(const ReadSettings& settings) {
  const std::string& named = settings.document.charset;
  return named.empty() ? std::string(kAutoCharset) : named;
}

void WholeInput::read(const std::string& name, int descriptor, InputReader& input,
                      InputFormat format, const Target& target) {
  if (is_not_as_named(name, input, format)) report_not_as_named(name, target.report);
  Next reached = Next::go_on;
  switch (format) {
    case InputFormat::mbox:
      read_mailbox(name, input, target);
      break;
    case InputFormat::archive:
      read_archive(name, descriptor, input, target);
      break;
    case InputFormat::warc:
      read_warc(name, input, target);
      break;
    case InputFormat::mail:
    case InputFormat::maildir:
      read_mail(name, input, target);
      break;
    default:
      reached = read_blocks(name, descriptor, input, format, target);
  }
  if (reached == Next::go_on) report_failure(name, input, target.report);
}

void report_failure(const std::string& name, const InputReader& input, Report& report) {
  if (input.failure().empty()) return;
  report.say(Remark::damaged, name, input.failure());
  if (!input.is_failure_harmless()) report.status = kIncomplete;
}

// Returns whether it has reached the end. If not, bytes that were read ahead, and failures there,
// are ignored.
Next WholeInput::read_blocks(const std::string& name, int descriptor, InputReader& input,
                             InputFormat format, const Target& target) {
  const Waits waits = reading_waits(descriptor);
  ReadAhead blocks([&](char* into, size_t size) { return input.read(into, size); },
                   reads_ahead_ == ReadsAhead::yes ? waits : Waits::yes);
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
  if (format == InputFormat::jsonl) {
    batch_.answer(next_block, target.output, target.report);
    return reached;
  }
  const Detection detection = waits == Waits::yes ? Detection::at_hand : Detection::first_bytes;
  if (is_markup(format)) {
    reader_.read_markup({markup_of(format), relationships_}, {name, 0, {}, {}, {}},
                        charset_of_text(), next_block, target.receiver, target.report);
    return reached;
  }
  reader_.read_text({name, 0, {}, {}, {}}, {charset_of_text(), detection}, next_block,
                    target.receiver, target.report);
  return reached;
}

void WholeInput::read_archive(const std::string& name, int descriptor, InputReader& input,
                              const Target& target) {
  ArchiveBytes bytes;
  // Zips have the list of their members at the end, so a seekable file is better.
  const auto taken = static_cast<off_t>(input.bytes_taken());
  const bool is_seekable = input.is_stored_as_read() && lseek(descriptor, -taken, SEEK_CUR) == 0;
  if (is_seekable) bytes.seekable_descriptor = descriptor;
  bytes.format =
      is_tar(input.first_bytes()) ? ArchiveBytes::Format::tar : ArchiveBytes::Format::zip;
  bytes.read = [&input](char* into, size_t size) { return input.read(into, size); };
  OfficeParts office;
  const bool is_xml_read = settings_.html != Html::off && bytes.format == ArchiveBytes::Format::zip;
  if (is_seekable && is_xml_read && may_be_office(name, input.first_bytes())) {
    if (const auto parts = open_archive(bytes); parts.ok()) office.read(*parts.value());
    lseek(descriptor, 0, SEEK_SET);
  }
  const Result<std::unique_ptr<ArchiveMembers>> members = open_archive(bytes);
  if (!members) return target.report.fail(Remark::unreadable, name, members.error().message);
  while (next(target) == Next::go_on) {
    const std::optional<ArchiveMembers::Member> member = members.value()->next_member();
    if (!member) break;
    const std::string member_name = name + ':' + bounded_name(member->name, name, target.report);
    if (!office.holds(member->name)) {
      relationships_ = office.of(member->name);
      read_member(*member, member_name, descriptor, *members.value(), target);
      relationships_ = nullptr;
    }
    if (next(target) == Next::stop) return;
    const std::string fault = members.value()->finish_member();
    if (!fault.empty()) target.report.fail(Remark::damaged, member_name, fault);
    target.checkpoint();
  }
  read_held(office, name, target);
  if (next(target) == Next::stop) return;
  if (!is_seekable) input.read_to_end();  // the checks of the compression are at its end
  const std::string failure = members.value()->failure();
  if (!failure.empty() && input.failure().empty()) {
    target.report.fail(Remark::damaged, name, failure);
  }
}

// What is left of the relationships of an Office document.
void WholeInput::read_held(const OfficeParts& office, const std::string& name,
                           const Target& target) {
  for (const OfficeParts::Held& held : office.held()) {
    if (next(target) == Next::stop) return;
    const Origin origin{name + ':' + bounded_name(held.name, name, target.report), 0, {}, {}, {}};
    std::string_view rest = held.bytes;
    const auto next_block = [&rest] { return std::exchange(rest, std::string_view()); };
    reader_.read_markup({Markup::xml, held.relationships}, origin, charset_of_text(), next_block,
                        target.receiver, target.report);
  }
}

// `name`: that of the archive and its own. Its decompressed size is not trusted: a message is held
// in memory.
void WholeInput::read_member(const ArchiveMembers::Member& member, const std::string& name,
                             int descriptor, ArchiveMembers& members, const Target& target) {
  if (member.state == ArchiveMembers::Member::State::encrypted) {
    return target.report.say(Remark::encrypted_member, name);
  }
  uint64_t left = UINT64_MAX;
  std::string_view block;
  InputReader input([&](char* into, size_t size) -> size_t {
    if (block.empty()) block = members.next_block();
    const size_t count = block.copy(into, std::min<uint64_t>(size, left));
    block.remove_prefix(count);
    left -= count;
    return count;
  });
  input.peek();
  const InputFormat format = format_of(settings_, name, input);
  if (format == InputFormat::archive) return target.report.say(Remark::nested_archive, name);
  if (skips(name, descriptor, input, format, target.report)) return;
  if (format == InputFormat::mail || format == InputFormat::mbox) left = kMostMailOfMember;
  read(name, descriptor, input, format, target);
  if (left == 0)
    target.report.fail(Remark::damaged, name, "mail in an archive is read up to 256 MiB");
}

void WholeInput::read_warc(const std::string& name, InputReader& input, const Target& target) {
  WarcReader warc([&input](char* into, size_t size) { return input.read(into, size); });
  while (next(target) == Next::go_on) {
    const std::optional<WarcRecord> record = warc.next_record();
    if (!record) break;
    read_record(name, *record, warc, target);
    target.checkpoint();
  }
  if (next(target) == Next::go_on && input.failure().empty() && !warc.failure().empty()) {
    target.report.fail(Remark::damaged, name, warc.failure());
  }
}

// Text and markup, by the declaration of the record, or else by its first bytes.
void WholeInput::read_record(const std::string& name, const WarcRecord& record, WarcReader& warc,
                             const Target& target) {
  if (!may_be_text(record.media_type)) {
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
  const Markup markup = markup_of(record.media_type, head);
  Origin origin{name, 0, {}, {}, {}};
  origin.record = bounded_name(record.uri, name, target.report);
  origin.record_begin = record.begin;
  const std::string charset = !record.charset.empty() && settings_.document.charset.empty()
                                  ? record.charset
                                  : charset_of_text();
  const auto next_block = [&]() -> std::string_view {
    return next(target) == Next::stop ? std::string_view() : payload.next_block();
  };
  if (markup != Markup::none && settings_.html != Html::off) {
    reader_.read_markup({markup}, origin, charset, next_block, target.receiver, target.report);
  } else {
    reader_.read_text(origin, {charset, Detection::first_bytes}, next_block, target.receiver,
                      target.report);
  }
  if (!payload.failure().empty()) {
    target.report.say(Remark::encoded_record, name + ':' + record.uri, payload.failure());
  }
}

void WholeInput::read_mail(const std::string& name, InputReader& input, const Target& target) {
  const std::string bytes = input.read_all();
  // Blank lines that no header follows are part of the text of a message without a header.
  const size_t begin = begin_of_message(bytes);
  Origin origin{name, 0, {}, {}, {}};
  if (input.is_stored_as_read()) origin.raw_begin = begin;
  reader_.read_message(origin, std::string_view(bytes).substr(begin), target.receiver,
                       target.report);
}

void WholeInput::read_mailbox(const std::string& name, InputReader& input, const Target& target) {
  const auto take = [&](const Origin& origin, std::string_view message) {
    if (next(target) == Next::stop) return;
    reader_.read_message(origin, message, target.receiver, target.report);
    target.checkpoint();
  };
  split_mailbox(
      name, input, [&] { return next(target); }, take);
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
