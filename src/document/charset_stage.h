// SPDX-License-Identifier: Apache-2.0
// CharsetStage: the first stage of a document, from bytes to decoded text, which is UTF-8.
//
//   charset "koi8-r"     decoded at once
//   charset "auto"       the first bytes wait until they decide; of markup, their declaration
//   counts charset "x-nosuch"   the fallback, or an error
//
// Guarded by tests/document/document_live_test.cc, tests/document/document_early_test.cc and
// tests/html/html_links_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "charset/decoder.h"
#include "charset/live_detector.h"
#include "iri/mapper.h"
#include "linkspan/charset.h"
#include "linkspan/document.h"

namespace linkspan::document {

// Takes decoded text, never empty. After it has returned Visit::stop, the rest is not decoded.
using DecodedSink = Sink<std::string_view>;

class CharsetStage {
 public:
  // Writes facts about the charset to `summary`, which outlives this.
  explicit CharsetStage(Summary& summary) : summary_(summary) {}

  // Begins a document. Returns an error, and begins none, if the charset is not known and there is
  // no fallback. The options outlive the document.
  std::optional<Error> begin(const DocumentOptions& options);

  void feed(std::string_view bytes, DecodedSink take);
  void finish(DecodedSink take);

  // The bytes of a range of the decoded text, and release, as those of charset::Decoder. REQUIRES:
  // text was decoded.
  Range source_range(Range decoded) { return decoder_->source_range(decoded); }
  void release_before(uint64_t decoded) { decoder_->release_before(decoded); }
  uint64_t ill_formed() const { return decoder_ ? decoder_->ill_formed() : 0; }

  // The charset that text is decoded from. REQUIRES: text was decoded.
  const charset::Charset& charset() const { return *charset_; }

  // How IRIs are normalized whose characters come from this charset.
  iri::Normalization normalization() const { return normalization_; }

 private:
  void read_as(const charset::Charset& charset);
  bool waits_for_declaration() const { return !decoder_; }
  std::optional<Error> detect_later();
  Visit read_declared(DecodedSink take);
  Visit detect(std::string_view bytes, DecodedSink take);
  Visit take_step(const charset::LiveDetector::Step& step, DecodedSink take);
  Visit decode(std::string_view bytes, DecodedSink take);
  std::optional<charset::Charset> declared_charset(std::string_view head) const;

  Summary& summary_;
  const DocumentOptions* options_ = nullptr;
  std::string head_;  // the first bytes of markup, which may declare its charset
  std::optional<charset::LiveDetector> live_;  // until the charset is known
  std::optional<charset::Decoder> decoder_;
  std::optional<charset::Charset> charset_;
  iri::Normalization normalization_ = iri::Normalization::none;
};

}  // namespace linkspan::document
