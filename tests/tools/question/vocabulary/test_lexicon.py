"""The lexicon: Chinese questions become English words, and related words are found both ways."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.errors import SettingsError
from citeline.text import stem
from citeline.tools.question.question import translate
from citeline.tools.question.read import read
from citeline.tools.question.vocabulary.lexicon import Concept, Lexicon, lexicon_at, read_concepts, shipped_lexicon

SMALL = Lexicon(
    read_concepts(
        """
    # comment
    error, exception | 错误, 异常
    handle | 处理
    error handling | 错误处理   # longer entries win
    lonely
     | 怎么, 的
    """
    )
)


def test_the_longest_chinese_word_wins() -> None:
    assert SMALL.to_english("错误处理") == "error handling"


def test_unknown_chinese_vanishes_and_identifiers_stay() -> None:
    assert SMALL.to_english("魑魅 Session.send 的异常") == "Session.send error"


def test_a_run_is_cut_so_that_the_least_is_left_over() -> None:
    lexicon = Lexicon(read_concepts("header | 请求头\nrequest | 请求\npart | 头部"))
    assert lexicon.to_english("请求头部") == "request part"


def test_words_that_ask_stand_for_nothing() -> None:
    assert SMALL.to_english("怎么处理异常的") == "handle error"
    assert SMALL.unread("怎么处理异常的") == []


def test_amounts_are_not_unread() -> None:
    assert SMALL.unread("十天处理三个月的异常两次") == []


def test_chinese_that_no_entry_has_is_unread() -> None:
    assert SMALL.unread("怎么处理魑魅魍魉的异常，handle 魑魅魍魉") == ["魑魅魍魉"]
    assert SMALL.cjk_words("怎么处理魑魅的异常") == ["处理", "魑魅", "异常"]


@given(st.text(alphabet=st.sampled_from("怎么处理异常错误的魑魅 ax")))
def test_no_text_is_lost_or_raises(text: str) -> None:
    SMALL.to_english(text)
    assert all(piece in text for piece in SMALL.cjk_words(text))


def test_another_form_of_a_word_has_its_synonyms() -> None:
    assert "registration" in shipped_lexicon().synonyms("registered")


def test_forms_of_a_word_are_found_whatever_they_begin_with() -> None:
    lexicon = Lexicon(read_concepts("wrote, scribe\nstore, keep\nwriting, authoring\nstored, kept copy"))
    assert lexicon.synonyms("writes") == ["wrote", "scribe", "writing", "authoring"]
    assert lexicon.synonyms("storing") == ["store", "keep", "stored", "kept copy"]


def test_a_lexicon_stems_no_word_before_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The 3,700 words of the shipped one took a twentieth of a first search."""
    stemmed: list[str] = []

    def noting(word: str) -> str:
        stemmed.append(word)
        return stem(word)

    monkeypatch.setattr("citeline.tools.question.vocabulary.lexicon.stem", noting)
    lexicon = Lexicon(shipped_lexicon().concepts)
    assert stemmed == []
    assert "registration" in lexicon.synonyms("registered")
    assert len(stemmed) < 20


def test_synonyms_are_the_other_words_of_the_concept() -> None:
    assert SMALL.synonyms("exception") == ["error"]
    assert SMALL.synonyms("lonely") == []
    assert SMALL.synonyms("unheard") == []


@pytest.mark.parametrize(
    ("chinese", "expected"),
    [
        ("路由是怎么注册的", ["route", "register"]),
        ("缓存在哪里失效", ["cache", "invalidate"]),
        ("依赖注入", ["dependency", "injection"]),
    ],
)
def test_the_shipped_lexicon_translates_common_questions(chinese: str, expected: list[str]) -> None:
    assert [word for word in expected if word in translate(read(chinese))["english"].split()] == expected


def test_the_shipped_lexicon_has_at_least_four_hundred_concepts() -> None:
    assert len(shipped_lexicon().concepts) >= 400


def test_the_further_chinese_words_come_after_those_of_the_lexicon() -> None:
    further = {"zh": read_concepts("mistake | 错误\npause, suspend | 暂停"), "ja": []}
    lexicon = Lexicon(SMALL.concepts, lambda language: further[language])
    assert lexicon.to_english("暂停的错误") == "pause error"
    assert lexicon.synonyms("pause") == []  # of a question in English nothing changes


