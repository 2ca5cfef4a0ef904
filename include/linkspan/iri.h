// SPDX-License-Identifier: Apache-2.0
// iri.h: IRIs and URIs as values: take them apart, map, show, normalize, compare, resolve, and
// warn.
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
// section of RFC 3987 is met.
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
  text_names_other_host = 1u << 2,  // the text of the link (HTML, Markdown) reads as a link to
                                    // another host than the one it leads to
  // What makes one IRI look like another (UTS #39).
  mixed_scripts = 1u << 3,        // a label in scripts that are not written together
  confusable_host = 1u << 4,      // a label in one script that looks like one in Latin letters
  lookalike_delimiter = 1u << 5,  // looks like one of / . ? # @ :
  userinfo_like_host = 1u << 6,   // what stands before the @ looks like a host
  // What is not seen, or not in its place.
  bidi_control = 1u << 7,    // U+202E and the like, in the link or right after it
  invisible = 1u << 8,       // zero-width, tag and other default-ignorable characters
  bidi_structure = 1u << 9,  // RFC 3987, section 4.2: both directions in one component
  // What other programs will read in another way.
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
  // Where it leads.
  unusual_port = 1u << 20,
  runs_code = 1u << 21,  // javascript:, vbscript:
};

// Every warning that there is, for whoever lists or documents them.
inline constexpr std::array kAllWarnings = {
    Warning::host_not_idna,      Warning::joined_lines,    Warning::text_names_other_host,
    Warning::mixed_scripts,      Warning::confusable_host, Warning::lookalike_delimiter,
    Warning::userinfo_like_host, Warning::bidi_control,    Warning::invisible,
    Warning::bidi_structure,     Warning::not_nfc,         Warning::not_nfkc,
    Warning::private_use,        Warning::unassigned,      Warning::deviation,
    Warning::not_idna2008,       Warning::odd_ipv4,        Warning::invalid_escape,
    Warning::legacy_escape,      Warning::escaped_dots,    Warning::unusual_port,
    Warning::runs_code};

// The name in output: lower case, with hyphens. Lives for ever.
std::string_view to_string(Warning warning);

// What it means and what to do, as a sentence for people, without a full stop. Lives for ever.
std::string_view description(Warning warning);

// How much a warning matters to somebody who is about to open the link.
enum class Severity : uint8_t {
  note,     // other programs may read the link in another way
  serious,  // the link may lead somewhere else than it seems to: show where
};
Severity severity(Warning warning);

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

// Is one of them Severity::serious?
bool is_serious(Warnings warnings);

// The names in settings and output, and what has this name, as in linkspan.h.
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

// The components of a text that lives elsewhere: nothing is copied. A component that is absent is
// nullopt; one that is empty (the query of `a?`) is an empty view.
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
  // that is empty, and an empty path has none.
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

// Fails with `syntax`, the offset of the first code point that fits nowhere, the rule it breaks and
// what is expected there. A text of 4 GiB or more fails at that offset. The view lives as `text`.
Result<View> parse(std::string_view text, Grammar grammar = Grammar::iri_reference);

// ---- Map (RFC 3987, section 3; UTS #58, formatting) ----

struct ToUriOptions {
  HostForm host = HostForm::ascii;
  // Step 1: text that came out of a charset that is not Unicode's is put in NFC first, other text
  // is left as it is.
  enum class Source : uint8_t { unicode, legacy } source = Source::unicode;
  // Whether `< > " space { } | \ ^` and the back-quote, which an IRI may not hold, are encoded or
  // refused.
  enum class Forbidden : uint8_t { refused, encoded } forbidden = Forbidden::refused;
};

// The URI of an IRI or of a relative reference. `www.example.org` without a scheme is a path here.
// What is percent-encoded stays as it is, so a URI is its own URI. Fails as parse() does.
Result<std::string> to_uri(std::string_view iri, const ToUriOptions& options = {});

// The same without allocation where the text is a URI: then the answer is `iri` itself, else it is
// in `buffer` and lives as long as that is not changed.
Result<std::string_view> to_uri(std::string_view iri, std::string& buffer,
                                const ToUriOptions& options = {});

