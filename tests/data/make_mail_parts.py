#!/usr/bin/env python3
"""Writes mail_parts.tsv: the text parts of real messages by Python's email package.

    tests/data/make_mail_parts.py ../shared/data > new.tsv      compare, then replace mail_parts.tsv

tests/mail/mail_data_test.cc compares linkspan with that table. It has only the names and hashes of messages. Rows
`=` and `-` are the results of Python. The script keeps the head, the rows `+` and the policies of the rows
`-` of the present table, so that only changes need a review.
"""

import email
import email.policy
import mailbox
import pathlib
import sys

TABLE = pathlib.Path(__file__).with_name("mail_parts.tsv")
ENCODINGS = {
    "7bit", "8bit", "binary", "quoted-printable", "base64", "x-uuencode", "uuencode", "uue", "x-uue",
}


def fnv1a(data):
    """64 bits, in hexadecimal; as in tests/mail/mail_data_test.cc."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def is_container(part):
    """Does it have parts? In Python, message/delivery-status has parts, but they are not bodies."""
    return part.is_multipart() and (
        part.get_content_maintype() == "multipart"
        or part.get_content_type() in ("message/rfc822", "message/global", "message/news")
    )


def leaves(message, prefix=""):
    """The leaves of a message with their part numbers by IMAP."""
    if message.get_content_maintype() == "multipart" and message.is_multipart():
        yield from leaves_of_children(message, prefix)
    else:
        yield from leaves_of_part(message, (prefix + "." if prefix else "") + "1")


def leaves_of_children(multipart, path):
    for number, child in enumerate(multipart.get_payload(), 1):
        yield from leaves_of_part(child, (path + "." if path else "") + str(number))


def leaves_of_part(part, path):
    if not is_container(part):
        yield path, part
    elif part.get_content_maintype() == "multipart":
        yield from leaves_of_children(part, path)
    else:
        yield from leaves(part.get_payload(0), path)


def charset_of(part):
    charset = part.get_param("charset")
    if isinstance(charset, tuple):  # RFC 2231: charset, language, value
        charset = charset[2]
    return printable(charset)


def printable(text):
    text = "".join(c if " " < c <= "~" else "?" for c in str(text or ""))
    return text or "-"


def encoding_of(part):
    encoding = str(part.get("content-transfer-encoding", "")).lower().strip()
    return printable(encoding or "7bit")


def parts_of_message(data):
    message = email.message_from_bytes(data, policy=email.policy.compat32)
    for path, part in leaves(message):
        if part.get_content_type() != "text/plain" or part.is_multipart():
            continue
        body = part.get_payload(decode=True)
        yield [path, charset_of(part), encoding_of(part), str(len(body)), fnv1a(body)]


def rows_of_mailbox(file):
    """The start of each message, after its From_ line, and its end."""
    box = mailbox.mbox(file, create=False)
    for key in box.keys():
        begin, end = box._lookup(key)  # what get_bytes() reads, and says nowhere else
        with open(file, "rb") as raw:
            raw.seek(begin)
            begin += len(raw.readline())
        yield [str(key + 1), str(begin), str(end)]


def python_rows(mail):
    for file in sorted((mail / "eml").rglob("*")):
        if file.is_file():
            for row in parts_of_message(file.read_bytes()):
                yield [file.relative_to(mail).as_posix()] + row
    for file in sorted((mail / "mbox").glob("*.mbox")):
        for row in rows_of_mailbox(file):
            yield [file.relative_to(mail).as_posix()] + row


def table_as_it_is():
    """The head, the policy of each row `-`, and the rows `+` by file."""
    head, policies, ours = [], {}, {}
    for line in TABLE.read_text().splitlines() if TABLE.exists() else []:
        fields = line.split("\t")
        if line.startswith("#"):
            head.append(line)
        elif fields[0] == "-":
            policies[tuple(fields[1:-1])] = fields[-1]
        elif fields[0] == "+":
            ours.setdefault(fields[1], []).append(line)
    return head, policies, ours


def main():
    mail = pathlib.Path(sys.argv[1]) / "mail"
    head, policies, ours = table_as_it_is()
    rows, files = {}, []
    for row in python_rows(mail):
        policy = policies.get(tuple(row))
        line = "\t".join(["-"] + row + [policy] if policy else ["="] + row)
        rows.setdefault(row[0], []).append(line)
    files = sorted(set(rows) | set(ours))
    print("\n".join(head))
    for file in files:
        print("\n".join(rows.get(file, []) + ours.get(file, [])))


if __name__ == "__main__":
    main()
