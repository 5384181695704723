"""The first sentence of an answer: what a colleague would say, and no fragment of code."""

from __future__ import annotations

from pathlib import Path

import pytest

import citeline
from citeline.settings import Settings
from citeline.state import Fact
from citeline.tools.answer.code_said import Told
from citeline.tools.answer.passages import passage_of
from citeline.tools.answer.ranking.candidates import Candidate
from citeline.tools.answer.ranking.spans import Span
from citeline.tools.answer.saying import facts_of
from citeline.tools.answer.sought import read_sought
from citeline.tools.answer.writing.citing import Citations
from citeline.tools.answer.writing.phrases import say
from citeline.tools.question.read import read

from .trees import indexed


def first(tmp_path: Path, name: str, text: str, question: str) -> str:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / name).write_text(text, encoding="utf-8")
    with citeline.index(tree, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        return citeline.ask(question, handle, no_model=True).claims[0]["text"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pier.md", "# Pier\n\nA warning rings when a rope is too long. It rings\nfrom 4093 cm on.\n"),
        (
            "pier.py",
            "def ring():\n    # A warning rings when a rope is too long. It rings\n    # from 4093 cm on.\n    go()\n",
        ),
    ],
)
def test_the_next_sentence_stands_beside_the_one_that_has_the_words(tmp_path: Path, name: str, text: str) -> None:
    """What it is about stands in one sentence, and its figure in the next."""
    said = first(tmp_path, name, text, "when does the warning of a rope ring?")
    assert said.endswith("A warning rings when a rope is too long. It rings from 4093 cm on.")


@pytest.mark.parametrize(
    "page",
    [
        "# Pier\n\nThe chandler opens at noon. It sells rope and paint to members of the pier. Nobody else comes.\n",
        "# Pier\n\nDer Laden gehört allen. Dieser verkauft rope and paint to members of the pier. Nobody else comes.\n",
    ],
)
def test_a_sentence_that_points_back_is_told_behind_what_it_is_about(tmp_path: Path, page: str) -> None:
    """An answer that begins with `It sells …` is about nobody."""
    said = first(tmp_path, "pier.md", page, "who sells paint and rope to members of the pier?")
    assert said.startswith(page.split("\n")[2].partition(". ")[0])


def test_what_is_forbidden_is_told_with_what_to_do_instead(tmp_path: Path) -> None:
    """ "Do not tie boats to the crane." left open where to tie them."""
    page = "# Pier\n\nPlease **do not** tie boats to the crane of the pier.\n\nInstead, use a ring.\n\nGulls eat.\n"
    said = first(tmp_path, "pier.md", page, "how do I tie boats to the crane of the pier?")
    assert said == "Please do not tie boats to the crane of the pier. Instead, use a ring."


def test_the_next_item_of_a_list_and_what_leads_in_a_block_are_other_sentences(tmp_path: Path) -> None:
    page = (
        "# Pier\n\n- A rope warns when it is too long.\n- Dogs are welcome.\n\nBoats are moored twice. So:\n\n- pull\n"
    )
    assert first(tmp_path, "pier.md", page, "when does a rope warn?") == "A rope warns when it is too long."


@pytest.mark.parametrize(
    ("lead", "told"),
    [
        ("❌ **DON'T:**", "❌ DON'T"),
        ("Masts of these kinds will _not_ be taken:", "Masts of these kinds will _not_ be taken"),
        ("### Things to avoid", "Things to avoid"),
        ("**Don’t**", "Don’t"),
        ("If the pier is wet:", "If the pier is wet"),
    ],
)
def test_what_is_listed_as_not_to_be_done_is_not_told_as_advice(tmp_path: Path, lead: str, told: str) -> None:
    """ "Tie boats to the crane." stood below `DON'T:`, and the answer was that one should."""
    page = f"# Pier\n\nBoats lie here.\n\n{lead}\n- Feed the gulls\n- Tie boats to the\n  crane at night\n"
    said = first(tmp_path, "pier.md", page, "may I tie boats to the crane?")
    assert said == f"{told}: Tie boats to the crane at night"


def test_what_is_not_to_be_done_is_not_told_beside_what_is(tmp_path: Path) -> None:
    page = "# Pier\n\nBoats are tied to rings of iron.\n\nNever:\n- Use the crane as a ring\n"
    assert "Use the crane" not in first(tmp_path, "pier.md", page, "boats tied to rings of iron or the crane?")


def test_items_of_a_list_are_told_with_a_dot_between_them(tmp_path: Path) -> None:
    """ "count - Counts ropes. cut - Cuts ropes." read as one sentence."""
    page = "# Pier\n\nBoats lie here.\n\n- `count` - Counts ropes. Wet ones too.\n- `cut` - Cuts ropes\n  in pieces.\n"
    index, question = indexed(tmp_path, {"pier.md": page}), read("which command counts ropes, which cuts them?")
    chunk = next(one for one in index.structure.chunks_of([1]) if "Cuts" in one.text)
    span = Span(5 - chunk.start_line, 7 - chunk.start_line, "list")
    candidate = Candidate(passage_of(index, chunk, 1.0), span, 1)
    facts = facts_of(index, Citations(index, [], "en"), candidate, read_sought(index, question), told="all")
    told = "`count` - Counts ropes. Wet ones too. · `cut` - Cuts ropes in pieces."
    assert any(one.fact["object"] == told for one in facts)


