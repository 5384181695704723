"""What the lines of a claim are called: a reader who looks for the named section finds them there."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from citeline.state import Fact
from citeline.tools.answer.writing.citing import Citations
from tests.indexing.extraction.word_files import manual
from tests.indexing.small_index import build_small, open_small


def _quoted(line: str) -> Fact:
    return {"relation": "quoted", "subject": "", "object": line}


def test_a_line_is_called_after_the_section_that_it_stands_in(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    (root / "manual.docx").write_bytes(manual())
    build_small(root, tmp_path / "home")
    with closing(open_small(root, tmp_path / "home")) as index:
        (document,) = index.structure.documents()
        headings = [node for node in index.structure.nodes_of(document.id) if node.kind == "heading"]
        citations = Citations(index, [], "en")
        shared = 0
        for chunk in index.structure.chunks_of([document.id]):
            for number, line in enumerate(chunk.text.split("\n"), chunk.start_line):
                around = [node for node in headings if node.start_line <= number <= node.end_line]
                if line.strip() and around and citations.add(_quoted(line), chunk, number, number, node=None):
                    assert citations.added[-1]["name"] == around[-1].name
                    shared += around[-1].name != chunk.name
        assert shared, "no chunk of this document holds two sections"
