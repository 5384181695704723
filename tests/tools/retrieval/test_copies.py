"""Of several copies of a page readers are shown the current one, or the one that they name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from citeline.indexing.reader import Index
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.tools.answer.lookup.tables_of import shelf_of
from citeline.tools.question.read import read
from citeline.tools.question.tables.asked import read_asked
from citeline.tools.question.versions import versions_named
from citeline.tools.retrieval.search import search
from tests.indexing.small_index import build_small, open_small

_PAGE = "# Cranes\n\nThe crane of the harbour lifts {tons} tons.\n\nFees apply.\n\nAsk at the gate.\n"
_BOATS = "# Boats\n\nSailing boats moor at the {buoy} buoy.\n\nAnchors are lent.\n\nOars are sold.\n"
_PILOTS = "# Pilots\n\nThe pilots are on board.\n\nTheir boats are red.\n"
_TIDES = (
    "# A book of {of}\n\nThe almanac tells the hour of the flood.\n\nThe almanac is printed in winter.\n\n"
    "Its pages are blue.\n"
)
_RULES = "# Rules of {year}\n\nThe pilots of the harbour voted for {what} in that year.\n"
_CODE = "\n".join(f"    crane --lift {number} --harbour north" for number in range(8))
_ENGLISH = f"# Manual\n\nAn old text about the crane and its tons.\n\nIt lifts boats, 起重机 in Chinese.\n\n{_CODE}\n"
_CHINESE = f"# 手册\n\n港口的起重机可以吊起二十吨的船只。\n\n起重机的费用在港口大门支付。\n\n{_CODE}\n"
_FILES = {
    "docs/cranes.md": _PAGE.format(tons=90),
    "docs/pilots.md": _PILOTS,
    "docs/tides.md": _TIDES.format(of="tides"),
    "docs/sw/tides.md": _TIDES.format(of="maji kujaa na kupwa"),
    "docs/fees/tides.md": "# Tides\n\nThe almanac of the tides costs two crowns.\n\nThe almanac is sold at the gate.\n",
    "docs/v1/pilots.md": f"{_PILOTS}\nWho lost the lantern of the lighthouse pays for it.\n",
    "website/versioned_docs/version-7.4.x/cranes.md": _PAGE.format(tons=40),
    "website/versioned_docs/version-7.10.x/cranes.md": _PAGE.format(tons=70),
    "guide/v1/boats.md": _BOATS.format(buoy="yellow"),
    "guide/v2/boats.md": _BOATS.format(buoy="green"),
    "rules/2024/votes.md": _RULES.format(year=2024, what="masts"),
    "rules/2025/votes.md": _RULES.format(year=2025, what="sails"),
    "rules/v1/decided.md": _RULES.format(year=2022, what="oars"),
    "rules/v2/decided.md": _RULES.format(year=2023, what="anchors"),
    "manual/harbour-english.md": _ENGLISH,
    "manual/港口手册.md": _CHINESE,
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    folder = tmp_path_factory.mktemp("copies")
    for path, text in _FILES.items():
        (folder / "tree" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "tree" / path).write_text(text, encoding="utf-8")
    build_small(folder / "tree", folder / "home")
    opened = open_small(folder / "tree", folder / "home")
    yield opened
    opened.close()


def paths(index: Index, question: str, **options: object) -> list[str]:
    hits = search(index, read(question), style="prose", **options).hits  # type: ignore[arg-type]
    return list(dict.fromkeys(hit.chunk.path for hit in hits))


def cranes(found: list[str]) -> list[str]:
    return [path for path in found if path.endswith("/cranes.md")]


def test_the_current_page_alone_is_found(index: Index) -> None:
    assert cranes(paths(index, "how many tons does the crane lift?")) == ["docs/cranes.md"]


@pytest.mark.parametrize(
    ("question", "version"),
    [("how many tons did the crane lift in 7.4?", "7.4.x"), ("tons of the crane in v7.10.2", "7.10.x")],
)
def test_the_version_that_is_named_is_found(index: Index, question: str, version: str) -> None:
    assert cranes(paths(index, question)) == [f"website/versioned_docs/version-{version}/cranes.md"]


def test_a_page_of_a_version_and_one_of_the_root_with_one_name_and_title_are_two_pages(tmp_path: Path) -> None:
    """A search over such a repository ended with an IndexError."""
    (tmp_path / "tree" / "docs" / "v1").mkdir(parents=True)
    for path, buoy in (("boats.md", "green"), ("docs/v1/boats.md", "yellow")):
        (tmp_path / "tree" / path).write_text(f"# Boats\n\nBoats moor at the {buoy} buoy.\n", encoding="utf-8")
    build_small(tmp_path / "tree", tmp_path / "home")
    with closing(open_small(tmp_path / "tree", tmp_path / "home")) as opened:
        assert set(paths(opened, "where do boats moor?")) == {"boats.md", "docs/v1/boats.md"}


def test_two_versions_that_are_named_are_both_found(index: Index) -> None:
    found = cranes(paths(index, "tons of the crane in 7.4 and in 7.10"))
    assert set(found) == {f"website/versioned_docs/version-{version}.x/cranes.md" for version in ("7.4", "7.10")}


def test_the_highest_version_is_found_where_no_page_is_without_one(index: Index) -> None:
    assert [path for path in paths(index, "where do sailing boats moor?") if path.startswith("guide")] == [
        "guide/v2/boats.md"
    ]


def test_what_only_an_old_copy_says_is_still_found(index: Index) -> None:
    assert "docs/v1/pilots.md" in paths(index, "who pays for the lantern of the lighthouse?")


def test_years_and_pages_with_titles_of_their_own_are_no_copies(index: Index) -> None:
    found = paths(index, "what did the pilots of the harbour vote for?")
    assert {path for path in _FILES if path.startswith("rules/")} <= set(found)


_DECIDED = {1: "The printer of Ricoh is bought.", 2: "Which printer the team decided to repair stays open."}


@pytest.mark.parametrize(
    "folder", ["sprint-{}", "rfc-211{}", "site_{}", "2024.0{}", "v2024.{}", "release-202{}", "release-{}"]
)
def test_different_pages_under_one_title_are_all_found(tmp_path: Path, folder: str) -> None:
    """What was decided in the first sprint was answered from the minutes of the second alone."""
    form = "# Minutes\n\n## Who came\n\n{who} came late.\n\nEva wrote this down.\n\n## Decisions\n\n{decided}\n"
    for number, who in ((1, "Anna"), (2, "Boris")):
        path = tmp_path / "tree" / "minutes" / folder.format(number) / "minutes.md"
        path.parent.mkdir(parents=True)
        path.write_text(form.format(who=who, decided=_DECIDED[number]), encoding="utf-8")
    build_small(tmp_path / "tree", tmp_path / "home")
    with closing(open_small(tmp_path / "tree", tmp_path / "home")) as opened:
        found = paths(opened, "which printer did the team decide to buy?")
        assert set(found) == {f"minutes/{folder.format(number)}/minutes.md" for number in (1, 2)}


@pytest.mark.parametrize("folder", ["v{}", "V1.{}", "ver-{}", "version-{}.x", "Release_{}", "rel{}", "7.{}"])
def test_folders_of_versions_are_known_by_their_names(tmp_path: Path, folder: str) -> None:
    for number, buoy in ((1, "yellow"), (2, "green")):
        path = tmp_path / "tree" / "guide" / folder.format(number) / "boats.md"
        path.parent.mkdir(parents=True)
        path.write_text(_BOATS.format(buoy=buoy), encoding="utf-8")
    build_small(tmp_path / "tree", tmp_path / "home")
    with closing(open_small(tmp_path / "tree", tmp_path / "home")) as opened:
        assert paths(opened, "where do sailing boats moor?") == [f"guide/{folder.format(2)}/boats.md"]


def test_a_page_that_nobody_has_translated_stays_behind_the_page_itself(index: Index) -> None:
    """Most of a manual's folders of languages hold the same English text, and the answer cited any of them."""
    found = [path for path in paths(index, "when is the almanac printed?") if path.endswith("/tides.md")]
    assert "docs/tides.md" in found
    assert "docs/sw/tides.md" not in found
    assert "docs/fees/tides.md" in found


