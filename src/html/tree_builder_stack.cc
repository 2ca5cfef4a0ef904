// SPDX-License-Identifier: Apache-2.0
// The stack of open elements, and where the next node goes (sections 13.2.4.2 and 13.2.6.1).
#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "base/steps.h"
#include "html/style.h"
#include "html/tree_builder.h"

namespace linkspan::html {
namespace {

bool is_mathml_text(Tag tag) {
  return tag == Tag::mi || tag == Tag::mo || tag == Tag::mn || tag == Tag::ms || tag == Tag::mtext;
}

bool is_svg_with_html(Tag tag) {
  return tag == Tag::foreign_object || tag == Tag::desc || tag == Tag::title;
}

}  // namespace

bool TreeBuilder::is_white_space(const Token& token) const {
  if (token.kind == Token::Kind::reference) return is_blank(token.reference.text());
  return token.kind == Token::Kind::text && is_blank(tokenizer_.text(token.source));
}

size_t TreeBuilder::index_of(NodeId node) const {
  for (size_t i = stack_.size(); i-- > 0;) {
    base::count_step();
    if (stack_[i] == node) return i;
  }
  return kNotOpen;
}

size_t TreeBuilder::index_of_last(Tag tag) const {
  for (size_t i = stack_.size(); i-- > 0;) {
    base::count_step();
    if (is_html(stack_[i], tag)) return i;
  }
  return kNotOpen;
}

bool TreeBuilder::ends_scope(NodeId node, Scope scope) const {
  const Tag tag = tree_[node].tag;
  switch (tree_[node].space) {
    case Space::mathml:
      return scope != Scope::table && (is_mathml_text(tag) || tag == Tag::annotation_xml);
    case Space::svg:
      return scope != Scope::table && is_svg_with_html(tag);
    case Space::html:
      break;
  }
  if (scope == Scope::table) {
    return tag == Tag::html || tag == Tag::table || tag == Tag::template_;
  }
  if (scope == Scope::list_item && (tag == Tag::ol || tag == Tag::ul)) return true;
  if (scope == Scope::button && tag == Tag::button) return true;
  return has_trait(tag, trait::scope);
}

bool TreeBuilder::is_in_scope(Tag tag, Scope scope) const {
  for (size_t i = stack_.size(); i-- > 0;) {
    base::count_step();
    if (is_html(stack_[i], tag)) return true;
    if (ends_scope(stack_[i], scope)) return false;
  }
  return false;
}

bool TreeBuilder::is_in_scope(NodeId node) const {
  for (size_t i = stack_.size(); i-- > 0;) {
    if (stack_[i] == node) return true;
    if (ends_scope(stack_[i], Scope::common)) return false;
  }
  return false;
}

bool TreeBuilder::has_heading_in_scope() const {
  for (size_t i = stack_.size(); i-- > 0;) {
    const Node& node = tree_[stack_[i]];
    if (node.space == Space::html && has_trait(node.tag, trait::heading)) return true;
    if (ends_scope(stack_[i], Scope::common)) return false;
  }
  return false;
}

// Up to the last element of this name; the root stays.
void TreeBuilder::pop_to(Tag tag) {
  while (stack_.size() > 1) {
    const bool is_it = current_is(tag);
    pop();
    if (is_it) return;
  }
}

void TreeBuilder::close(Tag tag) {
  imply_end_tags(tag);
  pop_to(tag);
}

void TreeBuilder::close_p_in_button_scope() {
  if (is_in_scope(Tag::p, Scope::button)) close(Tag::p);
}

void TreeBuilder::imply_end_tags(Tag except) {
  while (stack_.size() > 1 && tree_[current()].space == Space::html && current_tag() != except &&
         has_trait(current_tag(), trait::implied_end)) {
    pop();
  }
}

void TreeBuilder::clear_stack_to(std::initializer_list<Tag> tags) {
  const auto is_one = [this, &tags] {
    return tree_[current()].space == Space::html &&
           std::find(tags.begin(), tags.end(), current_tag()) != tags.end();
  };
  while (stack_.size() > 1 && !is_one()) pop();
}

// "The appropriate place for inserting a node", if the parser fosters: before a table what may not
// be in it.
TreeBuilder::Where TreeBuilder::foster_place_for(NodeId target) const {
  const Node& node = tree_[target];
  if (node.space != Space::html || !has_trait(node.tag, trait::foster)) return {target, kNoNode};
  const size_t table = index_of_last(Tag::table);
  const size_t in_template = index_of_last(Tag::template_);
  if (in_template != kNotOpen && (table == kNotOpen || in_template > table)) {
    return {stack_[in_template], kNoNode};
  }
  if (table == kNotOpen) return {stack_[0], kNoNode};
  const NodeId parent = tree_[stack_[table]].parent;
  if (parent != kNoNode) return {parent, stack_[table]};
  return {stack_[table == 0 ? 0 : table - 1], kNoNode};
}

// Does a marker in the list of formatting elements stand for it?
bool TreeBuilder::has_marker(NodeId node) const {
  if (tree_[node].space != Space::html) return false;
  const Tag tag = tree_[node].tag;
  return tag == Tag::applet || tag == Tag::marquee || tag == Tag::object || tag == Tag::caption ||
         tag == Tag::template_ || has_trait(tag, trait::cell);
}

// Makes room for an element that becomes a sibling of the current one. Its marker goes with it:
// else `<object>` again and again would make a list of markers as long as the source.
void TreeBuilder::pop_too_deep() {
  tree_.is_cut = true;
  const NodeId deepest = current();
  pop();
  if (!has_marker(deepest)) return;
  clear_formatting_to_marker();
  if (tree_[deepest].tag != Tag::template_ || template_modes_.empty()) return;
  template_modes_.pop_back();
  reset_insertion_mode();
}

// The number of the destination of an element, which is stored.
uint32_t TreeBuilder::href_of(const Token& token, Space space) {
  if (token.tag == Tag::img && space == Space::html && token.attributes.alt.present) {
    tree_.alts.push_back(token.attributes.alt.value);
    return static_cast<uint32_t>(tree_.alts.size() - 1);
  }
  if (token.tag != Tag::a && token.tag != Tag::area && token.tag != Tag::base) return kNoHref;
  const Attribute& href = token.attributes.href.present || space == Space::html
                              ? token.attributes.href
                              : token.attributes.xlink_href;
  if (!href.present) return kNoHref;
  tree_.hrefs.push_back({token.source, href.value});
  return static_cast<uint32_t>(tree_.hrefs.size() - 1);
}

// The attributes of a second <html> or <body>, as far as the element does not have them.
void TreeBuilder::merge_attributes(NodeId element, const Token& token) {
  Node& node = tree_[element];
  const bool is_first_style = token.attributes.style.present && !node.has_style;
  if (token.attributes.hidden || (is_first_style && hides(token.attributes))) node.is_hidden = true;
  node.has_style |= token.attributes.style.present;
}

void TreeBuilder::merge_into_html(const Token& token) {
  if (!is_open(Tag::template_)) merge_attributes(stack_.front(), token);
}

void TreeBuilder::merge_into_body(const Token& token) {
  if (stack_.size() < 2 || !is_html(stack_[1], Tag::body) || is_open(Tag::template_)) return;
  framesets_ = Framesets::not_allowed;
  merge_attributes(stack_[1], token);
}

NodeId TreeBuilder::insert_element(const Token& token, Space space) {
  if (stack_.size() >= kMaxDepth) pop_too_deep();
  const Where where = place_for(current());
  Node& node = tree_.nodes.add();
  node.space = space;
  node.tag = token.tag;
  node.source = token.source;
  node.is_hidden = token.attributes.any && (token.attributes.hidden || hides(token.attributes));
  node.has_style = token.attributes.style.present;
  node.href = href_of(token, space);
  if (space != Space::html) node.is_html_inside = has_html_inside(token, space);
  const NodeId id = tree_.last();
  tree_.insert(id, where.parent, where.next);
  stack_.push_back(id);
  return id;
}

NodeId TreeBuilder::insert_element(Tag tag) {
  Token token;
  token.kind = Token::Kind::start_tag;
  token.tag = tag;
  return insert_element(token);
}

void TreeBuilder::insert_empty(const Token& token) {
  insert_element(token);
  pop();
}

void TreeBuilder::insert_text(const Token& token) {
  if (token.kind == Token::Kind::null) return;
  const Where where = place_for(current());
  Node& node = tree_.nodes.add();
  node.source = token.source;
  node.kind = token.kind == Token::Kind::reference ? NodeKind::reference : NodeKind::text;
  ++tree_.texts;
  node.is_moved = fostering_ == Fostering::yes;
  tree_.insert(tree_.last(), where.parent, where.next);
}

// display:none and the like, as mail hides its preview text.
bool TreeBuilder::hides(const Attributes& attributes) const {
  if (!attributes.style.present) return false;
  return style_hides(base::attribute_value(tokenizer_.text(attributes.style.value)));
}

bool TreeBuilder::has_html_inside(const Token& token, Space space) const {
  if (space == Space::svg) return is_svg_with_html(token.tag);
  if (space != Space::mathml || token.tag != Tag::annotation_xml) return false;
  const std::string encoding =
      base::to_ascii_lower(base::attribute_value(tokenizer_.text(token.attributes.encoding.value)));
  return encoding == "text/html" || encoding == "application/xhtml+xml";
}

}  // namespace linkspan::html
