// SPDX-License-Identifier: Apache-2.0
// The names, sentences and severities of warnings, in one table.
//
// Guarded by tests/iri/iri_warnings_test.cc: every warning has a row, and names are unique.
#include <algorithm>

#include "linkspan/iri.h"

namespace linkspan {
namespace {

struct Row {
  Warning warning;
  Severity severity;
  std::string_view name;
  std::string_view description;
};

using enum Severity;

constexpr Row kRows[] = {
    {Warning::host_not_idna, note, "host-not-idna",
     "this host cannot be a domain name and will most likely not be found: look for a mistake in "
     "it"},
    {Warning::joined_lines, note, "joined-lines",
     "the link was put together from two lines, and its end may not belong to it: compare it with "
     "the text"},
    {Warning::text_names_other_host, serious, "text-names-other-host",
     "the text names another host than the one that the link leads to: open it only if you trust "
     "that one"},
    {Warning::mixed_scripts, serious, "mixed-scripts",
     "a part of the host mixes letters of scripts that are not written together: some of them may "
     "only look like what you know"},
    {Warning::confusable_host, serious, "confusable-host",
     "a part of the host looks like Latin letters and is written in others: it is another host "
     "than it seems to be"},
    {Warning::lookalike_delimiter, serious, "lookalike-delimiter",
     "a character looks like one of / . ? # @ : and is not: the host may end elsewhere than it "
     "seems to"},
    {Warning::userinfo_like_host, serious, "userinfo-like-host",
     "what looks like the host is user information: the host comes after the @"},
    {Warning::bidi_control, serious, "bidi-control",
     "an invisible character changes the order in which the text is shown: what you see is not "
     "what you open"},
    {Warning::invisible, serious, "invisible",
     "there is a character that is not visible: the link is not the one that it looks like"},
    {Warning::bidi_structure, note, "bidi-structure",
     "letters of both directions meet in one component and may be shown in the wrong order: "
     "compare it with the URI"},
    {Warning::not_nfc, note, "not-nfc",
     "the text is not in normalization form C, and other programs may change it: copy it, do not "
     "type it"},
    {Warning::not_nfkc, note, "not-nfkc",
     "the text has characters that only differ in form from others, and other programs may change "
     "them: copy it, do not type it"},
    {Warning::private_use, note, "private-use",
     "there is a character for private use, which looks different on each machine"},
    {Warning::unassigned, note, "unassigned",
     "there is a code point without a character in this version of Unicode"},
    {Warning::deviation, note, "deviation",
     "older programs map a letter of the host to another and open another host: compare the host "
     "with xn-- in it"},
    {Warning::not_idna2008, note, "not-idna2008",
     "the host has a character that IDNA2008 does not allow: some registries and programs refuse "
     "it"},
    {Warning::odd_ipv4, serious, "odd-ipv4",
     "the host is an IPv4 address in an unusual notation, which hides where the link leads"},
    {Warning::invalid_escape, serious, "invalid-escape",
     "percent-encoded bytes are not valid UTF-8, as in attacks on filters: open it only if you "
     "trust its source"},
    {Warning::legacy_escape, note, "legacy-escape",
     "percent-encoded bytes are text in an older charset, so that it cannot be shown as text"},
    {Warning::escaped_dots, serious, "escaped-dots",
     "dots of a path are percent-encoded, as in attacks that leave a folder: open it only if you "
     "trust its source"},
    {Warning::unusual_port, note, "unusual-port",
     "the port is not one that is usual for the scheme: another program may answer there"},
    {Warning::runs_code, serious, "runs-code",
     "the scheme runs what follows it as a program: do not open it"},
    {Warning::escaped_host, serious, "escaped-host",
     "letters, digits or dots of the host are percent-encoded, which hides where the link leads: "
     "compare the host with the URI"},
    {Warning::second_target, note, "second-target",
     "the link names a second site, target or recipient, which is easy to overlook: look where it "
     "leads"},
};
static_assert(std::size(kRows) == kAllWarnings.size());

const Row& row_of(Warning warning) {
  return *std::find_if(std::begin(kRows), std::end(kRows),
                       [warning](const Row& row) { return row.warning == warning; });
}

}  // namespace

std::string_view to_string(Warning warning) { return row_of(warning).name; }

std::string_view description(Warning warning) { return row_of(warning).description; }

Severity severity(Warning warning) { return row_of(warning).severity; }

bool is_serious(Warnings warnings) {
  return !warnings.empty() &&
         std::any_of(kAllWarnings.begin(), kAllWarnings.end(), [=](Warning warning) {
           return warnings.has(warning) && severity(warning) == Severity::serious;
         });
}

}  // namespace linkspan
