// SPDX-License-Identifier: Apache-2.0
#include "common/remarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/printable.h"
#include "linkspan/mail.h"

namespace linkspan::command {
namespace {

enum class When : uint8_t {
  at_once,  // the end of the run may be far away
  summed_up,
  counted,  // only their number is printed
};

struct RemarkKind {
  Remark kind;
  When when;
  std::string_view one;           // a sentence, which needs no subject
  std::string_view several = {};  // of `counted`: the text after a number other than 1
};

// In the order of the kinds, which is that of the summary.
constexpr std::array kKinds = {
    RemarkKind{Remark::unreadable, When::at_once, "cannot be read"},
    RemarkKind{Remark::no_maildir, When::at_once, "not a Maildir, or one that cannot be read"},
    RemarkKind{Remark::output_is_input, When::at_once,
               "this input is also the output; it is not read"},
    RemarkKind{Remark::damaged, When::at_once, "damaged or cut off, and not read to its end"},
    RemarkKind{Remark::html_cut, When::at_once, "HTML of more than 32 MB; the rest was not read"},
    RemarkKind{Remark::markdown_cut, When::at_once,
               "Markdown of more than 32 MB, or that is far longer as HTML; the rest was not read"},
    RemarkKind{Remark::worker_lost, When::at_once,
               "a worker process ended early; links are missing"},
    RemarkKind{Remark::no_memory, When::at_once,
               "there is not enough memory for it; it is not read to its end"},
    RemarkKind{Remark::part_changed, When::at_once,
               "deleted or changed since it was written; it is written again"},
    RemarkKind{Remark::charset_of_pipe, When::at_once,
               "not UTF-8; read in the charset that was guessed"},
    RemarkKind{Remark::mixed_charsets, When::at_once,
               "UTF-8 with some ill-formed bytes; links end there"},
    RemarkKind{Remark::relative_links_left_out, When::at_once,
               "relative links would repeat a long base too often, and are left out"},
    RemarkKind{Remark::link_to_directory, When::summed_up,
               "a link to a directory is not followed; name it as an argument"},
    RemarkKind{Remark::not_a_file, When::summed_up,
               "not a file; name it as an argument to have it read"},
    RemarkKind{
        Remark::parquet_file, When::summed_up,
        "a Parquet file was skipped; --from parquet --text-field NAME reads a column of texts"},
    RemarkKind{Remark::binary_file, When::counted,
               "1 binary file was skipped; --text reads such files",
               "binary files were skipped; --text reads such files"},
    RemarkKind{Remark::nested_archive, When::summed_up,
               "in more than four archives or mails, and not read"},
    RemarkKind{Remark::program_missing, When::counted,
               "1 PDF file was not read; to have it read, install poppler-utils",
               "PDF files were not read; to have them read, install poppler-utils"},
    RemarkKind{Remark::encrypted_member, When::summed_up, "encrypted, and not read"},
    RemarkKind{Remark::record_without_text, When::counted,
               "1 record of a web archive holds no text, and was not read",
               "records of web archives hold no text, and were not read"},
    RemarkKind{Remark::encoded_record, When::summed_up,
               "compressed in an unknown way, and not read"},
    RemarkKind{Remark::long_name, When::summed_up,
               "a name of more than 1,024 bytes is cut in the output"},
    RemarkKind{Remark::charset_unknown, When::summed_up, "a charset is not known"},
    RemarkKind{Remark::html_part, When::counted, "1 text/html part was not read",
               "text/html parts were not read"},
    RemarkKind{Remark::encrypted_part, When::counted, "1 encrypted part was not read",
               "encrypted parts were not read"},
    RemarkKind{Remark::other_part, When::counted, "1 part of another type was not read",
               "parts of other types were not read"},
    RemarkKind{Remark::more_warnings, When::counted, "1 more warning in messages that have many",
               "more warnings in messages that have many"},
};
static_assert(kKinds.size() == static_cast<size_t>(Remark::mail));

constexpr RemarkKind kind_of(Remark remark) {
  const auto index = static_cast<size_t>(remark);
  if (index < kKinds.size()) return kKinds[index];
  const auto of_mail = static_cast<mail::WarningKind>(index - kKinds.size());
  return {remark, When::summed_up, mail::sentence(of_mail)};
}

static_assert([] {
  for (size_t i = 0; i < kKinds.size(); ++i) {
    if (static_cast<size_t>(kKinds[i].kind) != i) return false;
  }
  return true;
}());

std::string sentence_of(const RemarkKind& kind, uint64_t count) {
  if (kind.when != When::counted || count == 1) return std::string(kind.one);
  return fmt::format("{} {}", with_separators(count), kind.several);
}

// One line for the messages of a kind that were not printed, without `linkspan: `.
std::string sum_line(const Remarks::Sum& sum) {
  const RemarkKind kind = kind_of(sum.kind);
  if (kind.when == When::counted) return sentence_of(kind, sum.count);
  const std::string times = with_separators(sum.count - sum.given);
  if (sum.given > 0) return fmt::format("{} more times: {}", times, kind.one);
  if (sum.count == 1) return sum.examples.front();
  // The sentence is not repeated in the example.
  std::string first = sum.examples.front();
  const std::string same = fmt::format(": {}", kind.one);
  if (const size_t at = first.find(same); at != std::string::npos) first.erase(at, same.size());
  return fmt::format("{} times: {}; first: {}", times, kind.one, first);
}

// The same in one line for each message, if there are few.
std::vector<std::string> lines_of(const Remarks::Sum& sum) {
  if (sum.given == 0 && sum.count == sum.examples.size()) return sum.examples;
  return {sum_line(sum)};
}

}  // namespace

std::string with_separators(uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

void Remarks::add(Remark remark, std::string_view subject, std::string_view what, uint64_t count) {
  if (messages_ == Messages::none || count == 0) return;
  const RemarkKind kind = kind_of(remark);
  const bool is_due =
      messages_ == Messages::all || (kind.when == When::at_once && state_.due.size() < kMostAtOnce);
  Sum& sum = sum_of(remark);
  sum.count += count;
  const bool is_example = kind.when != When::counted && sum.examples.size() < kExamplesOfKind;
  if (!is_due && !is_example) return;
  std::string line(subject);
  if (!line.empty()) line += ": ";
  line += what.empty() ? sentence_of(kind, count) : std::string(what);
  line = base::printable(line);
  if (is_due) state_.due.push_back({remark, count, line});
  if (is_example) sum.examples.push_back(std::move(line));
}

void Remarks::take_over(const Remarks& later) {
  for (const Sum& more : later.state_.sums) {
    Sum& sum = sum_of(more.kind);
    sum.count += more.count;
    for (const std::string& example : more.examples) {
      if (sum.examples.size() < kExamplesOfKind) sum.examples.push_back(example);
    }
  }
  state_.due.insert(state_.due.end(), later.state_.due.begin(), later.state_.due.end());
}

std::string Remarks::take_due() {
  std::string lines;
  for (const Line& line : std::exchange(state_.due, {})) {
    if (messages_ != Messages::all && given_at_once_ == kMostAtOnce) break;
    ++given_at_once_;
    sum_of(line.kind).given += line.count;
    lines += fmt::format("linkspan: {}\n", line.text);
  }
  return lines;
}

std::string Remarks::summary() const {
  std::vector<Sum> sums = state_.sums;
  std::erase_if(sums, [](const Sum& sum) { return sum.given == sum.count; });
  std::sort(sums.begin(), sums.end(), [](const Sum& a, const Sum& b) { return a.kind < b.kind; });
  const size_t room = kMostLines - std::min(given_at_once_, kMostLines - 1);
  std::vector<std::string> lines;
  for (const Sum& sum : sums) {
    const std::vector<std::string> more = lines_of(sum);
    lines.insert(lines.end(), more.begin(), more.end());
  }
  if (lines.size() > room) {
    lines.clear();
    for (const Sum& sum : sums) lines.push_back(sum_line(sum));
  }
  if (lines.size() > room) {
    const size_t left_out = lines.size() - room + 1;
    lines.resize(room - 1);
    lines.push_back(fmt::format("{} more kinds of messages; --verbose shows all", left_out));
  }
  std::string text;
  for (const std::string& line : lines) text += fmt::format("linkspan: {}\n", line);
  return text;
}

Remarks::Sum& Remarks::sum_of(Remark kind) {
  const auto sum = std::find_if(state_.sums.begin(), state_.sums.end(),
                                [kind](const Sum& known) { return known.kind == kind; });
  return sum != state_.sums.end() ? *sum : state_.sums.emplace_back(Sum{kind});
}

}  // namespace linkspan::command
