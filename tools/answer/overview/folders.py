"""What a folder says that it is for: in its README, in the comment of its package, in its manifest.

What one of its types or functions says of itself is not said of the folder, unless the type is called like it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from posixpath import basename, dirname
from typing import Final

from citeline.model import StoredDocument

from .manifests import manifests_of
from .prose import purpose_of
from .summaries import Summary, doors_of, speaks_for_folder, summary_of_file, summary_of_own_type, summary_of_text
from .texts import Texts, stem_of

_SENTENCES: Final = 2
_TRIED: Final = 6
"""Files of a folder that are looked at."""


def summaries_of_folder(texts: Texts, folder: str, within: Sequence[StoredDocument]) -> list[Summary]:
    """Sentences of the first source that says anything, else the names that its first file defines; `within`: all of
    its documents.
    """
    own = {folder, f"{folder}/src"}
    code = [one for one in within if one.format == "code"]
    code = [one for one in code if not texts.is_aside(one)] or code
    files = _speakers(doors_of(code, folder), folder)[:_TRIED]
    beside = [one for one in within if dirname(one.path) in own]
    doors = [one for one in files if speaks_for_folder(one, folder) or len(files) == 1]
    said = chain(
        _of_readme(texts, folder, beside),
        (one for door in doors if (one := summary_of_text(texts, door)) is not None),
        _of_manifest(texts, folder, beside),
        (one for file in files if (one := summary_of_own_type(texts, file, basename(folder))) is not None),
    )
    first = next(said, None)
    if first is None:
        named = (summary_of_file(texts, one, names_only=True) for one in files)
        return [*islice((one for one in named if one is not None), 1)]
    more = (one for one in said if one.document.id == first.document.id and one.start_line > first.start_line)
    return [first, *islice(more, _SENTENCES - 1)] if first.document.format != "code" else [first]


def _of_readme(texts: Texts, folder: str, beside: Sequence[StoredDocument]) -> Iterator[Summary]:
    stems = ("readme", basename(folder).lower())
    pages = [one for one in beside if one.format in ("prose", "text") and stem_of(one.path) in stems]
    for page in sorted(pages, key=lambda one: stems.index(stem_of(one.path)))[:1]:
        for said in purpose_of(texts, page, [basename(folder)]):
            yield Summary(said.text, said.document, said.start_line, said.end_line)


def _of_manifest(texts: Texts, folder: str, beside: Sequence[StoredDocument]) -> Iterator[Summary]:
    of_folder = [one for one in beside if dirname(one.path) == folder]
    for _, stated in manifests_of(Texts(texts.structure, of_folder)):
        yield from (Summary(s.value, s.document, s.start_line, s.end_line) for s in stated if s.kind == "purpose")


def _speakers(documents: Sequence[StoredDocument], folder: str) -> Sequence[StoredDocument]:
    """The files that lie in the folder itself, or in the only folder in it: one of several speaks only for itself."""
    inside = {rest.partition("/")[0] for document in documents if "/" in (rest := document.path[len(folder) + 1 :])}
    own = [document for document in documents if "/" not in document.path[len(folder) + 1 :]]
    return own if own or len(inside) > 1 else documents
