"""What a question for one part of the project is answered with: `what is nsqd`, the name of a folder or of a program.

What its own README says of it, else what its files say of themselves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

from citeline.indexing.reader import Index
from citeline.model import StoredDocument
from citeline.text import fold

from ...question.intents import Intent
from ...question.question import Question
from ...question.vocabulary.words import is_ordinary
from ..draft import Draft
from .asked import aspects_asked
from .facts import project_names
from .parts import summaries_of_folder
from .summaries import summary_of_file
from .texts import Texts, stem_of

_WHAT: Final[frozenset[Intent]] = frozenset(("definition", "overview", "cell", "value", "topic"))
"""What a question for a part may be read as."""
_MOST_FOLDERS: Final = 3
"""Folders of one name: the package and the program that is made of it; with more the name says nothing."""


def part_drafts(index: Index, question: Question, sources: Collection[str] = ()) -> list[Draft]:
    """What is said of the folder, or the file, that all of a question is about; none for the project as a whole, an
    ordinary word unless it is called a part, a name that many folders have, and where nothing is said of it.
    """
    is_called_part = question.intents[0] in _WHAT and "part" in question.cues
    name = question.definition or (question.about if is_called_part else "")
    is_plain = name.isalpha() and name.islower() and is_ordinary(name, strict=True)
    if not name or (is_plain and not is_called_part):
        return []
    names = project_names(index)
    # `What does this plugin do?` asks for the whole, whatever folder is called `plugin`.
    if name.lower() in names or aspects_asked(question) or "parts" in aspects_asked(question, names):
        return []
    last = fold(name.strip("/").rpartition("/")[2])
    if not any(last in fold(path) for path in index.structure.paths()):
        return []
    documents = [one for one in index.structure.documents() if index.is_in(one.path, sources)]
    texts = Texts(index.structure, documents)
    # A folder of tests or examples is meant where nothing else is called so, and it is named as a folder.
    found = _folders(name, [one for one in documents if not texts.is_aside(one)])
    if not found and (is_called_part or "/" in name):
        found = _folders(name, documents)
    if exact := found.get(name.strip("/")):
        found = {name.strip("/"): exact}
    if len(found) > _MOST_FOLDERS:
        return []
    told = [list(_told(texts, folder, within)) for folder, within in found.items()]
    # The program that is made of a package has its name, and repeats its README.
    return min(told, key=lambda drafts: not any(one.fact["relation"] == "part" for one in drafts), default=[])


def _folders(name: str, documents: Sequence[StoredDocument]) -> Mapping[str, list[StoredDocument]]:
    """The folders that are called so with all that lies in them, the outermost first; else the files, each alone."""
    asked = [fold(part) for part in name.strip("/").split("/")]
    folders: defaultdict[str, list[StoredDocument]] = defaultdict(list)
    files: dict[str, list[StoredDocument]] = {}
    for document in documents:
        *above, own = document.path.split("/")
        folded = [fold(part) for part in above]
        for depth, path in enumerate(accumulate(above, lambda one, other: f"{one}/{other}"), start=1):
            if folded[:depth][-len(asked) :] == asked:
                folders[path].append(document)
        if [*folded, fold(stem_of(own))][-len(asked) :] == asked:
            files[document.path] = [document]
    # A folder within one of its own name is a part of it.
    outer = {path: held for path, held in folders.items() if not any(path.startswith(f"{one}/") for one in folders)}
    return dict(sorted((outer or files).items(), key=lambda one: (one[0].count("/"), one[0])))


def _told(texts: Texts, path: str, within: Sequence[StoredDocument]) -> Iterator[Draft]:
    """What a folder says of itself, or a file; else what these define."""
    is_file = [one.path for one in within] == [path]
    told = [summary_of_file(texts, within[0])] if is_file else summaries_of_folder(texts, path, within)
    yield from (one.draft(path) for one in told if one is not None)
