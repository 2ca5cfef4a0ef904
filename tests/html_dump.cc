// SPDX-License-Identifier: Apache-2.0
// Reads pages from standard input, each a JSON string on a line, and writes for each a line of JSON
// with what the parser made of it. tests/html_parse5/compare.mjs compares that with another parser.
//
//   "<p hidden><a href=x>y"   →   {"tree":["0 html","1 head","1 body","2 p hidden",
//                                          "3 a href=x","4 \"y"],
//                                  "text":"","anchors":[{"href":"x","url":""}]}
//
// An element is its depth, its name (`?`: one that no rule names) and its namespace, if that is not
// HTML.

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/references.h"
#include "html/page.h"
#include "html/tree.h"

namespace linkspan::test {
namespace {

using Json = nlohmann::ordered_json;
using html::Node;
using html::Tree;

class TreeDump {
 public:
  explicit TreeDump(std::string_view source) : source_(source), tree_(html::parse(source)) {}

  Json lines() {
    Json lines = Json::array();
    unsigned depth = 0;
    html::NodeId id = html::kRoot;
    while (id != html::kNoNode) {
      const Node& node = tree_[id];
      if (node.kind == html::NodeKind::element) {
        end_text(lines);
        lines.push_back(std::to_string(depth) + ' ' + element(node));
      } else {
        text_ += text(node);
        text_depth_ = depth;
      }
      if (node.first_child != html::kNoNode) {
        id = node.first_child;
        ++depth;
        continue;
      }
      while (id != html::kNoNode && tree_[id].next == html::kNoNode) {
        end_text(lines);
        id = tree_[id].parent;
        --depth;
      }
      if (id != html::kNoNode) id = tree_[id].next;
    }
    return lines;
  }

 private:
  void end_text(Json& lines) {
    if (!text_.empty()) lines.push_back(std::to_string(text_depth_) + " \"" + text_);
    text_.clear();
  }

  std::string_view text_of(html::SourceRange range) const {
    return source_.substr(range.begin, range.end - range.begin);
  }

  std::string element(const Node& node) const {
    const std::string_view name = html::name_of(node.tag);
    std::string line(name.empty() ? "?" : name);
    if (node.space == html::Space::svg) line += " svg";
    if (node.space == html::Space::mathml) line += " mathml";
    if (node.is_hidden) line += " hidden";
    if (node.href != html::kNoHref) {
      line += " href=" + base::attribute_value(text_of(tree_.hrefs[node.href].value));
    }
    return line;
  }

  std::string text(const Node& node) const {
    const std::string_view written = text_of(node.source);
    if (node.kind == html::NodeKind::text) return std::string(written);
    return std::string(base::read_reference(written, base::Place::text).text());
  }

  std::string_view source_;
  Tree tree_;
  std::string text_;  // of the nodes since the last element
  unsigned text_depth_ = 0;
};

Json dump(const std::string& source) {
  const html::Page page = html::read_page(source);
  Json anchors = Json::array();
  for (const html::Anchor& anchor : page.anchors) {
    const html::SourceRange value = anchor.attribute;
    anchors.push_back({{"href", base::attribute_value(std::string_view(source).substr(
                                    value.begin, value.end - value.begin))},
                       {"url", anchor.href}});
  }
  return {{"tree", TreeDump(source).lines()}, {"text", page.text}, {"anchors", anchors}};
}

}  // namespace
}  // namespace linkspan::test

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const std::string source = nlohmann::json::parse(line).get<std::string>();
    std::cout << linkspan::test::dump(source).dump(-1, ' ', false,
                                                   nlohmann::json::error_handler_t::replace)
              << '\n';
  }
  return 0;
}
