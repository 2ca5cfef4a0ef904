// SPDX-License-Identifier: Apache-2.0
// The format of an input, by its name and its first bytes: the row of input/formats.h that is
// right.
//
//   letter.eml, letter.eml.gz, cur/1741000500.M1P2.host:2,S           mail, whatever is in it
//   page.html, page.htm, page.xhtml                                   html, whatever is in it
//   <!DOCTYPE html>, <html lang=…>, <?xml …?><html …>                 html
//   <?xml version="1.0"?><feed …>, <svg xmlns="…">                    xml
//   From mary@example.org Mon Mar  3 10:15:00 2025⏎Return-Path: …     mbox
//   Received: from … ; Mon, 3 Mar 2025 …⏎Message-ID: <…>⏎             mail
//   Date: the 3rd of March⏎It was raining.                            text
//
// Mail is recognised in the folders new/ and cur/ of a maildir by a name that begins with the time
// of delivery. Otherwise the header decides (input/guess_format.h): after a `From ` line with a
// date, a header with any field will do; after one without, or in the folders new/ and cur/, one
// with any field that mail has.
//
// A byte order mark and blank lines before the start, as editors and pipes add them, are ignored.
// Guarded by tests/command/input/guess_format_test.cc and
// tests/command/input/mail_recognition_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "linkspan/document.h"
#include "linkspan/linkspan.h"

namespace linkspan::command {

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

struct Format;

// This many bytes are always enough.
inline constexpr size_t kGuessBytes = 16384;

// What an input begins with, and its name without the extension of a compression.
struct Start {
  std::string_view name;
  std::string_view bytes;  // after a byte order mark and blank lines; signatures: all
  FirstBytes extent = FirstBytes::whole;
};

// Does it begin so? Open: more bytes are needed.
enum class Verdict : uint8_t { no, yes, open };
using Judge = Verdict(const Start& start);
Judge begins_html, begins_xml, begins_mail, begins_mailbox, begins_archive, begins_roff,
    begins_gettext;

// Are formats recognised that an option must ask for? (Named::asked)
enum class AskedFor : uint8_t { no, yes };

// Null if more bytes are needed.
const Format* guess_format(std::string_view name, std::string_view bytes, FirstBytes extent,
                           AskedFor asked_for = AskedFor::no);

// Of a text in a file of this name, whatever it is read as: `README.md.gz` is that of Markdown.
SourceOf source_of_file(std::string_view path);

// The start of the header of a message that may have blank lines before it: after them if a field
// of mail follows, else at the first byte.
size_t begin_of_message(std::string_view bytes);

// Whether a file is text, by its first bytes.
//
//   "see https://example.org/⏎"           text
//   ELF, zip, SQLite                      binary: a zero byte is among the first ones
//   PDF, PostScript, JPEG, MP3, fonts     binary, also without a zero byte: by their signatures
//   what was encrypted or compressed      binary: many control characters and ill-formed sequences
//   s \0 e \0 e \0 …                      text: UTF-16 or UTF-32 by charset::detect()
//
// grep, git and others use the rule of zero bytes. For compressed files, the decompressed bytes
// count. Mail and mailboxes are always text. Guarded by tests/command/input/command_inputs_test.cc.

bool is_binary(std::string_view first_bytes);

// The profile of a text by the name of its file, for `--profile auto`.
//
//   main.cc, Makefile, app.log, syslog.2.gz     code
//   README.md, letter.txt, notes                prose
//   a.zip:src/main.cc                           code: the member of an archive has a name as well
//
// The names are data: base/code_names.inc. The extension of a compressed file, and the number or
// date of a rotated log, are removed first. Guarded by tests/command/input/profile_by_name_test.cc.

// Profile::code or Profile::prose.
Profile profile_of_file(std::string_view path);

}  // namespace linkspan::command
