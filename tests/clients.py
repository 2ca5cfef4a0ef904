#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Promise: each mail client shows and opens the five links of tools/clients/letter.eml, and shows the parts of a mail
and its quotes as without linkspan.

    clients.py aerc|neomutt LINKSPAN SOURCE_DIR

Sets the client up as its README in tools/clients describes, in a separate home with a mailbox of one letter,
and controls it in tmux. The screen must show each whole link, and the host of its destination if the link
text does not show it; each link is opened in `linkspan pick`, and a fake browser records its arguments.
With LINKSPAN_WRITE_SCREENS in the environment, the screen becomes tools/clients/NAME/screen.txt.

Exit status: 0 success, 1 failure, 77 the client or tmux is not installed.
"""

import os
import pathlib
import shutil
import sys
import tempfile
import time

from driven import PATIENCE, Terminal, flat, make_home

SEEN = [
    "παράδειγμα.ελ/σελίδα.",
    "日本語の文の中に、https://例え.テスト/地図 を開いて",
    "eingang?lat=47.21&lon=7.53",
    "jürgen.müller@bücher.example, please",
    "https://www.pаypal.com/login [⚠ www.xn--pypal-4ve.com]",
]


def set_up_aerc(folder, home):
    settings = home / ".config" / "aerc"
    (settings / "filters").mkdir(parents=True)
    shutil.copy(folder / "linkspan-text", settings / "filters")
    shutil.copy(folder / "aerc.conf", settings)
    shutil.copy(folder / "binds.conf", settings)
    accounts = settings / "accounts.conf"
    accounts.touch(0o600)
    accounts.write_text(f"[test]\nsource = maildir://{home}/Mail\ndefault = INBOX\nfrom = a <a@example.org>\n")
    bindings = (settings / "binds.conf").read_text()
    (settings / "binds.conf").write_text(f"[messages]\n<Enter> = :view<Enter>\n{bindings}q = :close<Enter>\n")
    return home / "Mail" / "INBOX", "aerc", "C-l"


def set_up_neomutt(folder, home):
    shutil.copy(folder / "linkspan-display", home / "bin")
    (home / ".neomuttrc").write_text(
        f"set folder=~/Mail spoolfile=~/Mail mbox_type=Maildir wait_key=no\nsource {folder}/linkspan.neomuttrc\n")
    return home / "Mail", "neomutt", "C-b"


# Two parts and a file: NeoMutt marks the lines that it writes between them, and removes the marks after the filter;
# aerc colours quotes.
PARTS = """\
Date: Sat, 21 Nov 2026 09:30:00 +0100
From: Eleni König <eleni@example.org>
To: reader@example.net
Subject: Two parts and a file
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=utf-8

See https://example.org/one here.
> A quote of https://example.org/two in it.

--b
Content-Type: text/plain; charset=utf-8

The second part is at https://example.org/three here.

--b
Content-Type: application/pdf; name="report.pdf"
Content-Disposition: attachment; filename="report.pdf"
Content-Transfer-Encoding: base64

