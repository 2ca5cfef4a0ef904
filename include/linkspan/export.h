// SPDX-License-Identifier: Apache-2.0
// LINKSPAN_API: what a shared library of linkspan shows. All else is compiled with hidden
// visibility.
//
//   namespace LINKSPAN_API linkspan { … }   everything that is declared in it
#pragma once

#if defined(__GNUC__)
#define LINKSPAN_API [[gnu::visibility("default")]]
#else
#define LINKSPAN_API
#endif
