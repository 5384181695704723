"""Where a name stands in files that are in the index in part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import citeline
from citeline.indexing.files.captures import capture_detail
from citeline.indexing.files.source_tree import SourceTree
from citeline.indexing.reader import Index
from citeline.indexing.stores import structure_reader
from citeline.indexing.stores.packed_texts import ChunkTexts, unpack
from citeline.model import SAMPLE
from citeline.settings import Settings
from citeline.tools.evidence import names
from citeline.tools.evidence.names import missing_measures, missing_names, sampled_paths, unread_places
from citeline.tools.question.read import read
from citeline.tools.verify.symbols import Symbols
from tests.conftest import FIXTURES
from tests.indexing.small_index import build_small, open_small
from tests.nodes.fakes import evidence

from .fakes import fake_index

UNKNOWN = "does checkout use Kafka, `frobnicate`, RedisCache.flush, --dry-run and payments.yaml?"


def test_no_text_is_unpacked_for_names_that_stand_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each cost as much as unpacking all texts: a second for a hundred thousand chunks."""
    root: Path = FIXTURES / "shop"
    build_small(root, tmp_path)
    unpacked: list[list[ChunkTexts]] = []

    def counting(bodies: Iterable[bytes]) -> Iterator[list[ChunkTexts]]:
        for chunks in unpack(bodies):
            unpacked.append(chunks)
            yield chunks

    monkeypatch.setattr(structure_reader, "unpack", counting)
    with closing(open_small(root, tmp_path)) as index:
        names = {one["name"] for one in missing_names(index, read(UNKNOWN))}
        assert names == {"Kafka", "frobnicate", "RedisCache.flush", "--dry-run", "payments.yaml"}
        assert not unpacked
        assert not Symbols(index.structure, lambda name: False).check("frobnicate").known and not unpacked
        assert list(index.structure.texts()) and unpacked


def test_a_method_of_a_class_of_one_letter_is_not_missing(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "q.py").write_text("class Q:\n    def resolve(self):\n        return self\n", "utf-8")
    index = citeline.index(tmp_path / "tree", settings=Settings(home=tmp_path / "home")).reader
    assert missing_names(index, read("who calls Q.resolve?")) == []
    assert [one["name"] for one in missing_names(index, read("who calls F.resolve?"))] == ["F.resolve"]


def missing(question: str) -> dict[str, list[str]]:
    return {one["name"]: one["nearest"] for one in missing_names(fake_index(), read(question))}


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("How does the cart talk to Kafka?", "Kafka"),
        ("the cart 怎么连接 kafka？", "kafka"),
        ("where is the SMTP server of the shop", "SMTP"),
        ("how does the cart store vouchers in redis?", "redis"),
        ("which methods of Cart does the RedisCache backend override?", "RedisCache"),
        ("what does RedisCache.checkout charge?", "RedisCache.checkout"),
        ("what does --dry-run change about the checkout?", "--dry-run"),
        ("does the checkout need STRIPE_API_KEY?", "STRIPE_API_KEY"),
        ("what does payments.yaml say about vouchers?", "payments.yaml"),
        ("how does jsonify total the cart", "jsonify"),
        ("what does `frobnicate` do to the cart", "frobnicate"),
        ("who calls refund()?", "refund"),
        ("checkout with the spring backend", "spring"),
        ("what does cart.WithVouchers(n) limit?", "cart.WithVouchers"),
        ("how does the cart talk HTTP/3 to the shop?", "HTTP/3"),
    ],
)
def test_a_name_that_occurs_nowhere_is_told(question: str, name: str) -> None:
    assert list(missing(question)) == [name]


@pytest.mark.parametrize(
    "question",
    [
        "Vouchers: how do they work?",
        "Explain the checkout",
        "How does the Cart charge Vouchers?",
        "How Do Robots Lift Pallets",
        "cart 的 total 怎么计算",
        "where is Cart.checkout, applyVoucher, GiftCart()?",
        "what is in cart.py, shop/cart.py and docs/shop.png?",
        "how does the Warehouse pay in Python?",
        "why does my_app.checkout empty the cart, and can the order be refactored for extensibility?",
        "see https://example.org/RedisCache.html about vouchers",
        "what does a URL-encoded voucher cost",
        # `prerequisite` is our word for it, and was told as one that is missing.
        "Darf ich den Cart leeren, und unter welchen Voraussetzungen?",
    ],
)
def test_what_exists_in_some_spelling_or_is_said_of_anything_is_not_missing(question: str) -> None:
    assert missing(question) == {}


