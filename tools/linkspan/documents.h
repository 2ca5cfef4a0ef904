// DocumentReader: from one input to the documents in it.
//
//   a text      one document, in chunks
//   a message   a document for each text/plain part, and on request for header fields
//
// Guarded by tests/command_test.cc and tests/mail_links_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "document/pipeline.h"
#include "linkspan/linkspan.h"
#include "mail/message.h"
#include "origin.h"
#include "settings.h"

namespace linkspan::command {

// The Mapper of the process. Throws std::runtime_error where ICU has no data: a broken
// installation.
std::shared_ptr<const iri::Mapper> mapper_or_throw();

// Takes the documents of a run, one after another: begin(), then what a document::Receiver takes,
// then end().
class DocumentReceiver : public document::Receiver {
 public:
  virtual ~DocumentReceiver() = default;
  virtual void begin(const Origin& origin) = 0;
  virtual void end() = 0;

  // A message begins: its fields From, To, Date and Subject, for people.
  virtual void begin_message(const Origin& /*origin*/) {}
  virtual void message_header(const mail::Header& /*header*/) {}
  virtual void end_message(const Origin& /*origin*/) {}  // behind its documents, if it has any
};

// What there is to say when it is done.
struct Report {
  std::string messages;  // lines for standard error
  uint64_t bytes = 0;    // read from files by a worker
  uint64_t links = 0;
  uint64_t html_parts = 0;  // left alone
  int status = kDone;

  // "linkspan: subject: what", both made printable: names of files and labels in mail come from
  // strangers.
  void fail(std::string_view subject, std::string_view what);
  void say(std::string_view subject, std::string_view what);
};

// Gives the next bytes, which stay until the next call; empty at the end.
using NextBlock = std::function<std::string_view()>;

// Belongs to one thread at a time. Costly to make: use it for many documents.
class DocumentReader {
 public:
  DocumentReader(const ReadSettings& settings, const Engine& engine, document::Wants wants);

  // Returns where the text ends, in the unit of offsets that was asked for.
  Position read_text(const Origin& origin, const std::string& charset, const NextBlock& next_block,
                     DocumentReceiver& receiver, Report& report);

  // `origin` is that of the message; raw_begin is where its bytes are in the input, if they are.
  void read_message(const Origin& origin, std::string_view message, DocumentReceiver& receiver,
                    Report& report);

 private:
  class MessageVisitor;

  const ReadSettings& settings_;
  document::Wants wants_;
  std::unique_ptr<document::Pipeline> pipeline_;
};

}  // namespace linkspan::command
