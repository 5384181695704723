"""The latest of several documents, and the mails of a sender or a month, are answered from what the files say."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import citeline
from citeline.indexing.reader import Index
from citeline.settings import Settings
from citeline.tools.answer.sources.filed import filed_drafts
from citeline.tools.handle import IndexHandle
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
    drafts = filed_drafts(index, read(question)).drafts
    return [(draft.fact["relation"], draft.fact["subject"], draft.fact["object"]) for draft in drafts]


def paths(index: Index, question: str) -> list[str]:
    """The documents that are listed, without the total."""
    return [subject for relation, subject, _ in told(index, question) if relation == "filed_as"]


@pytest.mark.parametrize(
    "question", ["which is the latest newsletter?", "neuester Newsletter?", "哪个是最新的 newsletter？"]
)
def test_the_latest_of_a_kind_is_told_with_the_line_that_has_its_date(indexed: Indexed, question: str) -> None:
    index = indexed(FILES)
    assert told(index, question) == [("latest", "newsletter/2024-02-21-newsletter.md", "2024-02-21")]
    assert filed_drafts(index, read(question)).drafts[0].start_line == 4


def test_the_latest_mail_of_a_sender_comes_with_who_sent_it(indexed: Indexed) -> None:
    assert told(indexed(FILES), "what is the most recent mail from Anna Berg?") == [
        ("latest", "mail/lamp.eml", "2025-04-07"),
        ("written_by", "mail/lamp.eml", "Anna Berg"),
    ]


@pytest.mark.parametrize("question", ["mails from Anna in March", "which mails did Anna send in March 2025?"])
def test_mails_are_found_by_sender_and_month(indexed: Indexed, question: str) -> None:
    assert told(indexed(FILES), question) == [("filed_as", "mail/oven.eml", "Anna Berg · 2025-03-04")]


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
    ("question", "expected"),
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
def test_documents_are_found_by_who_wrote_them(indexed: Indexed, question: str, expected: list[str]) -> None:
    index = indexed(
        {
            "notes/roof.md": "---\nauthor: Ines Roth\ndate: 2025-05-06\n---\n# The roof\n\nSlates.\n",
            "notes/heat.adoc": "= Heating\nInes Roth <ines@example.org>\nv1.5, 2026-05-06\n\nOil.\n",
            "notes/wall.md": "---\nauthor: Tom Berg\n---\n# The wall of Ines Roth\n\nBricks.\n",
        }
    )
    assert paths(index, question) == expected


def test_a_sender_called_like_a_month_is_no_month_and_comes_before_mails_about_him(indexed: Indexed) -> None:
    index = indexed(
        {
            "mail/a.eml": _mail("Jan Hill <jan@example.org>", "A farewell of Tom Fox", "Tue, 04 Mar 2025"),
            "mail/b.eml": _mail("Jan Hill <jan@example.org>", "The oven", "Mon, 07 Apr 2025"),
            "mail/c.eml": _mail("Tom Fox <tom@example.org>", "Jan Hill leaves", "Wed, 08 Jan 2025"),
        }
    )
    assert paths(index, "mails from Jan Hill") == ["mail/b.eml", "mail/a.eml"]
    assert told(index, "what is the latest mail from Jan Hill?")[0][1] == "mail/b.eml"


@pytest.mark.parametrize("question", ["What is the last mail from Tom?", "latest mail by Tom Fox"])
def test_the_only_document_of_somebody_is_the_latest(indexed: Indexed, question: str) -> None:
    assert told(indexed(FILES), question) == [("filed_as", "mail/sink.eml", "Tom Fox · 2025-03-05")]


def test_of_two_documents_of_one_day_none_is_told_as_the_latest(indexed: Indexed) -> None:
    mails = {f"mail/{name}.eml": _mail("Ann <ann@example.org>", name, "Tue, 04 Mar 2025") for name in ("one", "two")}
    index = indexed({**mails, "mail/old.eml": _mail("Ann <ann@example.org>", "old", "Mon, 03 Mar 2025")})
    assert told(index, "what is the latest mail?") == []


HOUSE: Mapping[str, str | bytes] = {
    "roof.md": "---\ntitle: The roof\nauthor: Ida Berg\ndate: 2019-05-06\n---\n# The roof\n\nSlates.\n",
    "again.md": "---\ntitle: The roof, again\nauthor: Ida Berg\ndate: 2021-08-06\n---\n# The roof, again\n\nTiles.\n",
    "heating.adoc": "= Heating plan\nIda Berg <ida@example.org>\nv1.5, 2018-11-02\n\nOil.\n",
    "cellar.rst": "The cellar\n==========\n\n:Author: Bo Lind\n:Date: 3 February 2019\n\nThe cellar is damp.\n",
    "tiles.md": "---\nauthor: 王小明\ndate: 2019-03-04\nupdated: 2024-05-01\n---\n# 屋顶\n\n屋顶的瓦片。\n",
    "plain.md": "# Plain\n\nNothing says who wrote this about slates.\n",
    "mail/oven.eml": _mail("Ana Ruiz <ana@example.org>", "The oven", "Mon, 04 Mar 2024"),
    "mail/lamp.eml": _mail("Ana Ruiz <ana@example.org>", "The lamp", "Sun, 07 Apr 2024"),
    "mail/sink.eml": _mail("Bo Lind <bo@example.org>", "The sink", "Tue, 05 Mar 2024"),
}
OF_2019 = ["cellar.rst", "roof.md", "tiles.md"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("which documents were written in 2019?", OF_2019),
        ("哪些文档是2019年写的？", OF_2019),
        ("2019年に書かれた文書はどれですか？", OF_2019),
        ("Welche Dokumente wurden 2019 geschrieben?", OF_2019),
        ("¿Qué documentos se escribieron en 2019?", OF_2019),
        ("Quels documents ont été écrits en 2019 ?", OF_2019),
        ("documents by Ida Berg before 2020", ["heating.adoc", "roof.md"]),
        ("Ida Berg 2020年之前写的文档", ["heating.adoc", "roof.md"]),
        ("Ida Berg が2020年より前に書いた文書", ["heating.adoc", "roof.md"]),
        ("Dokumente von Ida Berg vor 2020", ["heating.adoc", "roof.md"]),
        ("documentos de Ida Berg antes de 2020", ["heating.adoc", "roof.md"]),
        ("Quels documents Ida Berg a-t-elle écrits avant 2020 ?", ["heating.adoc", "roof.md"]),
        ("what did Ana send in March", ["mail/oven.eml"]),
        ("Ana 三月份发了什么？", ["mail/oven.eml"]),
        ("Was hat Ana im März 2024 geschickt?", ["mail/oven.eml"]),
        ("files changed after 2024-03", ["mail/lamp.eml", "tiles.md"]),
        ("2024年3月之后修改的文件", ["mail/lamp.eml", "tiles.md"]),
        ("documents between 2020 and 2021", ["again.md"]),
        ("posts by Ida Berg in 2021", ["again.md"]),
        ("王小明写了哪些文档？", ["tiles.md"]),
        ("documents by Ida Berg about the heating", ["heating.adoc"]),
    ],
)
def test_documents_are_listed_by_author_and_time(indexed: Indexed, question: str, expected: list[str]) -> None:
    assert sorted(paths(indexed(HOUSE), question)) == expected


@pytest.mark.parametrize(
    "question",
    [
        "Which documents were not written in 2019?",
        "documents not written by Ida",
        "Which documents did Ida not write?",
        "documents by Ida except those of 2019",
        "documents by everybody but Ida",
        "Welche Dokumente hat Ida nicht geschrieben?",
        "Welche Dokumente wurden nicht 2019 geschrieben?",
        "Dokumente mit Ausnahme der von Ida",
        "Quels documents n'ont pas été écrits en 2019 ?",
        "Quels documents Ida n'a-t-elle pas écrits ?",
        "¿Qué documentos no escribió Ida?",
        "Ida 没写的文档",
        "2019年以外に書かれた文書はどれですか？",
    ],
)
def test_a_question_that_denies_gets_no_documents_of_which_the_opposite_holds(indexed: Indexed, question: str) -> None:
    assert told(indexed(HOUSE), question) == []


@pytest.mark.parametrize(
    "question",
    [
        "documents by Ida until mid-2019",
        "documents by Ida since March",
        "documents by Ida in 2017 and 2019",
        "documents outside 2019",
    ],
)
def test_a_time_that_is_not_understood_is_not_passed_over(indexed: Indexed, question: str) -> None:
    assert told(indexed(HOUSE), question) == []


def test_a_time_that_is_not_understood_is_no_part_of_a_path(indexed: Indexed) -> None:
    assert told(indexed(FILES), "latest newsletter since the end of 2024") == []


@pytest.mark.parametrize("question", ["documents by Ida not before 2020", "documents by Ida no earlier than 2020"])
def test_a_bound_that_denies_is_a_bound(indexed: Indexed, question: str) -> None:
    assert paths(indexed(HOUSE), question) == ["again.md"]


def test_a_list_of_documents_ends_with_its_total_and_begins_with_it_where_it_is_asked_for(indexed: Indexed) -> None:
    index = indexed(HOUSE)
    assert told(index, "documents by Ida Berg before 2020") == [
        ("filed_as", "roof.md", "Ida Berg · 2019-05-06"),
        ("filed_as", "heating.adoc", "Ida Berg · 2018-11-02"),
        ("filed", "Ida Berg · before 2020", "2"),
    ]
    assert told(index, "how many documents did Ida Berg write?")[0] == ("filed", "Ida Berg", "3")


@pytest.mark.parametrize(
    ("question", "said", "first", "last"),
    [
        ("documents written in 1999", "in 1999", "2018-11-02", "2024-04-07"),
        ("哪些文档是1999年写的？", "1999年", "2018-11-02", "2024-04-07"),
        ("documents by Ida Berg in 2023", "Ida Berg · in 2023", "2018-11-02", "2021-08-06"),
        ("mails from Bo in May", "Bo · in May", "2024-03-05", "2024-03-05"),
    ],
)
def test_where_no_document_is_of_that_time_the_times_there_are_are_told(
    indexed: Indexed, question: str, said: str, first: str, last: str
) -> None:
    found = filed_drafts(indexed(HOUSE), read(question))
    assert found.not_stated
    assert [draft.fact for draft in found.drafts] == [
        {"relation": "none_filed", "subject": said, "object": first, "condition": last}
    ]


@pytest.mark.parametrize("question", ["newest document about slates", "关于 slates 的最新文档"])
def test_the_newest_about_what_no_title_has_is_found_by_its_text(indexed: Indexed, question: str) -> None:
    files = {**HOUSE, "late.md": "---\ndate: 2022-01-02\n---\n# Repairs\n\nThe slates were mended.\n"}
    assert told(indexed(files), question)[0] == ("latest", "late.md", "2022-01-02")


@pytest.mark.parametrize(
    "question",
    [
        "what did we agree with Ana in March about prices?",
        "what does the 2019 report say about slates?",
        "which documents are needed for the 2019 tax return?",
        "what happened in 2019?",
        "which invoices of 2019 were paid late?",
        "invoices of 2019",
        "which file was added in 2023?",
        "how do I write a mail to Ana?",
        "who wrote the document on the roof, and when was it last changed?",
        "2019年的文档里关于瓦片写了什么？",
    ],
)
def test_a_question_for_more_than_documents_is_none_for_a_list(indexed: Indexed, question: str) -> None:
    assert told(indexed(HOUSE), question) == []


def test_an_answer_lists_the_documents_and_misses_no_month(indexed: Indexed) -> None:
    index = indexed(HOUSE)
    answer = citeline.ask("what did Ana send in March", IndexHandle(index, Settings()))
    assert answer.answers is not None
    assert answer.answers["verdict"] == "yes"
    assert not answer.missing_names
    assert answer.claims[0]["text"] == "mail/oven.eml: Ana Ruiz · 2024-03-04"


def test_labelled_lines_below_a_title_say_who_wrote_a_text(indexed: Indexed) -> None:
    index = indexed({**HOUSE, "attic.md": "# The attic\n\nAuthor: Bo Lind\nDate: March 4th, 2020\n\nBoxes.\n"})
    assert told(index, "documents by Bo in 2020") == [("filed_as", "attic.md", "Bo Lind · 2020-03-04")]


@pytest.mark.parametrize(
    "question", ["who wrote the heating plan?", "谁写了 heating plan？", "wer hat den Heating plan geschrieben?"]
)
def test_who_wrote_a_document_is_told_in_every_format(indexed: Indexed, question: str) -> None:
    assert told(indexed(HOUSE), question) == [("written_by", "heating.adoc", "Ida Berg")]


def test_who_wrote_a_document_and_when_rests_on_what_it_says_and_on_no_release(indexed: Indexed) -> None:
    index = indexed(HOUSE)
    question = "who wrote the document on the roof, and when was it last changed?"
    answer = citeline.ask(question, IndexHandle(index, Settings()))
    assert answer.answers is not None
    assert answer.answers["why"] == "rests on what the documents say of themselves"


OFFICE: Mapping[str, str | bytes] = {
    **FILES,
    "plans/garden plan.md": "---\nauthor: Ida Berg\ncreated: 2019-05-06\nmodified: 2022-02-03\n---\n# Beds\n\nRoses.\n",
    "plans/documents of the shed.md": "---\nauthor: Bo Lind\ndate: 2019-08-09\n---\n# The shed\n\nTools.\n",
    "ponds.csv": "pond,depth,last changed,year\nnorth,2,2019-04-05,2019\nsouth,3,2019-04-06,2019\n",
}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("when was the garden plan document written?", [("dated", "plans/garden plan.md", "2019-05-06")]),
        ("when was the garden plan document last changed?", [("changed_on", "plans/garden plan.md", "2022-02-03")]),
        ("when was the mail about the lamp sent?", [("dated", "mail/lamp.eml", "2025-04-07")]),
        ("什么时候写的 garden plan 文档？", [("dated", "plans/garden plan.md", "2019-05-06")]),
        (
            "who wrote the garden plan document and when?",
            [("written_by", "plans/garden plan.md", "Ida Berg"), ("dated", "plans/garden plan.md", "2019-05-06")],
        ),
        ("what is the oldest document here?", [("earliest", "plans/garden plan.md", "2019-05-06")]),
    ],
)
def test_when_a_document_was_written_or_changed_is_what_it_says(
    indexed: Indexed, question: str, expected: list[tuple[str, str, str]]
) -> None:
    """Sentences with "written" or "document" in them stood there, of other documents."""
    assert told(indexed(OFFICE), question)[: len(expected)] == expected


@pytest.mark.parametrize("question", ["which documents are from 2019?", "2019年的文档有哪些？", "documents of 2019"])
def test_a_document_needs_no_such_word_in_its_name_to_be_one(indexed: Indexed, question: str) -> None:
    """Of all that 2013 had only `duplicate-paragraphs.docx` was told, whose title is "This document contains …"."""
    assert paths(indexed(OFFICE), question) == ["plans/documents of the shed.md", "plans/garden plan.md"]


def test_documents_of_a_year_are_no_rows_of_a_table_with_that_year(indexed: Indexed) -> None:
    index = indexed(OFFICE)
    for question in ("which documents are from 2019?", "when was the garden plan document last changed?"):
        answer = citeline.ask(question, IndexHandle(index, Settings()))
        assert {one["path"] for one in answer.evidence if one["path"].endswith(".csv")} == set(), question
        assert answer.answers is not None and answer.answers["verdict"] == "yes"
    rows = citeline.ask("depth of the south pond", IndexHandle(index, Settings()))
    assert rows.claims[0]["fact"]["object"] == "3"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "who sent the mail about slates?",
            [("written_by", "mail/roof.eml", "Ines Roth"), ("shown", "mail/roof.eml", "please order the slates.")],
        ),
        (
            "when was the mail about slates sent?",
            [("dated", "mail/roof.eml", "2025-03-04"), ("shown", "mail/roof.eml", "please order the slates.")],
        ),
        ("who sent the mail about slates and gutters?", []),
        ("who wrote the document about slates?", []),
    ],
)
def test_a_mail_is_meant_by_what_only_its_text_says(indexed: Indexed, question: str, expected: list[object]) -> None:
    mail = _mail("Ines Roth <ines@example.org>", "The roof", "Tue, 04 Mar 2025")
    index = indexed({**FILES, "mail/roof.eml": mail.replace(b"see below", b"order the slates")})
    assert told(index, question) == expected


@pytest.mark.parametrize("left_out", [b"see below.\r\n  > Who has the slates", b"see below.\r\n-- \r\nRoth Slates Ltd"])
def test_what_a_mail_quotes_and_who_signs_it_are_not_what_it_is_about(indexed: Indexed, left_out: bytes) -> None:
    mail = _mail("Ines Roth <ines@example.org>", "The roof", "Tue, 04 Mar 2025")
    index = indexed({**FILES, "mail/roof.eml": mail.replace(b"see below", left_out)})
    assert told(index, "who sent the mail about slates?") == []


def test_a_word_in_a_mail_shows_no_more_than_where_to_look(indexed: Indexed) -> None:
    """`It is not about the crane at all` has the word too."""
    mail = _mail("Ines Roth <ines@example.org>", "The roof", "Tue, 04 Mar 2025")
    index = indexed({**FILES, "mail/roof.eml": mail.replace(b"see below", b"forget the slates")})
    answer = citeline.ask("who sent the mail about slates?", IndexHandle(index, Settings()))
    assert answer.answers is not None and answer.answers["verdict"] == "partly"
    assert "forget the slates" in answer.claims[1]["text"]
    latest = citeline.ask("last mail about slates?", IndexHandle(index, Settings()))
    assert "forget the slates" in latest.claims[1]["text"]
