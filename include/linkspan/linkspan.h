// SPDX-License-Identifier: Apache-2.0
// linkspan: finds IRIs, URLs and email addresses in UTF-8 text.
//
//   auto engine = linkspan::Engine::create({});
//   for (const linkspan::Span& span : engine->find_all(text))  // see https://example.org/é, ok?
//     …span.text(text)…                                        // https://example.org/é
//
// An Engine holds the rules; it never changes and any number of threads may share it. A Stream
// takes text in chunks of any size and reports the same spans that find_all returns for the whole
// text. This header and its implementation need only the C++ standard library.
// docs/scanning.md specifies what each profile links, docs/rules.md the rules of prose and code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "linkspan/export.h"
#include "linkspan/result.h"
#include "linkspan/version.h"

namespace linkspan::scan {
struct Config;
struct StreamState;
}  // namespace linkspan::scan

namespace LINKSPAN_API linkspan {

enum class Profile : uint8_t {
  prose,   // mail, documents, chat: where a careful reader would end the link
  uts58,   // Unicode UTS #58, version 18.0, to the letter
  code,    // source files, logs, terminals
  strict,  // RFC 3987 IRIs with a scheme, nothing else
};

// custom: by a rule of the user. file, phone: see BuiltIn of rules.h. All of them have Form::rule.
enum class Kind : uint8_t { url, email, custom, file, phone };

// How the link shows that it is one.
enum class Form : uint8_t {
  scheme,     // https://…, urn:…
  www,        // www.example.com
  domain,     // example.com/path
  address,    // name@example.com
  mailto,     // mailto:name@example.com
  delimited,  // <https://…>, <URL:…>, or over lines in quotes; without what is around it
  rule,       // found by a rule; only rules.h and document.h have it
  href,       // <a href="https://…"> of HTML; only document.h has it
};

// Why the link ends where it does.
enum class EndedBy : uint8_t {
  hard,       // a character that no link can hold here, such as white space
  soft,       // punctuation that ends a sentence is outside
  bracket,    // a bracket without its partner
  quote,      // the quotation mark that was opened before the link
  delimiter,  // the `>` of a link written as <…>
  script,     // text in another script, which belongs to the text around the link
  limit,      // Options::max_link_bytes; the rest of the link is skipped
  end_of_text,
};

// A half-open range of byte offsets into the input.
struct Range {
  uint64_t begin = 0;
  uint64_t end = 0;
  uint64_t size() const { return end - begin; }

  // REQUIRES: the range lies in `text`.
  std::string_view text(std::string_view text) const {
    return text.substr(static_cast<size_t>(begin), static_cast<size_t>(size()));
  }
  bool operator==(const Range&) const = default;
};

// A component of a link: byte offsets from Span::range.begin. A component may be present and empty
// (the query of `http://h/?#a`); for an absent one, present() is false.
struct Part {
  static constexpr uint32_t kAbsent = UINT32_MAX;
  uint32_t begin = kAbsent;
  uint32_t end = kAbsent;
  bool present() const { return begin != kAbsent; }

  // Empty if absent. REQUIRES: a present component lies in `link`.
  std::string_view text(std::string_view link) const {
    return present() ? link.substr(begin, end - begin) : std::string_view();
  }
  bool operator==(const Part&) const = default;
};

// What a host is, by its form (RFC 3986, section 3.2.2).
enum class HostKind : uint8_t {
  none,       // no host
  name,       // a registered name, also an empty one
  ipv4,       // 192.0.2.1
  ipv6,       // [2001:db8::1]
  ip_future,  // [v1.x]
};

// Where the components are (RFC 3986, section 3). Delimiters belong to no component.
//
//   https://user:pass@example.com:1234/foo/bar?baz#quux
//   └─┬─┘   └───┬───┘ └────┬────┘ └┬─┘└───┬───┘└┬┘ └┬─┘
//   scheme  userinfo      host    port   path query fragment
//
// Of an email address, the local part is `userinfo` and the domain is `host`; `mailto` is `scheme`,
// and header fields (RFC 6068) are `query`.
struct Parts {
  Part scheme, userinfo, host, port, path, query, fragment;

