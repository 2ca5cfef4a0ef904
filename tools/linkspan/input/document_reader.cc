// SPDX-License-Identifier: Apache-2.0
#include "input/document_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "base/ascii.h"
#include "base/few_texts.h"
#include "common/io.h"
#include "input/guess_format.h"
#include "linkspan/charset.h"
#include "linkspan/mail.h"

namespace linkspan::command {
namespace {

constexpr std::string_view kTextHtml = "text/html";

// The fields that mail clients show above a message.
const std::vector<std::string> kFieldsForPeople = {"From", "To", "Cc", "Date", "Subject"};
// The fields with links (RFC 2369, RFC 5064).
const std::vector<std::string> kFieldsWithLinks = {"Subject", "List-*", "Archived-At"};
// The identifier of a list looks like a host but is not one (RFC 2919).
constexpr std::string_view kListId = "list-id";

DocumentStream open_stream(const Engine& engine, Wants wants) {
  return value_or_throw(DocumentStream::open(engine, {}, wants));
}

// What a page has that is not reported.
void say_left_out(Report& report, std::string_view subject, Markup markup, const Summary& summary) {
  const bool is_markdown = markup == Markup::markdown;
  if (summary.is_cut) report.fail(is_markdown ? Remark::markdown_cut : Remark::html_cut, subject);
  if (summary.links_left_out == 0) return;
  report.say(Remark::relative_links_left_out, subject,
             fmt::format("{} {}{} would repeat a long {} too often, and {} left out; the "
                         "first is at byte {}",
                         with_separators(summary.links_left_out), is_markdown ? "" : "relative ",
                         summary.links_left_out == 1 ? "link" : "links",
                         is_markdown ? "destination" : "base",
                         summary.links_left_out == 1 ? "is" : "are", summary.first_left_out));
}

}  // namespace

DocumentReader::DocumentReader(const ReadSettings& settings, const Engine& engine, Wants wants)
    : settings_(settings), wants_(wants), stream_(open_stream(engine, wants)) {}

DocumentStream& DocumentReader::stream_of_text(const std::string& source) {
  const bool is_by_name = settings_.profiles == Profiles::by_name;
  if (!is_by_name || profile_of_file(source) != Profile::code) return stream_;
  if (!stream_of_code_) {
    Options options = settings_.options;
    options.profile = Profile::code;
    // The options were valid before.
    stream_of_code_ = open_stream(Engine::create(options).value(), wants_);
  }
  return *stream_of_code_;
}

// Reports once the charset of standard input, or another pipe, if it was guessed; and once that
// links were cut because the text was UTF-8 first and another charset later, unless the user has
// named it.
class DocumentReader::CharsetRemarks {
 public:
  // `named`: that of --charset; empty: none.
  CharsetRemarks(const Origin& origin, const TextCharset& charset, std::string_view named,
                 Report& report)
      : origin_(origin),
        report_(report),
        is_named_(!named.empty() && !is_auto(named)),
        is_guessed_pipe_(is_auto(charset.name) &&
                         (charset.detection == Detection::at_hand || origin.source == "-")) {}

  void look_at(const Summary& summary) {
    if (is_guessed_pipe_ && charset_ == Said::no && !summary.charset.empty() &&
        summary.charset != "UTF-8") {
      charset_ = Said::yes;
      report_.say(Remark::charset_of_pipe, origin_.source,
                  fmt::format("not UTF-8; read as {} (--charset names another)", summary.charset));
    }
    if (!is_named_ && cut_ == Said::no && summary.ended_by_ill_formed > 0) {
      cut_ = Said::yes;
      report_.say(Remark::mixed_charsets, origin_.source);
    }
  }

 private:
  enum class Said : uint8_t { no, yes };

  static bool is_auto(std::string_view name) { return base::to_ascii_lower(name) == kAutoCharset; }

