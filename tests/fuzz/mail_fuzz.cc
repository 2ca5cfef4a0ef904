// SPDX-License-Identifier: Apache-2.0
// Fuzzes the reading of mail: any bytes as a message, and as a mailbox in any chunks.
//
// Promises: only files in a text are overwritten with blanks; nothing crashes, hangs or takes much
// memory; the text is not larger than the input; no two parts have the same number; a part that is
// not encoded is in the message at the place that it reports; fields are well-formed UTF-8; and the
// messages of a mailbox do not depend on the chunks. Of a text in several forms, no destination is
// lost.
//
// The first two bytes select the size of the chunks and whether `|` is a line end, so that a
// message fits in a line of mail_seeds.txt.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "linkspan/iri.h"
#include "linkspan/mail.h"

namespace {

using linkspan::mail::MessagePlace;

constexpr size_t kMaxWarnings = 5;

void require(bool promise, const char* what) {
  if (promise) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

bool is_utf8(std::string_view text) {
  const auto* at = reinterpret_cast<const uint8_t*>(text.data());
  const uint8_t* const end = at + text.size();
  while (at < end) {
    const auto code_point = linkspan::base::decode(at, end, linkspan::base::Text::complete);
    if (code_point.value == linkspan::base::kIllFormed) return false;
    at += code_point.length;
  }
  return true;
}

class Checker : public linkspan::mail::Visitor {
 public:
  explicit Checker(std::string_view message) : message_(message) {}

  void header(const linkspan::mail::Header& header) override {
    require(is_utf8(header.value), "fields are well-formed UTF-8");
  }
  void begin_part(const linkspan::mail::TextPart& part) override {
    require(!open_, "a part ends before the next begins");
    require(paths_.insert(part.path).second, "no two parts have the same number");
    part_ = part;
    open_ = true;
    size_ = 0;
  }
  void block(std::string_view bytes) override {
    require(open_, "a block belongs to a part");
    if (part_.raw_begin) {
      require(message_.substr(*part_.raw_begin + size_, bytes.size()) == bytes,
              "a part that is not encoded stands where it says");
    }
    size_ += bytes.size();
    all_ += bytes.size();
    require(all_ <= message_.size(), "no more text comes out than bytes go in");
  }
  void end_part() override { open_ = false; }

  size_t parts() const { return paths_.size(); }

 private:
  std::string_view message_;
  linkspan::mail::TextPart part_;
  std::set<std::string> paths_;
  bool open_ = false;
  size_t size_ = 0;
  size_t all_ = 0;
};

// The text of all parts.
std::string text_of(std::string_view message, linkspan::mail::BlockLines lines) {
  struct Text : linkspan::mail::Visitor {
    void block(std::string_view bytes) override { text += bytes; }
    std::string text;
  } found;
  linkspan::mail::ReadOptions options;
  options.media_types = {"text/*"};
  options.block_lines = lines;
  options.alternatives = linkspan::mail::Alternatives::all;
  linkspan::mail::read_message(message, options, found);
  return found.text;
}

void check_blanks(std::string_view message) {
  const std::string kept = text_of(message, linkspan::mail::BlockLines::keep);
  const std::string blank = text_of(message, linkspan::mail::BlockLines::blank);
  require(kept.size() == blank.size(), "blanks leave everything in its place");
  for (size_t i = 0; i < kept.size(); ++i) {
    require(blank[i] == kept[i] || blank[i] == ' ', "bytes stay, or are blanks");
  }
}

// The different destinations of the links.
std::set<std::string> destinations_of(std::string_view message,
                                      linkspan::mail::Alternatives which) {
  static const linkspan::Engine engine = linkspan::Engine::create({}).value();
  std::set<std::string> found;
  const auto take = [&found](const linkspan::mail::MessageLink& link) {
    const auto normal = linkspan::iri::normalize(link.link.uri);
    found.insert(normal.ok() ? *normal : link.link.uri);
  };
  linkspan::mail::MessageOptions options;
  options.read.alternatives = which;
  require(linkspan::mail::linkify(message, engine, take, options).ok(), "the charset is known");
  return found;
}

// No destination is left out with those that are repeated.
void check_forms(std::string_view message) {
  using linkspan::mail::Alternatives;
  require(
      destinations_of(message, Alternatives::all) == destinations_of(message, Alternatives::merged),
      "merged forms have all destinations");
}

void check_message(std::string_view message) {
  check_blanks(message);
  check_forms(message);
  Checker checker(message);
  const linkspan::mail::Summary summary =
      linkspan::mail::read_message(message,
                                   {.headers = {"*"},
                                    .max_warnings = kMaxWarnings,
                                    .block_lines = linkspan::mail::BlockLines::keep,
                                    .alternatives = linkspan::mail::Alternatives::all},
                                   checker);
  require(summary.text_parts == checker.parts(), "parts are counted");
  require(summary.warnings.size() <= kMaxWarnings, "warnings are limited");
  for (const linkspan::mail::Warning& warning : summary.warnings) {
    require(!warning.message.empty() && is_utf8(warning.message), "warnings are sentences");
    require(warning.offset.value_or(0) <= message.size(), "warnings are about the message");
  }
}

std::vector<MessagePlace> split(std::string_view mailbox, size_t chunk) {
  std::vector<MessagePlace> places;
  const auto collect = [&places](const MessagePlace& place) { places.push_back(place); };
  linkspan::mail::MboxSplitter splitter;
  for (size_t at = 0; at < mailbox.size(); at += chunk) {
    splitter.feed(std::string(mailbox.substr(at, chunk)), collect);
  }
  splitter.finish(collect);
  return places;
}

void check_mailbox(std::string_view mailbox, size_t chunk) {
  const std::vector<MessagePlace> places = split(mailbox, mailbox.size() + 1);
  require(split(mailbox, chunk) == places, "chunks make no difference");
  uint64_t at = 0;
  for (const MessagePlace& place : places) {
    require(at <= place.from_line && place.from_line <= place.begin && place.begin <= place.end,
            "messages are in order and do not overlap");
    check_message(mailbox.substr(place.begin, place.end - place.begin));
    at = place.end;
  }
  require(at <= mailbox.size(), "messages lie in the mailbox");
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const size_t chunk = 1 + data[1] % 67;
  // A buffer of its exact size, so that sanitizers report an overrun.
  std::vector<char> bytes(data + 2, data + size);
  if ((data[0] & 1) == 0) std::replace(bytes.begin(), bytes.end(), '|', '\n');
  const std::string_view text(bytes.data(), bytes.size());
  check_message(text);
  check_mailbox(text, chunk);
  return 0;
}
