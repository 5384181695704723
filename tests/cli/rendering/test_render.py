"""What a person reads: places stay whole, and no source can flood or move the screen."""

import io
from typing import Any

import pytest
from rich.console import Console

from citeline.cli.rendering.counts import content, counted
from citeline.cli.rendering.render import render_answer
from citeline.cli.rendering.render_hits import render_hits
from citeline.pages import place
from citeline.state import SUPPORTS


def _printed(width: int) -> Console:
    return Console(file=io.StringIO(), width=width, highlight=False)


def _text(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def _hit(path: str, text: str) -> dict[str, Any]:
    names = {"name": "", "qualified_name": "", "kind": "file", "language": "json", "definitions": []}
    return {"path": path, "start_line": 1, "end_line": 1, "text": text, "channels": {"lexical": 1}, "also": [], **names}


def test_a_file_name_with_a_line_feed_stays_on_one_line() -> None:
    assert place(_hit("a\nb\tc.py", "")) == r"a\nb\tc.py:1"


def test_one_endless_line_does_not_fill_the_screen() -> None:
    console = _printed(80)
    render_hits({"hits": [_hit("data.json", "[" * 100_000)], "timings_ms": {}}, console)
    assert len(_text(console).splitlines()) < 12
    assert "…" in _text(console) and "1 hit ·" in _text(console)


def test_a_secret_that_the_tags_of_a_page_take_apart_is_not_printed() -> None:
    console = _printed(80)
    page = "<p>The key is</p>\n<p><span>AKIA</span>IOSFODNN7EXAMPLQ</p>"
    render_hits({"hits": [_hit("keys.html", page)], "timings_ms": {}}, console)
    assert "The key is" in _text(console) and "[secret:aws-key]" in _text(console)
    assert "IOSFODNN7" not in _text(console)


def test_a_long_place_is_not_cut_in_two() -> None:
    path = "gson/src/main/java/com/example/internal/bind/JsonAdapterAnnotationTypeAdapterFactory.java"
    verdicts = {"resolves": True, "unchanged": "unchanged", "supports": "supported"}
    console = _printed(60)
    answer = {
        "status": "answered",
        "answer": "",
        "claims": [{"text": "A claim.", "evidence": [1], "verdicts": {"1": verdicts}}],
        "evidence": [{"id": 1, **_hit(path, "class A {}")}],
        "usage": {"input_tokens": 0, "output_tokens": 0, "usd": 0.0, "seconds": 0.1},
        "degradations": [],
    }
    render_answer(answer, console, verdicts=True)
    assert f"  [1] {path}:1\n" in _text(console)
    assert "resolves · unchanged · ✓ proved" in _text(console)
    assert "1 citation:" in _text(console)


@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize("supports", SUPPORTS)
def test_a_tick_means_proved(supports: str, everything: bool) -> None:
    """Who reads a tick does not read the lines: a right place that is ticked looks like a proof."""
    verdicts = {"resolves": True, "unchanged": "unchanged", "supports": supports, "why": "names occur there"}
    console = _printed(80)
    answer = {
        "status": "answered",
        "answer": "",
        "claims": [{"text": "A claim.", "evidence": [1], "verdicts": {"1": verdicts}}],
        "evidence": [{"id": 1, **_hit("a.py", "class A:")}],
        "usage": {"input_tokens": 0, "output_tokens": 0, "usd": 0.0, "seconds": 0.1},
        "degradations": [],
    }
    render_answer(answer, console, verdicts=everything)
    assert ("✓" in _text(console)) == (supports == "supported")
    assert ("right place" in _text(console)) == (supports == "place")


def test_a_citation_that_moved_says_where_to() -> None:
    moved = {"resolves": True, "unchanged": "moved", "supports": "supported"}
    console = _printed(80)
    answer = {
        "status": "answered",
        "answer": "",
        "claims": [
            {"text": "A claim.", "evidence": [1], "verdicts": {"1": {**moved, "moved_to": [57, 68]}}},
            {"text": "Another.", "evidence": [2], "verdicts": {"2": {**moved, "moved_to": [9, 9]}}},
        ],
        "evidence": [{"id": 1, **_hit("a.py", "class A:")}, {"id": 2, **_hit("b.py", "class B:")}],
        "usage": {"input_tokens": 0, "output_tokens": 0, "usd": 0.0, "seconds": 0.1},
        "degradations": [],
    }
    render_answer(answer, console)
    assert "↷ moved to 57-68 · ✓ proved" in _text(console) and "↷ moved to 9 · ✓" in _text(console)


def test_an_answer_to_a_false_premise_begins_with_what_is_not_there() -> None:
    verdicts = {"resolves": True, "unchanged": "unchanged", "supports": "supported"}
    console = _printed(80)
    answer = {
        "status": "answered",
        "answer": "No `RedisCache` in shop.\n\nA claim. [1]",
        "claims": [{"text": "A claim.", "evidence": [1], "verdicts": {"1": verdicts}}],
        "evidence": [{"id": 1, **_hit("a.py", "class A:")}],
        "answers": {"verdict": "not_stated", "why": "", "opening": "No `RedisCache` in shop."},
        "usage": {"input_tokens": 0, "output_tokens": 0, "usd": 0.0, "seconds": 0.1},
        "degradations": [],
    }
    render_answer(answer, console)
    assert _text(console).startswith("No `RedisCache` in shop.\n\nA claim. [1]")


@pytest.mark.parametrize(("verdict", "why"), [("not_stated", ""), ("partly", "the lines may be about something else")])
@pytest.mark.parametrize(("unchanged", "told"), [("unchanged", ""), ("stale", "✗ stale")])
def test_lines_that_do_not_answer_have_no_tick(unchanged: str, told: str, verdict: str, why: str) -> None:
    """`✓ proved` beside lines about something else reads as if they answered; what fails is told as ever."""
    verdicts = {"resolves": True, "unchanged": unchanged, "supports": "supported"}
    console = _printed(80)
    answer = {
        "status": "answered",
        "answer": "Not stated here; closest:\n\nA claim. [1]",
        "claims": [{"text": "A claim.", "evidence": [1], "verdicts": {"1": verdicts}}],
        "evidence": [{"id": 1, **_hit("a.py", "class A:")}],
        "answers": {"verdict": verdict, "why": why, "opening": "Not stated here; closest:"},
        "usage": {"input_tokens": 0, "output_tokens": 0, "usd": 0.0, "seconds": 0.1},
        "degradations": [],
    }
    render_answer(answer, console)
    said = _text(console)
    assert told in said and ", proved" not in said
    assert bool(told) is ("✓ proved" in said)


def test_that_only_a_part_of_a_question_was_read_is_said_before_the_answer() -> None:
    """Who pastes a log reads the first line: behind the answer nobody learns that the end of the log was not read."""
    cut = {"step": "plan_intent", "from": "question of 20000 characters", "to": "its first 4000", "why": "too long"}
    late = {"step": "generate_answer", "from": "9 found", "to": "4 listed", "why": "5 more"}
    console = _printed(120)
    answer = {
        "status": "answered",
        "answer": "A claim. [1]",
        "claims": [],
        "evidence": [],
        "usage": {"input_tokens": 0, "output_tokens": 0, "usd": 0.0, "seconds": 0.1},
        "degradations": [late, cut],
    }
    render_answer(answer, console)
    said = _text(console)
    assert said.index("its first 4000") < said.index("A claim.") < said.index("4 listed")
    assert "plan_intent" not in said


def test_source_keeps_to_its_column_and_every_line_has_its_number() -> None:
    console = _printed(40)
    text = "def f():\n\n\treturn " + "x + " * 12 + "x\n"
    render_hits(
        {"hits": [{**_hit("a.py", text), "start_line": 9, "end_line": 12}], "timings_ms": {}},
        console,
    )
    lines = _text(console).splitlines()[1:-1]
    assert [line[:9] for line in lines] == ["       9 ", "      10 ", "      11 ", " " * 9, "      12 "]
    assert lines[0] == "       9 def f():" and lines[2].startswith("      11     return x")
    assert all(len(line) <= 40 for line in lines)


def test_further_places_of_a_file_are_named_beside_its_best_one() -> None:
    console = _printed(80)
    named = {"kind": "function", "name": "pay", "qualified_name": "Shop.pay"}
    also = [{**_hit("a.py", ""), "start_line": 7, "end_line": 9, **named}, {**_hit("a.py", ""), "page": 3}]
    hit = {**_hit("a.py", "x = 1"), "also": also, "definitions": ["a", "b", "c", "d"]}
    render_hits({"hits": [hit], "timings_ms": {}}, console)
    assert _text(console).startswith(" 1. a.py:1  a, b, c …  lexical #1\n")
    assert "      also 7-9  Shop.pay · 1 (page 3)\n" in _text(console)


def test_a_hit_shows_the_lines_that_have_the_words_of_the_search() -> None:
    """`search tombstone` showed the licence of its best file."""
    text = "\n".join(
        ["# Licence"] * 17 + ["", "# Says that an entry is gone.", "gone = error('Tombstone')"] + ["x = 1"] * 20
    )
    console = _printed(80)
    render_hits({"query": "tombstone", "hits": [{**_hit("a.py", text), "end_line": 40}], "timings_ms": {}}, console)
    assert [line.strip() for line in _text(console).splitlines()[1:5]] == [
        "… 18 lines",
        "19 # Says that an entry is gone.",
        "20 gone = error('Tombstone')",
        "21 x = 1",
    ]
    render_hits({"query": "licence", "hits": [{**_hit("b.py", text), "end_line": 40}], "timings_ms": {}}, console)
    assert "      1 # Licence" in _text(console)


def test_numbers_agree_with_their_nouns() -> None:
    assert [counted(1, "index", "indexes"), counted(2, "index", "indexes")] == ["1 index", "2 indexes"]
    assert counted(1000, "hit") == "1,000 hits"
    counts = {"documents": 1, "chunks": 1, "nodes": 1, "edges": 0}
    assert content(counts) == "1 file · 1 chunk · 1 symbol or heading · 0 edges"


def test_an_empty_index_says_what_to_do() -> None:
    counts = {"documents": 0, "chunks": 0, "nodes": 0, "edges": 0}
    assert content(counts).startswith("no file to search: name the folder that holds them; `citeline status`")


def test_a_search_for_nothing_is_told_from_one_that_finds_nothing() -> None:
    console = _printed(80)
    render_hits({"query": " ", "hits": [], "timings_ms": {}}, console)
    render_hits({"query": "zebra", "hits": [], "timings_ms": {}}, console)
    lines = _text(console).splitlines()
    assert [line for line in lines if "0 hits" not in line] == [
        "Nothing was asked: name a file, a symbol or a behaviour.",
        "Nothing matches.",
    ]


def _answered(claims: list[tuple[str, str, str]]) -> dict[str, Any]:
    """Of sentences with the relation of their fact and the lines that they cite."""
    fine = {"resolves": True, "unchanged": "unchanged", "supports": "supported"}
    return {
        "status": "answered",
        "answer": "",
        "claims": [
            {"text": text, "evidence": [number], "verdicts": {str(number): fine}, "fact": {"relation": relation}}
            for number, (text, relation, _) in enumerate(claims, 1)
        ],
        "evidence": [{"id": number, **_hit("a.md", lines)} for number, (*_, lines) in enumerate(claims, 1)],
        "usage": {"input_tokens": 0, "output_tokens": 0, "usd": 0.0, "seconds": 0.1},
        "degradations": [],
    }


def test_a_list_of_callers_is_a_list_and_its_lines_come_with_verdicts() -> None:
    few, many = ([(f"`f{n}` calls `g`", "calls", f"    g({n})  # {n}") for n in range(count)] for count in (3, 4))
    printed = [_printed(80) for _ in range(3)]
    render_answer(_answered(few), printed[0])
    render_answer(_answered(many), printed[1])
    render_answer(_answered(many), printed[2], verdicts=True)
    assert [_text(one).count("  # ") for one in printed] == [1, 0, 4]


def test_callers_stand_in_a_line_each_and_a_long_one_in_two() -> None:
    """Twenty callers filled three screens: a sentence, a place and an empty line each."""
    names = ["load", "save_all", "of_a_name_so_long_that_its_place_has_no_room_beside_it_at_all", "close", "open"]
    console = _printed(60)
    render_answer(_answered([(f"`{one}` calls `put`:", "calls", f"    put({one})") for one in names]), console)
    lines = _text(console).splitlines()
    first, second = (next(line for line in lines if line.startswith(f"`{one}`")) for one in ("load", "save_all"))
    assert lines.index(second) == lines.index(first) + 1
    assert first.index("a.md") == second.index("a.md")
    third = next(number for number, line in enumerate(lines) if line.startswith("`of_a_name"))
    assert lines[third + 1].startswith("    ") and lines[third + 1].endswith("  a.md:1")


def test_sentences_behind_the_first_end_at_a_word_and_keep_their_mark_with_their_place() -> None:
    """The terminal broke them inside of words; a place that stood in a column of its own looked torn among others."""
    texts = ["Keys rotate.", "Keys are kept for a year and a day in the store of the house.", "All keys are read."]
    shown = [f"# {one}" for one in texts]
    console = _printed(40)
    render_answer(_answered([("A.", "quoted", "# A\n\nB"), *zip(texts, ["quoted"] * 3, shown, strict=True)]), console)
    assert _text(console).splitlines()[5:10] == [
        "Keys rotate. [2]  a.md:1",
        "Keys are kept for a year and a day",
        "    in the store of the house.",
        "    [3]  a.md:1",
        "All keys are read. [4]  a.md:1",
    ]


def test_documents_that_are_proved_are_so_in_the_sum_too_whatever_their_total_is() -> None:
    """Two rows that are proved stood above `0 proved`: the total that cites them is shown by each in part."""
    answer = _answered([(f"{one}.md: Ida", "filed_as", f"author: Ida {one}") for one in "ab"])
    part = {"resolves": True, "unchanged": "unchanged", "supports": "partly"}
    total = {"text": "Documents that fit Ida: 2", "evidence": [1, 2], "verdicts": {"1": part, "2": part}}
    answer["claims"].append({**total, "fact": {"relation": "filed"}})
    console = _printed(100)
    render_answer(answer, console)
    assert "2 citations: resolved, unchanged, proved" in _text(console)


@pytest.mark.parametrize(
    ("lines", "shown"),
    [("- **Keys** rotate [yearly](a.md).", False), ("## Keys\n\nKeys rotate yearly.", True)],
)
def test_a_sentence_that_is_its_line_is_not_shown_twice(lines: str, shown: bool) -> None:
    console = _printed(80)
    render_answer(_answered([("Keys rotate yearly.", "quoted", lines)]), console)
    assert _text(console).count("rotate") == 1 + shown


def test_what_waits_stands_beside_what_was_checked() -> None:
    console = _printed(100)
    answer = _answered([("Keys rotate yearly.", "quoted", "Keys rotate yearly.")])
    render_answer({**answer, "more": answer["claims"] * 5}, console)
    assert "1 citation: resolved, unchanged, proved   5 more: --all" in _text(console)
    wide = _printed(100)
    render_answer({**answer, "more": answer["claims"] * 5}, wide, everything=True)
    assert "--all" not in _text(wide)


def test_a_citation_that_does_not_carry_its_sentence_says_why() -> None:
    verdicts = {"resolves": True, "unchanged": "unchanged", "supports": "partly", "why": "`B` is not in the lines"}
    console = _printed(80)
    answer = {
        "status": "answered",
        "answer": "",
        "claims": [{"text": "`A` calls `B`.", "evidence": [1], "verdicts": {"1": verdicts}}],
        "evidence": [{"id": 1, **_hit("a.py", "class A:")}],
        "usage": {"input_tokens": 0, "output_tokens": 0, "usd": 0.0, "seconds": 0.1},
        "degradations": [],
    }
    render_answer(answer, console)
    assert "      `B` is not in the lines\n" in _text(console)


@pytest.mark.parametrize(
    ("path", "text", "shown"),
    [
        ("a.md", r"Rules \(see below\) hold for \<b> and List\<int>.", "Rules (see below) hold for <b> and List<int>."),
        ("a.rst", "The tag <b> is kept.", "The tag <b> is kept."),
        ("a.md", r"Matches `\(a\)` and C:\Users.", r"Matches `\(a\)` and C:\Users."),
        ("notes.md", "It is _not_ kept, *ever*: `a_b_c`, `*x*`.", "It is not kept, ever: `a_b_c`, `*x*`."),
        ("notes.txt", "It is _not_ kept.", "It is _not_ kept."),
        ("a.kt", "Moors [Boat] to `[ring]`.", "Moors Boat to `[ring]`."),
        ("a.rs", "See [pier::Boat].", "See pier::Boat."),
        ("a.rs", "The one at [0], of [u8; 16], &[u8].", "The one at [0], of [u8; 16], &[u8]."),
        ("a.rs", "Has #[derive(Debug)] and #[test].", "Has #[derive(Debug)] and #[test]."),
        ("a.py", "Moors [Boat].", "Moors [Boat]."),
        ("notes.txt", r"Keep C:\_temp\-backup and \d+\.\d.", r"Keep C:\_temp\-backup and \d+\.\d."),
        ("ports.py", r"The pattern is ^\[\d+\]$.", r"The pattern is ^\[\d+\]$."),
    ],
)
def test_escapes_of_markdown_are_for_markdown(path: str, text: str, shown: str) -> None:
    verdicts = {"resolves": True, "unchanged": "unchanged", "supports": "supported"}
    console = _printed(80)
    answer = {
        "status": "answered",
        "answer": f"{text} [1]",
        "claims": [{"text": text, "evidence": [1], "verdicts": {"1": verdicts}}],
        "evidence": [{"id": 1, **_hit(path, text)}],
        "answers": {"verdict": "yes", "why": "", "opening": ""},
        "usage": {"input_tokens": 0, "output_tokens": 0, "usd": 0.0, "seconds": 0.1},
        "degradations": [],
    }
    render_answer(answer, console)
    assert _text(console).startswith(f"{shown} [1] ")


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (r"Nothing found about \<b> tags.", "Nothing found about <b> tags."),
        (r"Nothing found about C:\_temp\-backup.", r"Nothing found about C:\_temp\-backup."),
    ],
)
def test_a_refusal_shows_what_was_asked(said: str, shown: str) -> None:
    console = _printed(80)
    answer = {
        "status": "not_found",
        "answer": said,
        "claims": [],
        "evidence": [],
        "usage": {"input_tokens": 0, "output_tokens": 0, "usd": 0.0, "seconds": 0.1},
        "degradations": [],
    }
    render_answer(answer, console)
    assert _text(console).startswith(f"{shown}\n")


