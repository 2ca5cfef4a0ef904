// SPDX-License-Identifier: Apache-2.0
// Rejection: a candidate that is not a link, and the reason. For `linkspan explain`.
#pragma once

#include <cstdint>

#include "scan/prose/prose_rules.h"

namespace linkspan::scan {

enum class Rejected : uint8_t {
  no,  // not rejected
  not_a_trigger,
  no_scheme,
  scheme_is_never_linked,
  scheme_without_its_shape,
  mailto_without_address,
  user_information_of_web,
  no_host,
  empty_host,
  at_sign_after_host,
  too_long,
  nothing_after_scheme,
  email_is_off,
  local_part,
  message_id,
  no_top_level_domain,
  part_of_address_or_scheme,
  path_after_address,
  bare_domains_are_off,
  text_around,
  prose_rule,
};

struct Rejection {
  uint64_t begin;    // of the candidate
  uint64_t trigger;  // its colon, `@` or dot
  uint64_t end;      // where the scanner continues
  Rejected reason;
  ProseRule rule;  // if the reason is one
};

class RejectionSink {
 public:
  virtual void note(const Rejection& rejection) = 0;

 protected:
  ~RejectionSink() = default;
};

}  // namespace linkspan::scan
