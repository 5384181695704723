"""What a corpus says of its own words: few pairs, and no wrong ones."""

from pathlib import Path

import pytest

from citeline.tools.question.question import translate
from citeline.tools.question.read import read
from citeline.tools.retrieval.keywords import expand_keywords
from citeline.tools.retrieval.mined_lexicon import is_short_for, mine, mined_lexicon

from . import trees


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("It speaks Server-Sent Events (SSE) to the browser.", ("SSE", "Server-Sent Events")),
        ("# Runs a remote procedure\n# call (RPC) on a worker.", ("RPC", "remote procedure call")),
        ("through the Windows Subsystem for Linux (WSL)", ("WSL", "Windows Subsystem for Linux")),
        ("many DTOs (data transfer objects) are made", ("DTO", "data transfer objects")),
        ('<abbr title="Object Relational Mapper">ORM</abbr>', ("ORM", "Object Relational Mapper")),
        ('An environment variable (also called "env var") is', ("environment variable", "env var")),
        ("every **worker** (also known as a consumer) takes", ("worker", "consumer")),
        ("a `Filter`, also known as `Witherable`, is", ("Filter", "Witherable")),
        ('<dfn title="also known as: endpoints">path operation</dfn>', ("path operation", "endpoints")),
        (".. glossary::\n\n   environment\n   surroundings\n      Where it runs.\n", ("environment", "surroundings")),
        ("\nbasket\ncart\n: What is bought.\n", ("basket", "cart")),
    ],
)
def test_what_is_said_in_as_many_words_is_a_pair(text: str, pair: tuple[str, str]) -> None:
    assert mine([text]) == [pair]


@pytest.mark.parametrize(
    "text",
    [
        "result = call(ABC) or other(XY)",
        "the raised error (HTTP) is shown",
        "parse the value (see RFC)",
        "a header, also called that by some, is read",
        "this is also known as such",
        "retry = Retry (TLS)\nthe last socket",
        "a route (also called a route) is",
        "the environment\n\ntransfer protocol (HTP)",
    ],
)
def test_a_bracket_alone_says_nothing(text: str) -> None:
    assert mine([text]) == []


def test_what_is_said_most_often_comes_first_and_once() -> None:
    texts = ["Byte order mark (BOM)", "byte-order marks (BOM)", "a BOM (byte order mark)", "End of file (EOF)"]
    assert mine(texts[3:] + texts[:3]) == [("BOM", "Byte order mark"), ("EOF", "End of file")]


@pytest.mark.parametrize(
    ("short", "long", "fits"),
    [("WSL", "windows subsystem for linux", True), ("EOF", "end-of-file", True), ("RPC", "remote call", False)],
)
def test_a_short_form_has_the_initials_of_the_long_one(short: str, long: str, *, fits: bool) -> None:
    assert is_short_for(short, long) is fits


def test_words_of_the_corpus_widen_a_search_only_at_the_third_level(tmp_path: Path) -> None:
    tree = trees.write(tmp_path / "tree", {"guide.md": "# Limits\n\nThe leaky bucket filter (LBF) drops calls.\n"})
    with trees.indexed(tree, tmp_path / "home") as handle:
        assert mined_lexicon(handle.reader) is mined_lexicon(handle.reader)
        for question, other in (("what does LBF drop", "leaky bucket filter"), ("leaky bucket filter", "LBF")):
            second, third = (
                expand_keywords(handle.reader, read(question), translate(read(question)), level=level)
                for level in (2, 3)
            )
            assert second["related"] == []
            assert third["related"][0] == other


@pytest.mark.timeout(120)
@pytest.mark.parametrize("gap", ["\n" * 80, " \n\t" * 25, "\n# \n * \n/" * 9])
def test_a_gap_that_was_written_to_hurt_costs_no_time(gap: str) -> None:
    mine([f"Server{gap}Sent Events (SSE)", f"Server{gap}. Sent Events (SSE)"])
