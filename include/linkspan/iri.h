// SPDX-License-Identifier: Apache-2.0
// iri.h: IRIs and URIs as values: parse, map, show, normalize, compare and resolve them, and warn
// about them.
//
//   namespace iri = linkspan::iri;
//   iri::parse("https://bücher.example/?q#f")->host()   bücher.example
//   iri::to_uri("https://bücher.example/ü")             https://xn--bcher-kva.example/%C3%BC
//   iri::to_iri("https://xn--bcher-kva.example/%C3%BC") https://bücher.example/ü
//   iri::resolve("http://a/b/c/d;p?q", "../g")          http://a/b/g
//   iri::diagnose("https://www.a.com@evil.example/")    userinfo-like-host, 8 to 17: …
//
// docs/iris.md is an introduction by example.
//
// A text that is not an IRI is an error with its offset and the rule that failed; nothing else
// fails. All functions may be called from any thread. Text is UTF-8, and offsets are its bytes. The
// standards are RFC 3986, RFC 3987, UTS #46, UTS #39 and UTS #58; docs/rfc3987.md says where each
// section of RFC 3987 is implemented.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/export.h"
#include "linkspan/linkspan.h"
#include "linkspan/result.h"

namespace LINKSPAN_API linkspan {

// How a non-ASCII host is written in a URI (RFC 3987, section 3.1).
enum class HostForm : uint8_t {
  ascii,  // by ToASCII of UTS #46 (`xn--…`) if the scheme has domain names; other hosts, and those
          // that ToASCII refuses, percent-encoded
  percent,  // percent-encoded, as the rest of the IRI
};

// The scheme of a host without one.
enum class DefaultScheme : uint8_t { http, https };

enum class Warning : uint32_t {
  host_not_idna = 1u << 0,  // the host cannot become a domain name in ASCII (UTS #46); it is
                            // percent-encoded instead, and most likely cannot be resolved
  joined_lines = 1u << 1,   // the link filled its line and was joined with the next
  text_names_other_host = 1u << 2,  // the text of the link (HTML, Markdown) reads as a link to
                                    // another host than that of its destination
  // What makes one IRI look like another (UTS #39).
  mixed_scripts = 1u << 3,        // a label in scripts that are not written together
  confusable_host = 1u << 4,      // a label in one script that looks like one in Latin letters
  lookalike_delimiter = 1u << 5,  // looks like one of / . ? # @ :
  userinfo_like_host = 1u << 6,   // the userinfo before the @ looks like a host
  // Invisible characters, and characters that reorder text.
  bidi_control = 1u << 7,    // U+202E and the like, in the link or right after it
  invisible = 1u << 8,       // zero-width, tag and other default-ignorable characters
  bidi_structure = 1u << 9,  // RFC 3987, section 4.2: both directions in one component
  // What other programs may read in another way.
  not_nfc = 1u << 10,
  not_nfkc = 1u << 11,
  private_use = 1u << 12,
  unassigned = 1u << 13,
  deviation = 1u << 14,       // ß ς ZWJ ZWNJ in a host: another host by IDNA2003
  not_idna2008 = 1u << 15,    // a label that UTS #46 allows and IDNA2008 does not
  odd_ipv4 = 1u << 16,        // 0x7f.1: an IPv4 address to most programs
  invalid_escape = 1u << 17,  // percent-encoded bytes that are neither UTF-8 nor, as far as we
                              // know, text in another charset
  legacy_escape = 1u << 18,   // … that are not UTF-8, but text in another charset
  escaped_dots = 1u << 19,    // %2F.. or %2E%2E
  // The destination.
  unusual_port = 1u << 20,
  runs_code = 1u << 21,  // javascript:, vbscript:
  // As lookalike_delimiter: what the link is not. (At the end, as values do not change.)
  escaped_host = 1u << 22,   // %65xample.com: ASCII of a host, percent-encoded
  second_target = 1u << 23,  // a second site, target or recipient, which is easy to overlook
};

// All warnings.
inline constexpr std::array kAllWarnings = {
    Warning::host_not_idna,      Warning::joined_lines,    Warning::text_names_other_host,
    Warning::mixed_scripts,      Warning::confusable_host, Warning::lookalike_delimiter,
    Warning::userinfo_like_host, Warning::bidi_control,    Warning::invisible,
    Warning::bidi_structure,     Warning::not_nfc,         Warning::not_nfkc,
    Warning::private_use,        Warning::unassigned,      Warning::deviation,
    Warning::not_idna2008,       Warning::odd_ipv4,        Warning::invalid_escape,
    Warning::legacy_escape,      Warning::escaped_dots,    Warning::unusual_port,
    Warning::runs_code,          Warning::escaped_host,    Warning::second_target};

// The name in output: lower case, with hyphens. Lives for ever.
std::string_view to_string(Warning warning);

// What it means and what to do, as a sentence for people, without a full stop. Lives for ever.
std::string_view description(Warning warning);

// How much a warning matters to somebody who is about to open the link.
enum class Severity : uint8_t {
  note,     // other programs may read the link in another way
  serious,  // the destination may not be what it seems: show it
};
Severity severity(Warning warning);

// A set of warnings. It can be iterated, in the order of the values:
//
//   for (const Warning warning : link.warnings) …to_string(warning)…
class Warnings {
 public:
  class Iterator {
   public:
    using value_type = Warning;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    explicit Iterator(uint32_t bits) : bits_(bits) {}
    Warning operator*() const { return static_cast<Warning>(bits_ & (~bits_ + 1)); }
    Iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator&) const = default;

