"""Questions for a release, a date or a person are answered from change logs and from what documents say themselves."""

from __future__ import annotations

import pytest

from citeline.indexing.reader import Index
from citeline.tools.answer.draft import Draft
from citeline.tools.answer.sources.dated.dates import dated_asked
from citeline.tools.answer.sources.dated.releases import releases_of, same_version
from citeline.tools.answer.sources.special import special_drafts
from citeline.tools.question.question import Question
from citeline.tools.question.read import read

from ..conftest import Indexed

MARKDOWN = """# Changelog

## Unreleased

- Requests that time out are retried twice.

## [2.1.0] - 2025-03-04

### Added

- A `--dry-run` option that writes nothing,
  for people who only look.
- Support for Python 3.13.

## [2.0.0] - 2024-09-10

### Removed

- Dropped support for Python 3.8.
- The old cache of pages is gone.

## [1.9.3] - 2024-01-02

- Fixed a crash with empty files.
"""
DEPRECATING = """1.4.0 / 2024-05-06
==================

* add brotli compression of responses

Deprecations and promotions
---------------------------

* `bake` of the old oven
* Deprecated the grill
"""
WORDY = """# Changes

## 4.1.0 / 2024-11-18

* New: Add a `host_authorization` setting
  * Security: addresses [CVE-2024-21510](https://example.org/advisories/9).
* Fix: Restore the old server

## 4.0.2 / 2024-06-01

* The `before_first_call` decorator is removed.
* Host names of the rack are no longer converted on machines like Mongrel2.

## 4.0.0 / 2024-01-19

* Breaking change: drop support for Rack 2
* Deprecate the `before_first_call` decorator.
* [CVE-2024-00017](https://example.org/advisories/3) Prefix matching of static files exposes others.

## 3.2.6 / 2023-12-01

* [CVE-2024-00017](https://example.org/advisories/3) Prefix matching of static files exposes others.
* Added `STATIC_FORMAT` that formats into a text of the exact size.

## 3.2.0 / 2023-06-01

* Added the `before_first_call` decorator.
"""
RST = """Release notes
=============

3.2 (12 May 2026)
-----------------

* Added the option ``strict`` to the parser.

3.1
---

Released on 2025-11-30.

* The parser keeps comments.
"""
OVERLINED = """***************************
v3.20.0 (2025-10-08)
***************************

- Add Python 3.14 support, drop 3.9.

***************************
v3.19.1 (2025-08-14)
***************************

- Fix a symlink.
"""
PLAIN = """1.4.0 / 2023-06-01
==================

  * add brotli compression of responses
  * deps: cookie@0.6.0

1.3.0 / 2022-02-14
==================

  * remove the global lock
"""
DEBIAN = """citeline (1.2-1) unstable; urgency=medium

  * Build with the hardening flags.

 -- Ada Lovelace <ada@example.org>  Tue, 03 Mar 2026 10:00:00 +0000

citeline (1.1-2) unstable; urgency=low

  * Package the manual pages.

 -- Ada Lovelace <ada@example.org>  Mon, 05 Jan 2026 10:00:00 +0000
"""
MINUTES = """---
title: Minutes of the kitchen committee
authors: Grace Hopper
created: 2025-02-03
modified: 2025-04-01
---

# Minutes

The kitchen committee agreed on a new oven and on a schedule for the dishwasher.
"""
REPORT = """# Stock count of the northern warehouse

Prepared by: Sarah Martinez
Checked by: Tom Fox
Date: 15 November 2024

All shelves were counted twice.
"""
MAIL = (
    b"From: Ava Oneil <ava@example.org>\r\nTo: kim@example.org\r\nSubject: Bills of the goods\r\n"
    b"Date: Mon, 22 Aug 2016 16:56:09 +0300\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    b"Dear Kim,\r\n\r\nhere are the bills of the goods that we delivered to you.\r\n"
)


def _drafts(index: Index, question: Question) -> list[Draft]:
    dated = dated_asked(index, question)
    return dated.drafts() if dated else []


def _changes(index: Index, question: Question) -> tuple[list[Draft], int]:
    dated = dated_asked(index, question)
    return dated.all_of_release() if dated else ([], 0)


def _absent(index: Index, question: Question) -> Draft | None:
    dated = dated_asked(index, question)
    return dated.absent() if dated else None


def ask(index: Index, question: str) -> list[Draft]:
    return _drafts(index, read(question))


