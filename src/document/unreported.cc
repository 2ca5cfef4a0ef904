// SPDX-License-Identifier: Apache-2.0
#include "document/unreported.h"

#include <algorithm>

#include "document/readers/html_reader.h"
#include "lines/rst_code.h"
#include "markdown/page.h"

namespace linkspan::document {
namespace {

// The text of the elements that Markdown stands for, and of those in HTML in it.
std::vector<Range> code_of_markdown(std::string_view source, const DocumentOptions& options) {
  const Result<html::FixedElements> fixed = fixed_elements(options);
  if (!fixed.ok()) return {};  // refused by Pipeline::begin()
  html::PageContext context;
  context.fixed = &*fixed;
  const html::Page page = markdown::read_page(source, context);
  std::vector<Range> places;
  for (const html::TextRange& text : page.fixed) {
    for (const html::SourceRange& one : page.sources_of(text)) {
      places.push_back({one.begin, one.end});
    }
  }
  return places;
}

std::vector<Range> code_of_restructuredtext(std::string_view source,
                                            const DocumentOptions& options) {
  if (is_never_in(options, "code")) return lines::code_of_rst(source, lines::RstCode::all);
  return lines::code_of_rst(source, lines::RstCode::blocks);
}

}  // namespace

bool is_never_in(const DocumentOptions& options, std::string_view name) {
  const std::vector<std::string>& names = options.never_in;
  return std::find(names.begin(), names.end(), name) != names.end();
}

void Unreported::begin(const DocumentOptions& options) {
  places_.clear();
  const bool has_code = is_never_in(options, "code") || is_never_in(options, "pre");
  needs_source_ = options.source_of != SourceOf::plain && has_code;
}

void Unreported::read(std::string_view source, const DocumentOptions& options) {
  needs_source_ = false;
  const std::string_view read = source.substr(0, kMost);
  places_ = options.source_of == SourceOf::markdown ? code_of_markdown(read, options)
                                                    : code_of_restructuredtext(read, options);
  std::sort(places_.begin(), places_.end(),
            [](const Range& a, const Range& b) { return a.begin < b.begin; });
}

bool Unreported::has(uint64_t offset) const {
  const auto next = std::partition_point(
      places_.begin(), places_.end(), [offset](const Range& each) { return each.end <= offset; });
  return next != places_.end() && next->begin <= offset;
}

}  // namespace linkspan::document