   private:
    uint32_t bits_ = 0;
  };

  void add(Warning warning) { bits_ |= static_cast<uint32_t>(warning); }
  void add(Warnings others) { bits_ |= others.bits_; }
  bool has(Warning warning) const { return (bits_ & static_cast<uint32_t>(warning)) != 0; }
  bool empty() const { return bits_ == 0; }
  Iterator begin() const { return Iterator(bits_); }
  Iterator end() const { return Iterator(); }
  bool operator==(const Warnings&) const = default;

 private:
  uint32_t bits_ = 0;
};

// Is one of them Severity::serious?
bool is_serious(Warnings warnings);

// The names in settings and output, and the values with these names, as in linkspan.h.
std::string_view to_string(HostForm host_form);
std::string_view to_string(DefaultScheme default_scheme);
std::string_view to_string(Severity severity);

Result<HostForm> parse_host_form(std::string_view name);
Result<DefaultScheme> parse_default_scheme(std::string_view name);
Result<Severity> parse_severity(std::string_view name);
Result<Warning> parse_warning(std::string_view name);

namespace iri {

// ---- Parse (RFC 3986, appendix A; RFC 3987, section 2.2) ----

using linkspan::HostKind;

enum class Grammar : uint8_t { iri_reference, iri, absolute_iri, uri_reference, uri, absolute_uri };

// The components of a text, which is not copied. An absent component is nullopt; an empty one (the
// query of `a?`) is an empty view.
class View {
 public:
  using Component = std::optional<std::string_view>;

  std::string_view text() const { return text_; }
  Component scheme() const { return component(parts_.scheme); }
  // userinfo, host and port with their delimiters
  Component authority() const;
  Component userinfo() const { return component(parts_.userinfo); }
  Component host() const { return component(parts_.host); }  // an IP literal with its brackets
  HostKind host_kind() const { return host_kind_; }
  Component port() const { return component(parts_.port); }
  std::string_view path() const { return *component(parts_.path); }
  Component query() const { return component(parts_.query); }
  Component fragment() const { return component(parts_.fragment); }

  // Offsets into text(). The path is always present.
  const Parts& parts() const { return parts_; }

  // The segments of the path, in order: `/a//b` has "a", "", "b"; `a/` has "a", ""; `/` has one
  // empty segment, and an empty path has none.
  class Segments;
  Segments segments() const;

  View(std::string_view text, const Parts& parts, HostKind host_kind)
      : text_(text), parts_(parts), host_kind_(host_kind) {}

 private:
  Component component(Part part) const {
    if (!part.present()) return std::nullopt;
    return text_.substr(part.begin, part.end - part.begin);
  }

  std::string_view text_;
  Parts parts_;
  HostKind host_kind_;
};

class View::Segments {
 public:
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = std::string_view;
    using difference_type = std::ptrdiff_t;
    using pointer = const std::string_view*;
    using reference = std::string_view;

    Iterator() = default;
    std::string_view operator*() const { return path_.substr(begin_, end_ - begin_); }
    Iterator& operator++() {
      move_to(end_ + 1);
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator& other) const { return begin_ == other.begin_; }

   private:
    friend Segments;
    Iterator(std::string_view path, size_t begin) : path_(path) { move_to(begin); }
    // After the last segment, `begin` is one more than the size of the path.
    void move_to(size_t begin) {
      begin_ = begin;
      end_ = begin <= path_.size() ? std::min(path_.find('/', begin), path_.size()) : begin;
    }