def test_a_translation_stays_behind_the_page_in_the_language_of_the_question(index: Index) -> None:
    found = paths(index, "起重机 crane 可以吊起多少吨 tons？")
    assert "manual/港口手册.md" in found
    assert "manual/harbour-english.md" not in found


def test_a_page_is_read_once_to_look_for_its_translations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For each other page of its folder it was read again: a hundred times for one question about a folder of notes."""
    (tmp_path / "tree").mkdir()
    for number in range(5):
        (tmp_path / "tree" / f"港口{number}.md").write_text(_CHINESE.replace("二十", str(number)), encoding="utf-8")
    build_small(tmp_path / "tree", tmp_path / "home")
    read_whole = Counter[int]()

    def lines_of(self: StructureReader, document: int, first: int = 1, last: int | None = None) -> list[str]:
        read_whole[document] += last is None
        return whole(self, document, first, last)

    whole = StructureReader.lines_of
    monkeypatch.setattr(StructureReader, "lines_of", lines_of)
    with closing(open_small(tmp_path / "tree", tmp_path / "home")) as opened:
        assert paths(opened, "起重机 crane 可以吊起多少吨 tons？")
    assert len(read_whole) == 5
    assert set(read_whole.values()) == {1}


def test_a_question_in_english_may_find_either(index: Index) -> None:
    assert "manual/harbour-english.md" in paths(index, "old text about the crane and its tons")


@pytest.mark.parametrize(
    ("question", "versions"),
    [
        ("in 7.4.x and v2", {(7, 4), (2,)}),
        ("since version 3", {(3,)}),
        ("2 factor login of 127 users", set()),
        ("in 7.4?", {(7, 4)}),
    ],
)
def test_versions_are_told_from_counts(question: str, versions: set[tuple[int, ...]]) -> None:
    assert versions_named(question) == versions


def test_a_cell_is_looked_up_in_the_table_of_the_current_page_or_of_the_version_named(tmp_path: Path) -> None:
    """The default of an option was told from the table of an old release."""
    page = "# Options\n\n| Option | Default |\n|---|---|\n| crane-speed | {} |\n| gate-delay | 9 |\n"
    for path, value in (("docs/options.md", 40), ("docs/v1.2/options.md", 20), ("docs/v1.3/options.md", 30)):
        (tmp_path / "tree" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tree" / path).write_text(page.format(value))
    build_small(tmp_path / "tree", tmp_path / "home")
    with closing(open_small(tmp_path / "tree", tmp_path / "home")) as opened:
        for question, path in (
            ("what is the default of crane-speed?", "docs/options.md"),
            ("what is the default of crane-speed in 1.2?", "docs/v1.2/options.md"),
        ):
            asked = read(question)
            found = shelf_of(opened).candidates(read_asked(asked), asked.versions)
            assert {grid.entry.path for grid in found} == {path}
