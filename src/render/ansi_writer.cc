// SPDX-License-Identifier: Apache-2.0
#include "render/ansi_writer.h"

#include <array>
#include <utility>

#include "base/sgr.h"
#include "render/characters.h"
#include "render/text_colours.h"

namespace linkspan::render {
namespace {

// Printable ASCII and tab, not the line feed, before which a link is closed.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (unsigned c = ' '; c <= '~'; ++c) plain[c] = true;
  plain['\t'] = true;
  return plain;
}();

// ECMA-48, sections 5.6 and 8.3: OSC … ST, and SGR.
constexpr std::string_view kEndLink = "\x1B]8;;\x1B\\";
constexpr std::string_view kUnderlined = "\x1B[4m";
constexpr std::string_view kNotUnderlined = "\x1B[24m";
constexpr std::string_view kBold = "\x1B[1m";
constexpr std::string_view kNotBold = "\x1B[22m";
constexpr std::string_view kNoColours = "\x1B[m";

}  // namespace

AnsiWriter::AnsiWriter(std::string& out, AnsiOptions options)
    : EscapingWriter(out, kPlain, options.openable), options_(std::move(options)) {}

void AnsiWriter::start_link(const Target& target) {
  opening_.clear();
  const bool is_place = target.kind == Kind::file;
  if (is_place ? !is_openable(target.uri, options_.for_places) : !opens(target.uri)) return;
  opening_ = "\x1B]8;id=" + std::to_string(target.id) + ";";
  opening_.append(target.uri).append("\x1B\\");
  if (options_.style == LinkStyle::underlined) opening_ += kUnderlined;
}

void AnsiWriter::begin_piece() { link_ = opening_.empty() ? Link::none : Link::closed; }

void AnsiWriter::end_piece() {
  close();
  link_ = Link::none;
}

void AnsiWriter::open() {
  line_ = Line::begun;
  if (link_ != Link::closed) return;
  link_ = may_open_again(opening_.size()) ? Link::open : Link::plain;
  if (link_ == Link::open) out() += opening_;
}

void AnsiWriter::close() {
  if (link_ == Link::none) return;
  if (link_ == Link::open) {
    if (options_.style == LinkStyle::underlined) out() += kNotUnderlined;
    out() += kEndLink;
  }
  link_ = Link::closed;
}

std::optional<size_t> AnsiWriter::sequence_size(std::string_view utf8, base::Text text) {
  if (options_.colours == TextColours::show || utf8.front() != base::kEscape) return 0;
  const base::Sgr sgr = base::find_sgr(utf8, text);
  if (sgr.may_follow) return std::nullopt;
  return is_harmless_sgr(utf8.substr(0, sgr.length)) ? sgr.with_erase : 0;
}

// Without the erase. An open link is closed first, so that its end does not change the colours of
// the text.
void AnsiWriter::append_sequence(std::string_view sequence) {
  close();
  if (sequence.ends_with(base::kErase)) sequence.remove_suffix(base::kErase.size());
  out() += sequence;
  is_coloured_ = true;
}

void AnsiWriter::reset_colours() {
  if (std::exchange(is_coloured_, false)) out() += kNoColours;
}

void AnsiWriter::append_end() { reset_colours(); }

void AnsiWriter::append_destination(std::string_view host) {
  out().append(" ").append(kBold).append("[");
  append_line(host);
  out().append("]").append(kNotBold);
}

void AnsiWriter::append_heading(const Heading& heading) {
  reset_colours();
  if (line_ == Line::begun) out() += '\n';
  if (line_ != Line::first) out() += '\n';
  if (!heading.title.empty()) {
    out() += kBold;
    append_line(heading.title);
    out().append(kNotBold) += '\n';
  }
  for (const HeadingField& field : heading.fields) {
    out() += kBold;
    append_line(field.name);
    out().append(":").append(kNotBold) += ' ';
    append_line(field.value);
    out() += '\n';
  }
  out() += '\n';
  line_ = Line::fresh;
}

void AnsiWriter::append_plain(std::string_view run) {
  open();
  out() += run;
}

void AnsiWriter::append_other(char32_t code_point, std::string_view bytes) {
  if (code_point == U'\n') {
    close();
    out() += '\n';
    line_ = Line::fresh;
    return;
  }
  open();
  append_shown(out(), code_point, bytes, BidiScopes::replace);
}

}  // namespace linkspan::render
