#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Promise: each editor shows and opens the links of tools/editors/letter.md, and updates them after edits.

    editors.py neovim|eglot|lsp-mode LINKSPAN SOURCE_DIR

Sets the editor up as its README in tools/editors describes, in a separate home, and controls it in tmux: the
underlined text on the screen must be the links; each link is opened, and a fake browser records its arguments.
Then the test types a link, and changes another one. With LINKSPAN_WRITE_SESSIONS in the environment, the
messages of the editor and the server become tests/data/lsp/NAME.jsonl, which `linkspan lsp --check` replays
(test lsp_session_NAME).

Exit status: 0 success, 1 failure, 77 the editor or tmux is not installed.
"""

import os
import pathlib
import re
import shutil
import sys
import tempfile
import time

from driven import PATIENCE, Terminal, make_home

TYPED = "www.例え.jp/新しい"


class Neovim:
    """Neovim with the plugin."""
    folder, program, elisp = "neovim", "nvim", None
    command = "nvim -u init.lua letter.md"
    leave = (":qa!", "Enter")

    @staticmethod
    def set_up(home, folder):
        (home / "init.lua").write_text(
            f"vim.opt.rtp:prepend('{folder}')\nvim.o.swapfile = false\n"
            "vim.cmd('syntax off')\nrequire('linkspan').setup()\n")

    @staticmethod
    def open_link(terminal, text):
        line, _, column = place_of(text)
        terminal.press("Escape", f":call cursor({line}, {column})", "Enter", "gx")

    @staticmethod
    def hover(terminal, text):
        line, _, column = place_of(text)
        terminal.press("Escape", f":call cursor({line}, {column})", "Enter", ":lua vim.lsp.buf.hover()", "Enter")

    @staticmethod
    def type_at_end(terminal, text):
        terminal.press("Escape", "G", "o")
        terminal.run("send-keys", "-l", text)
        terminal.press("Escape")

    @staticmethod
    def delete_character_after(terminal, text):
        terminal.press(f":call search('{text}', 'e')", "Enter", "l", "x")


class Emacs:
    """Emacs with linkspan.el and one of its language clients."""
    folder, program = "emacs", "emacs"
    command = "emacs -nw letter.md"
    leave = ("M-x", "kill-emacs", "Enter")
    client = None

    @classmethod
    def set_up(cls, home, folder):
        (home / ".emacs.d").mkdir()
        (home / ".emacs.d" / "init.el").write_text(f"""
