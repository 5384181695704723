"""A small shop in memory: two Python files, a test and a guide, with the edges a linker would draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from types import SimpleNamespace
from typing import cast

from citeline.indexing.reader import Index
from citeline.indexing.stores.structure_reader import TextAt
from citeline.left_out import Skipped
from citeline.model import (
    ChunkId,
    ChunkKind,
    DocumentId,
    Edge,
    EdgeKind,
    Format,
    Hit,
    NodeId,
    NodeKind,
    StoredChunk,
    StoredDocument,
    StoredNode,
)
from citeline.text import fold, term_id, terms

CART = '''import math


class Cart(Basket):
    """Holds what a customer wants to buy. Prices are in cents."""

    def checkout(self, voucher=None):
        """Pay for everything in the cart and
        empty it.
        """
        total = self.total()
        if voucher:
            total -= apply_voucher(voucher, total)
        return charge(total)

    def total(self):
        return sum(item.price for item in self.items)
'''
VOUCHERS = '''def apply_voucher(voucher, total):
    """Cents that a voucher takes off a total."""
    return min(total, voucher.cents)


class GiftCart(Cart):
    pass
'''
TESTS = """def test_checkout_charges_the_total():
    cart = Cart()
    cart.checkout()
"""
GUIDE = """# Guide

## Vouchers

A voucher takes a fixed number of cents off the total. Vouchers never expire, e.g. those of 1999.

- One voucher is allowed for each checkout.
- It is entered at the end.

