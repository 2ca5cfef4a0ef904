// SPDX-License-Identifier: Apache-2.0
// LinkSearch: the scanner, with the user's own rules if there are any (linkspan/rules.h).
//
// Guarded by tests/document/document_test.cc and tests/render/rules_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "linkspan/document.h"
#include "linkspan/linkspan.h"
#include "rules/matcher.h"

namespace linkspan::document {

class LinkSearch {
 public:
  explicit LinkSearch(const Engine& engine) : stream_(engine.open()) {}

  // Begins a document. REQUIRES: none is open.
  void begin(const Rules& rules, Controls controls) {
    stream_.read_controls(controls);
    rules_ = rules.empty() ? nullptr : rules.matcher()->open();
    links_cut_before_ = stream_.links_cut();
  }

  // Calls give(const Span&, const RuleLink*), which returns a Visit, for each link; the second is
  // null for a link that no rule found.
  template <class Give>
  void feed(std::string_view text, const Give& give) {
    if (rules_ != nullptr) {
      rules_->feed(text, stream_, [&](const RuleLink& found) { return give_rule(found, give); });
    } else {
      stream_.feed(text, [&](const Span& span) { return give(span, nullptr); });
    }
  }
  template <class Give>
  void finish(const Give& give) {
    if (rules_ != nullptr) {
      rules_->finish(stream_, [&](const RuleLink& found) { return give_rule(found, give); });
    } else {
      stream_.finish([&](const Span& span) { return give(span, nullptr); });
    }
  }

  // Ends a text of which no more links are wanted.
  void abandon() {
    stream_.finish([](const Span&) {});
  }

  // As those of Stream.
  uint64_t retain_from() const {
    return rules_ != nullptr ? rules_->retain_from(stream_) : stream_.retain_from();
  }
  uint64_t searched_until() const {
    return rules_ != nullptr ? rules_->searched_until(stream_) : stream_.searched_until();
  }

  uint64_t links_cut() const { return stream_.links_cut() - links_cut_before_; }  // of the document

  Stream& stream() { return stream_; }

 private:
  template <class Give>
  static Visit give_rule(const RuleLink& found, const Give& give) {
    return give(found.span, found.rule.empty() ? nullptr : &found);
  }

  Stream stream_;
  std::unique_ptr<rules::Search> rules_;
  uint64_t links_cut_before_ = 0;  // in earlier documents
};

}  // namespace linkspan::document