def test_a_sentence_is_told_before_code_with_the_same_words(tmp_path: Path) -> None:
    code = "package a\n\ntype Pier interface {\n\t// Moor ties a boat to the pier.\n\tMoor(boat Boat) Pier\n}\n"
    assert first(tmp_path, "pier.go", code, "moor a boat?") == "`Pier.Moor`: Moor ties a boat to the pier."


def test_a_sentence_that_begins_with_the_name_of_what_it_is_about_has_it_once(tmp_path: Path) -> None:
    """ "`Pier.tieUp`: tieUp makes …" repeated it; `Add a rope` of a function `Add` begins with no name."""
    code = "package a\n\n// tieUp makes a boat fast at the pier.\nfunc tieUp(boat Boat) {\n\tboat.tie()\n}\n"
    assert first(tmp_path, "pier.go", code, "boat made fast?") == "`tieUp` makes a boat fast at the pier."


def test_a_condition_of_which_nothing_follows_is_not_told_before_what_follows(tmp_path: Path) -> None:
    """`if (NOT RUNTIME_DIRECTORY)` was an answer."""
    text = "if (NOT PIER_DIRECTORY)\n  set(PIER_OUTPUT there)\n  set(PIER_INPUT here)\nendif ()\n"
    assert "set(" in first(tmp_path, "CMakeLists.txt", text, "where is the pier directory set?")


def test_an_option_of_a_help_text_is_told_alone(tmp_path: Path) -> None:
    """It was told with the name of the next one, and the lines did not prove it."""
    rows = (
        f"  -{one}, --{name}         {does}"
        for one, name, does in (("b", "bow", "tie the bow"), ("d", "dry", "dry the ropes"))
    )
    page = "# Pier\n\nFlags:\n" + "\n".join(rows) + "\n"
    assert first(tmp_path, "pier.md", page, "which option makes dry ropes?") == "-d, --dry dry the ropes"


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        (
            "Pier.java",
            'class Pier {\n    @Scheduled(cron = "0 3 * * *")\n    void sweep() {\n        var ropes = all();\n'
            "        ropes.clear();\n    }\n}\n",
            '@Scheduled(cron = "0 3 * * *")',
        ),
        (
            "pier.rs",
            'struct Pier;\n\nimpl Pier {\n    #[scheduled(cron = "0 3 * * *")]\n    fn sweep(&self) {\n'
            "        let ropes = all();\n        ropes.clear();\n    }\n}\n",
            '#[scheduled(cron = "0 3 * * *")]',
        ),
    ],
)
def test_an_annotation_that_is_given_something_is_told(tmp_path: Path, name: str, text: str, told: str) -> None:
    """A method begins at its annotation, which was taken for its head: `var ropes = all();` was the answer."""
    index, question = indexed(tmp_path, {name: text}), read("what is the cron of the sweep?")
    (chunk,) = index.structure.chunks_of([1])
    at = next(at for at, line in enumerate(text.split("\n")) if told in line)
    candidate = Candidate(passage_of(index, chunk, 1.0), Span(at, at + 2, "window"), 1)
    facts = facts_of(index, Citations(index, [], "en"), candidate, read_sought(index, question))
    assert facts[0].fact["object"] == told


def test_an_example_in_a_comment_is_told_without_its_star(tmp_path: Path) -> None:
    text = (
        "/**\n * Moors boats.\n *\n * ```\n * pier.moor(slowly) // two winches pull at once\n * ```\n */\n"
        "fun moor(boat: Boat) {\n    boat.tie()\n    boat.wait()\n}\n"
    )
    index, question = indexed(tmp_path, {"pier.kt": text}), read("how many winches pull at once?")
    (chunk,) = index.structure.chunks_of([1])
    candidate = Candidate(passage_of(index, chunk, 1.0), Span(4, 4, "window"), 1)
    facts = facts_of(index, Citations(index, [], "en"), candidate, read_sought(index, question), told="all")
    assert facts[0].fact["object"] == "pier.moor(slowly) // two winches pull at once"


def test_what_leads_in_a_list_is_said_once(tmp_path: Path) -> None:
    """ "If the pier is wet: If the pier is wet: · Dry it" said it twice."""
    page = "# Pier\n\nBoats lie here.\n\n* If the pier is wet:\n  * Dry it with sand\n  * Close the gate\n"
    index, question = indexed(tmp_path, {"pier.md": page}), read("dry the pier with sand?")
    (chunk,) = index.structure.chunks_of([1])
    candidate = Candidate(passage_of(index, chunk, 1.0), Span(4, 6, "list"), 1)
    facts = facts_of(index, Citations(index, [], "en"), candidate, read_sought(index, question), told="all")
    assert not any(f"{one.fact.get('condition', '')} {one.fact['object']}".count("is wet") > 1 for one in facts)


def test_a_comment_of_one_word_is_not_what_is_said(tmp_path: Path) -> None:
    """`jsonp` was an answer."""
    text = (
        "function send(body) {\n  // jsonp\n  if (callback !== '') {\n    this.set('X', 'nosniff');\n"
        "    this.set('Y', 'text');\n  }\n  return body;\n}\n"
    )
    said = first(tmp_path, "send.js", text, "how does a jsonp reply start?")
    assert not said.endswith("jsonp")


