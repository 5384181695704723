"""`$.files`: what has nothing to cite is named, so that a count of files is no puzzle."""

from __future__ import annotations

from pathlib import Path

from citeline.settings import Settings
from citeline.tools.docql.evaluation.corpus import Corpus
from citeline.tools.docql.query import query
from citeline.tools.handle import index


def test_an_empty_file_is_named_beside_the_list_of_files(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "a.csv").write_text("x,y\n1,2\n")
    (tree / "empty.txt").touch()
    with index(tree, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        corpus = Corpus(handle.reader.structure, tree)
        found = query(corpus, "$.files")
        assert [item.values["path"] for item in found.items] == ["a.csv"]
        assert found.notes == ("empty.txt is left out: 0 bytes",)
        assert query(corpus, "$.code.functions").notes == ()
