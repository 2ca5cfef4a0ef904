#include "documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "base/ascii.h"
#include "charset/charset.h"
#include "modules.h"
#include "profile_by_name.h"

namespace linkspan::command {
namespace {

constexpr std::string_view kAuto = "auto";
constexpr std::string_view kTextHtml = "text/html";

// What a mail client shows above a message.
const std::vector<std::string> kFieldsForPeople = {"From", "To", "Cc", "Date", "Subject"};
// Those that hold links (RFC 2369, RFC 5064).
const std::vector<std::string> kFieldsWithLinks = {"Subject", "List-*", "Archived-At"};
// The identifier of a list looks like a host but is not one (RFC 2919).
constexpr std::string_view kListId = "list-id";

// Types of text whose lines have rules of their own.
struct FlowOfType {
  std::string_view media_type;
  Flow flow;
};
constexpr std::array<FlowOfType, 5> kFlowsOfTypes = {{{"text/calendar", Flow::content_lines},
                                                      {"text/vcard", Flow::content_lines},
                                                      {"text/directory", Flow::content_lines},
                                                      {"text/enriched", Flow::enriched},
                                                      {"text/richtext", Flow::enriched}}};

// ASCII is what mail says that says nothing; some says that in so many words.
bool is_no_charset(std::string_view declared) {
  return declared.empty() || charset::is_label_of_ascii(declared) ||
         charset::is_label_of_unknown(declared);
}

}  // namespace

std::shared_ptr<const iri::Mapper> mapper_or_throw() {
  auto shared = document::shared_mapper();
  if (!shared) throw std::runtime_error(shared.error().message);
  return shared.value();
}

namespace {

void say_cut(Report& report, std::string_view subject) { report.fail(Remark::html_cut, subject); }

}  // namespace

DocumentReader::DocumentReader(const ReadSettings& settings, const Engine& engine,
                               document::Wants wants)
    : settings_(settings),
      wants_(wants),
      pipeline_(std::make_unique<document::Pipeline>(
          engine, document::needs_mapper(wants) ? mapper_or_throw() : nullptr, wants)) {
  if (settings.profiles == Profiles::one) return;
  Options options = settings.options;
  options.profile = Profile::code;
  engine_of_code_ = Engine::create(options).value();  // the options made an Engine before
  pipeline_of_code_ = std::make_unique<document::Pipeline>(
      *engine_of_code_, document::needs_mapper(wants) ? mapper_or_throw() : nullptr, wants);
}

document::Pipeline& DocumentReader::pipeline_of_text(const std::string& source) const {
  const bool is_code = pipeline_of_code_ && profile_of_file(source) == Profile::code;
  return is_code ? *pipeline_of_code_ : *pipeline_;
}

// Says once in which charset standard input, or another pipe, is read if that had to be guessed;
// and once that links were cut because it was UTF-8 first and something else later.
class DocumentReader::CharsetRemarks {
 public:
  CharsetRemarks(const Origin& origin, const TextCharset& charset, Report& report)
      : origin_(origin),
        report_(report),
        is_wanted_(base::to_ascii_lower(charset.name) == kAuto &&
                   (charset.detection == Detection::at_hand || origin.source == "-")) {}

  void look_at(const Summary& summary) {
    if (!is_wanted_) return;
    if (charset_ == Said::no && !summary.charset.empty() && summary.charset != "UTF-8") {
      charset_ = Said::yes;
      report_.say(Remark::charset_of_pipe, origin_.source,
                  fmt::format("not UTF-8; read as {} (--charset names another)", summary.charset));
    }
    if (cut_ == Said::no && summary.ended_by_ill_formed > 0) {
      cut_ = Said::yes;
      report_.say(Remark::mixed_charsets, origin_.source);
    }
  }

 private:
  enum class Said : uint8_t { no, yes };

  const Origin& origin_;
  Report& report_;
  const bool is_wanted_;
  Said charset_ = Said::no;
  Said cut_ = Said::no;
};

Position DocumentReader::read_text(const Origin& origin, const TextCharset& charset,
                                   const NextBlock& next_block, DocumentReceiver& receiver,
                                   Report& report) {
  return read_document(pipeline_of_text(origin.source), origin, settings_.document, charset,
                       next_block, receiver, report);
}

Position DocumentReader::read_html(const Origin& origin, const std::string& charset,
                                   const NextBlock& next_block, DocumentReceiver& receiver,
                                   Report& report) {
  return read_document(*pipeline_, origin, html_options(), {charset}, next_block, receiver, report);
}

DocumentOptions DocumentReader::html_options() const {
  DocumentOptions options = settings_.document;
  options.markup = Markup::html;
  if (settings_.html == Html::text) options.html_links = HtmlLinks::text;
  if (settings_.html == Html::links) options.html_links = HtmlLinks::hrefs;
  return options;
}

Position DocumentReader::read_document(document::Pipeline& pipeline, const Origin& origin,
                                       DocumentOptions options, const TextCharset& charset,
                                       const NextBlock& next_block, DocumentReceiver& receiver,
                                       Report& report) {
  options.charset = charset.name;
  options.detection = charset.detection;
  if (const std::optional<Error> error = pipeline.begin(options)) {
    report.say(Remark::charset_unknown, origin.source, error->message);
    return {};
  }
  CharsetRemarks remarks(origin, charset, report);
  receiver.begin(origin);
  while (!receiver.has_enough_of(origin.source)) {
    const std::string_view block = next_block();
    if (block.empty()) break;
    pipeline.feed(block, receiver);
    remarks.look_at(pipeline.so_far());
  }
  const Summary summary = pipeline.finish(receiver);
  remarks.look_at(summary);
  report.links += summary.links;
  if (summary.is_cut) say_cut(report, origin.source);
  receiver.end();
  return pipeline.end_position();
}

// Makes documents of what is in a message.
class DocumentReader::MessageVisitor final : public mail::Visitor {
 public:
  MessageVisitor(DocumentReader& reader, const Origin& message, DocumentReceiver& receiver,
                 Report& report)
      : reader_(reader), message_(message), receiver_(receiver), report_(report) {}