def told(drafts: list[Draft]) -> list[tuple[str, str, str]]:
    return [(draft.fact["relation"], draft.fact["subject"], draft.fact["object"]) for draft in drafts]


@pytest.mark.parametrize(
    ("path", "text", "releases"),
    [
        (
            "CHANGELOG.md",
            MARKDOWN,
            [("", "", 3), ("2.1.0", "2025-03-04", 7), ("2.0.0", "2024-09-10", 15), ("1.9.3", "2024-01-02", 22)],
        ),
        ("docs/changes.rst", RST, [("3.2", "12 May 2026", 4), ("3.1", "2025-11-30", 9)]),
        ("docs/log.rst", OVERLINED, [("3.20.0", "2025-10-08", 2), ("3.19.1", "2025-08-14", 8)]),
        ("HISTORY", PLAIN, [("1.4.0", "2023-06-01", 1), ("1.3.0", "2022-02-14", 7)]),
        ("debian/changelog", DEBIAN, [("1.2-1", "03 Mar 2026", 1), ("1.1-2", "05 Jan 2026", 7)]),
    ],
)
def test_change_logs_of_all_forms_give_their_releases(
    indexed: Indexed, path: str, text: str, releases: list[tuple[str, str, int]]
) -> None:
    (found,) = releases_of(indexed({path: text})).values()
    assert [(one.version, one.date, one.line) for one in found] == releases


def test_a_day_that_a_release_was_moved_from_is_not_the_day_of_the_release(indexed: Indexed) -> None:
    text = "# Releases\n\n## 2.0\n\n2027-03-04\n\n## 3.0\n\nPlanned for 2027-09-01 and moved to 2027-10-08.\n"
    index = indexed({"releases.md": text})
    (found,) = releases_of(index).values()
    assert [(one.version, one.date) for one in found] == [("2.0", "2027-03-04"), ("3.0", "")]
    (draft,) = _drafts(index, read("when is 3.0 released?"))
    assert draft.fact == {
        "relation": "under",
        "subject": "3.0",
        "object": "Planned for 2027-09-01 and moved to 2027-10-08.",
    }


def test_sections_of_a_handbook_are_no_releases(indexed: Indexed) -> None:
    book = "# Handbook\n\n## 1.1 How to start\n\nWords.\n\n## On the limit of 2.5 seconds and how it is set\n\nWords.\n"
    assert not releases_of(indexed({"book.md": book}))


@pytest.mark.parametrize(
    ("question", "fact", "lines"),
    [
        ("when did 2.0 come out?", ("released", "2.0.0", "2024-09-10"), [(15, 15)]),
        ("what is the newest release and when did it come out?", ("newest_dated", "2.1.0", "2025-03-04"), [(7, 7)]),
        (
            "in which release did they drop Python 3.8?",
            ("changed_in_dated", "Dropped support for Python 3.8.", "2.0.0"),
            [(19, 19), (15, 15)],
        ),
        (
            "since which version is there a dry-run option?",
            ("changed_in_dated", "A --dry-run option that writes nothing, for people who only look.", "2.1.0"),
            [(11, 12), (7, 7)],
        ),
        (
            "in which version was `--dry-run` added?",
            ("changed_in_dated", "A --dry-run option that writes nothing, for people who only look.", "2.1.0"),
            [(11, 12), (7, 7)],
        ),
        (
            "is the change that retries requests that time out already in a release?",
            ("unreleased", "Requests that time out are retried twice.", ""),
            [(5, 5), (3, 3)],
        ),
        (
            "in welcher Version wurde Python 3.13 unterstützt?",
            ("changed_in_dated", "Support for Python 3.13.", "2.1.0"),
            [(13, 13), (7, 7)],
        ),
    ],
)
def test_a_change_is_cited_by_its_entry_and_the_heading_of_its_release(
    indexed: Indexed, question: str, fact: tuple[str, str, str], lines: list[tuple[int, int]]
) -> None:
    drafts = ask(indexed({"CHANGELOG.md": MARKDOWN, "README.md": "# Tool\n\nA tool.\n"}), question)
    assert told(drafts)[:1] == [fact]
    assert [(drafts[0].start_line, drafts[0].end_line), *drafts[0].also] == lines


