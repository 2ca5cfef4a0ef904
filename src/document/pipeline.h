// SPDX-License-Identifier: Apache-2.0
// Pipeline: the stages from bytes to links, for one document after another.
//
//   bytes ─▶ charset ─▶ lines ─▶ scan ─▶ iri ─▶ Receiver
//            decoded    logical   spans
//                 └──── HTML: page_reader.h ───▶
//
//   CharsetStage    charset_stage.h    bytes to decoded text
//   TextReader      text_reader.h      decoded text to links:  Stages       stages.h, the layout
//                                                              LinkSearch   the scanner, and rules
//                                                              LinkBuilder  the links of spans
//   HtmlReader      html_reader.h      the same for HTML:      PageReader   page_reader.h, the
//   links XmlReader       xml_reader.h       the same for XML                     of pages
//
// Each stage knows the way back to the one before it (texts.h). Guarded by
// tests/document/document_test.cc.
#pragma once

#include <optional>
#include <string_view>

#include "document/charset_stage.h"
#include "document/decoded_reader.h"
#include "document/link_search.h"
#include "document/readers/html_reader.h"
#include "document/readers/markdown_reader.h"
#include "document/readers/text_reader.h"
#include "document/readers/xml_reader.h"
#include "document/wants.h"
#include "linkspan/document.h"

namespace linkspan::document {

class Pipeline {
 public:
  Pipeline(const Engine& engine, Wants wants);
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  // Begins a document. Returns an error, and begins none, if the charset is not known and there is
  // no fallback. REQUIRES: no document is open.
  std::optional<Error> begin(const DocumentOptions& options);

  // Begins another document with the same options. REQUIRES: begin() has begun one before.
  void begin_again() { begin(DocumentOptions(options_)); }

  // Once a receiver's next() is Visit::stop, the rest of the document is not scanned.
  void feed(std::string_view bytes, Receiver& receiver);
  Summary finish(Receiver& receiver);
  bool is_stopped() const { return is_stopped_; }

  // The summary of the open document so far. Its charset is UTF-8 until it is known.
  const Summary& so_far() const { return summary_; }

  // The end of the last finished document, in DocumentOptions::offsets.
  Position end_position() const { return end_position_; }

 private:
  DecodedReader* reader_of(Markup markup);
  Visit take(std::string_view decoded, Receiver& receiver);
  Summary finish_summary();

  DocumentOptions options_;
  Summary summary_;
  CharsetStage charset_{summary_};
  LinkSearch search_;
  Tools tools_;
  TextReader text_{tools_};
  HtmlReader html_{tools_};
  XmlReader xml_{tools_};
  MarkdownReader markdown_{tools_};
  DecodedReader* reader_ = nullptr;  // one of these

  uint64_t bytes_fed_ = 0;
  Position end_position_;
  bool is_stopped_ = false;
  bool is_full_ = false;  // the rest of the document is not read
};

}  // namespace linkspan::document