    std::string_view path_;
    size_t begin_ = 0;
    size_t end_ = 0;
  };

  explicit Segments(std::string_view path) : path_(path) {}
  Iterator begin() const {
    if (path_.empty()) return end();
    return {path_, path_.starts_with('/') ? size_t{1} : size_t{0}};
  }
  Iterator end() const { return {path_, path_.size() + 1}; }

 private:
  std::string_view path_;
};

inline View::Segments View::segments() const { return Segments(path()); }

// Fails with `syntax`, the offset of the first code point that does not match the grammar, the rule
// and what is expected there. A text of 4 GiB or more fails at that offset. The view lives as long
// as `text`.
Result<View> parse(std::string_view text, Grammar grammar = Grammar::iri_reference);

// ---- Map (RFC 3987, section 3; UTS #58, formatting) ----

struct ToUriOptions {
  HostForm host = HostForm::ascii;
  // Step 1: text from a charset that is not a Unicode encoding form is normalized to NFC first,
  // other text is not.
  enum class Source : uint8_t { unicode, legacy } source = Source::unicode;
  // Whether `< > " space { } | \ ^` and the back-quote, which an IRI may not hold, are encoded or
  // refused.
  enum class Forbidden : uint8_t { refused, encoded } forbidden = Forbidden::refused;
};

// The URI of an IRI or of a relative reference. `www.example.org` without a scheme is a path here.
// Percent-encoded characters stay so; the URI of a URI is the same. Fails as parse() does.
Result<std::string> to_uri(std::string_view iri, const ToUriOptions& options = {});

// The same without allocation if the text is a URI: the result is then `iri` itself, else it is in
// `buffer` and lives until that changes.
Result<std::string_view> to_uri(std::string_view iri, std::string& buffer,
                                const ToUriOptions& options = {});

// The IRI of a URI, for people to read (section 3.2): percent-encoded UTF-8 is decoded where the
// character is allowed there, is visible and does not reorder text; A-labels that round-trip become
// U-labels. to_uri() of it is a URI that equal_by_scheme() calls equal to the given one.
Result<std::string> to_iri(std::string_view uri);

// What follows the URL in the text. UTS #58, 17.0.0, has both; the draft of 18.0.0 has the first
// only.
enum class Formatting : uint8_t {
  in_text,         // text may follow: a Soft character at the end is percent-encoded
  at_end_of_text,  // nothing follows: it stays
};

// The URL with so little percent-encoding that a program that follows UTS #58 still finds all of it
// in text. Percent-encoded reserved and invisible characters stay so.
Result<std::string> minimal(std::string_view url, Formatting formatting = Formatting::in_text);

// A host with A-labels (UTS #46, ToASCII, nontransitional), and with U-labels (ToUnicode); nullopt
// if UTS #46 refuses it. `host` is not an IP literal.
std::optional<std::string> host_to_ascii(std::string_view host);
std::optional<std::string> host_to_unicode(std::string_view host);

// A host, or a pattern of hosts, in lower case: each character is mapped separately by UTS #46. For
// comparing.
std::string fold_host(std::string_view host);

// ---- Unwrap (grammars/wrappers.txt, grammars/tracking_parameters.txt) ----

// Which wrappers are known. Nothing is requested from them: the target is in the URL itself.
enum class Wrappers : uint8_t {
  services,  // those of services in the table: Safe Links, URL Defense, google.com/url, …
  all,       // and redirectors of any host by their form: https://example.org/out?url=https%3A…
};

// The URL that a wrapper leads to, and if that is a wrapper, too, its target, eight deep at most.
// An http or https URI whose host is the one that the wrapper names; nullopt if `uri` is not a
// wrapper, or if programs read the target in different ways (a backslash, a control, two targets).
// Its warnings and whether it may be opened are for the caller to check, as for any link.
//
//   https://www.google.com/url?q=https%3A%2F%2Fexample.org%2Fa&sa=D   https://example.org/a
std::optional<std::string> unwrap(std::string_view uri, Wrappers wrappers = Wrappers::all);

// The URI of http or https without parameters such as `utm_source` and `fbclid`; any other text as
// it is.
std::string strip_tracking(std::string_view uri);

// ---- Defanged indicators ----

// The text with addresses as they are meant that were written so that nobody opens them:
// hxxps[:]//example[.]com/a, joe[at]example[dot]com (docs/indicators.md has all forms).
std::string refang(std::string_view text);

// hxxps[:]//example[.]com/a.b of https://example.com/a.b; of other schemes the dots of the host and
// the `@` of an address alone. refang() of it is the same URI.
std::string defang(std::string_view uri);

