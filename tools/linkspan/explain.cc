#include "explain.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "command_line.h"
#include "linkspan/explain.h"

namespace linkspan::command {
namespace {

std::string read_standard_input() {
  std::string text;
  char block[1 << 16];
  for (size_t size; (size = std::fread(block, 1, sizeof block, stdin)) > 0;) {
    text.append(block, size);
  }
  return text;
}

// Control characters would move the cursor or worse.
std::string visible(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      shown += fmt::format("\\x{:02x}", byte);
    } else {
      shown += c;
    }
  }
  return shown;
}

// The character that made the scanner look.
std::string_view character_at(std::string_view text, uint64_t offset) {
  size_t size = 1;
  while (offset + size < text.size() && (text[offset + size] & 0xC0) == 0x80) ++size;
  return text.substr(offset, size);
}

void print_candidate(std::string_view text, const Candidate& candidate) {
  const std::string_view span = text.substr(candidate.range.begin, candidate.range.size());
  const std::string place = fmt::format("{}-{}", candidate.range.begin, candidate.range.end);
  if (candidate.link) {
    fmt::print("link  {:<10} {}\n", place, visible(span));
    fmt::print("      {}, form {}, ended by {}: {}\n", name(candidate.link->kind),
               name(candidate.link->form), candidate.rule, candidate.reason);
  } else {
    fmt::print("none  {:<10} {}\n", place, visible(span));
    fmt::print("      at the '{}' of byte {}, {}: {}\n",
               visible(character_at(text, candidate.trigger)), candidate.trigger, candidate.rule,
               candidate.reason);
  }
}

}  // namespace

int run_explain(const ExplainSettings& settings) {
  for (const std::string& given : settings.texts) {
    const std::string text = given == "-" ? read_standard_input() : given;
    const Result<std::vector<Candidate>> candidates = explain(text, settings.options);
    if (!candidates.ok()) {
      report_wrong_usage(candidates.error().message);
      return kWrongUsage;
    }
    for (const Candidate& candidate : candidates.value()) print_candidate(text, candidate);
    if (candidates.value().empty()) fmt::print("nothing in it looks like the begin of a link\n");
  }
  return kDone;
}

}  // namespace linkspan::command