  // REQUIRES: these are the components of `link`.
  HostKind host_kind(std::string_view link) const;
  bool operator==(const Parts&) const = default;
};

struct Span {
  Range range;
  Parts parts;
  Kind kind = Kind::url;
  Form form = Form::scheme;
  EndedBy ended_by = EndedBy::hard;
  // Has the text sequences that stand for other characters, or for none? `https:\/\/example.org`
  // (docs/scanning.md, section 11). Then the IRI has the characters that are meant.
  bool has_escapes = false;

  // The text of the link as it is written. REQUIRES: it was found in `source`.
  std::string_view text(std::string_view source) const { return range.text(source); }
  bool operator==(const Span&) const = default;
};

// What a sink may return: whether to continue or to stop with this text.
enum class Visit : uint8_t { go_on, stop };

// Receives what is found, in the order of the text; spans and links never overlap.
// Made from anything that can be called with a const Found& and returns nothing or a Visit. Borrows
// the callable, which may be a function, too: pass a Sink on, do not store it. The callable must
// not use the stream that calls it. If it throws, that stream can only be destroyed.
template <class Found>
class Sink {
 public:
  template <class F>
  requires(std::is_invocable_v<F&, const Found&> && !std::is_same_v<std::remove_cvref_t<F>, Sink> &&
           !std::is_function_v<std::remove_pointer_t<std::remove_cvref_t<F>>>)
      Sink(F&& receive)  // NOLINT: implicit, as a lambda is passed where it is used
      : receiver_{.object = const_cast<void*>(static_cast<const void*>(&receive))},
        call_([](Receiver receiver, const Found& found) {
          return visit(*static_cast<std::remove_reference_t<F>*>(receiver.object), found);
        }) {}
  Sink(void (*receive)(const Found&))  // NOLINT: implicit, for the same reason
      : receiver_{.function = receive}, call_([](Receiver receiver, const Found& found) {
          return visit(receiver.function, found);
        }) {}
  Sink(Visit (*receive)(const Found&))  // NOLINT: implicit, for the same reason
      : receiver_{.visitor = receive}, call_([](Receiver receiver, const Found& found) {
          return visit(receiver.visitor, found);
        }) {}
  Visit operator()(const Found& found) const { return call_(receiver_, found); }

 private:
  union Receiver {
    void* object;
    void (*function)(const Found&);
    Visit (*visitor)(const Found&);
  };
  template <class F>
  static Visit visit(F& receive, const Found& found) {
    using Returned = std::invoke_result_t<F&, const Found&>;
    static_assert(std::is_void_v<Returned> || std::is_same_v<Returned, Visit>,
                  "a sink returns nothing, or Visit::go_on or Visit::stop");
    if constexpr (std::is_void_v<Returned>) {
      receive(found);
      return Visit::go_on;
    } else {
      return receive(found);
    }
  }
  Receiver receiver_;
  Visit (*call_)(Receiver, const Found&);
};
using SpanSink = Sink<Span>;

// A list of names that replaces the library's own list, or changes it.
struct NameList {
  std::vector<std::string> allow = {};   // if not empty, replaces the list
  std::vector<std::string> add = {};     // to the list
  std::vector<std::string> remove = {};  // from the list, also names of `allow` and `add`
  bool empty() const { return allow.empty() && add.empty() && remove.empty(); }
  bool operator==(const NameList&) const = default;
};

// Parses a list with commas, such as "http,https" or "+steam,-ftp": names without a sign are
// allowed, with a sign added or removed. Fails with syntax if a name is empty.
Result<NameList> parse_names(std::string_view list);

struct Options {
  Profile profile = Profile::prose;
  bool bare_domains = true;  // example.com, www.example.com
  bool email = true;         // name@example.com, mailto:name@example.com

  // Which schemes to link, case-insensitive. The library's own list is grammars/schemes.txt and any
  // other scheme before `://`. A scheme that is allowed or added here also links without `//`
  // after it, even one that the library never links by itself (javascript, data).
  NameList schemes = {};

