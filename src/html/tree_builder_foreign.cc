// SPDX-License-Identifier: Apache-2.0
// SVG and MathML (section 13.2.6.5), in which only some tags are HTML.
#include "html/tree_builder.h"

namespace linkspan::html {
namespace {

bool is_text(const Token& token) {
  return token.kind == Token::Kind::text || token.kind == Token::Kind::reference ||
         token.kind == Token::Kind::null;
}

bool is_mathml_text(const Node& node) {
  return node.space == Space::mathml &&
         (node.tag == Tag::mi || node.tag == Tag::mo || node.tag == Tag::mn ||
          node.tag == Tag::ms || node.tag == Tag::mtext);
}

}  // namespace

bool TreeBuilder::is_special(NodeId id) const {
  const Node& node = tree_[id];
  switch (node.space) {
    case Space::html:
      return has_trait(node.tag, trait::special);
    case Space::mathml:
      return is_mathml_text(node) || node.tag == Tag::annotation_xml;
    case Space::svg:
      break;
  }
  return node.tag == Tag::foreign_object || node.tag == Tag::desc || node.tag == Tag::title;
}

bool TreeBuilder::is_foreign(const Token& token) const {
  const Node& node = tree_[current()];
  if (token.kind == Token::Kind::end) return false;
  const bool is_start = token.kind == Token::Kind::start_tag;
  if (is_mathml_text(node)) {
    if (is_text(token)) return false;
    if (is_start && token.tag != Tag::mglyph && token.tag != Tag::malignmark) return false;
  }
  if (node.tag == Tag::annotation_xml && node.space == Space::mathml && is_start &&
      token.tag == Tag::svg) {
    return false;
  }
  return !(node.is_html_inside && (is_start || is_text(token)));
}

void TreeBuilder::in_foreign_content(const Token& token) {
  if (is_text(token)) {
    insert_text(token);
    if (!is_white_space(token)) framesets_ = Framesets::not_allowed;
    return;
  }
  if (token.kind == Token::Kind::doctype) return;
  const bool is_start = token.kind == Token::Kind::start_tag;
  const bool breaks_out = is_start ? has_trait(token.tag, trait::breakout) ||
                                         (token.tag == Tag::font && token.attributes.of_font)
                                   : token.tag == Tag::br || token.tag == Tag::p;
  if (breaks_out) {
    while (stack_.size() > 1 && tree_[current()].space != Space::html &&
           !is_mathml_text(tree_[current()]) && !tree_[current()].is_html_inside) {
      pop();
    }
    while (handle_in(mode_, token) == Done::no) continue;
    return;
  }
  if (!is_start) return end_in_foreign(token);
  insert_element(token, tree_[current()].space);
  if (token.is_self_closing) pop();
}

void TreeBuilder::end_in_foreign(const Token& token) {
  for (size_t i = stack_.size(); i-- > 1;) {
    const Node& node = tree_[stack_[i]];
    if (node.space == Space::html) {
      while (handle_in(mode_, token) == Done::no) continue;
      return;
    }
    if (node.tag == token.tag) {
      stack_.resize(i);
      return;
    }
  }
}

}  // namespace linkspan::html