  const Origin& origin_;
  Report& report_;
  const bool is_named_;
  const bool is_guessed_pipe_;
  Said charset_ = Said::no;
  Said cut_ = Said::no;
};

Position DocumentReader::read(const DocumentKind& kind, const Origin& origin,
                              const TextCharset& charset, const NextBlock& next_block,
                              DocumentReceiver& receiver, Report& report) {
  DocumentOptions options = options_of(kind.format);
  options.relationships = kind.relationships;
  if (!kind.base.empty()) options.base = kind.base;
  options.destinations = kind.destinations;
  options.repeats = kind.repeats;
  const bool is_plain = &kind.format == &kTextFormat;
  if (is_plain) options.source_of = source_of_file(origin.source);
  DocumentStream& stream = is_plain ? stream_of_text(origin.source) : stream_;
  return read_document(stream, origin, std::move(options), charset, next_block, receiver, report);
}

mail::Alternatives DocumentReader::alternatives() const {
  const bool wants_all =
      settings_.html == Html::text || settings_.html == Html::links || settings_.html == Html::all;
  if (wants_all || settings_.forms == MailForms::all) return mail::Alternatives::all;
  const bool wants_fullest = settings_.forms == MailForms::fullest;
  return wants_fullest ? mail::Alternatives::fullest : mail::Alternatives::merged;
}

DocumentOptions DocumentReader::options_of(const Format& format) const {
  DocumentOptions options = settings_.document;
  options.markup = format.markup;
  options.source_of = format.source_of;
  if (format.flow != Flow::fixed) options.layout.flow = format.flow;
  if (&format != &kTextFormat) options.layout.controls = Controls::colours;
  if (settings_.html == Html::text) options.html_links = HtmlLinks::text;
  if (settings_.html == Html::links) options.html_links = HtmlLinks::hrefs;
  if (settings_.html == Html::all) options.html_links = HtmlLinks::attributes;
  return options;
}

Position DocumentReader::read_document(DocumentStream& stream, const Origin& origin,
                                       DocumentOptions options, const TextCharset& charset,
                                       const NextBlock& next_block, DocumentReceiver& receiver,
                                       Report& report) {
  options.charset = charset.name;
  options.detection = charset.detection;
  if (const std::optional<Error> error = stream.begin(options)) {
    report.say(Remark::charset_unknown, origin.source, error->message);
    return {};
  }
  CharsetRemarks remarks(origin, charset, settings_.document.charset, report);
  receiver.begin(origin);
  while (!receiver.has_enough_of(origin.source)) {
    const std::string_view block = next_block();
    if (block.empty()) break;
    stream.feed(block, receiver);
    remarks.look_at(stream.so_far());
  }
  const Summary summary = stream.finish(receiver);
  remarks.look_at(summary);
  report.links += summary.links;
  say_left_out(report, origin.source, options.markup, summary);
  receiver.end();
  return stream.end_position();
}

// Makes documents of the parts of a message.
class DocumentReader::MessageVisitor final : public mail::Visitor {
 public:
  MessageVisitor(DocumentReader& reader, const Origin& message, DocumentReceiver& receiver,
                 Report& report, const ReadFile& read_file)
      : reader_(reader),
        read_file_(read_file),
        message_(message),
        receiver_(receiver),
        report_(report),
        forms_(reader.stream_, [this](const mail::TextPart& part) { return options_of(part); }) {}

  mail::FormComparer* comparer() override {
    return receiver_.has_enough_of(message_.source) ? nullptr : &forms_;
  }

  void header(const mail::Header& header) override {
    const bool is_outermost = header.path.empty();
    if (reader_.wants_ == Wants::text) {
      if (is_outermost) receiver_.message_header(header);
      return;
    }
    if (base::to_ascii_lower(header.name) == kListId) return;
    Origin origin = message_;
    origin.raw_begin.reset();  // folded or encoded text differs from the bytes of the file
    origin.field = in_message(is_outermost ? header.name : header.path + '/' + header.name);
    DocumentOptions options = reader_.settings_.document;
    options.charset = "utf-8";
    options.layout = {.controls = Controls::colours};
    begin(origin, options);
    block(header.value);
    end_part();
  }

