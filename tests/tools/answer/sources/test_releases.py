"""Change logs of the forms that well-known projects use give their releases, each with its version and its date."""

from __future__ import annotations

import pytest

from citeline.indexing.reader import Index
from citeline.tools.answer.draft import Draft
from citeline.tools.answer.sources.dated.dates import dated_asked
from citeline.tools.answer.sources.dated.releases import releases_of
from citeline.tools.question.question import Question
from citeline.tools.question.read import read

from ..conftest import Indexed

ENTRY = "\n\n * an entry that says what changed in the parser\n\n"


def _drafts(index: Index, question: Question) -> list[Draft]:
    dated = dated_asked(index, question)
    return dated.drafts() if dated else []


def log(*heads: str) -> str:
    return "".join(f"{head}{ENTRY}" for head in heads)


NOTATIONS = {
    "Keep a Changelog": (
        "CHANGELOG.md",
        log("# Changelog\n\n## [Unreleased]", "## [1.2.3] - 2024-01-31", "## [1.2.2] - 2023-12-01 [YANKED]"),
        [("", ""), ("1.2.3", "2024-01-31"), ("1.2.2", "2023-12-01")],
    ),
    "cargo-release": (
        "CHANGELOG.md",
        log("# Changes\n\n## [Unreleased] - ReleaseDate", "## [4.1.0] - 2024-01-31"),
        [("", ""), ("4.1.0", "2024-01-31")],
    ),
    "Pallets": (
        "CHANGES.rst",
        log(
            "Version 3.1.4\n-------------\n\nReleased 2024-05-05", "Version 3.1.3\n-------------\n\nReleased 2024-01-10"
        ),
        [("3.1.4", "2024-05-05"), ("3.1.3", "2024-01-10")],
    ),
    "Sphinx": (
        "docs/build/changelog.rst",
        "=========\nChangelog\n=========\n\n.. changelog::\n    :version: 2.1.0\n    :include_notes_from: next\n\n"
        ".. changelog::\n    :version: 2.0.1\n    :released: August 8, 2026\n\n    .. change::\n        :tags: bug\n\n"
        "        The parser keeps comments that stand\n        at the end of a line.\n\n"
        ".. changelog::\n    :version: 2.0.0\n    :released: January 9, 2026\n\n    .. change::\n        :tags: new\n\n"
        "        There is a parser.\n",
        [("2.1.0", ""), ("2.0.1", "August 8, 2026"), ("2.0.0", "January 9, 2026")],
    ),
    "pytest": (
        "doc/changelog.rst",
        log("tool 8.3.4 (2024-12-01)\n=======================", "tool 8.3.3 (2024-09-10)\n======================="),
        [("8.3.4", "2024-12-01"), ("8.3.3", "2024-09-10")],
    ),
    "bold lines": (
        "docs/versionhistory.rst",
        "Version history\n===============\n\nThis library follows semantic versions.\n\n"
        + log("**UNRELEASED**", "**4.14.0**", "**4.13.1** (2024-05-02)"),
        [("4.14.0", ""), ("4.13.1", "2024-05-02")],
    ),
    "begins alike": (
        "CHANGES",
        log("Parser Changes\n\nChanges in 4.0.0", "Changes in 3.4.5", "Changes in 3.4.4"),
        [("4.0.0", ""), ("3.4.5", ""), ("3.4.4", "")],
    ),
    "from one to the next": (
        "CHANGES",
        log("CHANGES FROM 3.4 TO 3.5", "CHANGES FROM 3.3a TO 3.4"),
        [("3.5", ""), ("3.4", "")],
    ),
    "between two": (
        "CHANGES.md",
        log("### Changes between 3.2.0 and 3.2.1 [30 Jan 2024]", "### Changes between 3.1.5 and 3.2.0 [23 Nov 2023]"),
        [("3.2.1", "30 Jan 2024"), ("3.2.0", "23 Nov 2023")],
    ),
    "in brackets": (
        "ChangeLog",
        log("Changes in 1.3.1 (22 Jan 2024)", "Changes in 1.3 (18 Aug 2023)"),
        [("1.3.1", "22 Jan 2024"), ("1.3", "18 Aug 2023")],
    ),
    "at the right margin": (
        "CHANGES",
        log(
            "Changes with tool 1.25.3                                24 Oct 2023",
            "Changes with tool 1.25.2                                15 Aug 2023",
        ),
        [("1.25.3", "24 Oct 2023"), ("1.25.2", "15 Aug 2023")],
    ),
    "GNU": (
        "NEWS",
        log(
            "GNU tool NEWS                -*- outline -*-\n\n* Noteworthy changes in release 9.4 (2023-08-29) [stable]",
            "* Noteworthy changes in release 9.3 (2023-04-18) [stable]",
        ),
        [("9.4", "2023-08-29"), ("9.3", "2023-04-18")],
    ),
    "outline": (
        "ChangeLog",
        log("Following are change highlights.\n\n* 5.3.0 (May 6, 2022)", "* 5.2.1 (August 5, 2019)"),
        [("5.3.0", "May 6, 2022"), ("5.2.1", "August 5, 2019")],
    ),
    "between two lines": (
        "RELEASENOTES",
        log(
            f"{'=' * 60}\ntool 7.0.2     Released Sun Jun 12 13:00:00 IST 2022\n{'=' * 60}",
            f"{'=' * 60}\ntool 7.0.1     Released Wed Jun 8 13:00:00 IST 2022\n{'=' * 60}",
        ),
        [("7.0.2", "Jun 12 13:00:00 IST 2022"), ("7.0.1", "Jun 8 13:00:00 IST 2022")],
    ),
    "date first": (
        "ChangeLog",
        log(
            "2024.02.07, Version 1.48.0 (Stable), e9f29cb984231524e393\n\nChanges since version 1.47.0:",
            "2023.11.06, Version 1.47.0 (Stable), be78de03f43bc6dd1e9a\n\nChanges since version 1.46.0:",
        ),
        [("1.48.0", "2024.02.07"), ("1.47.0", "2023.11.06")],
    ),
    "Node.js": (
        "CHANGELOG.md",
        log(
            "# Changes\n\n## 2024-01-09, Version 20.11.0 'Iron' (LTS), @someone", "## 2023-11-22, Version 20.10.0 (LTS)"
        ),
        [("20.11.0", "2024-01-09"), ("20.10.0", "2023-11-22")],
    ),
    "American dates": (
        "CHANGES.txt",
        log("Release 4.1.0 - unreleased", "Release 4.0.0 - 8/18/2026", "Release 3.1.0 - 01/28/25"),
        [("4.1.0", ""), ("4.0.0", "8/18/2026"), ("3.1.0", "01/28/25")],
    ),
    "Perl": (
        "Changes",
        log("Revision history for Tool\n\n9.35  2023-10-27", "9.34    Sun Sep 14 2022"),
        [("9.35", "2023-10-27"), ("9.34", "Sep 14 2022")],
    ),
    "items": (
        "RELEASES.md",
        "- 1.17.0 - 2026-07-24\n  - Add a parser\n\n- 1.16.0 - 2026-05-20\n  - Bump the lexer to 2.0.0\n",
        [("1.17.0", "2026-07-24"), ("1.16.0", "2026-05-20")],
    ),
    "announced": (
        "RELEASE-NOTES.txt",
        log(
            "Apache Tool 1.22.1 Release Notes\n--------------------------------",
            "Apache Tool 1.22.0 Release Notes\n--------------------------------",
        ),
        [("1.22.1", ""), ("1.22.0", "")],
    ),
    "XML": (
        "src/changes/changes.xml",
        '<document>\n <body>\n  <release version="1.23.0" date="YYYY-MM-DD" description="Soon">\n'
        '   <action type="fix">Mend</action>\n  </release>\n  <release version="1.22.1" date="2026-07-27">\n'
        '   <action type="add">Add</action>\n  </release>\n </body>\n</document>\n',
        [("1.23.0", ""), ("1.22.1", "2026-07-27")],
    ),
    "calendar versions": (
        "Changelog.md",
        log("# Changelog\n\n### 2023.12.30", "### 2023.11.16"),
        [("2023.12.30", "2023.12.30"), ("2023.11.16", "2023.11.16")],
    ),
    "months": (
        "CHANGELOG.md",
        log("# Log\n\n## 0.28.1 (December, 2024)", "## 0.28.0"),
        [("0.28.1", "December, 2024"), ("0.28.0", "")],
    ),
    "a file for each version": (
        "docs/releases/4.2.1.txt",
        "==========================\nTool 4.2.1 release notes\n==========================\n\n*May 3, 2023*\n\n"
        "Tool 4.2.1 fixes what was in 4.2.\n\nRegressions of 4.2\n==================\n\n* Fixed a parser.\n",
        [("4.2.1", "May 3, 2023")],
    ),
}


