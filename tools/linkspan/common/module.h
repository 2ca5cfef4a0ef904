// SPDX-License-Identifier: Apache-2.0
// Functions that are loaded only when they are called: those of GMime for mail and libarchive for
// compressed input, with some twenty libraries that they need, of ncurses for `linkspan pick`, and
// of RE2 for rules. PERF: `linkspan --version` takes 2.4 ms of CPU time, and 5.2 ms with these
// libraries loaded.
//
//   linked into this program (tests, sanitizers)   its address is the entry
//   else                                           the one in lib/linkspan/linkspan-….so
//
// A room declares its entry with LINKSPAN_ENTRY, so that the address is null where it is not
// linked, and calls what entry_of() returns. The run path of the program says where modules are.
// They are not part of the interface of the library (CMake option LINKSPAN_MODULES).
//
// Guarded by tests/command/input/command_documents_test.cc, for a program without its modules, and
// by all tests of mail and compressed input.
#pragma once

#include <dlfcn.h>

#include <string>

#include "linkspan/result.h"

#define LINKSPAN_ENTRY extern "C" [[gnu::weak, gnu::visibility("default")]]

namespace linkspan::command {

// A module stays loaded to the end of the program.
template <class Entry>
Result<Entry*> entry_of(Entry* linked, const char* module, const char* name) {
  if (linked != nullptr) return linked;
  void* const handle = dlopen(module, RTLD_NOW | RTLD_LOCAL);
  void* const found = handle != nullptr ? dlsym(handle, name) : nullptr;
  if (found != nullptr) return reinterpret_cast<Entry*>(found);
  return Error{
      ErrorCode::io, 0,
      std::string("a part of linkspan is not installed, or not where it belongs: ") + dlerror()};
}

}  // namespace linkspan::command
