// SPDX-License-Identifier: Apache-2.0
// HtmlReader: the last stages of a Pipeline for HTML, which is read when its last byte has arrived.
//
//   decoded text ─▶ html::Page ─▶ PageReader ─▶ Receiver
//
// Guarded by tests/html_links_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "document/decoded_reader.h"
#include "document/page_reader.h"

namespace linkspan::document {

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
