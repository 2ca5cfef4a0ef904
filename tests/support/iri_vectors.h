// SPDX-License-Identifier: Apache-2.0
// The vectors of other projects for IRIs, as ../shared/data/iri/README.md describes them, and where
// we disagree with one of them: each by name, with the sentence of the RFC that decides.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/data.h"

namespace linkspan::test {

// The records of one of these kinds. Throws where there is none: a suite cannot vanish in silence.
inline std::vector<nlohmann::json> iri_vectors(const std::string& suite,
                                               const std::vector<std::string>& kinds) {
  std::ifstream file(data_dir() / "iri" / (suite + ".jsonl"));
  std::vector<nlohmann::json> found;
  for (std::string line; std::getline(file, line);) {
    nlohmann::json record = nlohmann::json::parse(line);
    if (std::find(kinds.begin(), kinds.end(), record["kind"]) != kinds.end()) {
      found.push_back(std::move(record));
    }
  }
  if (found.empty()) throw std::runtime_error("no such records in " + suite);
  return found;
}

struct Disagreement {
  std::string suite;
  std::string base;  // empty if the record has none
  std::string input;
  std::string ours;  // what we return; empty for an error
  std::string why;   // the standard that decides
};

// What we return in place of what the suite expects; nullptr where we agree.
inline const Disagreement* find_disagreement(const std::vector<Disagreement>& table,
                                             const nlohmann::json& record) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const Disagreement& one) {
    return one.suite == record["suite"] && one.base == record.value("base", "") &&
           one.input == record["input"];
  });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace linkspan::test
