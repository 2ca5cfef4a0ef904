// SPDX-License-Identifier: Apache-2.0
// HtmlReader: the last stages of a Pipeline for HTML, which is read when its last byte has arrived.
//
//   decoded text ─▶ html::Page ─▶ PageReader ─▶ Receiver
//
// Guarded by tests/html/html_links_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/decoded_reader.h"
#include "document/readers/page_reader.h"
#include "html/tags.h"
#include "linkspan/result.h"

namespace linkspan::document {

// The elements of HTML in which no <a> can be made (DocumentOptions::in_place): it would be
// dropped, be text, end what is open, or be inside of what is clicked already.
//
//   <a>www.example.org</a>, <button>…, <textarea>…, <title>…     the text stays as it is
//
// These and the caller's, named by element (`code`) or class (`.no-links`); html/page.cc adds all
// of SVG and MathML, and text that the parser moves out of a table. Without in_place, only those of
// DocumentOptions::never_in. Fails with invalid_argument on the first name that is no element of
// HTML, at its index. Guarded by tests/render/html_in_place_test.cc and
// tests/document/never_in_test.cc.
Result<html::FixedElements> fixed_elements(const DocumentOptions& options);

inline bool has_fixed_elements(const DocumentOptions& options) {
  return options.in_place || !options.never_in.empty();
}

// The scheme of `href="www.example.org"`; empty if it leads nowhere.
std::string_view scheme_of_hosts(const DocumentOptions& options);

class HtmlReader final : public DecodedReader {
 public:
  explicit HtmlReader(const Tools& tools) : tools_(tools), page_(tools) {}

  void begin() override;

  // Text after the limit is not read.
  Visit feed(std::string_view decoded, Receiver& receiver) override;
  void finish(Receiver& receiver) override;
  Position end_position() override { return page_.end_position(); }

 private:
  html::Page read_page() const;
  bool is_full() const { return source_.size() > html::kMaxSource; }

  const Tools& tools_;
  std::string source_;
  PageReader page_;
};

}  // namespace linkspan::document