  void header(const mail::Header& header) override {
    const bool is_outermost = header.path.empty();
    if (reader_.wants_ == document::Wants::text) {
      if (is_outermost) receiver_.message_header(header);
      return;
    }
    if (base::to_ascii_lower(header.name) == kListId) return;
    Origin origin = message_;
    origin.raw_begin.reset();  // what is folded or encoded is not the bytes of the file
    origin.field = is_outermost ? header.name : header.path + '/' + header.name;
    DocumentOptions options = reader_.settings_.document;
    options.charset = "utf-8";
    options.layout = {};
    begin(origin, options);
    block(header.value);
    end_part();
  }

  void begin_part(const mail::TextPart& part) override {
    Origin origin = message_;
    origin.part = part.path;
    const bool is_in_file = part.raw_begin && message_.raw_begin;
    origin.raw_begin.reset();
    if (is_in_file) origin.raw_begin = *message_.raw_begin + *part.raw_begin;
    begin(origin, options_of(part));
  }

  void block(std::string_view bytes) override { reader_.pipeline_->feed(bytes, receiver_); }

  void end_part() override {
    const Summary summary = reader_.pipeline_->finish(receiver_);
    report_.links += summary.links;
    if (summary.fell_back) {
      report_.say(
          Remark::charset_unknown, name_,
          fmt::format("charset \"{}\" is not known; read as {}", charset_, summary.charset));
    }
    if (summary.is_cut) say_cut(report_, name_);
    receiver_.end();
  }

 private:
  DocumentOptions options_of(const mail::TextPart& part) const {
    const bool is_html = part.media_type == kTextHtml;
    DocumentOptions options = is_html ? reader_.html_options() : reader_.settings_.document;
    if (!is_no_charset(part.charset)) {
      options.charset = part.charset;
    } else if (options.charset.empty()) {
      options.charset = kAuto;
    }
    options.layout.flow = flow_of(part);
    const bool has_quotes = options.layout.flow <= Flow::flowed_delsp;
    options.layout.quoting = has_quotes ? Quoting::prefixes : Quoting::none;
    return options;
  }

  // As the part says: without a word, its lines are fixed (RFC 3676, section 4.1).
  static Flow flow_of(const mail::TextPart& part) {
    const auto* const by_type =
        std::find_if(kFlowsOfTypes.begin(), kFlowsOfTypes.end(),
                     [&part](const FlowOfType& one) { return one.media_type == part.media_type; });
    if (by_type != kFlowsOfTypes.end()) return by_type->flow;
    if (part.flow != mail::Flow::flowed) return Flow::fixed;
    return part.delsp == mail::DelSp::yes ? Flow::flowed_delsp : Flow::flowed;
  }

  // PERF: names that are near an unknown one take half a millisecond: a message of 1 MB with 14,000
  // parts, each with a charset of its own, took 12 s.
  bool leaves_charset_open(const std::string& charset) const {
    constexpr unsigned kMostWithNearNames = 100;
    return reader_.unknown_charsets_ >= kMostWithNearNames && charset != kAuto &&
           !charset::knows(charset);
  }

  // A charset that is not known is no reason to leave out a part.
  void begin(const Origin& origin, DocumentOptions options) {
    name_ = fmt::format("{}:{}", origin.source, place_in_source(origin));
    charset_ = options.charset;
    if (leaves_charset_open(options.charset)) {
      report_.say(Remark::charset_unknown, name_,
                  fmt::format("there is no charset \"{}\"; its charset is guessed", charset_));
      options.charset = kAuto;
    }
    if (const std::optional<Error> error = reader_.pipeline_->begin(options)) {
      ++reader_.unknown_charsets_;
      report_.say(Remark::charset_unknown, name_, error->message + "; its charset is guessed");
      options.charset = kAuto;
      reader_.pipeline_->begin(options);
    }
    receiver_.begin(origin);
  }

  DocumentReader& reader_;
  const Origin& message_;
  DocumentReceiver& receiver_;
  Report& report_;
  std::string name_, charset_;  // of the document at hand
};

void DocumentReader::read_message(const Origin& origin, std::string_view message,
                                  DocumentReceiver& receiver, Report& report) {
  if (receiver.has_enough_of(origin.source)) return;
  mail::ReadOptions options;
  options.media_types = {"text/*"};
  if (settings_.headers == Headers::read) options.headers = kFieldsWithLinks;
  if (wants_ == document::Wants::text) options.headers = kFieldsForPeople;
  // Links have their place in the text; for people, there is nothing to see in data.
  options.block_lines =
      wants_ == document::Wants::text ? mail::BlockLines::leave_out : mail::BlockLines::blank;
  if (settings_.html != Html::off) options.media_types.emplace_back(kTextHtml);
  const bool wants_all = settings_.html == Html::text || settings_.html == Html::links;
  if (!wants_all) options.alternatives = mail::Alternatives::plain_first;
  receiver.begin_message(origin);
  MessageVisitor visitor(*this, origin, receiver, report);
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
  if (!summary.all_was_read) report.status = kIncomplete;
  for (const mail::Warning& warning : summary.warnings) {
    report.say(remark_of(warning.kind), subject, warning.message);
  }
  report.say(Remark::more_warnings, subject, {}, summary.warnings_left_out);
}

}  // namespace linkspan::command
