// SPDX-License-Identifier: Apache-2.0
// `linkspan iri`: one answer line for each IRI in the arguments or lines of standard input.
//
//   linkspan iri to-uri http://h/ü      http://h/%C3%BC
//   linkspan iri to-uri 'http://h/a b'  an empty line; standard error says what is wrong where, and
//                                       the exit status is 1
//
// Guarded by tests/command/iri/command_iri_test.cc.
#pragma once

#include "iri/verbs.h"

namespace linkspan::command {

// Returns the exit status.
int run_iri(const IriSettings& settings);

}  // namespace linkspan::command
