// SPDX-License-Identifier: Apache-2.0
// The fast path of addresses whose local part and domain are plain ASCII (docs/scanning.md,
// section 4). Guarded by tests/fast_path_test.cc.

#include <algorithm>

#include "base/steps.h"
#include "scan/phases/phases.h"
#include "scan/prose/address_context.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

struct PlainAddress {
  uint64_t begin = 0;  // of the local part
  uint64_t end = 0;
  uint64_t run_end = 0;  // with dots after the domain
  uint64_t last_label = 0;
  unsigned labels = 0;  // 0 if the text after the `@` is not a domain
  bool local_is_sound = false;
  bool is_mailto = false;
  bool has_tld = false;
  WideAfter after = WideAfter::ends_run;
};

class AddressFastPath : PhaseStep {
 public:
  AddressFastPath(ScanState& scan) : PhaseStep(scan), at_sign_(scan.memory.at) {}

  bool take();

 private:
  bool begins_local_part(uint64_t begin, uint64_t floor) const;
  bool is_rejected(const PlainAddress& address, uint64_t begin) const;
  void divide_local_part(uint64_t whole_begin, PlainAddress& address) const;
  bool settle(const PlainAddress& address);
  bool is_message_id(const PlainAddress& address, uint8_t before) const;
  bool mailto_continues(const PlainAddress& address) const;
  Answer path_after(const PlainAddress& address) const;
  void fill(const PlainAddress& address);

  uint64_t at_sign_;
};

bool AddressFastPath::take() {
  if (!scan_.takes_fast_path() || scan_.rejections != nullptr || !config_.email) return false;
  const uint64_t host = at_sign_ + 1;
  if (host >= window_.end) return false;
  const uint64_t floor = std::max(memory_.floor, window_.begin);
  const TextBefore text = config_.kernels.read_before(window_.bytes, window_.at(at_sign_));
  const PlainLocalPart local = plain_local_part(text, at_sign_ - floor, style());
  const bool may_be_whole =  // mailto:~a@example.org, +46701234567@sms.example
      local.size != local.whole_size && (memory_.mailto_colon + 1 == at_sign_ - local.whole_size ||
                                         window_.byte(at_sign_ - local.size - 1) == '+');
  if (may_be_whole) return false;
  if (!local.is_plain || !begins_local_part(at_sign_ - local.whole_size, floor)) return false;
  PlainDomain domain =
      config_.kernels.read_plain_domain(window_.at(host), window_.end_of_bytes(), window_.text);
  remove_two_dots(domain, style());
  base::count_steps(local.whole_size + domain.run_end);
  if (!domain.is_known()) return false;
  PlainAddress address;
  address.begin = at_sign_ - local.size;
  address.end = host + domain.end;
  address.run_end = host + domain.run_end;
  address.last_label = host + domain.last_label;
  address.labels = domain.labels;
  address.local_is_sound = local.is_sound;
  address.is_mailto = memory_.is_after_mailto(address.begin);
  address.has_tld =
      domain.labels >= 2 && config_.tlds.contains(window_, address.last_label, address.end);
  address.after = wide_after(window_, host, domain, style(), address.has_tld);
  if (has_to_be_gathered(window_, host, domain, address.has_tld, address.after)) return false;
  const uint64_t whole_begin = at_sign_ - local.whole_size;
  if (local.may_be_divided && !is_rejected(address, whole_begin)) {
    divide_local_part(whole_begin, address);
  }
  return settle(address);
}

// Does the local part begin at `begin`, not in a non-ASCII character or an escape such as `\n`?
bool AddressFastPath::begins_local_part(uint64_t begin, uint64_t floor) const {
  if (begin <= floor) return true;
  if (window_.byte(begin - 1) < 0x80) return window_.byte(begin - 1) != '\\' || !is_prose();
  const char32_t before = window_.code_point_before(begin, floor).value;
  return !unicode::properties(before).is_link_email() && !is_invisible_in_word(before);
}

