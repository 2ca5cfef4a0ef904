// SPDX-License-Identifier: Apache-2.0
// Promise: places in files and telephone numbers are found as docs/places.md and docs/phones.md
// say, the same for any chunks of the text, in linear time, and nothing else is.

#include <gtest/gtest.h>
#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/rules.h"
#include "rules/matcher.h"
#include "tests/support/data.h"

namespace linkspan::test {
namespace places_test {

namespace fs = std::filesystem;

const Engine& engine() {
  static const Engine made = Engine::create({}).value();
  return made;
}

Rules places(FilePlaces options = {}) { return Rules::create({}, {.places = options}).value(); }
Rules phones(std::vector<std::string> regions, Leniency leniency = Leniency::grouped) {
  return Rules::create({}, {.phones = PhoneNumbers{std::move(regions), leniency}}).value();
}

// "src/a.cc 12:5" for a place, "tel:+49…" for a number; links of the engine are left out.
std::string shown(const RuleLink& link) {
  if (link.span.kind != Kind::file) return link.uri;
  return link.place.path + ' ' + std::to_string(link.place.line) + ':' +
         std::to_string(link.place.column);
}

std::vector<std::string> found_in(const Rules& rules, std::string_view text) {
  std::vector<std::string> found;
  find_links(engine(), rules, text, [&](const RuleLink& link) {
    if (!link.rule.empty()) found.push_back(shown(link));
  });
  return found;
}

std::string joined(const std::vector<std::string>& list) {
  std::string all;
  for (const std::string& one : list) all += (all.empty() ? "" : "; ") + one;
  return all;
}

struct Line {
  std::string_view text, found;
};

// As programs write them; the shapes are those of their documentation and of their output.
constexpr Line kPlaces[] = {
    {"src/a.cc:12:5: error: expected ';'", "src/a.cc 12:5"},
    {"In file included from /x/a.h:3,", "/x/a.h 3:0"},
    {"  File \"my lib/a.py\", line 3, in f", "my lib/a.py 3:0"},
    {"src/a.ts(12,5): error TS2322: no", "src/a.ts 12:5"},
    {"a.ts(12,5): error TS2322: no", "a.ts 12:5"},
    {"\tat org.example.Foo.bar(Foo.java:10)", "Foo.java 10:0"},
    {"make: *** [Makefile:3: all] Error 1", "Makefile 3:0"},
    {"see src/a.rs#L12-L15 and a#L12", "src/a.rs 12:0; a 12:0"},
    {" --> foo.rs:10:5-12", "foo.rs 10:5"},
    {"C:\\My Code\\a.cs(3,5): error CS1002", "C:\\My Code\\a.cs 3:5"},
    {"  at f() in C:\\a b\\x.cs:line 12", "C:\\a b\\x.cs 12:0"},
    {"    at f (C:\\x\\a.js:3:9)", "C:\\x\\a.js 3:9"},
    {"'src/my file.cc:12:5'", "src/my file.cc 12:5"},
    {"`src/a b.cc`:7", "src/a b.cc 7:0"},
    {"错误在src/a.cc:12:5。", "src/a.cc 12:5"},
    {"「src/a.cc:12」を見て", "src/a.cc 12:0"},
    {"foo at x.pl line 12.", "x.pl 12:0"},
    {"Warning: x in /x/y.php on line 12", "/x/y.php 12:0"},
    {"#0 /tmp/x.php(5): f()", "/tmp/x.php 5:0"},
    {"a.hs:(3,5)-(4,7): warning", "a.hs 3:5"},
    {"./x.sh: line 3: foo: command not found", "./x.sh 3:0"},
    {"x.sh: 3: foo: not found", "x.sh 3:0"},
    {"    at file:///x/a%20b.mjs:3:9", "/x/a b.mjs 3:9"},
    {"app/[id]/page.tsx:3:4", "app/[id]/page.tsx 3:4"},
    {"f@src/a.js:1:2", "src/a.js 1:2"},
    {"node_modules/@babel/core/index.js:12:5", "node_modules/@babel/core/index.js 12:5"},
    {"a.y:12.5-9: error", "a.y 12:5"},
    {"==1== by 0x1: main (a.c:5)", "a.c 5:0"},
    {"In sh/a.sh line 4:", "sh/a.sh 4:0"},
    {"see README.md, line 5, column 2", "README.md 5:2"},
};

constexpr std::string_view kNoPlaces[] = {
    "example.com:80 localhost:8080/x 10.0.0.1:80",
    "10:30:05 [28/Nov/2026:10:00:00 +0000]",
    "owner/image:3 library/nginx:1.25",
    "printf(3) resolv.conf(5) x.at(1, 2)",
    "std::vector key:12 v1.2:3",
    "bash: line 1: foo",
    "File \"<stdin>\", line 1",
    "at node:internal/modules/cjs/loader:1105:14",
    "see https://e.org/a.js:12:5",
    "??:0 <unknown>:0",
    "lib/a.o: in function",
    "3/4:5 TCP/IP",
    "line 12 of the text",
};

TEST(Places, AreFoundAsProgramsWriteThem) {
  for (const Line& line : kPlaces) {
    EXPECT_EQ(joined(found_in(places(), line.text)), line.found) << line.text;
  }
}

TEST(Places, AreNotWhatOnlyLooksSo) {
  for (const std::string_view line : kNoPlaces) {
    EXPECT_EQ(joined(found_in(places(), line)), "") << line;
  }
}

constexpr Line kGermanNumbers[] = {
    {"Tel.: 089/123456, Fax 089 12 34 57", "tel:+4989123456; tel:+4989123457"},
    {"+49 (0)89 / 12 34 56", "tel:+4989123456"},
    {"0049 171 1234567 und 0171-1234567", "tel:+491711234567; tel:+491711234567"},
    {"+1 (201) 555-0123", "tel:+12015550123"},
    {"电话：+86 10 6552 9988。", "tel:+861065529988"},
    {"2026-11-28 10:00 12.05.2024 192.168.1.100 48.137154, 11.576124", ""},
    {"IBAN DE89 3704 0044 0532 0130 00, Summe 1.234.567,89 EUR", ""},
    {"ISBN 978-3-16-148410-0, Version 1.2.3.4567, 0.987833141", ""},
    {"Order 1234567890, pp. 384-853 (2018), 144 798 500 km", ""},
    {"+99912345678 +0 12 a+49 89 123456 C++20", ""},
};

TEST(Phones, AreFoundByThePlansOfTheirRegions) {
  for (const Line& line : kGermanNumbers) {
    EXPECT_EQ(joined(found_in(phones({"DE"}), line.text)), line.found) << line.text;
  }
}

TEST(Phones, NeedTheCodeOfACountryWithoutARegion) {
  EXPECT_EQ(joined(found_in(phones({}), "089/123456, +49 89 123456")), "tel:+4989123456");
}

TEST(Phones, OfTheFirstRegionComeFirst) {
  EXPECT_EQ(joined(found_in(phones({"US", "FR"}), "(201) 555-0123, 01 23 45 67 89")),
            "tel:+12015550123; tel:+33123456789");
}

TEST(Phones, LeniencyDecidesWhatIsRead) {
  const std::string text = "Nummer 0301234567x, 030123456";
  EXPECT_EQ(found_in(phones({"DE"}, Leniency::valid), "Order 0891234567").size(), 1u) << text;
  EXPECT_EQ(found_in(phones({"DE"}), "Order9 0891234567").size(), 0u);
}

TEST(Phones, AnUnknownRegionIsAnErrorAtItsPlace) {
  const auto made = Rules::create({}, {.phones = PhoneNumbers{{"DE", "XX"}}});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().position, 1u);
}

// The lines of the fenced block with this name: a text, ` ⇒ ` and what is found in it.
std::vector<std::pair<std::string, std::string>> examples(const char* page, const char* name) {
  std::ifstream in(source_dir() / "docs" / page);
  std::vector<std::pair<std::string, std::string>> lines;
  enum class In : uint8_t { text, block } where = In::text;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      where = line == std::string("```") + name ? In::block : In::text;
    } else if (where == In::block) {
      const std::string arrow = " ⇒";
      const size_t at = line.find(arrow);
      const std::string found = at == line.npos ? "no arrow" : line.substr(at + arrow.size());
      lines.emplace_back(line.substr(0, at), found.substr(found.starts_with(' ') ? 1 : 0));
    }
  }
  return lines;
}