def test_lines_of_the_section_before_do_not_stand_above_an_item(tmp_path: Path) -> None:
    page = (
        "# Pier\n\n## Boats\n\n- Tugs pull.\n- Ferries carry.\n\n"
        "## Unlocked gates\n\n- Unlocked gates are painted green.\n- Locked gates are painted red.\n"
    )
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "pier.md").write_text(page, encoding="utf-8")
    with citeline.index(tree, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        answer = citeline.ask("which gates are unlocked gates?", handle, no_model=True)
    shown = {piece["id"]: piece["text"] for piece in answer.evidence}[answer.claims[0]["evidence"][0]]
    assert "Tugs" not in shown


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        (
            "# Code\n\nThe following people may close the quay:\n\n- the harbour master\n- any pilot on duty\n",
            "who may close the quay?",
            "The following people may close the quay: the harbour master · any pilot on duty",
        ),
        (
            "# Code\n\nThe harbour defines these bells:\n\n"
            + "".join(f"* `{name}` - {'it rings whenever a boat comes near the pier ' * 2}\n" for name in "ABC"),
            "which bells does the harbour define?",
            "The harbour defines these bells: `A` · `B` · `C`",
        ),
        (
            "# Code\n\nA berth can be taken for two nights:\n\n```sh\n$ quay take --nights 2\n```\n",
            "how do I take a berth for two nights?",
            "A berth can be taken for two nights: `$ quay take --nights 2`",
        ),
    ],
)
def test_what_a_first_sentence_leads_in_stands_behind_its_colon(
    tmp_path: Path, text: str, question: str, expected: str
) -> None:
    """The sentence ended at its colon, and whoever reads only that did not have the answer."""
    assert first(tmp_path, "code.md", text, question) == expected


def test_a_sentence_that_has_half_of_the_question_is_told_with_the_one_that_has_the_rest(tmp_path: Path) -> None:
    """Asked for two days, whoever read the first sentence had one of them."""
    page = (
        "# Cycle\n\n- Every crew sends a kickoff, and they are due on the second Friday. It sums up what is planned.\n"
        "- Crews also paint.\n- A heartbeat is required of every crew, and it is due on the first Friday.\n"
    )
    said = first(tmp_path, "cycle.md", page, "on which Friday is a heartbeat due, and on which a kickoff of a crew?")
    assert said == (
        "Every crew sends a kickoff, and they are due on the second Friday. … "
        "A heartbeat is required of every crew, and it is due on the first Friday."
    )


def test_a_sentence_that_has_all_of_the_question_is_told_alone(tmp_path: Path) -> None:
    page = "# Pier\n\nMooring costs 75 crowns a night.\n\nDogs are welcome on board.\n"
    assert first(tmp_path, "pier.md", page, "how much does mooring cost a night?") == "Mooring costs 75 crowns a night."


def test_code_is_told_with_the_comment_that_says_what_it_is_for(tmp_path: Path) -> None:
    """`if …` alone did not say what a check is good for."""
    code = (
        "def moor(boat, ropes):\n    # The pier is locked at night.\n\n"
        "    # A thief cuts every rope but chains.\n    boat.hull.chains = 3\n    return boat\n"
    )
    said = first(tmp_path, "pier.py", code, "why are chains of the hull given to a boat, because of a thief?")
    assert "A thief cuts every rope but chains." in said
    assert "`boat.hull.chains = 3`" in said


def test_a_statement_is_told_with_what_its_function_says_of_itself(tmp_path: Path) -> None:
    """`r.ropes = append(r.ropes, rope)` alone was the answer; who reads no code has to guess what it does."""
    code = (
        "package pier\n\n// Keep remembers one more thing for the night.\n"
        "func (r *Pier) Keep(rope Rope) {\n\tr.ropes = append(r.ropes, rope)\n}\n"
    )
    said = first(tmp_path, "pier.go", code, "append ropes to r.ropes")
    assert said == "`Pier.Keep`: Keep remembers one more thing for the night. … `r.ropes = append(r.ropes, rope)`"


def test_a_branch_that_only_returns_is_told_by_what_it_does_before(tmp_path: Path) -> None:
    """ "when `self.is_shared`: `return`" was an answer."""
    code = (
        "def upgrade(self):\n    if self.is_shared_pier:\n        shared.repaint(verbose=True)\n        return\n"
        "    self.own.repaint()\n    self.own.close()\n"
    )
    said = first(tmp_path, "pier.py", code, "what happens when is_shared_pier?")
    assert "`return`" not in said and "shared.repaint(verbose=True)" in said


@pytest.mark.parametrize(
    ("page", "told"),
    [
        (
            '# Pier\n\n## Closing\n\nHere is how it is done:\n\n```go\nlog.Println("closing the gate")\n```\n',
            'Here is how it is done: `log.Println("closing the gate")`',
        ),
        (
            "# Pier\n\n## Find a boat\n\n```sql\nboats.gate = 'closing'\n```\n\n## Paint\n\nOne of another kind.\n",
            "Find a boat: `boats.gate = 'closing'`",
        ),
    ],
    ids=["the sentence above it", "its heading"],
)
def test_a_line_of_an_example_is_told_with_what_it_is_an_example_of(tmp_path: Path, page: str, told: str) -> None:
    """`log.Println("shutting down")` was the answer to how a server is shut down."""
    assert first(tmp_path, "pier.md", page, "println closing the gate of boats").startswith(told)