@pytest.mark.parametrize(
    ("question", "version", "said"),
    [
        ("CVE-2024-21510: fixed in which version and when was that released?", "4.1.0", "addresses CVE-2024-21510."),
        ("CVE-2024-00017 (prefix matching): fixed in which 3.2 release?", "3.2.6", "CVE-2024-00017 Prefix"),
        ("after an upgrade before_first_call is gone. which version dropped it", "4.0.2", "is removed"),
        ("in which version was before_first_call deprecated?", "4.0.0", "Deprecate"),
        ("until which release could i still use rack 2, when did that end", "4.0.0", "drop support for Rack 2"),
        ("文字列をちょうどの長さで作る STATIC_FORMAT はどのバージョンで入りましたか？", "3.2.6", "STATIC_FORMAT that"),
        ("release + date of the fix that restored the old server", "4.1.0", "Restore the old server"),
    ],
)
def test_a_change_is_found_by_what_is_rare_in_the_question_and_by_what_was_done(
    indexed: Indexed, question: str, version: str, said: str
) -> None:
    # Notes as long as real ones stand before the change log among the pieces that have common words of the question.
    notes = {
        f"notes/{number}.md": f"# Note {number}\n\nThe old version of this release fixed it.\n" for number in range(60)
    }
    (draft, *_) = ask(indexed({"CHANGELOG.md": WORDY, **notes}), question)
    assert (draft.fact["relation"], draft.fact["object"]) == ("changed_in_dated", version)
    assert said in draft.fact["subject"]


@pytest.mark.parametrize(
    "question",
    [
        "in which version was host_authorization removed?",
        "In welcher Version wurde host_authorization entfernt?",
        "when was before_first_call renamed?",
        "in which version was before_first_call fixed?",
        "which release added support for Rack 2?",
        "when is the support office closed?",
        "how do i fix 4.0.0?",
    ],
)
def test_what_was_done_otherwise_and_numbers_of_days_are_no_answer(indexed: Indexed, question: str) -> None:
    """A setting that 4.1.0 added was told as the answer to when it was removed, and 4.5 days as a version."""
    office = "# Support office\n\nCases are resolved within 4.5 days since the new contract of the support office.\n"
    index = indexed({"CHANGELOG.md": WORDY, "office.md": office})
    assert ask(index, question) == []
    assert _changes(index, read(question)) == ([], 0)


@pytest.mark.parametrize(
    ("question", "has_answer"),
    [
        ("until which date does Till 2 get security fixes once version 3 is out?", False),
        ("in which version was the drawer of Till fixed?", True),
    ],
)
def test_the_name_of_the_project_is_in_every_entry(indexed: Indexed, question: str, has_answer: bool) -> None:
    """An entry that has little but the project's name was told, with `yes`, as the day that fixes end."""
    log = "# Changelog\n\n## 2.0.0 (2024-01-31)\n\n- Fix the drawer of Till, which needs till paper 2 now\n"
    index = indexed({"CHANGELOG.md": log, "package.json": '{"name": "till"}', "a.md": "# A\n\nSecurity is ours.\n"})
    assert bool(ask(index, question)) == has_answer


@pytest.mark.parametrize(
    ("question", "version"), [("when did v4 come out?", "4.0.0"), ("when did v3.2 come out", "3.2.0")]
)
def test_a_version_may_be_said_by_its_first_numbers(indexed: Indexed, question: str, version: str) -> None:
    (draft, *_) = ask(indexed({"CHANGELOG.md": WORDY}), question)
    assert (draft.fact["relation"], draft.fact["subject"]) == ("released", version)


@pytest.mark.parametrize(
    ("name", "text", "question", "changes"),
    [
        (
            "CHANGELOG.md",
            MARKDOWN,
            "what changed in 2.1.0?",
            ["A --dry-run option that writes nothing, for people who only look.", "Support for Python 3.13."],
        ),
        (
            "History.md",
            PLAIN,
            "what's new in version 1.4",
            ["add brotli compression of responses", "deps: cookie@0.6.0"],
        ),
        *(
            ("CHANGELOG.md", MARKDOWN, question, ["Fixed a crash with empty files."])
            for question in (
                *(
                    "1.9.3 有什么变化？",
                    "1.9.3 版本更新了什么？",
                    "1.9.3 有哪些新特性？",
                    "1.9.3 で何が変わりましたか？",
                ),
                *("what are the new features in 1.9.3?", "Welche neuen Funktionen hat 1.9.3?"),
            )
        ),
        (
            "History.md",
            DEPRECATING,
            "What is deprecated in 1.4?",
            ["bake of the old oven", "Deprecated the grill", "add brotli compression of responses"],
        ),
        ("CHANGELOG.md", MARKDOWN, "what changed about empty files in 1.9.3?", []),
        ("CHANGELOG.md", MARKDOWN, "when was 2.1.0 released?", []),
        (
            "CHANGELOG.md",
            MARKDOWN,
            "what changed between 2.0.0 and 2.1.0?",
            ["A --dry-run option that writes nothing, for people who only look.", "Support for Python 3.13."],
        ),
    ],
)
def test_what_changed_in_a_version_is_its_entries_one_by_one(
    indexed: Indexed, name: str, text: str, question: str, changes: list[str]
) -> None:
    drafts, left = _changes(indexed({name: text}), read(question))
    assert [draft.fact["subject"] for draft in drafts] == changes and left == 0


