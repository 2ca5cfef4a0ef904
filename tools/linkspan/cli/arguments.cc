// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "common/option_values.h"

namespace linkspan::command {
namespace {

// Options of other programs that have no namesake here, and what is there instead.
struct Habit {
  std::string_view names;  // with a space after each
  std::string_view instead;
};
constexpr Habit kHabits[] = {
    {"-u ", "for each link once, say --unique; files that .gitignore names are read anyway"},
    {"-v --invert-match ",
     "to leave out links, say --exclude-host GLOB; for all messages, --verbose"},
    {"-e --regexp -E -F -P -w -x ",
     "links are found without a pattern; --rule adds one of your own"},
    {"-a --binary ", "to read binary files, say --text"},
    {"-g --glob -t --type ", "for files of some names, say --include '*.md'"},
    {"-R --dereference-recursive -L --follow ",
     "links to directories are not followed; name the directory as an argument"},
    {"-z --search-zip --decompress ", "compressed files are read anyway"},
    {"--null-data ", "--null ends lines with a NUL"},
    {"-. --hidden --no-ignore --no-ignore-vcs ",
     "files whose names start with a dot are read anyway, and those that .gitignore names"},
    {"-f --file --input ",
     "the names of inputs are arguments; for a file of names, say --files-from"},
    {"-j --threads --workers --parallel ", "for several processes, say --jobs N"},
    {"-A -B -C --context --after-context --before-context ",
     "for links with the text around them, try linkspan pick"},
    {"--format --output-format ", "did you mean --to?"},
    {"--colour --colors ", "did you mean --color?"},
    {"--domain --hostname ", "did you mean --host?"},
    {"--exclude-domain --not-host --no-host ", "did you mean --exclude-host?"},
    {"--count-matches ", "for the links of each file, say -c; for the times of each link, --count"},
    {"--files-with-matches ", "did you mean --files-with-links?"},
    {"--sort --sort-by ",
     "links are in the order of the text; --count has the most frequent first"},
};

const Option* option_named(std::string_view name, uint8_t of) {
  for (const Option& option : all_options()) {
    if ((option.of & of) != 0 && option.is_named(name)) return &option;
  }
  return nullptr;
}

// "--kind email" if `word` is "email": the options that have it as a value.
std::string options_with_value(Of command, std::string_view word) {
  std::string found;
  for (const Option& option : all_options()) {
    if ((option.of & command) == 0) continue;
    const std::vector<std::string_view> words = option.words();
    if (std::find(words.begin(), words.end(), word) == words.end()) continue;
    found += fmt::format("{}{} {}", found.empty() ? "" : " or ", option.long_name(), word);
  }
  return found;
}

// "--kind email" for "emails".
std::string option_with_nearest_value(Of command, const std::string& word) {
  if (word.size() < 4) return {};
  std::vector<std::string> values;
  for (const Option& option : all_options()) {
    if ((option.of & command) == 0) continue;
    for (const std::string_view value : option.words()) values.emplace_back(value);
  }
  const std::string nearest = nearest_word(word, values);
  return nearest.empty() ? nearest : options_with_value(command, nearest);
}

// After a wrong value of --html: someone wants --from html.
std::string as_value(Of command, std::string_view name) {
  if (!name.starts_with("--")) return {};
  const std::string options = options_with_value(command, name.substr(2));
  return options.empty() ? options : fmt::format("; or did you mean {}?", options);
}

std::string nearest_option(Of command, const std::string& word) {
  std::vector<std::string> names;
  for (const Option& option : all_options()) {
    if ((option.of & command) != 0) names.emplace_back(option.long_name());
  }
  std::string nearest = word.size() > 2 ? nearest_word(word, names) : std::string();
  if (!nearest.empty() || !word.starts_with("--") || word.size() < 5) return nearest;
  const auto longer = [&word](const std::string& name) { return name.starts_with(word); };
  const auto found = std::find_if(names.begin(), names.end(), longer);
  return found == names.end() ? std::string() : *found;
}

std::string_view habit(std::string_view name) {
  const std::string with_space = std::string(name) += ' ';
  for (const Habit& one : kHabits) {
    const size_t at = one.names.find(with_space);
    if (at == 0 || (at != std::string_view::npos && one.names[at - 1] == ' ')) return one.instead;
  }
  return {};
}

// What to type in the place of an option that the command does not have; empty: nothing is near.
std::string instead_of(Of command, const std::string& name) {
  const bool reads = (command & (kScan | kRender | kPick)) != 0;
  const std::string_view known = reads ? habit(name) : std::string_view();
  if (!known.empty()) return std::string(known);
  const bool is_one_dash = name.size() > 2 && name[1] != '-';
  const std::string with_two = (is_one_dash ? "-" : "") + name;
  if (is_one_dash && option_named(with_two, command) != nullptr) {
    return fmt::format("did you mean {}?", with_two);
  }
  if (const Option* const option = option_named(name, kAll)) {
    const auto& commands = all_commands();
    const auto has = [option](const Command& one) { return (one.of & option->of) != 0; };
    return fmt::format("linkspan {} has it",
                       std::find_if(commands.begin(), commands.end(), has)->name);
  }
  if (with_two.starts_with("--")) {
    const std::string options = options_with_value(command, with_two.substr(2));
    if (!options.empty()) return fmt::format("did you mean {}?", options);
  }
  std::string nearest = nearest_option(command, name);
  if (nearest.empty() && with_two.starts_with("--")) {
    nearest = option_with_nearest_value(command, with_two.substr(2));
  }
  return nearest.empty() ? nearest : fmt::format("did you mean {}?", nearest);
}

// Throws if the value is not one of the words of the option.
void check_words(Of command, const Option& option, std::string_view name, std::string_view value) {
  const std::vector<std::string_view> words = option.words();
  if (words.empty() || option.takes == Takes::list) return;
  if (std::find(words.begin(), words.end(), value) != words.end()) return;
  if (option.takes == Takes::optional && option.may_be_value(value)) return;
  throw WrongUsage{fmt::format("{} '{}' is not known; {} can be {}{}", name, value, name,
                               option.value, as_value(command, name))};
}

// Our own mistake: a name in the code that no row has.
void check_row(std::string_view name) {
  if (option_named(name, kAll) == nullptr) throw std::logic_error(fmt::format("no row {}", name));
}

}  // namespace

Arguments::Arguments(Of command, const std::vector<std::string>& words) : command_(command) {
  size_t at = 0;
  while (at < words.size()) {
    const std::string& word = words[at];
    if (word == "--") {
      operands_.insert(operands_.end(), words.begin() + static_cast<ptrdiff_t>(at) + 1,
                       words.end());
      break;
    }
    if (word.starts_with("--")) {
      at = take_long(words, at);
    } else if (word.size() > 1 && word[0] == '-') {
      at = take_letters(words, at);
    } else {
      operands_.push_back(word);
      ++at;
    }
  }
  if (operands_.empty()) operands_.emplace_back("-");
  const bool is_answered = has("--help") || has("--version");
  if (!is_answered && !unknown_.empty()) throw WrongUsage{unknown_};
}

// `--name value` or `--name=value`. Returns the place of the next word.
size_t Arguments::take_long(const std::vector<std::string>& words, size_t at) {
  const size_t equals = words[at].find('=');
  const std::string name = words[at].substr(0, equals);
  const Option* const option = option_named(name, command_);
  if (option == nullptr) {
    reject_unknown(name);
    return at + 1;
  }
  if (equals == std::string::npos) return take_next(*option, name, words, at);
  if (option->is_flag()) throw WrongUsage{fmt::format("{} takes no value", name)};
  take_value(*option, name, words[at].substr(equals + 1));
  return at + 1;
}

// `-ol`, `-m 2`, `-m2`, `-om2`.
size_t Arguments::take_letters(const std::vector<std::string>& words, size_t at) {
  const std::string& word = words[at];
  std::vector<const Option*> options;
  for (size_t i = 1; i < word.size(); ++i) {
    const std::string name = {'-', word[i]};
    const Option* const option = option_named(name, command_);
    if (option == nullptr) {
      const std::string whole = word.substr(0, word.find('='));
      reject_unknown(option_named('-' + whole, command_) != nullptr ? whole : name);  // -json
      return at + 1;
    }
    const bool is_last = i + 1 == word.size();
    if (!is_last && word[i + 1] == '=' && option->is_flag()) {
      throw WrongUsage{fmt::format("{} takes no value", name)};
    }
    if (is_last) return take_next(*option, name, words, at);
    if (!option->is_flag()) {
      take_value(*option, name, word.substr(i + (word[i + 1] == '=' ? 2 : 1)));
      return at + 1;
    }
    given_.push_back({option, {}});
  }
  return at + 1;
}

// The value of an option is the next word, whatever that looks like.
size_t Arguments::take_next(const Option& option, std::string_view name,
                            const std::vector<std::string>& words, size_t at) {
  if (option.is_flag()) {
    given_.push_back({&option, {}});
    return at + 1;
  }
  const std::string next = at + 1 < words.size() ? words[at + 1] : std::string();
  if (option.takes == Takes::optional && !option.may_be_value(next)) {
    take_value(option, name, std::string(option.words().front()));
    return at + 1;
  }
  take_value(option, name, next);
  return at + 2;
}

void Arguments::take_value(const Option& option, std::string_view name, std::string value) {
  if (value.empty()) {
    throw WrongUsage{fmt::format("{} needs a value: {} {}{}", name, name, option.value,
                                 as_value(command_, name))};
  }
  check_words(command_, option, name, value);
  given_.push_back({&option, std::move(value)});
}

// Is not thrown at once: --help may follow.
void Arguments::reject_unknown(const std::string& word) {
  if (!unknown_.empty()) return;
  const std::string instead = instead_of(command_, word);
  unknown_ = fmt::format("there is no option {}{}{}", word, instead.empty() ? "" : "; ", instead);
}

bool Arguments::has(std::string_view name) const {
  check_row(name);
  return std::any_of(given_.begin(), given_.end(),
                     [name](const Given& one) { return one.option->is_named(name); });
}

const std::string& Arguments::value(std::string_view name) const {
  static const std::string kNone;
  check_row(name);
  const auto found = std::find_if(given_.rbegin(), given_.rend(),
                                  [name](const Given& one) { return one.option->is_named(name); });
  return found == given_.rend() ? kNone : found->value;
}

std::vector<std::string> Arguments::values(std::string_view name) const {
  check_row(name);
  std::vector<std::string> found;
  for (const Given& one : given_) {
    if (one.option->is_named(name)) found.push_back(one.value);
  }
  return found;
}

std::vector<std::string> Arguments::deciding() const {
  std::vector<std::string> kept;
  for (const Given& one : given_) {
    const std::string_view name = one.option->long_name();
    const bool is_where =
        name == "--output" || name == "--jobs" || name == "--task" || name == "--of";
    if (is_where || one.option->group == "Messages") continue;
    kept.push_back(one.option->is_flag() ? std::string(name)
                                         : fmt::format("{}={}", name, one.value));
  }
  kept.insert(kept.end(), operands_.begin(), operands_.end());
  return kept;
}

}  // namespace linkspan::command