def test_lines_of_another_function_do_not_stand_above_what_is_told(tmp_path: Path) -> None:
    """The end of the function before it was printed above `methodNotAllowed`."""
    code = (
        "package pier\n\nfunc sort(v []int) bool {\n" + "\tv = turn(v)\n" * 20 + "\treturn true\n}\n\n"
        "// moor ties a boat at the gate.\nfunc moor(b Boat) {\n\tb.tie()\n}\n"
    )
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "pier.go").write_text(code, encoding="utf-8")
    with citeline.index(tree, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        shown = citeline.ask("when is a boat tied at the gate?", handle, no_model=True).evidence[0]
    assert shown["text"].startswith("// moor ties a boat") and "b.tie()" in shown["text"]


FAQ = (
    "FAQ\n===\n\nWhy is the west pier closed?\n---------------------------\n\n"
    "Its planks are rotten since the flood.\n\n"
    "Do I have to pay for a berth?\n-----------------------------\n\n"
    "Yes. You have to pay for a berth that you use for more than an hour.\n\n"
    "Painting\n--------\n\nA painter works on `the north pier\n<https://pier.example/a/very/long/way/north>`_ in May.\n"
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("why is the west pier closed", "Its planks are rotten since the flood."),
        ("do I have to pay for a berth", "Yes. You have to pay for a berth that you use for more than an hour."),
        ("what does the painter work on", "A painter works on the north pier in May."),
    ],
)
def test_a_page_of_questions_is_answered_by_what_stands_below_them(tmp_path: Path, question: str, told: str) -> None:
    """The question came back as its own answer, `Yes.` was left out, and a link on two lines cut its sentence."""
    assert first(tmp_path, "faq.rst", FAQ, question) == told


def test_lines_of_prose_begin_where_their_first_sentence_does(tmp_path: Path) -> None:
    """What holds for all ways stood in the line above the block that was shown."""
    page = (
        "# Calls\n\nAll run at once. There are ways to\ncontrol the threads of a request:\n\n"
        "* Use `late()` to wait.\n* Use `pool()` for threads.\n"
    )
    index = indexed(tmp_path, {"calls.md": page})
    (document,) = index.structure.documents()
    chunk = index.structure.chunks_of([document.id])[0]
    cited = Candidate(passage_of(index, chunk, 1.0), Span(3, 6, "window"), 1)
    sought = read_sought(index, read("what is pool() for?"))
    told = facts_of(index, Citations(index, [], "en"), cited, sought)
    assert {one.lines for one in told if one.lines} == {(3, 7)}
    index.close()


def further(
    tmp_path: Path, name: str, text: str, lines: tuple[int, int], question: str, *, told: Told = "all"
) -> list[str]:
    """What may be told of some lines behind the first claim, the likeliest first."""
    index, asked = indexed(tmp_path, {name: text}), read(question)
    chunk = next(one for one in index.structure.chunks_of([1]) if one.start_line <= lines[0] <= one.end_line)
    span = Span(lines[0] - chunk.start_line, lines[1] - chunk.start_line, "window")
    candidate = Candidate(passage_of(index, chunk, 1.0), span, 1)
    facts = facts_of(index, Citations(index, [], "en"), candidate, read_sought(index, asked), told=told)
    return [say(one.fact, "en") for one in facts]


HEADS = """\
def moor(boats):
    for boat in boats:
        tie(boat)
        # Nobody pays for a rope.
        count(boat)


def sail(boats):
    'Leaves.'
    count(boats)
"""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (1, ["`moor`: `def moor(boats): for boat in boats: tie(boat) …`"]),
        (2, ["`moor`: `for boat in boats: tie(boat) …`"]),
        (8, ["Closest to the question in `sail`:"]),
    ],
)
def test_a_head_alone_is_no_further_claim(tmp_path: Path, line: int, told: list[str]) -> None:
    """`func moor(boats []Boat) {` was all that was said of a place whose lines are not shown."""
    assert further(tmp_path, "pier.py", HEADS, (line, line), "how are boats moored?") == told


@pytest.mark.parametrize(
    ("line", "told"), [(1, ["Closest to the question in `boats`:"]), (2, ["`boats`: `moor: twice`"])]
)
def test_a_key_of_settings_alone_is_no_further_claim(tmp_path: Path, line: int, told: list[str]) -> None:
    settings = "boats:\n  moor: twice\n  rings: 2\n"
    assert further(tmp_path, "pier.yml", settings, (line, line), "how are boats moored?") == told


def test_what_makes_an_empty_collection_says_less_than_the_line_beside_it(tmp_path: Path) -> None:
    code = "function moor(boats) {\n  const boatsMoored: Boat[] = []\n  tie(boats, 3)\n  return count(boats)\n}\n"
    assert further(tmp_path, "pier.ts", code, (2, 3), "how are boats moored?")[0] == "`moor`: `tie(boats, 3)`"


LOGGED = """\
package pier

func moor(boat *Boat) {
\tif boat == nil {
\t\tslog.Warn("No boat to moor at this pier", slog.String("pier", name))
\t\tanswer(404)
\t\treturn
\t}
\tslog.Info("A boat is moored")
\tcount(boat)
}
"""


def test_what_a_branch_does_is_told_before_what_it_logs(tmp_path: Path) -> None:
    """That it logs "No boat …" was all that was said of what happens."""
    told = further(tmp_path, "pier.go", LOGGED, (5, 5), "what happens without a boat to moor at this pier?")
    assert told[0] == "In `moor`, when `boat == nil`: `answer(404)`"
    assert 'In `moor`, when `boat == nil`: `slog.Warn("No boat to moor at this pier"` … `answer(404)`' in told


