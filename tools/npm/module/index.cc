// SPDX-License-Identifier: Apache-2.0
// LinkIndex over a text that is kept here. Offsets of JavaScript are UTF-16 units.
//
// PERF: an offset is converted by counting from the one that was converted last, as edits are near
// each other.
#include "linkspan/index.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/counting.h"
#include "module.h"

namespace linkspan::module {
namespace {

// An edit of the text: `removed` was at `at`, where `added` bytes are now.
struct Edit {
  size_t at = 0;
  std::string removed;
  size_t added = 0;
};

struct Change {
  uint32_t removed = 0;  // the first records; the others are added
  uint32_t added = 0;
  uint64_t moved_from = 0;  // UTF-16 units of the text before the edit
  int64_t moved_by = 0;
};

class TextIndex {
 public:
  explicit TextIndex(const Engine& engine) : index_(engine) {}

  const Change* assign(std::string_view text) {
    const Edit edit{0, std::move(text_), text.size()};
    text_ = text;
    anchor_ = anchor_units_ = 0;
    return report(index_.assign(text_.size(), TextReader(text_)), edit);
  }

  // REQUIRES: begin <= end.
  const Change* replace(uint64_t begin, uint64_t end, std::string_view added) {
    const size_t from = byte_at(begin);
    const size_t to = byte_of(from, end - begin);
    const Edit edit{from, text_.substr(from, to - from), added.size()};
    units_before(from);  // what was converted last is not after the edit
    text_.replace(from, to - from, added);
    return report(index_.replace({from, to}, added.size(), TextReader(text_)), edit);
  }

  uint32_t links_in(uint64_t begin, uint64_t end) {
    const size_t from = byte_at(begin);
    const size_t to = byte_of(from, end - begin);
    return note(index_.links_in({from, to}));
  }

  // Of the record with this index, which was made by the last call.
  std::string_view text_of(uint32_t index) const { return found_[index].text(text_); }

  std::string_view text() const { return text_; }
  uint64_t link_count() const { return index_.link_count(); }

 private:
  // The byte of the UTF-16 unit that is `units` after the one at `from`, or the end. In a surrogate
  // pair: after it.
  size_t byte_of(size_t from, uint64_t units) const {
    constexpr size_t kBlock = 4096;
    size_t at = from;
    while (at + kBlock < text_.size()) {
      size_t end = at + kBlock;
      while ((static_cast<uint8_t>(text_[end]) & 0xC0) == 0x80) --end;
      const uint64_t count = count_units(std::string_view(text_).substr(at, end - at));
      if (count > units) break;
      units -= count;
      at = end;
    }
    while (units > 0 && at < text_.size()) {
      const auto lead = static_cast<uint8_t>(text_[at]);
      const uint64_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
      units -= std::min<uint64_t>(units, size == 4 ? 2 : 1);
      at += size;
    }
    return std::min(at, text_.size());
  }

  // The byte of a UTF-16 unit, from the start of the text or from the place that is known.
  size_t byte_at(uint64_t units) {
    constexpr size_t kStep = 4096;
    while (anchor_units_ > units && anchor_ > kStep) units_before(anchor_ - kStep);
    const bool is_after = units >= anchor_units_;
    return byte_of(is_after ? anchor_ : 0, is_after ? units - anchor_units_ : units);
  }

  uint64_t units_before(uint64_t byte) {
    auto at = static_cast<size_t>(byte);
    while (at < text_.size() && (static_cast<uint8_t>(text_[at]) & 0xC0) == 0x80) --at;
    const std::string_view text = text_;
    if (at >= anchor_) {
      anchor_units_ += count_units(text.substr(anchor_, at - anchor_));
    } else if (at < anchor_ / 2) {
      anchor_units_ = count_units(text.substr(0, at));
    } else {
      anchor_units_ -= count_units(text.substr(at, anchor_ - at));
    }
    anchor_ = at;
    return anchor_units_;
  }

  // Of an offset in the text before the edit.
  uint64_t old_units(uint64_t byte, const Edit& edit) {
    if (byte <= edit.at) return units_before(byte);
    const std::string_view removed = edit.removed;
    const uint64_t inside = byte - edit.at;
    if (inside <= removed.size()) {
      return units_before(edit.at) + count_units(removed.substr(0, static_cast<size_t>(inside)));
    }
    const auto added = std::string_view(text_).substr(edit.at, edit.added);
    return units_before(byte - removed.size() + edit.added) + count_units(removed) -
           count_units(added);
  }

  // The links of the text as it is.
  uint32_t note(const std::vector<Span>& spans) {
    records().clear();
    found_.clear();
    add(spans);
    return static_cast<uint32_t>(records().size());
  }

  void add(const std::vector<Span>& spans) {
    for (const Span& span : spans) {
      found_.push_back(span.range);
      records().push_back(record_of(span, span.text(text_), units_before(span.range.begin)));
    }
  }

  const Change* report(const Result<LinkChange>& found, const Edit& edit) {
    records().clear();
    found_.assign(found->removed.size(), Range());
    for (const Span& span : found->removed) {
      Record record;
      record.begin = old_units(span.range.begin, edit);
      record.end = old_units(span.range.end, edit);
      records().push_back(record);
    }
    add(found->added);
    const auto added =
        static_cast<int64_t>(count_units(std::string_view(text_).substr(edit.at, edit.added)));
    // PERF: links after the edit that are not reported have moved, wherever the first of them is.
    change_ = {
        static_cast<uint32_t>(found->removed.size()), static_cast<uint32_t>(found->added.size()),
        old_units(std::min<uint64_t>(found->moved_from, edit.at + edit.removed.size()), edit),
        added - static_cast<int64_t>(count_units(edit.removed))};
    return &change_;
  }

  LinkIndex index_;
  std::string text_;
  size_t anchor_ = 0;  // the byte whose UTF-16 units are known
  uint64_t anchor_units_ = 0;
  Change change_;
  std::vector<Range> found_;  // of the records
};

}  // namespace

LINKSPAN_EXPORT(index_open) TextIndex* index_open(const Finder* finder) {
  return new TextIndex(finder->engine);
}

LINKSPAN_EXPORT(index_free) void index_free(TextIndex* index) { delete index; }

LINKSPAN_EXPORT(index_assign) const Change* index_assign(TextIndex* index, uint32_t size) {
  return index->assign(input(size));
}

LINKSPAN_EXPORT(index_replace)
const Change* index_replace(TextIndex* index, uint32_t begin, uint32_t end, uint32_t size) {
  return index->replace(begin, end, input(size));
}

// Returns the number of links.
LINKSPAN_EXPORT(index_links_in)
uint32_t index_links_in(TextIndex* index, uint32_t begin, uint32_t end) {
  return index->links_in(begin, end);
}

LINKSPAN_EXPORT(index_link_text)
const OutText* index_link_text(const TextIndex* index, uint32_t record) {
  static OutText text;
  text = out(index->text_of(record));
  return &text;
}

LINKSPAN_EXPORT(index_count) uint32_t index_count(const TextIndex* index) {
  return static_cast<uint32_t>(index->link_count());
}

LINKSPAN_EXPORT(index_text) const OutText* index_text(const TextIndex* index) {
  static OutText text;
  text = out(index->text());
  return &text;
}

}  // namespace linkspan::module
