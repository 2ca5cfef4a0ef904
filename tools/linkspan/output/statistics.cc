// SPDX-License-Identifier: Apache-2.0
#include "output/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/printable.h"
#include "common/encoding.h"
#include "common/json.h"
#include "linkspan/iri.h"

namespace linkspan::command {
namespace {

constexpr std::array<Kind, 3> kKinds = {Kind::url, Kind::email, Kind::custom};

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
  const Result<iri::View> uri = iri::parse(link.uri);
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

using Entry = std::pair<std::string_view, uint64_t>;

std::vector<Entry> most_frequent(const LinkStatistics::Counts& counts, uint32_t top) {
  std::vector<Entry> sorted(counts.begin(), counts.end());
  const size_t wanted = top == 0 ? sorted.size() : std::min<size_t>(top, sorted.size());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(wanted);
  std::partial_sort(sorted.begin(), middle, sorted.end(), [](const Entry& a, const Entry& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  sorted.resize(wanted);
  return sorted;
}

void append_json_list(std::string& out, std::string_view name, std::string_view member,
                      const LinkStatistics::Counts& counts, uint32_t top) {
  fmt::format_to(std::back_inserter(out), R"("{}":{{"count":{},"top":[)", name, counts.size());
  bool is_first = true;
  for (const auto& [value, links] : most_frequent(counts, top)) {
    if (!std::exchange(is_first, false)) out += ',';
    fmt::format_to(std::back_inserter(out), R"({{"{}":)", member);
    append_json_string(out, value);
    fmt::format_to(std::back_inserter(out), R"(,"links":{}}})", links);
  }
  out += "]}";
}

void append_table_list(std::string& out, std::string_view name,
                       const LinkStatistics::Counts& counts, uint32_t top) {
  fmt::format_to(std::back_inserter(out), "{:9} {}\n", counts.size(), name);
  for (const auto& [value, links] : most_frequent(counts, top)) {
    fmt::format_to(std::back_inserter(out), "{:13} {}\n", links, base::printable(value));
  }
}

}  // namespace

void LinkStatistics::count(const Link& link) {
  ++links_;
  ++kinds_[static_cast<size_t>(link.span.kind)];
  const Host host = host_of(link);
  if (host.name.empty()) return;
  ++hosts_[host.name];
  const std::string_view tld = host.is_address ? std::string_view() : tld_of(host.name);
  if (!tld.empty()) ++tlds_[std::string(tld)];
}

std::string LinkStatistics::encoded() const {
  Encoder encoder;
  encoder.put(documents_);
  encoder.put(links_);
  for (const uint64_t links : kinds_) encoder.put(links);
  encoder.put(encode_counts(hosts_));
  encoder.put(encode_counts(tlds_));
  return encoder.take();
}

void LinkStatistics::add(std::string_view encoded) {
  EncodedReader reader(encoded);
  documents_ += reader.number();
  links_ += reader.number();
  for (uint64_t& links : kinds_) links += reader.number();
  add_counts(reader.text(), hosts_);
  add_counts(reader.text(), tlds_);
}

void LinkStatistics::append_json(std::string& out, uint32_t top) const {
  fmt::format_to(std::back_inserter(out), R"({{"links":{},"documents":{},"kinds":{{)", links_,
                 documents_);
  bool is_first = true;
  for (const Kind kind : kKinds) {
    if (!std::exchange(is_first, false)) out += ',';
    fmt::format_to(std::back_inserter(out), R"("{}":{})", to_string(kind),
                   kinds_[static_cast<size_t>(kind)]);
  }
  out += "},";
  append_json_list(out, "hosts", "host", hosts_, top);
  out += ',';
  append_json_list(out, "tlds", "tld", tlds_, top);
  out += "}\n";
}

void LinkStatistics::append_table(std::string& out, uint32_t top) const {
  fmt::format_to(std::back_inserter(out), "{:9} documents\n{:9} links\n", documents_, links_);
  for (const Kind kind : kKinds) {
    const uint64_t links = kinds_[static_cast<size_t>(kind)];
    if (links > 0) {
      fmt::format_to(std::back_inserter(out), "{:13} {}\n", links, to_string(kind));
    }
  }
  append_table_list(out, "hosts", hosts_, top);
  append_table_list(out, "top-level domains", tlds_, top);
}

}  // namespace linkspan::command
