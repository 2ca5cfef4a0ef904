// SPDX-License-Identifier: Apache-2.0
// Test vectors of other projects for IRIs, as ../shared/data/iri/README.md describes them, and the
// vectors with which linkspan disagrees, each with the sentence of the standard that decides.
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

// The records of one of these kinds. Throws if there is none, so that a suite cannot vanish
// silently.
inline std::vector<nlohmann::json> iri_vectors(const std::string& suite,
                                               const std::vector<std::string>& kinds) {
  std::ifstream file(data_dir() / "iri" / (suite + ".jsonl"));
  std::vector<nlohmann::json> found;
  for (std::string line; std::getline(file, line);) {
    nlohmann::json record = nlohmann::json::parse(line);
    if (std::find(kinds.begin(), kinds.end(), record["kind"].get<std::string>()) != kinds.end()) {
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
  std::string ours;  // the result of linkspan; empty for an error
  std::string why;   // the standard that decides
};

// The entry for a result that differs from the suite; nullptr where linkspan and the suite agree.
inline const Disagreement* find_disagreement(const std::vector<Disagreement>& table,
                                             const nlohmann::json& record) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const Disagreement& one) {
    return record["suite"] == one.suite && one.base == record.value("base", "") &&
           record["input"] == one.input;
  });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace linkspan::test
