#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a wheel of the Python package for the interpreter that runs this script.

    python3 tools/python/backend.py --output DIR                configures and builds in build/python-TAG
    python3 tools/python/backend.py --output DIR --build BUILD  uses the build in BUILD
    pip install tools/python                                    calls the hooks of PEP 517 below

A wheel is a zip file with the package and its metadata. As auditwheel does, this script adds the libraries
that the modules need and that not every machine has (ICU, GMime, GLib, …). Each gets a unique name, so that
it cannot be confused with the system's library, and the modules find them by relative paths. Only glibc and
libstdc++ are not included: the tag manylinux_2_36 names the oldest glibc. Without patchelf no libraries are
added, and the tag is linux_x86_64: such a wheel works only on this machine.

Uses only Python's standard library. Needs the packages of `tools/setup python`.
Guarded by tests/python/wheel.sh, which installs the wheel on a system without a compiler.
"""

import argparse
import base64
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE_TREE = HERE.parents[1]
LIBRARIES = "_libraries"  # the folder in the package
COMMAND = "_command"  # likewise, with bin/linkspan and the modules that it loads, in lib/linkspan

# Libraries that every Linux with that glibc has, and that must be loaded only once in a process.
OF_THE_SYSTEM = re.compile(r"^(linux-vdso|ld-linux|libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s)[-.\d]*\.so")

METADATA = """\
Metadata-Version: 2.1
Name: linkspan
Version: {version}
Summary: Finds IRIs, URLs and email addresses in text, where a careful reader would see them
License: Apache-2.0
Classifier: Programming Language :: Python :: 3
Classifier: License :: OSI Approved :: Apache Software License
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: Text Processing
Classifier: Typing :: Typed
Requires-Python: >=3.9
Provides-Extra: columns
Requires-Dist: numpy; extra == "columns"
Provides-Extra: pandas
Requires-Dist: pandas; extra == "pandas"
Provides-Extra: dask
Requires-Dist: distributed; extra == "dask"
Provides-Extra: spark
Requires-Dist: pyspark; extra == "spark"
Requires-Dist: pyarrow; extra == "spark"
Provides-Extra: ray
Requires-Dist: ray[data]; extra == "ray"
Provides-Extra: polars
Requires-Dist: polars; extra == "polars"
Requires-Dist: pyarrow; extra == "polars"
Provides-Extra: urls
Requires-Dist: fsspec; extra == "urls"
Description-Content-Type: text/markdown

{description}"""

ENTRY_POINTS = """\
[console_scripts]
linkspan = linkspan.corpus:main_of_command
linkspan-dask = linkspan.dask:main
"""


class Failure(Exception):
    """The wheel cannot be made. The message gives the reason."""


def run(*command):
    """The standard output of a command."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{command[0]} failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def version():
    header = (SOURCE_TREE / "include" / "linkspan" / "version.h").read_text()
    return re.search(r'VERSION_STRING "([^"]+)"', header).group(1)


def python_tag():
    return f"cp{sys.version_info[0]}{sys.version_info[1]}"


def platform_tag(is_complete):
    machine = sysconfig.get_platform().replace("-", "_").replace(".", "_")  # linux_x86_64
    if not is_complete:
        return machine
    return machine.replace("linux", "manylinux_" + platform.libc_ver()[1].replace(".", "_"), 1)


def build():
    """Builds the modules for this interpreter, and returns the build folder."""
    folder = SOURCE_TREE / "build" / f"python-{python_tag()}"
    print(f"building linkspan in {folder}", file=sys.stderr)
    run("cmake", "-S", SOURCE_TREE, "--preset", "release", "-B", folder, "-DLINKSPAN_TESTS=OFF", "-DLINKSPAN_COMMAND=ON",
        "-DLINKSPAN_WERROR=OFF", "-DLINKSPAN_PYTHON=ON", f"-DLINKSPAN_PYTHON_EXECUTABLE={sys.executable}")
    run("cmake", "--build", folder, "--target", "linkspan_python", "linkspan_command", "--parallel", os.cpu_count() or 1)
    return folder


# ---- Libraries ----

def needed(module):
    """The libraries that a module needs, directly or indirectly: name → path."""
    found = dict(re.findall(r"^\s*(\S+) => (/\S+)", run("ldd", module), re.MULTILINE))
    return {name: pathlib.Path(path) for name, path in found.items() if not OF_THE_SYSTEM.match(name)}


def own_name(name, path):
    """A unique name for a library: libicuuc.so.72 → libicuuc-1a2b3c4d.so.72."""
    stem, dot, rest = name.partition(".so")
    return f"{stem}-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}{dot}{rest}"


