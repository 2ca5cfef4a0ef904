// SPDX-License-Identifier: Apache-2.0
// Reader: the text of an XML document as pages (html/page.h), one after another, with the
// destinations of its attributes as anchors.
//
//   <loc>https://example.org/?a&amp;b</loc>        text `https://example.org/?a&b`
//   <w:t>exam</w:t><w:t>ple.org</w:t>              in one <w:p>: text `example.org`
//   <text:a xlink:href="https://…">here</text:a>   anchor, with its text
//   <enclosure url="https://…"/>                   anchor without text (attributes.h)
//   <description>&lt;p>Read &lt;a href=…           HTML: read by html::read_page
//
// Elements have no meaning here, except where their text ends. The text of two elements goes on in
// one line if they are in a paragraph (an element that is one in HTML, or `h` in ODF and `si` in
// spreadsheets) or if their parent has text, too; else it ends: `<loc>…</loc><lastmod>…` are two
// lines. Blocks of HTML always end it. White space in text is as it is written.
//
// Text that is not part of the text around it: what was deleted (`w:del` of OOXML) is a line of its
// own if it has a whole link, and else nothing, and so are comments and ruby of ODF and OOXML; the
// mark of a note (`text:note-citation` of ODF) is nothing. An instruction of OOXML, `HYPERLINK
// "https://example.org/a b" \l "place"` in w:instr, is a destination with its fragment, and so is a
// relationship with w:anchor or, in a workbook, location.
//
// Character data is read as HTML if it has, after decoding, a tag of HTML. So is the value of an
// attribute that is not a destination but may have a link: its text is a line of its own.
//
// Why not expat: it stops at the first error, and feeds and dumps have many. It would need to be
// told the charset that was guessed; the map back to bytes would be through its own.
//
// A document is read in parts of 128 KiB or more, which end where text does, so memory does not
// depend on its size; only a paragraph, tag or piece of HTML that is longer makes a part longer, up
// to html::kMaxSource, where it is cut. Parts do not depend on how the input is cut. Time is
// linear: elements nested deeper than kMaxDepth have no names. Guarded by tests/html/xml_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "html/page.h"
#include "linkspan/document.h"
#include "xml/tokenizer.h"

namespace linkspan::xml {

class Reader {
 public:
  // Begins a document. `relationships` may be null, else it outlives the document. `base`: the IRI
  // of the document, or empty.
  void begin(Relationships* relationships, const std::string& base = {});

  // May read() return a part of so much of the source? Else it needs more.
  bool is_enough(size_t source_size) const { return source_size >= wanted_; }

  // The page of the next part. `source` begins where the last part ended. Returns the number of
  // bytes of the part; 0: more of the source is needed, and `page` is not changed.
  size_t read(std::string_view source, Extent extent, html::Page& page);

 private:
  friend class PartReader;
  static constexpr size_t kLeastPart = 128 * 1024;
  static constexpr size_t kMaxDepth = 4096;
  static constexpr size_t kMaxBases = 16;

  struct Element {
    uint32_t name = 0;           // its hash
    bool ends_line : 1 = false;  // text does not go on across its tags
    bool is_inline : 1 = false;  // in a paragraph, or in an element with text
    bool has_text : 1 = false;
    bool has_base : 1 = false;
    bool is_instruction : 1 = false;
    bool is_apart : 1 = false;  // the text of a deletion or of a mark
  };
  // What is known between two parts.
  struct Open {
    std::vector<Element> elements = std::vector<Element>(1);  // the first is the document
    uint64_t deeper = 0;                                      // elements that are not in the list
    std::vector<std::shared_ptr<const html::Base>> bases;     // of xml:base
    Entities entities;
    size_t hidden = 0;  // how many elements are open with the one whose text is apart; 0: none
  };

  Relationships* relationships_ = nullptr;
  Open open_;
  size_t wanted_ = 2 * kLeastPart;
};

}  // namespace linkspan::xml
