#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Promise: in Thunderbird, the add-on of tools/clients/thunderbird makes the links that linkspan finds, in each kind of mail,
and follows those that seem to lead elsewhere with a warning. A message of 30,000 links is shown in time, and memory stays
flat over 90 messages.

    clients_thunderbird.py SOURCE_DIR [--screen FILE]    --screen: on Xvfb, and the picture of the first message

Thunderbird runs without a screen, in a home of its own with a folder of made-up messages, and is controlled by Marionette,
which executes scripts in it. Exit status: 0 success, 1 failure, 77 Thunderbird or the npm package is not there.
"""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

PATIENCE = 120

PREFERENCES = {
    # One local account, without a wizard.
    "mail.accountmanager.accounts": "account1", "mail.account.account1.server": "server1",
    "mail.accountmanager.localfoldersserver": "server1", "mail.server.server1.type": "none",
    "mail.server.server1.hostname": "Local Folders", "mail.server.server1.name": "Local Folders",
    "mail.server.server1.userName": "nobody", "mail.server.server1.directory-rel": "[ProfD]Mail/Local Folders",
    "mail.server.server1.storeContractID": "@mozilla.org/msgstore/berkeleystore;1",
    "mail.provider.suppress_dialog_on_startup": True,
    # Nothing that is shown at the first start, and no network.
    "mail.rights.override": True, "mail.spotlight.firstRunDone": True, "mailnews.start_page.enabled": False,
    "mail.shell.checkDefaultClient": False, "mail.inappnotifications.enabled": False,
    "datareporting.policy.dataSubmissionPolicyBypassNotification": True, "datareporting.policy.dataSubmissionEnabled": False,
    "datareporting.healthreport.uploadEnabled": False, "toolkit.telemetry.enabled": False, "app.update.enabled": False,
    "extensions.update.enabled": False, "extensions.getAddons.cache.enabled": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "calendar.integration.notify": False, "mail.chat.enabled": False, "mailnews.database.global.indexer.enabled": False,
    "app.donation.eoy.version.viewed": 999,
    # Add-ons of the profile are active without a question.
    "extensions.autoDisableScopes": 0,
}


class Marionette:
    """The protocol is LENGTH:JSON over TCP."""

    def __init__(self, port, process):
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
                break
            except OSError:
                if time.monotonic() > until or process.poll() is not None:
                    raise
                time.sleep(0.1)
        self.number, self.buffer = 0, b""
        self.receive()
        self.command("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"unhandledPromptBehavior": "ignore"}}})
        self.command("Marionette:SetContext", {"value": "chrome"})
        self.command("WebDriver:SetTimeouts", {"script": PATIENCE * 1000})

    def receive(self):
        while b":" not in self.buffer:
            self.more()
        size, _, self.buffer = self.buffer.partition(b":")
        while len(self.buffer) < int(size):
            self.more()
        message, self.buffer = self.buffer[:int(size)], self.buffer[int(size):]
        return json.loads(message)

    def more(self):
        data = self.socket.recv(1 << 16)
        if not data:
            raise ConnectionError("Thunderbird has ended")
        self.buffer += data

    def command(self, name, parameters=None):
        self.number += 1
        data = json.dumps([0, self.number, name, parameters or {}]).encode()
        self.socket.sendall(str(len(data)).encode() + b":" + data)
        _, _, error, value = self.receive()
        if error:
            raise RuntimeError(f"{name}: {error.get('error')}: {error.get('message')}")
        return value.get("value", value) if isinstance(value, dict) else value

    def run(self, script, *arguments):
        """Runs the body of an async function with `pane`, the three-pane view, and `sleep`."""
        code = """const done = arguments[arguments.length - 1], given = [...arguments].slice(0, -1);
          const sleep = ms => new Promise(r => setTimeout(r, ms));
          const pane = () => Services.wm.getMostRecentWindow("mail:3pane")?.document.getElementById("tabmail")?.currentAbout3Pane;
          const page = () => pane()?.messageBrowser?.contentWindow?.getMessagePaneBrowser?.()?.contentDocument;
          (async () => {""" + script + "})().then(done, e => done({failed: String(e) + e.stack}));"
        value = self.command("WebDriver:ExecuteAsyncScript", {"script": code, "args": list(arguments), "sandbox": "system"})
        if isinstance(value, dict) and "failed" in value:  # in the script
            sys.exit(f"clients_thunderbird: {value['failed']}")
        return value


class Thunderbird:
    def __init__(self, home, messages, addon, headless):
        self.home = home
        profile = home / "profile"
        mail = profile / "Mail" / "Local Folders"
        mail.mkdir(parents=True)
        (profile / "extensions").mkdir()
        if addon is not None:
            shutil.copy(addon, profile / "extensions" / "linkspan@linkspan.example.xpi")
        with open(mail / "Test", "wb") as folder:
            for message in messages:
                folder.write(b"From - Thu Nov 26 10:00:00 2026\nX-Mozilla-Status: 0001\n" + message + b"\n")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
                 for name, value in {**PREFERENCES, "marionette.port": port}.items()]
        (profile / "user.js").write_text("".join(lines))
        environment = {name: value for name, value in os.environ.items() if name in ("PATH", "TMPDIR", "DISPLAY", "XAUTHORITY")}
        if headless:
            environment.pop("DISPLAY", None)
        environment |= {"HOME": str(home), "LANG": "C.UTF-8", "MOZ_CRASHREPORTER_DISABLE": "1", "NO_AT_BRIDGE": "1"}
        self.log = open(home / "log", "wb")
        self.process = subprocess.Popen(
            ["thunderbird", "--no-remote", "-profile", str(profile), *(["--headless"] if headless else []),
             "--marionette", "--remote-allow-system-access"],
            env=environment, stdout=self.log, stderr=self.log, start_new_session=True)
        self.driver = Marionette(port, self.process)
        self.show_folder()

    def show_folder(self):
        count = self.driver.run("""
          const {MailServices} = ChromeUtils.importESModule("resource:///modules/MailServices.sys.mjs");
          while (!pane()?.displayFolder) await sleep(50);
          const folder = MailServices.accounts.localFoldersServer.rootFolder.getChildNamed("Test");
          for (let left = 600; left > 0; left--) {
            try { pane().displayFolder(folder.URI); } catch (e) { }
            await sleep(100);
            if (pane().gDBView?.rowCount > 0) break;
          }
          await sleep(500);
          pane().gDBView.doCommand(Ci.nsMsgViewCommandType.expandAll);
          return pane().gDBView.rowCount;""")
        if not count:
            sys.exit("clients_thunderbird: the folder of messages is not shown")

    def show(self, message_id):
        """Shows a message, and returns its links, in order, and the seconds until they were there."""
        begin = time.monotonic()
        links = self.driver.run("""
          const view = pane().gDBView;
          let row = 0;
          while (view.getMsgHdrAt(row).messageId != given[0]) row++;
          // The document of the message before stays for a while.
          page()?.documentElement?.removeAttribute("data-linkspan");
          pane().threadTree.selectedIndex = row;
          const isShown = () => pane().messageBrowser?.contentWindow?.gMessage?.messageId == given[0];
          while (!isShown() || !page()?.documentElement?.dataset.linkspan) await sleep(20);
          if (page().querySelectorAll("a").length > 1000) return page().querySelectorAll("a.linkspan").length;
          return [...page().querySelectorAll("a[href]")].map(a => {
            const next = a.nextSibling;
            return {text: a.textContent.replace(/\\s/g, ""), uri: a.getAttribute("href"), own: a.className == "linkspan", title: a.title,
                    warning: next?.className == "linkspan-warning" ? next.dataset.warning : ""};
          });""", message_id)
        return links, time.monotonic() - begin

    def set_options(self, **values):
        """Sets controls of the option page, as a user does."""
        self.driver.run("""
          const policy = WebExtensionPolicy.getByID("linkspan@linkspan.example");
          const tabmail = Services.wm.getMostRecentWindow("mail:3pane").document.getElementById("tabmail");
          const tab = tabmail.openTab("contentTab", {url: policy.getURL("options.html"), linkHandler: "single-page",
            triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal()});
          // The page is in another process than the tab at first.
          const isLoading = () => tab.browser.currentURI.spec != policy.getURL("options.html") || tab.browser.webProgress?.isLoadingDocument;
          while (isLoading()) await sleep(50);
          const manager = tab.browser.messageManager;
          const done = new Promise(resolve => manager.addMessageListener("linkspan:set", resolve));
          manager.loadFrameScript("data:,(" + encodeURIComponent(String(async given => {
            const wait = ms => new Promise(r => content.setTimeout(r, ms));
            const ready = () => content.document.getElementById("profile")?.value == "prose" ||
                content.document.getElementById("warnings")?.checked;
            while (!ready()) await wait(50);
            for (const [name, value] of Object.entries(given)) {
              const control = content.document.getElementById(name);
              if (typeof value == "boolean") control.checked = value;
              else control.value = value;
              control.dispatchEvent(new content.Event("change"));
            }
            while (content.document.getElementById("status").textContent == "") await wait(50);
            sendAsyncMessage("linkspan:set", {});
          })) + ")(" + encodeURIComponent(JSON.stringify(given[0])) + ")", false);
          await done;
          await sleep(200);
          tabmail.closeTab(tab);
          tabmail.switchToTab(0);""", values)

    def memory(self):
        """The megabytes that each of the processes has for itself, after a collection."""
        self.driver.run("""
          const manager = Cc["@mozilla.org/memory-reporter-manager;1"].getService(Ci.nsIMemoryReporterManager);
          for (let i = 0; i < 3; i++) {
            await new Promise(done => manager.minimizeMemoryUsage(done));
            await sleep(300);
          }""")
        total = 0
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and os.getsid(int(entry.name)) == self.process.pid:
                    lines = (entry / "smaps_rollup").read_text().splitlines()
                    total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
            except (OSError, StopIteration):
                pass
        return total / 1024

    def end(self):
        try:
            self.driver.command("Marionette:Quit", {"flags": ["eForceQuit"]})
            self.process.wait(20)
        except (OSError, RuntimeError, AttributeError, subprocess.TimeoutExpired):
            pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except OSError:
            pass
        self.log.close()


def message(name, content_type, body, more=""):
    return (f"From: Eleni <eleni@example.org>\nTo: reader@example.net\nSubject: {name}\nDate: Thu, 26 Nov 2026 10:00:00 +0000\n"
            f"Message-ID: <{name}@example.org>\nMIME-Version: 1.0\nContent-Type: {content_type}\n"
            f"Content-Transfer-Encoding: 8bit\n{more}\n{body}").encode()


FLOWED = """\
地図は「https://例え.jp/会場/地図」です。
会場はhttps://example.jp/会場/東館。
Δείτε http://παράδειγμα.example/σελίδα?α=1#β, or www.example.org/plain.
Stars: https://example.org/a_b_c/*bold*/x and <https://example.org/angle>.
> quoted https://example.org/quoted
"""
PLAIN = """\
On Monday Eleni wrote:
> See <https://example.org/over/
> two/lines> and https://example.org/1.
>> Or example.org/2?

Yes: (https://de.wikipedia.org/wiki/Berg_(Geologie)), lena@example.org!
"""
HTML = """\
<html><head><style>.x{color:#060}</style></head><body>
<p>Sign in at <a href="https://evil.example/login">https://bank.example/login</a> today.</p>
<p>Good: <a href="https://example.org/a">https://example.org/a</a>, <a href="https://example.org/b">the page</a>.</p>
<p>Bare in HTML: https://例え.jp/会場/地図。 and www.exa<b>mple.org/bo</b>ld too.</p>
<p>One https://example.org/<br>two</p><div>https://example.org/<div>three</div></div>
<script>document.body.append("https://example.org/script")</script>
</body></html>
"""
# A terminal would hide the first host, and show a link to the second.
HIDDEN = "https://\u009dbank.example/\u009cevil.example/ and https://example.org/seen\n"
ALTERNATIVE = """\
--b
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: 8bit

Plain part: https://example.org/plain/части

--b
Content-Type: text/html; charset=UTF-8
Content-Transfer-Encoding: 8bit

<html><body><p>HTML part: https://example.org/html/части and <a href="https://example.org/x">x</a></p></body></html>

--b--
"""
PARTS = """\
--b
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

See https://example.org/one here.
> A quote of https://example.org/two in it.

--b
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

The second part is at https://example.org/three here.

--b
Content-Type: application/pdf; name="report.pdf"
Content-Disposition: attachment; filename="report.pdf"
Content-Transfer-Encoding: base64

JVBERi0xLjQK
--b--
"""

LINKS = 30000
ROW = 90

MAP = "%E5%9C%B0%E5%9B%B3"  # 地図
PLACE = "%E4%BC%9A%E5%A0%B4"  # 会場
# By name: the links that are ours, and those of the sender; a third value is the warning.
EXPECTED = {
    "flowed": ([f"https://xn--r8jz45g.jp/{PLACE}/{MAP}", f"https://example.jp/{PLACE}/%E6%9D%B1%E9%A4%A8",
                "http://xn--hxajbheg2az3al.example/%CF%83%CE%B5%CE%BB%CE%AF%CE%B4%CE%B1?%CE%B1=1#%CE%B2",
                "http://www.example.org/plain", "https://example.org/a_b_c/*bold*/x", "https://example.org/angle",
                "https://example.org/quoted"], []),
    "plain": (["https://example.org/over/two/lines", "https://example.org/1", "http://example.org/2",
               "https://de.wikipedia.org/wiki/Berg_(Geologie)", "mailto:lena@example.org"], []),
    "html": ([f"https://xn--r8jz45g.jp/{PLACE}/{MAP}", "http://www.example.org/bold", "https://example.org/", "https://example.org/"],
             ["https://evil.example/login ⚠ evil.example", "https://example.org/a", "https://example.org/b"]),
    "alternative": (["https://example.org/html/%D1%87%D0%B0%D1%81%D1%82%D0%B8"], ["https://example.org/x"]),
    "hidden": (["https://example.org/seen"], []),
    "parts": (["https://example.org/one", "https://example.org/two", "https://example.org/three"], []),
}


def messages():
    flowed = "text/plain; charset=UTF-8; format=flowed"
    many = "".join(f"Line {i} has https://example.org/path/{i}?q={i} in it.\n" for i in range(LINKS))
    row = [message(f"row{i}", flowed, "".join(f"See https://example.org/{i}/{j} and example.net/{j}.\n" for j in range(200)))
           for i in range(ROW)]
    return [message("flowed", flowed, FLOWED), message("plain", "text/plain; charset=UTF-8", PLAIN),
            message("html", "text/html; charset=UTF-8", HTML),
            message("alternative", "multipart/alternative; boundary=b", ALTERNATIVE),
            message("parts", "multipart/mixed; boundary=b", PARTS),
            message("hidden", "text/plain; charset=UTF-8", HIDDEN),
            message("options", flowed, "steam://run/1 http://example.org/2 https://example.org/3 lena@example.org\n"),
            message("many", "text/plain; charset=UTF-8", many), *row]


def check_installing(thunderbird, addon):
    """The message that is displayed when the add-on is installed gets its links at once."""
    return thunderbird.driver.run("""
      pane().threadTree.selectedIndex = 0;
      while (!page()?.querySelector("a.moz-txt-link-freetext")) await sleep(50);
      const {AddonManager} = ChromeUtils.importESModule("resource://gre/modules/AddonManager.sys.mjs");
      const {FileUtils} = ChromeUtils.importESModule("resource://gre/modules/FileUtils.sys.mjs");
      const before = page().querySelectorAll("a.linkspan").length;
      await AddonManager.installTemporaryAddon(new FileUtils.File(given[0]));
      for (let left = 400; left > 0 && !page()?.documentElement?.dataset.linkspan; left--) await sleep(50);
      const after = page().querySelectorAll("a.linkspan").length;
      return before == 0 && after == 5 ? [] : [`${before} links before and ${after} after the add-on is installed`];""", str(addon))


def check_letter(thunderbird, clients):
    links, _ = thunderbird.show("five-links@example.org")
    expected = (clients / "letter.uris").read_text().split()
    found = [link["uri"] for link in links]
    if found != expected:
        return [f"the letter has the links {found}"]
    problems = []
    if [link["warning"] for link in links] != ["", "", "", "", "⚠ www.xn--pypal-4ve.com"]:
        problems.append(f"the letter has the warnings {[link['warning'] for link in links]}")
    if "παράδειγμα.ελ/σελίδα" not in links[0]["title"] or expected[0] not in links[0]["title"]:
        problems.append(f"the tooltip is {links[0]['title']}")
    return problems


def check_kinds(thunderbird):
    problems = []
    for name, (ours, theirs) in EXPECTED.items():
        links, _ = thunderbird.show(f"{name}@example.org")
        for own, expected in ((True, ours), (False, theirs)):
            found = [" ".join(filter(None, (link["uri"], link["warning"]))) for link in links if link["own"] == own]
            if found != expected:
                problems.append(f"{name}: {'our' if own else 'the sender’s'} links are {found}")
    return problems


def check_options(thunderbird):
    thunderbird.set_options(warnings=False, schemes="-https +steam", email=False)
    links, _ = thunderbird.show("options@example.org")
    found = [link["uri"] for link in links]
    problems = [] if found == ["steam://run/1", "http://example.org/2"] else [f"with other options, the links are {found}"]
    links, _ = thunderbird.show("html@example.org")
    if any(link["warning"] for link in links):
        problems.append("there are warnings that the options turn off")
    return problems


def check_amounts(thunderbird):
    problems = []
    count, seconds = thunderbird.show("many@example.org")
    print(f"clients_thunderbird: {count} links in {seconds:.1f} s")
    if count != LINKS:
        problems.append(f"the long message has {count} links")
    memory = []
    for i in range(ROW):
        links, _ = thunderbird.show(f"row{i}@example.org")
        if len(links) != 400:
            problems.append(f"row {i} has {len(links)} links")
        if (i + 1) % (ROW // 6) == 0:
            memory.append(thunderbird.memory())
    print("clients_thunderbird: MB in turn, over 90 messages: " + " ".join(f"{one:.0f}" for one in memory))
    # Each number is right within some 20 MB. A copy of the module for each message would be 1 MB a message and more.
    if sum(memory[4:]) / 2 > sum(memory[1:4]) / 3 + 25:
        problems.append("memory grows")
    return problems


def take_picture(thunderbird, file):
    thunderbird.show("five-links@example.org")
    time.sleep(2)
    subprocess.run(["import", "-window", "root", file], check=True)


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    package = source / "build" / "npm_package"
    if shutil.which("thunderbird") is None:
        print("clients_thunderbird: skipped: there is no thunderbird; run: tools/setup clients web")
        sys.exit(77)
    if not (package / "linkspan.wasm").exists():
        print("clients_thunderbird: skipped: the npm package is not built; run: tools/setup web && tools/npm/build")
        sys.exit(77)
    home = pathlib.Path(tempfile.mkdtemp())
    picture = sys.argv[3] if sys.argv[2:3] == ["--screen"] else None
    thunderbird = None
    try:
        subprocess.run([source / "tools/clients/thunderbird/make_xpi.py", package, home], check=True, stdout=subprocess.DEVNULL)
        addon = next(home.glob("*.xpi"))
        clients = source / "tools" / "clients"
        letter = (clients / "letter.eml").read_bytes()
        if picture is None:
            thunderbird = Thunderbird(home / "without", [letter], None, headless=True)
            problems = check_installing(thunderbird, addon)
            thunderbird.end()
        thunderbird = Thunderbird(home, [letter, *messages()], addon, headless=picture is None)
        if picture is not None:
            take_picture(thunderbird, picture)
            return
        problems += check_letter(thunderbird, clients) + check_kinds(thunderbird) + check_amounts(thunderbird) + check_options(thunderbird)
    finally:
        if thunderbird is not None:
            thunderbird.end()
        shutil.rmtree(home, ignore_errors=True)
    for problem in problems:
        print(f"clients_thunderbird: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
