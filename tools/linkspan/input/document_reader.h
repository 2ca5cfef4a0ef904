// SPDX-License-Identifier: Apache-2.0
// DocumentReader: from one input to the documents in it.
//
//   a text      one document, in chunks
//   HTML        one document, after its last byte has arrived
//   XML         one document, in chunks
//   a message   a document for each part with text, and on request for header fields
//
// Guarded by tests/command/cli/command_test.cc and tests/command/input/mail_links_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/keyed_hash.h"
#include "common/io.h"
#include "common/module.h"
#include "common/origin.h"
#include "common/remarks.h"
#include "input/formats.h"
#include "input/read_settings.h"
#include "linkspan/document.h"
#include "linkspan/linkspan.h"
namespace linkspan::mail {
struct Header;
struct ReadOptions;
struct Summary;
class Visitor;
enum class Alternatives : uint8_t;
}  // namespace linkspan::mail

namespace linkspan::command {

// The name of a charset that is guessed from the text.
inline constexpr std::string_view kAutoCharset = "auto";

// The value, or std::runtime_error with the message: for calls that fail only if ICU has no data,
// in a broken installation.
template <class T>
T value_or_throw(Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().message);
  return std::move(result).value();
}

// Receives the documents of a run, one after another: begin(), then the calls of a Receiver, then
// end().
class DocumentReceiver : public Receiver {
 public:
  virtual ~DocumentReceiver() = default;
  virtual void begin(const Origin& origin) = 0;
  virtual void end() = 0;

  // Is no further link of this input wanted? Called between blocks and between messages.
  virtual bool has_enough_of(const std::string& /*source*/) const { return false; }

  // A message begins: its fields From, To, Date and Subject, for people.
  virtual void begin_message(const Origin& /*origin*/) {}
  virtual void message_header(const mail::Header& /*header*/) {}
  virtual void end_message(const Origin& /*origin*/) {}  // after its documents, if it has any
};

// The report at its end.
struct Report {
  Remarks remarks;
  uint64_t bytes = 0;  // read from files by a worker
  uint64_t links = 0;
  int status = kDone;

  explicit Report(Messages messages = Messages::summed_up) : remarks(messages) {}

  // The arguments of Remarks::add; fail() also makes the exit status 1.
  void say(Remark kind, std::string_view subject, std::string_view what = {}, uint64_t count = 1) {
    remarks.add(kind, subject, what, count);
  }
  void fail(Remark kind, std::string_view subject, std::string_view what = {}) {
    say(kind, subject, what);
    status = kIncomplete;
  }
};

// Returns the next bytes, which live until the next call; empty at the end.
using NextBlock = std::function<std::string_view()>;

// Answers JSON lines, --from jsonl (output/requests.h). Belongs to one thread.
class LineAnswerer {
 public:
  virtual ~LineAnswerer() = default;

  // Answers each line of the blocks. Returns how many lines there were.
  virtual uint64_t answer(const NextBlock& next_block, Output& output, Report& report) = 0;
};

// Belongs to one thread at a time. Costly to make: use it for many documents.
class DocumentReader {
 public:
  DocumentReader(const ReadSettings& settings, const Engine& engine, Wants wants);

  // For reports about the current input.
  Report make_report() const { return Report(settings_.messages); }

  // The charset of a text: its name or "auto", and how that decides.
  struct TextCharset {
    std::string name;
    Detection detection = Detection::first_bytes;
  };

  // A text or a page, by its row of the table of formats.
  struct DocumentKind {
    const Format& format = kTextFormat;
    std::shared_ptr<Relationships> relationships = {};  // of a part of an Office document
    std::string base = {};                              // of a record; empty: that of --base
    Destinations* destinations = nullptr;               // as in DocumentOptions
    Repeats repeats = Repeats::keep;
  };
  // Returns the end of the text, in the chosen unit of offsets. `report` is filled before the next
  // block is requested.
  Position read(const DocumentKind& kind, const Origin& origin, const TextCharset& charset,
                const NextBlock& next_block, DocumentReceiver& receiver, Report& report);

  // Reads an attached file, by its name and its bytes. Returns whether it was read. `origin`: that
  // of the part.
  using ReadFile =
      std::function<bool(const Origin& origin, const std::string& name, std::string_view bytes)>;

  // `origin` is that of the message; raw_begin is where its bytes are in the input, if they are.
  void read_message(const Origin& origin, std::string_view message, DocumentReceiver& receiver,
                    Report& report, const ReadFile& read_file);

 private:
  class MessageVisitor;

  DocumentOptions options_of(const Format& format) const;
  mail::Alternatives alternatives() const;
  Position read_document(DocumentStream& stream, const Origin& origin, DocumentOptions options,
                         const TextCharset& charset, const NextBlock& next_block,
                         DocumentReceiver& receiver, Report& report);
  class CharsetRemarks;

  // By the name of its file, if requested.
  DocumentStream& stream_of_text(const std::string& source);

  const ReadSettings& settings_;
  Wants wants_;
  DocumentStream stream_;
  // The sentences about unknown charsets, by what was declared, up to a limit.
  std::unordered_map<std::string, std::string, base::KeyedHash> unknown_charsets_;
  std::optional<DocumentStream> stream_of_code_;  // from the first text of code on
};

// mail::read_message(), the entry of linkspan-mail.so.
LINKSPAN_ENTRY void linkspan_read_message(std::string_view message,
                                          const mail::ReadOptions& options, mail::Visitor& visitor,
                                          mail::Summary& summary);

}  // namespace linkspan::command
