#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes references.inc, the named character references of the HTML standard, beside this file:

    python3 src/base/make_references.py

Source: html.entities.html5 of Python, which is the list of the WHATWG (section 13.5 of the standard).
The version of Python is written into the first line. Names are sorted by their bytes.
"""

import html.entities
import pathlib
import platform


def quoted(text):
    """A string literal of C++: ASCII as it is, else the bytes of its UTF-8 in octal."""
    out = ""
    for byte in text.encode():
        plain = 0x20 < byte < 0x7F and chr(byte) not in '"\\?'
        out += chr(byte) if plain else f"\\{byte:03o}"
    return f'"{out}"'


def main():
    lines = [f"// Made by src/base/make_references.py from Python {platform.python_version()}; do not edit."]
    for name in sorted(html.entities.html5, key=lambda name: name.encode()):
        lines.append(f"{{{quoted(name)}, {quoted(html.entities.html5[name])}}},")
    path = pathlib.Path(__file__).with_name("references.inc")
    path.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
