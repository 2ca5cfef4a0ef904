// DomainRun: gathers a run of run characters (docs/scanning.md, section 1) and says what it is.
//
// The automaton of grammars/text.abnf is stepped while the run is gathered, so that one pass tells where
// the run ends, whether it is a domain (rule text-domain) or a host as it may stand behind a scheme
// (rule text-host), and where its last label begins.
//
//   example.com.   → a domain; 2 labels; the run is one dot longer than the domain
//   foo..example   → no domain: the run has an empty label
//   build_01.net   → no domain, but a host
//
// Guarded by tests/domain_test.cc and the corpus.
#pragma once

#include <cstdint>

#include "base/dfa.h"
#include "scan/window.h"

namespace linkspan::scan {

inline constexpr uint32_t kMaxHostBytes = 1024;
inline constexpr uint32_t kMaxFirstLabelBytes = 256;

// `、` is no label character although UTS #46 knows it: label characters are Include as well.
bool is_label_character(char32_t code_point);
bool is_label_dot(char32_t code_point);
bool is_run_character(char32_t code_point);

class DomainRun {
 public:
  enum class Percent : uint8_t { ends_run, may_encode };

  void begin(uint64_t offset, Percent percent);

  // Goes on to the end of the run: the first place where no run character stands.
  // `need_more` when the text at hand does not say whether the run goes on.
  Progress advance(const Window& window);

  uint64_t run_begin() const { return begin_; }
  uint64_t run_end() const { return at_; }
  uint64_t end() const { return end_; }  // run_end without trailing dots
  bool empty() const { return end_ == begin_; }
  bool too_long() const { return end_ - begin_ > kMaxHostBytes; }

  bool is_domain() const { return !empty() && domain_end_ == end_; }
  bool is_host() const { return !empty() && host_end_ == end_; }

  // REQUIRES: is_domain().
  unsigned labels() const { return labels_; }
  uint64_t last_label() const { return last_label_; }
  uint64_t first_label_end() const { return first_label_end_; }

 private:
  Answer takes_percent(const Window& window) const;
  void step(const Window& window, uint8_t length);
  void note_character(uint8_t length, char32_t code_point);

  uint64_t begin_ = 0;
  uint64_t at_ = 0;
  uint64_t end_ = 0;
  uint64_t domain_end_ = 0;  // the last place where the text so far was a whole domain
  uint64_t host_end_ = 0;
  uint64_t label_begin_ = 0;  // of the label at hand, which may yet turn out to be empty
  uint64_t last_label_ = 0;
  uint64_t first_label_end_ = 0;
  unsigned labels_ = 0;
  base::Dfa::State state_ = base::Dfa::kStart;
  Percent percent_ = Percent::ends_run;
};

// Is the label in [begin, end) a top-level domain of grammars/tlds.txt, as U-label or A-label, in any
// case and width? REQUIRES: the window holds it.
bool is_top_level_domain(const Window& window, uint64_t begin, uint64_t end);

}  // namespace linkspan::scan