TEST(BuiltIn, FindsWhatItsPagesSay) {
  const auto of_places = examples("places.md", "places");
  const auto of_phones = examples("phones.md", "phones");
  EXPECT_GE(of_places.size(), 10u);
  EXPECT_GE(of_phones.size(), 8u);
  for (const auto& [text, found] : of_places) {
    EXPECT_EQ(joined(found_in(places(), text)), found) << text;
  }
  for (const auto& [text, found] : of_phones) {
    EXPECT_EQ(joined(found_in(phones({"DE"}), text)), found) << text;
  }
}

TEST(BuiltIn, DoesNotDependOnTheChunks) {
  BuiltIn both = {.places = FilePlaces{}, .phones = PhoneNumbers{{"DE"}}};
  const Rules rules = Rules::create({}, both).value();
  std::string text;
  for (const Line& line : kPlaces) (text += line.text) += '\n';
  for (const Line& line : kGermanNumbers) (text += line.text) += '\n';
  const std::vector<std::string> whole = found_in(rules, text);
  EXPECT_GE(whole.size(), 38u);
  Stream stream = engine().open();
  const auto search = rules.matcher()->open();
  std::vector<std::string> chunked;
  const auto take = [&](const RuleLink& link) {
    if (!link.rule.empty()) chunked.push_back(shown(link));
  };
  for (const char& byte : text) search->feed({&byte, 1}, stream, take);
  search->finish(stream, take);
  EXPECT_EQ(chunked, whole);
}

