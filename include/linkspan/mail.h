// SPDX-License-Identifier: Apache-2.0
// mail.h: messages (RFC 5322, RFC 6532), mailboxes and Maildirs, and the links in them.
//
//   namespace mail = linkspan::mail;
//   mail::linkify(bytes, *engine, [](const mail::MessageLink& found) {
//     …found.part.path, found.link.uri…                    // "1.2", "https://example.org/"
//   });
//
// There are three entry points. linkify() reports the links of a message. read_documents() also
// reports the text, for programs that show it. read_message() reports the bytes of the text parts
// after transfer decoding, and neither decodes the charset nor finds links.
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
// No message is rejected. A malformed one is read as far as possible, with a warning: a multipart
// whose boundary never occurs is one text part; a message that does not begin with a header field
// is all body; the transfer encoding `7 bit` is read as 7bit, and `foobar` and text after base64 as
// 8bit; parts that are nested too deeply (multiparts: 1024 levels) are not read.
//
// Line ends may be LF or CRLF, line by line, or CR in the whole message. A `From ` line or a byte
// order mark before the header is skipped. Lines `>From ` of a message from a mailbox are not
// changed.
//
// The implementation needs GMime besides the libraries of document.h. A program with its own parser
// uses document.h and, for the options of each part, document_options().
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "linkspan/document.h"
#include "linkspan/export.h"
#include "linkspan/layout.h"
#include "linkspan/linkspan.h"
#include "linkspan/render.h"
#include "linkspan/result.h"

