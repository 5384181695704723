"""The lexicon of one project: a person's own words, those of its `citeline.toml`, and the shipped ones."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from stat import S_ISREG
from weakref import ref

from citeline.errors import ProjectFileError
from citeline.indexing.object_cache import cache_per_object
from citeline.indexing.reader import Index
from citeline.indexing.sources.project_file import PROJECT_FILE, WordGroup, read_words
from citeline.text import is_cjk, term_id, terms

from ..question.vocabulary.lexicon import Concept, Lexicon, lexicon_at
from .corpus import corpus_of


def lexicon_of(index: Index, path: str) -> Lexicon:
    """What words mean in the tree of an index; `path` is the file of the settings, as for `lexicon_at`.

    The project's file is read as it is now, so that a new word needs no new index; one that cannot be read has no
    words. Raises SettingsError for a file of the settings that is no lexicon.
    """
    lexicon, kept = lexicon_at(path, _concepts_of(index.root)), _of_index(index)
    if lexicon not in kept:
        known = ref(index)  # a reading that is kept keeps no index open

        def held(word: str) -> int:
            if (index := known()) is None:
                return 0
            asked = {term_id(term) for term in terms(word)}
            found = corpus_of(index).chunk_frequencies(asked)
            return min((found.get(term, 0) for term in asked), default=0)

        kept[lexicon] = lexicon.of_corpus(held)
    return kept[lexicon]


@cache_per_object
def _of_index(index: Index) -> dict[Lexicon, Lexicon]:
    """By lexicon the same one that knows which words the index has."""
    del index
    return {}


def _concepts_of(root: Path) -> tuple[Concept, ...]:
    try:
        state = (root / PROJECT_FILE).stat()
        return _read_concepts(root, (state.st_mtime_ns, state.st_size)) if S_ISREG(state.st_mode) else ()
    except (OSError, ProjectFileError):
        return ()  # half-saved, say: a question needs no project file, and `status` and `index` tell of it


@lru_cache(maxsize=8)
def _read_concepts(root: Path, changed: tuple[int, int]) -> tuple[Concept, ...]:
    del changed  # in the key only: an edited file is read again
    return tuple(map(_concept, read_words(root)))


def _concept(group: WordGroup) -> Concept:
    return Concept(
        english=tuple(word for word in group if not is_cjk(word)),
        foreign=tuple(word for word in group if is_cjk(word)),
        stands_for_all=True,
    )