def test_other_words_of_code_are_told_beside_the_usual_one() -> None:
    lexicon = Lexicon(read_concepts("pause, suspend | 暂停\nqueue | 队列"))
    assert lexicon.further_english("怎么暂停 Worker 的队列，pause?") == ["suspend"]
    assert lexicon.further_english("how to pause") == []


@pytest.mark.parametrize(
    ("chinese", "english"),
    [
        ("归档的任务在多少天后被永久删除？", {"archive", "task", "day", "permanent", "delete"}),
        ("怎样让一个修订依赖于另一个修订？", {"revision", "dependency"}),
        ("怎样把数据库标记为最新版本而不运行迁移？", {"database", "mark", "latest", "version", "run", "migration"}),
        ("如何暂停一个队列？", {"pause", "queue"}),
        ("上一季度的净利润和员工总数是多少？", {"quarter", "net", "income", "headcount"}),
        ("默认情况下不区分大小写吗？", {"default", "case", "insensitive"}),
    ],
)
def test_everyday_words_of_documents_are_read(chinese: str, english: set[str]) -> None:
    assert english <= set(translate(read(chinese))["english"].split())
    assert read(chinese).unread == ()


def test_chinese_is_read_without_the_japanese_list() -> None:
    def glossary(language: str) -> list[Concept]:
        assert language == "zh"
        return []

    assert Lexicon(SMALL.concepts, glossary).to_english("处理异常") == "handle error"


def test_an_english_question_is_its_own_translation() -> None:
    assert translate(read("where are routes registered"))["english"] == "where are routes registered"


def test_a_question_that_the_lexicon_cannot_read_stands_as_it_is() -> None:
    assert translate(read("魑魅魍魉"))["english"] == "魑魅魍魉"


def own(folder: Path, text: str) -> str:
    path = folder / "lexicon.toml"
    path.write_text(text, "utf-8")
    return str(path)


def test_words_of_ones_own_come_before_the_shipped_ones(tmp_path: Path) -> None:
    path = own(tmp_path, '[synonyms]\nbasket = ["cart", "trolley"]\n[glossary]\n"购物车" = "basket"\n')
    lexicon = lexicon_at(path)
    assert lexicon.synonyms("basket") == ["cart", "trolley"]
    assert lexicon.to_english("购物车的缓存") == "basket cache"
    assert lexicon_at("") is shipped_lexicon()


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = own(tmp_path, '[glossary]\n"购物车" = "basket"\n')
    assert lexicon_at(path).to_english("购物车") == "basket"
    own(tmp_path, '[glossary]\n"购物车" = "trolley"\n')
    os.utime(path, ns=(1, 1))
    assert lexicon_at(path).to_english("购物车") == "trolley"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[synonyms", "not TOML"),
        ("[words]\na = 'b'", "'words'"),
        ("synonyms = 'b'", "not a table"),
        ("[synonyms]\nbasket = 3", "'basket'"),
        ("[synonyms]\nbasket = []", "'basket'"),
        ("[glossary]\nbasket = 'cart'", "a Chinese word"),
    ],
)
def test_a_file_that_is_no_lexicon_is_refused_with_its_fault(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(SettingsError, match="CITELINE_LEXICON") as caught:
        lexicon_at(own(tmp_path, text))
    assert problem in str(caught.value)


def test_a_wrong_lexicon_of_the_file_of_settings_is_told_as_of_that_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = own(tmp_path, "[words]")
    settings = tmp_path / "config.toml"
    settings.write_text(f"lexicon = {json.dumps(str(wrong))}\n")
    monkeypatch.setenv("CITELINE_CONFIG", str(settings))
    with pytest.raises(SettingsError, match=r"config\.toml") as caught:
        lexicon_at(wrong)
    assert "CITELINE_LEXICON" not in str(caught.value)
    monkeypatch.setenv("CITELINE_LEXICON", str(wrong))
    with pytest.raises(SettingsError, match="CITELINE_LEXICON"):
        lexicon_at(wrong)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        lexicon_at(str(tmp_path / "none.toml"))


@pytest.mark.parametrize(
    ("question", "sought"), [("支持 gevent 吗？", ["支持", "gevent"]), ("主题如何切换？", ["主题如何切换"])]
)
def test_a_run_of_particles_is_not_searched_for(question: str, sought: list[str]) -> None:
    """`吗` and `例如` were search terms, and weighed like any other where a Chinese page has them."""
    assert read(question).own_words == sought
