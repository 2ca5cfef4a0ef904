// SPDX-License-Identifier: Apache-2.0
#include "iri/inspection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>

#include "base/ascii.h"
#include "common/json.h"
#include "iri/drawing.h"
#include "output/shown_text.h"

namespace linkspan::command {
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
