"""Mails for tests: built by the standard library's writer, and written by hand as old programs sent them."""

from __future__ import annotations

from email.message import EmailMessage


def offer() -> bytes:
    """Text beside HTML, two attachments, heads in another script."""
    message = _message("Angebot für die Fähre", "Jörg Öller <joerg@example.org>")
    message["Cc"] = "anna@example.org"
    message.set_content("Hello Ana,\n\nthe ferry costs 4.2 million euros.\n\n> What does it cost?\n\n# Jörg\n")
    message.add_alternative("<p>HTML that nobody needs</p>", subtype="html")
    message.add_attachment(b"%PDF-1.4 never read", maintype="application", subtype="pdf", filename="offer.pdf")
    message.add_attachment("name,price\nferry,4\n", subtype="csv", filename="prices.csv")
    return message.as_bytes()


def newsletter() -> bytes:
    """HTML alone: headings, a table of data, a layout, links, what is hidden."""
    message = _message("Quay news", "news@example.org")
    message.set_content(
        "<html><head><style>p{}</style></head><body><div style='display:none'>preview</div>"
        "<table><tr><td><h1>March</h1><p>The <a href='https://example.org/gate'>new gate</a> is<br>open.</p></td></tr>"
        "</table><table><tr><th>Day</th><th>Ships</th></tr><tr><td>1</td><td>12</td></tr></table>"
        "<ul><li>bring a hat</li></ul><img src='http://127.0.0.1:9/pixel.png'><pre>ls -l</pre></body></html>",
        subtype="html",
    )
    return message.as_bytes()


def forwarded() -> bytes:
    """A message that forwards another one."""
    inner = _message("Leak at lock 2", "crew@example.org")
    inner.set_content("Water comes through the left door.\n")
    message = _message("Fwd: Leak at lock 2", "chief@example.org")
    message.set_content("Please send a diver.\n")
    message.add_attachment(inner)
    return message.as_bytes()


OLD: bytes = (
    b"From: Old Program <old@example.org>\r\nTo: all\r\nSubject: =?iso-8859-1?Q?Gr=FC=DFe?=\r\n"
    b"Date: Mon, 4 Jan 1999 10:00:00 +0100\r\nContent-Type: text/plain; charset=unknown-8bit\r\n\r\n"
    b"Viele Gr\xfc\xdfe aus M\xfcnchen, und f\xfcr Sie \xfcberall gr\xfcne Wiesen.\r\n"
)


def _message(subject: str, author: str) -> EmailMessage:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = subject, author, "ana@example.org"
    message["Date"] = "Tue, 03 Mar 2026 09:30:00 +0000"
    return message
