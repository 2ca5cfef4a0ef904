// SPDX-License-Identifier: Apache-2.0
#include "lsp/extra_links.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "linkspan/render.h"
#include "lsp/file_uri.h"
#include "lsp/ranges.h"

namespace linkspan::command::lsp {
namespace {

using Links = std::vector<ExtraLink>;

Links links_of_rules(Session& session, const OpenDocument& document, std::string_view text) {
  Links links;
  if (session.rules.empty()) return links;
  Document read{text, {}};
  read.options.rules = session.rules;
  const Engine& engine = session.scanner(document.language).engine;
  const auto summary = linkify(read, engine, [&links](const Link& link) {
    if (link.rule.empty() || !render::is_openable(link.uri)) return;
    links.push_back({link.span.range, link.uri, std::string(link.rule)});
  });
  return summary.ok() ? links : Links();
}

// White space, and punctuation that surrounds names in text and code.
bool is_beside_names(char c) {
  constexpr std::string_view kAround = "\"'`<>()[]{}|,;*=";
  const auto byte = static_cast<unsigned char>(c);
  return byte <= ' ' || byte == 0x7F || kAround.find(c) != kAround.npos;
}

// Calls `take` with the range of each word that may be the name of a file.
template <class Take>
void for_each_name(std::string_view text, Take take) {
  constexpr std::string_view kAfterNames = ".:!?";
  constexpr size_t kLongest = 4096;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    bool has_slash = false;
    for (; end < text.size() && !is_beside_names(text[end]); ++end) has_slash |= text[end] == '/';
    const size_t next = end + 1;
    while (end > at && kAfterNames.find(text[end - 1]) != kAfterNames.npos) --end;
    if (has_slash && end > at && end - at <= kLongest) take(Range{at, end});
    at = next;
  }
}

// A name with the line that follows it after a colon, and perhaps a column: `a/b.cc:12:3`.
struct PlacedName {
  std::string_view name;
  std::string_view line;  // digits, or empty
};

PlacedName split_place(std::string_view word) {
  PlacedName found{word, {}};
  for (int numbers = 0; numbers < 2; ++numbers) {
    const size_t colon = found.name.rfind(':');
    if (colon == std::string_view::npos || colon + 1 == found.name.size()) break;
    const std::string_view number = found.name.substr(colon + 1);
    const bool is_number = std::all_of(number.begin(), number.end(), base::is_ascii_digit);
    if (!is_number) break;
    found = {found.name.substr(0, colon), number};
  }
  return found;
}

// Finds the files that are named in a document.
class FileFinder {
 public:
  FileFinder(Session& session, const OpenDocument& document) : session_(session) {
    for (const std::string& folder : session.folders) {
      const auto path = session.environment.canonical_path(folder);
      if (path) folders_.push_back(*path);
    }
    const std::optional<std::string> path = path_of_uri(document.uri);
    if (path) bases_.push_back(path->substr(0, path->rfind('/')));
    bases_.insert(bases_.end(), folders_.begin(), folders_.end());
  }

  // The URI of the file; nothing if no workspace folder has it.
  std::optional<std::string> uri_of(std::string_view word) const {
    const PlacedName placed = split_place(word);
    const std::optional<std::string> path = path_of(placed.name);
    if (!path) return std::nullopt;
    std::string uri = uri_of_path(*path);
    if (!placed.line.empty()) (uri += "#L") += placed.line;
    return uri;
  }

 private:
  std::optional<std::string> path_of(std::string_view name) const {
    if (const std::optional<std::string> path = path_of_uri(name)) return inside(*path);
    if (name.starts_with('/') || name.find("://") != name.npos) return std::nullopt;
    for (const std::string& base : bases_) {
      std::optional<std::string> path = inside((base + '/').append(name));
      if (path) return path;
    }
    return std::nullopt;
  }

  std::optional<std::string> inside(const std::string& path) const {
    std::optional<std::string> found = session_.environment.canonical_path(path);
    const auto holds = [&found](const std::string& folder) {
      return found->starts_with(folder.ends_with('/') ? folder : folder + '/');
    };
    if (found && std::none_of(folders_.begin(), folders_.end(), holds)) found.reset();
    return found;
  }

  Session& session_;
  std::vector<std::string> folders_;  // of the workspace, without symbolic links
  std::vector<std::string> bases_;    // where relative names begin
};

Links links_of_files(Session& session, const OpenDocument& document, std::string_view text) {
  Links links;
  if (session.settings.file_links == FileLinks::off || session.folders.empty()) return links;
  const FileFinder finder(session, document);
  for_each_name(text, [&](Range range) {
    std::optional<std::string> uri = finder.uri_of(range.text(text));
    if (uri) links.push_back({range, std::move(*uri), {}});
  });
  return links;
}

// Merges both lists. A file that overlaps a match of a rule is left out.
Links joined(Links rules, Links files) {
  std::erase_if(files, [&rules](const ExtraLink& file) { return has_overlap(rules, file.range); });
  Links all;
  std::merge(rules.begin(), rules.end(), files.begin(), files.end(), std::back_inserter(all),
             [](const ExtraLink& a, const ExtraLink& b) { return a.range.begin < b.range.begin; });
  return all;
}

}  // namespace

void find_extra_links(Session& session, OpenDocument& document) {
  if (document.extra_links) return;
  document.extra_links.emplace();
  if (session.rules.empty() && session.settings.file_links == FileLinks::off) return;
  const std::string text = document.text.copy({0, document.text.size()});
  document.extra_links =
      joined(links_of_rules(session, document, text), links_of_files(session, document, text));
}

}  // namespace linkspan::command::lsp