@pytest.mark.parametrize("notation", NOTATIONS)
def test_releases_are_read_in_the_notations_of_well_known_projects(indexed: Indexed, notation: str) -> None:
    """Projects with such a log were told that nothing is known of any of their releases."""
    path, text, releases = NOTATIONS[notation]
    (found,) = releases_of(indexed({path: text})).values()
    assert [(one.version, one.date) for one in found] == releases


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("CHANGES", "The parser\n\nVersion 2 needs Java 1.6 or above.\n\nVersion 2 needs Java 1.6 or above.\n"),
        ("NEWS", "* Bump the lexer to 1.2.3\n\n* Bump the parser to 1.4.0\n"),
        ("history.md", "# History\n\nFrom 1.5 people in 2019 we grew to 2.5 people for each desk.\n"),
    ],
)
def test_sentences_with_versions_are_no_releases(indexed: Indexed, path: str, text: str) -> None:
    assert not releases_of(indexed({path: text}))


def test_a_folder_of_files_for_each_version_is_one_change_log(indexed: Indexed) -> None:
    """The newest release was that of the first file."""
    ruler = "=" * 24
    files = {
        f"docs/releases/{version}.txt": f"{ruler}\nTool {version} notes\n{ruler}\n\n*May {day}, 2023*\n\n* Mended.\n"
        for day, version in enumerate(["4.1.9", "4.2", "4.2.1", "4.10"], 1)
    }
    (draft, *_) = _drafts(indexed(files), read("what is the newest release?"))
    assert (draft.fact["subject"], draft.fact["object"]) == ("4.10", "May 4, 2023")


