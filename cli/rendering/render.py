"""Answers as a person reads them in a terminal.

Everything that comes from a source passes through `visible`: a file must not be able to move the cursor, colour the
screen or reverse the text that a person relies on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from citeline.markup import live, without_colon
from citeline.pages import line_range, may_be_marked_up, place
from citeline.text import STOPWORDS, unique, words
from citeline.visible import one_line, visible

from ..console import file_link
from .counts import counted
from .cut_lines import WITH_ESCAPES, as_read, cut_around, without_targets

MARGIN = " " * 6
_HANGING: Final = " " * 4
"""Before all lines of a sentence but the first, where it stands among others."""
_MARKED = 3
"""Characters of a word of the question that is marked."""
_SENTENCE = 60
"""Columns of the sentences beside which places stand one below the other; a longer one pushes its place aside."""
_NARROWEST = 20
"""Columns for a line of source, however narrow the screen."""
_PREVIEW_LINES = 12
_WHOLE_LINES = 20
"""Of what the first sentence cites: with half as many more as long as a list or an order may be."""
_PREVIEW_COLUMNS = 400
"""A data file on one line must not fill the screen forty times; what is shown of it is around the words asked for."""
_PARAGRAPH_COLUMNS = 1_000
"""Of what the first sentence cites, in a document that has its paragraphs on one line each."""
_WORDS: Final[Mapping[object, tuple[str, str]]] = {
    True: ("resolves", "green"),
    "unchanged": ("unchanged", "green"),
    "moved": ("↷ moved", "yellow"),
    "supported": ("✓ proved", "green"),
    "place": ("right place", "blue"),
    "partly": ("~ partly", "yellow"),
    "not_shown": ("? not shown", "yellow"),
}
"""Verdicts as they are printed; any other one is a cross and its word. The tick is for what is proved, nothing else."""
_HOLDS: Final = frozenset({"supported", "place"})
_ANSWERS: Final = {"partly": "perhaps", "not_stated": "not stated"}
"""How verdicts are printed that are not printed as they are called."""
_FIRST_STEP = "plan_intent"
"""Its notes are about the question itself and stand above the answer."""


def print_hanging(label: Text, body: Text, console: Console) -> None:
    """The label, and beside it the body, wrapped into a column of its own."""
    for part, line in enumerate(body.wrap(console, max(console.width - label.cell_len, _NARROWEST)) or [Text()]):
        line.rstrip()
        console.print(Text.assemble(Text(" " * label.cell_len) if part else label, line), soft_wrap=True)


def item_snippet(
    item: Mapping[str, Any],
    console: Console,
    limit: int = _PREVIEW_LINES,
    *,
    marked: Sequence[str] = (),
    telling: bool = False,
    whole: bool = False,
    below: Sequence[tuple[int, str]] | None = None,
) -> None:
    """The first lines of a hit or of evidence; `telling`: those with most of the marked words; `whole`: with paragraphs
    as long as they are; `below`: no others than these, with their numbers.
    """
    first, language = item["start_line"], item.get("language") or _language(item)
    columns = _PARAGRAPH_COLUMNS if whole and _is_prose(language) else _PREVIEW_COLUMNS
    read = as_page(str(item["path"]), item["text"])
    if read is None and below is None:
        lines = item["text"].split("\n")
        if ahead := _most_telling(lines, marked, limit) if telling else 0:
            console.print(Text(f"{MARGIN}… {counted(ahead, 'line')}", style="dim"))
        text = "\n".join(lines[ahead:])
        snippet(text, first + ahead, language, console, limit, marked=marked, columns=columns)
        return
    # A page is shown as it reads; lines with nothing but markup are left out.
    shown = below or [] if read is None else [(at, line) for at, line in enumerate(read, start=first) if line]
    text, numbers = "\n".join(line for _, line in shown), [number for number, _ in shown]
    language = language if read is None else "markdown"
    if shown:
        snippet(text, first, language, console, limit, numbers=numbers, marked=marked, columns=columns)


def _most_telling(lines: Sequence[str], marked: Sequence[str], limit: int) -> int:
    """How many lines stand above the run of `limit` lines that has most of the words; 0 where the first ones have as
    many, or all are shown.
    """
    if len(lines) <= limit + limit // 2:
        return 0
    held = [{word for word in marked if word.lower() in line.lower()} for line in lines]

    def found(start: int) -> int:
        return len(set[str]().union(*held[start : start + limit]))

    best = max(range(len(lines) - limit + 1), key=lambda start: (found(start), -start))
    if found(best) <= found(0):
        return 0
    telling = next(at for at in range(best, best + limit) if held[at])
    with_lead = telling - bool(telling and lines[telling - 1].strip())
    return min(with_lead, len(lines) - limit)


def snippet(
    source: str,
    first: int,
    language: str,
    console: Console,
    limit: int,
    *,
    numbers: Sequence[int] = (),
    marked: Sequence[str] = (),
    columns: int = _PREVIEW_COLUMNS,
) -> None:
    """Lines of a source with their numbers, coloured, the first `limit` of them; `first` is the number of the first.

    `numbers` are those of all lines where they do not follow each other. Half as many more than `limit` are all shown:
    "2 more lines" helps nobody. `marked`: words of the question, which stand out; `columns`: of a line, which is cut
    around them.
    """
    lines = visible(source).split("\n")
    if language in WITH_ESCAPES:
        lines = [without_targets(line, console.width - len(MARGIN)) for line in lines]
    limit = len(lines) if len(lines) <= limit + limit // 2 else limit
    shown = "\n".join(cut_around(line, marked, columns).expandtabs(4) for line in lines[:limit])
    code = _coloured(shown, language, console)
    counted_from = numbers[: len(code)] or range(first, first + len(code))
    digits = len(str(counted_from[-1])) if counted_from else 1
    for number, line in zip(counted_from, code, strict=False):
        line.highlight_words(marked, "bold underline", case_sensitive=False)
        print_hanging(Text(f"{MARGIN}{number:>{digits}} ", style="dim"), line, console)
    if len(lines) > limit:
        console.print(Text(f"{MARGIN}{'…':>{digits}} {counted(len(lines) - limit, 'more line')}", style="dim"))


def _coloured(shown: str, language: str, console: Console) -> list[Text]:
    """The lines of a text, in colours where the console has any."""
    if console.color_system is None:
        return [Text(line) for line in shown.split("\n")]
    from rich.syntax import Syntax  # its lexers take longer to import than a search does

    # Not printed by Syntax, which fills every line with spaces up to the width. The line feed is its own, and dropped.
    return list(
        Syntax("", _lexer(language), theme="ansi_dark", background_color="default").highlight(f"{shown}\n").split()
    )


def as_page(path: str, text: str) -> Sequence[str] | None:
    """The lines of a page of HTML or roff as they read, names of entries without a mark; None for any other file."""
    if not may_be_marked_up(path):
        return None
    from citeline.indexing.parsers.languages import language_of  # only pages need them
    from citeline.indexing.parsers.markup.man_reading import ENTRY_LEVEL
    from citeline.indexing.parsers.markup.reading import is_read, shown_lines

    language = language_of(path, text)
    if not is_read(language):
        return None
    mark = f"{'#' * ENTRY_LEVEL} " if language == "man" else ""
    return [line.removeprefix(mark) for line in shown_lines(text, language, path)]


def _language(item: Mapping[str, Any]) -> str:
    from citeline.indexing.parsers.languages import language_of  # hits say it themselves, evidence does not

    return language_of(str(item["path"]), item["text"])


def words_to_mark(question: str) -> list[str]:
    """What of a question stands out in the lines that are shown for it: its names, and words of some length."""
    return [word for word in unique(words(question)) if word.lower() not in STOPWORDS and len(word) >= _MARKED]


def _is_prose(language: str) -> bool:
    from citeline.indexing.parsers.languages import format_of

    return format_of(language) not in ("code", "data")


def _lexer(language: str) -> str:
    # Pygments calls it differently, and an unknown name must not fail: `text` colours nothing.
    return {"c_sharp": "csharp", "tsx": "typescript", "": "text"}.get(language, language)


def _verdict(verdicts: Mapping[str, Any], everything: bool, *, silent: Collection[str]) -> Text:
    """Whether the lines carry the sentence, and whatever else does not hold of the citation. Nothing of one that holds
    with a verdict that is `silent`.
    """
    resolves, unchanged, supports = verdicts["resolves"], verdicts["unchanged"], verdicts["supports"]
    fine = resolves and unchanged == "unchanged"
    if fine and supports in silent:
        return Text()
    shown = [(supports, "")] if fine and not everything else []
    shown = shown or [(resolves, ""), (unchanged, _lines_now(verdicts)), (supports, "")]
    line = Text(" ")
    for value, more in shown:
        wrong = "✗ does not resolve" if value is False else f"✗ {value}"
        word, colour = _WORDS.get(value, (wrong, "red"))
        line.append(" · " if len(line) > 1 else "").append(f"{word}{more}", style=colour)
    return line


def _lines_now(verdicts: Mapping[str, Any]) -> str:
    """` to 57-68` for a text that has moved."""
    first, last = verdicts.get("moved_to") or (0, 0)
    return f" to {line_range(first, last)}" if first else ""


def render_answer(
    answer: Mapping[str, Any], console: Console, *, everything: bool = False, verdicts: bool = False
) -> None:
    """The answer first, then the lines that each sentence cites; at the end what was checked and what it cost.

    `everything`: further claims too. `verdicts`: what was checked of each citation, by default only where it fails.
    """
    from citeline.graph.answer_text import (  # a search has none
        lines_below,
        sentence_above,
        told_by_sentences,
        unanswered_sentences,
        worst_verdicts,
    )
    from citeline.tools.answer.writing.rendering import shown_whole
    from citeline.tools.answer.writing.verdict import DOUBTFUL, opening_of

    if answer["status"] == "partial":
        console.print("PARTIAL: the budget is spent", style="bold yellow")
    # What is answered is another question than the one that was asked: its end, say, was not read.
    _notes((note for note in answer["degradations"] if note["step"] == _FIRST_STEP), console, "yellow")
    if answer["status"] == "not_found":
        first, _, rest = live(visible(answer["answer"])).partition("\n")
        console.print(Text.assemble((first, "bold yellow"), f"\n{rest}" if rest else ""))
    elif not answer["claims"]:
        console.print(Text(live(visible(answer["answer"]))))
    elif opening := opening_of(answer):
        console.print(Text(visible(opening), style="yellow"), end="\n\n")
    more = answer.get("more", [])
    claims = [*answer["claims"], *(more if everything else [])]
    evidence = {item["id"]: item for item in answer["evidence"]}
    worst = worst_verdicts(claims)
    marked = words_to_mark(answer.get("question", ""))
    bare = set() if verdicts else told_by_sentences(claims, evidence)
    # Beside lines that may not answer a tick would read as if they did.
    judged = answer.get("answers") or {}
    ticked = verdicts or not (judged.get("verdict") == "not_stated" or judged.get("why") == DOUBTFUL)
    silent = frozenset[str]() if ticked else _HOLDS
    whole = shown_whole(claims, evidence)
    shown: set[int] = set()
    rows = _rows(claims, evidence, bare, worst, console, silent=silent | {"supported"})
    for number, claim in enumerate(claims):
        if number in rows:
            shown.update(claim["evidence"])
            console.print(rows[number], soft_wrap=True, end="\n" if number + 1 in rows else "\n\n")
            continue
        is_above = len(claim["evidence"]) == 1 and not bare.union(shown).intersection(claim["evidence"])
        text = sentence_above(claim, evidence[claim["evidence"][0]]) if is_above else claim["text"]
        print_hanging(Text(), _sentence({**claim, "text": text}, evidence), console)
        for identity in claim["evidence"]:
            if identity not in shown:
                item = evidence[identity]
                shown.add(identity)
                _render_citation(item, worst[identity], console, verdicts, silent=silent)
                if identity not in bare:
                    is_whole = identity in whole
                    limit = _WHOLE_LINES if is_whole else _PREVIEW_LINES
                    below = None if verdicts else lines_below(claim, item)
                    item_snippet(item, console, limit, marked=marked, whole=is_whole, below=below)
        console.print()
    for sentence in unanswered_sentences(answer):
        console.print(Text(visible(sentence), style="yellow"), end="\n\n")
    _footer(answer, list(worst.values()), console, more=0 if everything else len(more), ticked=ticked)


def _sentence(claim: Mapping[str, Any], evidence: Mapping[int, Mapping[str, Any]], *, marked: bool = True) -> Text:
    marks = "".join(f"[{identity}]" for identity in claim["evidence"]) if marked else ""
    languages = {_language(evidence[identity]) for identity in claim["evidence"]}
    text = as_read(one_line(without_colon(claim["text"])), languages)
    return Text.assemble(text, " " if marks else "", (marks, "bold cyan"))


def _rows(
    claims: Sequence[Mapping[str, Any]],
    evidence: Mapping[int, Mapping[str, Any]],
    bare: Collection[int],
    worst: Mapping[int, Mapping[str, Any]],
    console: Console,
    *,
    silent: Collection[str],
) -> Mapping[int, Text]:
    """Claims that are told in a line each, by their number: the sentence with its place behind it, or below it where
    there is no room. Only those of one citation that holds, whose lines are not shown (`bare`); what is `silent` has no
    verdict.

    Of short ones that follow each other the places stand one below the other.
    """
    told = [(number, claim, claim["evidence"][0]) for number, claim in enumerate(claims) if len(claim["evidence"]) == 1]
    parts = {
        number: (
            _sentence(claim, evidence, marked=False),
            Text(f" [{identity}]", style="bold cyan"),
            place_link(evidence[identity], console) + _verdict(worst[identity], everything=False, silent=silent),
        )
        for number, claim, identity in told
        if identity in bare and {worst[identity]["supports"], claim["verdicts"][str(identity)]["supports"]} <= _HOLDS
    }
    widths: dict[int, int] = {}
    for number, (sentence, mark, where) in parts.items():
        own = sentence.cell_len + mark.cell_len
        if own <= _SENTENCE and own + 2 + where.cell_len <= console.width:
            widths[number] = max(own, widths.get(number - 1, 0))
    for number in reversed(widths):
        widths[number] = max(widths[number], widths.get(number + 1, 0))
    rows: dict[int, Text] = {}
    for number, (sentence, mark, where) in parts.items():
        lines = list(sentence.wrap(console, max(console.width - len(_HANGING), _NARROWEST)))
        for line in lines:
            line.rstrip()
        left = console.width - lines[-1].cell_len - mark.cell_len - where.cell_len - len(_HANGING) * (len(lines) > 1)
        gap = min(left, max(2, widths.get(number, 0) - lines[-1].cell_len - mark.cell_len + 2))
        if left >= 2:
            lines[-1] = Text.assemble(lines[-1], mark, " " * gap, where)
        else:
            lines.append(Text.assemble(mark[1:], "  ", where))
        rows[number] = Text(f"\n{_HANGING}").join(lines)
    return rows


def place_link(item: Mapping[str, Any], console: Console, style: str = "cyan") -> Text:
    """Where it stands, as a link to the file."""
    return Text(place(item), style=f"{style}{file_link(console, item['path'], item['start_line'])}")


def _render_citation(
    item: Mapping[str, Any], verdicts: Mapping[str, Any], console: Console, everything: bool, *, silent: Collection[str]
) -> None:
    title = Text.assemble((f"  [{item['id']}] ", "bold cyan"), place_link(item, console))
    if item.get("name"):
        title.append(f"  {one_line(item['name'])}", style="magenta")
    verdict = _verdict(verdicts, everything, silent=silent)
    # Never wrapped inside: a place that is cut in two can be neither copied nor clicked.
    apart = title.cell_len + verdict.cell_len >= console.width
    console.print(Text.assemble(title, "\n     " if apart else " ", verdict), soft_wrap=True)
    said_why = everything or verdicts["supports"] not in ("supported", "place")
    if verdicts["supports"] != "supported" and said_why and verdicts.get("why"):
        print_hanging(Text("      "), Text(one_line(verdicts["why"]), style="yellow"), console)


def _footer(
    answer: Mapping[str, Any], verdicts: Sequence[Mapping[str, Any]], console: Console, *, more: int, ticked: bool
) -> None:
    """What was checked and what it cost; `more`: claims that are not shown; nothing is proved without `ticked`."""
    usage = answer["usage"]
    parts = []
    if answers := (answer.get("answers") or {}).get("verdict"):
        parts.append(f"answers: {_ANSWERS.get(answers, answers)}")
    if verdicts:
        resolve = sum(bool(verdict["resolves"]) for verdict in verdicts)
        same = sum(verdict["unchanged"] == "unchanged" for verdict in verdicts)
        proved = sum(verdict["supports"] == "supported" for verdict in verdicts)
        placed = sum(verdict["supports"] == "place" for verdict in verdicts)
        fine = resolve == same == len(verdicts)
        told = "resolved, unchanged" if fine else f"{resolve} resolve · {same} unchanged"
        if ticked:
            told += ", proved" if fine and proved == len(verdicts) else f"{',' if fine else ' ·'} {proved} proved"
            told += f" · {placed} right place" if placed else ""
        parts.append(f"{counted(len(verdicts), 'citation')}: {told}")
    if more:
        parts.append(f"{more} more: --all")
    tokens = usage["input_tokens"] + usage["output_tokens"]
    parts.append(f"{tokens} tokens · ${usage['usd']:.2f} · {usage['seconds'] * 1000:.0f} ms")
    lines: list[str] = []
    for part in parts:
        beside = f"{lines[-1]}   {part}" if lines else ""
        lines[-1:] = [beside] if beside and len(beside) <= console.width else [*lines[-1:], part]
    console.print(Text("\n".join(lines), style="dim"))
    if any(verdict["unchanged"] != "unchanged" for verdict in verdicts):
        console.print(Text("the folder has changed since it was indexed: run `citeline index`", style="yellow"))
    _notes((note for note in answer["degradations"] if note["step"] != _FIRST_STEP), console, "dim yellow")


def _notes(notes: Iterable[Mapping[str, Any]], console: Console, style: str) -> None:
    for note in notes:
        # What happened before the first search is said of the question or the index, whatever the step is called.
        step = "" if note["step"] == _FIRST_STEP else f"{note['step']}: "
        console.print(Text(visible(f"{step}{note['from']} → {note['to']} ({note['why']})"), style=style))