namespace linkspan {
namespace LINKSPAN_API mail {

// ---- Messages ----

// The kinds of malformed messages.
enum class WarningKind : uint8_t {
  no_header,
  header_without_end,
  not_a_field,
  malformed_content_type,
  malformed_parameter,
  conflicting_field,
  conflicting_parameter,
  cut_field,
  no_boundary,
  no_parts,
  text_of_multipart,
  cut_off,
  empty_part,
  not_so_encoded,
  misspelt_encoding,
  text_after_encoded,
  too_deep,
  too_long,
};
inline constexpr size_t kWarningKinds = static_cast<size_t>(WarningKind::too_long) + 1;

// A sentence for people about the kind, without the details of one message. Lives for ever.
std::string_view sentence(WarningKind kind);

// RFC 2045, section 6. The default is 7bit; an unknown encoding is read as 8bit.
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
  // In lower case, without parameters: "text/plain", also if the type is missing or malformed
  // (RFC 2045, section 5.2).
  std::string media_type = "text/plain";
  std::string charset;  // as declared; empty if none is
  // Of the parameter `filename` of Content-Disposition, or else `name` of Content-Type, in UTF-8.
  std::string file_name;
  // The absolute IRI of Content-Base (RFC 2110) or Content-Location (RFC 2557) of the part, or of
  // the multipart around it, if there is one.
  std::string location;
  // By the parameters `format` and `delsp`: fixed, flowed or flowed_delsp.
  Flow flow = Flow::fixed;
  TransferEncoding transfer_encoding = TransferEncoding::seven_bit;
  // The offset of the part in the message, if the part is not encoded: its byte i is byte
  // *raw_begin + i of the message.
  std::optional<uint64_t> raw_begin;
  // Which multipart/alternative of the message the part is in, from 1; 0: in none. Of several
  // around it, the outermost.
  uint64_t alternative = 0;
  // Is it in another form of the text than the first one with a text part?
  bool is_later_form = false;
};

// One field of the header of a message, unfolded, its encoded words (RFC 2047) decoded.
struct Header {
  std::string path;   // "" for the message itself, else the number of the part that the message is
  std::string name;   // as written
  std::string value;  // well-formed UTF-8
};

class FormComparer;

// Receives the header fields and parts of a message, in its order. Nothing may throw.
class Visitor {
 public:
  virtual ~Visitor() = default;
  // Needed for Alternatives::fullest; null: Alternatives::plain_first.
  virtual FormComparer* comparer() { return nullptr; }
  virtual void header(const Header& /*header*/) {}
  virtual void begin_part(const TextPart& /*part*/) {}
  // The next bytes of the part, of any number. The view lives until this returns.
  virtual void block(std::string_view /*bytes*/) {}
  virtual void end_part() {}
};

// Reads the forms of a multipart/alternative before the visitor does, to choose one: for each of
// them begin_form(), then its text parts.
class FormComparer : public Visitor {
 public:
  virtual void begin_form() = 0;
  // The number of the fullest form, from 0. The next form is the first of another text.
  virtual size_t fullest() = 0;
};

// How lines of uuencoded and yEnc files in a text are reported. Blanks keep the offsets of the
// text.
enum class BlockLines : uint8_t { keep, blank, leave_out };

// Which parts of a multipart/alternative, which has the same text in several forms, are reported.
// A plain form may be only a notice that the mail is in HTML, or have no destinations of links.
enum class Alternatives : uint8_t {
  all,
  // All, but of the later forms linkify() and read_documents() report only links whose destination
  // is in none of those before it, and none twice. A link with a serious warning is reported also
  // if its destination is known.
  merged,
  // The one that shows the most: the plain one, unless another one has words or destinations that
  // it has not. Forms in alternatives that are nested more than three deep are all reported.
  fullest,
  // If there is a text/plain that is not blank, no HTML, enriched text or Markdown. A calendar is
  // not another form of it.
  plain_first,
};

struct ReadOptions {
  // The fields that Visitor::header receives, case-insensitive; "List-*" means all that begin with
  // List-. Content-* fields are never reported.
  std::vector<std::string> headers = {};
  size_t max_warnings = 100;  // further ones are only counted
  // The media types whose parts the visitor receives, in lower case. "text/*" means every text
  // type, as unknown ones are read as text/plain (RFC 2046, section 4.1.4), except HTML, XML, RTF,
  // CSS and text/rfc822-headers (RFC 6522), which must be named.
  std::vector<std::string> media_types = {"text/*", "text/html"};
  // Other parts that the visitor receives, by their media_type and file_name; empty: none. Their
  // bytes are never changed by `block_lines`.
  std::function<bool(const TextPart&)> wants_file = {};
  BlockLines block_lines = BlockLines::blank;
  Alternatives alternatives = Alternatives::merged;
};

struct Warning {
  WarningKind kind;
  std::optional<uint64_t> offset;  // into the message, if known
  std::string message;             // for people: what was malformed and what was done
};

// Of the whole message, even if a receiver has stopped.
struct Summary {
  uint64_t text_parts = 0;   // of the requested types
  uint64_t html_parts = 0;   // text/html, if it was not requested
  uint64_t other_parts = 0;  // leaves of any other type that was not requested
  // Parts of multipart/encrypted, S/MIME messages that are enveloped, and texts that hold a message
  // in PGP armour.
  uint64_t encrypted_parts = 0;
  // False if parts that may hold text were not read: those that are nested too deeply, and those
  // after the first 2 GiB. There is a warning for each, up to max_warnings.
  bool all_was_read = true;
  std::vector<Warning> warnings;
  uint64_t warnings_left_out = 0;
};

// Reads a message. `message` is not kept; if it is mapped from a file, it is read a block at a
// time. Messages may be read in many threads at once, each with a visitor of its own.
Summary read_message(std::string_view message, const ReadOptions& options, Visitor& visitor);

// ---- Links and text of messages ----

// The options to read a text part: the charset, the lines and the markup that it declares, all
// others as in `base`. `charset` is for parts that declare none, us-ascii or unknown-8bit.
DocumentOptions document_options(const TextPart& part, DocumentOptions base = {},
                                 std::string_view charset = "auto");

// The destinations of the links in the forms of an alternative (Alternatives::merged).
class MergedForms {
 public:
  // Sets what it needs in the options to read a part of one message. It outlives the part.
  void set_options(const TextPart& part, DocumentOptions& options);

