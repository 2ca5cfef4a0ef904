// SPDX-License-Identifier: Apache-2.0
// accuracy: counts the links of the gold corpus, and of labelled places of real text, that are
// found with exactly their extent.
//
//   accuracy                        a table by theme for each profile, from corpus/*.txt
//   accuracy --profile code mine/   one profile, from mine/*.txt
//   accuracy --tags                 a row for each script and language instead of each theme
//   accuracy --failures             also prints each wrong case, as expected and as found
//   accuracy --real last            also real text, as it was counted last
//                                   (corpus/real_text_counts.tsv)
//   accuracy --real FILE            also real text: FILE is the output of tools/bench/real_text
//   accuracy --real last --ablate       for each rule of grammars/prose_rules.txt, the number of
//   cases
//                                   that change without it: required, held out, known misses, real
//                                   places; with FILE, these are counted again
//   accuracy --real FILE --counts   writes these counts, as corpus/real_text_counts.tsv has them
//   accuracy --signatures           for each case, the rules that change it
//   accuracy --profile fast         exit status 2: no profile has that name
//
// A found link is right if both of its ends are those of a link that the corpus marks. A link that
// is a byte too long or too short is therefore both a false and a missed link. Precision is the
// number of right links divided by that of found links, recall the number of right links divided by
// that of marked links; `-` stands for a division by 0. A case is right if exactly its marked links
// are found; tests/scan/corpus_test.cc requires this of the required cases. In real text, links
// outside of the labelled place do not count.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "automata/prose_rules.h"
#include "flags.h"
#include "linkspan/linkspan.h"
#include "scan/prose/prose_rules.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace {

// Exit statuses.
constexpr int kDone = 0;
constexpr int kUnreadable = 1;
constexpr int kWrongUsage = 2;

struct Tally {
  size_t cases = 0;
  size_t cases_right = 0;
  size_t links = 0;  // marked in the corpus
  size_t found = 0;
  size_t exact = 0;  // found with both ends right
};

enum class Failures { counted, shown };

// What a row of the table counts. A case with several tags is in several rows.
enum class Rows { themes, tags };

struct Request {
  std::optional<Profile> profile;  // none: a table for each profile
  Failures failures = Failures::counted;
  Rows rows = Rows::themes;
  std::string folder;
  bool has_real_text = false;
  std::string real_text;  // a file; empty: the counts of the last time
  bool ablates = false;
  bool prints_counts = false;
  bool prints_signatures = false;  // with ablates
};

// A place of real text that a reader labelled.
struct RealCase {
  std::string kind;  // word, end
  Range place;
  std::vector<Range> links;  // at most one
  std::string source;
  std::string text;
};

void add(const Tally& part, Tally& sum) {
  sum.cases += part.cases;
  sum.cases_right += part.cases_right;
  sum.links += part.links;
  sum.found += part.found;
  sum.exact += part.exact;
}

Tally judge(const std::vector<Range>& wanted, const std::vector<Range>& found) {
  Tally tally;
  tally.cases = 1;
  tally.cases_right = found == wanted ? 1 : 0;
  tally.links = wanted.size();
  tally.found = found.size();
  tally.exact =
      static_cast<size_t>(std::count_if(found.begin(), found.end(), [&](const Range& range) {
        return std::find(wanted.begin(), wanted.end(), range) != wanted.end();
      }));
  return tally;
}

