// From the bytes of one message (RFC 5322, RFC 6532) to its text/plain parts: what each was
// declared as (RFC 2045, RFC 3676), and its bytes after transfer decoding. Neither charset nor
// paragraphs are touched: later stages do that, by the label and by `flow` and `delsp`.
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
std::string_view name(TransferEncoding encoding);

struct TextPart {
  // The number of the part as IMAP counts (RFC 9051, section 6.4.5): "1" is the body of a message
  // of one part, "2.1" the first part of the second, or of the message that the second part is.
  std::string path;
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

struct ReadOptions {
  // The fields that Visitor::header is to get, in any case; "List-*" means all that begin with
  // List-. Fields that describe a body (Content-*) are not among them.
  std::vector<std::string> headers = {};
  size_t max_warnings = 100;  // further ones are only counted
};

struct Warning {
  std::optional<uint64_t> offset;  // into the bytes of the message, where known
  std::string message;             // for people: what was malformed and what was done
};

struct Summary {
  uint64_t text_parts = 0;   // text/plain
  uint64_t html_parts = 0;   // text/html
  uint64_t other_parts = 0;  // leaves of any other type
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
