#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what ctest found, from the file that `ctest --output-junit` writes: the tests that failed, those that were skipped, each with
the reason that it gave, and last a line such as `2300 passed, 0 failed, 1 skipped`.

    tests/summary.py build/everything.xml

A script says `NAME: skipped: REASON` and ends with 77, GoogleTest prints the text of GTEST_SKIP() after `Skipped`. Exit status: 0 no test
failed, 1 one failed or there are none.
"""

import re
import sys
import xml.etree.ElementTree as ElementTree

REASONS = (re.compile(r"\bskipped: *(.+)"), re.compile(r": Skipped\n(.+)"))


def reason_of(case):
    output = case.findtext("system-out") or ""
    found = next(filter(None, (pattern.search(output) for pattern in REASONS)), None)
    return found[1].strip() if found else "it says no reason"


def main(path):
    passed, failed, skipped = [], [], []
    for case in ElementTree.parse(path).iter("testcase"):
        name, status = case.get("name"), case.get("status")
        if status == "run":
            passed.append(name)
        elif status == "notrun" and case.find("skipped") is not None and case.find("skipped").get("message", "").startswith("SKIP_"):
            skipped.append(f"{name}: {reason_of(case)}")
        else:  # also one that was not built or not found
            failed.append(name)
    for kind, names in (("failed", failed), ("skipped", skipped)):
        for name in sorted(names):
            print(f"{kind}: {name}")
    print(f"{len(passed)} passed, {len(failed)} failed, {len(skipped)} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
