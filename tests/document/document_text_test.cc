// SPDX-License-Identifier: Apache-2.0
// Promise: a sink for the text of a document receives all of it once, in order, with every link in
// its place, and each line as soon as it is complete.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "document/pipeline.h"
#include "tests/support/chunks.h"
#include "tests/support/data.h"

namespace linkspan::test {
namespace document_text_test {

using document::Pipeline;

class TextReceiver final : public Receiver {
 public:
  void link(const Link&) override {}
  void text(std::string_view decoded) override { all += decoded; }
  void piece(std::string_view decoded, const Link&) override {
    all += decoded;
    pieces.append(decoded) += '\n';
  }
  std::string all, pieces;
};

const Engine& engine() {
  static const Engine one = Engine::create({}).value();
  return one;
}

Pipeline text_pipeline() { return Pipeline(engine(), Wants::text); }

TextReceiver read(std::string_view text, const DocumentOptions& options, const Chunking& chunking) {
  Pipeline pipeline = text_pipeline();
  pipeline.begin(options);
  TextReceiver receiver;
  for (const size_t size : chunking) {
    pipeline.feed(text.substr(0, size), receiver);
    text.remove_prefix(size);
  }
  pipeline.finish(receiver);
  return receiver;
}

Chunking lines_of_text(std::string_view text) {
  Chunking lines;
  while (!text.empty()) {
    const size_t feed = text.find('\n');
    lines.push_back(feed == std::string_view::npos ? text.size() : feed + 1);
    text.remove_prefix(lines.back());
  }
  return lines;
}

const Layout kLayouts[] = {
    {}, {.flow = Flow::flowed_delsp}, {.quoting = Quoting::prefixes, .wrapping = Wrapping::join}};

TEST(DocumentText, IsCompleteForAnyChunks) {
  const std::filesystem::path corpus = std::filesystem::path(LINKSPAN_SOURCE_DIR) / "corpus";
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
    if (entry.path().extension() != ".txt") continue;
#ifdef LINKSPAN_SANITIZED
    if (entry.file_size() > 50'000) continue;
#endif
    const std::string text = read_file(entry.path());
    for (const Layout& layout : kLayouts) {
      const DocumentOptions options{.layout = layout};
      const TextReceiver whole = read(text, options, {text.size()});
      EXPECT_EQ(whole.all, text) << entry.path();
      for (const Chunking& chunking : {lines_of_text(text), random_chunks(text.size(), 1, 40),
                                       random_chunks(text.size(), 2, 4)}) {
        const TextReceiver cut = read(text, options, chunking);
        EXPECT_TRUE(cut.all == text) << entry.path();
        EXPECT_EQ(cut.pieces, whole.pieces) << entry.path();
      }
    }
  }
}

TEST(DocumentText, ALineIsReportedAsSoonAsItIsComplete) {
  Pipeline pipeline = text_pipeline();
  pipeline.begin({.charset = "auto", .detection = Detection::at_hand});
  TextReceiver receiver;
  std::string fed;
  for (const std::string_view line : {"plain text\n", "INFO: more\n", "https://e.org/\n",
                                      "a@e.org\r\n", "www.e.org:\n", "\n", "see e.org.\n",
                                      "gr\xC3\xBC\xC3\x9F"
                                      "e: https://e.org/\xC3\xBC\n",
                                      "\t\n", "From:\n"}) {
    fed += line;
    pipeline.feed(line, receiver);
    EXPECT_EQ(receiver.all, fed);
  }
  pipeline.finish(receiver);
}

}  // namespace document_text_test
}  // namespace linkspan::test