@pytest.mark.parametrize(
    ("question", "version", "said"),
    [
        ("what changed in 2.1 for people who only look?", "2.1.0", "A --dry-run option"),
        ("what chagned in 2.1.0 for people who only look?", "2.1.0", "A --dry-run option"),
        ("2.0.0 里页面缓存有什么变化？", "2.0.0", "The old cache of pages"),
        ("¿qué APIs se eliminaron en la versión 1.8?", "1.8.0", "Removed these APIs: warm_up, cool_down."),
        ("why can I no longer use the old cache of pages?", "2.0.0", "The old cache of pages is gone."),
        ("why doesn't warm_up pages anymore", "1.7.0", "Pages are no longer loaded by warm_up"),
    ],
)
def test_what_a_version_did_to_one_thing_and_why_a_thing_is_gone_is_an_entry(
    indexed: Indexed, question: str, version: str, said: str
) -> None:
    """The first paragraph of the README was told for what had changed."""
    older = (
        "\n## [1.8.0] - 2023-05-02\n\n- Removed these APIs:\n  - `warm_up`,\n  - `cool_down`.\n- Look up pages.\n"
        "\n## [1.7.0] - 2023-01-02\n\n- Pages are no longer loaded by `warm_up`, which was slow.\n"
        "- In this version pages are looked up while others warm.\n"
    )
    index = indexed({"CHANGELOG.md": MARKDOWN + older, "README.md": "# Tool\n\nA cache of pages for those who look.\n"})
    (draft, *_) = ask(index, question)
    assert (draft.fact["object"], draft.fact["subject"][: len(said)]) == (version, said)


def test_an_entry_of_a_directive_and_of_an_element_is_told_without_their_marks(indexed: Indexed) -> None:
    sphinx = (
        ".. changelog::\n    :version: 2.0.1\n    :released: August 8, 2026\n\n    .. change::\n        :tags: bug\n\n"
        "        The parser keeps comments that stand\n        at the end of a line.\n"
    )
    maven = '<body>\n<release version="1.2">\n<action type="add">Add a lexer.</action>\n</release></body>\n'
    (draft, *_) = ask(indexed({"docs/changelog.rst": sphinx}), "since which version does the parser keep comments?")
    assert told([draft]) == [
        ("changed_in_dated", "The parser keeps comments that stand at the end of a line.", "2.0.1")
    ]
    (draft, *_) = ask(indexed({"src/changes/changes.xml": maven}), "which version added the lexer?")
    assert told([draft]) == [("changed_in", "Add a lexer.", "1.2")]


def test_what_sphinx_says_of_a_version_is_said_of_the_definition_above(indexed: Indexed) -> None:
    """`.. versionadded:: 1.45.0` names nothing by itself: since when a function exists was not found."""
    page = (
        "Metrics\n=======\n\n.. c:function:: int tool_idle(loop_t* loop)\n\n    How long it was idle.\n\n"
        "    .. versionadded:: 1.39.0\n\n.. c:function:: int tool_info(loop_t* loop)\n\n    Copies the metrics.\n\n"
        "    .. versionadded:: 1.45.0\n    .. versionchanged:: 1.46.0\n        Returns an error for a closed loop.\n"
    )
    index = indexed(
        {"docs/metrics.rst": page, "ChangeLog": "2.0.0 (2025-01-02)\n\n* b\n\n1.45.0 (2023-05-19)\n\n* a\n"}
    )
    drafts = ask(index, "since when is there tool_info, and in which version?")
    assert told(drafts)[0] == ("changed_in", "int tool_info(loop_t* loop)", "1.45.0")
    assert told(drafts)[-1] == ("released", "1.45.0", "2023-05-19")
    assert (drafts[0].start_line, drafts[0].end_line) == (10, 14)
    (changed, *_) = ask(index, "which version made tool_info return an error for a closed loop?")
    assert told([changed]) == [
        ("changed_in", "int tool_info(loop_t* loop) Returns an error for a closed loop.", "1.46.0")
    ]


