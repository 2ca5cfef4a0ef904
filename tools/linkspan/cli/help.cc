// SPDX-License-Identifier: Apache-2.0
#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "linkspan/iri.h"
#include "linkspan/linkspan.h"

namespace linkspan::command {
namespace {

constexpr size_t kNamesWidth = 30;  // before the brief texts of -h

constexpr std::string_view kWhereOptionsAre =
    "\n'linkspan scan -h' lists the options of a command, --help explains all.\n";

std::string names_and_value(const Option& option) {
  if (option.takes == Takes::optional) return fmt::format("{}[={}]", option.names, option.value);
  return option.is_flag() ? std::string(option.names)
                          : fmt::format("{} {}", option.names, option.value);
}

// `describe` writes one option.
template <class Describe>
std::string help_with(const Command& command, Describe describe) {
  std::string out = for_terminal(command.description, 0);
  out += fmt::format("\nUsage: linkspan {} {}\n", command.name, command.usage);
  const Option* before = nullptr;
  for (const Option& option : all_options()) {
    if ((option.of & command.of) == 0) continue;
    if (before == nullptr || before->group != option.group) {
      out += fmt::format("\n{}:\n", option.group);
    }
    out += describe(option);
    before = &option;
  }
  return out;
}

std::string in_one_line(const Option& option) {
  const std::string names = names_and_value(option);
  const bool fits = names.size() + 4 <= kNamesWidth;
  return fmt::format("  {:<{}}{}{}\n", names, fits ? kNamesWidth - 2 : 0,
                     fits ? "" : '\n' + std::string(kNamesWidth, ' '), option.brief);
}

std::string in_full(const Option& option) {
  std::string out = fmt::format("  {}\n{}", names_and_value(option), for_terminal(option.help, 6));
  if (!option.example.empty()) out += fmt::format("\n      Example: {}\n", option.example);
  return out + '\n';
}

// "For scan and pick." for an option that scan does not have, or that only it has.
std::string commands_with(const Option& option) {
  std::string names;
  for (const Command& command : all_commands()) {
    if ((option.of & command.of) == 0) continue;
    names += fmt::format("{}`{}`", names.empty() ? "" : ", ", command.name);
  }
  return "For " + names + '.';
}

std::string manual_options() {
  std::string out;
  const Option* before = nullptr;
  for (const Option& option : all_options()) {
    if (before == nullptr || before->group != option.group) {
      out += fmt::format("### {}\n\n", option.group);
    }
    before = &option;
    std::string about(option.help);
    about += "\n\n" + commands_with(option) + '\n';
    if (!option.example.empty()) about += fmt::format("\n> {}\n", option.example);
    const std::string body = indented(about);
    out += fmt::format("- `{}`  {}\n", names_and_value(option),
                       body.substr(body.find_first_not_of(' ')));
  }
  return out;
}

std::string manual_warnings() {
  std::string out;
  for (const Warning warning : kAllWarnings) {
    out += fmt::format("- `{}`  {}{}\n", to_string(warning), description(warning),
                       severity(warning) == Severity::serious ? " (serious)" : "");
  }
  return out;
}

void replace(std::string& text, std::string_view place, std::string_view by) {
  if (const size_t at = text.find(place); at != std::string::npos) {
    text.replace(at, place.size(), by);
  }
}

}  // namespace

std::string summary() { return fmt::format("{}\n{}", summary_text(), kWhereOptionsAre); }

std::string short_help(const Command& command) {
  const std::string_view examples = command.examples.substr(0, command.examples.find("\n\n"));
  return help_with(command, in_one_line) +
         fmt::format("\n{}\n\n'linkspan {} --help' explains the options.\n", examples,
                     command.name);
}

std::string long_help(const Command& command) {
  return help_with(command, in_full) + std::string(command.examples) + '\n';
}

std::string full_help() {
  std::string text = fmt::format("{}\n", summary_text());
  for (const Command& command : all_commands()) {
    const std::string title = fmt::format("linkspan {}", command.name);
    text += fmt::format("\n{}\n{:=<{}}\n{}", title, "", title.size(), long_help(command));
  }
  return text;
}

std::string manual_page(std::string_view page) {
  std::string text(page);
  replace(text, "@OPTIONS@\n", manual_options());
  replace(text, "@WARNINGS@\n", manual_warnings());
  return fmt::format(
      ".\\\" Made of man/linkspan.1.txt and the table of options in "
      "tools/linkspan/cli/options.cc.\n"
      ".TH LINKSPAN 1 \"\" \"linkspan {}\" \"User Commands\"\n{}",
      version(), for_man(text));
}

namespace {

constexpr size_t kStep = 4;  // spaces of one more level
constexpr size_t kColumns = 80;

struct Block {
  enum class Kind : uint8_t { paragraph, item, example, heading } kind = Kind::paragraph;
  size_t depth = 0;
  std::string tag;   // of an item
  std::string text;  // lines joined; those of an example with line feeds
};

bool starts_block(std::string_view line) {
  return line.starts_with("- ") || line.starts_with("> ") || line.starts_with("#");
}

Block block_of(std::string_view line, size_t depth) {
  if (line.starts_with("> ")) return {Block::Kind::example, depth, {}, std::string(line.substr(2))};
  if (line.starts_with("#")) return {Block::Kind::heading, depth, {}, std::string(line)};
  if (!line.starts_with("- ")) return {Block::Kind::paragraph, depth, {}, std::string(line)};
  const size_t gap = std::min(line.find("  ", 2), line.size());
  const size_t body = std::min(line.find_first_not_of(' ', gap), line.size());
  return {Block::Kind::item, depth, std::string(line.substr(2, gap - 2)),
          std::string(line.substr(body))};
}

std::vector<Block> blocks_of(std::string_view text) {
  std::vector<Block> blocks;
  bool continues = false;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view whole = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t spaces = whole.find_first_not_of(' ');
    if (spaces == std::string_view::npos) {
      continues = false;
      continue;
    }
    const std::string_view line = whole.substr(spaces);
    if (continues && line.starts_with("> ") && blocks.back().kind == Block::Kind::example) {
      (blocks.back().text += '\n') += line.substr(2);
    } else if (!continues || starts_block(line)) {
      blocks.push_back(block_of(line, spaces / kStep));
      continues = blocks.back().kind != Block::Kind::heading;
    } else {
      std::string& joined = blocks.back().text;
      (joined += joined.empty() ? "" : " ") += line;
    }
  }
  return blocks;
}

// --- a terminal

size_t columns_of(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string without_marks(std::string_view text) {
  std::string plain(text);
  std::erase(plain, '`');
  return plain;
}

// Lines after the first have `more` spaces.
void append_wrapped(std::string& out, std::string_view text, size_t indent, size_t more) {
  size_t column = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (column > 0 && column + 1 + columns_of(word) > kColumns) {
      out += '\n';
      indent += std::exchange(more, 0);
      column = 0;
    }
    out += column == 0 ? std::string(indent, ' ') : " ";
    out += word;
    column += (column == 0 ? indent : 1) + columns_of(word);
  }
  out += '\n';
}

// --- man(7)

std::string escaped(std::string_view text) {
  std::string out;
  bool is_bold = false;
  for (const char c : text) {
    if (c == '`') {
      is_bold = !is_bold;
      out += is_bold ? "\\fB" : "\\fP";
    } else if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '\'') {
      out += "\\(aq";
    } else if (c == '^') {
      out += "\\(ha";
    } else {
      out += c;
    }
  }
  return out;
}

