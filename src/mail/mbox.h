// From the bytes of a mailbox in the mbox format (RFC 4155; mbox(5)) to the places of its messages.
//
//   From a@b Fri Jul  8 12:08:34 2011     ← From_ line, offset 0
//   Subject: x                            ← message: begins here, at 34
//
//   Hello
//                                         ← the empty line between two messages is in neither
//   From c@d Fri Jul  8 12:09:01 2011     ← the next From_ line
//
// A line that begins with `From ` is a From_ line
//
// 1. if it names a month, a time of day and a year, as asctime(3) and everyone after it writes
// them;
//    or
// 2. if the line after it is a header field, and it stands at the begin of the mailbox, after an
// empty
//    line, or names nothing but an address or, as Mozilla's programs do, `-`.
//
// The empty line before it is often forgotten, so it is not asked for where the line speaks for
// itself.
//
// So `From Russia with love` in a paragraph of its own is text. Programs that write mailboxes
// should put a `>` before it (mboxo, and mboxrd also before `>From `), but not all do. A
// Content-Length is not trusted: it is wrong in every mailbox that was ever edited. Quoted lines
// are left as they are, `>` and all, so that offsets stay true.
//
// Lines end in LF or CRLF. A mailbox whose lines end in CR alone is one message. So is a file that
// is no mailbox; what stands before the first From_ line is a message as well, if it is not blank.
//
// Guarded by tests/mail_mbox_test.cc and, on real mailboxes, tests/mail_data_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace linkspan::mail {

// Offsets from the first byte of the mailbox. from_line == begin where there is no From_ line.
struct MessagePlace {
  uint64_t from_line = 0;
  uint64_t begin = 0;
  uint64_t end = 0;
  bool operator==(const MessagePlace&) const = default;
};

// Receives places in order; they never overlap.
using PlaceSink = std::function<void(const MessagePlace&)>;

// Takes a mailbox in chunks of any size. What it keeps is bounded.
class MboxSplitter {
 public:
  MboxSplitter();

  // Takes the next bytes. A message is given once its end is known, which is when the line after
  // the next From_ line has been seen, at the latest.
  void feed(std::string_view chunk, const PlaceSink& sink);

  // The mailbox ends here. Gives what is left. After it, feed begins a new mailbox at offset 0.
  void finish(const PlaceSink& sink);

  // No message to come begins before this offset: the caller keeps the bytes from here on.
  uint64_t retain_from() const;

 private:
  // What is before the line at hand. Empty lines at the start of the mailbox are no text.
  enum class Before : uint8_t { start, empty_line, text };

  struct FromLine {
    uint64_t begin;
    uint64_t end_before;  // where the message before it ends
  };

  void take_line(std::string_view line, const PlaceSink& sink);
  void take_text(std::string_view line, const PlaceSink& sink);
  void judge_candidate(std::string_view next, const PlaceSink& sink);
  void begin_message(FromLine from, uint64_t begin, const PlaceSink& sink);
  void end_message(uint64_t end, const PlaceSink& sink);
  uint64_t end_of_text_before(uint64_t begin) const;

  uint64_t position_ = 0;    // of the next byte
  uint64_t line_begin_ = 0;  // of the line at hand, which may have begun in an earlier chunk
  std::string kept_;         // its first bytes, if it did
  uint64_t last_line_begin_ = 0;
  Before before_ = Before::start;
  std::optional<MessagePlace> open_;   // the message whose end is not known yet
  std::optional<FromLine> candidate_;  // a From_ line without a date, to be judged by the next line
};

}  // namespace linkspan::mail
