// SPDX-License-Identifier: Apache-2.0
#include "document/texts.h"

#include <algorithm>

#include "document/unreported.h"

namespace linkspan::document {

void Texts::begin(const DocumentOptions& options, Wants wants) {
  stages_.begin(options.layout, is_never_in(options, kQuotedLines) ? lines::Quotes::noted
                                                                   : lines::Quotes::not_noted);
  keeps_decoded_ =
      !stages_.empty() && (wants == Wants::text || options.offsets != OffsetUnit::bytes ||
                           options.layout.defanged == Defanged::refang);
  decoded_.clear();
  logical_.clear();
  positions_.begin(options.offsets);
}

std::string_view Texts::feed(std::string_view decoded) {
  if (keeps_decoded_) decoded_.pass(decoded);
  const std::string_view logical = stages_.feed(decoded);
  logical_.pass(logical);
  return logical;
}

std::string_view Texts::finish() {
  const std::string_view logical = stages_.finish();
  logical_.pass(logical);
  return logical;
}

uint64_t Texts::release_before(uint64_t logical) {
  const uint64_t decoded_from = decoded_offset(logical);
  uint64_t needed_from = decoded_from;
  if (positions_.counts()) {
    positions_.count_until(decoded(), decoded_from);
    needed_from = std::min(needed_from, positions_.needs_from());
  }
  if (stages_.empty()) {
    logical_.let_go_before(needed_from);
  } else {
    stages_.release_before(logical);
    if (keeps_decoded_) decoded_.let_go_before(needed_from);
    logical_.let_go_before(logical);
  }
  return decoded_from;
}

}  // namespace linkspan::document
