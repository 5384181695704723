"""The order of the results, on trees small enough to say what comes first."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from citeline.indexing.reader import Index
from citeline.model import Hit
from citeline.state import Style
from citeline.tools.handle import IndexHandle
from citeline.tools.question.read import read
from citeline.tools.retrieval.channels import gather
from citeline.tools.retrieval.columns import Columns, column_of
from citeline.tools.retrieval.corpus import corpus_of
from citeline.tools.retrieval.query import SearchQuery, first_query
from citeline.tools.retrieval.ranking import (
    BESIDE_PROSE,
    CHUNK_WEIGHTS,
    NEXT_CHUNK_FEE,
    OTHERS_SHARE,
    feature_weights,
    file_score,
)
from citeline.tools.retrieval.results import SPARE
from citeline.tools.retrieval.results import rank as rank_signals
from citeline.tools.retrieval.signals import read_signals

from . import trees


def rank(index: Index, query: SearchQuery, limit: int = 10) -> list[Hit]:
    return rank_signals(index, query, trees.signals(index, query), limit=limit)


CODE = {
    "src/alpha.py": "def alpha_entry(value):\n    return value + 1\n",
    "src/beta.py": "class BetaStore:\n    def save(self, item):\n        self.item = item\n",
    "src/gamma.py": "def merge_sorted(left, right):\n    return sorted(left + right)\n",
}


def test_a_file_scores_the_weighted_sum_of_its_features() -> None:
    weights = feature_weights()
    assert file_score({"bm_max": 0.5, "is_test": 1.0, "unheard": 9.0}) == pytest.approx(
        0.5 * weights["bm_max"] + weights["is_test"]
    )


def test_a_chunk_of_code_has_the_score_of_its_file_and_its_own_less_a_fee_for_those_before_it(
    tmp_path: Path, home: Path
) -> None:
    tree = trees.write(tmp_path / "tree", {**CODE, "src/pay.py": trees.long_functions("charge_card", "refund_card")})
    with trees.indexed(tree, home) as handle:
        hits = rank(handle.reader, replace(first_query(handle.reader, read("charge or refund a card")), style="code"))
    before: Counter[str] = Counter()
    for hit in hits:
        named = {name: value for name, value in hit.features.items() if name in feature_weights()}
        own = hit.features.get("chunk_own", 0.0)
        assert hit.score == pytest.approx(file_score(named) + own - NEXT_CHUNK_FEE * before[hit.chunk.path])
        before[hit.chunk.path] += 1
    assert before["src/pay.py"] == 2
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("PaymentGateway", "src/shop/payment.py"),
        ("best_discount", "src/shop/cart.py"),
        ("PaymentError", "src/shop/errors.py"),
        ("checkoutHandler", "web/handlers.ts"),
    ],
)
def test_an_exact_identifier_puts_its_definition_first(handle: IndexHandle, name: str, path: str) -> None:
    assert trees.paths(handle, name)[0] == path


def test_a_test_stands_behind_what_it_tests_unless_it_is_asked_for(handle: IndexHandle) -> None:
    found = trees.paths(handle, "total of the cart")
    assert found.index("src/shop/cart.py") < found.index("tests/test_cart.py")
    assert trees.paths(handle, "test of the cart total")[0] == "tests/test_cart.py"


def test_an_unrelated_file_does_not_change_which_file_is_first(tmp_path: Path, home: Path) -> None:
    questions = ("BetaStore", "merge two sorted lists", "alpha entry")
    tree = trees.write(tmp_path / "tree", CODE)
    with trees.indexed(tree, home) as handle:
        before = [trees.paths(handle, question)[0] for question in questions]
    trees.write(tree, {"src/weather.py": "def rain_forecast(city):\n    return city.clouds > 3\n"})
    with trees.indexed(tree, home) as handle:
        assert [trees.paths(handle, question)[0] for question in questions] == before
    assert before == ["src/beta.py", "src/gamma.py", "src/alpha.py"]


def test_near_duplicates_appear_once_and_make_room_for_others(tmp_path: Path, home: Path) -> None:
    copies = {f"copy{number}.py": "def same_words():\n    return 'always the very same'\n" for number in range(30)}
    assert len(copies) > 2 + SPARE
    tree = trees.write(tmp_path / "tree", {**copies, "other.py": "def same_name():\n    return 'unlike them'\n"})
    with trees.indexed(tree, home) as handle:
        found = [hit.chunk.path for hit in handle.search("same words", top_k=2).hits]
    assert len(found) == 2
    assert "other.py" in found


@pytest.mark.parametrize("style", ["code", "prose", "mixed"])
def test_without_any_channel_nothing_is_ranked(index: Index, style: Style) -> None:
    query = replace(first_query(index, read("charge a card")), style=style)
    assert rank_signals(index, query, read_signals(corpus_of(index), {})) == []


def test_a_hit_tells_its_place_in_every_channel_that_has_found_it(index: Index) -> None:
    query = replace(first_query(index, read("charge a card")), style="code")
    found = gather(index, query)
    for hit in rank(index, query):
        assert hit.channels == {
            name: columns.chunks.ids.tolist().index(hit.chunk.id) + 1
            for name, columns in found.items()
            if hit.chunk.id in columns.chunks.ids
        }


@pytest.mark.parametrize("style", ["code", "prose", "mixed"])
def test_what_only_a_retriever_of_somebody_else_finds_has_a_place(index: Index, style: Style) -> None:
    query = replace(first_query(index, read("charge a card")), style=style)
    corpus = corpus_of(index)
    document = next(number for number, stored in corpus.documents.items() if stored.path == "config.yaml")
    chunk = corpus.first_chunk(document)
    assert chunk is not None
    found = {name: columns.without(np.array([chunk])) for name, columns in gather(index, query).items()}
    other = {**found, "mine": Columns("others", column_of({chunk: 1.0}))}
    for columns, is_there in ((found, False), (other, True)):
        hits = rank_signals(index, query, read_signals(corpus, columns), limit=50)
        assert (chunk in [hit.chunk.id for hit in hits if hit.channels]) is is_there


def test_what_another_retriever_says_is_added_by_how_sure_it_is(index: Index) -> None:
    query = replace(first_query(index, read("how are payments retried")), style="prose")
    corpus, found = corpus_of(index), gather(index, query)
    prose = [chunk for chunk in found["lexical"].chunks.ids.tolist() if corpus.is_prose(corpus.document_of(chunk))]
    mine = Columns("others", column_of({prose[0]: 3.0}))
    before = {hit.chunk.id: hit.score for hit in rank_signals(index, query, read_signals(corpus, found), limit=50)}
    other = read_signals(corpus, {**found, "mine": mine})
    after = {hit.chunk.id: hit.score for hit in rank_signals(index, query, other, limit=50)}
    assert after[prose[0]] == pytest.approx(before[prose[0]] + OTHERS_SHARE)
    assert {chunk: score for chunk, score in after.items() if chunk != prose[0]} == {
        chunk: pytest.approx(score) for chunk, score in before.items() if chunk != prose[0]
    }


@pytest.mark.parametrize("style", ["code", "prose", "mixed"])
def test_every_style_returns_each_chunk_once_and_no_more_than_asked(index: Index, style: Style) -> None:
    query = replace(first_query(index, read("how are payments retried")), style=style)
    everything = [hit.chunk.id for hit in rank(index, query, limit=50)]
    assert len(everything) == len(set(everything))
    assert [hit.chunk.id for hit in rank(index, query, limit=3)] == everything[:3]


LINES = "".join(f"    let part{n} = text.trim_matches('{n % 10}');\n" for n in range(40))
RUST = (
    f"/// Gives every word of a text.\npub fn split_words(text: &str) -> Vec<&str> {{\n{LINES}"
    "    text.split(' ').collect()\n}\n\n"
    "#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn split_words_gives_every_word_of_a_text() {\n"
    f'        let text = "every word of a text";\n{LINES}        assert_eq!(split_words(text).len(), 5);\n    }}\n}}\n'
)


def test_tests_inside_a_file_stand_behind_its_code_unless_they_are_asked_for(tmp_path: Path, home: Path) -> None:
    tree = trees.write(tmp_path / "tree", {"src/words.rs": RUST, "src/other.rs": "pub fn other() {}\n"})
    begins = RUST.split("\n").index("mod tests {")
    with trees.indexed(tree, home) as handle:
        asked = "gives every word of a text"
        assert handle.search(asked).hits[0].chunk.start_line < begins
        about_tests = handle.search(f"tests that it {asked}").hits[0].chunk
    assert about_tests.path == "src/words.rs" and about_tests.end_line > begins


def test_prose_is_ordered_by_the_chunks_own_score_and_code_stands_back(index: Index) -> None:
    query = replace(first_query(index, read("the delay doubles")), style="prose")
    signals, corpus = trees.signals(index, query), corpus_of(index)
    hits = rank(index, query)
    assert hits[0].chunk.path == "docs/guide.md"
    for hit in hits:
        row, (words, meaning, title) = signals.row_of(hit.chunk.id), CHUNK_WEIGHTS
        score = words * signals.lexical[row] + meaning * signals.dense[row] + title * signals.header[row]
        score += signals.definitions[row]
        assert hit.score == pytest.approx(score * (1 if corpus.is_prose(hit.chunk.document) else BESIDE_PROSE))


def test_mixed_takes_turns_beginning_with_code(index: Index) -> None:
    query = first_query(index, read("payment retried"))
    code = rank(index, replace(query, style="code"), limit=4)
    mixed = rank(index, replace(query, style="mixed"), limit=4)
    assert mixed[0].chunk.id == code[0].chunk.id
    assert any(hit.chunk.path.endswith(".md") for hit in mixed[:2])


def test_an_empty_index_ranks_nothing(empty: IndexHandle) -> None:
    assert rank(empty.reader, first_query(empty.reader, read("cart"))) == []
