// SPDX-License-Identifier: Apache-2.0
// EngineState implements Python's linkspan.Engine, and Finder finds links with it.
//
// An EngineState never changes, and any number of threads may use it. Only one thread at a time may
// use a Finder, and making one is slow. So threads lease a Finder, and return it for the next
// lease.
//
// Without user-defined rules, a Finder uses a TextLinker, which is fastest. With rules, it uses a
// DocumentStream, which reads each text as a document.
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

// Finds links in one text after another. Only one thread at a time may use it.
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
  // Raises linkspan.Error if the options are wrong.
  EngineState(const linkspan::Options& options, linkspan::DocumentOptions document);

  const linkspan::Engine& engine() const { return engine_; }
  const linkspan::DocumentOptions& document() const { return document_; }
  bool has_rules() const { return !document_.rules.empty(); }

  // Holds a Finder as long as it lives.
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
  mutable std::mutex mutex_;  // guards idle_; never held while Python is called
  mutable std::vector<std::unique_ptr<Finder>> idle_;
};

// The links of a text. May be called without the GIL.
std::vector<LinkData> links_in(TextRef text, Finder& finder);

}  // namespace linkspan_python
