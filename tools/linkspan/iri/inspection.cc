// SPDX-License-Identifier: Apache-2.0
#include "iri/inspection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "common/text_values.h"
#include "output/shown_text.h"

namespace linkspan::command {
namespace {

// Components as ranges of columns.
struct Drawn {
  const char* name;
  int begin, end;
  int label_row = 0;  // the row of text that its name is under
};

// The part of a component that is in one row, in columns of the row.
struct DrawnPiece {
  const char* label;  // null: it is under another row
  int begin, end;
  bool begins, ends;  // here
  int tick() const { return begin + (end - begin - 1) / 2; }
};

// A line of single columns: blank, a letter of a name, or `|` for a line down to a name.
class Labels {
 public:
  // Pieces come from right to left. A name begins under its piece, so that it never hides the line
  // down from a piece to its left.
  void place(const DrawnPiece& piece) {
    const std::string_view label = piece.label;
    const int size = static_cast<int>(label.size());
    const int begin = std::max(piece.begin, piece.tick() - (size - 1) / 2);
    size_t row = 0;
    while (!is_free(row, begin - 1, begin + size + 1)) ++row;
    for (size_t above = 0; above < row; ++above) put(above, piece.tick(), "|");
    put(row, begin, label);
  }

  void append_to(std::string& out) const {
    for (const std::string& line : lines_) {
      out += kDrawingIndent;
      for (const char c : line) c == '|' ? out += "│" : out += c;
      out += '\n';
    }
  }

 private:
  bool is_free(size_t row, int begin, int end) const {
    if (row >= lines_.size()) return true;
    const std::string& line = lines_[row];
    const auto last = std::min(static_cast<size_t>(end), line.size());
    for (auto at = static_cast<size_t>(std::max(begin, 0)); at < last; ++at) {
      if (line[at] != ' ') return false;
    }
    return true;
  }
  void put(size_t row, int begin, std::string_view text) {
    if (row >= lines_.size()) lines_.resize(row + 1);
    std::string& line = lines_[row];
    const auto at = static_cast<size_t>(begin);
    if (line.size() < at + text.size()) line.resize(at + text.size(), ' ');
    line.replace(at, text.size(), text);
  }

  std::vector<std::string> lines_;
};

void append_bracket(std::string& out, const DrawnPiece& piece) {
  for (int column = piece.begin; column < piece.end; ++column) {
    const bool is_first = piece.begins && column == piece.begin;
    const bool is_last = piece.ends && column + 1 == piece.end;
    if (piece.label != nullptr && column == piece.tick()) {
      out += "┬";
    } else {
      out += is_first ? "└" : is_last ? "┘" : "─";
    }
  }
}

void append_row(std::string& out, const std::vector<DrawnPiece>& pieces) {
  if (pieces.empty()) return;
  out += kDrawingIndent;
  int column = 0;
  for (const DrawnPiece& piece : pieces) {
    out.append(static_cast<size_t>(piece.begin - column), ' ');
    append_bracket(out, piece);
    column = piece.end;
  }
  out += '\n';
  Labels labels;
  for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece) {
    if (piece->label != nullptr) labels.place(*piece);
  }
  labels.append_to(out);
}

// The start of the character of this byte.
uint64_t start_of_character(std::string_view text, uint64_t at) {
  constexpr int kMostContinuations = 3;
  uint64_t start = at;
  for (int i = 0; i < kMostContinuations && start > 0 && start < text.size(); ++i, --start) {
    if ((static_cast<uint8_t>(text[start]) & 0xC0) != 0x80) return start;
  }
  return at;
}

// The bytes that may be shown with a place, so that a long text costs no more than a short one.
Range bytes_around(std::string_view text, uint64_t at) {
  constexpr uint64_t kBytesBefore = 2048, kBytesAfter = 2048;
  const uint64_t begin = at > kBytesBefore ? at - kBytesBefore : 0;
  const uint64_t end = std::min<uint64_t>(text.size(), at + kBytesAfter);
  return {start_of_character(text, begin), start_of_character(text, end)};
}

// Of a component with many rows, only the start and the end are shown.
std::vector<Range> omitted_parts(std::string_view text, const Parts& parts) {
  constexpr uint64_t kMostBytes = 600, kKeptBefore = 300, kKeptAfter = 150;
  std::vector<Range> omitted;
  for (const NamedPart& named : named_parts(parts)) {
    const Part part = named.part;
    if (!part.present() || part.end - part.begin <= kMostBytes) continue;
    omitted.push_back({start_of_character(text, part.begin + kKeptBefore),
                       start_of_character(text, part.end - kKeptAfter)});
  }
  return omitted;
}

std::vector<Drawn> drawn_components(const ShownText& shown, const Parts& parts) {
  std::vector<Drawn> components;
  for (const NamedPart& named : named_parts(parts)) {
    if (!named.part.present() || named.part.begin == named.part.end) continue;
    components.push_back(
        {named.name, shown.column_at(named.part.begin), shown.column_at(named.part.end)});
  }
  return components;
}

// A name is under the row that has most of its component.
void choose_label_rows(std::vector<Drawn>& components, const std::vector<int>& rows) {
  for (Drawn& component : components) {
    int most = 0;
    for (int row = 0; row + 1 < static_cast<int>(rows.size()); ++row) {
      const auto at = static_cast<size_t>(row);
      const int here = std::min(component.end, rows[at + 1]) - std::max(component.begin, rows[at]);
      if (here > most) component.label_row = row;
      most = std::max(most, here);
    }
  }
}

std::vector<DrawnPiece> pieces_of_row(const std::vector<Drawn>& components,
                                      const std::vector<int>& rows, size_t row) {
  const int begin = rows[row], end = rows[row + 1];
  std::vector<DrawnPiece> pieces;
  for (const Drawn& component : components) {
    if (component.end <= begin || component.begin >= end) continue;
    const bool is_labelled = component.label_row == static_cast<int>(row);
    pieces.push_back(
        {is_labelled ? component.name : nullptr, std::max(component.begin, begin) - begin,
         std::min(component.end, end) - begin, component.begin >= begin, component.end <= end});
  }
  return pieces;
}

}  // namespace

