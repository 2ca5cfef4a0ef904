// SPDX-License-Identifier: Apache-2.0
// EngineState: what a linkspan.Engine of Python is, and Finder, which finds links with it.
//
// An EngineState never changes, and any number of threads may use it. What belongs to one thread at
// a time, and is costly to make, is a Finder: threads lease one, and give it back for the next.
//
// Without rules of one's own, a Finder is a TextLinker, which is the fastest; with rules, it is a
// DocumentStream that reads each text as a document.
//
// Guarded by tests/python/test_threads.py.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "link_data.h"
#include "linkspan/document.h"
#include "linkspan/linkspan.h"
#include "texts.h"

namespace linkspan_python {

// Finds links in one text after another. Belongs to one thread at a time.
class Finder {
 public:
  Finder(const linkspan::Engine& engine, const linkspan::DocumentOptions& options);

  void find(std::string_view utf8, linkspan::LinkSink sink);

  Scratch scratch;  // for the text at hand

 private:
  std::variant<linkspan::TextLinker, linkspan::DocumentStream> how_;
};

class EngineState {
 public:
  // Raises what is wrong with the options, in Python.
  EngineState(const linkspan::Options& options, linkspan::DocumentOptions document);

  const linkspan::Engine& engine() const { return engine_; }
  const linkspan::DocumentOptions& document() const { return document_; }
  bool has_rules() const { return !document_.rules.empty(); }

  // A Finder for as long as this lives.
  class Lease {
   public:
    explicit Lease(const EngineState& state);
    ~Lease();
    Lease(Lease&&) = default;
    Lease& operator=(Lease&&) = delete;
    Finder* operator->() const { return finder_.get(); }
    Finder& operator*() const { return *finder_; }

   private:
    const EngineState* state_;
    std::unique_ptr<Finder> finder_;
  };
  Lease lease() const { return Lease(*this); }

 private:
  linkspan::Engine engine_;
  linkspan::DocumentOptions document_;
  mutable std::mutex mutex_;  // held for a moment, never while Python is called
  mutable std::vector<std::unique_ptr<Finder>> idle_;
};

// The links of a text. May be called without the GIL.
std::vector<LinkData> links_in(TextRef text, Finder& finder);

}  // namespace linkspan_python
