// SPDX-License-Identifier: Apache-2.0
// Promise: DocumentOptions::never_in leaves out the links in the parts that it names, and no other
// one, however the document is cut.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/document.h"
#include "tests/support/chunks.h"

namespace linkspan {
namespace never_in_test {

using Names = std::vector<std::string>;

std::vector<std::string> links(std::string_view bytes, const DocumentOptions& options,
                               const test::Chunking& chunking) {
  std::vector<std::string> found;
  const auto take = [&](const Link& link) { found.push_back(link.uri); };
  const Engine engine = Engine::create({}).value();
  DocumentStream stream = DocumentStream::open(engine, options).value();
  for (const size_t size : chunking) {
    const test::ExactCopy chunk(bytes.substr(0, size));
    stream.feed(chunk.view(), take);
    bytes.remove_prefix(size);
  }
  stream.finish(take);
  return found;
}

std::vector<std::string> links(std::string_view bytes, const DocumentOptions& options) {
  const std::vector<std::string> whole = links(bytes, options, test::whole(bytes.size()));
  EXPECT_EQ(links(bytes, options, test::one_byte_at_a_time(bytes.size())), whole);
  return whole;
}

DocumentOptions options_of(Names names, SourceOf source_of = SourceOf::plain) {
  DocumentOptions options;
  options.never_in = std::move(names);
  options.source_of = source_of;
  return options;
}

// http://a.example, http://b.example, …
Names named(std::string_view letters) {
  Names names;
  for (const char c : letters) names.push_back(std::string("http://") + c + ".example");
  return names;
}

constexpr std::string_view kMarkdown =
    "http://a.example `http://b.example` [`c`](http://c.example)\n\n"
    "```sh\ncurl http://d.example\n```\n\n    http://e.example\n\n"
    "> http://f.example and `http://g.example`\n\n<code>http://h.example</code>\n";

TEST(NeverIn, OfTheSourceOfMarkdown) {
  const auto found = [](Names names, SourceOf source_of = SourceOf::markdown) {
    return links(kMarkdown, options_of(std::move(names), source_of));
  };
  EXPECT_EQ(found({}), named("abcdefgh"));
  EXPECT_EQ(found({"code"}), named("acf"));
  EXPECT_EQ(found({"pre"}), named("abcfgh"));
  EXPECT_EQ(found({"blockquote"}), named("abcdeh"));
  EXPECT_EQ(found({"code", "blockquote"}), named("ac"));
  EXPECT_EQ(found({"kbd", ".x"}), named("abcdefgh"));
  EXPECT_EQ(found({"code"}, SourceOf::plain), named("abcdefgh"));
}

TEST(NeverIn, AfterALimitNothingIsCode) {
  std::string text = "`http://b.example`\n";
  text.append((size_t{32} << 20) - text.size(), '\n');
  text += "`http://c.example`\n";
  for (const SourceOf source_of : {SourceOf::markdown, SourceOf::restructuredtext}) {
    if (source_of == SourceOf::restructuredtext) text.replace(0, 19, "``http://b.example``");
    const auto found = links(text, options_of({"code"}, source_of),
                             {text.size() / 2, text.size() - text.size() / 2});
    EXPECT_EQ(found, named("c"));
  }
}

TEST(NeverIn, OfMarkdownAsAPage) {
  DocumentOptions options;
  options.markup = Markup::markdown;
  EXPECT_EQ(links(kMarkdown, options), named("acf")) << "without a name, too";
  options.never_in = {"pre"};
  EXPECT_EQ(links(kMarkdown, options), named("acf"));
  options.never_in = {"blockquote"};
  EXPECT_EQ(links(kMarkdown, options), named("ac"));
  const std::string_view html = "<samp><a href='http://b.example'>b</a></samp> http://a.example\n";
  options.never_in = {"samp"};
  EXPECT_EQ(links(html, options), named("a"));
}

TEST(NeverIn, OfReStructuredText) {
  constexpr std::string_view kText =
      "http://a.example ``http://b.example``::\n\n  http://c.example\n\n> http://d.example\n\n"
      ".. code:: sh\n\n   http://e.example\n";
  const auto found = [&](Names names) {
    return links(kText, options_of(std::move(names), SourceOf::restructuredtext));
  };
  EXPECT_EQ(found({}), named("abcde"));
  EXPECT_EQ(found({"code"}), named("ad"));
  EXPECT_EQ(found({"pre"}), named("abd"));
  EXPECT_EQ(found({"code", "blockquote"}), named("a"));
}

TEST(NeverIn, OfHtml) {
  constexpr std::string_view kPage =
      "<p>http://a.example <code>http://b.example</code> <a "
      "href=http://c.example><code>c</code></a>"
      "<pre>x <a href=http://d.example>d</a> http://e.example</pre><p class='x no'>http://f.example"
      "<blockquote cite=http://h.example><img src=http://g.example><svg><text>http://i.example"
      "</text></svg></blockquote>";
  DocumentOptions options;
  options.markup = Markup::html;
  options.html_links = HtmlLinks::attributes;
  const auto found = [&](Names names) {
    options.never_in = std::move(names);
    Names sorted = links(kPage, options);
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  };
  const Names all = found({});
  EXPECT_EQ(all.size(), 9u);
  EXPECT_EQ(found({"code"}), named("acdefghi"));
  EXPECT_EQ(found({"pre"}), named("abcfghi"));
  EXPECT_EQ(found({"code", "pre", ".no", "blockquote"}), named("ac"));
  EXPECT_EQ(found({"kbd"}), all) << "SVG and what is moved is as without";
}

TEST(NeverIn, QuotedLinesOfText) {
  constexpr std::string_view kMail =
      "http://a.example\n> http://b.example\n>> http://c.example\r\n| http://d.example\n"
      "JD> http://e.example\n a > http://f.example\n";
  EXPECT_EQ(links(kMail, options_of({"code"})), named("abcdef"));
  EXPECT_EQ(links(kMail, options_of({"blockquote"})), named("adf"));
  DocumentOptions options = options_of({"blockquote"});
  for (const Flow flow : {Flow::fixed, Flow::flowed}) {
    options.layout = {.flow = flow,
                      .quoting = Quoting::prefixes,
                      .wrapping = flow == Flow::fixed ? Wrapping::join : Wrapping::keep,
                      .colours = Colours::remove,
                      .defanged = Defanged::refang};
    EXPECT_EQ(links("> \x1B[1mhxxp://b[.]example\n\nhxxp://a[.]example\n> c.example\n", options),
              named("a"));
  }
}

TEST(NeverIn, NamesAreThoseOfHtml) {
  const Engine engine = Engine::create({}).value();
  const auto stream = DocumentStream::open(engine, options_of({"code", "x-code"}));
  ASSERT_FALSE(stream.ok());
  EXPECT_EQ(stream.error().position, 1u);
}

}  // namespace never_in_test
}  // namespace linkspan