def test_the_newest_release_may_be_in_the_shorter_of_two_change_logs(indexed: Indexed) -> None:
    """1.2.0 of the log that ends there was the newest, with `yes`."""
    files = {
        "CHANGES.md": log("## 1.4.0 (2024-03-01)", "## 1.3.0"),
        "CHANGES_UP_TO_1.2.md": log("## 1.2.0", "## 1.1.0", "## 1.0.0"),
    }
    (draft, *_) = _drafts(indexed(files), read("what is the newest release?"))
    assert draft.fact["subject"] == "1.4.0"


def test_a_file_for_a_series_has_each_release_of_it(indexed: Indexed) -> None:
    """Of `CHANGELOG-3.5.md` only 3.5.0 was left, and 3.5.2 was said to be in no change log."""
    heads = ("## v3.5.2 (2023-09-15)", "## v3.5.1 (2023-05-15)", "## v3.5.0 (2023-01-15)")
    index = indexed({"CHANGELOG/CHANGELOG-3.5.md": log(*heads), "CHANGELOG/CHANGELOG-3.4.md": log("## v3.4.0")})
    for question in (
        "when was 3.5.2 released?",
        "Quand est-ce que la 3.5.2 est sortie ?",
        "Quand 3.5.2 a-t-elle paru ?",
    ):
        (draft,) = _drafts(index, read(question))
        assert (draft.fact["subject"], draft.fact["object"]) == ("3.5.2", "2023-09-15")


@pytest.mark.parametrize(
    ("below", "date"),
    [
        ("* Fix 2038-01-19 in clocks of 32 bits.", ""),
        ("Certificates valid until 2031-01-02 are renewed.", ""),
        ('Released 2014-06-06, codename "tap tap tap"', "2014-06-06"),
        ("_2010-11-24_ (Targeted: Oct, 2010)", "2010-11-24"),
        ("* Release date: 2010-11-24", "2010-11-24"),
    ],
)
@pytest.mark.parametrize("path", ["CHANGES", "CHANGES.md"])
def test_a_day_that_an_entry_names_is_not_the_day_of_the_release(
    indexed: Indexed, path: str, below: str, date: str
) -> None:
    text = f"1.2.0\n=====\n\n{below}\n\n1.1.0\n=====\n\n* The first.\n"
    (releases,) = releases_of(indexed({path: text})).values()
    assert [(one.version, one.date) for one in releases] == [("1.2.0", date), ("1.1.0", "")]


@pytest.mark.parametrize(
    "question", ["Quand est-ce que la 1.2.0 est sortie ?", "Quand la version 1.2.0 est-elle sortie ?"]
)
def test_what_asks_in_french_names_no_other_thing(indexed: Indexed, question: str) -> None:
    """`est-ce` and `est-elle` were read as names, which no change log has: the day was not told."""
    index = indexed({"CHANGELOG.md": log("# Changes\n\n## 1.2.0 (2024-01-31)", "## 1.1.0 (2023-12-01)")})
    (draft,) = _drafts(index, read(question))
    assert (draft.fact["subject"], draft.fact["object"]) == ("1.2.0", "2024-01-31")


