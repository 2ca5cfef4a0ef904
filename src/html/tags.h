// SPDX-License-Identifier: Apache-2.0
// Tags: the properties of elements for the parser and for display, in one table.
//
// The parser's classes are those of the standard (HTML, section 13.2.4): special, formatting,
// scopes. Those for display are from the style sheet of browsers (section 15.3): which elements
// begin a line, are not shown, keep their white space.
//
//   names.id_of("DIV")    → Tag::div, special, a block
//   names.id_of("x-foo")  → a number of its own, from Tag::kKnown on, without traits
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <string_view>
#include <vector>

namespace linkspan::html {

namespace trait {
enum Trait : uint32_t {
  none = 0,
  special = 1u << 0,
  formatting = 1u << 1,
  scope = 1u << 2,        // ends every scope
  implied_end = 1u << 3,  // "generate implied end tags"
  table_body = 1u << 4,   // tbody, thead, tfoot
  heading = 1u << 5,
  head = 1u << 6,        // belongs into head
  closes_p = 1u << 7,    // its start tag ends an open p
  empty = 1u << 8,       // has no content and no end tag
  breakout = 1u << 9,    // ends SVG and MathML (section 13.2.6.5)
  raw_text = 1u << 10,   // its content is text without tags and references
  rcdata = 1u << 11,     // … without tags
  block = 1u << 12,      // shown on lines of its own
  paragraph = 1u << 13,  // … with an empty line around
  unseen = 1u << 14,     // not shown
  keeps_space = 1u << 15,
  foster = 1u << 16,     // table, tbody, tfoot, thead, tr: text in it belongs before the table
  block_end = 1u << 17,  // its end tag closes to it, if it is in scope
  cell = 1u << 18,       // td, th
};
}  // namespace trait

// The elements of HTML, and names of SVG and MathML that the rules of parsing name. The order is
// that of kTags in tags.cc.
enum class Tag : uint32_t {
  a,
  abbr,
  address,
  annotation_xml,
  applet,
  area,
  article,
  aside,
  audio,
  b,
  base,
  basefont,
  bdi,
  bdo,
  bgsound,
  big,
  blockquote,
  body,
  br,
  button,
  canvas,
  caption,
  center,
  cite,
  code,
  col,
  colgroup,
  data,
  datalist,
  dd,
  del,
  desc,
  details,
  dfn,
  dialog,
  dir,
  div,
  dl,
  dt,
  em,
  embed,
  fieldset,
  figcaption,
  figure,
  font,
  footer,
  foreign_object,
  form,
  frame,
  frameset,
  h1,
  h2,
  h3,
  h4,
  h5,
  h6,
  head,
  header,
  hgroup,
  hr,
  html,
  i,
  iframe,
  image,
  img,
  input,
  ins,
  kbd,
  keygen,
  label,
  legend,
  li,
  link,
  listing,
  main,
  malignmark,
  map,
  mark,
  marquee,
  math,
  menu,
  meta,
  meter,
  mglyph,
  mi,
  mn,
  mo,
  ms,
  mtext,
  nav,
  nobr,
  noembed,
  noframes,
  noscript,
  object,
  ol,
  optgroup,
  option,
  output,
  p,
  param,
  picture,
  plaintext,
  pre,
  progress,
  q,
  rb,
  rp,
  rt,
  rtc,
  ruby,
  s,
  samp,
  script,
  search,
  section,
  select,
  slot,
  small,
  source,
  span,
  strike,
  strong,
  style,
  sub,
  summary,
  sup,
  svg,
  table,
  tbody,
  td,
  template_,  // NOLINT(readability-identifier-naming): `template` is a keyword
  textarea,
  tfoot,
  th,
  thead,
  time,
  title,
  tr,
  track,
  tt,
  u,
  ul,
  var,
  video,
  wbr,
  xmp,
  kKnown,  // NOLINT(readability-identifier-naming): no tag
};

// Those of the elements, by their tags.
extern const std::array<uint32_t, static_cast<size_t>(Tag::kKnown)> kTraits;

// The traits of a tag; none for an unknown tag.
inline uint32_t traits_of(Tag tag) {
  return tag < Tag::kKnown ? kTraits[static_cast<size_t>(tag)] : 0;
}

inline bool has_trait(Tag tag, uint32_t traits) { return (traits_of(tag) & traits) != 0; }

// In lower case; empty for an unknown tag.
std::string_view name_of(Tag tag);

// By a name as written: ASCII letters are compared case-insensitively. Tag::kKnown for others.
Tag known_tag(std::string_view name);

// Elements by their tags; unknown ones are in no set.
class TagSet {
 public:
  void add(Tag tag) { tags_[static_cast<size_t>(tag)] = true; }
  bool has(Tag tag) const { return tag < Tag::kKnown && tags_[static_cast<size_t>(tag)]; }

 private:
  std::bitset<static_cast<size_t>(Tag::kKnown)> tags_;
};

// Names of a document as numbers; each unknown name gets its own.
//
// Memory: 11 to 21 bytes for an unknown name. PERF: with a map of strings, a page of 4 MB of such
// tags took five times as long as one of 1 MB, as no cache holds it.
class TagNames {
 public:
  // The names are in the source, which outlives this.
  explicit TagNames(std::string_view source) : source_(source) {}

  // `name` as written: ASCII letters are compared case-insensitively. REQUIRES: it is in the
  // source.
  Tag id_of(std::string_view name);

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t end = 0;  // of the first occurrence, in the source; 0: none
  };
  Slot& slot_of(uint32_t hash, std::string_view lower);
  bool is_at(uint32_t end, std::string_view lower) const;
  void grow();

  std::string_view source_;
  std::vector<Slot> slots_;  // open addressing; the size is 0 or a power of two
  size_t count_ = 0;
};

}  // namespace linkspan::html
