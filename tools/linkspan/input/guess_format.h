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
// of delivery. Otherwise the header decides (input/mail_header.h): after a `From ` line with a
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

#include "input/mail_header.h"

namespace linkspan::command {

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

// The start of the header of a message that may have blank lines before it: after them if a field
// of mail follows, else at the first byte.
size_t begin_of_message(std::string_view bytes);

}  // namespace linkspan::command
