# SPDX-License-Identifier: Apache-2.0
"""Helpers of clients.py and editors.py, to control programs: a terminal (tmux), and a home with a fake browser
that records the URIs."""

import os
import re
import subprocess
import sys
import time

COLUMNS, LINES = 110, 40

# Seconds until a condition that never comes true is a failure (many, as the machine may be busy), and until a key that
# has no effect is pressed again.
PATIENCE, UNTIL_AGAIN = 60, 5


class Terminal:
    """A program in a separate tmux server."""

    def __init__(self, home, environment, command):
        self.tmux = ["tmux", "-f", "/dev/null", "-S", str(home / "tmux"), "-u"]
        self.stream = home / "stream"
        self.environment = environment
        self.run("new-session", "-d", "-x", str(COLUMNS), "-y", str(LINES), command)
        self.run("pipe-pane", f"cat > '{self.stream}'")

    def run(self, *arguments):
        done = subprocess.run([*self.tmux, *arguments], env=self.environment, capture_output=True, check=False)
        return done.stdout.decode()

    def press(self, *keys):
        self.run("send-keys", *keys)

    def screen(self):
        return self.run("capture-pane", "-p")

    def wait_for(self, text):
        until = time.monotonic() + PATIENCE
        while text not in flat(self.screen()):
            if time.monotonic() > until:
                sys.exit(f"'{text}' was never shown:\n{self.screen()}")
            time.sleep(0.05)
        return self.screen()

    def press_until(self, key, text):
        """Presses a key until it has an effect: a client that is not ready ignores it."""
        for _ in range(PATIENCE // UNTIL_AGAIN):
            self.press(key)
            until = time.monotonic() + UNTIL_AGAIN
            while time.monotonic() < until:
                if text in flat(self.screen()):
                    return self.screen()
                time.sleep(0.05)
        sys.exit(f"'{text}' was never shown:\n{self.screen()}")

    def end(self):
        self.run("kill-server")


def flat(screen):
    """Joins the lines that a pager wraps: NeoMutt begins the rest of a line with a "+"."""
    return re.sub(r" +", " ", re.sub(r" *\n\+?", " ", screen))


def make_home(home, linkspan):
    """Makes a home with a browser and linkspan in its bin; returns the environment."""
    (home / "bin").mkdir()
    (home / "bin" / "linkspan").symlink_to(linkspan)
    browser = home / "bin" / "browser"
    browser.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$1\" >> '{home}/opened'\n")
    browser.chmod(0o755)
    return {"HOME": str(home), "PATH": f"{home}/bin:{os.environ['PATH']}", "LANG": "C.UTF-8", "TERM": "xterm-256color",
            "BROWSER": str(browser)}
