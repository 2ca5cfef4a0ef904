// SPDX-License-Identifier: Apache-2.0
// Records with some of their fields: --fields.
//
//   --to jsonl --fields uri,start   {"start":4,"uri":"https://example.org/"}
//   --to tsv --fields uri,start     https://example.org/⇥4
//   --to tsv --fields link          wrong usage: fields are known by the keys of output/records.h
//
// JSON keeps the order of the contract (output/records.h), so that a reader of it needs no other
// one. The columns of tsv have the order of the option, and are empty if a link has no such value.
//
// Guarded by tests/command/output/command_fields_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/counts.h"
#include "common/origin.h"
#include "linkspan/document.h"

namespace linkspan::command {

// In the order of the contract.
enum class RecordField : uint8_t {
  source,
  start,
  end,
  kind,
  form,
  rule,
  text,
  iri,
  uri,
  ended_by,
  record,
  record_start,
  message,
  part,
  field,
  raw_start,
  raw_end,
  pieces,
  display,
  warnings,
  // only on request
  host,
  registered_domain,
};

// `list`, such as "uri,start", as it was given. Throws WrongUsage for a name that is not a key, is
// empty, or comes twice.
std::vector<RecordField> parse_record_fields(const std::string& list);

// One record. REQUIRES: there is a field; for JSON, they are in the order of the contract.
void append_jsonl_fields(std::string& out, const std::vector<RecordField>& fields,
                         const Origin& origin, const Link& link, Counts* counts);
void append_tsv_fields(std::string& out, const std::vector<RecordField>& fields,
                       const Origin& origin, const Link& link, Counts* counts);

}  // namespace linkspan::command
