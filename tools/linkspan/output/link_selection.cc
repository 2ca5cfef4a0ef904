// SPDX-License-Identifier: Apache-2.0
#include "output/link_selection.h"

#include <sys/mman.h>

#include <cerrno>
#include <new>
#include <stdexcept>
#include <system_error>

namespace linkspan::command {

LinkSelection::LinkSelection(const ScanSettings& settings)
    : form_(settings.to),
      most_(settings.most_links),
      memory_(settings.memory / (settings.read.jobs > 1 ? settings.read.jobs + 1 : 1)),
      undecided_links_(settings.answer == Answer::links && !settings.most_links
                           ? Undecided::are_kept
                           : Undecided::cannot_be),
      found_(share_flag()) {
  if (!settings.keep.all()) filter_.emplace(settings.keep);
  if (settings.answer == Answer::names_of_files) most_ = 1;
  if (settings.repeated == Repeated::leave_out) seen_.emplace(memory_);
}

bool LinkSelection::needs_order(const ScanSettings& settings) {
  return settings.repeated == Repeated::leave_out &&
         (settings.answer != Answer::links || settings.most_links.has_value());
}

bool LinkSelection::needs_whole_inputs(const ScanSettings& settings) {
  return settings.answer == Answer::names_of_files || settings.most_links.has_value();
}

// Memory that a forked process shares with this one.
std::unique_ptr<LinkSelection::Flag, LinkSelection::Unmap> LinkSelection::share_flag() {
  void* const memory =
      mmap(nullptr, sizeof(Flag), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category());
  return std::unique_ptr<Flag, Unmap>(new (memory) Flag(false));
}

void LinkSelection::Unmap::operator()(Flag* flag) const { munmap(flag, sizeof(Flag)); }

void LinkSelection::begin(const std::string& source) {
  if (!most_ || source == source_) return;
  source_ = source;
  taken_ = 0;
}

bool LinkSelection::takes(const Link& link, Order order) {
  if (filter_ && !filter_->keeps(link)) return false;
  if (most_ && taken_ >= *most_) return false;
  if (seen_) {
    std::string changed;
    const Hash128 hash = seen_->hash(form_->line(link, changed));
    if (order == Order::later && !seen_here_) seen_here_.emplace(memory_);
    LinkSet& seen = order == Order::later ? *seen_here_ : *seen_;
    const LinkSet::Seen when = seen.insert(hash);
    if (when == LinkSet::Seen::before) return false;
    undecided_.reset();
    if (order == Order::later) {
      hashes_.push_back(hash);
    } else if (when == LinkSet::Seen::no_room) {
      note_undecided(hash);
    }
  }
  if (most_) ++taken_;
  if (!has_found()) found_->store(true, std::memory_order_relaxed);
  return true;
}

void LinkSelection::note_undecided(const Hash128& hash) {
  if (undecided_links_ == Undecided::cannot_be) {
    throw std::runtime_error(
        "more different links than --memory holds, which --unique with -m, -c, -l or --count "
        "needs; "
        "give it more");
  }
  undecided_ = hash;
}

bool LinkSelection::has_enough_of(const std::string& source) const {
  return most_ && taken_ >= *most_ && source == source_;
}

}  // namespace linkspan::command
