# SPDX-License-Identifier: Apache-2.0
"""The places of a message where hostile_mail puts its patterns, and the tokens of the patterns.

A place is a message with a gap. Each place draws its patterns from its own tokens and, usually, from COMMON,
as the punctuation that a parser interprets is most likely to slow it down.
"""

import base64
import dataclasses

COMMON = ["a", "b", " ", "\t", "\n ", "\r\n ", ",", ";", ":", "<", ">", "(", ")", "[", "]", "\"",
          "'", "\\", "@", ".", "=", "*", "+", "-", "/", "?", "!", "%", "&", "#", "_", "~", "{", "}",
          "|", "0", "é", "\u200b", "\x00", "\x01", "\x7f", "\r", "a@b", "a.b", "=?", "?=", "''"]

ADDRESS = ["a:", "a@b,", "<a@b>", "\"a\"", "(a)", "a;", "@a,@b:", "=?utf-8?Q?a?=", "=?utf-8?B?YQ==?="]
WORDS = ["=?utf-8?Q?", "=?utf-8?B?", "=?x?Q?", "=?koi8-r?q?=C1", "=?gb18030?B?gTCBMA==?=", "?= ",
         "=?utf-8?Q?=C3?=", "=?utf-8?B?w6k=?=", "=?utf-8?B?w6k?=", "=?iso-2022-jp?B?GyRC?=", "=?",
         "=?utf-7?Q?+AGE-?=", "=?big5*en?Q?=A4=40?=", "=?us-ascii?Q?a?=", "=?windows-1252?Q?=80?=",
         "=?iso-8859-8-i?Q?=E0?=", "=?unknown?B?/w==?=", "==", "=20", "_"]
LINKS = ["http://a.b/", "<http://a.b/>", "<mailto:a@b.c?subject=x>", "www.a.b", "http://", "a.com"]
PARAMETERS = ["; a=b", "; a", "; a=\"", "; charset=utf-8", "; charset*0=u", "; charset*1=tf",
              "; boundary=b", "; a*=utf-8''b", "; a*0*=utf-8''%41", "; a*1*=%42", "; a*99999=c", ";",
              "; a=(", "; format=flowed", "; delsp=yes", "; name=\"=?utf-8?Q?a?=\"", "%41", "''",
              "text/plain", "multipart/mixed", "multipart/", "/"]
FIELD_LINES = ["A: b\n", "A:\n", ":\n", "A\n", " \n", "\t\n", "Content-Type: text/plain\n",
               "Content-Type:\n", "Content-Type: multipart/mixed; boundary=b\n", "--b\n", "--a: b\n",
               "Content-Transfer-Encoding: base64\n", "Content-Disposition: inline\n", "To: a:\n",
               "Subject: x\n", "List-Id: <a.b>\n", "https://a.b/\n", "From a@b\n", ">From a\n", "\r",
               "\r\n", " a\n", "Content-ID: <a@b>\n", "MIME-Version: 1.0\n", "É: x\n", "a : b\n"]
BOUNDARY_LINES = ["--b\n", "--b--\n", "--c\n", "--c--\n", "--bb\n", "--\n", "--b ", "--b\t\n", "\n",
                  "\r\n", "--b\r\n", "text\n", "A: b\n", "Content-Type: message/rfc822\n\n",
                  "Content-Type: multipart/mixed; boundary=b\n\n",
                  "Content-Type: multipart/mixed; boundary=c\n\n", "Content-Type: text/html\n\n",
                  "Content-Type: multipart/digest; boundary=bb\n\n", "Content-Type: text/plain\n\n",
                  "Content-Transfer-Encoding: base64\n", "Content-Type: multipart/alternative\n\n",
                  "-----BEGIN PGP SIGNED MESSAGE-----\n", "begin 644 a\n", "QUJD\n", "Subject: x\n",
                  "Content-Type: multipart/signed; boundary=b\n", "http://a.b/\n", " \n"]
MESSAGES = ["Content-Type: message/rfc822\n\n", "Content-Type: message/rfc822\n", "\n", "Subject: x\n",
            "From a@b\n", ">From a@b Fri Jul  8 12:08:34 2011\n", "text\n", "A: b\n", "garbage\n",
            "Content-Transfer-Encoding: base64\n", "Content-Type: message/global\n\n", "--b\n", " \n",
            "Content-Type: multipart/mixed; boundary=b\n\n--b\n", "Content-Type: text/plain\n\n"]
