#include "documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "base/printable.h"
#include "charset/charset.h"
#include "modules.h"

namespace linkspan::command {
namespace {

constexpr std::string_view kAuto = "auto";

// What a mail client shows above a message.
const std::vector<std::string> kFieldsForPeople = {"From", "To", "Cc", "Date", "Subject"};
// Those that hold links (RFC 2369, RFC 2919, RFC 5064).
const std::vector<std::string> kFieldsWithLinks = {"Subject", "List-*", "Archived-At"};

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

void Report::say(std::string_view subject, std::string_view what) {
  fmt::format_to(std::back_inserter(messages), "linkspan: {}: {}\n", base::printable(subject),
                 base::printable(what));
}

void Report::fail(std::string_view subject, std::string_view what) {
  say(subject, what);
  status = kIncomplete;
}

DocumentReader::DocumentReader(const ReadSettings& settings, const Engine& engine,
                               document::Wants wants)
    : settings_(settings),
      wants_(wants),
      pipeline_(std::make_unique<document::Pipeline>(
          engine, document::needs_mapper(wants) ? mapper_or_throw() : nullptr, wants)) {}

Position DocumentReader::read_text(const Origin& origin, const std::string& charset,
                                   const NextBlock& next_block, DocumentReceiver& receiver,
                                   Report& report) {
  DocumentOptions options = settings_.document;
  options.charset = charset;
  if (const std::optional<Error> error = pipeline_->begin(options)) {
    report.say(origin.source, error->message);
    return {};
  }
  receiver.begin(origin);
  for (std::string_view block = next_block(); !block.empty(); block = next_block()) {
    pipeline_->feed(block, receiver);
  }
  report.links += pipeline_->finish(receiver).links;
  receiver.end();
  return pipeline_->end_position();
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
          name_, fmt::format("charset \"{}\" is not known; read as {}", charset_, summary.charset));
    }
    receiver_.end();
  }

 private:
  DocumentOptions options_of(const mail::TextPart& part) const {
    DocumentOptions options = reader_.settings_.document;
    if (!is_no_charset(part.charset)) {
      options.charset = part.charset;
    } else if (options.charset.empty()) {
      options.charset = kAuto;
    }
    options.layout.quoting = Quoting::prefixes;
    options.layout.flow = flow_of(part);
    return options;
  }

  // As the part says: without a word, its lines are fixed (RFC 3676, section 4.1).
  static Flow flow_of(const mail::TextPart& part) {
    if (part.flow != mail::Flow::flowed) return Flow::fixed;
    return part.delsp == mail::DelSp::yes ? Flow::flowed_delsp : Flow::flowed;
  }

  // A charset that is not known is no reason to leave out a part.
  void begin(const Origin& origin, DocumentOptions options) {
    name_ = fmt::format("{}:{}", origin.source, place_in_source(origin));
    charset_ = options.charset;
    if (const std::optional<Error> error = reader_.pipeline_->begin(options)) {
      report_.say(name_, error->message + "; its charset is guessed");
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
  mail::ReadOptions options;
  if (settings_.headers == Headers::read) options.headers = kFieldsWithLinks;
  if (wants_ == document::Wants::text) options.headers = kFieldsForPeople;
  receiver.begin_message(origin);
  MessageVisitor visitor(*this, origin, receiver, report);
  const std::string subject = origin.message == 0
                                  ? origin.source
                                  : fmt::format("{}: message {}", origin.source, origin.message);
  const Result<mail::Summary> read = command::read_message(message, options, visitor);
  receiver.end_message(origin);
  if (!read) {
    report.fail(subject, read.error().message);
    return;
  }
  const mail::Summary& summary = read.value();
  report.html_parts += summary.html_parts;
  if (!summary.all_was_read) report.status = kIncomplete;
  for (const mail::Warning& warning : summary.warnings) report.say(subject, warning.message);
  if (summary.warnings_left_out > 0) {
    report.say(subject, fmt::format("{} more warnings", summary.warnings_left_out));
  }
}

}  // namespace linkspan::command
