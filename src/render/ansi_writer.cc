#include "render/ansi_writer.h"

#include <array>

#include "render/characters.h"
#include "render/openable.h"

namespace linkspan::render {
namespace {

// Printable ASCII and tab. Not the line feed: a link is closed before it.
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

}  // namespace

AnsiWriter::AnsiWriter(std::string& out, LinkStyle style) : Writer(out, kPlain), style_(style) {}

void AnsiWriter::begin_link(const Target& target) {
  if (!is_openable(target.uri)) return;
  opening_ = "\x1B]8;id=" + std::to_string(target.id) + ";";
  opening_.append(target.uri).append("\x1B\\");
  if (style_ == LinkStyle::underlined) opening_ += kUnderlined;
  link_ = Link::closed;
}

void AnsiWriter::end_link() {
  close();
  link_ = Link::none;
}

void AnsiWriter::open() {
  line_ = Line::begun;
  if (link_ != Link::closed) return;
  out() += opening_;
  link_ = Link::open;
}

void AnsiWriter::close() {
  if (link_ != Link::open) return;
  if (style_ == LinkStyle::underlined) out() += kNotUnderlined;
  out() += kEndLink;
  link_ = Link::closed;
}

void AnsiWriter::append_heading(const Heading& heading) {
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