std::array<NamedPart, 7> named_parts(const Parts& parts) {
  return {{{"scheme", parts.scheme},
           {"userinfo", parts.userinfo},
           {"host", parts.host},
           {"port", parts.port},
           {"path", parts.path},
           {"query", parts.query},
           {"fragment", parts.fragment}}};
}

void append_components(std::string& out, const iri::View& view, int columns) {
  // The longest name fits even under the last column.
  constexpr int kLongestName = 8;
  const int width = columns - static_cast<int>(kDrawingIndent.size()) - kLongestName;
  const ShownText shown(view.text(), omitted_parts(view.text(), view.parts()));
  std::vector<Drawn> components = drawn_components(shown, view.parts());
  const std::vector<int> rows = shown.rows(width);
  choose_label_rows(components, rows);
  for (size_t row = 0; row + 1 < rows.size(); ++row) {
    (out += kDrawingIndent) += shown.between(rows[row], rows[row + 1]);
    out += '\n';
    append_row(out, pieces_of_row(components, rows, row));
  }
}

void append_excerpt(std::string& out, std::string_view text, const Range& place, int columns) {
  const Range around = bytes_around(text, place.begin);
  const ShownText shown(text.substr(around.begin, around.size()));
  const int begin = shown.column_at(place.begin - around.begin);
  const int end = shown.column_at(std::min(place.end, around.end) - around.begin);

  // Room for `…` on both sides.
  const int width = columns - static_cast<int>(kDrawingIndent.size()) - 2;
  const int most_after = std::max(width / 2, width - begin);
  const int after = std::min(most_after, std::max(shown.columns() - begin, 1));
  const int first = shown.next_start(std::max(begin + after - width, 0));
  const int last = shown.start_of(begin + after);
  const bool is_cut_before = around.begin > 0 || first > 0;
  const bool is_cut_after = around.end < text.size() || last < shown.columns();

  ((out += kDrawingIndent) += is_cut_before ? "…" : "") += shown.between(first, last);
  out += is_cut_after ? "…\n" : "\n";
  const int blanks = begin - first + (is_cut_before ? 1 : 0);
  (out += kDrawingIndent).append(static_cast<size_t>(blanks), ' ');
  out.append(static_cast<size_t>(std::max(1, std::min(end, last) - begin)), '^');
  out += '\n';
}

