#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what ctest found, from the file that `ctest --output-junit` writes: the tests that failed, those that were skipped, or a part of
them, each with the reason that it gave, and last a line such as `2300 passed, 0 failed, 1 skipped`.

    tests/summary.py build/everything.xml

A script says `NAME: skipped: REASON` and ends with 77, GoogleTest prints the text of GTEST_SKIP() after `Skipped`. Exit status: 0 no test
failed, 1 one failed or there are none.
"""

import re
import sys
import xml.etree.ElementTree as ElementTree

# Of scripts, GoogleTest, unittest and Node.js.
REASON = re.compile(r"\bskipped[:,] *(.+)|: Skipped\n(.+)|^OK \((skipped=.+)\)|^# (skipped [1-9]\d*)$", re.MULTILINE)


def reason_of(case):
    """What the test says that it skips; nothing if it says nothing."""
    found = REASON.search(case.findtext("system-out") or "")
    return found[found.lastindex].strip() if found else None


def main(path):
    passed, failed, skipped, partly = [], [], [], []
    for case in ElementTree.parse(path).iter("testcase"):
        name, status = case.get("name"), case.get("status")
        if status == "run":
            passed.append(name)
            if reason_of(case):
                partly.append(f"{name}: {reason_of(case)}")
        elif status == "notrun" and case.find("skipped") is not None and case.find("skipped").get("message", "").startswith("SKIP_"):
            skipped.append(f"{name}: {reason_of(case) or 'it says no reason'}")
        else:  # also one that was not built or not found
            failed.append(name)
    for kind, names in (("failed", failed), ("partly skipped", partly), ("skipped", skipped)):
        for name in sorted(names):
            print(f"{kind}: {name}")
    print(f"{len(passed)} passed, {len(failed)} failed, {len(skipped)} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