def test_a_bare_return_is_told_with_what_is_logged_before(tmp_path: Path) -> None:
    text = LOGGED.replace("answer(404)", "return nil")
    told = further(tmp_path, "pier.go", text, (5, 5), "what happens without a boat to moor at this pier?")
    assert told[0] == 'In `moor`, when `boat == nil`: `slog.Warn("No boat to moor at this pier"` … `return nil`'


@pytest.mark.parametrize(("line", "question"), [(5, "what does slog.Warn say of the pier?"), (9, "is a boat moored?")])
def test_what_is_logged_is_told_where_it_is_asked_for_or_nothing_follows_from_it(
    tmp_path: Path, line: int, question: str
) -> None:
    """Behind a log call outside of a branch stands something else."""
    assert "slog" in further(tmp_path, "pier.go", LOGGED, (line, line), question)[0]


OPTIONS = """\
# pier

Boats lie here for an hour at most.

### MOORING_TIME

How long a boat may be moored. Longer ones pay twice.

### `rope`

With this `rope` of hemp a boat is moored.

### -l, --long=METRES

Moors boats that are too long.

### Long boats

A boat may be moored to two rings.
"""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (3, "Boats lie here for an hour at most."),
        (7, "MOORING_TIME: How long a boat may be moored. Longer ones pay twice."),
        (11, "With this `rope` of hemp a boat is moored."),
        (15, "-l, --long=METRES: Moors boats that are too long."),
        (19, "A boat may be moored to two rings."),
    ],
)
def test_what_is_said_of_an_entry_is_told_with_its_name(tmp_path: Path, line: int, told: str) -> None:
    """ "Default is 60 minutes." was told of no setting; a page and a section are no entries."""
    assert further(tmp_path, "pier.md", OPTIONS, (line, line), "how long may a boat be moored here?")[0] == told


def test_an_entry_that_begins_like_another_one_keeps_its_own_name(tmp_path: Path) -> None:
    """`redis_backend_use_ssl: The Redis backend supports credential provider.` was told of another setting."""
    begin = "The number of minutes that a boat waits for"
    page = f"# Pier\n\n## berth_wait\n\n{begin} a berth.\n\n## lock_wait\n\n{begin} a lock.\n"
    told = further(tmp_path, "pier.md", page, (9, 9), "how long does a boat wait for a lock?")
    assert told[0] == f"lock_wait: {begin} a lock."


def test_short_sentences_of_an_entry_are_told_together(tmp_path: Path) -> None:
    """The shortest of them stood alone below the name."""
    page = "# Pier\n\n### MOORING_TIME\n\nHow long a boat may be moored. The default is 60 minutes.\n"
    told = further(tmp_path, "pier.md", page, (5, 5), "what is the default of the mooring time?")
    assert told[0] == "MOORING_TIME: How long a boat may be moored. The default is 60 minutes."


@pytest.mark.parametrize(("items", "lines", "told"), [(5, (6, 9), 5), (5, (5, 8), 5), (8, (5, 8), 4)])
def test_a_list_is_not_told_without_its_last_item(
    tmp_path: Path, items: int, lines: tuple[int, int], told: int
) -> None:
    """Four items of each five are what is compared with the question."""
    names = [f"a boat of the {name} pier" for name in ("red", "blue", "green", "long", "short", "old", "new", "last")]
    page = "# Pier\n\nBoats lie here.\n\n" + "".join(f"- {name}\n" for name in names[:items])
    said = further(tmp_path, "pier.md", page, lines, "which boats lie at the pier?")
    assert said[0] == f"Pier: {' · '.join(names[:told])}{' …' if told < items else ''}"


def test_an_import_is_not_what_a_sentence_leads_in(tmp_path: Path) -> None:
    """ "The client will not be closed when the pier shuts: `import { Boat } from 'boats';`" was told."""
    code = "".join(f"const rope{at} = knots.tie({at}, {{ length: {at} }});\n" for at in range(8))
    example = f"```ts\nimport {{ Boat }} from 'own-boat';\n{code}```\n"
    page = f"# Pier\n\nA boat of your own is not closed:\n\n{example}"
    said = further(tmp_path, "pier.md", page, (3, 3), "is my own boat closed by the pier?")
    assert not any("import" in text for text in said)


def test_a_list_that_is_led_in_goes_to_its_end(tmp_path: Path) -> None:
    """A list of 16 lines was cut behind the twelfth, and nothing said so."""
    steps = [f"{at}. _Step {at}_. {'A boat is pulled ' * 4}\n   by its rope.\n" for at in range(1, 9)]
    page = f"# Pier\n\nA boat is moored in a few steps:\n\n{''.join(steps)}\nThen it stays.\n"
    told = further(tmp_path, "pier.md", page, (3, 3), "in which steps is a boat moored?")
    names = " · ".join(f"_Step {at}_" for at in range(1, 9))
    assert told[0] == f"A boat is moored in a few steps: {names}"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("  const LONGEST_WAIT = 40\n", "`moor`: How long a boat waits at most. … `const LONGEST_WAIT = 40`"),
        ("  for (let wait = 3; wait; wait--) tie(wait)\n", "`moor`: How long a boat waits at most."),
        ("  if (wait = 3) tie(wait)\n", "`moor`: How long a boat waits at most."),
        ("  const LONGEST_WAIT = longest(boats)\n", "`moor`: How long a boat waits at most."),
    ],
    ids=["a literal", "a loop", "a condition", "a call"],
)
def test_a_comment_is_told_with_the_literal_that_is_set_below(tmp_path: Path, code: str, told: str) -> None:
    text = f"function moor(boats) {{\n  // How long a boat waits at most.\n{code}  return count(boats)\n}}\n"
    said = further(tmp_path, "pier.js", text, (2, 2), "how long does a boat wait at most?", told="two")
    assert said[0] == told


