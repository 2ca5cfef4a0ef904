// SPDX-License-Identifier: Apache-2.0
// link_html: a page with <a> and </a> around the links of its text, and no other byte changed.
//
//   <p>See www.<b>example</b>.org    →  <p>See <a href=…>www.</a><b><a href=…>example</a></b><a …
//
// The tags are ASCII, with references for other characters, and are written as the page's charset
// writes ASCII: one byte for each, or two or four of UTF-16 and UTF-32, or between escape sequences
// of ISO 2022. Which of them it is, is found by decoding a sample of ASCII.
//
// Guarded by tests/render/html_in_place_test.cc, which compares the trees of parse5 before and
// after.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "base/utf8.h"
#include "linkspan/render.h"
#include "render/escaping_writer.h"

namespace linkspan::render {
namespace {

// How a charset writes ASCII: each character as `zeros_before` bytes 00, the character, and
// `zeros_after` bytes 00.
struct AsciiForm {
  size_t zeros_before, zeros_after;
};

void append_as(AsciiForm form, std::string_view ascii, std::string& out) {
  for (const char c : ascii) {
    out.append(form.zeros_before, '\0').append(1, c).append(form.zeros_after, '\0');
  }
}

std::string decoded(std::string_view bytes, const std::string& charset, const Engine& engine) {
  std::string text;
  DocumentOptions options;
  options.charset = charset;
  const auto take = [&text](std::string_view part) { text += part; };
  (void)linkify_text(
      {bytes, options}, engine, [](const Link&) {}, Sink<std::string_view>(take));
  return text;
}

// Nothing if the charset has no such form, as UTF-7, EBCDIC, and HZ, whose `~` is an escape.
std::optional<AsciiForm> ascii_form_of(const std::string& charset, std::string_view bytes,
                                       const Engine& engine) {
  constexpr AsciiForm kForms[] = {{0, 0}, {0, 1}, {1, 0}, {0, 3}, {3, 0}};
  constexpr std::string_view kMarks[] = {
      {"\xFF\xFE\0\0", 4}, {"\0\0\xFE\xFF", 4}, "\xFF\xFE", "\xFE\xFF"};
  std::string sample;
  for (char c = ' '; c <= '~'; ++c) sample += c;
  const auto* const mark =
      std::find_if(std::begin(kMarks), std::end(kMarks),
                   [&](std::string_view each) { return bytes.starts_with(each); });
  for (const AsciiForm form : kForms) {
    std::string written;
    if (mark != std::end(kMarks) && form.zeros_before + form.zeros_after > 0) written = *mark;
    append_as(form, sample, written);
    if (decoded(written, charset, engine).ends_with(sample)) return form;
  }
  return std::nullopt;
}

// The state of a text in ISO 2022 at one place after another.
class Iso2022State {
 public:
  // REQUIRES: `end` is not before that of the last call.
  void read(std::string_view bytes, size_t end);

  // What returns to ASCII here, and to this state again; empty if the state is ASCII.
  std::string to_ascii() const {
    return (is_shifted_ ? "\x0F" : "") + std::string(set_.empty() ? "" : kAscii);
  }
  std::string back() const { return set_ + (is_shifted_ ? "\x0E" : ""); }

 private:
  static constexpr const char* kAscii = "\x1B(B";
  void designate(std::string_view sequence);

  size_t at_ = 0;
  bool is_shifted_ = false;
  std::string set_;  // the escape sequence of G0; empty for ASCII
};

void Iso2022State::read(std::string_view bytes, size_t end) {
  for (; at_ < end; ++at_) {
    const char c = bytes[at_];
    if (c == '\x0E') is_shifted_ = true;
    if (c == '\x0F') is_shifted_ = false;
    if (c != '\x1B') continue;
    size_t last = at_ + 1;
    while (last < bytes.size() && bytes[last] >= ' ' && bytes[last] <= '/') ++last;
    if (last < bytes.size()) designate(bytes.substr(at_, last + 1 - at_));
  }
}

// ESC ( F, ESC $ F and ESC $ ( F designate a set to G0.
void Iso2022State::designate(std::string_view sequence) {
  const std::string_view between = sequence.substr(1, sequence.size() - 2);
  if (between != "(" && between != "$" && between != "$(") return;
  set_ = sequence == kAscii ? std::string() : std::string(sequence);
}

// The page so far, and what is written into it.
class InPlaceWriter {
 public:
  InPlaceWriter(std::string_view page, AsciiForm form, bool has_states, std::string& out)
      : page_(page), form_(form), has_states_(has_states), out_(out) {}

