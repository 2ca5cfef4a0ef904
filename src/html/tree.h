// SPDX-License-Identifier: Apache-2.0
// Tree: the document tree as in a browser, as far as it matters here: elements and text without
// comments, and only the attributes for destinations and visibility.
//
// Nodes are numbers into one list. A text node is one range of the source, or one character
// reference; text that stands together may be several nodes. Elements that the parser creates again
// (section 13.2.6.4.7, the adoption agency) have the destination of the first.
//
// Memory: 44 bytes for a node, and 16 for a destination. PERF: a page of many small tags has up to
// one node for two bytes of its source, so a node holds nothing that the source holds, too.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/references.h"
#include "base/steps.h"
#include "html/tags.h"
#include "html/tokenizer.h"

namespace linkspan::html {

using NodeId = uint32_t;
inline constexpr NodeId kNoNode = UINT32_MAX;
inline constexpr NodeId kRoot = 0;

enum class NodeKind : uint8_t { element, text, reference };
enum class Space : uint8_t { html, svg, mathml };  // the namespace

// The attribute `href` of an <a>, <area> or <base>.
struct Href {
  SourceRange tag, value;
};
inline constexpr uint32_t kNoHref = UINT32_MAX;

struct Node {
  NodeKind kind = NodeKind::element;
  Space space = Space::html;
  bool is_hidden : 1 = false;       // by an attribute
  bool has_style : 1 = false;       // an attribute `style`
  bool is_moved : 1 = false;        // text that was in a table, outside of its cells
  bool is_html_inside : 1 = false;  // an integration point whose content is HTML
  Tag tag = Tag::kKnown;
  SourceRange source;  // of text; of an element, its start tag
  // Of an element; its number in Tree::hrefs, of an <img> in Tree::alts.
  uint32_t href = kNoHref;
  NodeId parent = kNoNode, first_child = kNoNode, last_child = kNoNode;
  NodeId previous = kNoNode, next = kNoNode;
};

// Nodes in blocks, which never move: a vector that grows has up to three times its size for a
// moment.
class NodeList {
 public:
  size_t size() const { return size_; }
  Node& operator[](NodeId id) { return blocks_[id / kBlock][id % kBlock]; }
  const Node& operator[](NodeId id) const { return blocks_[id / kBlock][id % kBlock]; }
  Node& add() {
    if (size_ % kBlock == 0) blocks_.push_back(std::make_unique<Node[]>(kBlock));
    return blocks_.back()[size_++ % kBlock];
  }

 private:
  static constexpr size_t kBlock = 256;
  std::vector<std::unique_ptr<Node[]>> blocks_;
  size_t size_ = 0;
};

struct Tree {
  NodeList nodes;
  std::vector<Href> hrefs;        // in the order of the source
  std::vector<SourceRange> alts;  // the values of `alt` of <img>
  size_t texts = 0;               // nodes that are not elements
  bool is_cut = false;            // some elements were nested too deeply, and became siblings

  Node& operator[](NodeId id) { return nodes[id]; }
  const Node& operator[](NodeId id) const { return nodes[id]; }

  NodeId add(const Node& node) {
    nodes.add() = node;
    return last();
  }

  // The last one that was added.
  NodeId last() const { return static_cast<NodeId>(nodes.size() - 1); }

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
    Node& above = nodes[parent];
    NodeId& last = next != kNoNode ? nodes[next].previous : above.last_child;
    node.parent = parent;
    node.next = next;
    node.previous = last;
    (node.previous != kNoNode ? nodes[node.previous].next : above.first_child) = id;
    last = id;
  }

  void move_children(NodeId from, NodeId to) {
    for (NodeId child = nodes[from].first_child; child != kNoNode;) {
      base::count_step();
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