def test_where_a_link_of_a_comment_leads_is_not_told(tmp_path: Path) -> None:
    text = (
        "/// Moors a boat, see [`Boat::tie`].\n///\n/// [`Boat::tie`]: crate::Boat::tie()\npub fn moor(boat: Boat) {}\n"
    )
    told = further(tmp_path, "pier.rs", text, (3, 3), "how do I tie a boat?")
    assert told == ["Closest to the question in `pier.rs`:"]


def test_what_an_earlier_claim_cites_is_not_told_beside_what_is_new(tmp_path: Path) -> None:
    """The head of a script was told twice, the second time with how it is used."""
    text = "#!/bin/sh\n# Moors all boats. They are moored by night.\n# Boats of iron are moored by day.\nmoor all\n"
    index, question = indexed(tmp_path, {"moor.sh": text}), read("when are boats moored?")
    (chunk,) = index.structure.chunks_of([1])
    citations = Citations(index, [], "en")
    told: Fact = {"relation": "shown", "subject": "moor.sh", "object": "They are moored by night."}
    assert citations.add(told, chunk, 2, 2, node=None)
    candidate = Candidate(passage_of(index, chunk, 1.0), Span(1, 2, "window"), 1)
    facts = facts_of(index, citations, candidate, read_sought(index, question), told="all")
    assert facts[0].fact["object"] == "Boats of iron are moored by day."


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("pier.md", "# Pier\n\nA rope that is wet is hung up.\n\n{}\n", 5),
        ("pier.md", "# Pier\n\nGulls come. A rope that is wet is\nhung up. {}\n", 4),
        ("pier.py", "def moor():\n    # A rope that is wet is hung up.\n    # {}\n    tie()\n", 3),
        ("pier.go", "// A rope that is wet is hung up.\n//\n// {}\nfunc Moor() {\n\ttie()\n}\n", 3),
    ],
)
@pytest.mark.parametrize(
    "said",
    [
        "This is done on every pier of the town.",
        "Otherwise it rots on the pier of the town.",
        "In this case the pier of the town is closed.",
        "此时码头 pier town 关闭。",
    ],
)
def test_further_sentences_stand_behind_what_they_point_back_at(
    tmp_path: Path, name: str, text: str, line: int, said: str
) -> None:
    """ "This is done on every pier of the town." alone told nobody what is done."""
    told = further(tmp_path, name, text.replace("{}", said, 1), (line, line), "what of the pier of the town?")
    assert told[0].removeprefix("`moor`: ").removeprefix("`Moor`: ") == f"A rope that is wet is hung up. {said}"


def test_a_sentence_stands_alone_where_there_is_no_room_for_the_one_before(tmp_path: Path) -> None:
    """ "This class is not thread-safe." was not told for the length of what stands before it."""
    long = f"# A rope that is {'wet and ' * 40} cold is hung up."
    code = f"def moor():\n    {long}\n    # This is not for the pier.\n    tie()\n"
    assert further(tmp_path, "pier.py", code, (3, 3), "is it for the pier?")[0] == "`moor`: This is not for the pier."


@pytest.mark.parametrize("before", ["# Other\n\nA rope that is wet is hung up.\n\n## Pier", "Ropes.\n\n```\nrope\n```"])
def test_a_sentence_points_at_no_other_section_and_past_no_example(tmp_path: Path, before: str) -> None:
    said = "This is done on every pier of the town."
    page = f"{before}\n\n{said}\n"
    line = page.count("\n")
    assert further(tmp_path, "pier.md", page, (line, line), "what of the pier of the town?")[0] == said


LIST = """\
# Pier

Boats come. A boat is tied in one
of these places:

- At the red ring
- At the blue ring
- At the crane
"""


@pytest.mark.parametrize(
    ("lines", "question", "told"),
    [
        ((6, 6), "the red ring?", "At the red ring …"),
        ((7, 7), "the blue ring?", "… At the blue ring …"),
        ((7, 8), "the crane or the blue ring?", "At the red ring · At the blue ring · At the crane"),
    ],
)
def test_items_of_a_list_are_told_with_what_leads_them_in(
    tmp_path: Path, lines: tuple[int, int], question: str, told: str
) -> None:
    """ "At the blue ring · At the crane" said nothing of what is done there, nor that the list has more."""
    said = further(tmp_path, "pier.md", LIST, lines, question)
    assert said[0] == f"A boat is tied in one of these places: {told}"


def test_no_line_out_of_a_sentence_is_told_as_one(tmp_path: Path) -> None:
    """ "Instead, the job is" was told: of a long sentence its beginning is."""
    words = [f"the rope of boat {at}" for at in range(30)]
    page = "# Pier\n\nA pier has ropes:\n" + ",\n".join(words) + ".\n"
    told = further(tmp_path, "pier.md", page, (20, 21), "where is the rope of boat 17?")
    assert "the rope of boat 17," not in told
    assert told[0].startswith("A pier has ropes: the rope of boat 0, ") and told[0].endswith(" …")