 private:
  // By TextPart::alternative: a form may have a message with forms in it.
  std::unordered_map<uint64_t, Destinations> destinations_;
};

// Compares forms by their words and destinations. A plain form stands for another one if it has at
// least four fifths of the different words of that, and as many destinations.
class FormReader final : public FormComparer {
 public:
  // The stream has Wants::text, and no document is open in it when a form begins. `options` are
  // those to read a part. All outlive this.
  FormReader(DocumentStream& stream, std::function<DocumentOptions(const TextPart&)> options);
  FormReader(const FormReader&) = delete;
  FormReader& operator=(const FormReader&) = delete;
  ~FormReader() override;

  void begin_form() override;
  void begin_part(const TextPart& part) override;
  void block(std::string_view bytes) override;
  void end_part() override;
  size_t fullest() override;

 private:
  class OneForm;
  DocumentStream& stream_;
  std::function<DocumentOptions(const TextPart&)> options_;
  std::vector<OneForm> forms_;
  bool is_open_ = false;
};

struct MessageOptions {
  ReadOptions read = {};
  DocumentOptions document = {};  // where the parts declare nothing; its charset is not used
  std::string charset = "auto";   // of parts that declare none
  Wants wants = Wants::links;
};

// Receives a message as documents, in the order of the message: header fields, then for each text
// part begin_part(), the calls of a linkspan::Receiver, and end_part().
class MessageReceiver : public Receiver {
 public:
  virtual void header(const Header& /*header*/) {}
  virtual void begin_part(const TextPart& /*part*/) {}
  // Summary::fell_back: the part declares an unknown charset, so it was guessed.
  virtual void end_part(const linkspan::Summary& /*summary*/) {}

 protected:
  ~MessageReceiver() = default;
};

// Fails with not_found if MessageOptions::charset is not known, or ICU has no data. Once the
// receiver's next() is Visit::stop, no further part is scanned.
Result<Summary> read_documents(std::string_view message, const Engine& engine,
                               MessageReceiver& receiver, const MessageOptions& options = {});

// Offsets of the link count from the first decoded byte of the part; add TextPart::raw_begin to get
// those of the message. Lives until the sink returns: what is kept are copies of both members.
struct MessageLink {
  MessageLink(const TextPart& its_part, const Link& its_link) : part(its_part), link(its_link) {}
  MessageLink(const MessageLink&) = delete;
  MessageLink& operator=(const MessageLink&) = delete;

  const TextPart& part;
  const Link& link;
};

// All links of the text parts. For those in header fields, pass Header::value to linkify() of
// document.h, with Controls::colours in its layout. Fails as read_documents() does.
Result<Summary> linkify(std::string_view message, const Engine& engine, Sink<MessageLink> sink,
                        const MessageOptions& options = {});

// The options to read a message that is shown: Wants::text, the fullest form of an alternative,
// without the lines of uuencoded files, and, if no fields are named, From, To, Cc, Date and
// Subject.
MessageOptions options_for_people(MessageOptions options);

// Passes a message on to a Writer (render.h), which must outlive it: the fields of its header as a
// heading, then each text part, below its number if it is not the first. The caller calls
// Writer::begin() and end(). REQUIRES: the message is read with options_for_people().
class MessageRenderer final : public MessageReceiver {
 public:
  explicit MessageRenderer(render::Writer& writer, render::RenderOptions options = {});

  void header(const Header& header) override;
  void begin_part(const TextPart& part) override;
  void link(const Link& link) override { renderer_.link(link); }
  void text(std::string_view decoded) override { renderer_.text(decoded); }
  void piece(std::string_view decoded, const Link& link) override {
    renderer_.piece(decoded, link);
  }

  // Writes the fields of a message that has no text part. Call it after each message.
  void end_message();

