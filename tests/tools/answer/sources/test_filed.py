"""The latest of several documents, and the mails of a sender or a month, are answered from what the files say."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from citeline.indexing.reader import Index
from citeline.tools.answer.draft import Draft
from citeline.tools.answer.sources.filed import filed_drafts
from citeline.tools.question.read import read

from ..conftest import Indexed


def _mail(sender: str, subject: str, day: str) -> bytes:
    return (
        f"From: {sender}\r\nTo: kim@example.org\r\nSubject: {subject}\r\nDate: {day} 16:56:09 +0100\r\n"
        "Content-Type: text/plain; charset=utf-8\r\n\r\nDear Kim,\r\n\r\nplease see below.\r\n"
    ).encode()


FILES: Mapping[str, str | bytes] = {
    "newsletter/2024-01-26-newsletter.md": "# Newsletter\n\nJanuary 26, 2024\n\nThe pool is closed.\n",
    "newsletter/2024-02-21-newsletter.md": "\n# Newsletter\n\nFebruary 21, 2024\n\nThe pool is open.\n",
    "newsletter/about.md": "# The newsletter\n\nWho reads it.\n",
    "mail/oven.eml": _mail("Anna Berg <anna@example.org>", "The oven", "Tue, 04 Mar 2025"),
    "mail/lamp.eml": _mail("Anna Berg <anna@example.org>", "The lamp", "Mon, 07 Apr 2025"),
    "mail/sink.eml": _mail("Tom Fox <tom@example.org>", "The sink", "Wed, 05 Mar 2025"),
}


def told(index: Index, question: str) -> list[tuple[str, str, str]]:
    drafts: list[Draft] = filed_drafts(index, read(question))[0]
    return [(draft.fact["relation"], draft.fact["subject"], draft.fact["object"]) for draft in drafts]


@pytest.mark.parametrize(
    "question", ["which is the latest newsletter?", "neuester Newsletter?", "哪个是最新的 newsletter？"]
)
def test_the_latest_of_a_kind_is_told_with_the_line_that_has_its_date(indexed: Indexed, question: str) -> None:
    index = indexed(FILES)
    assert told(index, question) == [("latest", "newsletter/2024-02-21-newsletter.md", "2024-02-21")]
    assert filed_drafts(index, read(question))[0][0].start_line == 4


def test_the_latest_mail_of_a_sender_comes_with_who_sent_it(indexed: Indexed) -> None:
    assert told(indexed(FILES), "what is the most recent mail from Anna Berg?") == [
        ("latest", "mail/lamp.eml", "2025-04-07"),
        ("written_by", "mail/lamp.eml", "Anna Berg"),
    ]


@pytest.mark.parametrize("question", ["mails from Anna in March", "which mails did Anna send in March 2025?"])
def test_mails_are_found_by_sender_and_month(indexed: Indexed, question: str) -> None:
    assert told(indexed(FILES), question) == [("row", "mail/oven.eml", "Anna Berg · 2025-03-04")]


@pytest.mark.parametrize(
    "question",
    [
        "what does the latest newsletter say about the pool?",
        "mails from Bert in March",
        "how do I write a mail?",
        "which is the latest version?",
        "the latest invoice",
    ],
)
def test_nothing_is_told_of_what_no_document_is_called(indexed: Indexed, question: str) -> None:
    assert told(indexed(FILES), question) == []


@pytest.mark.parametrize(
    ("question", "paths"),
    [
        ("documents by Ines Roth", ["notes/heat.adoc", "notes/roof.md"]),
        ("which documents did Ines Roth write?", ["notes/heat.adoc", "notes/roof.md"]),
        ("which files are by Roth?", ["notes/heat.adoc", "notes/roof.md"]),
        ("Welche Dokumente stammen von Ines Roth?", ["notes/heat.adoc", "notes/roof.md"]),
        ("documents by Ines Roth of 2025", ["notes/roof.md"]),
        ("documents by Ines Berg", []),
        ("documents about the roof", []),
        ("what do the documents of Ines Roth say about slates?", []),
    ],
)
def test_documents_are_found_by_who_wrote_them(indexed: Indexed, question: str, paths: list[str]) -> None:
    index = indexed(
        {
            "notes/roof.md": "---\nauthor: Ines Roth\ndate: 2025-05-06\n---\n# The roof\n\nSlates.\n",
            "notes/heat.adoc": "= Heating\nInes Roth <ines@example.org>\nv1.5, 2026-05-06\n\nOil.\n",
            "notes/wall.md": "---\nauthor: Tom Berg\n---\n# The wall of Ines Roth\n\nBricks.\n",
        }
    )
    assert [subject for _, subject, _ in told(index, question)] == paths


def test_a_sender_called_like_a_month_is_no_month_and_comes_before_mails_about_him(indexed: Indexed) -> None:
    index = indexed(
        {
            "mail/a.eml": _mail("Jan Hill <jan@example.org>", "A farewell of Tom Fox", "Tue, 04 Mar 2025"),
            "mail/b.eml": _mail("Jan Hill <jan@example.org>", "The oven", "Mon, 07 Apr 2025"),
            "mail/c.eml": _mail("Tom Fox <tom@example.org>", "Jan Hill leaves", "Wed, 08 Jan 2025"),
        }
    )
    told_of = {subject for _, subject, _ in told(index, "mails from Jan Hill")}
    assert told_of == {"mail/a.eml", "mail/b.eml"}
    assert told(index, "what is the latest mail from Jan Hill?")[0][1] == "mail/b.eml"


def test_of_two_documents_of_one_day_none_is_told_as_the_latest(indexed: Indexed) -> None:
    mails = {f"mail/{name}.eml": _mail("Ann <ann@example.org>", name, "Tue, 04 Mar 2025") for name in ("one", "two")}
    index = indexed({**mails, "mail/old.eml": _mail("Ann <ann@example.org>", "old", "Mon, 03 Mar 2025")})
    assert told(index, "what is the latest mail?") == []
