// SPDX-License-Identifier: Apache-2.0
// The details of the selected link in `linkspan pick`, in lines for the lower part of the screen.
//
//   IRI    https://bücher.example/über
//   URI    https://xn--bcher-kva.example/%C3%BCber
//   Host   bücher.example = xn--bcher-kva.example
//   Kind   web address
//   Where  letter.txt:3, letter.txt:9
//
//      the line before
//      See https://bücher.example/über for more.       the link is emphasized
//
// Guarded by tests/command/pick/pick_model_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pick/model.h"
#include "pick/text.h"

namespace linkspan::command {

enum class Look : uint8_t { plain, label, link, warning };

struct StyledCells {
  Cells cells;
  Look look = Look::plain;
};
using ShownLine = std::vector<StyledCells>;

// At most `rows` lines of at most `columns`, the most important first. REQUIRES: the mutex of the
// store is held; columns is 20 or more.
std::vector<ShownLine> details_of(const LinkStore& store, const PickModel& model, size_t row,
                                  int columns, size_t rows);

// The lines that contain a link, as text to be copied.
std::string lines_of_link(const LinkStore& store, const PickLink& link);

}  // namespace linkspan::command