  void copy_until(uint64_t offset) {
    const auto end = static_cast<size_t>(offset);
    out_.append(page_, at_, end - at_);
    at_ = end;
  }

  void write(std::string_view ascii) {
    if (has_states_) state_.read(page_, at_);
    out_ += has_states_ ? state_.to_ascii() : std::string();
    append_as(form_, ascii, out_);
    if (has_states_) out_ += state_.back();
  }

 private:
  std::string_view page_;
  AsciiForm form_;
  bool has_states_;
  std::string& out_;
  size_t at_ = 0;
  Iso2022State state_;
};

std::string as_ascii(std::string_view html) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string ascii;
  const auto* at = reinterpret_cast<const uint8_t*>(html.data());
  for (const auto* const end = at + html.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    at += found.length;
    if (found.value < 0x80) {
      ascii += static_cast<char>(found.value);
      continue;
    }
    ascii += "&#x";
    for (int shift = 20; shift >= 0; shift -= 4) ascii += kDigits[(found.value >> shift) & 0xF];
    ascii += ';';
  }
  return ascii;
}

// The links of the page, with the tags that open them.
class TagCollector {
 public:
  struct Place {
    Range bytes;
    size_t tag;
  };

  TagCollector(const HtmlOptions& html, RenderOptions options)
      : writer_(html_writer(scratch_, inline_form(html))), renderer_(*writer_, std::move(options)) {
    writer_->begin();
  }

  void add(const Link& link);
  const std::vector<Place>& places() const { return places_; }
  const std::string& tag(size_t number) const { return tags_[number]; }

 private:
  static HtmlOptions inline_form(HtmlOptions html) {
    html.form = HtmlForm::phrasing;
    return html;
  }
  std::string opening_tag(const Link& link);

  std::string scratch_;
  std::unique_ptr<Writer> writer_;
  DocumentRenderer renderer_;
  std::vector<std::string> tags_;
  std::vector<Place> places_;
};

// The writer makes `<a …>x</a>`, or `x` of a link that must not be opened.
std::string TagCollector::opening_tag(const Link& link) {
  Link whole = link;
  whole.pieces.resize(1);
  renderer_.link(whole);
  scratch_.clear();
  renderer_.piece("x", whole);
  writer_->text("\n");
  const size_t end = scratch_.find("x</a>");
  return as_ascii(end == scratch_.npos ? std::string_view()
                                       : std::string_view(scratch_).substr(0, end));
}

void TagCollector::add(const Link& link) {
  const std::string tag = opening_tag(link);
  if (tag.empty()) return;
  const size_t most = std::max(tag.size(), kRepeatedForEachByte * link.text.size());
  size_t repeated = 0;
  for (const Piece& piece : link.pieces) {
    if (&piece != &link.pieces.front() && (repeated += tag.size()) > most) break;
    places_.push_back({piece.bytes, tags_.size()});
  }
  tags_.push_back(tag);
}

}  // namespace

Result<Summary> link_html(const Document& page, const Engine& engine, std::string& out,
                          const HtmlOptions& html, RenderOptions options) {
  Document document = page;
  document.options.markup = Markup::html;
  document.options.html_links = HtmlLinks::text;
  document.options.offsets = OffsetUnit::bytes;
  if (!document.options.in_place) document.options.in_place.emplace();
  options.most_characters = 0;
  TagCollector tags(html, std::move(options));
  Result<Summary> read = linkify(document, engine, [&tags](const Link& link) { tags.add(link); });
  if (!read.ok()) return read;
  const std::optional<AsciiForm> form = ascii_form_of(read->charset, page.bytes, engine);
  if (!form) {
    return Error{ErrorCode::invalid_argument, 0,
                 "nothing can be written into a page in " + base::printable(read->charset)};
  }
  InPlaceWriter writer(page.bytes, *form, read->charset.starts_with("ISO-2022"), out);
  for (const TagCollector::Place& place : tags.places()) {
    writer.copy_until(place.bytes.begin);
    writer.write(tags.tag(place.tag));
    writer.copy_until(place.bytes.end);
    writer.write("</a>");
  }
  writer.copy_until(page.bytes.size());
  return read;
}

}  // namespace linkspan::render
