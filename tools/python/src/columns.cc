// SPDX-License-Identifier: Apache-2.0
#include "columns.h"

#include "linkspan/site.h"

namespace linkspan_python {
namespace {

using linkspan::Part;
using linkspan::Parts;

struct PartColumn {
  TextColumn column;
  Part Parts::*part;
};
constexpr PartColumn kPartColumns[] = {
    {TextColumn::host, &Parts::host},         {TextColumn::scheme, &Parts::scheme},
    {TextColumn::userinfo, &Parts::userinfo}, {TextColumn::port, &Parts::port},
    {TextColumn::path, &Parts::path},         {TextColumn::query, &Parts::query},
    {TextColumn::fragment, &Parts::fragment}};

uint32_t bits_of(linkspan::Warnings warnings) {
  uint32_t bits = 0;
  for (const linkspan::Warning warning : linkspan::kAllWarnings) {
    if (warnings.has(warning)) bits |= static_cast<uint32_t>(warning);
  }
  return bits;
}

template <class T>
void append_to(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

void StringColumn::end_string(bool is_present) {
  const size_t index = size();
  if (index % 8 == 0) present_.push_back(0);
  present_[index / 8] |= static_cast<uint8_t>(is_present << (index % 8));
  offsets_.push_back(static_cast<int64_t>(bytes_.size()));
  absent_ += is_present ? 0 : 1;
}

void StringColumn::add(std::string_view text) {
  bytes_ += text;
  end_string(true);
}

void StringColumn::add_absent() { end_string(false); }

void StringColumn::append(const StringColumn& other) {
  for (size_t i = 0; i < other.size(); ++i) {
    if (other.has(i)) {
      add(other.at(i));
    } else {
      add_absent();
    }
  }
}

void Columns::add_parts(const Parts& parts, std::string_view text) {
  for (const PartColumn& each : kPartColumns) {
    if (!wanted.has(each.column)) continue;
    const Part part = parts.*each.part;
    if (part.present()) {
      of(each.column).add(part.text(text));
    } else {
      of(each.column).add_absent();
    }
  }
}

void Columns::add_span(Place place, const linkspan::Span& span, std::string_view with_parts) {
  row.push_back(place.row);
  start.push_back(static_cast<int64_t>(place.start));
  end.push_back(static_cast<int64_t>(place.end));
  kind.push_back(static_cast<uint8_t>(span.kind));
  form.push_back(static_cast<uint8_t>(span.form));
  ended_by.push_back(static_cast<uint8_t>(span.ended_by));
  add_parts(span.parts, with_parts);
}

void Columns::add(Place place, const linkspan::Span& span, std::string_view text) {
  add_span(place, span, text);
  if (wanted.has(TextColumn::text)) of(TextColumn::text).add(text);
  if (wanted.has(TextColumn::rule)) of(TextColumn::rule).add_absent();
}

void Columns::add(Place place, const linkspan::Link& link) {
  add_span(place, link.span, link.span.form == linkspan::Form::href ? link.iri : link.text);
  if (wanted.has(TextColumn::text)) of(TextColumn::text).add(link.text);
  if (wanted.has(TextColumn::iri)) of(TextColumn::iri).add(link.iri);
  if (wanted.has(TextColumn::uri)) of(TextColumn::uri).add(link.uri);
  if (wanted.has(TextColumn::display)) {
    of(TextColumn::display).add(link.display.empty() ? link.iri : link.display);
  }
  if (wanted.has(TextColumn::rule)) {
    if (link.rule.empty()) {
      of(TextColumn::rule).add_absent();
    } else {
      of(TextColumn::rule).add(link.rule);
    }
  }
  if (wanted.has(TextColumn::registered_domain)) {
    const std::string domain = linkspan::registered_domain(linkspan::host_of_uri(link.uri));
    if (domain.empty()) {
      of(TextColumn::registered_domain).add_absent();
    } else {
      of(TextColumn::registered_domain).add(domain);
    }
  }
  if (wanted.warnings) warnings.push_back(bits_of(link.warnings));
}

void Columns::append(const Columns& other) {
  append_to(row, other.row);
  append_to(start, other.start);
  append_to(end, other.end);
  append_to(kind, other.kind);
  append_to(form, other.form);
  append_to(ended_by, other.ended_by);
  append_to(warnings, other.warnings);
  for (size_t i = 0; i < texts.size(); ++i) texts[i].append(other.texts[i]);
}

}  // namespace linkspan_python
