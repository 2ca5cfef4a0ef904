// What one run of the command is asked to do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "linkspan/document.h"
#include "linkspan/linkspan.h"
#include "progress.h"

namespace linkspan::command {

enum class InputFormat : uint8_t {
  guess,    // text, mail, mbox or maildir, by name and first bytes
  text,     // in any charset
  mail,     // a message (RFC 5322)
  mbox,     // a mailbox of messages, each behind a line `From …`
  maildir,  // a directory with messages in new/ and cur/
  jsonl,    // {"id":…,"text":"…"}, one a line
};
enum class OutputFormat : uint8_t { list, jsonl, tsv };
enum class RenderFormat : uint8_t { html, ansi };
enum class Headers : uint8_t { leave_out, read };  // of mail
enum class Page : uint8_t { fragment, whole };     // of HTML

// What is read, and how. The same for scan and render.
struct ReadSettings {
  std::vector<std::string> inputs;  // files, directories, "-"; never empty
  InputFormat from = InputFormat::guess;
  DocumentOptions document;  // `charset` empty: by the kind of input
  Headers headers = Headers::leave_out;
  unsigned jobs = 1;
  uint64_t part_bytes = 2 << 20;          // of a long text, the least that is one job
  uint64_t largest_job_bytes = 64 << 20;  // what is longer is read by the process that asks
  ShowProgress progress = ShowProgress::when_slow;
  Options options;
};

struct ScanSettings {
  ReadSettings read;
  OutputFormat to = OutputFormat::jsonl;
};

struct RenderSettings {
  ReadSettings read;
  RenderFormat to = RenderFormat::html;
  Page page = Page::fragment;
};

struct ExplainSettings {
  std::vector<std::string> texts;  // "-": standard input; never empty
  Options options;
};

// The exit status, as the manual page promises it.
inline constexpr int kDone = 0;        // also when nothing was found
inline constexpr int kIncomplete = 1;  // some input could not be read, or some output not written
inline constexpr int kWrongUsage = 2;

}  // namespace linkspan::command