ORDERED = log(
    "# Changes\n\n## 1.5.0 (2024-05-02)",
    "## 1.4.2 (2024-01-15)",
    "## 1.4.1 (2023-11-20)",
    "## 1.4.0 (2023-03-01)",
    "## 1.2.0 (2022-06-09)",
    "## 1.0.0 (2022-01-02)",
)


@pytest.mark.parametrize(
    ("question", "relation", "told"),
    [
        ("When was Lib 1.5 released?", "released", ("1.5.0", "2024-05-02")),
        ("Lib 1.5 はいつリリースされましたか？", "released", ("1.5.0", "2024-05-02")),
        ("Wann ist Lib 1.5 erschienen?", "released", ("1.5.0", "2024-05-02")),
        ("When was Lib 1 released?", "released", ("1.0.0", "2022-01-02")),
        ("latest version of Lib", "newest_dated", ("1.5.0", "2024-05-02")),
        ("first version of Lib", "released", ("1.0.0", "2022-01-02")),
        ("oldest version in the changelog", "released", ("1.0.0", "2022-01-02")),
        ("Which version came after 1.4.0?", "released", ("1.4.1", "2023-11-20")),
        ("What was the previous release before 1.4?", "released", ("1.2.0", "2022-06-09")),
        ("1.4.0 の次のバージョンは？", "released", ("1.4.1", "2023-11-20")),
        ("last release before 2024", "released", ("1.4.1", "2023-11-20")),
        ("Which versions were released in 2023?", "listed", ("CHANGELOG.md · in 2023", "1.4.0; 1.4.1")),
        ("How many releases were there in 2023?", "count", ("CHANGELOG.md · in 2023", "2")),
    ],
)
def test_releases_are_told_by_their_order_and_their_days(
    indexed: Indexed, question: str, relation: str, told: tuple[str, str]
) -> None:
    """An entry that has the words stood there with `yes`: of 153 such questions about five projects 46 were right."""
    index = indexed({"CHANGELOG.md": ORDERED, "pyproject.toml": '[project]\nname = "lib"\n'})
    fact = _drafts(index, read(question))[0].fact
    assert (fact["relation"], fact["subject"], fact["object"]) == (relation, *told)


@pytest.mark.parametrize("question", ["last release before 2024 with a parser of Zig", "first version of Werkzeug"])
def test_a_release_of_which_something_else_is_asked_is_not_told_by_its_order(indexed: Indexed, question: str) -> None:
    index = indexed({"CHANGELOG.md": ORDERED, "pyproject.toml": '[project]\nname = "lib"\n'})
    assert not any(draft.fact["relation"] in ("released", "listed") for draft in _drafts(index, read(question)))


def test_a_version_of_the_project_that_no_change_log_has_is_not_told_by_its_number(indexed: Indexed) -> None:
    """When Jekyll 5 will be released was answered, with `yes`, by an entry about Ruby 2.5.0."""
    text = ORDERED + "## 1.1.0 (2022-02-03)\n\n* Runs on Ruby 2.5.0, and 5.1 of the parser\n"
    index = indexed({"CHANGELOG.md": text, "pyproject.toml": '[project]\nname = "lib"\n'})
    dated = dated_asked(index, read("When will Lib 5 be released?"))
    assert dated is not None and dated.drafts() == []
    absent = dated.absent()
    assert absent is not None and (absent.fact["subject"], absent.fact["condition"]) == ("5", "1.5.0")


def test_what_changed_between_two_versions_are_the_entries_of_those_behind_the_first(indexed: Indexed) -> None:
    """Passages with either version were told, or the entries of the second alone."""
    index = indexed({"CHANGELOG.md": ORDERED})
    dated = dated_asked(index, read("What changed between 1.4.0 and 1.5.0?"))
    assert dated is not None
    told, _ = dated.all_of_release()
    assert [draft.fact["object"] for draft in told] == ["1.5.0", "1.4.2", "1.4.1"]


@pytest.mark.parametrize("question", ["what changed in 4.0.0a6", "changes in 4.0.0a6?", "what is new in 4.0.0a6"])
def test_a_version_before_a_release_names_nothing_beside_it(indexed: Indexed, question: str) -> None:
    """`a6` was taken for another thing that the question is about, and nothing of the release was told."""
    index = indexed({"CHANGES.rst": "Changes\n=======\n\n**4.0.0a6**\n\n- Dropped X\n\n**4.0.0a5**\n\n- Added Y\n"})
    dated = dated_asked(index, read(question))
    assert dated
    assert [draft.fact["object"] for draft in dated.all_of_release()[0]] == ["4.0.0a6"]
