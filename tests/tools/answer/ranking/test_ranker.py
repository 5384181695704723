"""What a claim cites is whole: nobody reads half a block, and no line twice.

What stands behind the first sentence is what may still answer; the rest waits for `--all`.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from citeline.indexing.reader import Index
from citeline.tools.answer.passages import passages_of
from citeline.tools.answer.ranking.features import FEATURES, candidates_of
from citeline.tools.answer.ranking.ranker import USUAL, WHOLE, Chosen, choose
from citeline.tools.answer.sought import read_sought
from citeline.tools.question.read import read
from citeline.tools.question.vocabulary.lexicon import Concept, Lexicon
from citeline.tools.retrieval.search import search

from ..conftest import Indexed

STEPS = (
    "check the harbour fee",
    "moor the boat",
    "hoist the flag",
    "unload the crates",
    "weigh each crate",
    "stamp the papers",
    "pay the pilot",
    "sweep the deck",
    "fill the tanks",
    "lock the hatches",
    "ring the bell",
    "cast off",
)


def chosen(index: Index, question: str, room: int = USUAL) -> list[Chosen]:
    asked = read(question)
    passages = passages_of(index, search(index, asked, top_k=20, single=True).hits)
    return choose(candidates_of(index, passages, read_sought(index, asked)), room=room)[0]


def lines_of(found: Sequence[Chosen]) -> list[tuple[str, int]]:
    return [
        (one.candidate.passage.chunk.path, line)
        for one in found
        if one.around
        for line in range(one.around[0], one.around[1] + 1)
    ]


def test_steps_are_shown_from_the_first_to_the_last(indexed: Indexed) -> None:
    """A window of four lines around the best step would be half an answer."""
    body = "\n".join(f"    {step.replace(' ', '_')}()" for step in STEPS)
    index = indexed({"dock.py": f"import crew\n\n\ndef land():\n{body}\n\n\ndef leave():\n    pass\n"})
    first = chosen(index, "in which order are the crates unloaded and weighed, and when is the pilot paid?", WHOLE)[0]
    assert first.around == (4, 4 + len(STEPS))


def test_what_stands_in_another_paragraph_is_not_shown_with_it(indexed: Indexed) -> None:
    index = indexed({"harbour.md": "# Harbour\n\nMooring costs\n75 crowns.\n\nDogs are welcome.\nCats are not.\n"})
    first = chosen(index, "what does mooring cost?")[0]
    assert first.around is not None
    assert first.around[1] == 4


def test_the_paragraphs_of_one_body_are_shown_with_each_other(indexed: Indexed) -> None:
    """A function was cut at its first blank line."""
    code = (
        "import crew\n\n\ndef moor(boat):\n    tie(boat)\n    greet_pilot(boat)\n\n    pay(boat)\n    pay(crew)\n\n\n"
        "CRANES = 2\n"
    )
    first = chosen(indexed({"dock.py": code}), "what greets the pilot of the boat?")[0]
    assert first.around is not None
    assert first.around[1] == 9


def test_no_other_method_of_the_class_is_shown_with_one(indexed: Indexed) -> None:
    code = (
        'class Dock:\n    """Takes boats, patiently."""\n\n    def __init__(self):\n        self.boats = []\n\n'
        '    def moor(self, boat):\n        """Ties a boat to the pier."""\n        self.boats.append(boat)\n\n'
        "        greet_pilot(boat)\n\n    def leave(self, boat):\n        self.boats.remove(boat)\n"
    )
    assert chosen(indexed({"dock.py": code}), "what greets the pilot?")[0].around == (8, 11)


@pytest.mark.parametrize(
    ("path", "below", "last"),
    [
        pytest.param("a.md", "Whoever pays in coins\ngets a receipt for mooring.\n\nMooring.\n", 6, id="paragraph"),
        pytest.param("a.md", "```\n# mooring\n\nmooring --receipt\n```\n", 9, id="all of a fence"),
        pytest.param("a.md", "**Coins**\n\n- a receipt for mooring\n\nMooring.\n", 7, id="with what a bold line heads"),
        pytest.param("a.md", "Mooring in coins:\n\n- a receipt\n\nMooring.\n", 7, id="with what a line leads in"),
        pytest.param("a.md", "- coins\n- stamps\n\nCats may stay.\n", 6, id="a list below it"),
        pytest.param("a.md", "Cats may stay.\n", 3, id="without a word of the question"),
        pytest.param("a.md", "## Mooring of rafts\n\nRafts are welcome.\n", 3, id="heading"),
        pytest.param("a.rst", "Mooring of rafts\n----------------\n\nRafts are welcome.\n", 3, id="ruled heading"),
        pytest.param("a.md", "\n".join([*STEPS, *STEPS, "Done with mooring.\n"]), 3, id="too long"),
    ],
)
def test_the_next_paragraph_is_shown_where_it_speaks_of_the_question(
    indexed: Indexed, path: str, below: str, last: int
) -> None:
    """`Mooring must be paid.` does not say how; the paragraph below it does, and was not shown."""
    text = "# Harbour\n\nMooring must be paid for at the pier.\n\n"
    first = chosen(indexed({path: text + below}), "how is mooring paid at the pier?")[0]
    assert first.around and first.around[1] == last


def test_a_list_is_shown_with_the_line_that_leads_it_in(indexed: Indexed) -> None:
    text = "# Harbour\n\nThe quarterly budget is split among:\n\n* Docks\n* Cranes\n\n* Legal\n\nCats may stay.\n"
    assert chosen(indexed({"harbour.md": text}), "how is the quarterly budget split?")[0].around == (1, 8)
    text = "# Minutes of the harbour\n\n## Present\n\n* Ana\n* Ben\n\n## Agenda\n\nThe crane.\n"
    assert chosen(indexed({"minutes.md": text}), "who was present, by the minutes of the harbour?")[0].around == (1, 6)


def test_a_row_of_a_table_stands_for_itself(indexed: Indexed) -> None:
    rows = "\n".join(f"| pier {number} | {number}5 crowns |" for number in range(1, 9))
    index = indexed({"fees.md": f"# Fees\n\n| pier | fee |\n|---|---|\n{rows}\n"})
    for one in chosen(index, "the fee of pier 4"):
        assert one.around == (one.candidate.start_line, one.candidate.end_line)


def test_the_head_of_a_table_is_no_claim(indexed: Indexed) -> None:
    """`| pier | fee |` was told as a sentence, and no row below it was."""
    rows = "".join(f"| north {number} | {number} crowns | by the keeper |\n" for number in range(9))
    text = f"# What visitors owe in summer\n\n| pier | fee | paid |\n|---|---|---|\n{rows}"
    found = chosen(indexed({"fees.md": text}), "what do visitors owe in summer?")
    assert found and all(one.around and one.around[1] > 4 for one in found)


def test_an_example_does_not_answer_before_the_sentence_that_it_illustrates(indexed: Indexed) -> None:
    text = """Locks