def test_a_path_that_does_not_exist_is_told_with_the_nearest() -> None:
    assert missing("what is in shop/carts.py?") == {"shop/carts.py": ["shop/cart.py"]}


def test_a_misspelt_name_is_told_with_the_right_one() -> None:
    assert missing("where is GiftCrt used")["GiftCrt"][0] == "GiftCart"


@pytest.mark.parametrize(
    ("word", "near"), [("TOTP", "TOP"), ("grpc", "trpc"), ("Train", "Trait"), ("offlineLink", "Link")]
)
def test_a_name_that_is_meant_as_it_is_comes_with_no_other(tmp_path: Path, word: str, near: str) -> None:
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "a.py").write_text(f"def {near}():\n    return 1\n\n\ndef decorator():\n    return {near}()\n")
    with citeline.index(tmp_path / "t", settings=Settings(home=tmp_path / "home", workers=1)) as index:
        told = missing_names(index.reader, read(f"how is {word} used behind `decorater`"))
    assert {one["name"]: one["nearest"] for one in told} == {word: [], "decorater": ["decorator"]}


def test_what_is_of_a_place_is_not_missing_where_the_place_is_named(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "cities.md").write_text("# Cities\n\nFresno lies in California.\n")
    with citeline.index(tmp_path / "t", settings=Settings(home=tmp_path / "home", workers=1)) as index:
        told = [one["name"] for one in missing_names(index.reader, read("which Californian and Canadian cities?"))]
    assert told == ["Canadian"]


def test_a_name_that_ends_as_one_of_a_place_does_is_missing_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "a.md").write_text("# Pages\n\nA guard lets a photo through. The proto file lies beside it.\n")
    with citeline.index(tmp_path / "t", settings=Settings(home=tmp_path / "home", workers=1)) as index:
        told = {
            one["name"] for one in missing_names(index.reader, read("does Photon or Guardian guard a page, or Proton?"))
        }
    assert {"Photon", "Guardian", "Proton"} <= told


def test_an_option_is_known_by_what_a_program_makes_it_from() -> None:
    assert missing("what does --checkout do?") == {}
    assert missing("what does --apply-voucher do?") == {}


def test_to_react_is_no_react() -> None:
    assert missing("how does the cart use React?") == {"React": []}


def test_a_pasted_log_is_not_told_word_by_word() -> None:
    log = " ".join(f"fooBar{number}" for number in range(50))
    assert len(missing(log)) == 6


@pytest.mark.parametrize(
    "question",
    ["a" * 100_000, "--" + "a-" * 20_000, "/".join(["ab"] * 20_000) + ".py", "a." * 30_000, "`" * 5_000, "'" * 9_999],
    ids=["word", "option", "path", "dots", "back quotes", "quotes"],
)
def test_pasted_data_is_no_name(question: str) -> None:
    assert missing(question) == {}


def test_odd_characters_in_a_name_are_looked_up_like_others() -> None:
    assert list(missing("what is `frob_%nix` in the cart")) == ["frob_%nix"]


def test_a_record_is_missing_only_where_there_are_others_of_its_kind(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "schedule.md").write_text("# Schedule\n\nPR-4827 ships in March, PR-48271 in May.\n")
    with citeline.index(tmp_path / "t", settings=Settings(home=tmp_path / "home", workers=1)) as index:
        told = [one["name"] for one in missing_names(index.reader, read("when do PR-4827, PR-4828 and ISO-8601 ship?"))]
    assert told == ["PR-4828"]


def test_another_word_that_holds_the_letters_of_a_name_does_not_mention_it(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "LICENSE.md").write_text("# Licence\n\nRedistributions need this list. It is aioKafka, HTTP2.\n")
    with citeline.index(tmp_path / "t", settings=Settings(home=tmp_path / "home", workers=1)) as index:
        asked = read("why does it keep heartbeats in Redis and Kafka over HTTP/2 and HTTP/3?")
        told = [one["name"] for one in missing_names(index.reader, asked)]
    assert sorted(told) == ["HTTP/3", "Redis"]


