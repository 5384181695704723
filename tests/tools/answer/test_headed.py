"""What stands below a heading, and examples behind lines that only say that something follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

import citeline
from citeline.settings import Settings
from citeline.state import Fact
from citeline.tools.answer.headed import example_in, with_what_it_heads
from citeline.tools.answer.passages import passage_of
from citeline.tools.answer.ranking.candidates import Candidate
from citeline.tools.answer.ranking.spans import Span
from citeline.tools.answer.saying import facts_of
from citeline.tools.answer.sought import read_sought
from citeline.tools.answer.writing.citing import Citations
from citeline.tools.question.read import read

from .trees import indexed

_EXAMPLE = """\
# Ropes

They hold boats, whatever the tide does and however hard the winter is.

## Cut matching ropes

Given a ropes.yml file of:
```yaml
a:
  rope: long
```
then
```bash
pier 'cut(.. | rope)' ropes.yml
```
will output
```yaml
a: {}
```
"""


def claims(tmp_path: Path, pages: str | Mapping[str, str], question: str) -> list[str]:
    tree = tmp_path / "tree"
    tree.mkdir()
    for name, page in ({"pier.md": pages} if isinstance(pages, str) else pages).items():
        (tree / name).write_text(page, encoding="utf-8")
    with citeline.index(tree, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        return [claim["text"] for claim in citeline.ask(question, handle, no_model=True).claims]


@pytest.mark.parametrize("question", ["how do I cut matching ropes?", "cut ropes that are long"])
def test_an_example_is_told_by_its_command(tmp_path: Path, question: str) -> None:
    """ "Given a ropes.yml file of" was the answer, and "will output" a second one."""
    told = claims(tmp_path, _EXAMPLE, question)
    assert any("`pier 'cut(.. | rope)' ropes.yml`" in one for one in told)
    assert not any(one.startswith(("Given", "then", "will output")) or one.endswith((": then", "of")) for one in told)


@pytest.mark.parametrize(
    ("below", "told"),
    [
        ('```python\nwinch = pier.winch("slow")\n```\n', 'Winches and gales: `winch = pier.winch("slow")`'),
        ("| Wind | Speed |\n|---|---|\n| gale | slow |\n", "Wind: gale · Speed: slow"),
        ("Take the slow one.\n", "Winches and gales: Take the slow one."),
    ],
)
def test_a_heading_is_told_with_what_stands_below_it(tmp_path: Path, below: str, told: str) -> None:
    """ "Winches and gales" was the whole answer, and proved."""
    page = f"# Pier\n\nBoats lie here.\n\n## Winches and gales\n\n{below}\n## Other\n\nGulls are fed here at noon.\n"
    assert claims(tmp_path, page, "winches and gales")[0] == told


def test_a_sentence_that_leads_to_what_is_not_told_is_left_out(tmp_path: Path) -> None:
    """ "Winches are painted red. To paint one again:" ended in nothing."""
    page = "# Pier\n\nMost winches are painted red each spring. To paint one again:\n\n1. Wash it with sand, twice.\n"
    index = indexed(tmp_path, {"pier.md": page})
    (chunk,) = index.structure.chunks_of([1])
    candidate = Candidate(passage_of(index, chunk, 1.0), Span(2, 2, "paragraph"), 1)
    sought = read_sought(index, read("which winches are painted red?"))
    facts = facts_of(index, Citations(index, [], "en"), candidate, sought, told="all")
    assert facts[0].fact["object"] == "Most winches are painted red each spring."


def test_a_further_claim_that_leads_to_code_is_told_with_it(tmp_path: Path) -> None:
    """ "Merge ropes" was told alone, below the heading that it stands under."""
    page = "# Pier\n\nBoats lie here.\n\n**Merge ropes:**\n```sh\n# two of them\npier merge rope\n```\n"
    index = indexed(tmp_path, {"pier.md": page})
    (chunk,) = index.structure.chunks_of([1])
    candidate = Candidate(passage_of(index, chunk, 1.0), Span(4, 4, "paragraph"), 1)
    facts = facts_of(
        index, Citations(index, [], "en"), candidate, read_sought(index, read("how to merge ropes?")), told="all"
    )
    assert (facts[0].fact.get("condition"), facts[0].fact["object"]) == ("Merge ropes", "`pier merge rope`")


def test_how_something_is_done_goes_on_behind_the_first_sentences_of_its_page(tmp_path: Path) -> None:
    """Of a release in eight steps three were told, and nothing said that there were more."""
    steps = ["Check out the develop branch", "Pull the newest state of it", "Merge the master branch into it"]
    steps += ["Name the version in all pages", "Close the milestone of the version", "Publish the release on the forge"]
    page = "# Release checklist\n\nThis is how a new version of the pier is released:\n\n"
    page += "\n\n".join(f"{number}. {step}:<br>\n   `git step {number}`" for number, step in enumerate(steps, 1))
    files = {"RELEASE.md": f"{page}\n", "README.md": "# Pier\n\nPier is a library for boats.\n"}
    told = claims(tmp_path, files, "How do I release a new version?")
    assert any("Publish the release on the forge" in one for one in told), told


def test_a_sentence_of_a_page_is_told_once(tmp_path: Path) -> None:
    """It was told again without the heading that stood before it."""
    page = "# Pier\n\n## Boats\n\nBoats are moored with two ropes of one length.\n"
    index = indexed(tmp_path, {"pier.md": page})
    (chunk,) = index.structure.chunks_of([1])
    citations = Citations(index, [], "en")
    sentence: Fact = {
        "relation": "quoted",
        "subject": "",
        "object": "Boats are moored with two ropes of one length.",
    }
    assert citations.add({**sentence, "relation": "under", "subject": "Boats"}, chunk, 3, 5, node=None)
    assert not citations.add(sentence, chunk, 5, 5, node=None)


def test_what_is_said_of_two_methods_in_one_sentence_is_told_of_both(tmp_path: Path) -> None:
    """Of `Winch.stop` nothing was told where `Boat.stop` has the same docstring."""
    said = "Stop it, whatever the tide does and however long the winter is."
    body = f'    def stop(self):\n        """{said}"""\n        self.on = False\n'
    index = indexed(tmp_path, {"pier.py": f"class Boat:\n{body}\n\nclass Winch:\n{body}"})
    chunk = index.structure.chunks_of([1])[0]
    citations = Citations(index, [], "en")
    boat: Fact = {"relation": "shown", "subject": "Boat.stop", "object": said}
    assert citations.add(boat, chunk, 2, 3, node=None)
    assert citations.add({**boat, "subject": "Winch.stop"}, chunk, 8, 9, node=None)
    assert not citations.add({**boat, "object": said.removeprefix("Stop it, ")}, chunk, 3, 3, node=None)


def test_a_row_that_ends_like_another_one_is_told(tmp_path: Path) -> None:
    """It counted as said with the row above it, in which all of its text stands."""
    row = "winch · Speed: as slow as a boat may be pulled"
    page = "# Pier\n\n| Part | Speed |\n|---|---|\n| old winch | as slow as a boat may be pulled |\n"
    page += "| winch | as slow as a boat may be pulled |\n"
    index = indexed(tmp_path, {"pier.md": page})
    (chunk,) = index.structure.chunks_of([1])
    citations = Citations(index, [], "en")
    assert citations.add({"relation": "table_row", "subject": "", "object": f"old {row}"}, chunk, 5, 5, node=None)
    assert citations.add({"relation": "table_row", "subject": "", "object": row}, chunk, 6, 6, node=None)


def test_code_whose_fence_stands_in_the_part_before_is_no_sentence(tmp_path: Path) -> None:
    """ "// Replays the set amount of ropes replay = ROPES )" was told as a sentence."""
    lines = ["# Pier", "", "Boats lie here.", "", "```kt", "val ropes = Ropes(", "// Replays the set amount of ropes"]
    page = "\n".join([*lines, "replay = ROPES", ")", "```", ""])
    index = indexed(tmp_path, {"pier.md": page})
    (whole,) = index.structure.chunks_of([1])
    passage = passage_of(index, replace(whole, start_line=7, text="\n".join(page.split("\n")[6:])), 1.0)
    sought = read_sought(index, read("what replays the set amount of ropes?"))
    candidate = Candidate(replace(passage, examples=((5, 10),)), Span(0, 1, "paragraph"), 1)
    facts = facts_of(index, Citations(index, [], "en"), candidate, sought, told="all")
    assert not any("ropes replay = ROPES" in one.fact["object"] for one in facts)


@pytest.mark.parametrize("head", ["## Later", "### Don'ts", "Some notes follow here."])
def test_what_stands_behind_an_example_does_not_take_its_place(tmp_path: Path, head: str) -> None:
    """ "Later: Feed the fish in the office" told how something is installed, with a yes."""
    page = f"# Install\n\nUsage:\n\n```bash\npip install pier\n```\n\n{head}\n\n- Feed the fish in the office\n"
    told = claims(tmp_path, page, "how do I install pier?")
    assert "`pip install pier`" in told[0], told
    assert "fish" not in told[0]


def test_prose_behind_code_that_begins_in_the_part_before_is_no_code(tmp_path: Path) -> None:
    """A heading below the end of the code was read as code, and told with the lines above it."""
    page = "# Pier\n\n```kt\nval a = 1\nval b = 2\n```\n\n## Winches\n\nWinches are slow.\n\n```sh\npier winch\n```\n"
    index = indexed(tmp_path, {"pier.md": page})
    (whole,) = index.structure.chunks_of([1])
    part = replace(whole, start_line=5, text="\n".join(page.split("\n")[4:]))
    candidate = Candidate(passage_of(index, part, 1.0), Span(3, 3, "paragraph"), 1)
    assert with_what_it_heads(candidate).text.strip() == "## Winches\n\nWinches are slow."
    assert example_in(replace(candidate, span=Span(0, 3, "paragraph"))) == ["val b = 2"]
    assert example_in(replace(candidate, span=Span(8, 9, "paragraph"))) == ["pier winch"]