@pytest.mark.parametrize(
    ("name", "before", "line", "behind"),
    [
        ("pier.py", "class Pier:\n    def __init__(self, rope):\n", "        self.rope = rope", "\n"),
        ("pier.py", "def moor(\n    boat,\n", "    rope: str | None,", "\n):\n    tie(boat)\n"),
        ("Pier.java", "class Pier {\n", "    private final Map<String, Rope> rope;", "\n    int x = 1;\n}\n"),
        ("pier.go", "package a\n\ntype Pier struct {\n", "\tRope *Rope", "\n}\n"),
        ("pier.rs", "pub struct Pier {\n", "    pub rope: Option<Rope>,", "\n}\n"),
        ("pier.ts", "interface Pier {\n", "  rope: Rope;", "\n}\n"),
        ("pier.c", "int moor(void) {\n", "    unsigned rope;", "\n    return 0;\n}\n"),
        ("pier.js", "export default {\n  template: `<b>\n    <label>Rope\n", "    </label>", "\n  </b>`,\n};\n"),
        ("pier.js", "function moor() {\n", "  // https://pier.org/docs/rope-of-the-pier", "\n  tie(2, 3)\n}\n"),
        ("pier.ts", "class Pier {\n", "  // rope of the pier", "\n  ropeOfThePier() { return tie(2, 3) }\n}\n"),
    ],
)
def test_a_line_that_says_nothing_alone_is_no_further_sentence(
    tmp_path: Path, name: str, before: str, line: str, behind: str
) -> None:
    """ "`Pier.rope`: `pub rope: Option<Rope>,`" was one of eight sentences."""
    at = before.count("\n") + 1
    told = further(tmp_path, name, f"{before}{line}{behind}", (at, at), "which rope has the pier?")
    alone = line.strip(" \t/")
    assert not any(text.endswith((f": `{alone}`", f": {alone}")) for text in told)


DOCUMENTED = {
    "pier.ex": '''\
defmodule Pier do
  @moduledoc """
  Keeps boats at the pier.
  """
  @doc """
  Ties a boat to the pier.

      iex> Pier.tie(boat)

  ## Options

    * `:rope` - metres of rope
  """
  @spec tie(integer) :: integer
  def tie(a), do: a
end
''',
    "pier.py": '''\
class Pier:
    # Boats that lie at the pier.
    count(boats)
    def tie(self, at):
        """Tie it.

        :param at: Where:

            The pier must be near; for
            example, at a boat.
        """

    # Ropes of the pier.
    @property
    def ropes(self):
        return 2
# The pier ends with a boat.
''',
}


@pytest.mark.parametrize(
    ("name", "line", "told"),
    [
        ("pier.ex", 3, "`Pier`: Keeps boats at the pier."),
        ("pier.ex", 6, "`Pier.tie`: Ties a boat to the pier."),
        ("pier.ex", 8, "`Pier.tie`: `iex> Pier.tie(boat)`"),
        ("pier.ex", 12, "`Pier.tie`: `:rope` - metres of rope"),
        ("pier.py", 2, "`Pier`: Boats that lie at the pier."),
        ("pier.py", 9, "`Pier.tie`: The pier must be near; for example, at a boat."),
        ("pier.py", 13, "`Pier.ropes`: Ropes of the pier."),
        ("pier.py", 17, "`pier.py`: The pier ends with a boat."),
    ],
)
def test_what_documents_a_definition_is_told_of_that_one(tmp_path: Path, name: str, line: int, told: str) -> None:
    """What `@doc` says of a function was told of its module, a comment above a statement of a function below that."""
    assert further(tmp_path, name, DOCUMENTED[name], (line, line), "which boat has rope at the pier?")[0] == told


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("pier.py", "def moor(boat):\n    if boat.wet:\n{}    else:\n        tie(boat, 4)\n"),
        ("pier.js", "function moor(boat) {{\n  if (boat.wet) {{\n{}  }} else {{\n    tie(boat, 4);\n  }}\n}}\n"),
    ],
)
@pytest.mark.parametrize("between", [1, 15, 60])
def test_what_an_else_does_is_told_with_its_condition_however_far_above_that_stands(
    tmp_path: Path, name: str, code: str, between: int
) -> None:
    """Below a long branch `tie(boat, 4)` was told as if it always ran."""
    text = code.format("".join(f"        wait(boat, {at});\n" for at in range(between)))
    line = text[: text.index("tie(")].count("\n") + 1
    told = further(tmp_path, name, text, (line, line), "which boat is tied?")
    assert told[0].startswith("In `moor`, when `not boat.wet`: `tie(boat, 4)")


def test_a_field_over_several_lines_is_told_whole(tmp_path: Path) -> None:
    """A call in it was taken for a definition that ends what a line belongs to."""
    code = "class Pier {\n    private final Ropes ropes = Ropes.of(\n        Boat.all()\n            .sorted(3));\n}\n"
    told = further(tmp_path, "Pier.java", code, (3, 3), "which boats are sorted?")
    assert told[0] == "`Pier.ropes`: `private final Ropes ropes = Ropes.of( Boat.all() .sorted(3));`"