=====

A lock may be taken again by the thread that holds it.

.. code-block:: python

   lock = Lock("reentrant.lock")  # is the lock reentrant

Nobody else gets a reentrant lock meanwhile.
"""
    first = chosen(indexed({"locks.rst": text}), "is the lock reentrant")[0]
    assert "example_code" not in first.features


@pytest.mark.parametrize("room", [USUAL, WHOLE, 4])
def test_no_line_is_shown_twice_and_the_room_is_kept(indexed: Indexed, room: int) -> None:
    text = "\n".join(
        f"{step} before the crates of the harbour are {number} days old" for number, step in enumerate(STEPS)
    )
    index = indexed({"a.md": f"# Crates\n\n{text}\n", "b.md": f"# Harbour\n\n{text.replace('crates', 'barrels')}\n"})
    found = chosen(index, "crates of the harbour, and the pilot, the flag, the deck, the papers", room)
    lines = lines_of(found)
    assert len(lines) == len(set(lines))
    assert len(lines_of(found[:1])) <= max(room, found[0].candidate.lines)


def test_only_the_first_claim_is_shown_with_what_stands_around_it(indexed: Indexed) -> None:
    """Lines below every sentence filled the screen, and left no room for the ones that answer."""
    rules = "Tie it.\nSign the book.\nRing the bell.\n"
    fees = [
        ("boat", "The boat pays 5 crowns."),
        ("crane", "Whoever brings a crane owes 9 crowns, and its crew nothing."),
    ]
    index = indexed({f"{name}.md": f"# {name}\n\n{rules}{text}\n{rules}" for name, text in fees})
    first, *others = chosen(index, "what does a boat pay, in crowns?")
    assert first.around == (3, 9)
    assert others and all(one.around == (one.candidate.start_line, one.candidate.end_line) for one in others)


def test_a_short_line_is_read_beside_a_long_one_that_has_most_of_its_words(indexed: Indexed) -> None:
    """It was held for a repetition, and what it says was never read."""
    long = "A boat that waits at the pier for the pilot pays the fee of the harbour for each day that it waits there."
    index = indexed(
        {"fees.md": f"# Fees\n\n{long}\n", "pilot.md": "# Pilots\n\nThe pilot pays the fee of 40 crowns.\n"}
    )
    paths = {
        one.candidate.passage.chunk.path for one in chosen(index, "does the pilot pay the fee of a boat that waits?")
    }
    assert paths == {"fees.md", "pilot.md"}


def test_tests_leave_room_for_what_they_test(indexed: Indexed) -> None:
    """They say what is asked in more words than the code, and may be the larger part of it."""
    cases = "".join(
        f"def test_mooring_of_a_boat_is_refused_in_storm_{number}():\n    refused = moor(boat, storm={number})\n\n\n"
        for number in range(60)
    )
    code = "def moor(boat, storm):\n    if storm > LIMIT:\n        return REFUSED\n    return boat.land()\n"
    index = indexed({"tests/test_dock.py": cases, "dock.py": f"LIMIT = 8\nREFUSED = 1\n\n\n{code}"})
    assert chosen(index, "when is the mooring of a boat refused?")[0].candidate.passage.chunk.path == "dock.py"
    asked = chosen(index, "which tests check that the mooring of a boat is refused?")[0]
    assert asked.candidate.passage.chunk.path == "tests/test_dock.py"


def test_what_is_not_so_is_answered_with_the_lines_that_deny_it(indexed: Indexed) -> None:
    text = (
        "# Cargo of the harbour\n\nCargo may be unloaded at each pier:\n\n* crates\n* barrels\n* sacks\n\n"
        "## Exceptions\n\nThis cargo cannot be unloaded:\n\n* animals\n* explosives\n* cars\n"
    )
    index = indexed({"cargo.md": text})
    assert chosen(index, "which cargo can not be unloaded?")[0].candidate.start_line >= 9
    assert chosen(index, "which cargo may be unloaded at a pier?")[0].candidate.start_line < 9


def test_translations_leave_room_for_the_code_that_shows_them(indexed: Indexed) -> None:
    texts = ",\n".join(f'  "error.refresh_{number}": "Too many refreshes of the feed."' for number in range(30))
    index = indexed(
        {
            "locale/en.json": f"{{\n{texts}\n}}\n",
            "feed.py": "def refresh_feed(feed):\n    # Too many refreshes wait a minute.\n    wait(feed, 60)\n",
        }
    )
    assert chosen(index, "too many refreshes of the feed")[0].candidate.passage.chunk.path == "feed.py"


def test_the_front_matter_of_a_page_is_no_sentence_of_it(indexed: Indexed) -> None:
    index = indexed({"backup.md": '---\ntitle: "Backups"\n---\n\nBackups are kept for a week.\n'})
    assert [one.candidate.start_line for one in chosen(index, "backups")] == [5]


def test_a_line_that_says_it_in_a_synonym_comes_before_its_neighbours(indexed: Indexed) -> None:
    """Who is ill looks for the line about sickness."""
    text = (
        "# Crew\n\nThe crew sails on Monday.\n\nA sick sailor tells the mate by ten.\n\nThe crew is paid on Friday.\n\n"
        "The crew of a ship eats at noon.\n"
    )
    first = chosen(indexed({"crew.md": text}), "by when is an ill member of the crew reported?")[0]
    assert "sick sailor" in first.candidate.text


def test_the_words_of_a_project_are_synonyms_of_a_claim(indexed: Indexed) -> None:
    index = indexed({"yard.md": "# Yard\n\nThe yard is open.\n\nA grommel is oiled on Monday.\n\nThe yard is wet.\n"})
    asked = read("when is the wozzle of the yard oiled?")
    passages = passages_of(index, search(index, asked, top_k=20, single=True).hits)
    own = Lexicon([Concept(("grommel", "wozzle"), ())])

    def covered(lexicon: Lexicon) -> float:
        table = candidates_of(index, passages, read_sought(index, asked, lexicon))
        at = FEATURES.index("coverage_span")
        held = zip(table.candidates, table.values[:, at].tolist(), strict=True)
        return max(float(value) for one, value in held if "grommel" in one.text and one.lines == 1)

    assert covered(own) > covered(Lexicon([]))


def test_a_heading_alone_is_no_claim(indexed: Indexed) -> None:
    text = """Harbour
