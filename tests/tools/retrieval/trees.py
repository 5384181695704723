"""Small trees with an index: real stores, real vectors, a few files."""

from collections.abc import Mapping
from pathlib import Path

from citeline.indexing.reader import Index
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle, index
from citeline.tools.question.question import translate
from citeline.tools.question.read import read
from citeline.tools.retrieval.channels import gather
from citeline.tools.retrieval.corpus import corpus_of
from citeline.tools.retrieval.query import SearchQuery, make_query
from citeline.tools.retrieval.signals import Signals, read_signals


def write(tree: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    tree.mkdir(exist_ok=True)
    return tree


def indexed(tree: Path, home: Path) -> IndexHandle:
    return index(tree, settings=Settings(home=home, workers=1))


def paths(handle: IndexHandle, question: str, top_k: int = 10) -> list[str]:
    """Paths of the hits, best first, each file once."""
    return list(dict.fromkeys(hit.chunk.path for hit in handle.search(question, top_k=top_k).hits))


def signals(index: Index, query: SearchQuery) -> Signals:
    """What the channels of the table say together."""
    return read_signals(corpus_of(index), gather(index, query))


def asked(question: str, *exact: str) -> SearchQuery:
    return make_query(read(question), translate(read(question)), {"exact": list(exact), "parts": [], "related": []})


def long_functions(*names: str) -> str:
    """Python source of functions so long and so different that each is a chunk of its own."""
    return "\n\n".join(
        f"def {name}(value):\n"
        + "".join(f"    value.{name}_{line} = value.before_{name}_{line}\n" for line in range(25))
        for name in names
    )
