"""Diagrams in the graph: edges to what they name, between what their arrows join, and none that is a guess."""

from __future__ import annotations

from pathlib import Path

import pytest

import citeline
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle

TREE = {
    "shop/orders.py": "class OrderService:\n    def place(self):\n        return 1\n",
    "shop/store.py": "class Store:\n    def save(self):\n        return 1\n\n\ndef start():\n    return 1\n",
    "docs/billing.md": "# Billing\n\nWords about bills.\n",
    "docs/design.md": (
        "# Design\n\n## How it works\n\n```mermaid\nflowchart LR\n"
        "  A[OrderService] -->|saves| B[Store]\n  A --> C[Billing]\n  start --> user\n```\n"
    ),
    "docs/flow.puml": (
        "@startuml\ntitle Flow of orders\nparticipant OrderService\nOrderService -> Store : save()\n@enduml\n"
    ),
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, text in TREE.items():
        (tmp_path / "tree" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tree" / path).write_text(text)
    return tmp_path / "tree"


def indexed(root: Path, *, rebuild: bool = False) -> IndexHandle:
    return citeline.index(root, settings=Settings(home=root.parent / "home"), rebuild=rebuild)


def edges(handle: IndexHandle) -> set[tuple[str, str, str, int]]:
    """Edges of the kinds that diagrams make, by paths and names."""
    structure = handle.reader.structure
    nodes = {
        int(node.id): f"{node.path}:{node.name}"
        for document in structure.documents()
        for node in structure.nodes_of(document.id)
    }
    found = structure.edges_from(list(nodes), ["mentions", "references"])
    return {(nodes[edge.source], edge.kind, nodes[edge.target], edge.line) for edge in found}


ORDERS, STORE = "shop/orders.py:OrderService", "shop/store.py:Store"
EXPECTED = {
    ("docs/design.md:mermaid", "mentions", ORDERS, 7),
    ("docs/design.md:mermaid", "mentions", STORE, 7),
    ("docs/design.md:mermaid", "mentions", "docs/billing.md:Billing", 8),
    (ORDERS, "references", STORE, 7),
    (ORDERS, "references", "docs/billing.md:Billing", 8),
    ("docs/flow.puml:plantuml", "mentions", ORDERS, 3),
    ("docs/flow.puml:plantuml", "mentions", STORE, 4),
}


def test_shapes_and_arrows_become_edges_and_words_do_not(root: Path) -> None:
    with indexed(root) as handle:
        assert edges(handle) == EXPECTED


def test_after_a_change_the_edges_are_those_of_a_new_index(root: Path) -> None:
    for number in range(40):
        (root / f"other{number}.md").write_text(f"# Other {number}\n")
    indexed(root).close()
    (root / "docs/billing.md").write_text("# Invoices\n\nWords about bills.\n")
    (root / "docs/flow.puml").unlink()
    with indexed(root) as updated:
        after = edges(updated)
    with indexed(root, rebuild=True) as fresh:
        assert after == edges(fresh)
    assert after == {edge for edge in EXPECTED if "Billing" not in edge[2] and "flow.puml" not in edge[0]}


def test_a_diagram_is_found_by_what_it_draws(root: Path) -> None:
    with indexed(root) as handle:
        found = handle.query('$.content.codeblock[?(@.diagram=="flowchart")]').items
        assert [(item.path, item.line) for item in found] == [("docs/design.md", 5)]
        found = handle.query('$.content.codeblock[?(@.shapes contains "Store")]').items
        assert [item.path for item in found] == ["docs/design.md", "docs/flow.puml"]
        (document,) = [one for one in handle.reader.structure.documents() if one.path == "docs/flow.puml"]
        assert document.title == "Flow of orders"
