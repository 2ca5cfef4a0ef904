// SPDX-License-Identifier: Apache-2.0
// Whether a build of the core passes the corpus, with nothing but public headers: for
// tests/amalgamation.sh, which gives their names to linkspan_core.h. Exit status 1 if a case fails.
#include <cstdio>
#include <string>
#include <vector>

#include "linkspan/explain.h"
#include "linkspan/index.h"
#include "linkspan/linkspan.h"
#include "tests/support/corpus.h"
#include "tests/support/data.h"

namespace linkspan::test {
namespace {

std::vector<Range> links_of(const Case& one, Profile profile) {
  Options options;
  options.profile = profile;
  std::vector<Range> links;
  for (const Span& span : Engine::create(options).value().find_all(one.text)) {
    links.push_back(span.range);
  }
  return links;
}

int check_corpus() {
  size_t checked = 0;
  size_t wrong = 0;
  for (const Case& one : read_corpus(source_dir() / "corpus")) {
    if (one.duty != Duty::required) continue;
    for (const Profile profile : one.profiles) {
      ++checked;
      const std::vector<Range> links = links_of(one, profile);
      if (links == one.links) continue;
      ++wrong;
      std::printf("%s:%d in %s: %s\n", one.file.c_str(), one.line,
                  std::string(to_string(profile)).c_str(), mark_links(one.text, links).c_str());
    }
  }
  std::printf("%zu cases, %zu wrong\n", checked, wrong);
  return checked > 1500 && wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace linkspan::test

int main() { return linkspan::test::check_corpus(); }
