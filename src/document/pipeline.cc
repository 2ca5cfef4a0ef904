// SPDX-License-Identifier: Apache-2.0
#include "document/pipeline.h"

#include <utility>

namespace linkspan::document {
namespace {

// A page, a table or a mail is not shown by a terminal, and what a terminal would hide is seen
// there: https://U+009D paypal.com/login?U+009C evil.example/
Controls controls_of(const DocumentOptions& options) {
  const Layout& layout = options.layout;
  const bool is_plain_text = options.markup == Markup::none &&
                             options.source_of == SourceOf::plain && layout.flow == Flow::fixed &&
                             layout.quoting == Quoting::none;
  return is_plain_text ? layout.controls : Controls::colours;
}

}  // namespace

Pipeline::Pipeline(const Engine& engine, Wants wants)
    : search_(engine), tools_{options_, charset_, search_, wants, summary_} {}

std::optional<Error> Pipeline::begin(const DocumentOptions& options) {
  if (has_fixed_elements(options)) {
    if (const auto fixed = fixed_elements(options); !fixed.ok()) return fixed.error();
  }
  options_ = options;
  summary_ = {};
  is_stopped_ = is_full_ = false;
  bytes_fed_ = 0;
  search_.begin(options_.rules, controls_of(options_));
  reader_ = reader_of(options_.markup);
  reader_->begin();
  return charset_.begin(options_);
}

DecodedReader* Pipeline::reader_of(Markup markup) {
  switch (markup) {
    case Markup::none:
      break;
    case Markup::html:
      return &html_;
    case Markup::xml:
      return &xml_;
    case Markup::markdown:
      return &markdown_;
  }
  return &text_;
}

void Pipeline::feed(std::string_view bytes, Receiver& receiver) {
  if (is_stopped_) return;
  bytes_fed_ += bytes.size();
  if (is_full_) return;
  charset_.feed(bytes, [&](std::string_view decoded) { return take(decoded, receiver); });
}

Visit Pipeline::take(std::string_view decoded, Receiver& receiver) {
  const Visit next = reader_->feed(decoded, receiver);
  if (next == Visit::stop) {
    is_full_ = reader_ == &html_ || reader_ == &markdown_;
    is_stopped_ = !is_full_;
  }
  return next;
}

Summary Pipeline::finish(Receiver& receiver) {
  if (is_stopped_) {
    search_.abandon();
    end_position_ = {0, bytes_fed_};
    return finish_summary();
  }
  charset_.finish([&](std::string_view decoded) { return take(decoded, receiver); });
  reader_->finish(receiver);
  end_position_ = {0, bytes_fed_};
  if (options_.offsets != OffsetUnit::bytes) end_position_ = reader_->end_position();
  return finish_summary();
}

Summary Pipeline::finish_summary() {
  summary_.ill_formed = charset_.ill_formed();
  summary_.links_cut = search_.links_cut();
  return std::move(summary_);
}

}  // namespace linkspan::document
