// SPDX-License-Identifier: Apache-2.0
// MarkdownReader: the last stages of a Pipeline for Markdown, which is read when its last byte has
// arrived, as any line may define a reference of the first.
//
//   decoded text ─▶ html::Page ─▶ PageReader ─▶ Receiver
//
// Guarded by tests/html/markdown_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "document/decoded_reader.h"
#include "document/readers/page_reader.h"
#include "markdown/page.h"

namespace linkspan::document {

class MarkdownReader final : public DecodedReader {
 public:
  explicit MarkdownReader(const Tools& tools) : tools_(tools), page_(tools) {}

  void begin() override;

  // Text after the limit is not read.
  Visit feed(std::string_view decoded, Receiver& receiver) override;
  void finish(Receiver& receiver) override;
  Position end_position() override { return page_.end_position(); }

 private:
  bool is_full() const { return source_.size() > markdown::kMaxSource; }

  const Tools& tools_;
  std::string source_;
  PageReader page_;
};

}  // namespace linkspan::document
