"""What `citeline.index(path)` returns."""

from pathlib import Path

import pytest

from citeline.errors import IndexMissingError, UsageError
from citeline.settings import Settings
from citeline.tools.handle import index, open_index


def test_an_index_is_built_searched_and_opened_again(shop: Path, home: Path) -> None:
    with index(shop) as handle:
        first = handle.search("PaymentGateway", top_k=1).to_json()
    with open_index(shop) as handle:
        assert handle.search("PaymentGateway", top_k=1).to_json()["hits"] == first["hits"]


def test_the_settings_say_how_many_hits_unless_the_call_does(shop: Path, home: Path) -> None:
    with index(shop, settings=Settings(top_k=2)) as handle:
        assert len(handle.search("cart").hits) == 2
        assert len(handle.search("cart", top_k=3).hits) == 3


@pytest.mark.parametrize("top_k", [0, -1])
def test_a_number_of_hits_that_makes_no_sense_is_refused(shop: Path, home: Path, top_k: int) -> None:
    with index(shop) as handle, pytest.raises(UsageError, match="top_k"):
        handle.search("cart", top_k=top_k)


def test_a_tree_that_was_never_indexed_is_not_opened(shop: Path, home: Path) -> None:
    with pytest.raises(IndexMissingError):
        open_index(shop)


def test_only_what_changed_is_read_again(shop: Path, home: Path) -> None:
    with index(shop) as handle:
        before = handle.reader.generation
    with index(shop) as handle:
        assert handle.reader.generation == before
    (shop / "new.py").write_text("def fresh_thing():\n    pass\n", "utf-8")
    with index(shop) as handle:
        assert handle.search("fresh_thing").hits[0].chunk.path == "new.py"
