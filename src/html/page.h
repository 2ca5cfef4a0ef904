// SPDX-License-Identifier: Apache-2.0
// Page: the visible text of an HTML document, with a map back to its source.
//
//   <p>Read <a href="/é?a&amp;b">this
//   page</a>&nbsp;now.<p hidden>x     →  text     "Read this page now."  (U+00A0 before "now")
//                                        anchor   /é?a&b, from "this" to "page"
//
// White space is collapsed except in <pre>; blocks and <br> end lines, paragraphs have an empty
// line before and after them, and cells of a table a tab between them. So has a superscript after
// what may be a link: `https://example.org/a<sup>2</sup>` is a link and the mark of a note. Text
// that a browser does not show is not part of it: scripts, styles, the head, templates, comments,
// and text hidden by `hidden` or display:none.
//
// Text is in the order of the source. Text that the parser moves (in a table, but outside of its
// cells) has a line break at both ends. An <a> that the parser opens again (tree_builder.h) is one
// anchor: there is one for each start tag. Anchors in invisible text have no text.
//
// The destinations of relative links repeat the base, and so could be far longer than the source:
// together they have at most max_relative_text() bytes. That is several times what pages have,
// whose base is short; after the first link for which there is no room, relative links have no
// destination, as if no base were known, and are counted.
//
// Guarded by tests/html/html_page_test.cc and, for its memory, tests/html/html_growth_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "html/href.h"
#include "html/tags.h"
#include "html/tokenizer.h"

namespace linkspan::html {

// The source after this many bytes is not read.
inline constexpr size_t kMaxSource = size_t{32} << 20;

struct TextRange {  // bytes of Page::text
  uint32_t begin = 0;
  uint32_t end = 0;
  bool operator==(const TextRange&) const = default;
};

enum class Visibility : uint8_t { shown, hidden };

// An <a> or <area> with an attribute href; with PageContext::urls, also another attribute.
struct Anchor {
  // Absolute (href.h); empty if it has no destination, or there was no room for it.
  std::string href;
  SourceRange tag, attribute;
  SourceRange alt;  // the value of `alt` of the first picture in it that has one; may be empty
  std::vector<TextRange> text;  // one for each line; without white space at the ends
  Visibility visibility = Visibility::shown;
  bool is_bare_host = false;  // `href` was relative and names a host, and got a scheme
  bool is_relative = false;   // with PageContext::relative
  bool is_fixed = false;      // with PageContext::fixed: is its tag in those elements?
  uint32_t place = 0;         // in Page::text; the place where its text would be
  SourceRange name;           // of another attribute than `href`; empty in a style sheet
};

// For the destinations of the relative links of a page, in bytes of their URIs.
constexpr size_t max_relative_text(size_t source_size) { return 4 * source_size + 4096; }

class Page {
 public:
  std::string text;
  std::vector<Anchor> anchors;  // in the order of their tags
  bool is_cut = false;          // the source was longer than kMaxSource, or nested too deeply

  // Relative links without a destination, as there was no room for it, and the tag of the first.
  uint64_t anchors_left_out = 0;
  SourceRange first_left_out;

  // With PageContext::fixed: the text of those elements, in order.
  std::vector<TextRange> fixed;
  bool has_fixed(TextRange range) const;  // is a part of it in them?

  // The places in the source of a range of the text, one for each text node.
  std::vector<SourceRange> sources_of(TextRange range) const;

  // The place in the source of a range of the text. REQUIRES: the range is not empty, and begins
  // and ends with characters of the source, as links do.
  SourceRange source_of(TextRange range) const;

  // Empties it, to be written again.
  void clear();

 private:
  friend class PageBuilder;
  friend class PageText;
  // Text from one place of the source. `literal`: byte by byte; else the whole text is from the
  // whole place. It goes up to the next run, or to a line feed or tab that is nowhere in the
  // source.
  struct Run {
    Run(uint32_t text_begin, bool literal, SourceRange from)
        : place(text_begin << 1 | (literal ? 1 : 0)), source(from) {}
    uint32_t text_begin() const { return place >> 1; }
    bool is_literal() const { return (place & 1) != 0; }
    uint32_t place;
    SourceRange source;
  };
  const Run& run_at(uint32_t text_offset) const;
  std::vector<Run> runs_;
};

// Which URLs are anchors: those of <a> and <area>, or of all attributes (url_attributes.h)?
enum class PageUrls : uint8_t { of_anchors, of_attributes };
// Are relative links without a base destinations?
enum class KeepRelative : uint8_t { no, yes };

// Elements in which no link is made, or reported.
struct FixedElements {
  // Also where no link can be written into the page: SVG and MathML, text that the parser moves,
  // <noscript>.
  enum class Also : uint8_t { nothing, unwritable };

  TagSet tags;
  std::vector<std::string> classes;
  Also also = Also::nothing;

  // `code`: elements with this name; `.no-links`: those of this class. False: HTML has no such
  // element.
  bool add(std::string_view name);
};

// Those of HTML that can hold no link or show no text: <a>, <button>, <label>, <script>, …
FixedElements elements_without_links();

// What is known of a page before it is read.
struct PageContext {
  const Base* base = nullptr;  // unless the page names one itself
  size_t relative_room = 0;    // bytes for the destinations of relative links
  // `www.example.org/x` in a page without a base becomes http://www.example.org/x if this is
  // `http`, and leads nowhere if it is empty.
  std::string_view scheme_of_hosts = {};
  PageUrls urls = PageUrls::of_anchors;
  KeepRelative relative = KeepRelative::no;
  const FixedElements* fixed = nullptr;  // null: it does not matter
};

// Time is linear. Memory: up to 50 bytes for each byte of a source of only tags; a usual one takes
// seven times its size.
Page read_page(std::string_view source);

// The same for HTML inside of other text. Lowers the room by what was taken.
Page read_page(std::string_view source, PageContext& context);

// Appends to the text of a page, with the place of each part in the source of the page.
class PageText {
 public:
  // Both outlive this.
  PageText(std::string_view source, Page& page) : source_(source), page_(page) {}

  // `text` comes from `source`: byte by byte if it is the same text, else as a whole.
  void append(std::string_view text, SourceRange source);

  // Words that are in the source, with a space for each white space between them.
  void append_words(SourceRange source);

  // The same text as in the source.
  void append_as_it_is(SourceRange source);

  // White space that is nowhere in the source. REQUIRES: a line feed or a tab.
  void append(char space) { page_.text += space; }

  // Appends a part of the text of `map`, a page of the same source.
  void append(const Page& map, TextRange part);

  // Appends the text and the anchors of a page whose source is the text of `map`.
  void append(const Page& inner, const Page& map);

 private:
  void append_run(const Page& map, Page::Run run);
  void add_run(uint32_t begin, bool is_literal, SourceRange source);

  std::string_view source_;
  Page& page_;
  size_t run_end_ = 0;  // of the last run, in the text
};

// The destinations of anchors, for relative ones as far as there is room for them.
class Destinations {
 public:
  explicit Destinations(size_t room) : room_(room) {}

  // Not once there was none.
  void add_room(size_t bytes) { room_ += room_ > 0 ? bytes : 0; }
  size_t room() const { return room_; }

  // Of an anchor of the page with this value of its attribute, references decoded; empty if it has
  // none. Counts those that are left out. `base` may be null.
  std::string of(std::string_view value, const Base* base, const SourceRange& tag, Page& page);

  // Is there room for an absolute one that may be repeated by few bytes of the source? Takes it.
  bool repeats(std::string_view iri, const SourceRange& tag, Page& page);

 private:
  size_t room_;
};

}  // namespace linkspan::html
