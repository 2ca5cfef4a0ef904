#!/bin/sh
# The value of URL in iCalendar and vCard 3.0 is a URI, which has no escapes (RFC 5545, 3.3.13). What programs make of it:
#   vobject 0.9.9 writes `URL:https://example.org/a\,b\;c` for `…/a,b;c` of an event, and does not undo that when it reads
#   icalendar 6.3.1 writes `a,b;c`; of `a\,b\nc` it reads `a,b\nc`: it undoes `\,` and leaves `\n`
#   ical.js 2.2.1 leaves all backslashes, `https\://` of a vCard too
# So a file of one of them opens another address in the next.
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install -q vobject==0.9.9 icalendar==6.3.1
npm init -y >/dev/null 2>&1
npm install --no-audit --no-fund --silent ical.js@2.2.1 >/dev/null 2>&1
cat > check.py <<'END'
import icalendar
import vobject
URL = "https://example.org/a,b;c"
def event(line):
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\n{line}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
calendar = vobject.iCalendar()
calendar.add("vevent").add("url").value = URL
written = calendar.serialize()
print("vobject writes", next(line for line in written.splitlines() if line.startswith("URL")))
print("vobject reads", vobject.readOne(written).vevent.url.value)
made = icalendar.Event()
made.add("url", URL)
print("icalendar writes", next(line for line in made.to_ical().decode().splitlines() if line.startswith("URL")))
read = icalendar.Calendar.from_ical(event(r"URL:https://example.org/a\,b\nc")).walk("VEVENT")[0]
print("icalendar reads", read["URL"])
END
cat > check.mjs <<'END'
import ICAL from 'ical.js';
const card = String.raw`BEGIN:VCARD@VERSION:3.0@FN:A@URL:https\://example.org/a\,b@END:VCARD@`.replaceAll('@', '\r\n');
console.log('ical.js reads', new ICAL.Component(ICAL.parse(card)).getFirstPropertyValue('url'));
END
{ venv/bin/python check.py; node check.mjs; } | tee seen
cat > expected <<'END'
vobject writes URL:https://example.org/a\,b\;c
vobject reads https://example.org/a\,b\;c
icalendar writes URL:https://example.org/a,b;c
icalendar reads https://example.org/a,b\nc
ical.js reads https\://example.org/a\,b
END
cmp -s seen expected
