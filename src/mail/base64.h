// SPDX-License-Identifier: Apache-2.0
// Base64 (RFC 2045, section 6.8) as mail has it: with text after it, and one encoding after
// another.
//
//   SGFsbG8K⏎                               base64: `Hallo⏎`
//   _______________________________⏎        text: what a mailing list puts below each message,
//   https://lists.example.org/⏎             and does not encode
//
//   L2E=aHR0cHM6Ly9iLmV4YW1wbGUv            two encodings: padding ends the first
//   Dear all, as you know                   no base64 at all
//
// It is told by its pieces, which are what stands between breaks, or up to padding:
//
//   1. Bytes that are not of base64 are to be passed over, as stray ones happen. More than one run
//      of them for 16 characters is too many: words are shorter than that. So is one with a full
//      stop, a colon or an `@`, which links have.
//   2. A piece is a full line, or there are whole groups of four characters up to its end, or the
//      body ends there and was cut off. So a short word is text, mostly.
//   3. After text, base64 begins again with a full line that has nothing else in it.
//
// GLib's g_base64_decode_step does not do: it counts padding as characters and gives whole groups
// only. After padding that is not complete it joins what follows to what came before (`QQ=QUJD`
// becomes 41 10 instead of `AABC`), and it drops the group in which a body was cut off (`QUJDQUI`
// becomes `ABC` instead of `ABCAB`).
//
// Guarded by tests/mail_message_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace linkspan::mail {

// How many bytes at the start of a body are base64: up to the line break before what is text, or
// all. 0 if it begins with text.
size_t size_of_base64(std::string_view body);

// How many bytes at the start of a body are text, up to the line with which base64 begins again, or
// all.
size_t size_of_text(std::string_view body);

// Takes base64 in blocks of any size.
class Base64Decoder {
 public:
  void feed(std::string_view base64, std::string& bytes);
  // The base64 ends here. Gives what is left of a group that was cut off.
  void finish(std::string& bytes);

 private:
  // Both write what they give at `to`, and give where that ends.
  char* take(char c, char* to);
  char* finish_group(char* to);

  uint32_t group_ = 0;  // 6 bits for each character
  unsigned size_ = 0;   // characters, 0 to 3
};

}  // namespace linkspan::mail
