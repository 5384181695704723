"""What is linked to what in a small project of Python, TypeScript and Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from citeline.indexing.stores.structure_reader import StructureReader
from tests.conftest import FIXTURES
from tests.indexing.small_index import build_small, open_small

from .corpus import LinkedCorpus


@pytest.fixture(scope="module")
def structure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StructureReader]:
    home = tmp_path_factory.mktemp("home")
    root: Path = FIXTURES / "shop"
    build_small(root, home)
    index = open_small(root, home)
    yield index.structure
    index.close()


def edges(structure: StructureReader, kind: str) -> set[tuple[str, str]]:
    """Edges of a kind as pairs of `path:qualified name`."""
    sql = (
        "SELECT sd.path, s.qualified_name, td.path, t.qualified_name FROM edges e"
        " JOIN nodes s ON s.id = e.src JOIN documents sd ON sd.id = s.doc_id"
        " JOIN nodes t ON t.id = e.dst JOIN documents td ON td.id = t.doc_id WHERE e.type = ?"
    )
    return {(f"{a}:{b}", f"{c}:{d}") for a, b, c, d in structure.rows(sql, [kind])}


@pytest.mark.parametrize(
    ("kind", "source", "target"),
    [
        ("calls", "src/shop/payment.py:checkout", "src/shop/payment.py:PaymentGateway.charge"),
        ("calls", "src/shop/payment.py:PaymentGateway.charge", "src/shop/cart.py:Cart.total_cents"),
        ("calls", "src/shop/payment.py:PaymentGateway.charge", "src/shop/errors.py:PaymentError"),
        ("inherits", "src/shop/errors.py:PaymentError", "src/shop/errors.py:ShopError"),
        ("imports", "src/shop/payment.py:", "src/shop/cart.py:"),
        ("imports", "web/router.ts:", "web/handlers.ts:"),
        ("references", "src/shop/payment.py:PaymentGateway.charge", "src/shop/cart.py:Cart"),
        ("mentions", "docs/guide.md:Guide › Retries", "src/shop/payment.py:PaymentGateway"),
        ("links_to", "README.md:Shop", "docs/guide.md:"),
        ("tests", "tests/test_cart.py:test_total_adds_quantities", "src/shop/cart.py:Cart.total_cents"),
    ],
)
def test_an_edge_of_each_kind_is_found(structure: StructureReader, kind: str, source: str, target: str) -> None:
    assert (source, target) in edges(structure, kind)


def test_a_call_of_something_from_outside_links_to_nothing(structure: StructureReader) -> None:
    # `time.sleep` and `self.items.append` are not ours.
    called = {target for _, target in edges(structure, "calls")}
    assert not any(target.endswith((":sleep", ":append")) for target in called)


def test_files_know_who_imports_and_who_uses_them(structure: StructureReader) -> None:
    cart = structure.document("src/shop/cart.py")
    readme = structure.document("README.md")
    assert cart is not None and readme is not None
    assert cart.importers == 2
    assert cart.users >= 1
    assert cart.pagerank > readme.pagerank


def test_terms_and_endpoints_have_no_edges_and_link_texts_change_none(tmp_path: Path) -> None:
    text = "# Glossary\n- **Cart**: holds items\n- `GET /cart`: shows it\n"
    with LinkedCorpus(tmp_path, {"a.md": text, "b.md": "# B\n[Cart](a.md#L2) [Glossary](a.md#glossary)\n"}) as corpus:
        assert corpus.edges() == {"b.md:B links_to a.md:Glossary"}
