// SPDX-License-Identifier: Apache-2.0
#include "linkspan/render.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "common/io.h"
#include "input/document_reader.h"
#include "input/input_reader.h"
#include "input/inputs.h"
#include "linkspan/mail.h"
#include "work/reading.h"

namespace linkspan::command {
namespace {

std::unique_ptr<render::Writer> make_writer(const RenderSettings& settings, std::string& out) {
  if (settings.to == RenderFormat::ansi) {
    return render::ansi_writer(out, {.colours = settings.colours,
                                     .openable = settings.openable,
                                     .for_places = settings.for_places});
  }
  if (settings.to == RenderFormat::markdown) {
    return render::markdown_writer(out, {.openable = settings.openable});
  }
  const std::vector<NamedInput>& inputs = settings.read.inputs;
  return render::html_writer(
      out,
      {.form = settings.page,
       .title = inputs.size() == 1 && inputs[0] != kStandardInput ? inputs[0].name() : "linkspan",
       .openable = settings.openable});
}

// `{path}`, `{line}` and `{column}` of a place in the template.
std::string fill_in(std::string_view uri, const Link& link) {
  constexpr std::string_view kFile = "file://";
  if (!link.uri.starts_with(kFile)) return {};
  const std::pair<std::string_view, std::string> values[] = {
      {"{path}", link.uri.substr(kFile.size())},
      {"{line}", std::to_string(std::max<uint32_t>(link.place.line, 1))},
      {"{column}", std::to_string(std::max<uint32_t>(link.place.column, 1))}};
  std::string filled;
  for (size_t at = 0; at < uri.size();) {
    const auto* const found =
        std::find_if(std::begin(values), std::end(values),
                     [&](const auto& value) { return uri.substr(at).starts_with(value.first); });
    if (found == std::end(values)) {
      filled += uri[at++];
    } else {
      filled += found->second;
      at += found->first.size();
    }
  }
  return filled;
}

std::function<std::string(const Link&)> place_uri_of(const std::string& uri) {
  if (uri.empty()) return {};
  return [uri](const Link& link) { return fill_in(uri, link); };
}

// Passes the documents on to a writer, each below its heading.
class RenderReceiver final : public DocumentReceiver {
 public:
  RenderReceiver(render::Writer& writer, const RenderSettings& settings, Output& output)
      : writer_(writer),
        renderer_(writer, {.destination = settings.destination,
                           .place_uri = place_uri_of(settings.place_uri),
                           .most_characters = settings.most_characters}),
        inputs_(count_inputs(settings.read)),
        output_(output) {}

  void begin_message(const Origin& /*origin*/) override {
    fields_.clear();
    is_first_part_ = true;
  }
  void message_header(const mail::Header& header) override {
    fields_.emplace_back(header.name, header.value);
  }
  // A message may have no text: its parts are HTML, or pictures.
  void end_message(const Origin& origin) override {
    if (!fields_.empty()) write_heading(origin.source, place_in_source(origin));
    output_.flush_when_full();
  }

  void begin(const Origin& origin) override {
    // The first part of a message follows its fields, and needs no number.
    const bool is_first =
        !origin.part.empty() && std::exchange(is_first_part_, false) && origin.message == 0;
    write_heading(origin.source, is_first ? std::string() : place_in_source(origin));
  }
  void end() override { output_.flush_when_full(); }

  void link(const Link& link) override { renderer_.link(link); }
  void text(std::string_view decoded) override {
    renderer_.text(decoded);
    output_.flush_when_full();
  }
  void piece(std::string_view decoded, const Link& link) override {
    renderer_.piece(decoded, link);
  }

 private:
  // The fields are written before the first part of a message only.
  void write_heading(const std::string& source, const std::string& place) {
    std::string title = inputs_ == Count::several ? source : std::string();
    if (!place.empty()) title += title.empty() ? place : ':' + place;
    std::vector<render::HeadingField> fields;
    for (const auto& [name, value] : fields_) fields.push_back({name, value});
    if (!title.empty() || !fields.empty()) writer_.heading({title, fields});
    fields_.clear();
  }

  render::Writer& writer_;
  render::DocumentRenderer renderer_;
  Count inputs_;
  Output& output_;
  std::vector<std::pair<std::string, std::string>> fields_;
  bool is_first_part_ = true;  // of a message
};

// Nothing after a failure, which was reported.
std::optional<std::string> read_page(const std::string& name) {
  const OpenInput input(name == "-" ? STDIN_FILENO : open(name.c_str(), O_RDONLY | O_CLOEXEC));
  if (!input.is_open()) {
    report_system_error(name, errno);
    return std::nullopt;
  }
  InputReader reader(input.descriptor(), [](uint64_t /*bytes*/) {});
  reader.peek();
  std::string page = reader.read_all();
  if (reader.failure().empty()) return page;
  report_problem(name, reader.failure());
  return std::nullopt;
}

// --keep-html: one page of HTML with its links, all its other bytes as they are.
int render_in_place(const RenderSettings& settings, const Engine& engine) {
  const std::string& name = settings.read.inputs.front();
  const std::optional<std::string> bytes = read_page(name);
  if (!bytes) return kIncomplete;
  Document page{*bytes, settings.read.document};
  if (page.options.charset.empty()) page.options.charset = kAutoCharset;
  page.options.in_place.emplace();
  Output output(STDOUT_FILENO);
  const Result<Summary> done =
      render::link_html(page, engine, output.buffer(), {.openable = settings.openable});
  if (!done.ok()) {
    report_problem(name, done.error().message);
    return kIncomplete;
  }
  output.flush();
  if (done->is_cut) report_problem(name, "only the first 32 MiB of HTML were read for links");
  return done->is_cut || output.state() == Output::State::failed ? kIncomplete : kDone;
}

}  // namespace

int run_render(const RenderSettings& settings, const Engine& engine) {
  if (settings.keeps_html) return render_in_place(settings, engine);
  Output output(STDOUT_FILENO);
  const std::unique_ptr<render::Writer> writer = make_writer(settings, output.buffer());
  const MakeReceiver make = [&](Output& to) {
    return std::make_unique<RenderReceiver>(*writer, settings, to);
  };
  writer->begin();
  const int status = read_documents(settings.read, engine, Wants::text, make, output);
  writer->end();
  output.flush();
  return output.state() == Output::State::failed ? kIncomplete : status;
}

}  // namespace linkspan::command
