// ToUnicode: a host name as people read it (UTS #46, section 4.3).
//
//   "xn--bcher-kva.example" → "bücher.example"     "example.org" → the same
//   "xn--a.example"         → nothing: no domain name becomes that
//
// The processing is that of ToAscii (idna.h). Guarded by tests/iri_to_unicode_test.cc.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "linkspan/result.h"

struct UIDNA;

namespace linkspan::iri {

// Never changes; any number of threads may share it.
class ToUnicode {
 public:
  // Fails with not_found when ICU has no data.
  static Result<ToUnicode> create();

  // The host with U-labels; nothing if UTS #46 refuses it. `host` is not an IP literal.
  std::optional<std::string> operator()(std::string_view host) const;

 private:
  struct Close {
    void operator()(UIDNA* idna) const;
  };
  explicit ToUnicode(UIDNA* idna) : idna_(idna) {}

  std::unique_ptr<UIDNA, Close> idna_;
};

}  // namespace linkspan::iri
