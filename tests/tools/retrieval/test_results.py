"""Results as files: what stands beside the best place, and what is left out."""

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from citeline.model import ChunkId, DocumentId, StoredChunk
from citeline.pages import Pages
from citeline.tools.handle import IndexHandle
from citeline.tools.question.read import read
from citeline.tools.retrieval.query import first_query
from citeline.tools.retrieval.results import (
    AGAIN,
    LEAST_SHARE,
    MOST_PLACES,
    FoundFile,
    by_file,
    distinct,
    page_by_page,
    rank,
    rank_files,
)
from citeline.tools.retrieval.search import search
from tests.nodes.fakes import stored_chunk

from . import trees


def document_of(chunk: int) -> int:
    """Ten chunks a document."""
    return chunk // 10


def texts(**by_id: str) -> dict[ChunkId, StoredChunk]:
    """Chunks `c11`, `c12`, … by their ids."""
    return {ChunkId(int(name[1:])): replace(stored_chunk(int(name[1:])), text=text) for name, text in by_id.items()}


def test_a_file_stands_where_its_first_chunk_does_and_shows_at_most_three() -> None:
    ordered = [(11, 9.0), (21, 8.0), (12, 7.0), (13, 6.0), (22, 5.0), (14, 4.0)]
    assert by_file(ordered, document_of, dict.fromkeys(range(99), 1.0)) == [
        FoundFile(9.0, [11, 12, 13]),
        FoundFile(8.0, [21, 22]),
    ]


def test_what_is_worth_little_beside_the_best_place_is_not_shown() -> None:
    own = {11: 0.9, 12: 0.9 * LEAST_SHARE, 13: 0.2}
    assert by_file([(11, 3.0), (13, 2.0), (12, 1.0)], document_of, own) == [FoundFile(3.0, [11, 12])]


@given(st.lists(st.integers(0, 60), unique=True), st.dictionaries(st.integers(0, 60), st.floats(0, 1)))
def test_every_file_is_there_once_in_order_with_its_own_chunks(chunks: list[int], own: dict[int, float]) -> None:
    found = by_file([(chunk, -place) for place, chunk in enumerate(chunks)], document_of, own)
    assert [document_of(file.chunks[0]) for file in found] == list(dict.fromkeys(map(document_of, chunks)))
    assert [file.score for file in found] == sorted((file.score for file in found), reverse=True)
    for file in found:
        assert 1 <= len(file.chunks) <= MOST_PLACES and len({document_of(chunk) for chunk in file.chunks}) == 1
        assert [chunks.index(chunk) for chunk in file.chunks] == sorted(chunks.index(chunk) for chunk in file.chunks)


def test_a_place_that_repeats_an_earlier_one_is_left_out_and_a_copied_file_makes_room() -> None:
    shown = "one two three four five six seven eight nine ten"
    read = texts(c11=shown, c12="other words", c21=f"{shown} ", c22="other words", c31="a third file", c32=shown)
    files = [FoundFile(3.0, [11, 12]), FoundFile(2.0, [21, 22]), FoundFile(1.0, [31, 32])]
    found = distinct(files, lambda ids: {ChunkId(one): read[ChunkId(one)] for one in ids}, 2)
    assert [(score, [place.id for place in places]) for score, places in found] == [(3.0, [11, 12]), (1.0, [31])]


def test_nine_words_of_ten_alike_are_a_repetition_and_eight_are_not() -> None:
    words = [f"w{number}" for number in range(19)]
    read = texts(c11=" ".join(words), c21=" ".join([*words[:18], "x"]), c31=" ".join([*words[:17], "y", "z"]))
    files = [FoundFile(float(-one), [one]) for one in (11, 21, 31)]
    kept = distinct(files, lambda ids: {ChunkId(one): read[ChunkId(one)] for one in ids}, 10)
    assert [places[0].id for _, places in kept] == [11, 31]


def test_further_chunks_of_a_page_stand_behind_those_of_other_pages_and_of_code_none_do() -> None:
    report = replace(stored_chunk(1), document=DocumentId(7), pages=Pages("page", (1, 50), (3, 4)))
    on_three = [replace(report, id=ChunkId(at), start_line=at) for at in (11, 12, 13)]
    on_four = replace(report, id=ChunkId(60), start_line=60)
    code = [replace(stored_chunk(at), document=DocumentId(9)) for at in (70, 71)]
    found = [
        (score, [chunk])
        for score, chunk in zip((0.9, 0.8, 0.7, 0.6, 0.5, 0.5), [*on_three, on_four, *code], strict=True)
    ]
    assert [(round(score, 3), places[0].id) for score, places in page_by_page(found)] == [
        (0.9, 11),
        (0.6, 60),
        (round(0.8 * AGAIN, 3), 12),
        (0.5, 70),
        (0.5, 71),
        (round(0.7 * AGAIN**2, 3), 13),
    ]


def test_a_search_shows_each_file_once_with_its_further_places(tmp_path: Path, home: Path) -> None:
    pay = trees.long_functions("charge_card", "refund_card", "cancel_card", "block_card")
    tree = trees.write(
        tmp_path / "tree", {"src/pay.py": pay, "src/cart.py": "def card_of(cart):\n    return cart.card\n"}
    )
    with trees.indexed(tree, home) as handle:
        hits = handle.search("charge, refund, cancel or block a card").hits
        single = search(handle.reader, read("charge, refund, cancel or block a card"), single=True).hits
    by_path = {hit.chunk.path: hit for hit in hits}
    assert by_path.keys() == {"src/pay.py", "src/cart.py"} and len(hits) == 2
    assert len(by_path["src/pay.py"].places) == MOST_PLACES and by_path["src/cart.py"].also == ()
    assert len({place.id for hit in hits for place in hit.places}) == 4
    assert [hit.also for hit in single] == [()] * 5


def test_the_files_of_a_search_stand_in_the_order_of_their_chunks(handle: IndexHandle) -> None:
    query = first_query(handle.reader, read("charge a card for the cart"))
    signals = trees.signals(handle.reader, query)
    chunks = rank(handle.reader, query, signals, limit=50)
    files = rank_files(handle.reader, query, signals, limit=3)
    assert [hit.chunk.path for hit in files] == list(dict.fromkeys(hit.chunk.path for hit in chunks))[:3]
    assert [hit.score for hit in files] == [
        next(one.score for one in chunks if one.chunk.path == hit.chunk.path) for hit in files
    ]
