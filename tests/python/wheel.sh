#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: only the wheel has to be installed. In a new environment, with no programs on PATH, the package
# finds links in text and in mail, runs the examples of README.md, and loads only the system libraries of glibc and g++.
# auditwheel, where it is installed (pip install auditwheel), finds no newer platform than the wheel's name says.
#
#   wheel.sh SOURCE_DIR BUILD_DIR PYTHON
#
# Exits with 77, "skipped", if the package is not built or the tools for wheels are not installed.
set -euo pipefail
source_dir=$1 build=$2 python=$3
skip() { echo "wheel: skipped: $*"; exit 77; }
modules=("$build"/python/linkspan/_core*.so)
[ -e "${modules[0]}" ] || skip 'the Python package is not built (tools/setup python)'
command -v patchelf >/dev/null || skip 'patchelf is not installed (tools/setup python)'
"$python" -c 'import ensurepip' 2>/dev/null || skip 'python3-venv is not installed (tools/setup python)'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" "$source_dir/tools/python/backend.py" --build "$build" --output "$work" >"$work/log"
"$python" -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --no-index --disable-pip-version-check "$work"/linkspan-*-manylinux_*.whl
cp "$source_dir/corpus/samples/harvest.eml" "$source_dir/tools/python/README.md" "$work"
cat >"$work/use.py" <<'PYTHON'
import doctest, re, shutil, sys

assert not any(map(shutil.which, ("cc", "c++", "gcc", "g++", "clang", "ld"))), "there is a compiler"
import linkspan

assert "glib" not in open("/proc/self/maps").read(), "GLib is loaded before linkspan.mail is"
import linkspan.mail

link, = linkspan.find("siehe https://bücher.example/ü.")
assert link.uri == "https://xn--bcher-kva.example/%C3%BC", link
assert len(list(linkspan.mail.links(sys.argv[1]))) > 3
rule = linkspan.Rule("bug", r"BUG-(\d+)", "https://b.example/{1}")  # RE2
assert linkspan.Engine(rules=[rule]).find("BUG-7")[0].uri == "https://b.example/7"
assert linkspan.find("См. https://пример.рф/".encode("koi8-r"), charset="koi8-r")[0].text == "https://пример.рф/"  # ICU
found = linkspan.Engine().find_columns(["https://a.example/"])  # without NumPy
assert found.host.to_list() == ["a.example"] and found.__arrow_c_array__()
try:
    found.row
    raise AssertionError("NumPy is there")
except ImportError as error:
    assert "linkspan[columns]" in str(error), error
failures, examples = doctest.testfile("README.md", module_relative=False)
assert failures == 0 and examples > 5, f"{failures} of {examples} examples of README.md fail"
loaded = {line.split()[-1] for line in open("/proc/self/maps") if ".so" in line}
ours = re.compile("libicu|libutf8proc|libre2|libgmime|libglib|libgio|libgpgme")
assert len([path for path in loaded if ours.search(path)]) > 6, loaded
alien = [path for path in loaded if ours.search(path) and not path.startswith(sys.prefix)]
assert not alien, f"not from the wheel: {alien}"
PYTHON
(cd "$work" && env -i PATH="$work/venv/bin" "$work/venv/bin/python" use.py "$work/harvest.eml")
# The command, with the modules that it loads for mail and compressed input.
gzip --keep "$work/harvest.eml"
links=$(cd "$work" && env -i PATH="$work/venv/bin" "$work/venv/bin/linkspan" -o -h harvest.eml.gz | wc -l)
[ "$links" -gt 3 ] || { echo "wheel: the command finds $links links" >&2; exit 1; }
if command -v auditwheel >/dev/null; then
  platform=$(basename "$work"/linkspan-*.whl .whl) && platform=${platform##*-}
  auditwheel show "$work"/linkspan-*.whl | tr -s '\n' ' ' | grep -q "platform tag to \"$platform\"" ||
    { echo "wheel: auditwheel disagrees with the platform $platform" >&2; exit 1; }
fi
"$work/venv/bin/pip" uninstall --quiet --yes --disable-pip-version-check linkspan
left=$(find "$work/venv/lib" -name '*linkspan*')
[ -z "$left" ] || { echo "wheel: uninstalling leaves $left" >&2; exit 1; }
echo "wheel: $(cd "$work" && ls -sh linkspan-*.whl)"
