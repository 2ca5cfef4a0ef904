#include "render.h"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <utility>
#include <vector>

#include "destination.h"
#include "document/link_remarks.h"
#include "documents.h"
#include "inputs.h"
#include "io.h"
#include "reading.h"
#include "render/ansi_writer.h"
#include "render/html_writer.h"
#include "render/markdown_writer.h"
#include "render/openable.h"

namespace linkspan::command {
namespace {

std::unique_ptr<render::Writer> make_writer(const RenderSettings& settings, Output& output) {
  if (settings.to == RenderFormat::ansi) {
    return std::make_unique<render::AnsiWriter>(
        output.buffer(),
        render::AnsiOptions{render::LinkStyle::underlined, settings.colours, settings.openable});
  }
  if (settings.to == RenderFormat::markdown) {
    return std::make_unique<render::MarkdownWriter>(output.buffer(), settings.openable);
  }
  const bool is_page = settings.page == Page::whole;
  return std::make_unique<render::HtmlWriter>(
      output.buffer(),
      render::HtmlOptions{is_page ? render::HtmlForm::page : render::HtmlForm::fragment,
                          settings.read.inputs.size() == 1 && settings.read.inputs[0] != "-"
                              ? settings.read.inputs[0]
                              : "linkspan",
                          settings.openable});
}

// Does a reader see in one place what is opened? A link over several lines is in pieces, and one in
// angle brackets may have white space in it: `<https://bank.example      .evil.example/>`.
bool tells_where_it_leads(const Link& link) {
  if (link.span.form == Form::href) return link.text == link.iri;
  return link.pieces.size() == 1 && (link.span.form != Form::delimited || link.text == link.iri);
}

// Passes the documents on to a writer, each below a heading that says what it is.
class RenderReceiver final : public DocumentReceiver {
 public:
  RenderReceiver(render::Writer& writer, const RenderSettings& settings, Output& output)
      : writer_(writer),
        show_(settings.destination),
        openable_(settings.openable),
        inputs_(count_inputs(settings.read)),
        output_(output) {}

  void begin_message(const Origin& /*origin*/) override { fields_.clear(); }
  void message_header(const mail::Header& header) override {
    fields_.emplace_back(header.name, header.value);
  }
  // A message may have no text: its parts are HTML, or pictures.
  void end_message(const Origin& origin) override {
    if (!fields_.empty()) write_heading(origin.source, place_in_source(origin));
    output_.flush_when_full();
  }

  void begin(const Origin& origin) override {
    // The first part of a message stands below its fields, and needs no number.
    const bool is_first = origin.message == 0 && origin.part == "1" && !fields_.empty();
    write_heading(origin.source, is_first ? std::string() : place_in_source(origin));
  }
  void end() override { output_.flush_when_full(); }

  void link(const Link& link) override {
    ++links_;
    title_ = tells_where_it_leads(link) ? std::string() : link.uri;
    destination_.clear();
    if (document::is_serious(link.warnings)) {
      title_ = warning_sign(link);
      (destination_ = "\u26A0 ") += destination_of(link);
    } else if (show_ == ShowDestination::where_hidden && render::is_openable(link.uri, openable_)) {
      destination_ = hidden_destination(link);
    }
    pieces_left_ = link.pieces.size();
  }
  void text(std::string_view decoded) override {
    writer_.text(decoded);
    output_.flush_when_full();
  }
  void piece(std::string_view decoded, const Link& link) override {
    writer_.piece(decoded, {link.uri, title_, links_});
    if (--pieces_left_ > 0) return;
    const bool is_hidden = link.span.form == Form::href;
    if (is_hidden && link.warnings.has(Warning::text_names_other_host)) {
      writer_.text(fmt::format(" [leads to {}]", link.uri));
    } else if (!destination_.empty()) {
      writer_.destination(destination_);
    }
  }

 private:
  // The fields stand above the first part of a message only.
  void write_heading(const std::string& source, const std::string& place) {
    std::string title = inputs_ == Count::several ? source : std::string();
    if (!place.empty()) title += title.empty() ? place : ':' + place;
    std::vector<render::HeadingField> fields;
    for (const auto& [name, value] : fields_) fields.push_back({name, value});
    if (!title.empty() || !fields.empty()) writer_.heading({title, fields});
    fields_.clear();
  }

  render::Writer& writer_;
  ShowDestination show_;
  const render::OpenableSchemes& openable_;
  Count inputs_;
  Output& output_;
  std::vector<std::pair<std::string, std::string>> fields_;
  uint64_t links_ = 0;
  std::string title_;
  std::string destination_;  // to be shown after the last piece
  size_t pieces_left_ = 0;   // of the link at hand
};

}  // namespace

int run_render(const RenderSettings& settings, const Engine& engine) {
  Output output(STDOUT_FILENO);
  const std::unique_ptr<render::Writer> writer = make_writer(settings, output);
  const MakeReceiver make = [&](Output& to) {
    return std::make_unique<RenderReceiver>(*writer, settings, to);
  };
  writer->begin();
  const int status = read_documents(settings.read, engine, document::Wants::text, make, output);
  writer->end();
  output.flush();
  return output.state() == Output::State::failed ? kIncomplete : status;
}

}  // namespace linkspan::command
