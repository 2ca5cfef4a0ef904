// SPDX-License-Identifier: Apache-2.0
// Scripts of src/unicode and of ICU.
#pragma once

#include <unicode/uscript.h>

#include <optional>

#include "unicode/properties.h"

namespace linkspan::iri::back_end {

UScriptCode icu_script(unicode::Script script);

// Nothing for a code of ISO 15924 that is not the script of a character.
std::optional<unicode::Script> script_of_icu(UScriptCode code);

}  // namespace linkspan::iri::back_end
