// SPDX-License-Identifier: Apache-2.0
// The table of the forms of output (output/form.h). The function that returns a form is declared
// here, and defined in the form's file.
#pragma once

#include <string>

#include "common/option_values.h"
#include "output/form.h"

namespace linkspan::command {

const OutputForm& list_form();
const OutputForm& uri_form();
const OutputForm& iri_form();
const OutputForm& text_form();
const OutputForm& jsonl_form();
const OutputForm& tsv_form();
const OutputForm& csv_form();

using FormOf = const OutputForm& (*)();

// In the order of messages and of --help.
inline constexpr Word<FormOf> kOutputForms[] = {
    {"list", list_form},   {"uri", uri_form}, {"iri", iri_form}, {"text", text_form},
    {"jsonl", jsonl_form}, {"tsv", tsv_form}, {"csv", csv_form}};

std::string_view name_of(const OutputForm& form);

// The object of a link in the answers to --from jsonl: its members without those of its origin.
void append_link_object(std::string& out, const Link& link);

// The names of those that have something: "jsonl, tsv and csv" for &OutputForm::has_fields.
std::string forms_that(bool (OutputForm::*has)() const, std::string_view separator = ", ",
                       std::string_view last_separator = " and ");

}  // namespace linkspan::command
