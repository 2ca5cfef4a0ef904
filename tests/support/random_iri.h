// SPDX-License-Identifier: Apache-2.0
// Random IRIs for property tests: valid by the grammar of RFC 3987, with many of its difficult
// cases. The same seed makes the same IRIs on every machine.
//
//   RandomIri random(1);
//   random.iri()          HTTP://é%2f@[2001:DB8::]:080/./%c3//a:b?\uE000#
//   random.reference()    ../%2E/ü?
//   random.variant(iri)   another spelling that RFC 3987, section 5.3.2, calls equivalent
//
// Covered: every component, present, absent and empty; percent-encoded unreserved and reserved
// characters, whole and cut UTF-8, overlong forms, NUL; dot segments, also percent-encoded; empty
// segments; colons in first segments; IPv4, IPv6 and future addresses; A-labels good and bad,
// U-labels, hosts that UTS #46 maps or refuses; bidi controls, private use, combining marks.
// Guarded by tests/iri/iri_properties_test.cc, which parses each of them.
#pragma once

#include <array>
#include <random>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "linkspan/iri.h"

namespace linkspan::test {

class RandomIri {
 public:
  explicit RandomIri(unsigned seed) : random_(seed) {}

  // With a scheme.
  std::string iri() {
    static constexpr std::array<std::string_view, 12> kSchemes = {
        "http", "https", "HTTPS", "ftp", "file", "FILE", "mailto", "urn", "x", "a+b", "ws", "data"};
    return any(kSchemes).append(":") + reference_after(Scheme::present);
  }

  // With or without a scheme.
  std::string reference() { return chance(4) ? iri() : reference_after(Scheme::absent); }

  // REQUIRES: `iri` is an IRI reference.
  std::string variant(std::string_view iri) {
    const iri::View view = *iri::parse(iri);
    std::string text;
    if (view.scheme()) text += other_case(*view.scheme()) + ":";
    if (view.host()) text += "//" + authority_variant(view);
    text += path_variant(view);
    if (view.query()) text += "?" + encoding_variant(*view.query());
    if (view.fragment()) text += "#" + encoding_variant(*view.fragment());
    return text;
  }

  bool chance(unsigned of) { return random_() % of == 0; }

 private:
  enum class Scheme { present, absent };

  template <size_t N>
  std::string any(const std::array<std::string_view, N>& list) {
    return std::string(list[random_() % N]);
  }

  // Characters of every component except the scheme, the port and an IP literal.
  std::string piece() {
    static constexpr std::array<std::string_view, 44> kPieces = {
        "a",         "B",           "c.d",       "1",      "-",          "_",      "~",
        ".",         "!$&'()*+",    ",;=",       "é",      "Ü",          "ß",      "日本",
        "e\u0301",   "\u00A0",      "\u200D",    "\u202E", "\U0001F600", "م",      "%41",
        "%7e",       "%2d",         "%2E",       "%2f",    "%2F",        "%3A",    "%25",
        "%25%34",    "%20",         "%00",       "%C3%BC", "%c3%9F",     "%c3",    "%E6%97",
        "%FF",       "%C0%AF",      "%E2%80%AE", "%CC%81", "%EE%80%80",  "%3f%23", "%F0%9F%98%80",
        "%ED%A0%80", "%F3%A0%81%81"};
    return any(kPieces);
  }

  std::string pieces(const std::string& more) {
    std::string text;
    for (auto count = random_() % 4; count > 0; --count) text += chance(8) ? more : piece();
    return text;
  }

  std::string segment() {
    static constexpr std::array<std::string_view, 8> kDots = {".",    "..",     "%2e", ".%2E",
                                                              "%2E.", "%2e%2E", "...", ""};
    return chance(3) ? any(kDots) : pieces(chance(2) ? ":" : "@");
  }

  std::string host() {
    static constexpr std::array<std::string_view, 30> kHosts = {"",
                                                                "a",
                                                                "example.com",
                                                                "EXAMPLE.Org",
                                                                "localhost",
                                                                "LocalHost",
                                                                "192.0.2.1",
                                                                "0x7f.1",
                                                                "%31.2.3.4",
                                                                "[::]",
                                                                "[2001:DB8::a]",
                                                                "[0:0:0:0:0:FFFF:192.0.2.1]",
                                                                "[vF.A:b]",
                                                                "bücher.example",
                                                                "BÜCHER.example",
                                                                "xn--bcher-kva.example",
                                                                "XN--BCHER-KVA.Example",
                                                                "b%C3%BCcher.example",
                                                                "bu\u0308cher.example",
                                                                "xn--a.example",
                                                                "xn--zca.example",
                                                                "straße.example",
                                                                "例え。テスト",
                                                                "a／b.example",
                                                                "a%2Fb",
                                                                "A%20b%ff",
                                                                "אבג.example",
                                                                "xn--.example",
                                                                "क्\u200Dष.example",
                                                                "a.-b-.\u00AD"};
    return chance(8) ? pieces("!") : any(kHosts);
  }

