// SPDX-License-Identifier: Apache-2.0
// DecodedReader: the last stages of a Pipeline, from decoded text to links. There is one for text
// (text_reader.h) and one for markup (page_reader.h).
#pragma once

#include <optional>
#include <string_view>

#include "document/charset_stage.h"
#include "document/link_search.h"
#include "iri/mapper.h"
#include "linkspan/document.h"

namespace linkspan::document {

// What the readers of a Pipeline share. All of it outlives them.
struct Tools {
  const DocumentOptions& options;
  CharsetStage& charset;
  LinkSearch& search;
  Wants wants;
  Summary& summary;

  iri::MapOptions map_options() const {
    return {charset.normalization(), options.host, options.default_scheme};
  }
};

class DecodedReader {
 public:
  virtual ~DecodedReader() = default;

  // Begins a document with the options of the Tools.
  virtual void begin() = 0;

  // Returns Visit::stop if the rest of the document is not wanted.
  virtual Visit feed(std::string_view decoded, Receiver& receiver) = 0;

  virtual void finish(Receiver& receiver) = 0;

  // The end of the finished document. REQUIRES: in a unit other than bytes.
  virtual Position end_position() = 0;
};

}  // namespace linkspan::document
