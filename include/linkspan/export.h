// SPDX-License-Identifier: Apache-2.0
// LINKSPAN_API: what a shared library of linkspan shows. All else is compiled with hidden
// visibility.
//
//   namespace LINKSPAN_API linkspan { … }   everything that is declared in it
//
// On Windows a namespace cannot be exported: the C++ libraries are static there, and a DLL has the
// C interface (linkspan_c.h).
#pragma once

// The only error for a compiler that is set to an older C++; after #error it would go on.
#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 202002L
#include <linkspan needs C++20: compile with -std=c++20 (for C++17 and C there is linkspan_c.h)>
#endif

#if defined(__GNUC__) && !defined(_WIN32)
#define LINKSPAN_API [[gnu::visibility("default")]]
#else
#define LINKSPAN_API
#endif
