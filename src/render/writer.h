// Writer: a text with its links, in a form that people read. It is given the text in order, as what
// is in a link and what is not, and appends to a string.
//
//   std::string out;
//   HtmlWriter writer(out, {});
//   writer.begin();
//   writer.text("see ");
//   writer.piece("https://example.org/", {.uri = "https://example.org/", .title = "", .id = 1});
//   writer.text(", ok?");
//   writer.end();
//
// It knows nothing of how links are found. The text is UTF-8, cut anywhere: the output does not
// depend on it. What stands in for characters that must not be shown is in characters.h; CR LF is
// written as one line feed. The string may be emptied, or written away, between any two calls.
// A link that is broken over lines has several pieces, with other text between; each leads to the
// same place. Links whose URI must not be opened (openable.h) are shown as text.
//
// Guarded by tests/render_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/utf8.h"

namespace linkspan::render {

// Where a piece of text leads. The views need to live during the call only.
struct Target {
  std::string_view uri;    // mapped: ASCII only, or it is not linked
  std::string_view title;  // a remark for whoever points at the link; may be empty
  uint64_t id = 0;         // the same for all pieces of a link, and for no other link of the output
};

// What stands before a part of the text: the name of a file, or header fields of a message. May be
// anything that came with the text. Shown in one line each.
struct HeadingField {
  std::string_view name;
  std::string_view value;
};
struct Heading {
  std::string_view title;  // may be empty
  std::span<const HeadingField> fields;
};

// Belongs to one thread. Call begin() once, then what there is to write, then end() once.
class Writer {
 public:
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  virtual ~Writer() = default;

  virtual void begin() = 0;

  // Text that is in no link.
  void text(std::string_view utf8);

  // Text of a link. Calls with the same id and nothing between them make one piece.
  void piece(std::string_view utf8, const Target& target);

  // Where the link that was written last leads, for people: shown in brackets and in a way that no
  // text can imitate. Begins with U+26A0 where a reader should stop before opening it.
  void destination(std::string_view host);

  // Ends the part before, if there was one.
  void heading(const Heading& heading);

  void end();

 protected:
  using ByteSet = std::array<bool, 256>;

  // `plain`: the bytes of ASCII that are written as they are. Lives as long as the writer.
  Writer(std::string& out, const ByteSet& plain) : out_(out), plain_(plain) {}

  std::string& out() { return out_; }

  // A text of its own, in one line: line feeds become pictures.
  void append_line(std::string_view utf8);

 private:
  virtual void begin_text() = 0;  // comes before any text and link, again and again
  virtual void begin_link(const Target& target) = 0;
  virtual void end_link() = 0;
  virtual void append_heading(const Heading& heading) = 0;
  virtual void append_destination(std::string_view host) = 0;
  virtual void append_end() = 0;
  virtual void append_plain(std::string_view run) = 0;
  // The size of a sequence of ASCII at the beginning of `utf8`, which is not plain, that is written
  // as a whole; 0 where there is none. Nothing: more text decides.
  virtual std::optional<size_t> sequence_size(std::string_view /*utf8*/, base::Text /*text*/) {
    return 0;
  }
  virtual void append_sequence(std::string_view /*sequence*/) {}
  // What is not plain. `bytes` are those of the code point, as they came.
  virtual void append_other(char32_t code_point, std::string_view bytes) = 0;

  void write(std::string_view utf8);
  std::string_view append_all(std::string_view utf8, base::Text text);
  void leave_link();
  void flush();

  enum class Place : uint8_t { text, link };

  std::string& out_;
  const ByteSet& plain_;
  std::string cut_;  // the bytes at the end of what came that mean nothing yet
  Place place_ = Place::text;
  uint64_t link_ = 0;
};

}  // namespace linkspan::render
