// SPDX-License-Identifier: Apache-2.0
#include "output/statistics.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "base/ascii.h"
#include "base/printable.h"
#include "common/encoding.h"
#include "common/text_values.h"
#include "linkspan/iri.h"
#include "linkspan/render.h"

namespace linkspan::command {
namespace {

constexpr std::array<Kind, 5> kKinds = {Kind::url, Kind::email, Kind::custom, Kind::file,
                                        Kind::phone};

// Those that are looked for without an option: their numbers are given even if they are 0.
constexpr bool is_usual(Kind kind) { return kind <= Kind::custom; }

// Of mailto:a@example.org,b@example.net?subject=x: example.org
std::string_view host_of_mailto(std::string_view path) {
  path = path.substr(0, path.find(','));
  const size_t at = path.rfind('@');
  return at == path.npos ? std::string_view() : path.substr(at + 1);
}

struct Host {
  std::string name = {};  // empty: there is none
  bool is_address = false;
};

Host host_of(const Link& link) {
  const Result<iri::View> uri = iri::parse(render::opened_uri(link));
  if (!uri) return {};
  const HostKind kind = uri->host_kind();
  if (const iri::View::Component host = uri->host()) {
    return {base::to_ascii_lower(*host), kind != HostKind::name};
  }
  const bool is_mailto = base::to_ascii_lower(uri->scheme().value_or("")) == "mailto";
  return {is_mailto ? base::to_ascii_lower(host_of_mailto(uri->path())) : std::string()};
}

// Also of example.org. with a final dot.
std::string_view tld_of(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  const size_t dot = host.rfind('.');
  return dot == host.npos ? std::string_view() : host.substr(dot + 1);
}

uint64_t most_of(uint32_t top) { return top == 0 ? UINT64_MAX : top; }

void append_json_list(std::string& out, std::string_view name, std::string_view member,
                      const TextCounts& counts, uint32_t top) {
  fmt::format_to(std::back_inserter(out), R"("{}":{{"count":{},"top":[)", name, counts.size());
  bool is_first = true;
  counts.visit(most_of(top), [&](std::string_view value, uint64_t links) {
    if (!std::exchange(is_first, false)) out += ',';
    fmt::format_to(std::back_inserter(out), R"({{"{}":)", member);
    append_json_string(out, value);
    fmt::format_to(std::back_inserter(out), R"(,"links":{}}})", links);
    return true;
  });
  out += "]}";
}

void append_count(std::string& out, uint64_t count, std::string_view one,
                  std::string_view several) {
  fmt::format_to(std::back_inserter(out), "{:9} {}\n", count, count == 1 ? one : several);
}

void append_table_list(std::string& out, std::string_view one, std::string_view several,
                       const TextCounts& counts, uint32_t top) {
  append_count(out, counts.size(), one, several);
  counts.visit(most_of(top), [&out](std::string_view value, uint64_t links) {
    fmt::format_to(std::back_inserter(out), "{:13} {}\n", links, base::printable(value));
    return true;
  });
}

}  // namespace

void LinkStatistics::count(const Link& link) {
  ++links_;
  ++kinds_[static_cast<size_t>(link.span.kind)];
  const Host host = host_of(link);
  if (host.name.empty()) return;
  hosts_.add(host.name);
  const std::string_view tld = host.is_address ? std::string_view() : tld_of(host.name);
  if (!tld.empty()) tlds_.add(tld);
}

std::string LinkStatistics::take_encoded() {
  Encoder encoder;
  encoder.put(documents_);
  encoder.put(links_);
  for (const uint64_t links : kinds_) encoder.put(links);
  encoder.put(hosts_.take_encoded());
  encoder.put(tlds_.take_encoded());
  return encoder.take();
}

void LinkStatistics::add(std::string_view encoded) {
  EncodedReader reader(encoded);
  documents_ += reader.number();
  links_ += reader.number();
  for (uint64_t& links : kinds_) links += reader.number();
  hosts_.add_encoded(reader.text());
  tlds_.add_encoded(reader.text());
}

void LinkStatistics::finish() {
  hosts_.finish();
  tlds_.finish();
}

void LinkStatistics::append_json(std::string& out, uint32_t top) const {
  fmt::format_to(std::back_inserter(out), R"({{"links":{},"documents":{},"kinds":{{)", links_,
                 documents_);
  bool is_first = true;
  for (const Kind kind : kKinds) {
    const uint64_t links = kinds_[static_cast<size_t>(kind)];
    if (links == 0 && !is_usual(kind)) continue;
    if (!std::exchange(is_first, false)) out += ',';
    fmt::format_to(std::back_inserter(out), R"("{}":{})", to_string(kind), links);
  }
  out += "},";
  append_json_list(out, "hosts", "host", hosts_, top);
  out += ',';
  append_json_list(out, "tlds", "tld", tlds_, top);
  out += "}\n";
}

void LinkStatistics::append_table(std::string& out, uint32_t top) const {
  append_count(out, documents_, "document", "documents");
  append_count(out, links_, "link", "links");
  for (const Kind kind : kKinds) {
    const uint64_t links = kinds_[static_cast<size_t>(kind)];
    if (links > 0) {
      fmt::format_to(std::back_inserter(out), "{:13} {}\n", links, to_string(kind));
    }
  }
  append_table_list(out, "host", "hosts", hosts_, top);
  append_table_list(out, "top-level domain", "top-level domains", tlds_, top);
}

}  // namespace linkspan::command
