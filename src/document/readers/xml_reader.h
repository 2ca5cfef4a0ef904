// SPDX-License-Identifier: Apache-2.0
// XmlReader: the last stages of a Pipeline for XML, which is read in parts (xml/reader.h), each of
// which is a page.
//
//   decoded text ─▶ html::Page, html::Page … ─▶ PageReader ─▶ Receiver
//
// Guarded by tests/html/xml_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "document/decoded_reader.h"
#include "document/readers/page_reader.h"
#include "xml/reader.h"

namespace linkspan::document {

class XmlReader final : public DecodedReader {
 public:
  explicit XmlReader(const Tools& tools) : tools_(tools), page_(tools) {}

  void begin() override;
  Visit feed(std::string_view decoded, Receiver& receiver) override;
  void finish(Receiver& receiver) override;
  Position end_position() override { return page_.end_position(); }

 private:
  bool read_part(xml::Extent extent, Receiver& receiver);

  const Tools& tools_;
  std::string source_;  // that was not read
  xml::Reader reader_;
  PageReader page_;
};

}  // namespace linkspan::document
