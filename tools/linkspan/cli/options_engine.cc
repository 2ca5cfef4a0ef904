// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <fstream>

#include "base/ascii.h"
#include "base/utf8.h"
#include "cli/option_groups.h"
#include "common/option_values.h"

namespace linkspan::command {
namespace {

constexpr Profile kProfiles[] = {Profile::prose, Profile::uts58, Profile::code, Profile::strict};

std::string profile_names() {
  std::string joined;
  for (const Profile profile : kProfiles) {
    if (!joined.empty()) joined += '|';
    joined += to_string(profile);
  }
  return joined + '|' + kProfileByName;
}

std::string_view without_white_space_around(std::string_view text) {
  const auto is_white_space = [](char c) {
    return base::is_ascii_white_space(static_cast<unsigned char>(c));
  };
  while (!text.empty() && is_white_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_white_space(text.back())) text.remove_suffix(1);
  return text;
}

// The names in a file in the form of grammars/tlds.txt: one a line, `#` begins a comment. Editors
// put a byte order mark before the first.
std::vector<std::string> read_tlds(const std::string& path) {
  std::vector<std::string> names;
  std::vector<size_t> lines;  // in which they stand
  std::ifstream in(path);
  if (!in) throw WrongUsage{fmt::format("--tlds '{}' cannot be read", path)};
  size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    if (++number == 1 && line.starts_with(base::kByteOrderMark)) {
      line.erase(0, base::kByteOrderMark.size());
    }
    const std::string_view name = without_white_space_around(line);
    if (name.empty() || name.front() == '#') continue;
    names.emplace_back(name);
    lines.push_back(number);
  }
  if (names.empty()) throw WrongUsage{fmt::format("--tlds '{}' has no names in it", path)};
  Options only_names;
  only_names.tlds.allow = names;
  if (const Result<Engine> engine = Engine::create(only_names); !engine.ok()) {
    throw WrongUsage{fmt::format("--tlds '{}', line {}: {}", path, lines[engine.error().position],
                                 engine.error().message)};
  }
  return names;
}

NameList names_of(const char* option, const std::string& list) {
  Result<NameList> names = parse_names(list);
  if (!names) throw WrongUsage{fmt::format("{} {}", option, names.error().message)};
  return std::move(names).value();
}

bool is_file(const std::string& path) { return std::ifstream(path).good(); }

// Names with a sign, and files: `+corp,-zip`, `ours.txt`, `ours.txt,+corp`.
NameList list_of_tlds(const std::string& list) {
  if (is_file(list)) return {.allow = read_tlds(list)};  // a comma may be in its name
  Options options;
  for (const std::string& part : split_list("--tlds", list, "+corp,-zip or a file of names")) {
    const bool has_sign = part.front() == '+' || part.front() == '-';
    if (!has_sign && !is_file(part)) {
      throw WrongUsage{
          fmt::format("--tlds '{0}' cannot be read: no such file. To add a name to IANA's list, "
                      "write +{0}",
                      part)};
    }
    const NameList names = has_sign ? names_of("--tlds", part) : NameList{.allow = read_tlds(part)};
    for (const auto names_of_kind : {&NameList::allow, &NameList::add, &NameList::remove}) {
      (options.tlds.*names_of_kind)
          .insert((options.tlds.*names_of_kind).end(), (names.*names_of_kind).begin(),
                  (names.*names_of_kind).end());
    }
  }
  if (const Result<Engine> engine = Engine::create(options); !engine.ok()) {
    throw WrongUsage{fmt::format("--tlds: {}", engine.error().message)};
  }
  return options.tlds;
}

}  // namespace

void declare_engine_options(OptionList& options, RawEngineOptions& raw) {
  options.add_value("--profile", raw.profile, profile_names(),
                    "The rules for where a link begins and ends (default:\nprose). auto: code for "
                    "source files and logs, by their\nnames, else prose");
  options.add_value(
      "--schemes", raw.schemes, "LIST",
      "Which schemes to link, with commas between them; +NAME\nadds to the default list, -NAME "
      "removes from it. Links\nwithout a scheme and addresses: --no-bare, --no-email");
  options.add_value("--tlds", raw.tlds, "LIST",
                    "The top-level domains of links without a scheme, with\ncommas between them: "
                    "+NAME adds to IANA's list, -NAME\nremoves from it, a FILE of names replaces "
                    "it");
  options.add_value("--max-link", raw.max_link, "BYTES",
                    "Cut links that are longer (default: 65536; from 256\nto 1073741824)");
  options.add_flag("--no-bare", raw.no_bare,
                   "No links without a scheme, such as example.org/start");
  options.add_flag("--no-email", raw.no_email, "No email addresses");
}

Options engine_options(const RawEngineOptions& raw) {
  Options options;
  if (!raw.profile.empty() && raw.profile != kProfileByName) {
    const Result<Profile> profile = parse_profile(raw.profile);
    if (!profile.ok()) {
      throw WrongUsage{fmt::format("--profile '{}' is not known; --profile can be {}", raw.profile,
                                   profile_names())};
    }
    options.profile = profile.value();
  }
  options.bare_domains = !raw.no_bare;
  options.email = !raw.no_email;
  if (!raw.schemes.empty()) {
    options.schemes = names_of("--schemes", raw.schemes);
  }
  if (!raw.tlds.empty()) options.tlds = list_of_tlds(raw.tlds);
  options.max_link_bytes =
      parse_number("--max-link", raw.max_link, "bytes", 256, 1u << 30, options.max_link_bytes);
  return options;
}

}  // namespace linkspan::command