  // The top-level domains that may end a domain without a scheme, as U-labels or A-labels (name
  // both if a registry has both). The library's own list is grammars/tlds.txt.
  NameList tlds = {};

  // The maximum length of a link, in bytes; from 256 to 2^30.
  uint32_t max_link_bytes = 64 * 1024;
};

// Which control sequences of terminals stand for nothing (docs/scanning.md, section 11.3).
enum class Controls : uint8_t {
  all,      // as in the output of a program
  colours,  // those that hide nothing: `ESC [ 31 m`, `ESC [ K` and `ESC ( B`. Others end a link
};

// Scans one text that comes in chunks. Made by Engine::open. Belongs to one thread at a time.
// Memory: a fixed state plus one window of about 2 * Options::max_link_bytes, allocated by open();
// feeding allocates nothing. A moved-from stream can only be assigned to or destroyed.
class Stream {
 public:
  Stream(Stream&&) noexcept;
  Stream& operator=(Stream&&) noexcept;
  ~Stream();

  // Takes the next bytes of the text. A code point may be cut in two. Spans are reported as soon as
  // no later text can change them; their offsets count from the start of the text.
  void feed(std::string_view chunk, SpanSink sink);

  // For this text and later ones; all if it was never called. REQUIRES: nothing was fed since the
  // stream was opened or a text finished.
  void read_controls(Controls controls);

  // Ends the text and reports the remaining spans. The next feed begins a new text at offset 0.
  void finish(SpanSink sink);

  // Whether a sink returned Visit::stop: then the rest of this text is not scanned.
  bool is_stopped() const;

  // No later span begins before this offset: a caller that needs the text of links keeps the text
  // from here on.
  uint64_t retain_from() const;

  // How far the search has come: later spans begin after the last line feed before this offset. A
  // caller may show the lines up to there; retain_from() is less, as the scanner needs context
  // before a link.
  uint64_t searched_until() const;

  // How many links were cut at Options::max_link_bytes, in all texts that were fed.
  uint64_t links_cut() const;

 private:
  friend class Engine;
  explicit Stream(std::unique_ptr<scan::StreamState> state);
  std::unique_ptr<scan::StreamState> state_;
};

class Engine {
 public:
  // Fails with invalid_argument if an option is out of its range, a name is not a scheme (RFC 3986,
  // section 3.1), or a top-level domain is not a label. The position is the index of the name in
  // its NameList, counted through `allow`, `add` and `remove`.
  static Result<Engine> create(const Options& options);

  // All links of the text, in order. Ill-formed UTF-8 is never an error: it ends a link.
  std::vector<Span> find_all(std::string_view utf8) const;

  // The same without allocation, and until the sink returns Visit::stop.
  void scan(std::string_view utf8, SpanSink sink) const;

  // The first link. Scans the text only as far as necessary to find its end.
  std::optional<Span> find_first(std::string_view utf8) const;

  // Whether there is a link.
  bool contains(std::string_view utf8) const { return find_first(utf8).has_value(); }

  // A stream for a text that comes in chunks. It keeps alive what it needs of the Engine.
  Stream open() const;

 private:
  friend struct scan::Config;
  friend class LinkIndex;
  explicit Engine(std::shared_ptr<const scan::Config> config);
  std::shared_ptr<const scan::Config> config_;
};

// The names in output and on the command line: "prose", "url", "end_of_text", … They live for
// ever and end with a NUL.
std::string_view to_string(Profile profile);
std::string_view to_string(Kind kind);
std::string_view to_string(Form form);
std::string_view to_string(EndedBy ended_by);
std::string_view to_string(HostKind host_kind);

// The value with this name. Fails with not_found and a list of all names.
Result<Profile> parse_profile(std::string_view name);
Result<Kind> parse_kind(std::string_view name);
Result<Form> parse_form(std::string_view name);
Result<EndedBy> parse_ended_by(std::string_view name);
Result<HostKind> parse_host_kind(std::string_view name);

// "0.1.0": the version of the library; version.h has that of the headers.
std::string_view version();

}  // namespace linkspan