std::string percentage(size_t part, size_t whole) {
  if (whole == 0) return "-";
  return fmt::format("{:.2f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

void print_row(const Tally& tally, std::string_view name) {
  fmt::print("{:>6} {:>6} {:>6} {:>6} {:>6}  {:>9} {:>9}  {}\n", tally.cases, tally.cases_right,
             tally.links, tally.found, tally.exact, percentage(tally.exact, tally.found),
             percentage(tally.exact, tally.links), name);
}

std::string_view name_of(Duty duty) {
  switch (duty) {
    case Duty::required:
      return "= required";
    case Duty::held_out:
      return "= held out";
    default:
      return "= known misses";
  }
}

// The tallies of a profile: by theme or tag, of all cases, and by duty.
struct Tallies {
  std::map<std::string, Tally> rows;
  Tally all;
  std::map<Duty, Tally> duties;
};

void print_heading(std::string_view last) {
  fmt::print("{:>6} {:>6} {:>6} {:>6} {:>6}  {:>9} {:>9}  {}\n", "cases", "right", "links", "found",
             "exact", "precision", "recall", last);
}

void print_table(Profile profile, Rows rows, const Tallies& tallies) {
  fmt::print("Profile {}\n\n", to_string(profile));
  print_heading(rows == Rows::themes ? "theme" : "tag");
  for (const auto& [name, tally] : tallies.rows) print_row(tally, name);
  print_row(tallies.all, "= all cases");
  for (const auto& [duty, tally] : tallies.duties) print_row(tally, name_of(duty));
}

void print_failure(std::string_view place, std::string_view text, const std::vector<Range>& wanted,
                   const std::vector<Range>& found) {
  fmt::print("{}\n  want {}\n  got  {}\n", place, mark_links(text, wanted),
             mark_links(text, found));
}

bool has_profile(const Case& one, Profile profile) {
  return std::find(one.profiles.begin(), one.profiles.end(), profile) != one.profiles.end();
}

std::vector<Range> links_of(const Engine& engine, std::string_view text) {
  std::vector<Range> found;
  engine.scan(text, [&found](const Span& span) { found.push_back(span.range); });
  return found;
}

Engine engine_of(Profile profile) {
  Options options;
  options.profile = profile;
  return Engine::create(options).value();
}

std::vector<std::string> rows_of(const Case& one, Rows rows) {
  if (rows == Rows::tags) return one.tags;
  return {one.theme.empty() ? one.file : one.theme};
}

// Prints the table of one profile, and returns the number of its cases.
size_t measure(const std::vector<Case>& cases, Profile profile, const Request& request) {
  const Engine engine = engine_of(profile);
  Tallies tallies;
  for (const Case& one : cases) {
    if (!has_profile(one, profile)) continue;
    const std::vector<Range> found = links_of(engine, one.text);
    const Tally tally = judge(one.links, found);
    for (const std::string& row : rows_of(one, request.rows)) add(tally, tallies.rows[row]);
    add(tally, tallies.all);
    add(tally, tallies.duties[one.duty]);
    if (request.failures == Failures::shown && found != one.links) {
      print_failure(fmt::format("{}:{} {}", one.file, one.line, one.id), one.text, one.links,
                    found);
    }
  }
  if (tallies.all.cases > 0) print_table(profile, request.rows, tallies);
  return tallies.all.cases;
}

// Reads a line written by tools/bench/real_text. Throws std::runtime_error if it is malformed.
RealCase read_real_case(std::string_view line) {
  constexpr size_t kFields = 6;  // before the text
  std::vector<std::string> fields;
  while (fields.size() < kFields) {
    const size_t tab = line.find('\t');
    if (tab == line.npos) throw std::runtime_error("not a line of tools/bench/real_text");
    fields.emplace_back(line.substr(0, tab));
    line.remove_prefix(tab + 1);
  }
  const auto range = [&fields](size_t first) {
    return Range{std::stoull(fields[first]), std::stoull(fields[first + 1])};
  };
  RealCase one{fields[0], range(1), {}, fields[5], std::string(line)};
  const Range link = range(3);
  if (link.size() > 0) one.links.push_back(link);
  return one;
}

std::vector<RealCase> read_real_cases(const std::string& path) {
  std::vector<RealCase> cases;
  if (path.empty()) return cases;
  const std::string contents = read_file(path);
  for (std::string_view rest = contents; !rest.empty();) {
    const size_t size = std::min(rest.find('\n'), rest.size());
    cases.push_back(read_real_case(rest.substr(0, size)));
    rest.remove_prefix(std::min(size + 1, rest.size()));
  }
  return cases;
}

// The links found that overlap a labelled place of real text.
std::vector<Range> links_at(const Engine& engine, const RealCase& one) {
  std::vector<Range> found = links_of(engine, one.text);
  found.erase(std::remove_if(found.begin(), found.end(),
                             [&one](const Range& range) {
                               return range.end <= one.place.begin || range.begin >= one.place.end;
                             }),
              found.end());
  return found;
}

// What was counted in real text: the places of each kind, and those that change without a rule.
struct RealCounts {
  std::map<std::string, Tally> kinds;
  std::map<std::string, size_t, std::less<>> rules;
};

std::map<std::string, Tally> count_places(const std::string& path, Failures failures) {
  const Engine engine = engine_of(Profile::prose);
  std::map<std::string, Tally> kinds;
  for (const RealCase& one : read_real_cases(path)) {
    const std::vector<Range> found = links_at(engine, one);
    add(judge(one.links, found), kinds[one.kind]);
    if (failures == Failures::shown && found != one.links) {
      print_failure(one.source + " " + one.kind, one.text, one.links, found);
    }
  }
  return kinds;
}

// The counts in the repository, which has no text of other people.
RealCounts read_real_counts() {
  RealCounts counts;
  std::istringstream lines(read_file(source_dir() / "corpus/real_text_counts.tsv"));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string what, name;
    fields >> what >> name;
    if (what == "places") {
      Tally& tally = counts.kinds[name];
      fields >> tally.cases >> tally.cases_right >> tally.links >> tally.found >> tally.exact;
    } else if (what == "rule") {
      fields >> counts.rules[name];
    }
    if (what != "#" && !fields) throw std::runtime_error("corpus/real_text_counts.tsv: " + line);
  }
  return counts;
}

// Prints the table of real text, in profile prose.
void measure_real_text(const Request& request) {
  fmt::print("Real text, profile prose\n\n");
  print_heading("places");
  const auto kinds = request.real_text.empty() ? read_real_counts().kinds
                                               : count_places(request.real_text, request.failures);
  for (const auto& [kind, tally] : kinds) print_row(tally, kind);
}

// The links found in each case, with the rules that are in force now.
std::vector<std::vector<Range>> find_all(const std::vector<Case>& cases,
                                         const std::vector<RealCase>& real) {
  std::map<Profile, Engine> engines;
  for (const Profile profile : kAllProfiles) engines.emplace(profile, engine_of(profile));
  std::vector<std::vector<Range>> all;
  for (const Case& one : cases) {
    std::vector<Range>& links = all.emplace_back();
    for (const Profile profile : one.profiles) {
      const std::vector<Range> found = links_of(engines.at(profile), one.text);
      links.insert(links.end(), found.begin(), found.end());
    }
  }
  for (const RealCase& one : real) all.push_back(links_at(engines.at(Profile::prose), one));
  return all;
}

// Prints each case with the rules without which its links change, separated by commas. Two cases
// with the same rules and the same script may be redundant.
void print_signatures(const std::vector<Case>& cases,
                      const std::vector<std::vector<std::string_view>>& rules) {
  for (size_t i = 0; i < cases.size(); ++i) {
    fmt::print("{}\t{}\t{}\t{}\n", cases[i].file, cases[i].line, cases[i].id,
               fmt::join(rules[i], ","));
  }
}

// Prints for each rule the number of cases of each kind whose links change without it.
void ablate(const Request& request) {
  const std::vector<Case> cases = read_corpus(request.folder);
  const std::vector<RealCase> real = read_real_cases(request.real_text);
  const std::vector<std::vector<Range>> usual = find_all(cases, real);
  std::vector<std::vector<std::string_view>> rules(cases.size());
  const bool is_counted = request.has_real_text && request.real_text.empty();
  const RealCounts known = is_counted ? read_real_counts() : RealCounts();
  if (request.prints_counts) {
    fmt::print("# kind, places, right, links, found, exact\n");
    for (const auto& [kind, tally] : count_places(request.real_text, Failures::counted)) {
      fmt::print("places\t{}\t{}\t{}\t{}\t{}\t{}\n", kind, tally.cases, tally.cases_right,
                 tally.links, tally.found, tally.exact);
    }
    fmt::print("# rule, places that change without it\n");
  } else if (!request.prints_signatures) {
    fmt::print("rule\trequired\theld out\tknown misses\treal\n");
  }
  for (size_t rule = 0; rule < std::size(automata::kProseRules); ++rule) {
    const scan::WithoutRule off(static_cast<scan::ProseRule>(rule));
    const std::vector<std::vector<Range>> without = find_all(cases, real);
    std::map<Duty, size_t> changed;
    size_t changed_real = 0;
    for (size_t i = 0; i < usual.size(); ++i) {
      if (without[i] == usual[i]) continue;
      if (i < cases.size()) rules[i].push_back(automata::kProseRules[rule].id);
      ++(i < cases.size() ? changed[cases[i].duty] : changed_real);
    }
    const std::string_view id = automata::kProseRules[rule].id;
    if (request.prints_counts) fmt::print("rule\t{}\t{}\n", id, changed_real);
    if (request.prints_signatures || request.prints_counts) continue;
    if (const auto count = known.rules.find(id); count != known.rules.end()) {
      changed_real = count->second;
    }
    fmt::print("{}\t{}\t{}\t{}\t{}\n", id, changed[Duty::required], changed[Duty::held_out],
               changed[Duty::known_miss], changed_real);
  }
  if (request.prints_signatures) print_signatures(cases, rules);
}

// Throws std::runtime_error if there are no cases, so that an empty folder is not mistaken for a
// good result.
void run(const Request& request) {
  if (request.ablates) return ablate(request);
  const std::vector<Case> cases = read_corpus(request.folder);
  size_t judged = 0;
  for (const Profile profile : kAllProfiles) {
    if (request.profile.value_or(profile) != profile) continue;
    const size_t now = measure(cases, profile, request);
    if (now > 0 && !request.profile) fmt::print("\n");
    judged += now;
  }
  if (request.has_real_text) measure_real_text(request);
  if (judged == 0) throw std::runtime_error("no cases of this profile in " + request.folder);
}

int main_with_arguments(int argc, char** argv) {
  Request request;
  std::string profile;
  bool prints_signatures = false, by_tags = false, shows_failures = false;
  tools::Flags flags;
  flags.add("--profile", profile, "NAME", "only this profile: prose, uts58, code or strict");
  flags.add("--real", request.real_text, "FILE|last",
            "also real text: the output of tools/bench/real_text, or the counts of the last time");
  flags.add("--ablate", request.ablates,
            "for each rule, how many cases change without it, separated by tabs");
  flags.add("--counts", request.prints_counts,
            "with --real FILE: write corpus/real_text_counts.tsv");
  flags.add("--signatures", prints_signatures, "for each case, the rules that change it");
  flags.add("--tags", by_tags, "a row for each script and language instead of each theme");
  flags.add("--failures", shows_failures, "print each wrong case, as expected and as found");
  std::vector<std::string> folders;
  try {
    folders = flags.parse(argc, argv);
  } catch (const tools::WrongFlags& wrong) {
    fmt::print(stderr, "accuracy: {}\n", wrong.what());
    return kWrongUsage;
  }
  if (flags.wants_help()) {
    fmt::print(
        "Prints for each theme how many links of the gold corpus are found with exactly their "
        "extent.\nUsage: accuracy [OPTION]... [FOLDER]\n{}"
        "Exit status: 0 measured, whatever the result; 1 the corpus cannot be read; "
        "2 wrong usage.\n",
        flags.help());
    return kDone;
  }
  request.folder = folders.empty() ? (source_dir() / "corpus").string() : folders.front();
  if (request.prints_counts) request.ablates = true;
  request.has_real_text = !request.real_text.empty();
  if (request.real_text == "last") request.real_text.clear();
  if (prints_signatures) request.ablates = request.prints_signatures = true;
  if (by_tags) request.rows = Rows::tags;
  if (shows_failures) request.failures = Failures::shown;
  if (!profile.empty()) {
    const Result<Profile> named = parse_profile(profile);
    if (!named.ok()) {
      fmt::print(stderr, "accuracy: {}\n", named.error().message);
      return kWrongUsage;
    }
    request.profile = named.value();
  }
  run(request);
  return kDone;
}

}  // namespace
}  // namespace linkspan::test

int main(int argc, char** argv) {
  try {
    return linkspan::test::main_with_arguments(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "accuracy: %s\n", error.what());
    return linkspan::test::kUnreadable;
  }
}
