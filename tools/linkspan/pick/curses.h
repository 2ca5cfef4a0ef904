// SPDX-License-Identifier: Apache-2.0
// ncurses with wide characters, without its macros that have the names of common functions.
#pragma once

#define NCURSES_NOMACROS 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