TEXT = ["http://a.b/", "www.a.b ", "a@b.c", "https://", "://", "example.com", "word ", "\n", "\n\n",
        "> ", ">", "> > ", " \n", "-- \n", "mailto:", "http://a.b/(", ")", "[1] ", "<http://a.b",
        "http://a.b/\n> c", "http://[::1]/", "http://a.b/%", "http://é.b/", "日本", "א", "。", "…",
        "begin 644 a\n", "M86%A\n", "`\n", "end\n", "=ybegin line=128 size=9 name=a\n", "=yend size=9\n",
        "From a@b\n", "--b\n", "=\n", "=3D", "%41", "data:", "\x1b[31m", "\x1b]8;;", "http://a.b/ \n"]
QUOTED_PRINTABLE = ["=", "=\n", "= \n", "=\t\t", "=3D", "=E9", "=e", "=\r\n", "=20", "==", "=0A", "\n"]
BASE64 = ["QUJD", "QQ==", "QQ=", "=", "\n", "\r\n", " ", "====", "a.b", "http://a.b/", "_" * 20 + "\n",
          base64.b64encode(b"http://a.b/ ").decode(), "QUJD" * 19 + "\n", "-", "!", "Q\n", "@"]
UUENCODE = ["begin 644 a\n", "M" + "86%A" * 15 + "\n", "#86%A\n", "`\n", "end\n", "begin ", "\n", "M",
            "#86", " ", "begin 644\n"]
MBOX = ["From a@b Fri Jul  8 12:08:34 2011\n", "From a@b\n", "From -\n", "From \n", ">From a\n", "\n",
       "Subject: x\n", "A: b\n", "text\n", "From a@b Fri Jul  8 12:08:34", "From", "From a b\n", " b\n"]
HTML = ["<a ", "<a href=\"http://a.b/\">", "</a>", "&", "&amp;", "&#", "&#x41", "<!--", "-->", "<b>",
        "</b>", "<table>", "<tr>", "<td>", "</table>", "<svg>", "<math>", "<select>", "<option>", "<p>",
        "</p>", "<div>", "</div>", "<i>", "<font>", "</font>", "<script>", "</script>", "<style>", "<",
        "</", "<a b=c ", "x=y ", "<pre>\n", "<textarea>", "<title>", "<frameset>", "<template>", "<li>",
        "<base href=\"http://c.d/\">", "<![CDATA[", "]]>", "<!DOCTYPE", "<?", "<form>", "<button>",
        "<nobr>", "<ruby>", "<rt>", "<dd>", "<h1>", "<body x=y>", "<html a=b>", "<caption>", "<em>",
        "<plaintext>", "<img src=x>", "<br>", "<foreignObject>", "<desc>", "<mi>", "<iframe>", "'", "\""]
CALENDAR = ["BEGIN:VCALENDAR\n", "BEGIN:VEVENT\n", "END:VEVENT\n", "URL:http://a.b/\n", "\n ", "\n\t",
            "DESCRIPTION:x", "\\n", "\\,", "\\;", "\\\\", "ATTACH;FMTTYPE=x:http://a.b/\n", "X;A=\"",
            ":", ";", "BEGIN:", "END:", "\r\n "]
CHARSETS = ["\x1b$B", "\x1b(B", "\x1b$)A", "\x0e", "\x0f", "~{", "~}", "~~", "+AGE-", "+", "+-", "A-",
            "\x81", "\xff", "\xfe", "\xc3", "\xa9", "\xe2\x82", "\xac", "\x80", "\x00", "0", "a", "\n"]


