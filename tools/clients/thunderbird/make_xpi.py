#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the add-on for Thunderbird: make_xpi.py PACKAGE FOLDER, where PACKAGE is the folder of tools/npm/build.

The add-on has the files of this folder, and of the npm package those that they import, unchanged: not index.js, as the module
of explain() is as large as all others together. The same files give the same bytes.
"""

import json
import pathlib
import posixpath
import re
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
OWN = ["background.js", "display.css", "display.js", "icon.svg", "options.css", "options.html", "options.js", "settings.js",
       "warnings.js"]
IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?from '(\.[^']+)';""", re.M)


def needed(package):
    """The modules of the package that the files of this folder import, and those that they import."""
    found = {}
    waiting = [(name, HERE / name) for name in OWN if name.endswith(".js")]
    while waiting:
        name, file = waiting.pop()
        text = file.read_text(encoding="utf-8")
        if name not in OWN:
            found[name] = text
        for path in IMPORT.findall(text):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            if other.startswith("linkspan/") and other not in found:
                waiting.append((other, package / "full" / "file" / "esm" / other.removeprefix("linkspan/")))
            elif other not in OWN and other not in found:
                sys.exit(f"make_xpi.py: {name} imports {path}, which is not in the add-on")
    return found


def main():
    package, folder = map(pathlib.Path, sys.argv[1:])
    manifest = json.loads((HERE / "manifest.json").read_text(encoding="utf-8"))
    manifest["version"] = json.loads((package / "package.json").read_text(encoding="utf-8"))["version"]
    files = {"manifest.json": json.dumps(manifest, indent=2) + "\n"}
    files |= {name: (HERE / name).read_bytes() for name in OWN}
    files |= needed(package)
    files["linkspan/linkspan.wasm"] = (package / "linkspan-full.wasm").read_bytes()
    files["LICENSE"] = (HERE / "../../../LICENSE").read_bytes()
    folder.mkdir(parents=True, exist_ok=True)
    output = folder / f"linkspan-{manifest['version']}.xpi"
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, files[name])
    print(f"tools/package: {output}")


if __name__ == "__main__":
    main()
