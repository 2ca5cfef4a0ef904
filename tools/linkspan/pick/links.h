// SPDX-License-Identifier: Apache-2.0
// LinkStore: the links that `linkspan pick` shows, with the lines of text around them.
//
//   See https://example.org/a⏎       one link, at line 1 of letter.txt
//   and write to a@b.example.⏎       another, at line 2; line 1 is the line before it, and line 2
//                                    the line after the first
//
// One thread reads (cli/pick_collector.h) while another shows the links so far: a pipe may stay
// open for hours. INVARIANT: links and lines are only appended; a link never moves, so that
// references to it stay valid. The text of the last line may still grow.
//
// Guarded by tests/command/pick/pick_collector_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/document.h"

namespace linkspan::command {

// A line of the decoded text, without what ends it. Lines that are far from any link are not kept.
struct PickLine {
  uint64_t sequence = 0;  // that of the next line of the same document is one more
  std::string text;
};

// Where a visible part of a link is: bytes of a line.
struct PickPiece {
  size_t line = 0;  // in LinkStore::lines
  Range range;
};

struct PickLink {
  std::string iri, uri;
  std::string key;  // of mail, the URI in its normal form (iri.h), if that differs; else empty
  Kind kind = Kind::url;
  Form form = Form::scheme;
  std::string label;               // of an anchor of HTML: its text, or that for its picture
  std::vector<std::string> notes;  // warnings, in sentences
  bool is_serious = false;         // has it a serious warning?
  bool is_in_later_form = false;   // of a mail in several forms (mail::TextPart::is_later_form)
  std::string host_ascii;          // with A-labels; empty if it has no domain name
  std::string host_unicode;        // with U-labels; the same for a host that has none
  std::string place;   // "inbox.mbox:17/1.2:5", not made printable; without the name of the only
                       // input, "17/1.2:5" or "line 5"
  size_t message = 0;  // in LinkStore::messages
  std::vector<PickPiece> pieces;
};

// Links with one key are one row.
inline std::string_view key_of(const PickLink& link) {
  return link.key.empty() ? std::string_view(link.uri) : std::string_view(link.key);
}

struct LinkStore {
  std::mutex mutex;  // over all that follows
  std::deque<PickLink> links;
  std::deque<PickLine> lines;
  std::vector<std::string> messages = {
      ""};                   // "Subject, from From"; the first is that of no message
  bool is_complete = false;  // all inputs were read
  bool is_unwanted = false;  // no longer used: reading may stop
};

// The lines that contain a link, and one before and after them if they were kept: a half-open range
// of LinkStore::lines. REQUIRES: the mutex is held.
inline Range lines_around(const LinkStore& store, const PickLink& link) {
  if (link.pieces.empty()) return {};
  Range lines{link.pieces.front().line, link.pieces.back().line + 1};
  const auto follow = [&store](size_t line) {
    return line + 1 < store.lines.size() &&
           store.lines[line].sequence + 1 == store.lines[line + 1].sequence;
  };
  if (lines.begin > 0 && follow(lines.begin - 1)) --lines.begin;
  if (follow(lines.end - 1)) ++lines.end;
  return lines;
}

}  // namespace linkspan::command
