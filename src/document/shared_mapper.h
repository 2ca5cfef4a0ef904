// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "iri/mapper.h"
#include "linkspan/result.h"

namespace linkspan::document {

// The Mapper that all pipelines of the process share.
Result<std::shared_ptr<const iri::Mapper>> shared_mapper();

}  // namespace linkspan::document
