// SPDX-License-Identifier: Apache-2.0
// A text that is edited, with a LinkIndex. After every edit, the links must be those of a scan of
// the whole text, and the changes that the index reported must lead to them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linkspan/index.h"

namespace linkspan::test {

class EditedText {
 public:
  // Reads the text as it is now.
  auto reader() const {
    return [this](uint64_t offset) { return std::string_view(text_).substr(offset, piece_); };
  }

  // `piece` is the most bytes that the reader returns at once, as the reader of a rope would.
  EditedText(const Engine& engine, std::string text, size_t piece = SIZE_MAX)
      : engine_(&engine), piece_(piece), text_(std::move(text)), index_(engine) {
    apply(index_.assign(text_.size(), reader()).value());
  }

  void replace(Range range, std::string_view new_text) {
    text_.replace(range.begin, range.size(), new_text);
    touched_ = range;
    apply(index_.replace(range, new_text.size(), reader()).value());
  }

  const std::string& text() const { return text_; }
  const LinkIndex& index() const { return index_; }
  const LinkChange& last_change() const { return change_; }

  // Describes the first promise that is broken; nullptr if none is.
  const char* broken_promise() const {
    const std::vector<Span> expected = engine_->find_all(text_);
    if (index_.size() != text_.size()) return "the index knows the size of the text";
    if (index_.links_in({0, text_.size() + 1}) != expected) return "links are those of a scan";
    if (index_.link_count() != expected.size()) return "links are counted";
    if (followed_ != expected) return "changes lead from the links before to those after";
    return removed_were_there_ ? nullptr : "what is removed was there before";
  }

 private:
  // Applies the changes that the index reported to followed_.
  void apply(LinkChange change) {
    for (const Span& span : change.removed) {
      const auto found = std::find(followed_.begin(), followed_.end(), span);
      removed_were_there_ = removed_were_there_ && found != followed_.end();
      if (found != followed_.end()) followed_.erase(found);
    }
    for (Span& span : followed_) {
      const bool is_touched = span.range.begin < touched_.end && span.range.end > touched_.begin;
      removed_were_there_ = removed_were_there_ && !is_touched;
      if (span.range.begin < change.moved_from) continue;
      span.range.begin += static_cast<uint64_t>(change.moved_by);
      span.range.end += static_cast<uint64_t>(change.moved_by);
    }
    followed_.insert(followed_.end(), change.added.begin(), change.added.end());
    std::sort(followed_.begin(), followed_.end(),
              [](const Span& a, const Span& b) { return a.range.begin < b.range.begin; });
    change_ = std::move(change);
  }

  const Engine* engine_;
  size_t piece_;
  std::string text_;
  LinkIndex index_;
  LinkChange change_;
  Range touched_;
  std::vector<Span> followed_;
  bool removed_were_there_ = true;
};

}  // namespace linkspan::test