// The IRI of a URI, for people to read (section 3.2): percent-encoded UTF-8 is decoded where the
// character is allowed there, is visible and does not reorder text; A-labels that round-trip become
// U-labels. to_uri() of it is a URI that equal_by_scheme() calls equal to the given one.
Result<std::string> to_iri(std::string_view uri);

// Where the URL is to be written. UTS #58, 17.0.0, has both; the draft of 18.0.0 has the first
// only.
enum class Formatting : uint8_t {
  in_text,         // text may follow: a Soft character at the end is percent-encoded
  at_end_of_text,  // nothing follows: it stays
};

// The URL with as little percent-encoding as lets a reader of UTS #58 find it again whole in text.
// Reserved characters that are percent-encoded stay so, and so does what cannot be seen.
Result<std::string> minimal(std::string_view url, Formatting formatting = Formatting::in_text);

// A host as the domain name system knows it (UTS #46, ToASCII, nontransitional), and as people read
// it (ToUnicode); nullopt where UTS #46 refuses it. `host` is not an IP literal.
std::optional<std::string> host_to_ascii(std::string_view host);
std::optional<std::string> host_to_unicode(std::string_view host);

// A host, or a pattern of hosts, in lower case: each character is mapped by itself, as UTS #46 maps
// it. For comparing.
std::string fold_host(std::string_view host);

// ---- Compare and normalize (RFC 3987, section 5.3; RFC 3986, section 6.2) ----

enum class Ladder : uint8_t {
  simple,  // character by character
  syntax,  // case of scheme, host and percent-encodings; unreserved characters decoded; dot
           // segments
  scheme,  // also default ports, empty paths, and domain names, with U-labels
};

// One form for all IRIs that the rung calls equal and for all that have the same URI: a key for
// sets and caches. To open a link, take the link itself. NFC is checked (Warning::not_nfc), never
// applied. Relative references keep their dot segments: resolve() them first.
Result<std::string> normalize(std::string_view iri, Ladder rung = Ladder::scheme);

// Texts that are not IRI references are equal where they are the same, byte by byte. Relative
// references are compared as they are: resolve() them first (RFC 3987, section 5.1).
bool equal_by_characters(std::string_view left, std::string_view right);
bool equal_by_syntax(std::string_view left, std::string_view right);
bool equal_by_scheme(std::string_view left, std::string_view right);

// The target of a reference (RFC 3986, section 5.2; RFC 3987, section 6.5). Fails where `base` has
// no scheme; its fragment is not used.
Result<std::string> resolve(std::string_view base, std::string_view reference);

// The shortest reference, in bytes, that resolve() takes from `base` back to `target`: with another
// scheme `target` itself, and without its dot segments where no reference keeps them. Fails where
// one of them has no scheme.
Result<std::string> relativize(std::string_view base, std::string_view target);

// ---- Show (RFC 3987, section 4 and 7.6) ----

enum class BidiForm : uint8_t {
  none,
  isolate,    // LRI … PDI (UAX #9); what to use today
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

// What a careful person would want to know before opening it, by place. Of a text that is not an
// IRI, what can be said; never an error.
std::vector<Diagnostic> diagnose(std::string_view iri);

// Is nothing to be seen of the character, but for a space that it takes (White_Space,
// Default_Ignorable_Code_Point, Bidi_Control of Unicode 17.0)?
bool is_invisible(char32_t code_point);

// Two hosts with the same skeleton look alike (UTS #39, section 4). For comparing only.
std::string skeleton(std::string_view host);

// ---- Schemes (grammars/schemes.txt) ----

enum class Opens : uint8_t {
  safely,     // shows or fetches something
  unknown,    // hands the link to a program that we know nothing of
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

// What is known of a scheme, in any case; nullopt for one that is not in the table. Of `a+b`, where
// only `b` is in it, what is known of that.
std::optional<SchemeInfo> scheme_info(std::string_view scheme);

// ---- Names ----

std::string_view to_string(Ladder ladder);
std::string_view to_string(BidiForm bidi_form);

Result<Ladder> parse_ladder(std::string_view name);
Result<BidiForm> parse_bidi_form(std::string_view name);

}  // namespace iri
}  // namespace linkspan