// A directory that is removed at the end.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("places_test" + std::to_string(getpid()));
  Folder() {
    fs::create_directories(path / "src");
    std::ofstream(path / "src" / "a.cc") << "int main() {}\n";
    fs::create_symlink("/etc/passwd", path / "src" / "out.cc");
  }
  ~Folder() { fs::remove_all(path); }
};

TEST(Places, HaveAUriBelowTheirRoot) {
  std::vector<std::string> uris;
  const std::string text = "src/a b.cc:3 'x/y z.cc:4' /y/../z.cc:5 C:\\q\\r.cc:6 ~/a.cc:7";
  find_links(engine(), places(places_below("/root")), text,
             [&](const RuleLink& link) { uris.push_back(link.uri); });
  EXPECT_EQ(joined(uris),
            "file:///root/b.cc; file:///root/x/y%20z.cc; file:///z.cc; file:///C:/q/r.cc; ");
}

TEST(Places, ThatExistAreBelowTheirRootAndNeedNoLine) {
  const Folder folder;
  const Rules rules = places(places_below(folder.path.string(), FilePlaces::Which::with_uri));
  EXPECT_EQ(joined(found_in(rules, "src/a.cc, src/a.cc:1:2 src/b.cc:3")),
            "src/a.cc 0:0; src/a.cc 1:2");
  EXPECT_EQ(joined(found_in(rules, "/etc/passwd:1 ../../etc/passwd:1 src/out.cc:1")), "");
}

// Steps are not counted here: twice the text must not take more than thrice the time.
TEST(BuiltIn, IsLinear) {
  BuiltIn both = {.places = FilePlaces{}, .phones = PhoneNumbers{{"DE", "US"}}};
  const Rules rules = Rules::create({}, both).value();
  for (const std::string_view part : {"a:1", "1 ", "\"a", "C:\\a ", "+1-", "a/", "(1"}) {
    double seconds[2] = {};
    for (int twice = 0; twice < 2; ++twice) {
      std::string text;
      while (text.size() < (size_t{100'000} << twice)) text += part;
      const std::clock_t begin = std::clock();
      found_in(rules, text);
      seconds[twice] = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    }
    EXPECT_LT(seconds[1], 3 * seconds[0] + 0.05) << part;
  }
}

TEST(Templates, KeepPathsAndPartsOfUrisWhereTheyCannotChooseTheHost) {
  const auto uri_of = [](const char* uri, std::string_view text) {
    const Rules rules = Rules::create({{"x", R"(@(\S+))", uri, Beside::any}}).value();
    return joined(found_in(rules, text));
  };
  EXPECT_EQ(uri_of("https://e.org/{1:raw}", "@a/b?c=%41"), "https://e.org/a/b?c=%41");
  EXPECT_EQ(uri_of("vscode://file{1:path}", "@/a/b?c"), "vscode://file/a/b%3Fc");
  EXPECT_EQ(uri_of("vscode://file{1:path}", "@x\\y"), "vscode://file/x/y");
  EXPECT_EQ(uri_of("file://{1:path}", "@evil.example/x"), "file:///evil.example/x");
  for (const char* wrong : {"{1:raw}", "file:{1:raw}", "https://e.org{1:raw}", "x:{1:path}",
                            "https://{1}{1:path}", "https://e.org/{1:other}"}) {
    EXPECT_FALSE(Rules::create({{"x", R"(@(\S+))", wrong, Beside::any}}).ok()) << wrong;
  }
}

}  // namespace places_test
}  // namespace linkspan::test