def carry_libraries(package):
    """Copies the libraries that the modules need into the package. Returns their original paths."""
    modules = sorted([*package.glob("*.so"), *(path for path in (package / COMMAND).rglob("*") if path.is_file())])
    libraries = {}
    for module in modules:
        libraries.update(needed(module))
    names = {name: own_name(name, path) for name, path in libraries.items()}
    folder = package / LIBRARIES
    folder.mkdir()
    for name, path in libraries.items():
        shutil.copy(path, folder / names[name])
        os.chmod(folder / names[name], 0o755)
    for file in [*modules, *(folder / own for own in names.values())]:
        # One change in each run: patchelf 0.14 confuses names if there are several.
        for name in sorted(set(run("patchelf", "--print-needed", file).split()) & names.keys()):
            run("patchelf", "--replace-needed", name, names[name], file)
        if file not in modules:
            run("patchelf", "--set-soname", file.name, file)
        run("patchelf", "--set-rpath", run_path_of(file, package), file)
    return sorted(libraries.values())


def run_path_of(file, package):
    up = "/".join(["$ORIGIN"] + [".."] * (len(file.relative_to(package).parts) - 1))
    modules = ":$ORIGIN/../lib/linkspan" if file.parent.name == "bin" else ""
    return ("$ORIGIN" if file.parent.name == LIBRARIES else f"{up}/{LIBRARIES}") + modules


def licences(paths):
    """The copyright files of the Debian packages with these libraries: package → path."""
    found = {}
    for path in paths:
        for name in (path, path.resolve(), str(path).replace("/lib/", "/usr/lib/", 1)):
            done = subprocess.run(["dpkg-query", "--search", str(name)], capture_output=True, text=True, check=False)
            if done.returncode == 0:
                package = done.stdout.split(":")[0]
                found[package] = pathlib.Path("/usr/share/doc") / package / "copyright"
                break
    return {package: file for package, file in found.items() if file.exists()}


# ---- The wheel ----

def zip_entry(name, mode):
    entry = zipfile.ZipInfo(name)  # dated 1980, so that the same files make the same wheel
    entry.external_attr = (0o100000 | mode) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def write_wheel(path, files):
    """Writes `files`: name → (content, mode), and RECORD, which lists them."""
    record = next(name for name in files if name.endswith("/METADATA")).replace("METADATA", "RECORD")
    lines = []
    with zipfile.ZipFile(path, "w") as wheel:
        for name, (content, mode) in sorted(files.items()):
            wheel.writestr(zip_entry(name, mode), content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            lines.append(f"{name},sha256={digest},{len(content)}")
        wheel.writestr(zip_entry(record, 0o644), "\n".join([*lines, f"{record},,", ""]))


def make_wheel(output, built):
    """Makes a wheel of the build `built` in the folder `output`, and returns its name."""
    made = built / "python" / "linkspan"
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    if not (made / f"_core{suffix}").exists():
        raise Failure(f"{made} has no _core{suffix}: it was not built for {sys.executable}")
    with tempfile.TemporaryDirectory() as work:
        package = pathlib.Path(work) / "linkspan"
        package.mkdir()
        for file in made.iterdir():
            if file.is_file() and (file.suffix != ".so" or file.name.endswith(suffix)):
                shutil.copy(file, package)
        (package / COMMAND / "bin").mkdir(parents=True)
        shutil.copy(built / "bin" / "linkspan", package / COMMAND / "bin")
        if (built / "lib" / "linkspan").is_dir():
            shutil.copytree(built / "lib" / "linkspan", package / COMMAND / "lib" / "linkspan")
        for module in [*package.glob("*.so"), *(path for path in (package / COMMAND).rglob("*") if path.is_file())]:
            run("strip", "--strip-unneeded", module)
        is_complete = shutil.which("patchelf") is not None
        carried = carry_libraries(package) if is_complete else []
        if not is_complete:
            print("patchelf is not installed: the wheel does not contain its libraries", file=sys.stderr)
        tag = f"{python_tag()}-{python_tag()}{sys.abiflags}-{platform_tag(is_complete)}"
        info = f"linkspan-{version()}.dist-info"
        files = {f"linkspan/{path.relative_to(package)}": (path.read_bytes(), path.stat().st_mode & 0o755 | 0o644)
                 for path in package.rglob("*") if path.is_file()}
    metadata = METADATA.format(version=version(), description=(HERE / "README.md").read_text(encoding="utf-8"))
    files[f"{info}/METADATA"] = (metadata.encode(), 0o644)
    files[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: linkspan\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(), 0o644)
    files[f"{info}/entry_points.txt"] = (ENTRY_POINTS.encode(), 0o644)
    files[f"{info}/licenses/LICENSE"] = ((SOURCE_TREE / "LICENSE").read_bytes(), 0o644)
    for name, path in licences(carried).items():
        files[f"{info}/licenses/{name}"] = (path.read_bytes(), 0o644)
    wheel = pathlib.Path(output) / f"linkspan-{version()}-{tag}.whl"
    wheel.parent.mkdir(parents=True, exist_ok=True)
    write_wheel(wheel, files)
    return wheel.name


# ---- The hooks of PEP 517 ----

def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return make_wheel(wheel_directory, build())


def build_sdist(sdist_directory, config_settings=None):
    raise Failure("a source distribution is not supported: building the package needs the source tree of linkspan")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path)
    options = parser.parse_args()
    try:
        print(options.output / make_wheel(options.output, options.build or build()))
    except Failure as failure:
        sys.exit(f"backend.py: {failure}")


if __name__ == "__main__":
    main()