```python
cart.checkout(voucher)
```
"""
FILES: Mapping[str, tuple[str, str, Format]] = {
    "shop/cart.py": (CART, "python", "code"),
    "shop/vouchers.py": (VOUCHERS, "python", "code"),
    "tests/test_cart.py": (TESTS, "python", "code"),
    "docs/guide.md": (GUIDE, "markdown", "prose"),
}
NODES: tuple[tuple[str, NodeKind, str, int, int, str, str], ...] = (
    ("shop/cart.py", "file", "cart.py", 1, 17, "", ""),
    (
        "shop/cart.py",
        "class",
        "Cart",
        4,
        17,
        "class Cart(Basket):",
        "Holds what a customer wants to buy. Prices are in cents.",
    ),
    (
        "shop/cart.py",
        "method",
        "Cart.checkout",
        7,
        14,
        "def checkout(self, voucher=None):",
        "Pay for everything in the cart and\nempty it.",
    ),
    ("shop/cart.py", "method", "Cart.total", 16, 17, "def total(self):", ""),
    ("shop/vouchers.py", "file", "vouchers.py", 1, 7, "", ""),
    (
        "shop/vouchers.py",
        "function",
        "apply_voucher",
        1,
        3,
        "def apply_voucher(voucher, total):",
        "Cents that a voucher takes off a total.",
    ),
    ("shop/vouchers.py", "class", "GiftCart", 6, 7, "class GiftCart(Cart):", ""),
    ("tests/test_cart.py", "file", "test_cart.py", 1, 3, "", ""),
    (
        "tests/test_cart.py",
        "function",
        "test_checkout_charges_the_total",
        1,
        3,
        "def test_checkout_charges_the_total():",
        "",
    ),
    ("docs/guide.md", "file", "guide.md", 1, 12, "", ""),
    ("docs/guide.md", "heading", "Vouchers", 3, 12, "", ""),
)
EDGES: tuple[tuple[str, EdgeKind, str, int], ...] = (
    ("Cart.checkout", "calls", "Cart.total", 11),
    ("Cart.checkout", "calls", "apply_voucher", 13),
    # A linker may be wrong: no line 17 of this file names `checkout`.
    ("Cart.total", "calls", "Cart.checkout", 17),
    ("test_checkout_charges_the_total", "calls", "Cart.checkout", 3),
    ("GiftCart", "inherits", "Cart", 6),
)
CHUNKS: tuple[tuple[str, int, int, str], ...] = (
    ("shop/cart.py", 1, 5, "Cart"),
    ("shop/cart.py", 7, 14, "Cart.checkout"),
    ("shop/cart.py", 16, 17, "Cart.total"),
    ("shop/vouchers.py", 1, 7, "apply_voucher"),
    ("tests/test_cart.py", 1, 3, "test_checkout_charges_the_total"),
    ("docs/guide.md", 1, 12, "Vouchers"),
)
_DOCUMENTS = {path: number for number, path in enumerate(FILES, start=1)}


def _nodes() -> list[StoredNode]:
    return [
        StoredNode(
            id=NodeId(number),
            document=DocumentId(_DOCUMENTS[path]),
            path=path,
            language=FILES[path][1],
            kind=kind,
            name=qualified.rpartition(".")[2] if kind != "file" else qualified,
            qualified_name=qualified if kind != "file" else "",
            start_line=start,
            end_line=end,
            parent=None,
            level=0,
            signature=signature,
            docstring=docstring,
            anchor="",
        )
        for number, (path, kind, qualified, start, end, signature, docstring) in enumerate(NODES, start=1)
    ]


def _chunks(nodes: Mapping[str, StoredNode]) -> list[StoredChunk]:
    made = []
    for number, (path, start, end, about) in enumerate(CHUNKS, start=101):
        node = nodes[about]
        kind: ChunkKind = "prose" if FILES[path][2] == "prose" else "code"
        made.append(
            StoredChunk(
                id=ChunkId(number),
                document=DocumentId(_DOCUMENTS[path]),
                path=path,
                language=FILES[path][1],
                kind=kind,
                start_line=start,
                end_line=end,
                text="\n".join(FILES[path][0].split("\n")[start - 1 : end]),
                breadcrumb=f"{path} › {about}",
                scope="",
                definitions=(node.name,),
                node=node.id,
                node_kind=node.kind,
                name=node.name,
                qualified_name=node.qualified_name,
            )
        )
    return made


class FakeStructure:
    """The look-ups that answers and gradings make."""

    def __init__(self) -> None:
        self._nodes = _nodes()
        by_name = {node.qualified_name: node for node in self._nodes}
        self._chunks = _chunks(by_name)
        self._edges = [Edge(by_name[a].id, kind, by_name[b].id, line) for a, kind, b, line in EDGES]
        self._chunk_terms = [set(terms(f"{chunk.text} {chunk.breadcrumb}")) for chunk in self._chunks]

    def paths(self) -> list[str]:
        return sorted(document.path for document in self.documents())

    def documents(self) -> list[StoredDocument]:
        return [
            StoredDocument(DocumentId(_DOCUMENTS[path]), path, language, form, path, "", 1, 1, 0, 0, 1.0)
            for path, (_, language, form) in FILES.items()
        ]

    def documents_by_id(self, ids: Collection[int]) -> dict[DocumentId, StoredDocument]:
        return {document.id: document for document in self.documents() if document.id in ids}

    def chunks(self, ids: Collection[int]) -> dict[ChunkId, StoredChunk]:
        return {chunk.id: chunk for chunk in self._chunks if chunk.id in ids}

    def chunks_of(self, documents: Collection[int]) -> list[StoredChunk]:
        return [chunk for chunk in self._chunks if chunk.document in documents]

    def nodes(self, ids: Collection[int]) -> list[StoredNode]:
        return [node for node in self._nodes if node.id in ids]

    def nodes_of(self, document: int) -> list[StoredNode]:
        return [node for node in self._nodes if node.document == document]

    def nodes_folded(self, folded: Collection[str]) -> list[StoredNode]:
        return [node for node in self._nodes if fold(node.name) in folded]

    def edges_to(self, ids: Collection[int], kinds: Collection[EdgeKind] | None = None) -> list[Edge]:
        return [edge for edge in self._edges if edge.target in ids and (kinds is None or edge.kind in kinds)]

    def edges_from(self, ids: Collection[int], kinds: Collection[EdgeKind] | None = None) -> list[Edge]:
        return [edge for edge in self._edges if edge.source in ids and (kinds is None or edge.kind in kinds)]

    def capped_chunks(self, most: int) -> int:
        return len(CHUNKS)

    def term_frequencies(self, term_ids: Collection[int]) -> dict[int, tuple[int, int]]:
        counted = Counter(term for found in self._chunk_terms for term in found)
        return {term_id(t): (n, min(n, len(FILES))) for t, n in counted.items() if term_id(t) in term_ids}

    def may_be_in_a_text(self, part: str) -> bool:
        return any(part.lower() in chunk.text.lower() for chunk in self._chunks)

    def texts(self) -> Iterator[TextAt]:
        return (TextAt(chunk.document, chunk.start_line, chunk.text.encode()) for chunk in self._chunks)

    def languages(self) -> dict[str, int]:
        return dict(Counter(language for _, language, _ in FILES.values()))

    def skipped(self) -> list[Skipped]:
        return [Skipped("docs/shop.png", "binary")]

    def notes(self) -> dict[str, str]:
        return {}

    def suggest_names(self, text: str, limit: int = 5) -> list[str]:
        return get_close_matches(text, [node.name for node in self._nodes], limit)


def fake_index() -> Index:
    counts = {"documents": len(FILES), "chunks": len(CHUNKS)}
    manifest = SimpleNamespace(counts=counts, root="/src/warehouse")
    return cast(Index, SimpleNamespace(structure=FakeStructure(), manifest=manifest, is_in=lambda path, sources: True))


def hits(*names: str) -> list[Hit]:
    """Hits on the chunks about the names, best first."""
    chunks = {chunk.qualified_name: chunk for chunk in FakeStructure()._chunks}
    return [
        Hit(chunks[name], 1.0 - place / 10, {"lexical": place + 1, "dense_english": place + 2}, {})
        for place, name in enumerate(names)
    ]