def test_of_many_changes_the_first_are_told_and_the_others_counted(indexed: Indexed) -> None:
    entries = "".join(f"- Change number {number}\n  - with a detail\n" for number in range(70))
    drafts, left = _changes(
        indexed({"CHANGELOG.md": f"# 1.0.0\n\n{entries}\n# 0.9.0\n\n- Old\n"}), read("what changed in 1.0.0?")
    )
    assert len(drafts) == 60 and left == 10
    assert "detail" not in drafts[0].fact["subject"] and drafts[0].also == ((1, 1),)


def test_an_unknown_version_or_change_gives_nothing(indexed: Indexed) -> None:
    index = indexed({"CHANGELOG.md": MARKDOWN})
    assert not ask(index, "when did 7.5.0 come out?")
    assert not ask(index, "since which version is there a plugin for Redis clusters?")
    assert not ask(index, "in which release did they drop Python 3.7?")


@pytest.mark.parametrize(
    ("question", "version"),
    [("when did 7.5.0 come out?", "7.5.0"), ("what changed in 2.0.9?", "2.0.9"), ("wann ist 3.1 erschienen?", "3.1")],
)
def test_a_version_that_no_change_log_has_is_said_to_be_absent(indexed: Indexed, question: str, version: str) -> None:
    """Days of other releases were told for the day of one that there is not."""
    draft = _absent(indexed({"CHANGELOG.md": MARKDOWN}), read(question))
    assert draft is not None and draft.start_line == 7
    assert draft.fact == {
        "relation": "no_release",
        "subject": version,
        "object": "CHANGELOG.md",
        "condition": "2.1.0",
    }


@pytest.mark.parametrize(
    "question",
    [
        "when did 2.1 come out?",
        "when did v7 come out?",
        "when was Python 7.5 dropped?",
        "when is the office closed?",
        "is 7.5.0 fast?",
    ],
)
def test_of_other_versions_and_things_nothing_is_said_to_be_absent(indexed: Indexed, question: str) -> None:
    assert _absent(indexed({"CHANGELOG.md": MARKDOWN}), read(question)) is None


def test_a_page_with_two_versions_is_no_list_of_all_releases(indexed: Indexed) -> None:
    two = "# Upgrade\n\n## From 1.0\n\nWords.\n\n## From 2.0\n\nWords.\n"
    assert _absent(indexed({"upgrade.md": two}), read("when did 7.5.0 come out?")) is None


def test_the_day_of_an_older_version_may_stand_in_a_sentence(indexed: Indexed) -> None:
    """A version that the log names in a sentence was said to be absent."""
    older = "\n# Older\n\n- tool version 1.5 was released on Sat Aug 15 2015\n- tool version 1.4 was mended in 2014\n"
    index = indexed({"CHANGELOG.md": MARKDOWN + older})
    assert told(ask(index, "when did 1.5 come out?")) == [("released", "1.5", "Aug 15 2015")]
    for question in ("when did 1.5 come out?", "when did 1.4 come out?"):
        assert _absent(index, read(question)) is None


def test_what_comes_next_is_read_from_the_release_without_a_day(indexed: Indexed) -> None:
    log = "# Log\n\n## 3.0.0\n\n- Dropped support for Python 3.9.\n\n## 2.0.0 - 2024-01-31\n\n- Dropped Python 3.8.\n"
    (draft, *_) = ask(indexed({"CHANGELOG.md": log}), "which Python does the upcoming release no longer support?")
    assert told([draft]) == [("changed_in", "Dropped support for Python 3.9.", "3.0.0")]


def test_what_comes_next_is_the_newest_of_a_folder_of_files(indexed: Indexed) -> None:
    """The first file has no day either: what 1.0 dropped was told of the upcoming release."""
    days = {"1.0": "", "4.2": "*May 2, 2023*\n\n", "5.0": ""}
    files = {
        f"docs/releases/{version}.txt": f"Tool {version} notes\n==============\n\n{day}* Dropped Python {version}.\n"
        for version, day in days.items()
    }
    (draft, *_) = ask(indexed(files), "which Python does the upcoming release no longer support?")
    assert told([draft]) == [("changed_in", "Dropped Python 5.0.", "5.0")]


