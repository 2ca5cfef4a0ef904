// What is asked of, and said about, the IRI and the URI of a link.
//
// Warnings are a set of remarks, each a bit with a name:
//
//   Warnings warnings;
//   warnings.add(Warning::host_not_idna);
//   warnings.has(Warning::host_not_idna) → true      name(Warning::host_not_idna) → "host-not-idna"
//
// An application may ignore all of them: the IRI and the URI are there, and as good as they can be.
// Guarded by tests/iri_uri_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace linkspan {

// What becomes of a host with other characters than those of ASCII (RFC 3987, section 3.1).
enum class HostForm : uint8_t {
  ascii,    // a domain name goes through ToASCII of UTS #46 (`xn--…`) where the scheme has domain
            // names; all else, and what ToASCII refuses, as below
  percent,  // percent-encoded, as the rest of the IRI
};

// What comes before a host without a scheme.
enum class DefaultScheme : uint8_t { http, https };

enum class Warning : uint32_t {
  host_not_idna = 1u << 0,  // the host cannot become a domain name in ASCII (UTS #46); it is
                            // percent-encoded instead, and will most likely not be found
  joined_lines = 1u << 1,   // the link filled its line and was taken to go on in the next
  text_names_other_host = 1u << 2,  // HTML: the text of the link reads as a link to another host
                                    // than the one it leads to
};

// Every warning that there is, for whoever lists or documents them.
inline constexpr std::array kAllWarnings = {Warning::host_not_idna, Warning::joined_lines,
                                            Warning::text_names_other_host};

// The name in output: lower case, with hyphens. Lives for ever.
std::string_view name(Warning warning);

// What it means and what to do, as a sentence for people, without a full stop. Lives for ever.
std::string_view description(Warning warning);

class Warnings {
 public:
  void add(Warning warning) { bits_ |= static_cast<uint32_t>(warning); }
  void add(Warnings others) { bits_ |= others.bits_; }
  bool has(Warning warning) const { return (bits_ & static_cast<uint32_t>(warning)) != 0; }
  bool empty() const { return bits_ == 0; }
  bool operator==(const Warnings&) const = default;

 private:
  uint32_t bits_ = 0;
};

}  // namespace linkspan
