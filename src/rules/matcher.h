// SPDX-License-Identifier: Apache-2.0
// Matcher and Search: the interface of rules for the stages of a document. Programs that make no
// rules do not link their implementation.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "linkspan/linkspan.h"
#include "linkspan/rules.h"

namespace linkspan::rules {

// Searches one text after another for links and for matches of rules. It takes the stream that
// finds the links, at the start of a text.
class Search {
 public:
  virtual ~Search() = default;
  virtual void feed(std::string_view chunk, Stream& stream, Sink<RuleLink> sink) = 0;
  virtual void finish(Stream& stream, Sink<RuleLink> sink) = 0;

  // As those of Stream.
  virtual uint64_t retain_from(const Stream& stream) const = 0;
  virtual uint64_t searched_until(const Stream& stream) const = 0;
};

class Matcher {
 public:
  virtual ~Matcher() = default;
  // The Search needs the Matcher.
  virtual std::unique_ptr<Search> open() const = 0;
};

}  // namespace linkspan::rules
