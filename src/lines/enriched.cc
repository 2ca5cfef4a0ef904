// SPDX-License-Identifier: Apache-2.0
#include "lines/enriched.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/ascii.h"

namespace linkspan::lines {
namespace {

// RFC 1896: a command has at most 60 characters, which are letters, digits and hyphens.
constexpr size_t kLongestCommand = 60;

bool is_of_command(char c) {
  return base::is_ascii_alphanumeric(static_cast<unsigned char>(c)) || c == '-';
}

}  // namespace

void Enriched::feed(std::string_view text, uint64_t source, const Emit& emit) {
  for (size_t at = 0; at < text.size();) {
    if (command_.empty()) {
      at += take(text.substr(at), source + at, emit);
    } else {
      take_of_command(text[at], source + at, emit);
      ++at;
    }
  }
}

void Enriched::finish(const Emit& emit) {
  end_breaks(emit);
  if (!command_.empty()) give_command(emit);
  *this = Enriched();
}

// Outside of a command. Returns the number of bytes that were taken.
size_t Enriched::take(std::string_view text, uint64_t source, const Emit& emit) {
  const size_t end = std::min(text.find_first_of("<\r\n"), text.size());
  if (end > 0) {
    give(text.substr(0, end), source, emit);
    return end;
  }
  if (text[0] == '\n') take_break(source, emit);
  if (text[0] == '<') {
    command_ = "<";
    command_source_ = source;
  }
  return 1;  // a CR is part of a line break
}

void Enriched::take_break(uint64_t source, const Emit& emit) {
  if (hidden_ > 0) return;
  if (nofill_ > 0) return emit("\n", source);
  if (breaks_ > 0) emit("\n", source);
  break_source_ = source;
  breaks_ = breaks_ > 0 ? 2 : 1;
}

void Enriched::end_breaks(const Emit& emit) {
  if (std::exchange(breaks_, 0) == 1) emit(" ", break_source_);
}

void Enriched::take_of_command(char c, uint64_t source, const Emit& emit) {
  const bool is_first = command_.size() == 1;
  if (is_first && c == '<') {
    command_.clear();
    return give("<", source, emit);
  }
  if (c == '>' && !is_first) return obey(emit);
  const bool goes_on = is_of_command(c) || (is_first && c == '/');
  if (goes_on && command_.size() <= kLongestCommand + 1) {
    command_ += c;
    return;
  }
  give_command(emit);
  take({&c, 1}, source, emit);
}

void Enriched::obey(const Emit& emit) {
  const std::string command = base::to_ascii_lower(std::exchange(command_, {}).substr(1));
  const bool hides = command == "param" || command == "comment";
  if (hides) ++hidden_;
  if (command == "nofill") {
    end_breaks(emit);
    ++nofill_;
  }
  if ((command == "/param" || command == "/comment") && hidden_ > 0) --hidden_;
  if (command == "/nofill" && nofill_ > 0) --nofill_;
  if (command == "lt") give("<", command_source_, emit);
  if (command == "nl") give("\n", command_source_, emit);
}

void Enriched::give(std::string_view text, uint64_t source, const Emit& emit) {
  if (hidden_ > 0) return;
  end_breaks(emit);
  emit(text, source);
}

std::optional<uint64_t> Enriched::held_from() const {
  if (breaks_ == 1) return break_source_;
  return command_.empty() ? std::optional<uint64_t>() : command_source_;
}

// The text that began like a command is text.
void Enriched::give_command(const Emit& emit) {
  give(std::exchange(command_, {}), command_source_, emit);
}

}  // namespace linkspan::lines