// Is it rejected, wherever after `begin` its local part begins? There are many in encoded data.
bool AddressFastPath::is_rejected(const PlainAddress& address, uint64_t begin) const {
  const bool may_be_mailto = memory_.mailto_colon != kNowhere && memory_.mailto_colon + 1 >= begin;
  const bool may_be_message_id = begin > window_.begin && window_.byte(begin - 1) == '<';
  return address.labels < 2 && !may_be_mailto && !may_be_message_id;
}

void AddressFastPath::divide_local_part(uint64_t whole_begin, PlainAddress& address) const {
  address.begin = start_of_local_part(scan_, whole_begin);
  address.local_is_sound =
      local_part_is_sound(window_, address.begin, at_sign_, kMaxLocalPartBytes) &&
      !is_rest_of_something(window_, whole_begin, address.begin);
  address.is_mailto = memory_.is_after_mailto(address.begin);
}

bool AddressFastPath::settle(const PlainAddress& address) {
  const Answer has_path = path_after(address);
  const bool may_continue = address.run_end < window_.end && is_prose() &&
                            kMayContinueHost.contains(window_.byte(address.run_end));
  const bool is_known = has_path != Answer::unknown && !may_continue;
  if (!is_known || (address.is_mailto && mailto_continues(address))) return false;
  const uint8_t before = address.begin > window_.begin ? window_.byte(address.begin - 1) : ' ';
  const bool is_id = is_message_id(address, before);
  if (is_id) memory_.message_id_end = address.run_end;
  const bool is_part = before == '@' || (is_prose() && before == '#');
  if (is_id || is_part || has_path == Answer::yes || !address.local_is_sound ||
      window_.has(address.run_end, '@')) {
    scan_.continue_after(address.run_end);
    return true;
  }
  const bool is_whole = address.labels > 0 && (address.has_tld || address.is_mailto);
  if (!is_whole) {
    const bool is_special =
        is_prose() && address.labels >= 2 &&
        config_.tlds.contains_special_use(window_, address.last_label, address.end);
    if (!is_special) scan_.continue_after(address.run_end);
    return !is_special;
  }
  fill(address);
  emit_plain(scan_, character_before(window_, candidate_.begin), address.end, address.after);
  return true;
}

bool AddressFastPath::is_message_id(const PlainAddress& address, uint8_t before) const {
  if (!is_prose()) return false;
  if (before == ':') return begins_identifier(window_, address.begin);
  return before == '<' && (opens_message_id(window_, address.begin) ||
                           continues_message_ids(window_, address.begin, memory_.message_id_end));
}

// Does a query follow, an escape, or more text up to a `>`?
bool AddressFastPath::mailto_continues(const PlainAddress& address) const {
  if (window_.has(address.run_end, '?')) return true;
  return is_prose() && (window_.has(address.run_end, '%') ||
                        (!window_.has(address.run_end, '>') &&
                         opens_with_angle_bracket(window_, memory_.mailto_begin())));
}

// Is it the start of a path, as in git@example.org:path, or of a prompt? Not known where `://`
// could follow.
Answer AddressFastPath::path_after(const PlainAddress& address) const {
  if (!window_.has(address.run_end, ':')) return Answer::no;
  const Peek after = window_.peek(address.run_end + 1);
  if (after.unknown() || after.is('/')) return Answer::unknown;
  return is_prose() ? path_follows_address(window_, address.end) : Answer::no;
}

void AddressFastPath::fill(const PlainAddress& address) {
  candidate_.begin = address.is_mailto ? memory_.mailto_begin() : address.begin;
  candidate_.span = Span();
  candidate_.span.kind = Kind::email;
  candidate_.span.form = address.is_mailto ? Form::mailto : Form::address;
  if (address.is_mailto)
    candidate_.span.parts.scheme = part(memory_.mailto_begin(), memory_.mailto_colon);
  candidate_.span.parts.userinfo = part(address.begin, at_sign_);
  candidate_.span.parts.host = part(at_sign_ + 1, address.end);
}

}  // namespace

bool take_plain_address(ScanState& scan) { return AddressFastPath(scan).take(); }

}  // namespace linkspan::scan
