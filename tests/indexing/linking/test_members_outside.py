"""Members that stand outside of the body of their type belong to it: without them, half of a type of Go is unknown."""

from contextlib import closing
from pathlib import Path

import pytest

from citeline.indexing.stores.structure_reader import StructureReader
from citeline.model import EdgeKind

from .corpus import LinkedCorpus

_INSIDE: tuple[EdgeKind, ...] = ("contains",)
_GO = {
    "a/server.go": "package a\n\ntype Server struct {\n\tAddr string\n}\n\nfunc (s *Server) Start() {}\n",
    "a/more.go": "package a\n\nfunc (s Server) listen() {}\n\nfunc helper() {}\n",
    "b/server.go": "package b\n\ntype Server struct{}\n\nfunc (s *Server) Stop() {}\n",
}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (
            _GO,
            {
                "a/server.go:Server.Start a/server.go:Server",
                "a/more.go:Server.listen a/server.go:Server",
                "b/server.go:Server.Stop b/server.go:Server",
            },
        ),
        (
            {
                "Cargo.toml": '[package]\nname = "pool"\n',
                "src/lib.rs": "mod more;\npub struct Pool;\nimpl Pool {\n    pub fn new() -> Pool { Pool }\n}\n",
                "src/more.rs": "use crate::Pool;\nimpl Pool {\n    fn drain(&self) {}\n}\nimpl Iterator for Vec<u8> {\n"
                "    fn next(&mut self) {}\n}\n",
            },
            {"src/lib.rs:Pool.new src/lib.rs:Pool", "src/more.rs:Pool.drain src/lib.rs:Pool"},
        ),
        (
            {
                "tree.hpp": "class Tree {\npublic:\n    void grow();\n};\n",
                "tree.cpp": '#include "tree.hpp"\nvoid Tree::grow() {}\nvoid free_one() {}\n',
            },
            {"tree.cpp:Tree.grow tree.hpp:Tree"},
        ),
        (
            {"Box.kt": "class Box {\n    fun open() {}\n}\n", "more.kt": "fun Box.close() {}\nfun String.shout() {}\n"},
            {"more.kt:Box.close Box.kt:Box"},
        ),
        (
            {
                "Bag.swift": "struct Bag {\n    func put() {}\n}\n",
                "More.swift": "extension Bag {\n    func take() {}\n}\nextension Array {\n    func none() {}\n}\n",
            },
            {"More.swift:Bag.take Bag.swift:Bag"},
        ),
    ],
    ids=["go", "rust", "c++", "kotlin", "swift"],
)
def test_members_outside_of_a_type_lead_to_it(tmp_path: Path, files: dict[str, str], expected: set[str]) -> None:
    with LinkedCorpus(tmp_path, files) as corpus:
        assert {edge.replace(" extends ", " ") for edge in corpus.edges("extends")} == expected


def test_readers_see_them_inside_of_their_type(tmp_path: Path) -> None:
    """A walk from a type of Go, and the way between two types, never came to its methods."""
    with LinkedCorpus(tmp_path, _GO) as corpus:
        corpus.connection.commit()
        structure = StructureReader(tmp_path / "structure.db")
        with closing(structure):
            nodes = {int(node.id): node for one in structure.documents() for node in structure.nodes_of(int(one.id))}
            (server,) = (one for one in nodes.values() if (one.kind, one.path) == ("struct", "a/server.go"))
            below = {nodes[int(edge.target)].name for edge in structure.edges_from([server.id], _INSIDE)}
            assert below == {"Addr", "Start", "listen"}
            (start,) = (one for one in nodes.values() if one.name == "Start")
            around = {nodes[int(edge.source)].kind for edge in structure.edges_to([start.id])}
            assert around == {"file", "struct"}


def test_a_type_that_comes_or_goes_takes_its_members_along(tmp_path: Path) -> None:
    """A refresh left methods at a type that is there no longer, or never found the one that came."""
    with LinkedCorpus(tmp_path, _GO) as corpus:
        server = _GO["a/server.go"]
        corpus.change({"a/server.go": server.replace("type Server", "type Servant")})
        corpus.assert_linked_as_anew()
        corpus.change({"a/server.go": None, "a/type.go": "package a\n\ntype Server struct{}\n"})
        corpus.assert_linked_as_anew()
        assert "a/more.go:Server.listen extends a/type.go:Server" in corpus.edges("extends")
