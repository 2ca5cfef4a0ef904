// AnsiWriter: text with links for terminals, by the escape sequence OSC 8 ("Hyperlinks in terminal
// emulators", https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda).
//
//   http://h/             →  OSC 8 ; id=1 ; http://h/ ST, the text, OSC 8 ; ; ST
//   javascript:alert(1)   →  javascript:alert(1)
//   ESC ] 0 ; evil BEL    →  ␛]0;evil␇
//
// All pieces of a link have the same id, so that the terminal marks them together. A link is closed
// at the end of a line and opened again behind it: pagers cut there. Terminals without OSC 8 show
// the text alone, and links are underlined for them; there are no colours, which no one can choose
// for every background.
//
// The names of a heading are bold, which no text can imitate.
//
// What the terminal gets besides is printable characters, tabs and line feeds, whatever the text
// holds: no text can move the cursor, set the title or send a sequence that we did not write.
// Guarded by tests/render_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "render/writer.h"

namespace linkspan::render {

enum class LinkStyle : uint8_t { underlined, plain };

class AnsiWriter final : public Writer {
 public:
  // Appends to `out`, which must live as long as the writer.
  explicit AnsiWriter(std::string& out, LinkStyle style = LinkStyle::underlined);

  void begin() override {}

 private:
  void begin_text() override {}
  void begin_link(const Target& target) override;
  void end_link() override;
  void append_heading(const Heading& heading) override;
  void append_end() override {}
  void append_plain(std::string_view run) override;
  void append_other(char32_t code_point, std::string_view bytes) override;

  void open();
  void close();

  enum class Link : uint8_t { none, closed, open };  // closed: the next character opens it
  enum class Line : uint8_t { first, fresh, begun };

  const LinkStyle style_;
  Link link_ = Link::none;
  std::string opening_;  // the sequences that open the link
  Line line_ = Line::first;
};

}  // namespace linkspan::render
