// SPDX-License-Identifier: Apache-2.0
#include "cli/pick_collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/file_uri.h"
#include "linkspan/iri.h"
#include "linkspan/mail.h"
#include "linkspan/render.h"

namespace linkspan::command {
namespace {

// "letter.eml:1.2"; without the name for standard input, of which there is only one, and for the
// only input.
std::string place_of(const Origin& origin, const std::string& only_input) {
  const bool is_only = origin.source == "-" || origin.source == only_input;
  std::string place = is_only ? std::string() : origin.source;
  const std::string in_source = place_in_source(origin);
  if (!place.empty() && !in_source.empty()) place += ':';
  return place + in_source;
}

std::vector<std::string> notes_of(const Link& link) {
  std::vector<std::string> notes;
  for (const Warning warning : link.warnings) {
    notes.emplace_back(description(warning));
  }
  const bool is_opened =
      link.span.kind == Kind::file ||
      (render::is_openable(link.uri) && render::is_openable(render::opened_uri(link)));
  if (!is_opened) {
    notes.emplace_back("not opened from here: it is not known what its scheme would start");
  }
  return notes;
}

// In one line, with one space between words.
std::string label_of(const Link& link) {
  std::string label;
  if (link.span.form != Form::href) return label;
  for (const char c : link.label) {
    const bool is_space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!is_space) {
      label += c;
    } else if (!label.empty() && label.back() != ' ') {
      label += ' ';
    }
  }
  if (label.ends_with(' ')) label.pop_back();
  return label == link.iri ? std::string() : label;
}

std::string normal_if_different(const std::string& uri) {
  Result<std::string> normal = iri::normalize(uri);
  return normal.ok() && *normal != uri ? std::move(normal).value() : std::string();
}

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

LinkCollector::LinkCollector(LinkStore& store, Output& output, const LinkFilter& filter,
                             std::function<void()> notify, std::string only_input)
    : store_(store),
      output_(output),
      filter_(filter),
      notify_(std::move(notify)),
      only_input_(std::move(only_input)) {}

void LinkCollector::begin_message(const Origin& /*origin*/) {
  subject_.clear();
  from_.clear();
  message_is_stored_ = false;
}

void LinkCollector::message_header(const mail::Header& header) {
  const std::string name = base::to_ascii_lower(header.name);
  if (name == "subject") subject_ = header.value;
  if (name == "from") from_ = header.value;
}

void LinkCollector::begin(const Origin& origin) {
  is_mail_ = !origin.part.empty();
  is_later_form_ = origin.is_later_form;
  place_ = place_of(origin, only_input_);
  if (!place_.empty()) place_ += ':';
  if (origin.part.empty() && origin.field.empty()) begin_message(origin);
  const uint64_t apart = current_.sequence + 2;  // separate from the lines of the last document
  previous_ = {};
  previous_is_stored_ = true;
  current_ = {apart, {}};
  stored_at_.reset();
  has_link_ = false;
}

void LinkCollector::link(const Link& link) {
  keeps_link_ = filter_.keeps(link);
  if (!keeps_link_) return;
  PickLink made = make_link(link);
  {
    const std::lock_guard lock(store_.mutex);
    if (store_.is_unwanted) output_.follow(Output::State::unwanted);
    if (!message_is_stored_ && !(subject_.empty() && from_.empty())) {
      std::string about = subject_;
      if (!from_.empty()) about += (about.empty() ? "from " : ", from ") + from_;
      store_.messages.push_back(std::move(about));
      message_is_stored_ = true;
    }
    made.message = message_is_stored_ ? store_.messages.size() - 1 : 0;
    store_.links.push_back(std::move(made));
  }
  notify_();
}

void LinkCollector::text(std::string_view decoded) {
  const std::lock_guard lock(store_.mutex);
  while (!decoded.empty()) {
    const size_t end = std::min(decoded.find('\n'), decoded.size());
    append(decoded.substr(0, end));
    if (end < decoded.size()) end_line();
    decoded.remove_prefix(std::min(end + 1, decoded.size()));
  }
}

void LinkCollector::piece(std::string_view decoded, const Link& /*link*/) {
  if (!keeps_link_) {
    text(decoded);
    return;
  }
  const std::lock_guard lock(store_.mutex);
  const size_t line = store_line();
  has_link_ = true;
  std::string& text = store_.lines[line].text;
  const uint64_t begin = text.size();
  text += decoded;
  store_.links.back().pieces.push_back({line, {begin, text.size()}});
}

std::string& LinkCollector::line_text() {
  return stored_at_ ? store_.lines[*stored_at_].text : current_.text;
}

// Appends text without a line feed.
void LinkCollector::append(std::string_view decoded) {
  while (!decoded.empty()) {
    const size_t used = line_text().size();
    size_t end = std::min(decoded.size(), kMostLineBytes - std::min(used, kMostLineBytes));
    while (end < decoded.size() && is_continuation(decoded[end])) ++end;
    line_text() += decoded.substr(0, end);
    decoded.remove_prefix(end);
    if (!decoded.empty()) end_line();
  }
}

void LinkCollector::end_line() {
  std::string& text = line_text();
  if (text.ends_with('\r')) text.pop_back();
  const uint64_t next = current_.sequence + 1;
  previous_is_stored_ = stored_at_.has_value();
  previous_ = std::move(current_);
  current_ = {next, {}};
  stored_at_.reset();
  if (std::exchange(has_link_, false)) store_line();  // the line after a link
}

// Returns the place of the current line in the store, and also stores the line before it.
size_t LinkCollector::store_line() {
  if (!stored_at_) {
    if (!std::exchange(previous_is_stored_, true)) {
      store_.lines.push_back(std::move(previous_));
    }
    stored_at_ = store_.lines.size();
    store_.lines.push_back(std::move(current_));
    current_ = {store_.lines.back().sequence, {}};
  }
  return *stored_at_;
}

PickLink LinkCollector::make_link(const Link& link) const {
  PickLink made;
  made.iri = link.iri;
  made.uri = render::opened_uri(link);
  if (is_mail_) made.key = normal_if_different(link.uri);
  made.kind = link.span.kind;
  if (made.kind == Kind::file) {
    made.path = base::path_of_uri(link.uri).value_or(std::string());
    made.line = link.place.line;
    made.iri = link.text;
    made.key = fmt::format("{}#{}:{}", link.uri, link.place.line, link.place.column);
  }
  made.form = link.span.form;
  made.label = label_of(link);
  made.notes = notes_of(link);
  made.is_in_later_form = is_later_form_;
  made.is_serious = is_serious(link.warnings);
  const Position begin = link.pieces.front().begin;
  made.place = place_ + (place_.empty() ? "line " : "") + std::to_string(begin.line);
  made.host_ascii = render::destination_of(link);
  made.host_unicode = made.host_ascii;
  if (base::to_ascii_lower(made.host_ascii).find("xn--") != std::string::npos) {
    made.host_unicode = iri::host_to_unicode(made.host_ascii).value_or(made.host_ascii);
  }
  return made;
}

}  // namespace linkspan::command
