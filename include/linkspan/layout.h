// Layout: how the lines of a text were made, and so how to read them as the text that was written.
#pragma once

#include <cstdint>

namespace linkspan {

enum class Flow : uint8_t {
  fixed,         // a line break is a line break
  flowed,        // format=flowed (RFC 3676): a line that ends with a space goes on in the next
  flowed_delsp,  // the same with DelSp=yes: that space is not part of the text
};

enum class Quoting : uint8_t {
  none,
  prefixes,  // `> `, `>>`, `| `, `JD> ` before a line are not part of the text
};

enum class Wrapping : uint8_t {
  keep,
  join,  // a link that fills a line and plainly goes on in the next was broken by a program
};

// With a flow other than fixed, `>` is read as a quote prefix whatever `quoting` says.
struct Layout {
  Flow flow = Flow::fixed;
  Quoting quoting = Quoting::none;
  Wrapping wrapping = Wrapping::keep;

  // Is the text that was written the text as it is?
  bool is_plain() const {
    return flow == Flow::fixed && quoting == Quoting::none && wrapping == Wrapping::keep;
  }
};

}  // namespace linkspan