  void begin_part(const mail::TextPart& part) override {
    Origin origin = message_;
    origin.part = in_message(part.path);
    origin.is_later_form = part.is_later_form;
    is_file_ = format_of(part).use == Use::file;
    if (is_file_) {
      file_ = {std::move(origin), part.file_name, {}};
      return;
    }
    const bool is_in_file = part.raw_begin && message_.raw_begin;
    origin.raw_begin.reset();
    if (is_in_file) origin.raw_begin = *message_.raw_begin + *part.raw_begin;
    DocumentOptions options = options_of(part);
    if (merges_) merged_.set_options(part, options);
    begin(origin, options);
  }

  void block(std::string_view bytes) override {
    if (is_file_) {
      file_.bytes += bytes;
    } else {
      reader_.stream_.feed(bytes, receiver_);
    }
  }

  void end_part() override {
    if (std::exchange(is_file_, false)) {
      const File file = std::exchange(file_, {});
      if (!read_file_(file.origin, file.name, file.bytes)) ++files_not_read_;
      return;
    }
    const Summary summary = reader_.stream_.finish(receiver_);
    report_.links += summary.links;
    if (summary.fell_back) {
      report_.say(
          Remark::charset_unknown, name_,
          fmt::format("charset \"{}\" is not known; read as {}", charset_, summary.charset));
    }
    say_left_out(report_, name_, Markup::html, summary);
    receiver_.end();
  }

  // Of a part whose type is not asked for.
  bool wants_file(const mail::TextPart& part) { return format_of(part).use != Use::not_read; }

  uint64_t files_not_read() const { return files_not_read_; }

 private:
  enum class Use : uint8_t {
    document,  // of the part itself
    file,      // that its name and bytes are judged by
    not_read,  // unless its type is asked for: then it is a document
  };
  struct PartFormat {
    const Format* row = &kTextFormat;  // of its media type; null: none
    Use use = Use::not_read;
  };

  static Use use_of(const Format* row, std::string_view media_type, Html html) {
    constexpr std::string_view kUnhelpful =
        "application/octet-stream application/binary application/unknown application/x-unknown "
        "application/download application/x-download application/force-download "
        "application/x-gzip application/gzip application/x-bzip2 application/x-xz application/zstd "
        "application/x-compressed application/x-zip application/msword application/vnd.ms-excel";
    if (row == nullptr) {
      return base::is_in_list(media_type, kUnhelpful) ? Use::file : Use::not_read;
    }
    if (row->read_as == ReadAs::page) return html != Html::off ? Use::document : Use::not_read;
    if (row->read_as != ReadAs::text) return Use::file;
    const bool is_text = row == &kTextFormat && media_type.starts_with("text/");
    return is_text ? Use::not_read : Use::document;
  }

  // The table is asked once for parts of one type that follow each other.
  const PartFormat& format_of(const mail::TextPart& part) {
    if (part.media_type != media_type_) {
      media_type_ = part.media_type;
      format_.row = format_of_media_type(media_type_);
      format_.use = use_of(format_.row, media_type_, reader_.settings_.html);
    }
    return format_;
  }

  // The place of a part or field; of a message that is itself in a file of another, after its
  // place.
  std::string in_message(std::string place) const {
    return message_.part.empty() ? place : message_.part + ':' + place;
  }

  DocumentOptions options_of(const mail::TextPart& part) {
    const Format* const row = format_of(part).row;
    const std::string& charset = reader_.settings_.document.charset;
    return mail::document_options(part, reader_.options_of(row != nullptr ? *row : kTextFormat),
                                  charset.empty() ? kAutoCharset : std::string_view(charset));
  }

  // What was said about an unknown charset; empty: it is known, or new.
  //
  // PERF: searching for similar names takes half a millisecond or more: a message of 1 MB with
  // 14,000 parts, each with another unknown charset, took 12 s, and 32 such parts, of a few
  // charsets, a quarter of all instructions for a mailbox of 9 MB.
  std::string known_fault(const std::string& charset) const {
    constexpr size_t kMostWithNearNames = 100;
    if (charset == kAutoCharset) return {};
    const auto& known = reader_.unknown_charsets_;
    if (const auto found = known.find(charset); found != known.end()) return found->second;
    if (known.size() < kMostWithNearNames || charset::knows(charset)) return {};
    return fmt::format("there is no charset \"{}\"", charset);
  }