  std::string authority() {
    static constexpr std::array<std::string_view, 8> kPorts = {
        ":", ":80", ":443", ":0080", ":8080", ":0", ":21", ":99999999999"};
    std::string text = chance(4) ? pieces(":") + "@" : "";
    text += host();
    return chance(3) ? text + any(kPorts) : text;
  }

  // Empty, or with `/` first.
  std::string segments() {
    std::string path;
    for (auto count = random_() % 6; count > 0; --count) path += "/" + segment();
    return path;
  }

  std::string path(Scheme scheme) {
    std::string path = chance(2) ? segments() : segment() + segments();
    if (path.starts_with("//")) path.insert(0, "/.");
    const bool has_colon = path.find(':') < path.find('/');
    return scheme == Scheme::absent && has_colon ? "./" + path : path;
  }

  std::string addresses() {
    std::string list = pieces(",") + "@" + (chance(2) ? "Example.COM" : "müller.example");
    return chance(2) ? list : list + "," + piece() + "@" + piece();
  }

  std::string reference_after(Scheme scheme) {
    std::string text;
    if (scheme == Scheme::present && chance(8)) {
      text = addresses();
    } else if (chance(2)) {
      text = "//" + authority() + segments();
    } else {
      text = path(scheme);
    }
    if (chance(3)) text += "?" + pieces(chance(2) ? "/?" : "\uE000");
    if (chance(4)) text += "#" + pieces("/../?");
    return text;
  }

  // --- other spellings

  std::string other_case(std::string_view text) {
    std::string other(text);
    for (char& c : other) {
      if (base::is_ascii_letter(static_cast<uint8_t>(c)) && chance(3)) {
        c = static_cast<char>(c ^ 0x20);
      }
    }
    return other;
  }

  // Percent-encodes some bytes that are not reserved, with HEXDIG in upper or lower case.
  std::string encoding_variant(std::string_view text) {
    constexpr std::string_view kReserved = ":/?#[]@!$&'()*+,;=%";
    constexpr std::string_view kHexDigits = "0123456789abcdef";
    std::string other;
    for (size_t at = 0; at < text.size(); ++at) {
      const auto byte = static_cast<uint8_t>(text[at]);
      if (text[at] == '%') {
        other += '%' + other_case(text.substr(at + 1, 2));
        at += 2;
      } else if (byte >= 0xC0 && chance(3)) {  // a whole character or nothing
        do {
          const auto next = static_cast<uint8_t>(text[at]);
          other += {'%', kHexDigits[next >> 4], kHexDigits[next & 15]};
        } while (++at < text.size() && (static_cast<uint8_t>(text[at]) & 0xC0) == 0x80);
        --at;
      } else if (byte < 0x80 && kReserved.find(text[at]) == kReserved.npos && chance(6)) {
        other += {'%', kHexDigits[byte >> 4], kHexDigits[byte & 15]};
      } else {
        other += text[at];
      }
    }
    return other;
  }

  std::string authority_variant(const iri::View& view) {
    std::string text;
    if (view.userinfo()) text += encoding_variant(*view.userinfo()) + "@";
    const bool is_name = view.host_kind() == iri::HostKind::name;
    const std::string host = is_name ? encoding_variant(*view.host()) : other_case(*view.host());
    const bool is_ascii = base::is_all_ascii(*iri::normalize("//" + host, iri::Ladder::syntax));
    text += is_ascii && is_name ? encoded_case(host) : host;
    if (view.port()) return text.append(":").append(*view.port());
    return chance(8) ? text + ":" : text;
  }

  // Changes the case of letters, except of letters that are percent-encoded.
  std::string encoded_case(std::string_view host) {
    std::string other;
    for (size_t at = 0; at < host.size(); ++at) {
      other += other_case(host.substr(at, 1));
      if (host[at] != '%') continue;
      other += host.substr(at + 1, 2);
      at += 2;
    }
    return other;
  }

  // Adds dot segments where normalization removes them.
  std::string path_variant(const iri::View& view) {
    std::string path = encoding_variant(view.path());
    const bool has_place = view.scheme() || view.host();
    if (!has_place || !path.starts_with('/')) return path;
    static constexpr std::array<std::string_view, 5> kMore = {"/.", "/%2e", "/a/..", "/é/.%2E",
                                                              "/./b/%2E%2e"};
    for (size_t at = 0; at < path.size(); ++at) {
      if (path[at] != '/' || !chance(6)) continue;
      const std::string more = any(kMore);
      path.insert(at, more);
      at += more.size();
    }
    return path;
  }

  std::mt19937 random_;
};

}  // namespace linkspan::test
