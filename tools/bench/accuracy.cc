// accuracy: how many links of the gold corpus are found with exactly their extent, theme by theme.
//
//   accuracy                        a table for each profile, over corpus/*.txt
//   accuracy --profile code mine/   one profile, over mine/*.txt
//   accuracy --failures             the cases that are wrong as well, as wanted and as found
//   accuracy --profile fast         exit status 2: no profile has that name
//
// A link that was found counts as right when both of its ends are those of a marked one; a link
// that is a byte too long or too short is thus both a false one and a missed one. Precision is the
// share of the found links that are right, recall the share of the marked links that were found
// right; where there are none to take a share of, there is `-`. A case is right when all of its
// links are and no other was found, which is what tests/corpus_test.cc asks of every one.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/linkspan.h"
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

struct Request {
  std::optional<Profile> profile;  // none: all of them, each by itself
  Failures failures = Failures::counted;
  std::string folder;
};

void add(const Tally& part, Tally& sum) {
  sum.cases += part.cases;
  sum.cases_right += part.cases_right;
  sum.links += part.links;
  sum.found += part.found;
  sum.exact += part.exact;
}

Tally judge(const Case& one, const std::vector<Range>& found) {
  Tally tally;
  tally.cases = 1;
  tally.cases_right = found == one.links ? 1 : 0;
  tally.links = one.links.size();
  tally.found = found.size();
  tally.exact =
      static_cast<size_t>(std::count_if(found.begin(), found.end(), [&](const Range& range) {
        return std::find(one.links.begin(), one.links.end(), range) != one.links.end();
      }));
  return tally;
}

std::string percentage(size_t part, size_t whole) {
  if (whole == 0) return "-";
  return fmt::format("{:.2f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

void print_row(const Tally& tally, std::string_view theme) {
  fmt::print("{:>6} {:>6} {:>6} {:>6} {:>6}  {:>9} {:>9}  {}\n", tally.cases, tally.cases_right,
             tally.links, tally.found, tally.exact, percentage(tally.exact, tally.found),
             percentage(tally.exact, tally.links), theme);
}

void print_table(Profile profile, const std::map<std::string, Tally>& themes) {
  fmt::print("Profile {}\n\n", to_string(profile));
  fmt::print("{:>6} {:>6} {:>6} {:>6} {:>6}  {:>9} {:>9}  {}\n", "cases", "right", "links", "found",
             "exact", "precision", "recall", "theme");
  Tally sum;
  for (const auto& [theme, tally] : themes) {
    print_row(tally, theme);
    add(tally, sum);
  }
  print_row(sum, "all themes");
}

void print_failure(const Case& one, const std::vector<Range>& found) {
  fmt::print("{}:{}\n  want {}\n  got  {}\n", one.file, one.line, mark_links(one.text, one.links),
             mark_links(one.text, found));
}

bool has_profile(const Case& one, Profile profile) {
  return std::find(one.profiles.begin(), one.profiles.end(), profile) != one.profiles.end();
}

// Judges the cases of one profile, prints its table, and gives how many cases there were.
size_t measure(const std::vector<Case>& cases, Profile profile, Failures failures) {
  Options options;
  options.profile = profile;
  const Engine engine = Engine::create(options).value();
  std::map<std::string, Tally> themes;
  size_t judged = 0;
  for (const Case& one : cases) {
    if (!has_profile(one, profile)) continue;
    ++judged;
    std::vector<Range> found;
    engine.scan(one.text, [&found](const Span& span) { found.push_back(span.range); });
    add(judge(one, found), themes[one.theme.empty() ? one.file : one.theme]);
    if (failures == Failures::shown && found != one.links) print_failure(one, found);
  }
  if (judged > 0) print_table(profile, themes);
  return judged;
}

// Throws std::runtime_error where there is nothing to measure, so that an empty folder does not
// look like a good one.
void run(const Request& request) {
  const std::vector<Case> cases = read_corpus(request.folder);
  size_t judged = 0;
  for (const Profile profile : kAllProfiles) {
    if (request.profile.value_or(profile) != profile) continue;
    const size_t now = measure(cases, profile, request.failures);
    if (now > 0 && !request.profile) fmt::print("\n");
    judged += now;
  }
  if (judged == 0) throw std::runtime_error("no cases of this profile in " + request.folder);
}

int main_with_arguments(int argc, char** argv) {
  CLI::App app(
      "Prints, theme by theme, how many links of the gold corpus are found with exactly their "
      "extent.\nExit status: 0 measured, however good; 1 the corpus cannot be read; 2 wrong "
      "usage.");
  Request request;
  request.folder = (source_dir() / "corpus").string();
  std::string profile;
  app.add_option("folder", request.folder, "the *.txt files in it are read")->capture_default_str();
  app.add_option("--profile", profile, "only this one: prose, uts58, code or strict")
      ->type_name("NAME");
  app.add_flag_callback(
      "--failures", [&request] { request.failures = Failures::shown; },
      "print each case that is wrong, as wanted and as found");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kWrongUsage;
  }
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
