// SPDX-License-Identifier: Apache-2.0
// MessageRenderer: a message for people, with its links.
//
//   Subject: Rehearsal            heading: Subject  Rehearsal
//   part 1, text/plain            its text
//   part 2, text/plain            heading: 2, then its text
//
// The first part that is shown has no number, also if it is the HTML in the place of part 1.
//
// Guarded by tests/mail/mail_documents_test.cc.
#include <utility>

#include "linkspan/mail.h"

namespace linkspan::mail {

MessageOptions options_for_people(MessageOptions options) {
  options.wants = Wants::text;
  options.read.block_lines = BlockLines::leave_out;
  if (options.read.alternatives == Alternatives::merged) {
    options.read.alternatives = Alternatives::fullest;
  }
  if (options.read.headers.empty()) options.read.headers = {"From", "To", "Cc", "Date", "Subject"};
  return options;
}

MessageRenderer::MessageRenderer(render::Writer& writer, render::RenderOptions options)
    : writer_(writer), renderer_(writer, std::move(options)) {}

// Fields of attached messages are not shown.
void MessageRenderer::header(const Header& header) {
  if (header.path.empty()) fields_.push_back(header);
}

void MessageRenderer::begin_part(const TextPart& part) {
  std::vector<render::HeadingField> fields;
  for (const Header& field : fields_) fields.push_back({field.name, field.value});
  const bool is_first = std::exchange(is_first_part_, false);
  const std::string title = is_first ? std::string() : part.path;
  if (!title.empty() || !fields.empty()) writer_.heading({title, fields});
  fields_.clear();
}

void MessageRenderer::end_message() {
  if (!fields_.empty()) begin_part({});
  is_first_part_ = true;
}

Result<Summary> render(std::string_view message, const Engine& engine, render::Writer& writer,
                       MessageOptions options, render::RenderOptions render_options) {
  MessageRenderer renderer(writer, std::move(render_options));
  writer.begin();
  Result<Summary> summary =
      read_documents(message, engine, renderer, options_for_people(std::move(options)));
  renderer.end_message();
  writer.end();
  return summary;
}

}  // namespace linkspan::mail
