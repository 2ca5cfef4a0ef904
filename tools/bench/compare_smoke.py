# SPDX-License-Identifier: Apache-2.0
"""Tests that `compare` measures, counts links correctly, and gives a reason for each tool that it leaves out.

    python3 tools/bench/compare_smoke.py --build build/release

Runs the drivers of the build on a text with a known number of links. Every tool finds the link with a
scheme; only some find the address and the bare domain. Exit status: 0 passed, 1 failed, 77 skipped, as
no driver was built.
"""

import argparse
import csv
import pathlib
import subprocess
import sys
import tempfile

COMPARE = pathlib.Path(__file__).with_name("compare")
LINE = "See https://example.org/a and example.com, or write to lena@example.net. Or not.\n"
LINES = 100
LINKS = {"linkspan": 3 * LINES, "linkspan --no-bare": 2 * LINES, "re2": LINES, "hyperscan": LINES,
         "grep": LINES, "limit: filtered": 5 * LINES, "limit: marks": 7 * LINES}
ALWAYS = {"linkspan", "linkspan --no-bare", "limit: filtered", "limit: marks", "grep"}


def compare(build, *arguments):
    return subprocess.run([sys.executable, COMPARE, "--build", build, "--no-build", "--rounds", "2",
                           *arguments], capture_output=True, text=True, check=False)


def faults_of_measuring(build, text):
    done = compare(build, "--to", "tsv", "--only", ",".join(LINKS), text)
    if done.returncode != 0:
        return [f"exit status {done.returncode}: {done.stderr}"]
    rows = list(csv.DictReader(done.stdout.splitlines(), delimiter="\t"))
    found = {row["tool"]: int(row["links"]) for row in rows}
    faults = [f"{name} is not in the table" for name in sorted(ALWAYS - set(found))]
    faults += [f"{name} found {count} links, not {LINKS[name]}" for name, count in found.items()
               if count != LINKS[name]]
    faults += [f"{name} is neither measured nor reported as missing" for name in LINKS
               if name not in found and f"not compared with {name}:" not in done.stderr]
    faults += [f"{row['tool']} has the rate {row['mb_per_s']}" for row in rows
               if not float(row["mb_per_s"]) > 0]
    faults += [f"{row['tool']} is compared with nothing" for row in rows
               if bool(row["against"]) != bool(row["ratio"])]
    return faults


def faults_of_usage(build, text):
    done = compare(build, "--only", "no such tool", text)
    if done.returncode != 1 or "there is no tool no such tool" not in done.stderr:
        return [f"an unknown tool gives status {done.returncode}: {done.stderr}"]
    done = compare(build, "--against", "no-such-commit", text)
    if done.returncode != 1 or "git knows no commit no-such-commit" not in done.stderr:
        return [f"an unknown commit gives status {done.returncode}: {done.stderr}"]
    return []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    build = parser.parse_args().build
    if not (build / "bin" / "bench_linkspan").exists():
        print(f"skipped: {build} has no bench_linkspan")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        text = pathlib.Path(folder) / "letter.txt"
        text.write_text(LINE * LINES)
        faults = faults_of_measuring(build, text) + faults_of_usage(build, text)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