def test_a_list_that_is_the_answer_is_printed_whole_and_may_answer() -> None:
    """Of 25 steps the first twelve were printed; without a word of the verdict "proved" was read as one."""
    verdicts = {"1": {"resolves": True, "unchanged": "unchanged", "supports": "supported"}}
    console = _printed(80)
    answer = {
        "status": "answered",
        "answer": "Steps. [1]",
        "claims": [{"text": "Steps.", "evidence": [1], "verdicts": verdicts}],
        "evidence": [
            {"id": 1, **_hit("a.md", "\n".join(f"{number}. pull" for number in range(1, 26))), "end_line": 25}
        ],
        "answers": {"verdict": "partly", "why": "", "opening": ""},
        "usage": {"input_tokens": 0, "output_tokens": 0, "usd": 0.0, "seconds": 0.1},
        "degradations": [],
    }
    render_answer(answer, console)
    assert "25. pull" in _text(console) and "answers: perhaps" in _text(console)


def test_an_entry_of_a_manual_page_is_shown_without_the_mark_of_a_heading() -> None:
    console = _printed(80)
    page = ".TP\n.B POLL_EVERY\nMinutes between two polls\\&.\n.br\nDefault is 60\\&.\n.SH FILES\nNone.\n"
    render_hits({"hits": [_hit("till.1", page)], "timings_ms": {}}, console)
    shown = [line.split(maxsplit=1)[1] for line in _text(console).splitlines()[1:6]]
    assert shown == ["POLL_EVERY", "Minutes between two polls.", "Default is 60.", "## FILES", "None."]


def test_a_sentence_that_cites_nothing_is_shown_as_it_is() -> None:
    """The marks of every language were taken from it: "the one at [Boat]" lost its brackets."""
    console = _printed(80)
    answer = {
        "status": "answered",
        "answer": "",
        "claims": [{"text": r"The _one_ at [Boat] and \(b\).", "evidence": [], "verdicts": {}}],
        "evidence": [],
        "usage": {"input_tokens": 0, "output_tokens": 0, "usd": 0.0, "seconds": 0.1},
        "degradations": [],
    }
    render_answer(answer, console)
    assert _text(console).startswith(r"The _one_ at [Boat] and \(b\).")