def test_the_day_of_a_change_may_stand_in_another_change_log(indexed: Indexed) -> None:
    notes = "Tool 1.2 Notes\n--------------\n\n* Add a lexer for Rust.\n\nTool 1.1 Notes\n--------------\n\n* Mend.\n"
    maven = '<body>\n<release version="1.2" date="2026-07-27">\n</release>\n</body>\n'
    index = indexed({"RELEASE-NOTES.txt": notes, "src/changes/changes.xml": maven})
    drafts = ask(index, "which release added a lexer for Rust and what day was that?")
    assert told(drafts) == [("changed_in", "Add a lexer for Rust.", "1.2"), ("released", "1.2", "2026-07-27")]


def test_who_wrote_a_document_and_when_it_was_changed_come_from_its_front_matter(indexed: Indexed) -> None:
    index = indexed({"minutes.md": MINUTES, "other.md": "# Oven\n\nauthor: nobody\n"})
    drafts = ask(index, "who wrote the minutes of the kitchen committee, and when were they last changed?")
    assert told(drafts) == [
        ("written_by", "minutes.md", "Grace Hopper"),
        ("changed_on", "minutes.md", "2025-04-01"),
    ]
    assert [draft.start_line for draft in drafts] == [3, 5]


def test_the_sender_and_the_day_of_a_mail_are_told(indexed: Indexed) -> None:
    index = indexed({"mail/bills.eml": MAIL})
    drafts = ask(index, "who sent the mail with the bills of the delivered goods, and on which day?")
    assert told(drafts) == [
        ("written_by", "mail/bills.eml", "Ava Oneil <ava@example.org>"),
        ("dated", "mail/bills.eml", "2016-08-22"),
    ]


def test_a_labelled_line_answers_who_did_what_it_says(indexed: Indexed) -> None:
    index = indexed({"report.md": REPORT})
    assert told(ask(index, "who prepared the stock count of the northern warehouse?"))[:1] == [
        ("labelled", "Prepared by", "Sarah Martinez")
    ]


@pytest.mark.parametrize(
    "pair",
    [
        "<dl>\n<dt>Server</dt>\n<dd>Ada Byron</dd>\n<dt>Table</dt>\n<dd>13</dd>\n</dl>",
        '<div><span class="field-label">Server</span>\n<span class="field-value">Ada Byron</span>\n</div>',
    ],
)
def test_a_label_of_a_page_answers_with_the_value_beside_it(indexed: Indexed, pair: str) -> None:
    index = indexed({"receipt.html": f"<html><body><h1>Receipt of the restaurant</h1>\n{pair}\n</body></html>\n"})
    (draft,) = ask(index, "restaurant receipt: who was the server?")
    assert told([draft]) == [("labelled", "Server", "Ada Byron")]
    assert draft.end_line - draft.start_line == 1


@pytest.mark.parametrize(
    "question",
    [
        "when are requests retried?",
        "what happens when a file is empty?",
        "who calls the parser?",
        "how is the version of the protocol chosen?",
        "when was the moon landing?",
        "",
    ],
)
def test_other_questions_get_no_date(indexed: Indexed, question: str) -> None:
    index = indexed({"CHANGELOG.md": MARKDOWN, "report.md": REPORT, "minutes.md": MINUTES})
    assert not ask(index, question)


def test_versions_are_equal_with_and_without_zeros_at_the_end() -> None:
    assert same_version("5.0", "5.0.0")
    assert same_version("v1.2".removeprefix("v"), "1.2")
    assert not same_version("1.2", "1.20")
    assert not same_version("1.2", "1.2rc1")


@pytest.mark.parametrize(
    "change",
    [
        "- Upgraded to Lib 1.5 (released 2023-11-02)\n",
        "### Lib 1.5 (2023-11-02)\n\n- New\n",
    ],
    ids=["entry", "heading"],
)
def test_a_release_of_what_a_project_uses_is_none_of_its_own(indexed: Indexed, change: str) -> None:
    """That 1.5 was released on 2023-11-02 was said, with `yes`, of a project whose versions are 2.0 and 2.1."""
    log = f"# Changes\n\n## 2.1.0 (2024-03-10)\n\n{change}\n## 2.0.0 (2024-01-05)\n\n- New\n"
    index = indexed({"CHANGELOG.md": log})
    assert not [one for one in _drafts(index, read("when was 1.5 released?")) if one.fact["relation"] == "released"]
    (told,) = _drafts(index, read("when was 2.1.0 released?"))[:1]
    assert told.fact["object"] == "2024-03-10"