namespace {

// The forms of an IRI.
struct Forms {
  std::string uri, iri, display, normalized;
};

// REQUIRES: `text` is an IRI or a reference.
Forms forms_of(std::string_view text) {
  const auto made = [text](Result<std::string> result) {
    return result.ok() ? *std::move(result) : std::string(text);
  };
  Forms forms;
  forms.uri = made(iri::to_uri(text));
  forms.iri = made(iri::to_iri(forms.uri));
  forms.display = made(iri::display(text, {iri::BidiForm::none, {}}));
  forms.normalized = made(iri::normalize(text));
  return forms;
}

std::string_view type_of(const iri::View& view) {
  const bool is_ascii = base::is_all_ascii(view.text());
  if (!view.scheme()) return is_ascii ? "relative reference" : "relative reference of an IRI";
  return is_ascii ? "URI" : "IRI";
}

std::string_view sentence_of(iri::HostKind kind, iri::View::Component scheme) {
  switch (kind) {
    case iri::HostKind::none:
    case iri::HostKind::name:
      break;
    case iri::HostKind::ipv4:
      return "an IPv4 address";
    case iri::HostKind::ipv6:
      return "an IPv6 address";
    case iri::HostKind::ip_future:
      return "an address of an IP version that does not exist yet";
  }
  const auto info = scheme ? iri::scheme_info(*scheme) : std::nullopt;
  return info && info->host_is_domain ? "a domain name" : "a name";
}

std::string_view sentence_of(iri::Opens opens) {
  switch (opens) {
    case iri::Opens::safely:
      return "safe to open";
    case iri::Opens::as_page:
      return "shown as the page of another name: do not open it";
    case iri::Opens::unknown:
      return "opened by an unknown program";
    case iri::Opens::runs_code:
      return "runs code: do not open it";
  }
  return {};
}

std::string scheme_facts(std::string_view scheme) {
  const std::optional<iri::SchemeInfo> info = iri::scheme_info(scheme);
  if (!info) return fmt::format("{}: not a known scheme", scheme);
  std::string facts = fmt::format("{}: {}", info->name, sentence_of(info->opens));
  if (info->carries_address) facts += ", for email addresses";
  if (info->default_port != 0) facts += fmt::format(", port {} by default", info->default_port);
  return facts;
}

std::string host_in(std::string_view iri) {
  const Result<iri::View> view = iri::parse(iri);
  return view.ok() ? std::string(view->host().value_or("")) : std::string();
}

// bücher.example (xn--bcher-kva.example), a name
std::string host_facts(const iri::View& view, const Forms& forms) {
  if (view.host()->empty()) return "empty";
  const std::string in_iri = host_in(forms.iri), in_uri = host_in(forms.uri);
  std::string facts = ShownText(in_iri).all();
  if (in_iri != in_uri) facts += fmt::format(" ({})", in_uri);
  return facts += fmt::format(", {}", sentence_of(view.host_kind(), view.scheme()));
}

std::string names_of_empty_parts(const iri::View& view) {
  std::string names;
  for (const NamedPart& named : named_parts(view.parts())) {
    const Part part = named.part;
    const bool is_told = named.part == view.parts().host || named.part == view.parts().path;
    if (!part.present() || part.begin != part.end || is_told) continue;
    (names += names.empty() ? "" : ", ") += named.name;
  }
  return names;
}

void append_fact(std::string& out, std::string_view label, std::string_view fact) {
  if (!fact.empty()) fmt::format_to(std::back_inserter(out), "  {:<12}{}\n", label, fact);
}

void append_facts(std::string& out, const iri::View& view) {
  const Forms forms = forms_of(view.text());
  append_fact(out, "type", type_of(view));
  if (view.scheme()) append_fact(out, "scheme", scheme_facts(*view.scheme()));
  if (view.host()) append_fact(out, "host", host_facts(view, forms));
  append_fact(out, "empty", names_of_empty_parts(view));
  // Forms that are the same as the IRI in the drawing are not repeated.
  if (forms.uri != view.text()) append_fact(out, "URI", forms.uri);
  if (forms.iri != view.text()) append_fact(out, "IRI", ShownText(forms.iri).all());
  if (forms.display != view.text() && forms.display != forms.iri) {
    append_fact(out, "display", ShownText(forms.display).all());
  }
  if (forms.normalized != view.text() && forms.normalized != forms.uri) {
    append_fact(out, "normalized", ShownText(forms.normalized).all());
  }
}

std::string heading_of(const iri::Diagnostic& diagnostic) {
  const Range& place = diagnostic.range;
  return fmt::format("{}: {}, bytes {} to {}\n",
                     severity(diagnostic.warning) == Severity::serious ? "warning" : "note",
                     to_string(diagnostic.warning), place.begin, place.end);
}

// The first places of each warning: an IRI of 96 KB of bidi controls would else become 8 MB, each
// with its own excerpt.
struct FirstDiagnostics {
  std::vector<iri::Diagnostic> diagnostics;
  uint64_t left_out = 0;
};

FirstDiagnostics first_diagnostics(std::string_view text) {
  constexpr uint64_t kMostPlaces = 100;  // of one warning
  FirstDiagnostics first{iri::diagnose(text)};
  std::map<Warning, uint64_t> places;
  first.left_out = std::erase_if(first.diagnostics, [&places](const iri::Diagnostic& one) {
    return ++places[one.warning] > kMostPlaces;
  });
  return first;
}

// By severity, then by place.
void append_warning_rows(std::string& out, std::string_view text, int columns) {
  auto [diagnostics, left_out] = first_diagnostics(text);
  std::stable_partition(diagnostics.begin(), diagnostics.end(), [](const iri::Diagnostic& one) {
    return severity(one.warning) == Severity::serious;
  });
  for (const iri::Diagnostic& diagnostic : diagnostics) {
    (out += '\n') += heading_of(diagnostic);
    append_excerpt(out, text, diagnostic.range, columns);
    append_wrapped(out, diagnostic.message, kDrawingIndent, columns);
  }
  if (left_out > 0) {
    fmt::format_to(std::back_inserter(out), "\nand {} more places of these warnings\n", left_out);
  }
}

void append_json_member(std::string& out, std::string_view name, std::string_view value) {
  fmt::format_to(std::back_inserter(out), "\"{}\":", name);
  append_json_string(out, value);
}

void append_json_components(std::string& out, const iri::View& view) {
  for (const NamedPart& named : named_parts(view.parts())) {
    const Part part = named.part;
    if (part.present()) {
      append_json_member(out, named.name, view.text().substr(part.begin, part.end - part.begin));
    } else {
      fmt::format_to(std::back_inserter(out), "\"{}\":null", named.name);
    }
    out += ',';
  }
  append_json_member(out, "host_kind", to_string(view.host_kind()));
}

}  // namespace