  void note_fault(const std::string& fault) {
    constexpr size_t kLongest = 256;  // near names are not searched for a longer one
    if (charset_.size() <= kLongest) reader_.unknown_charsets_.emplace(charset_, fault);
  }

  // A part with an unknown charset is not left out.
  void begin(const Origin& origin, DocumentOptions options) {
    name_ = fmt::format("{}:{}", origin.source, place_in_source(origin));
    charset_ = options.charset;
    std::string fault = known_fault(charset_);
    if (!fault.empty()) options.charset = kAutoCharset;
    if (const std::optional<Error> error = reader_.stream_.begin(options)) {
      note_fault(fault = error->message);
      options.charset = kAutoCharset;
      reader_.stream_.begin(options);
    }
    if (!fault.empty()) {
      report_.say(Remark::charset_unknown, name_, fault + "; its charset is guessed");
    }
    receiver_.begin(origin);
  }

  DocumentReader& reader_;
  const ReadFile& read_file_;
  std::string media_type_ = "text/plain";  // of format_
  PartFormat format_;
  struct File {
    Origin origin;
    std::string name, bytes;
  };
  bool is_file_ = false;  // the current part
  File file_;
  uint64_t files_not_read_ = 0;
  const bool merges_ = reader_.alternatives() == mail::Alternatives::merged;
  mail::MergedForms merged_;
  const Origin& message_;
  DocumentReceiver& receiver_;
  Report& report_;
  mail::FormReader forms_;
  std::string name_, charset_;  // of the current document
};

namespace {

Result<mail::Summary> read_message(std::string_view message, const mail::ReadOptions& options,
                                   mail::Visitor& visitor) {
  static const auto entry =
      entry_of(linkspan_read_message, "linkspan-mail.so", "linkspan_read_message");
  if (!entry) return entry.error();
  mail::Summary summary;
  entry.value()(message, options, visitor, summary);
  return summary;
}

}  // namespace

void DocumentReader::read_message(const Origin& origin, std::string_view message,
                                  DocumentReceiver& receiver, Report& report,
                                  const ReadFile& read_file) {
  if (receiver.has_enough_of(origin.source)) return;
  mail::ReadOptions options;
  options.media_types = {"text/*"};
  if (settings_.headers == Headers::read) {
    options.headers = kFieldsWithLinks;
    options.media_types.emplace_back("text/rfc822-headers");
  }
  if (wants_ == Wants::text) options.headers = kFieldsForPeople;
  // Link records have places in the text; for people, blocks of data are not shown.
  options.block_lines =
      wants_ == Wants::text ? mail::BlockLines::leave_out : mail::BlockLines::blank;
  if (settings_.html != Html::off) options.media_types.emplace_back(kTextHtml);
  options.alternatives = alternatives();
  MessageVisitor visitor(*this, origin, receiver, report, read_file);
  options.wants_file = [&visitor](const mail::TextPart& part) { return visitor.wants_file(part); };
  receiver.begin_message(origin);
  const std::string subject = origin.message == 0
                                  ? origin.source
                                  : fmt::format("{}: message {}", origin.source, origin.message);
  const Result<mail::Summary> read = command::read_message(message, options, visitor);
  receiver.end_message(origin);
  if (!read) {
    report.fail(Remark::unreadable, subject, read.error().message);
    return;
  }
  const mail::Summary& summary = read.value();
  report.say(Remark::html_part, subject, {}, summary.html_parts);
  report.say(Remark::encrypted_part, subject, {}, summary.encrypted_parts);
  if (settings_.messages == Messages::all) {
    report.say(Remark::other_part, subject, {}, summary.other_parts + visitor.files_not_read());
  }
  if (!summary.all_was_read) report.status = kIncomplete;
  for (const mail::Warning& warning : summary.warnings) {
    report.say(remark_of(warning.kind), subject, warning.message);
  }
  report.say(Remark::more_warnings, subject, {}, summary.warnings_left_out);
}

}  // namespace linkspan::command