=======

Ships.

Recovering from "no free space" errors
**************************************

In some cases when a hold has grown large enough to fill up all space of the ship or the allocated quota, then
``sweep`` might fail to free space. ``sweep`` works in such a way that a hold remains usable no matter at which point
the sweep is interrupted. However, this also means that ``sweep`` requires some scratch space to work.

In most cases it is sufficient to instruct ``sweep`` to use as little scratch space as possible. If the command
succeeds, but there is still little free space, then remove a few more crates and run ``sweep`` again.
"""
    found = chosen(indexed({"space.rst": text}), "how to delete a crate and free the space")
    assert found
    assert not any(one.candidate.text.startswith("Recovering") and one.candidate.lines <= 2 for one in found)


def first_line(index: Index, question: str) -> str:
    return chosen(index, question)[0].candidate.text


def test_what_sets_two_things_apart_comes_before_what_says_more_of_one(indexed: Indexed) -> None:
    """Whoever asks for the difference was told how one of the two is set, for that line has both names twice."""
    text = (
        "# Moorings\n\nA buoy berth is booked as a buoy, and a pier berth as a pier, at the berth desk.\n\n"
        "## Costs\n\nUnlike a pier berth, a buoy berth is free.\n"
    )
    index = indexed({"moorings.md": text})
    assert "Unlike" in first_line(index, "what is the difference between a buoy berth and a pier berth?")
    assert "booked" in first_line(index, "where is a buoy berth or a pier berth booked?")


def test_a_day_comes_before_other_numbers_where_a_date_is_asked_for(indexed: Indexed) -> None:
    """`2 of 3 lights` has a number as the date has, and more words of the question."""
    text = "# Harbour\n\nThe new harbour light is opened by 2 of 3 keepers of the light.\n\nOpened on %s.\n"
    for day in ("2024-03-05", "5 April 2024", "den 5. März 2024", "2024年3月5日"):
        index = indexed({"harbour.md": text % day})
        assert day in first_line(index, "when was the new harbour light opened?")


def test_the_section_whose_heading_is_asked_for_comes_first_among_documents(indexed: Indexed) -> None:
    """`Crane permit` says what is asked for; an aside that has as many of the words does not."""
    steps = "\n".join(f"{step.capitalize()}.\n" for step in STEPS)
    aside = "# Notes\n\nAt the pier a permit is shown for a crane.\n\n## Leaving\n\n"
    index = indexed({"notes.md": f"{aside}{steps}\n## Crane permit\n\nPut a line into `cranes.txt`.\n"})
    assert "cranes.txt" in first_line(index, "what is a permit for a crane?")


@pytest.mark.parametrize(("path", "is_aside"), [("LICENSE-APACHE", True), ("docs/license-policy.md", False)])
def test_one_of_several_licences_is_a_licence_and_a_page_about_them_is_none(
    indexed: Indexed, path: str, is_aside: bool
) -> None:
    """How to build from source was told by `"Source" form shall mean the preferred form` of LICENSE-APACHE."""
    index = indexed({path: "Source form shall mean the preferred form for the till.\n"})
    (first, *_) = chosen(index, "how is the till built from source form?")
    assert bool(first.features.get("test")) is is_aside
