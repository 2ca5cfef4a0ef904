// From the bytes of one message (RFC 5322, RFC 6532) to its text parts: what each was declared as
// (RFC 2045, RFC 3676), and its bytes after transfer decoding. Neither charset nor paragraphs nor
// markup are touched: later stages do that, by the label, by `flow` and `delsp`, and by
// `media_type`. Which media types are read is an option; text/plain is, unless something else is
// said.
//
//   struct Print : mail::Visitor {
//     void begin_part(const mail::TextPart& part) override { std::cout << part.path << '\n'; }
//     void block(std::string_view bytes) override { std::cout << bytes; }
//   } print;
//   mail::Summary summary = mail::read_message(bytes, {}, print);
//
//   Content-Type: multipart/mixed; boundary=b     → part "1", charset koi8-r, base64, 3 bytes
//
//   --b
//   Content-Type: text/plain; charset=koi8-r
//   Content-Transfer-Encoding: base64
//
//   0NLJ
//   --b--
//
// Nothing is refused. A message that is malformed gives what can be had of it and a warning: a
// multipart whose boundary never comes has no parts, so its text is given as one; what begins with
// no header field is all body; a transfer encoding `7 bit` is read as what it means and `foobar` as
// 8bit, as is text behind base64; what is nested too deeply (multiparts: 1024 levels) is not looked
// into.
//
// Line ends may be LF or CRLF, line by line, or CR in the whole message. A `From ` line or a byte
// order mark before the header is passed over. Lines `>From ` of a message from a mailbox are given
// as they stand there.
//
// Guarded by tests/mail_message_test.cc (each rule by itself), tests/mail_data_test.cc (real
// messages, against another reader) and tests/mail_thread_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mail/warnings.h"

namespace linkspan::mail {

enum class Flow : uint8_t { fixed, flowed };  // the parameter `format`
enum class DelSp : uint8_t { no, yes };       // the parameter `delsp`

// RFC 2045, section 6. What is not declared is 7bit; what is not known is taken for 8bit.
enum class TransferEncoding : uint8_t {
  seven_bit,
  eight_bit,
  binary,
  quoted_printable,
  base64,
  uuencode,
};

// "7bit", "quoted-printable", …
std::string_view to_string(TransferEncoding encoding);

struct TextPart {
  // The number of the part as IMAP counts (RFC 9051, section 6.4.5): "1" is the body of a message
  // of one part, "2.1" the first part of the second, or of the message that the second part is.
  std::string path;
  // In lower case, without parameters: "text/plain", also where no type or no readable one is
  // declared (RFC 2045, section 5.2).
  std::string media_type = "text/plain";
  std::string charset;  // as declared; empty if none is
  Flow flow = Flow::fixed;
  DelSp delsp = DelSp::no;
  TransferEncoding transfer_encoding = TransferEncoding::seven_bit;
  // Where the first byte of the part stands in the bytes of the message, if the part is not
  // encoded: its byte i is byte *raw_begin + i of the message.
  std::optional<uint64_t> raw_begin;
};

// One field of the header of a message, unfolded, its encoded words (RFC 2047) decoded.
struct Header {
  std::string path;   // "" for the message itself, else the number of the part that the message is
  std::string name;   // as written
  std::string value;  // well-formed UTF-8
};

// Receives what is in a message, in the order in which it stands there. Nothing may throw.
class Visitor {
 public:
  virtual ~Visitor() = default;
  virtual void header(const Header& /*header*/) {}
  virtual void begin_part(const TextPart& /*part*/) {}
  // The next bytes of the part, of any number. The view dies when this returns.
  virtual void block(std::string_view /*bytes*/) {}
  virtual void end_part() {}
};

// What becomes of the lines of files in a text that are uuencoded or in yEnc (encoded_blocks.h).
// Blanks leave every byte of the text in its place.
enum class BlockLines : uint8_t { keep, blank, leave_out };

// Which parts of a multipart/alternative are given, which has the same text in several forms.
enum class Alternatives : uint8_t {
  all,
  // No HTML, enriched text and Markdown where there is a text/plain that is not blank. A calendar
  // is not another form of it.
  plain_first,
};

struct ReadOptions {
  // The fields that Visitor::header is to get, in any case; "List-*" means all that begin with
  // List-. Fields that describe a body (Content-*) are not among them.
  std::vector<std::string> headers = {};
  size_t max_warnings = 100;  // further ones are only counted
  // The media types whose parts the visitor is to get, in lower case. "text/*" means every text
  // type, as one that is not known is read as text/plain (RFC 2046, section 4.1.4), but for those
  // that are markup and have to be named: HTML, XML, RTF, CSS.
  std::vector<std::string> media_types = {"text/plain"};
  BlockLines block_lines = BlockLines::keep;
  Alternatives alternatives = Alternatives::all;
};

struct Warning {
  WarningKind kind;
  std::optional<uint64_t> offset;  // into the bytes of the message, where known
  std::string message;             // for people: what was malformed and what was done
};

struct Summary {
  uint64_t text_parts = 0;   // parts that the visitor got
  uint64_t html_parts = 0;   // text/html, where it was not wanted
  uint64_t other_parts = 0;  // leaves of any other type that was not wanted
  // Parts of multipart/encrypted, S/MIME messages that are enveloped, and texts that hold a message
  // in PGP armour.
  uint64_t encrypted_parts = 0;
  // False where something was left out that may hold text: what is nested too deeply, and what is
  // behind the first 2 GiB. A warning says which, as far as they are not only counted.
  bool all_was_read = true;
  std::vector<Warning> warnings;
  uint64_t warnings_left_out = 0;
};

// Reads a message. `message` is not kept; one in memory that is mapped from a file is read a block
// at a time. Messages may be read in many threads at once, each with a visitor of its own.
Summary read_message(std::string_view message, const ReadOptions& options, Visitor& visitor);

}  // namespace linkspan::mail