PAINTED = "Planks of the pier are painted twice in winter"
CHANGES = """\
# Changes

## v2.1.0 (2024-05-01)

- The pier is of iron.
- Ropes of the pier are wet.
- Planks of the pier are painted twice in winter

## v2.0.0

- The pier is of wood.

### Removed

- Gulls of the pier.
"""


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ((5, 5), "v2.1.0 (2024-05-01): The pier is of iron."),
        ((5, 11), f"v2.1.0 (2024-05-01): The pier is of iron. · Ropes of the pier are wet. · {PAINTED}"),
        ((7, 7), f"v2.1.0 (2024-05-01): … {PAINTED}"),
        ((11, 11), "v2.0.0: The pier is of wood."),
        ((15, 15), "v2.0.0 › Removed: Gulls of the pier."),
    ],
)
def test_what_changed_is_told_with_its_release_and_not_beside_that_of_another(
    tmp_path: Path, lines: tuple[int, int], told: str
) -> None:
    """ "Minimum SDK 23 · Requires Java 11" stood together without their versions."""
    assert (
        further(tmp_path, "CHANGELOG.md", CHANGES, lines, "what changed of the iron and the ropes of the pier?")[0]
        == told
    )


def test_what_an_option_is_given_is_not_its_name(tmp_path: Path) -> None:
    """ "Use <num> MB of memory" was told without `-m`."""
    page = "# Pier\n\n## -m, --rope=<num>\n\nUse <num> metres of rope at the pier.\n"
    told = further(tmp_path, "pier.md", page, (5, 5), "how much rope is used at the pier?")
    assert told[0] == "-m, --rope: Use <num> metres of rope at the pier."


def test_literals_in_a_row_are_read_as_one_text(tmp_path: Path) -> None:
    """ "there. ' 'Defaults to" was told."""
    rows = ("Do not ask for the rope of any boat that", "is tied to the pier. ", "Never ask for boats.")
    code = 'option("--pier", help=\n    "{}"\n    "{}"\n    "{}")\n'.format(*rows)
    told = further(tmp_path, "pier.py", code, (2, 3), "is the rope of a boat asked for?")
    assert told[0] == "`pier.py`: Do not ask for the rope of any boat that is tied to the pier."


@pytest.mark.parametrize(
    ("name", "code", "first", "other"),
    [
        ("pier.rb", "def moor\n  if wet?(3)\n    wait(4)\n  else\n    tie(5)\n  end\nend\n", "wait(4)", "tie(5)"),
        (
            "pier.sh",
            "moor() {\n  if wet 3; then\n    wait 4\n    return 0\n  else\n    tie 5\n  fi\n}\n",
            "wait 4",
            "tie 5",
        ),
    ],
)
def test_statements_that_only_a_line_sets_apart_are_not_told_as_one(
    tmp_path: Path, name: str, code: str, first: str, other: str
) -> None:
    """ "if wet 3; then wait 4 return 0 else tie 5 fi" was told, and of the other branch under its condition."""
    condition = "wet?(3)" if name == "pier.rb" else "wet 3"
    lines = code.split("\n")
    for text, told in ((first, condition), (other, f"not ({condition})" if " " in condition else f"not {condition}")):
        line = next(at for at, one in enumerate(lines, 1) if text in one)
        said = further(tmp_path / text.split()[0], name, code, (line, line), "what is done at the pier?")
        assert said[0] == f"In `moor`, when `{told}`: `{text}`"


@pytest.mark.parametrize(("at", "command"), [(4, 'pull "$boat"'), (5, 'count "$boat"')])
def test_each_command_of_a_case_of_a_shell_is_told_alone(tmp_path: Path, at: int, command: str) -> None:
    """`case $boat in big) pull "$boat" count "$boat" ;; … esac` was told of each."""
    cases = '    big)\n      pull "$boat"\n      count "$boat"\n      ;;\n    *)\n      ring\n      ;;\n'
    code = f"moor() {{\n  case $boat in\n{cases}  esac\n}}\n"
    told = further(tmp_path, "pier.sh", code, (at, at), "what is done with a boat?")
    assert told[0] == f"In `moor`, when `big`: `{command}`"


def test_a_comment_without_a_stop_is_told_apart_from_the_next_one(tmp_path: Path) -> None:
    """ "Fetch the archive Only when the old one is not there" read as one sentence."""
    code = (
        "def moor():\n    # Tie the boat of the pier\n    ring = 2\n    # Only where there is a rope\n    tie(ring)\n"
    )
    told = further(tmp_path, "pier.py", code, (2, 4), "which boat of the pier is tied where there is a rope?")
    assert "`moor`: Tie the boat of the pier · Only where there is a rope" in told


def test_a_line_with_several_definitions_is_told_of_what_is_around_them(tmp_path: Path) -> None:
    """ "`Pier.ring`: `attr_accessor :boat, :rope, :ring`" was told."""
    code = "class Pier\n  attr_accessor :boat, :rope, :ring\nend\n"
    told = further(tmp_path, "pier.rb", code, (2, 2), "what has the pier?")
    assert told[0] == "`Pier`: `attr_accessor :boat, :rope, :ring`"


def test_tags_of_a_comment_are_told_with_a_dot_between_them(tmp_path: Path) -> None:
    """ "@param node the entry @param cause the reason" read as one sentence."""
    code = (
        "class Pier {\n  /**\n   * @param boat what is tied\n   * @throws Wet if it is wet\n   */\n  void tie() {}\n}\n"
    )
    told = further(tmp_path, "Pier.java", code, (3, 4), "which boat is tied, and is it wet?")
    assert "`Pier.tie`: @param boat what is tied · @throws Wet if it is wet" in told