// ---- Compare and normalize (RFC 3987, section 5.3; RFC 3986, section 6.2) ----

enum class Ladder : uint8_t {
  simple,  // character by character
  syntax,  // case of scheme, host and percent-encodings; unreserved characters decoded; dot
           // segments
  scheme,  // also default ports, empty paths, domain names, with U-labels, and IPv6 addresses
};

// One form for all IRIs that are equal on the rung or have the same URI: a key for sets and caches.
// Open the link itself, not this form. NFC is checked (Warning::not_nfc), never applied. Relative
// references keep their dot segments: resolve() them first.
Result<std::string> normalize(std::string_view iri, Ladder rung = Ladder::scheme);

// Texts that are not IRI references are equal if they have the same bytes. Relative references are
// compared unresolved: resolve() them first (RFC 3987, section 5.1).
bool equal_by_characters(std::string_view left, std::string_view right);
bool equal_by_syntax(std::string_view left, std::string_view right);
bool equal_by_scheme(std::string_view left, std::string_view right);

// Which segments of a path are removed.
enum class DotSegments : uint8_t {
  plain,             // `.` and `..`
  also_as_browsers,  // also with percent-encoded dots, %2E%2E (WHATWG URL Standard, section 4.1)
};

// The target of a reference (RFC 3986, section 5.2; RFC 3987, section 6.5). Fails if `base` has no
// scheme; its fragment is not used.
Result<std::string> resolve(std::string_view base, std::string_view reference,
                            DotSegments dots = DotSegments::plain);

// The shortest reference, in bytes, that resolve() with `base` turns into `target`: with another
// scheme `target` itself, without its dot segments if no reference keeps them. Fails if one of them
// has no scheme.
Result<std::string> relativize(std::string_view base, std::string_view target);

// ---- Show (RFC 3987, section 4 and 7.6) ----

enum class BidiForm : uint8_t {
  none,
  isolate,    // LRI … PDI (UAX #9); the best for current software
  embedding,  // LRE … PDF (RFC 3987, section 4.1)
  marks,      // LRM around each delimiter (draft-masinter-url-i18n-05)
};

struct DisplayOptions {
  BidiForm bidi = BidiForm::isolate;
  // Scripts that the display can show, as ISO 15924 codes ("Latn", "Cyrl"): all other letters are
  // percent-encoded, or A-labels in a host. Empty: every script.
  std::vector<std::string> scripts = {};
};

// For a person to read, in left-to-right text. Characters that are invisible or reorder text are
// percent-encoded. Not for opening. Fails as parse() does, and with `invalid_argument` and the
// index of a script that is not known.
Result<std::string> display(std::string_view iri, const DisplayOptions& options = {});

// ---- Warn ----

struct Diagnostic {
  Warning warning = {};
  Range range;          // bytes of the text that was given
  std::string message;  // a sentence about this place, without a full stop
};

// Warnings for a person who is about to open it, in the order of their places. Takes any text and
// never fails.
std::vector<Diagnostic> diagnose(std::string_view iri);

// Is the character invisible: White_Space, Default_Ignorable_Code_Point or Bidi_Control of Unicode
// 18.0?
bool is_invisible(char32_t code_point);

// Two hosts with the same skeleton look alike (UTS #39, section 4). For comparing only.
std::string skeleton(std::string_view host);

// ---- Schemes (grammars/schemes.txt) ----

enum class Opens : uint8_t {
  safely,     // shows or fetches something
  unknown,    // passes the link to an unknown program
  as_page,    // shows what follows the colon in the name of another page
  runs_code,  // runs what follows the colon
};

struct SchemeInfo {
  std::string_view name;         // in lower case; lives for ever
  bool is_hierarchical = false;  // an authority may follow the colon, after `//`
  bool host_is_domain = false;   // the host is a domain name, and ToASCII applies to it
  bool carries_address = false;  // the path is email addresses, whose domains ToASCII applies to
  uint16_t default_port = 0;     // 0: none
  Opens opens = Opens::unknown;
};

// The row of a scheme in the table, case-insensitive; nullopt if the table lacks it. For `a+b`, the
// row of `b` if only that is in the table.
std::optional<SchemeInfo> scheme_info(std::string_view scheme);

// ---- Names ----

std::string_view to_string(Ladder ladder);
std::string_view to_string(BidiForm bidi_form);

Result<Ladder> parse_ladder(std::string_view name);
Result<BidiForm> parse_bidi_form(std::string_view name);

}  // namespace iri
}  // namespace linkspan