(add-to-list 'load-path "{folder}")
(require 'linkspan)
(setq inhibit-startup-screen t make-backup-files nil auto-save-default nil)
(setq browse-url-handlers '(("." . browse-url-generic)) browse-url-generic-program (getenv "BROWSER"))
(setq native-comp-async-report-warnings-errors nil lsp-auto-guess-root t lsp-headerline-breadcrumb-enable nil)
(add-to-list 'auto-mode-alist '("\\\\.md\\\\'" . text-mode))
(add-hook 'text-mode-hook #'{cls.client})
""")

    @staticmethod
    def open_link(terminal, text):
        line, column, _ = place_of(text)
        terminal.press("M-g", "g", str(line), "Enter", "C-a")
        terminal.press(*(["C-f"] * (column - 1)), "Enter")

    @staticmethod
    def hover(terminal, text):  # eldoc shows it where point is
        line, column, _ = place_of(text)
        terminal.press("M-g", "g", str(line), "Enter", "C-a", *(["C-f"] * (column - 1)))

    @staticmethod
    def type_at_end(terminal, text):
        terminal.press("M->", "Enter")
        terminal.run("send-keys", "-l", text)

    @staticmethod
    def delete_character_after(terminal, text):
        terminal.press("M-<", "C-s")
        terminal.run("send-keys", "-l", text)
        terminal.press("Enter", "C-d")


class Eglot(Emacs):
    elisp, client = "eglot", "eglot-ensure"


class LspMode(Emacs):
    elisp, client = "lsp-mode", "lsp"


EDITORS = {"neovim": Neovim, "eglot": Eglot, "lsp-mode": LspMode}

SOURCE = pathlib.Path(sys.argv[3]).resolve() if len(sys.argv) > 3 else pathlib.Path(".")


def place_of(text):
    """The line, and the column in characters and in bytes, all from 1, in which a link of letter.md begins."""
    lines = (SOURCE / "tools" / "editors" / "letter.md").read_text().splitlines()
    for number, line in enumerate(lines, 1):
        if text in line:
            column = line.index(text)
            return number, column + 1, len(line[:column].encode()) + 1
    sys.exit(f"editors: {text} is not in letter.md")


def underlined(terminal):
    """The underlined texts on the screen, line by line."""
    found, text, is_on = [], "", False
    for line in terminal.run("capture-pane", "-e", "-p").splitlines():
        for escape, characters in re.findall(r"(?:\x1b\[([0-9;:]*)m)|([^\x1b]+)", line):
            if characters and is_on:
                text += characters
            for code in escape.split(";") if not characters else []:
                if code.split(":")[0] == "4" and code != "4:0":
                    is_on = True
                elif code in ("", "0", "24", "4:0"):
                    found, text, is_on = found + [text] * bool(text), "", False
        found, text = found + [text] * bool(text), ""
    return [piece.strip() for piece in found]


def wait_until_underlined(terminal, expected):
    """Waits until exactly these texts are underlined; returns whether they are."""
    until = time.monotonic() + PATIENCE
    while underlined(terminal) != expected:
        if time.monotonic() > until:
            print(f"editors: underlined is {underlined(terminal)}, not {expected}\n{terminal.screen()}")
            return False
        time.sleep(0.05)
    return True


def open_all(editor, terminal, links, opened):
    """Opens each link, and returns the URIs that the browser got."""
    for number, (text, _) in enumerate(links):
        editor.open_link(terminal, text)
        until = time.monotonic() + PATIENCE
        while not opened.exists() or len(opened.read_text().splitlines()) <= number:
            if time.monotonic() > until:
                sys.exit(f"editors: {text} was not opened:\n{terminal.screen()}")
            time.sleep(0.05)
    return opened.read_text().splitlines()


def record(home, linkspan):
    """Makes the linkspan of this home write a log."""
    command = home / "bin" / "linkspan"
    command.unlink()
    command.write_text(f"#!/bin/sh\nexec '{linkspan}' \"$@\" --log '{home}/session'\n")
    command.chmod(0o755)


def write_session(home, file):
    """The session without data of this machine."""
    session = (home / "session").read_text().replace(str(home), "/home/user")
    session = re.sub(r'"processId":\d+', '"processId":null', session)
    file.parent.mkdir(exist_ok=True)
    file.write_text(session)


def drive(editor, home, linkspan, editors, links):
    """Returns whether the editor keeps the promise."""
    environment = make_home(home, linkspan)
    if os.environ.get("LINKSPAN_WRITE_SESSIONS"):
        record(home, linkspan)
    shutil.copy(editors / "letter.md", home)
    editor.set_up(home, editors / editor.folder)
    terminal = Terminal(home, environment, f"cd '{home}' && {editor.command}")
    texts = [text for text, _ in links]
    try:
        if not wait_until_underlined(terminal, texts):
            return False
        opened = open_all(editor, terminal, links, home / "opened")
        if opened != [uri for _, uri in links]:
            print(f"editors: opened {opened}")
            return False
        editor.hover(terminal, texts[1])
        terminal.wait_for("www.xn--r8jz45g.jp")  # the host of its destination
        editor.type_at_end(terminal, f"そして {TYPED} も。")
        if not wait_until_underlined(terminal, [*texts, TYPED]):
            return False
        editor.delete_character_after(terminal, "example.org/wik")  # …/wiki/… becomes …/wik/…
        changed = [text.replace("/wiki/", "/wik/") for text in texts]
        return wait_until_underlined(terminal, [*changed, TYPED])
    finally:
        terminal.press(*editor.leave)
        terminal.end()


def main(name, linkspan, source):
    editor = EDITORS[name]
    for program in (editor.program, "tmux"):
        if shutil.which(program) is None:
            print(f"editors: skipped: {program} is not installed (tools/setup editors)")
            return 77
    if editor.elisp and not list(pathlib.Path("/usr/share/emacs/site-lisp/elpa").glob(f"{editor.elisp}-*")):
        print(f"editors: skipped: elpa-{editor.elisp} is not installed (tools/setup editors)")
        return 77
    editors = pathlib.Path(source).resolve() / "tools" / "editors"
    links = [line.split("\t") for line in (editors / "letter.links").read_text().splitlines()]
    home = pathlib.Path(tempfile.mkdtemp())
    try:
        status = 0 if drive(editor, home, pathlib.Path(linkspan).resolve(), editors, links) else 1
        if os.environ.get("LINKSPAN_WRITE_SESSIONS"):
            write_session(home, SOURCE / "tests" / "data" / "lsp" / f"{name}.jsonl")
        return status
    finally:
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