 private:
  render::Writer& writer_;
  render::DocumentRenderer renderer_;
  std::vector<Header> fields_;  // not written yet
  bool is_first_part_ = true;
};

// Writes a whole message, with options_for_people(): begin(), its fields and text parts with their
// links, end(). Fails as read_documents() does.
Result<Summary> render(std::string_view message, const Engine& engine, render::Writer& writer,
                       MessageOptions options = {}, render::RenderOptions render_options = {});

// ---- Mailboxes ----

// A mailbox in the mbox format (RFC 4155; mbox(5)) is messages, each after a From_ line:
//
//   From a@b Fri Jul  8 12:08:34 2011     ← From_ line, offset 0
//   Subject: x                            ← message: begins here, at 34
//
//   Hello
//                                         ← the empty line between two messages is in neither
//   From c@d Fri Jul  8 12:09:01 2011     ← the next From_ line
//
// A line that begins with `From ` is a From_ line if
//
// 1. it contains a month, a time of day and a year, as in the output of asctime(3); or
// 2. the line after it is a header field, and it is at the start of the mailbox, after an empty
//    line, or contains only an address or, as Mozilla's programs write, `-`.
//
// The empty line before it is often missing, so it is not required if the line has a date.
//
// So `From Russia with love` in a paragraph of its own is text. Programs that write mailboxes
// should put a `>` before it (mboxo, and mboxrd also before `>From `), but not all do. A
// Content-Length is ignored: it is wrong in every mailbox that was edited. The `>` of quoted lines
// is kept, so that offsets are those of the mailbox.
//
// Lines end in LF or CRLF. A mailbox whose lines end in CR alone is one message. So is a file that
// is not a mailbox; the text before the first From_ line is also a message, if it is not blank.

// Offsets from the first byte of the mailbox. from_line == begin if there is no From_ line.
struct MessagePlace {
  uint64_t from_line = 0;
  uint64_t begin = 0;
  uint64_t end = 0;
  bool operator==(const MessagePlace&) const = default;
};

// Receives places in order; they never overlap.
using PlaceSink = std::function<void(const MessagePlace&)>;

// Takes a mailbox in chunks of any size. Its memory is bounded.
class MboxSplitter {
 public:
  MboxSplitter();

  // Takes the next bytes. A message is reported once its end is known, at the latest after the line
  // that follows the next From_ line.
  void feed(std::string_view chunk, const PlaceSink& sink);

  // Ends the mailbox and reports the remaining messages. The next feed begins a new mailbox at
  // offset 0.
  void finish(const PlaceSink& sink);

  // No later message begins before this offset: the caller keeps the bytes from here on.
  uint64_t retain_from() const;

 private:
  // What precedes the current line. Empty lines at the start of the mailbox are not text.
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
  uint64_t line_begin_ = 0;  // of the current line, which may have begun in an earlier chunk
  std::string kept_;         // its first bytes, if it did
  uint64_t last_line_begin_ = 0;
  Before before_ = Before::start;
  std::optional<MessagePlace> open_;   // the message whose end is not known yet
  std::optional<FromLine> candidate_;  // a line without a date; the next line decides
};

// ---- Maildirs ----

// A Maildir is a folder with the folders cur, new and tmp, and a message in each file of the first
// two (maildir(5), https://cr.yp.to/proto/maildir.html):
//
//   inbox/cur/1234.M5P6.host:2,S  and  inbox/new/1235.M7P8.host    its messages
//   inbox/tmp/1236.M9P1.host                                       not yet: still being written
//   inbox/cur/.nfs0001                                             not a message: a hidden file

// Has the folder the three folders of a Maildir?
bool is_maildir(const std::filesystem::path& folder);

// The files of its messages in the order of their names, which begin with the time of delivery.
// Fails if the folder is not a Maildir or cannot be read.
Result<std::vector<std::filesystem::path>> maildir_messages(const std::filesystem::path& folder);

// ---- Recognizing mail ----

// May the name of a field contain the character (RFC 5322, section 2.2)?
constexpr bool is_of_field_names(char c) { return c > ' ' && c <= '~' && c != ':'; }

// Is the line a field: a name of printable ASCII and a colon? `Subject: x` and `Subject:x` are,
// `Dear all: x` and `https://example.org` are not.
bool is_field(std::string_view line);

// Does the line contain a month in three letters, a time of day and a year, in any order, as From_
// lines and Date fields do?
bool names_date(std::string_view line);

}  // namespace mail
}  // namespace linkspan
