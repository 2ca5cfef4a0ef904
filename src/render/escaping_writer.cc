// SPDX-License-Identifier: Apache-2.0
#include "render/escaping_writer.h"

#include <algorithm>
#include <utility>

#include "render/characters.h"

namespace linkspan::render {

void EscapingWriter::text(std::string_view utf8) {
  if (utf8.empty()) return;
  const bool stays_open = place_ != Place::text && follows_ == Follows::another_piece &&
                          between_pieces() == BetweenPieces::open;
  if (!stays_open) {
    leave_link();
    begin_text();
  } else if (place_ == Place::piece) {
    flush();
    place_ = Place::gap;
  }
  write(utf8);
}

void EscapingWriter::piece(std::string_view utf8, const Target& target) {
  if (link_ == target.id) follows_ = target.follows;
  if (utf8.empty()) return;
  if (link_ != target.id) leave_link();
  if (place_ != Place::piece) flush();
  if (place_ == Place::text) {
    begin_text();
    if (link_ != target.id) begin_new_link(target);
    begin_piece();
  }
  place_ = Place::piece;
  write(utf8);
}

void EscapingWriter::begin_new_link(const Target& target) {
  link_ = target.id;
  follows_ = target.follows;
  link_bytes_ = opened_ = reopened_ = 0;
  start_link(target);
}

bool EscapingWriter::may_open_again(size_t size) {
  if (opened_ == 0) {
    opened_ = size;
    return true;
  }
  if (reopened_ + size > std::max(opened_, kRepeatedForEachByte * link_bytes_)) return false;
  reopened_ += size;
  return true;
}

void EscapingWriter::destination(std::string_view host) {
  leave_link();
  flush();
  begin_text();
  append_destination(host);
}

void EscapingWriter::heading(const Heading& heading) {
  leave_link();
  flush();
  append_heading(heading);
}

void EscapingWriter::end() {
  leave_link();
  flush();
  append_end();
}

void EscapingWriter::leave_link() {
  if (place_ == Place::text) return;
  flush();
  end_piece();
  place_ = Place::text;
}

void EscapingWriter::write(std::string_view utf8) {
  if (cut_.empty()) {
    cut_ = append_all(utf8, base::Text::more_may_follow);
    return;
  }
  const std::string joined = std::exchange(cut_, {}).append(utf8);
  cut_ = append_all(joined, base::Text::more_may_follow);
}

void EscapingWriter::flush() { append_all(std::exchange(cut_, {}), base::Text::complete); }

void EscapingWriter::append_line(std::string_view utf8) {
  for (size_t feed; (feed = utf8.find('\n')) != std::string_view::npos;) {
    append_all(utf8.substr(0, feed), base::Text::complete);
    append_picture(out_, U'\n');
    utf8.remove_prefix(feed + 1);
  }
  append_all(utf8, base::Text::complete);
}

// Returns the rest: the start of a sequence, or a CR that an LF may follow.
std::string_view EscapingWriter::append_all(std::string_view utf8, base::Text text) {
  const auto* at = reinterpret_cast<const uint8_t*>(utf8.data());
  const auto* const end = at + utf8.size();
  const auto view = [](const uint8_t* from, size_t size) {
    return std::string_view(reinterpret_cast<const char*>(from), size);
  };
  while (at != end) {
    const auto* const special =
        std::find_if_not(at, end, [this](uint8_t byte) { return plain_[byte]; });
    if (special != at) append_plain(view(at, static_cast<size_t>(special - at)));
    if (place_ == Place::piece) link_bytes_ += static_cast<size_t>(special - at);
    at = special;
    if (at == end) break;
    const auto rest = static_cast<size_t>(end - at);
    const std::optional<size_t> sequence = sequence_size(view(at, rest), text);
    if (!sequence) break;
    if (*sequence > 0) {
      append_sequence(view(at, *sequence));
      at += *sequence;
      continue;
    }
    if (*at == '\r') {
      if (at + 1 == end && text == base::Text::more_may_follow) break;
      if (at + 1 != end && at[1] == '\n') ++at;
    }
    const base::CodePoint found = base::decode(at, end, text);
    if (found.length == 0) break;
    append_other(found.value, view(at, found.length));
    if (place_ == Place::piece) link_bytes_ += found.length;
    at += found.length;
  }
  return view(at, static_cast<size_t>(end - at));
}

}  // namespace linkspan::render