// A line that starts with a point or an apostrophe would be a request.
std::string man_line(std::string_view text) {
  std::string line = escaped(text);
  if (line.starts_with('.')) line.insert(0, "\\&");
  return line + '\n';
}

// A tag is bold as a whole if it has nothing else: `-m, --max-count N`.
std::string man_tag(std::string_view tag) {
  const bool is_bold = tag.size() > 2 && tag.front() == '`' && tag.find('`', 1) == tag.size() - 1;
  if (!is_bold) return man_line(tag);
  return ".B " + man_line(tag.substr(1, tag.size() - 2));
}

std::string man_text(const Block& block) {
  if (block.kind != Block::Kind::example) return block.text.empty() ? "" : man_line(block.text);
  std::string out = ".EX\n";
  for (size_t begin = 0; begin <= block.text.size();) {
    const size_t end = std::min(block.text.find('\n', begin), block.text.size());
    out += man_line(std::string_view(block.text).substr(begin, end - begin));
    begin = end + 1;
  }
  return out + ".EE\n";
}

std::string man_heading(std::string_view text) {
  const bool is_section = text.starts_with("## ");
  return (is_section ? ".SH " : ".SS ") + escaped(text.substr(is_section ? 3 : 4)) + '\n';
}

}  // namespace

std::string for_terminal(std::string_view text, size_t indent) {
  std::string out;
  bool is_first = true;
  Block::Kind before = Block::Kind::paragraph;
  for (const Block& block : blocks_of(text)) {
    const bool is_listed = block.kind == Block::Kind::item && before == Block::Kind::item;
    if (!is_first && !is_listed) out += '\n';
    is_first = false;
    before = block.kind;
    const std::string tag = block.tag.empty() ? "" : without_marks(block.tag) + ": ";
    append_wrapped(out, tag + without_marks(block.text), indent + kStep * block.depth,
                   tag.empty() ? 0 : kStep);
  }
  return out;
}

std::string for_man(std::string_view text) {
  std::string out;
  size_t levels = 0;  // of .RS
  const auto go_to = [&out, &levels](size_t depth) {
    for (; levels < depth; ++levels) out += ".RS\n";
    for (; levels > depth; --levels) out += ".RE\n";
  };
  bool is_after_heading = true;
  for (const Block& block : blocks_of(text)) {
    const bool is_item = block.kind == Block::Kind::item;
    const bool is_heading = block.kind == Block::Kind::heading;
    go_to(is_item || block.depth == 0 ? block.depth : block.depth - 1);
    if (is_heading) {
      out += man_heading(block.text);
    } else if (is_item) {
      out += ".TP\n" + man_tag(block.tag) + man_text(block);
    } else {
      if (block.depth > 0) out += ".IP\n";
      if (block.depth == 0 && !is_after_heading) out += ".PP\n";
      out += man_text(block);
    }
    is_after_heading = is_heading;
  }
  go_to(0);
  return out;
}

std::string indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) out += std::string(kStep, ' ');
    out += text.substr(0, end);
    out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace linkspan::command
