// SPDX-License-Identifier: Apache-2.0
#include "document/readers/text_reader.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/utf8.h"

namespace linkspan::document {

void TextReader::begin() {
  texts_.begin(tools_.options, tools_.wants);
  builder_.begin();
  unreported_.begin(tools_.options);
  source_.clear();
  leaves_links_out_ = !tools_.options.never_in.empty();
  text_given_ = 0;
  next_ = Visit::go_on;
}

Visit TextReader::feed(std::string_view decoded, Receiver& receiver) {
  if (!unreported_.needs_source()) return read(decoded, receiver);
  source_ += decoded;
  return source_.size() < Unreported::kMost ? Visit::go_on : read_source(receiver);
}

// What was kept until it is known where its code is.
Visit TextReader::read_source(Receiver& receiver) {
  constexpr size_t kBlock = size_t{128} << 10;
  const std::string source = std::exchange(source_, {});
  unreported_.read(source, tools_.options);
  for (std::string_view rest = source; !rest.empty() && next_ == Visit::go_on;) {
    read(rest.substr(0, kBlock), receiver);
    rest.remove_prefix(std::min(kBlock, rest.size()));
  }
  return next_;
}

Visit TextReader::read(std::string_view decoded, Receiver& receiver) {
  tools_.search.feed(texts_.feed(decoded), [&](const Span& span, const RuleLink* by_rule) {
    return give(span, by_rule, receiver);
  });
  release(receiver);
  return next_;
}

void TextReader::finish(Receiver& receiver) {
  if (unreported_.needs_source()) read_source(receiver);
  const auto take = [&](const Span& span, const RuleLink* by_rule) {
    return give(span, by_rule, receiver);
  };
  if (!texts_.stages().empty()) tools_.search.feed(texts_.finish(), take);
  tools_.search.finish(take);
  if (tools_.wants == Wants::text) {
    give_text_until(texts_.decoded(), texts_.decoded().end_offset(), receiver);
  } else if (tools_.wants == Wants::logical_text) {
    give_text_until(texts_.logical(), texts_.logical().end_offset(), receiver);
  }
}

Position TextReader::end_position() {
  return texts_.positions().position_at(texts_.decoded(), texts_.decoded().end_offset());
}

// By its first byte: what is around a link decides where it ends as ever.
bool TextReader::is_unreported(const Span& span) const {
  return unreported_.has(texts_.decoded_offset(span.range.begin)) ||
         texts_.stages().is_quoted(span.range.begin);
}

Visit TextReader::give(const Span& span, const RuleLink* by_rule, Receiver& receiver) {
  if (leaves_links_out_ && is_unreported(span)) return next_;
  const Link& link = builder_.build(span, by_rule);
  if (builder_.is_repeat(span)) return receiver.next();
  ++tools_.summary.links;
  if (by_rule == nullptr) count_ill_formed_end(span);
  if (tools_.wants == Wants::logical_text) {
    PassingText& logical = texts_.logical();
    give_text_until(logical, span.range.begin, receiver);
    receiver.text_of_link(logical.between(span.range.begin, span.range.end));
    text_given_ = span.range.end;
  }
  receiver.link(link);
  next_ = receiver.next();
  if (tools_.wants == Wants::text) give_pieces(link, span, receiver);
  return receiver.next();
}

void TextReader::give_pieces(const Link& link, const Span& span, Receiver& receiver) {
  for (const Range& piece : builder_.decoded_pieces()) {
    assert(text_given_ <= piece.begin);
    give_text_until(texts_.decoded(), piece.begin, receiver);
    receiver.piece(builder_.text_of_piece(piece, span), link);
    text_given_ = piece.end;
  }
}

void TextReader::count_ill_formed_end(const Span& span) {
  constexpr uint64_t kLongestSequence = 4;  // of UTF-8, in bytes
  PassingText& logical = texts_.logical();
  const uint64_t end = span.range.end;
  if (tools_.summary.charset != "UTF-8" || end == logical.end_offset()) return;
  const std::string_view next =
      logical.first_part(end, std::min(end + kLongestSequence, logical.end_offset()));
  const auto* const at = reinterpret_cast<const uint8_t*>(next.data());
  const base::CodePoint c = base::decode(at, at + next.size(), base::Text::more_may_follow);
  if (c.value == base::kIllFormed && c.length > 0) ++tools_.summary.ended_by_ill_formed;
}

void TextReader::give_text_until(PassingText& text, uint64_t offset, Receiver& receiver) {
  while (text_given_ < offset) {
    const std::string_view part = text.first_part(text_given_, offset);
    receiver.text(part);
    text_given_ += part.size();
  }
}

// Where the next link may begin: in the line that the search has reached, if that begins after
// `logical_from`.
uint64_t TextReader::line_of_next_link(uint64_t logical_from) {
  uint64_t begin = logical_from;
  const uint64_t searched = tools_.search.searched_until();
  if (searched > logical_from) {
    const std::string_view text = texts_.logical().between(logical_from, searched);
    begin += text.rfind('\n') + 1;  // npos + 1 is 0
  }
  return begin;
}

// Releases the text in which no later link can begin, in all stages.
void TextReader::release(Receiver& receiver) {
  const uint64_t logical_from = tools_.search.retain_from();
  if (tools_.wants == Wants::text) {
    const uint64_t end = texts_.decoded_offset(line_of_next_link(logical_from));
    give_text_until(texts_.decoded(), end, receiver);
  } else if (tools_.wants == Wants::logical_text) {
    give_text_until(texts_.logical(), line_of_next_link(logical_from), receiver);
    if (receiver.next() == Visit::stop) next_ = Visit::stop;
  }
  tools_.charset.release_before(texts_.release_before(logical_from));
}

}  // namespace linkspan::document