@dataclasses.dataclass(frozen=True)
class Place:
    """A message with a gap. Each pattern draws one of the texts in `before`."""
    before: tuple
    tokens: tuple
    after: bytes = b"\n\nhttp://a.b/\n"
    reader: str = "mail"  # the value of --from

    def message(self, pattern, size):
        variant, tokens = pattern
        unit = b"".join(tokens)
        return self.before[variant] + (unit * (size // len(unit) + 1))[:size] + self.after

    def draw(self, generator):
        tokens = tuple(generator.choice(self.tokens) for _ in range(generator.randint(1, 5)))
        return generator.randrange(len(self.before)), tokens


def in_bytes(tokens):
    return tuple(dict.fromkeys(token.encode("utf-8") for token in tokens))


def in_latin1(tokens):
    return tuple(dict.fromkeys(token.encode("latin-1") for token in tokens))


def fields(names, own):
    return Place(tuple(f"Subject: x\n{name}: ".encode() for name in names), in_bytes(COMMON + own))


def body(headers, own):
    before = tuple(f"Subject: x\n{header}\n\n".encode() for header in headers)
    return Place(before, in_bytes(COMMON + own), b"\n")


def lines(before, tokens, **others):
    return Place((before,), in_bytes(tokens), **others)


def places_of_fields():
    return {
        "addresses": fields(
            ["From", "Sender", "Reply-To", "To", "Cc", "Bcc", "Return-Path", "Resent-From",
             "Resent-Sender", "Resent-To", "Resent-Cc", "Resent-Bcc"], ADDRESS + WORDS),
        "fields shown": fields(["From", "To", "Cc", "Date", "Subject"], ADDRESS + WORDS + LINKS),
        "fields with links": fields(
            ["Subject", "List-Id", "List-Unsubscribe", "List-Post", "Archived-At"], WORDS + LINKS),
        "identifiers and dates": fields(
            ["Message-ID", "References", "In-Reply-To", "Received", "Date", "Resent-Date",
             "MIME-Version", "Autocrypt", "DKIM-Signature"], ADDRESS + WORDS + LINKS),
        "Content-Type": fields(["Content-Type"], PARAMETERS + WORDS),
        "parameters": fields(["Content-Type: text/plain; x", "Content-Disposition: inline; x"],
                             PARAMETERS + WORDS),
        "Content-Disposition": fields(["Content-Disposition"], PARAMETERS + WORDS),
        "other Content-*": fields(
            ["Content-Transfer-Encoding", "Content-ID", "Content-Description", "Content-Location",
             "Content-MD5"], ADDRESS + WORDS + ["base64", "7bit", "x-uue", "quoted-printable"]),
        "boundary": Place((b"Content-Type: multipart/mixed; boundary=\"",), in_bytes(COMMON),
                          b"\"\n\n--b\n\nhttp://a.b/\n--b--\n"),
        "names of fields": lines(b"A", COMMON, after=b": b\n\nhttp://a.b/\n"),
        "header": lines(b"Subject: x\n", FIELD_LINES),
        "header of a part": lines(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n",
                                  FIELD_LINES),
        "start": lines(b"", COMMON + FIELD_LINES + MBOX, reader="auto"),
    }


def places_of_bodies():
    charsets = ("unknown-8bit", "iso-2022-jp", "hz-gb-2312", "utf-7", "utf-16", "gb18030",
                "iso-2022-cn", "iso-2022-kr", "utf-8", "big5", "shift_jis")
    text_types = (f"Content-Type: text/plain; charset={charset}" for charset in charsets)
    return {
        "boundaries": lines(b"Content-Type: multipart/mixed; boundary=b\n\n", BOUNDARY_LINES),
        "boundaries in a deep nest": lines(deep_nest(), BOUNDARY_LINES),
        "messages": lines(b"Subject: x\n", MESSAGES),
        "mailbox": lines(b"From a@b Fri Jul  8 12:08:34 2011\n", COMMON + MBOX, after=b"\n",
                         reader="mbox"),
        "text": body(["Content-Type: text/plain"], TEXT),
        "flowed text": body(["Content-Type: text/plain; format=flowed",
                             "Content-Type: text/plain; format=flowed; delsp=yes"], TEXT),
        "charsets": dataclasses.replace(body(text_types, []), tokens=in_latin1(CHARSETS)),
        "quoted-printable": body(["Content-Transfer-Encoding: quoted-printable"],
                                 QUOTED_PRINTABLE + LINKS),
        "base64": body(["Content-Transfer-Encoding: base64"], BASE64),
        "uuencode": body(["Content-Transfer-Encoding: x-uuencode", "A: b"], UUENCODE),
        "html": body(["Content-Type: text/html"], HTML + LINKS),
        "calendar": body(["Content-Type: text/calendar"], CALENDAR + LINKS),
        "enriched": body(["Content-Type: text/enriched"],
                         ["<bold>", "</bold>", "<param>", "</param>", "<<", "<nofill>"] + LINKS),
    }


def all_places():
    return places_of_fields() | places_of_bodies()


def deep_nest():
    """Nested multiparts whose boundaries differ only in the last characters."""
    nest = ""
    for depth in range(1000):
        nest += f"Content-Type: multipart/mixed; boundary=b{depth}\n\n--b{depth}\n"
    return nest.encode()
