#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes references.inc, the named character references of the HTML standard, beside this file:

    python3 src/base/make_references.py

Source: html.entities.html5 of Python, which is the list of the WHATWG (section 13.5 of the standard).
The version of Python is written into the first line. Names are in the order of what they stand for, so that the list of code
points is one of small steps, which compresses: the names and characters take 6 KB of linkspan.wasm, and 22 KB in a table.
"""

import html.entities
import pathlib
import platform

NAMES = html.entities.html5
LONG_STEP = 255  # three bytes follow


def steps_of(code_points):
    last = 0
    for code_point in code_points:
        step = code_point - last
        yield from [step] if step < LONG_STEP else [LONG_STEP, step & 0xFF, step >> 8 & 0xFF, step >> 16]
        last = code_point


def lines_of(words, end):
    """Words with `end` after each, in lines of at most 100 characters."""
    line = ""
    for word in words:
        if len(line) + len(word) > 95:
            yield line
            line = ""
        line += word + end
    yield line


def main():
    names = sorted((text, name.rstrip(";")) for name, text in NAMES.items() if name.endswith(";"))
    print_name = [name + ("," if name in NAMES else "") for _, name in names]  # also without `;`
    seconds = [f"{{{at}, 0x{ord(text[1]):X}}}" for at, (text, _) in enumerate(names) if len(text) == 2]
    lines = [f"// Made by src/base/make_references.py from Python {platform.python_version()}; do not edit."]
    lines += ["constexpr char kNames[] ="]
    lines += [f'    "{line}"' for line in lines_of(print_name, " ")]
    lines[-1] += ";"
    lines += ["constexpr uint8_t kSteps[] = {"]
    lines += [f"    {line}" for line in lines_of((str(step) for step in steps_of(ord(text[0]) for text, _ in names)), ",")]
    lines += ["};", "constexpr Second kSeconds[] = {"]
    lines += [f"    {line}" for line in lines_of(seconds, ",")]
    lines += ["};", f"constexpr size_t kNameCount = {len(names)};"]
    path = pathlib.Path(__file__).with_name("references.inc")
    path.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
