// SPDX-License-Identifier: Apache-2.0
#include "finder.h"

#include <utility>

#include "errors.h"

namespace linkspan_python {
namespace {

// Cannot fail: the constructor of EngineState has already called it with the same options.
std::variant<linkspan::TextLinker, linkspan::DocumentStream> way_to_find(
    const linkspan::Engine& engine, const linkspan::DocumentOptions& options) {
  if (!options.rules.empty()) return linkspan::DocumentStream::open(engine, options).value();
  return linkspan::TextLinker::create(
             engine, {.host = options.host, .default_scheme = options.default_scheme})
      .value();
}

void check(const linkspan::Engine& engine, const linkspan::DocumentOptions& options) {
  value_of(linkspan::DocumentStream::open(engine, options));
  value_of(linkspan::TextLinker::create(engine));
}

}  // namespace

Finder::Finder(const linkspan::Engine& engine, const linkspan::DocumentOptions& options)
    : how_(way_to_find(engine, options)) {}

void Finder::find(std::string_view utf8, linkspan::LinkSink sink) {
  if (auto* const linker = std::get_if<linkspan::TextLinker>(&how_)) {
    linker->find(utf8, sink);
    return;
  }
  auto& stream = std::get<linkspan::DocumentStream>(how_);
  stream.feed(utf8, sink);
  stream.finish(sink);
}

EngineState::EngineState(const linkspan::Options& options, linkspan::DocumentOptions document)
    : engine_(value_of(linkspan::Engine::create(options))), document_(std::move(document)) {
  check(engine_, document_);
}

EngineState::Lease::Lease(const EngineState& state) : state_(&state) {
  {
    const std::lock_guard lock(state.mutex_);
    if (!state.idle_.empty()) {
      finder_ = std::move(state.idle_.back());
      state.idle_.pop_back();
    }
  }
  if (!finder_) finder_ = std::make_unique<Finder>(state.engine_, state.document_);
}

EngineState::Lease::~Lease() {
  if (!finder_) return;  // this was moved from
  const std::lock_guard lock(state_->mutex_);
  state_->idle_.push_back(std::move(finder_));
}

std::vector<LinkData> links_in(TextRef text, Finder& finder) {
  std::vector<LinkData> links;
  const std::string_view utf8 = utf8_of(text, finder.scratch);
  OffsetMap map(utf8, unit_of(text));
  finder.find(utf8, [&](const linkspan::Link& link) { links.push_back(link_data(link, map)); });
  return links;
}

}  // namespace linkspan_python