@pytest.mark.parametrize("question", ["does it support PostgreSQL?", "支持 PostgreSQL 吗？", "does it run on k8s?"])
def test_a_product_is_known_by_its_other_name(tmp_path: Path, question: str) -> None:
    """`No PostgreSQL` was said above `case "postgres":`."""
    (tmp_path / "db.go").write_text(
        'package db\n\nfunc open(kind string) {\n\tcase "postgres":\n\tcase "kubernetes":\n}\n'
    )
    with citeline.index(tmp_path, settings=Settings(home=tmp_path / ".home")) as index:
        assert missing_names(index.reader, read(question)) == []


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("why is keepalive on by default, every 2 minutes?", ["2 minutes"]),
        ("why are files over 10 MB left out and where is that limit?", ["10 MB"]),
        ("why does it try again after 30 seconds?", []),  # half a minute
        ("why does a lease end after two days?", []),  # as written, in another chunk
        ("how do I make it give up after 2 minutes?", []),  # the asker's own
    ],
)
def test_why_something_is_so_takes_its_measure_for_granted(tmp_path: Path, question: str, missing: list[str]) -> None:
    """`every 2 minutes` was answered, `answers: yes`, with a setting whose default is to be off."""
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "lease.md").write_text("# Leases\n\nA lease ends after 2 days.\n")
    with citeline.index(tmp_path / "t", settings=Settings(home=tmp_path / "home", workers=1)) as index:
        piece = evidence(1)
        piece["text"] = "It tries again every 0.5 minutes; keepalive is 0 by default."
        assert [one["name"] for one in missing_measures(index.reader, read(question), [piece])] == missing


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("why does it sleep 30 seconds?", "TIMEOUT_S = 30"),
        ("why does it sleep 30 seconds?", "const timeoutMs = 30000;"),
        ("why does it sleep 30 seconds?", "sleep(0.5)  # minutes"),
        ("why does Retry wait 30 seconds?", "const Wait = 30 * time.Second"),
        ("why is the upload limited to 25 MB?", 'max_upload = "25M"'),
    ],
)
def test_a_number_without_its_unit_may_be_the_measure(tmp_path: Path, question: str, line: str) -> None:
    """`No 30 seconds` stood above the line that sets the 30."""
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "lease.md").write_text("# Leases\n\nA lease ends.\n")
    with citeline.index(tmp_path / "t", settings=Settings(home=tmp_path / "home", workers=1)) as index:
        piece = evidence(1)
        piece["text"] = line
        assert missing_measures(index.reader, read(question), [piece]) == []


def index_of(root: Path, notes: dict[str, str]) -> Index:
    made: Any = SimpleNamespace(tree=SourceTree(root), structure=SimpleNamespace(notes=lambda: notes))
    return cast("Index", made)


def test_only_files_of_which_a_sample_is_read_are_looked_through(tmp_path: Path) -> None:
    notes = {"big.csv": f"{SAMPLE}the first 5 bytes", "odd.py": "the syntax has errors"}
    assert sampled_paths(index_of(tmp_path, notes)) == ["big.csv"]


def test_hundreds_of_captures_stand_behind_the_other_files_that_are_read_in_part(tmp_path: Path) -> None:
    notes = {"a/tests/x.json": SAMPLE + capture_detail(40, 4_000, 900_000), "big.csv": f"{SAMPLE}the first 5 bytes"}
    assert sampled_paths(index_of(tmp_path, notes)) == ["big.csv", "a/tests/x.json"]


@pytest.mark.parametrize("block", [1 << 20, 40, 7])
def test_the_first_line_with_a_name_is_told_wherever_blocks_of_the_file_end(
    block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ "No `Zanzibar` in txt" was said of a file whose middle had it, and nothing told that a tenth was read."""
    monkeypatch.setattr(names, "_READ_BYTES", block)
    lines = [f"line {number}" for number in range(1, 401)]
    lines[100], lines[150] = "Zanzibars of old", "unzanzibar"
    lines[211], lines[300] = "the ZANZIBAR lighthouse", "zanzibar again"
    (tmp_path / "port.txt").write_text("\n".join(lines), "utf-8")
    index = index_of(tmp_path, {})
    found = unread_places(index, ["Zanzibar", "Valparaiso"], ["port.txt", "gone.txt"])
    assert found == [("Zanzibar", "port.txt", 212)]
