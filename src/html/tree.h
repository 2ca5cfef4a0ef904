// SPDX-License-Identifier: Apache-2.0
// Tree: the document tree as in a browser, as far as it matters here: elements and text without
// comments, and only the attributes for destinations and visibility.
//
// Nodes are numbers into one vector. A text node is one range of the source, or one character
// reference; text that stands together may be several nodes. The source of an element is its start
// tag; elements that the parser creates again (section 13.2.6.4.7, the adoption agency) have the
// start tag of the first.
#pragma once

#include <cstdint>
#include <vector>

#include "base/references.h"
#include "html/tokenizer.h"

namespace linkspan::html {

using NodeId = uint32_t;
inline constexpr NodeId kNoNode = UINT32_MAX;
inline constexpr NodeId kRoot = 0;

enum class NodeKind : uint8_t { element, text, reference, null };
enum class Space : uint8_t { html, svg, mathml };  // the namespace

struct Node {
  NodeKind kind = NodeKind::element;
  Space space = Space::html;
  bool is_hidden = false;  // by an attribute
  bool has_href = false;
  bool is_html_inside = false;  // an integration point whose content is HTML
  uint8_t reference_size = 0;   // of a reference, in UTF-8
  Tag tag = Tag::kKnown;
  SourceRange source;  // of the text, or the start tag; empty if there is none
  SourceRange href;    // of an element; its value
  char reference[base::Reference::kMostBytes] = {};
  NodeId parent = kNoNode, first_child = kNoNode, last_child = kNoNode;
  NodeId previous = kNoNode, next = kNoNode;
};

struct Tree {
  std::vector<Node> nodes;
  bool is_cut = false;  // some elements were nested too deeply, and became siblings

  Node& operator[](NodeId id) { return nodes[id]; }
  const Node& operator[](NodeId id) const { return nodes[id]; }

  NodeId add(const Node& node) {
    nodes.push_back(node);
    return static_cast<NodeId>(nodes.size() - 1);
  }

  void detach(NodeId id) {
    Node& node = nodes[id];
    if (node.parent == kNoNode) return;
    (node.previous != kNoNode ? nodes[node.previous].next : nodes[node.parent].first_child) =
        node.next;
    (node.next != kNoNode ? nodes[node.next].previous : nodes[node.parent].last_child) =
        node.previous;
    node.parent = node.previous = node.next = kNoNode;
  }

  // Before `next`, a child of the parent, or as its last child. REQUIRES: `id` is detached.
  void insert(NodeId id, NodeId parent, NodeId next) {
    Node& node = nodes[id];
    node.parent = parent;
    node.next = next;
    node.previous = next != kNoNode ? nodes[next].previous : nodes[parent].last_child;
    (node.previous != kNoNode ? nodes[node.previous].next : nodes[parent].first_child) = id;
    (next != kNoNode ? nodes[next].previous : nodes[parent].last_child) = id;
  }

  void move_children(NodeId from, NodeId to) {
    for (NodeId child = nodes[from].first_child; child != kNoNode;) {
      const NodeId next = nodes[child].next;
      detach(child);
      insert(child, to, kNoNode);
      child = next;
    }
  }
};

// The tree of a document. Linear in time and memory: elements are nested at most 512 deep, as in
// browsers, and at most 32 formatting elements are open at once.
Tree parse(std::string_view source);

}  // namespace linkspan::html