JVBERi0xLjQK
--b--
"""
SEEN_OF_PARTS = {
    "aerc": ["See https://example.org/one here.", "> A quote of https://example.org/two in it."],
    "neomutt": ["[-- Attachment #1 --]", "See https://example.org/one here.", "[-- Attachment #3: report.pdf --]",
                "The second part is at https://example.org/three here."],
}
COLOURED = {"aerc": "\x1b[38;5;75m> A quote", "neomutt": "\x1b[1;4mhttps://example.org/one"}


SET_UP = {"aerc": set_up_aerc, "neomutt": set_up_neomutt}


def open_all(terminal, key, uris, opened):
    """Opens each link of the list, and returns the URIs that the browser got."""
    terminal.press_until(key, f"{len(uris)} links")
    for number in range(len(uris)):
        if number > 0:
            terminal.press("Down")
        terminal.press("Enter")
        if number == len(uris) - 1:  # it has a serious warning
            terminal.wait_for("Open it? y n")
            terminal.press("y")
        until = time.monotonic() + PATIENCE
        while not opened.exists() or len(opened.read_text().splitlines()) <= number:
            if time.monotonic() > until:
                sys.exit(f"clients: link {number + 1} was not opened:\n{terminal.screen()}")
            time.sleep(0.05)
    terminal.press("q")
    return opened.read_text().splitlines()


def drive(name, linkspan, clients, uris):
    """Returns the links that are not shown, the URIs that were opened, and the screen."""
    home = pathlib.Path(tempfile.mkdtemp())
    environment = make_home(home, pathlib.Path(linkspan).resolve())
    inbox, command, key = SET_UP[name](clients / name, home)
    for folder in ("cur", "new", "tmp"):
        (inbox / folder).mkdir(parents=True)
    shutil.copy(clients / "letter.eml", inbox / "new" / "1.letter")
    terminal = Terminal(home, environment, command)
    try:
        terminal.wait_for("Five links")
        screen = terminal.press_until("Enter", "before you have looked twice")
        missing = [text for text in SEEN if text not in flat(screen)]
        if os.environ.get("LINKSPAN_WRITE_SCREENS"):
            (clients / name / "screen.txt").write_text(screen.rstrip() + "\n")
        opened = open_all(terminal, key, uris, home / "opened")
        if name == "aerc":
            terminal.wait_for("press any key to close")
            terminal.press_until("Enter", "before you have looked twice")
        terminal.wait_for("before you have looked twice")
        if name == "aerc":  # which passes hyperlinks on to the terminal
            stream = terminal.stream.read_bytes().decode(errors="replace")
            missing += [uri for uri in uris if f"\x1b]8;;{uri}" not in stream]
    finally:
        terminal.end()
        shutil.rmtree(home, ignore_errors=True)
    return missing, opened, screen

def drive_parts(name, linkspan, clients):
    """Returns what is wrong with the screen of a mail of two parts and a file, and the screen."""
    home = pathlib.Path(tempfile.mkdtemp())
    environment = make_home(home, pathlib.Path(linkspan).resolve())
    inbox, command, _ = SET_UP[name](clients / name, home)
    for folder in ("cur", "new", "tmp"):
        (inbox / folder).mkdir(parents=True)
    (inbox / "new" / "1.parts").write_text(PARTS)
    terminal = Terminal(home, environment, command)
    try:
        terminal.wait_for("Two parts")
        screen = terminal.press_until("Enter", SEEN_OF_PARTS[name][-1])
        wrong = [f"does not show: {text}" for text in SEEN_OF_PARTS[name] if text not in flat(screen)]
        wrong += [f"shows {garbage}" for garbage in ("]9;", "]8;", "\u241b", "\u2407") if garbage in screen]
        if COLOURED[name] not in terminal.run("capture-pane", "-p", "-e"):
            wrong.append(f"has no {COLOURED[name]!r}")
    finally:
        terminal.end()
        shutil.rmtree(home, ignore_errors=True)
    return wrong, screen


# aerc 0.14 now and then loses the start of a hyperlink that comes in two reads, and shows its rest.
TRIES = 3


def main(name, linkspan, source):
    for program in (name, "tmux"):
        if shutil.which(program) is None:
            print(f"clients: skipped: {program} is not installed (tools/setup clients)")
            return 77
    clients = pathlib.Path(source).resolve() / "tools" / "clients"
    uris = (clients / "letter.uris").read_text().splitlines()
    for _ in range(TRIES):
        missing, opened, screen = drive(name, linkspan, clients, uris)
        if not missing:
            break
    for text in missing:
        print(f"clients: {name} does not show: {text}")
    if opened != uris:
        print(f"clients: {name} opened {opened}")
    if missing:
        print(screen)
    wrong, screen = drive_parts(name, linkspan, clients)
    for fault in wrong:
        print(f"clients: {name} {fault}")
    if wrong:
        print(screen)
    return 1 if missing or opened != uris or wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
