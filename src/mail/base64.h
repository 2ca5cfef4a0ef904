// SPDX-License-Identifier: Apache-2.0
// Base64 (RFC 2045, section 6.8) as it occurs in mail: with text after it, and one encoding after
// another.
//
//   SGFsbG8K⏎                               base64: `Hallo⏎`
//   _______________________________⏎        text: what a mailing list puts below each message,
//   https://lists.example.org/⏎             and does not encode
//
//   L2E=aHR0cHM6Ly9iLmV4YW1wbGUv            two encodings: padding ends the first
//   Dear all, as you know                   no base64 at all
//
// It is recognized by its pieces, between line breaks or up to padding:
//
//   1. Other bytes are skipped, as stray ones occur. A piece is text if it has more than one run of
//      them for 16 characters, as words are shorter than that, or one with a full stop, a colon or
//      an `@`, which occur in links.
//   2. A piece of base64 is a full line, or has whole groups of four characters, or is at the
//      incomplete end of the body. So most short words are text.
//   3. After text, base64 begins again with a full line of only base64.
//
// GLib's g_base64_decode_step is not sufficient: it counts padding as characters and decodes only
// whole groups. After incomplete padding it joins the next characters with the previous ones
// (`QQ=QUJD` becomes 41 10 instead of `AABC`), and it drops an incomplete last group (`QUJDQUI`
// becomes `ABC` instead of `ABCAB`).
//
// Guarded by tests/mail/mail_message_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace linkspan::mail {

// The number of bytes at the start of a body that are base64: up to the line break before text, or
// all. 0 if it begins with text.
size_t size_of_base64(std::string_view body);

// The number of bytes at the start of a body that are text: up to the line with which base64 begins
// again, or all.
size_t size_of_text(std::string_view body);

// Takes base64 in blocks of any size.
class Base64Decoder {
 public:
  void feed(std::string_view base64, std::string& bytes);
  // Ends the base64 and returns the bytes of an incomplete group.
  void finish(std::string& bytes);

 private:
  // Both write to `to`, and return the end of what they wrote.
  char* take(char c, char* to);
  char* finish_group(char* to);

  uint32_t group_ = 0;  // 6 bits for each character
  unsigned size_ = 0;   // characters, 0 to 3
};

}  // namespace linkspan::mail
