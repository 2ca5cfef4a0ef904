// SPDX-License-Identifier: Apache-2.0
// What is read, and how: the same for every command that reads inputs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/remarks.h"
#include "input/formats.h"
#include "input/ignore_rules.h"
#include "input/named_input.h"
#include "input/programs.h"
#include "linkspan/document.h"
#include "linkspan/linkspan.h"

namespace linkspan::command {

// The names of the members of a line of --from jsonl, or of the columns of --from parquet.
struct RequestFields {
  std::string id = "id";
  std::string text = "text";
};
// What is read of HTML: parts of mail, and files; and of XML files.
enum class Html : uint8_t {
  automatic,  // the plain form if a mail has several, else all of it
  text,       // links in the visible text
  links,      // the destinations of <a href>
  all,        // as automatic, and the URLs in other attributes
  off,        // nothing: parts of mail are counted, and files are read as text
};
enum class Profiles : uint8_t { one, by_name };  // of texts: input/guess_format.h
enum class BinaryFiles : uint8_t { skip, read_as_text };
enum class Headers : uint8_t { leave_out, read };  // of mail

// Which forms of a mail that has its text in several (mail::Alternatives).
enum class MailForms : uint8_t { merged, fullest, all };

// May several processes read parts of one input?
enum class LongInputs : uint8_t { divided, whole };

struct ReadSettings {
  std::vector<NamedInput> inputs;  // files, directories, "-"; empty only with names_from
  std::string names_from;          // a file with names of more inputs, or "-"; empty: none
  std::string label;               // the name of standard input in the output; empty: "-"
  FilterSettings filter;           // of files in directories
  Preprocessor pre;                // of files
  const Format* from = nullptr;    // null: by the name and the first bytes of each input
  bool is_from(ReadAs way) const { return from != nullptr && from->read_as == way; }
  bool is_from_parquet() const { return from == &format_named("parquet"); }
  // Is not the file read, but what a program makes of it?
  bool is_read_by_program(const std::string& name) const {
    return is_from_parquet() || pre.reads(name);
  }
  RequestFields fields;                          // of --from jsonl and parquet
  DocumentOptions document;                      // `charset` empty: by the kind of input
  BinaryFiles binary_files = BinaryFiles::skip;  // of detected binary files
  Headers headers = Headers::leave_out;
  Html html = Html::automatic;
  AskedFor asked_for = AskedFor::no;    // --markdown: files named *.md are Markdown
  MailForms forms = MailForms::merged;  // with Html::automatic
  Profiles profiles = Profiles::one;
  unsigned jobs = 1;
  LongInputs long_inputs = LongInputs::divided;
  uint64_t part_bytes = 2 << 20;            // of a long text, the least that is one job
  uint64_t most_kept_bytes = 64 << 20;      // of records that wait for their turn to be written
  Messages messages = Messages::summed_up;  // about the inputs
  ShowProgress progress = ShowProgress::when_slow;
  Options options;
};

}  // namespace linkspan::command
