// SPDX-License-Identifier: Apache-2.0
#include "iri/verbs.h"

#include <utility>

namespace linkspan::command {

std::optional<std::string_view> IriVerbs::apply(const IriOperands& operands) {
  if (settings_.verb == IriVerb::to_uri) {
    Result<std::string_view> uri = iri::to_uri(operands.text, buffer_, settings_.to_uri);
    if (uri.ok()) return *uri;
    failure_ = {operands.text, uri.error()};
    return std::nullopt;
  }
  if (operands.first && !checks(operands)) return std::nullopt;
  if (settings_.verb == IriVerb::compare) return rung_of(operands);
  Result<std::string> made = make(operands);
  if (!made.ok()) {
    failure_ = {operands.text, made.error()};
    return std::nullopt;
  }
  buffer_ = std::move(*made);
  return buffer_;
}

// Functions of two IRIs do not report which of them is wrong.
bool IriVerbs::checks(const IriOperands& operands) {
  const bool is_base = settings_.verb != IriVerb::compare;
  const auto grammar = is_base ? iri::Grammar::iri : iri::Grammar::iri_reference;
  if (const Result<iri::View> view = iri::parse(*operands.first, grammar); !view.ok()) {
    failure_ = {*operands.first, view.error()};
    failure_.error.message.insert(0, is_base ? "the base: " : "the first IRI: ");
    return false;
  }
  const Result<iri::View> view = iri::parse(operands.text);
  if (!view.ok()) failure_ = {operands.text, view.error()};
  return view.ok();
}

Result<std::string> IriVerbs::make(const IriOperands& operands) const {
  const std::string_view text = operands.text;
  switch (settings_.verb) {
    case IriVerb::to_iri:
      return iri::to_iri(text);
    case IriVerb::minimal:
      return iri::minimal(text, settings_.formatting);
    case IriVerb::normalize:
      return iri::normalize(text, settings_.rung);
    case IriVerb::resolve:
      return iri::resolve(*operands.first, text, settings_.dots);
    case IriVerb::relativize:
      return iri::relativize(*operands.first, text);
    case IriVerb::display:
      return iri::display(text, settings_.display);
    case IriVerb::unwrap:
      return unwrapped(text);
    case IriVerb::refang:
      return iri::refang(text);
    case IriVerb::defang:
      return iri::defang(text);
    case IriVerb::to_uri:
    case IriVerb::compare:
    case IriVerb::inspect:
      break;
  }
  return Error{ErrorCode::invalid_argument, 0, "this verb is not for a single line"};
}

// A URI that is not a wrapper leads to itself.
Result<std::string> IriVerbs::unwrapped(std::string_view text) const {
  Result<std::string> uri = iri::to_uri(text, {.forbidden = iri::ToUriOptions::Forbidden::encoded});
  if (!uri.ok()) return uri;
  if (auto target = iri::unwrap(*uri)) uri = *std::move(target);
  if (settings_.tracking == Tracking::strip) uri = iri::strip_tracking(*uri);
  return uri;
}

std::string_view IriVerbs::rung_of(const IriOperands& operands) const {
  const std::string_view left = *operands.first, right = operands.text;
  if (iri::equal_by_characters(left, right)) return "simple";
  if (settings_.rung >= iri::Ladder::syntax && iri::equal_by_syntax(left, right)) return "syntax";
  if (settings_.rung >= iri::Ladder::scheme && iri::equal_by_scheme(left, right)) return "scheme";
  return kDifferentIris;
}

}  // namespace linkspan::command