def test_patches_below_their_series_are_releases(indexed: Indexed) -> None:
    first = "## Tool 2.1\n\n### Tool 2.1.3 (2024-03-10)\n\n- New\n\n### Tool 1.9 (2022-07-07)\n\n"
    log = f"{first}## Tool 2.0\n\n### 2.0.1 (2024-01-05)\n\n- New\n"
    index = indexed({"CHANGELOG.md": log})
    for version, day in (("2.1.3", "2024-03-10"), ("2.0.1", "2024-01-05"), ("1.9", "2022-07-07")):
        (told,) = _drafts(index, read(f"when was {version} released?"))[:1]
        assert told.fact["object"] == day


@pytest.mark.parametrize(
    ("question", "basis"),
    [
        ("how do I turn on support for a newer version of Python?", ""),
        ("in which version came support for a newer version of Python?", "release"),
        ("in which version will support for Python be dropped?", ""),
    ],
)
def test_how_to_do_something_is_told_by_no_release(indexed: Indexed, question: str, basis: str) -> None:
    """A badge of 2018 was the answer to how a notice of newer versions is turned on, and it said `yes`."""
    assert special_drafts(indexed({"CHANGELOG.md": MARKDOWN}), read(question), []).basis == basis


@pytest.mark.parametrize(
    "question",
    [
        "what is the minimum version of Ruby?",
        "最低要装哪个版本的 Ruby 才能用?",
        "¿qué versión mínima de Ruby hace falta?",
        "which version of Ruby is needed?",
    ],
)
def test_the_least_version_that_a_project_needs_is_told_by_no_entry(indexed: Indexed, question: str) -> None:
    """An entry of a change log that names Ruby was the answer to which Ruby is needed, and it said `yes`."""
    log = "# Changes\n\n## 2.1.0 (2024-03-10)\n\n- Fix a needed crash of Ruby in new versions\n\n## 2.0.0\n\n- New\n"
    index = indexed({"CHANGELOG.md": log, "CITATION.cff": "title: Tool\nversion: 2.1.0\n"})
    assert not _drafts(index, read(question))
    assert _drafts(index, read("in which version came the fix of a crash of Ruby?"))


RAISED = """# Changes

## 3.1.0 (2024-03-10)

- Bump the minimum Ruby version to 3.1
- Open files are closed by Ruby from version 3.0 on

## 3.0.0 (2023-01-02)

- Raise the default limit of pings to 500
- New
"""


@pytest.mark.parametrize(
    ("question", "version"),
    [
        ("which version raised the minimum Ruby version?", "3.1.0"),
        ("in which release was the minimum Ruby version bumped?", "3.1.0"),
        ("哪个版本提高了最低 Ruby 版本？", "3.1.0"),
        ("which version increased the default limit of pings?", "3.0.0"),
    ],
)
def test_what_raised_the_least_version_is_told_by_its_entry(indexed: Indexed, question: str, version: str) -> None:
    """It was read as a question for the version that is needed, and named no release."""
    drafts = _drafts(indexed({"CHANGELOG.md": RAISED}), read(question))
    assert drafts[0].fact["object"] == version and ("Bump" in drafts[0].fact["subject"]) is (version == "3.1.0")


@pytest.mark.parametrize(
    "entry", ["Minimum supported Ruby version is now 3.1", "The minimum Ruby version was changed to 3.1"]
)
def test_a_least_version_that_is_now_another_was_raised(indexed: Indexed, entry: str) -> None:
    """`raised` was asked for, no entry had the word, and none was told."""
    index = indexed({"CHANGELOG.md": RAISED.replace("Bump the minimum Ruby version to 3.1", entry)})
    drafts = _drafts(index, read("which version raised the minimum Ruby version?"))
    assert [draft.fact["object"] for draft in drafts] == ["3.1.0"]


def test_no_entry_that_only_names_a_language_raised_what_is_needed_of_it(indexed: Indexed) -> None:
    index = indexed({"CHANGELOG.md": RAISED.replace("- Bump the minimum Ruby version to 3.1\n", "")})
    assert not _drafts(index, read("which version raised the minimum Ruby version?"))


