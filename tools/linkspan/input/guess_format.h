// SPDX-License-Identifier: Apache-2.0
// The format of an input, by its name and its first bytes.
//
//   letter.eml, letter.eml.gz, cur/1741000500.M1P2.host:2,S           mail, whatever is in it
//   inbox.mbox                                                        mbox, whatever is in it
//   page.html, page.htm, page.xhtml                                   html, whatever is in it
//   <!DOCTYPE html>, <html lang=…>, <?xml …?><html …>                 html
//   feed.rss, sitemap.xml, drawing.svg, a.gpx.gz                      xml, whatever is in it
//   <?xml version="1.0"?><feed …>, <svg xmlns="…">                    xml
//   crawl.warc, crawl.warc.gz; WARC/1.0⏎                              warc
//   From mary@example.org Mon Mar  3 10:15:00 2025⏎Return-Path: …     mbox
//   Received: from … ; Mon, 3 Mar 2025 …⏎Message-ID: <…>⏎             mail
//   Date: the 3rd of March⏎It was raining.                            text
//
// 1. A name that only mail has decides: `.eml`, `.mbox`, or in the folders new/ and cur/ of a
//    maildir a name that begins with the time of delivery.
// 2. Otherwise the header decides (input/mail_header.h). After a `From ` line with a date, a header
// with
//    any field will do; after one without, or in the folders new/ and cur/, one with any field that
//    mail has.
//
// A byte order mark and blank lines before it, as editors and pipes add them, are ignored. Guarded
// by tests/command/input/guess_format_test.cc and tests/command/input/mail_recognition_test.cc.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "input/mail_header.h"
#include "input/read_settings.h"

namespace linkspan::command {

// This many bytes are always enough.
inline constexpr size_t kGuessBytes = 16384;

// text, html, xml, mail, mbox or warc. Nothing if more bytes are needed.
std::optional<InputFormat> guess_format(std::string_view name, std::string_view bytes,
                                        FirstBytes extent);

// Is it the name of a Markdown file? guess_format() says text of it.
bool names_markdown(std::string_view name);

// The start of the header of a message that may have blank lines before it: after them if a field
// of mail follows, else at the first byte.
size_t begin_of_message(std::string_view bytes);

}  // namespace linkspan::command
