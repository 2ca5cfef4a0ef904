// SPDX-License-Identifier: Apache-2.0
// The version of linkspan that a program is compiled with; version() of linkspan.h is the one that
// it runs with. CMake reads the version of the project from here.
#pragma once

#define LINKSPAN_VERSION_MAJOR 0
#define LINKSPAN_VERSION_MINOR 1
#define LINKSPAN_VERSION_PATCH 0
#define LINKSPAN_VERSION_STRING "0.1.0"