Inspected append_inspection(std::string& out, std::string_view text, int columns) {
  const Result<iri::View> view = iri::parse(text);
  if (view.ok()) {
    append_components(out, *view, columns);
    append_facts(out += '\n', *view);
  } else {
    const uint64_t at = view.error().position;
    fmt::format_to(std::back_inserter(out), "not an IRI, byte {}\n", at);
    append_excerpt(out, text, {at, at}, columns);
    append_wrapped(out, view.error().message, kDrawingIndent, columns);
  }
  append_warning_rows(out, text, columns);
  return view.ok() ? Inspected::iri : Inspected::not_an_iri;
}

Inspected append_inspection_json(std::string& out, std::string_view text) {
  const Result<iri::View> view = iri::parse(text);
  append_json_member(out, "input", text);
  if (view.ok()) {
    const Forms forms = forms_of(text);
    append_json_components(out += ",\"output\":{", *view);
    append_json_member(out += ',', "uri", forms.uri);
    append_json_member(out += ',', "iri", forms.iri);
    append_json_member(out += ',', "display", forms.display);
    append_json_member(out += ',', "normalized", forms.normalized);
    append_json_warnings(out += "},", text);
  } else {
    append_json_error(out += ',', view.error());
  }
  return view.ok() ? Inspected::iri : Inspected::not_an_iri;
}

void append_json_error(std::string& out, const Error& error) {
  fmt::format_to(std::back_inserter(out), "\"error\":{{\"position\":{},", error.position);
  append_json_member(out, "message", error.message);
  out += '}';
}

void append_json_warnings(std::string& out, std::string_view text) {
  std::string_view separator = "\"warnings\":[";
  const auto [diagnostics, left_out] = first_diagnostics(text);
  for (const iri::Diagnostic& diagnostic : diagnostics) {
    out += std::exchange(separator, ",");
    out += '{';
    append_json_member(out, "name", to_string(diagnostic.warning));
    fmt::format_to(std::back_inserter(out), ",\"start\":{},\"end\":{},", diagnostic.range.begin,
                   diagnostic.range.end);
    append_json_member(out, "message", diagnostic.message);
    out += '}';
  }
  if (separator != ",") out += separator;
  out += ']';
  if (left_out > 0) fmt::format_to(std::back_inserter(out), ",\"warnings_left_out\":{}", left_out);
}

}  // namespace linkspan::command
