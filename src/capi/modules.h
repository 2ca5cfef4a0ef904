// SPDX-License-Identifier: Apache-2.0
// Parts of liblinkspan.so that are loaded when they are first needed: GMime, which needs 14 more
// libraries, and RE2. PERF: a program that finds spans loads 12 libraries instead of 28
// (docs/performance.md).
//
// modules_loaded.cc and mail_loaded.cc load linkspan/VERSION/mail.so and rules.so from the folder
// of the library; modules_linked.cc is for a library that is linked with all of it: one with
// sanitizers, and the shared library for C++. A module is as new as its library: neither the entry
// points nor the classes that go through them are an interface.
//
// Guarded by tests/capi_libraries.sh, and by all tests of mail and rules in C.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "linkspan/mail.h"
#include "linkspan/result.h"
#include "linkspan/rules.h"

namespace linkspan::capi {

// Why messages cannot be read; nullopt: mail::read_message() works from now on.
std::optional<Error> load_mail();

// linkspan_built_in.
struct WantedBuiltIn {
  std::optional<FilePlaces::Which> places = {};
  std::string root = {};
  std::optional<PhoneNumbers> phones = {};
};

// parse_rules() and Rules::create(). Fails with io, too, if the module cannot be loaded.
Result<Rules> make_rules(std::string_view toml, std::string_view source_name,
                         const RuleParameters& parameters, const WantedBuiltIn& built_in);

// Loads a module, and finds its entry point of this name. A module is not unloaded.
Result<void*> find_entry(const char* module, const char* name);

// The entry points. Their names do not begin as those that the library shows.
extern "C" {
using ReadMessageEntry = void(std::string_view message, const mail::ReadOptions& options,
                              mail::Visitor& visitor, mail::Summary& summary);
using MakeRulesEntry = void(std::string_view toml, std::string_view source_name,
                            const RuleParameters& parameters, const WantedBuiltIn& built_in,
                            Result<Rules>& made);
ReadMessageEntry module_read_message;
MakeRulesEntry module_make_rules;
}

}  // namespace linkspan::capi
