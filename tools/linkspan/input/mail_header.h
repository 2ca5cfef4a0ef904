// SPDX-License-Identifier: Apache-2.0
// Does an input begin with the header of a message (RFC 5322, section 2.2)?
//
//   Received: from a by b; Mon, 3 Mar 2025 10:15:00 +0000⏎Message-ID: <x@y>⏎     yes: rule 1
//   X-Spam: no,⏎ not at all⏎From: a@b⏎Content-Type: text/plain⏎⏎                 yes: rule 2
//   From: a@b⏎Date: Mon, 3 Mar 2025 10:15:00 +0000⏎⏎It was raining.              no
//   Package: hello⏎Maintainer: a@b⏎                                               no: Debian's
//   Content-Type: text/html⏎Date: Mon, 03 Mar 2025 10:15:00 GMT⏎                  no: HTTP
//
// A header is lines `Name: value`, and lines that begin with a blank and continue the one before,
// up to an empty line. Notes, HTTP responses, front matter and Debian's control files have this
// form, too. So a header is one of mail
//
// 1. if it has a field that only mail has (kOfMail) and one more field that mail has, or
// 2. if it has `From` with an address and `Content-Type`, and ends as a header does.
//
// Neither holds for a letter whose header has only `From`, `To`, `Date` and `Subject`: it can be
// read as text, and its addresses are found. Fields with other names are allowed. Guarded by
// tests/command/input/mail_recognition_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace linkspan::command {

enum class FirstBytes : uint8_t { cut, whole };  // may more bytes follow?

struct MailHeader {
  unsigned fields = 0;   // of any name
  unsigned known = 0;    // that mail has
  bool of_mail = false;  // one of them is a field that only mail has
  bool from = false;     // From has an address
  bool content_type = false;
  bool is_over = false;   // no later byte belongs to it
  bool is_whole = false;  // and it ended with an empty line or with the input
};

// Reads the header at the start of the bytes, as far as it is complete.
MailHeader read_mail_header(std::string_view bytes, FirstBytes extent);

// Is it a header of mail, by the rules above?
bool is_of_mail(const MailHeader& header);

// The size of a byte order mark and of empty or blank lines before a header. In incomplete bytes,
// their end may be the start of a field.
size_t size_before_header(std::string_view bytes);

}  // namespace linkspan::command