GONE = """# Changes

## 3.2.0 (2024-05-10)

- Remove patching of the parser that mitigated errors on Ruby 2.6
- Remove needless casts in Plan9 code
- After a rename the name was not there, so just remove the watcher. This is how it worked on Haiku.
- plan9: close the handle on Remove()
- Deduplication is no longer supported on Amiga

## 3.1.0 (2024-03-10)

- Runtime support for Ruby 2.6 has been removed. It is still formatted.
- Dropped: `warm_up`, Amiga

## 3.0.1 (2023-05-10)

- Drop support for Ruby 2.5. This is the last version to support Ruby 2.6.

## 3.0.0 (2023-03-10)

- Everything is new
- Built-in drawing is deprecated and will be removed. Tool 4.0 will drop Solaris.
- Remove a note about Irix, and a call that is gone as of Minix 9

### Deprecated/removed

- Support for sharks will be removed.
"""


@pytest.mark.parametrize(
    ("question", "version"),
    [
        ("which release dropped support for running on Ruby 2.6?", "3.1.0"),
        ("which release removed Ruby 2.6?", "3.1.0"),
        ("哪个版本移除了 Ruby 2.6 的支持？", "3.1.0"),
        ("which release removed Amiga support?", "3.1.0"),
        ("which release removed warm_up?", "3.1.0"),
        ("which release removed Plan9 support?", ""),
        ("which release dropped Haiku?", ""),
        ("which release removed drawing?", ""),
        ("which release dropped Solaris?", ""),
        ("which release removed support for sharks?", ""),
        ("which release removed Irix?", ""),
        ("which release removed Minix 9?", ""),
        ("which release removed the casts in Plan9 code?", "3.2.0"),
        ("which release dropped deduplication on Amiga?", "3.2.0"),
    ],
)
def test_what_went_is_what_an_entry_says_to_go_and_not_where_it_went(
    indexed: Indexed, question: str, version: str
) -> None:
    """The removal of a workaround on Ruby 2.6, of casts in Plan9 code, said `yes` to which release removed these."""
    drafts = _drafts(indexed({"CHANGELOG.md": GONE}), read(question))
    assert {draft.fact["object"] for draft in drafts} == ({version} if version else set())


def test_a_label_without_a_version_does_not_tell_which_one(indexed: Indexed) -> None:
    """`Default: 10000` was told, with `yes`, of which version raised a default."""
    index = indexed({"docs/limits.md": "# Ping limits\n\nDefault: 10000\n\nHow many pings are kept.\n"})
    assert not _drafts(index, read("which version has the default of ping limits?"))


DEEDS = """# Changes

## 3.8.1 (2024-12-13)

- Update the image to use Ruby 3.13

## 3.0.0 (2023-01-02)

These may still be awaited:

- `get_task()`
- Remove `put_task()`

### Preview style

- Always add a trailing comma to types

## 2.0.0 (2022-01-02)

- Introduce the `--preview` flag
"""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("which release dropped Ruby 3.8?", ""),
        ("which release deprecated get_task?", ""),
        ("which release removed put_task?", "3.0.0"),
        ("which release added --preview?", "2.0.0"),
    ],
)
def test_an_entry_says_what_was_done_and_names_the_option(indexed: Indexed, question: str, told: str) -> None:
    """Each of the first two named a release, and `--preview` that of the last change below a heading with its word."""
    drafts = _drafts(indexed({"CHANGELOG.md": DEEDS}), read(question))
    assert (drafts[0].fact["object"] if drafts else "") == told


@pytest.mark.parametrize(
    ("question", "basis"),
    [("since when is there a gate of iron?", "release"), ("is there a gate of iron since 1.1?", "")],
)
def test_only_who_asks_when_it_was_is_answered_by_a_change(indexed: Indexed, question: str, basis: str) -> None:
    """ "Is there …?" asks for no version and for no day, though one is named."""
    log = (
        "# Changelog\n\n## 1.2.0 - 2024-01-31\n\n- The gate is red\n\n"
        "## 1.1.0 - 2023-12-01\n\n- A gate of iron is added\n"
    )
    index = indexed({"CHANGELOG.md": log, "gate.md": "# Gate\n\nA gate stands at the pier.\n"})
    assert special_drafts(index, read(question), []).basis == basis
