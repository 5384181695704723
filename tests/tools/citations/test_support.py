from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.state import SUPPORTS
from citeline.tools.citations import check_support
from citeline.tools.citations.support import stands_whole

from .passages import passage

BASES = "class Session(Redirects, Closing):\n    limit = 3"
RUBY = "  def call(env)\n    dispatch env\n  end"

PROVED = {
    "defined in its file": ("`Session.send` is a method in `src/shop/sessions.py`.", "fact"),
    "calls": ("`Session.send` calls `Session.get_adapter`.", "fact"),
    "calls, in Chinese": ("`Session.send` 调用 `get_adapter`：", "fact"),
    "defined in, in Chinese": ("`Session.send` 是定义在 `src/shop/sessions.py` 中的方法：", "fact"),
    "default": ("`timeout` defaults to `30`.", "fact"),
    "inline quotation": ("`Session.send` is documented as: “Send a given request.”", "quote"),
    "quotation with its source": ("The docstring of `Session.send` says: “Send a given request.”", "quote"),
    "word for word": ("Send a given request.", "quote"),
}
NOT_PROVED = {
    "two names in place": ("`send` asks `get_adapter` for the adapter of the url [1].", "place"),
    "quoted code, and where it stands": (
        "It runs `return adapter.send(request, timeout=timeout)` at the end.",
        "place",
    ),
    "more than the quotation": ("`Session.send` never does “Send a given request.”", "place"),
    "a missing name beside a present one": ("`send` uses `get_adapter` and `RedisCache`.", "partly"),
    "a missing number": ("`send` tries `get_adapter` 17 times.", "partly"),
    "only missing names": ("`RedisCache` stores what `Evictor` drops.", "not_shown"),
    "a missing quotation": ("The docs say “every request is signed twice”.", "not_shown"),
    "nothing checkable": ("This is a very good design.", "not_shown"),
    "empty": ("", "not_shown"),
    "the call the other way round": ("`get_adapter` calls `Session.send`.", "contradicted"),
}


@pytest.mark.parametrize(
    ("sentence", "lines"),
    [
        ("文档说“默认超时时间为三十秒” 。", "默认超时时间为三十秒，可以在配置文件中修改。"),
        ("默认超时时间为三十秒 。", "默认超时时间为三十秒，可以在配置文件中修改。"),
        ("指南指出：“可以在配置文件中修改”。", "默认超时时间为三十秒，可以在配置文件中修改。"),
        ("文档写道：“专业版”。", "| 专业版 | 12.50 |"),
        ('The table says: "$12.50".', "| Pro | $12.50 | 1,000 |"),
    ],
)
def test_true_quotations_in_chinese_and_of_cells_are_proved(sentence: str, lines: str) -> None:
    found = check_support(sentence, passage(lines, path="docs/a.md", scope=""))
    assert (found.verdict, found.basis) == ("supported", "quote"), found.why


@pytest.mark.parametrize(
    ("sentence", "lines"),
    [
        ("文档说“重试三次”。", "不重试三次，除非配置。"),
        ("修改", "可以在配置文件中，修改。"),
        ('The table says: "12.5".', "| Pro | $12.50 | 1,000 |"),
        ("Pro", "| Pro | $12.50 | 1,000 |"),
        ("Members may open the storage room.", "Members may open the storage room, except on Sunday."),
        ("Members may open the storage room.", "Members may open the storage room (unless it is locked)."),
        ("members may open the storage room.", "If somebody is there, members may open the storage room."),
        ("会员可以随时进入储藏室。", "会员可以随时进入储藏室，但星期天除外。"),
        ("Mitglieder dürfen den Raum öffnen.", "Mitglieder dürfen den Raum öffnen, außer am Sonntag."),
    ],
)
def test_pieces_of_sentences_and_of_cells_are_not(sentence: str, lines: str) -> None:
    assert check_support(sentence, passage(lines, path="docs/a.md", scope="")).verdict != "supported"


def test_an_option_behind_a_text_is_no_exception() -> None:
    assert stands_whole("$ py -m pip download", "$ py -m pip download --only-binary=:all:")


@pytest.mark.parametrize(
    ("lines", "path"),
    [
        ("flags = read | write | run", "src/a.py"),
        ("x = a\n    | write | run", "src/a.hs"),
        ("Either read | write | run.", "docs/a.md"),
        ("```\n| write | run |\n```", "docs/a.md"),
    ],
    ids=["operators", "a choice of types", "bars in a sentence", "a block of code"],
)
def test_what_stands_between_bars_is_no_cell_but_in_a_row_of_a_table(lines: str, path: str) -> None:
    assert check_support('It says: "write".', passage(lines, path=path, scope="")).verdict != "supported"


@pytest.mark.parametrize("case", PROVED)
def test_claims_that_lines_prove_are_ticked(case: str) -> None:
    sentence, basis = PROVED[case]
    found = check_support(sentence, passage())
    assert (found.verdict, found.basis) == ("supported", basis), found.why


@pytest.mark.parametrize("case", NOT_PROVED)
def test_other_claims_are_not(case: str) -> None:
    sentence, verdict = NOT_PROVED[case]
    found = check_support(sentence, passage())
    assert found.verdict == verdict, found.why
    assert found.why


@pytest.mark.parametrize(
    "sentence",
    [
        "`RedisCache` keeps 30 entries.",
        "`RedisCache` keeps 30 entries for 30 minutes.",
        "`RedisCache` calls `Evictor` 30 times.",
        "`Evictor` raises `CacheError` after 30 tries.",
        "There are 30 of them.",
        "30, 30, 30, 30",
        "The moon has 30 craters.",
    ],
)
def test_a_number_that_stands_there_too_shows_nothing(sentence: str) -> None:
    found = check_support(sentence, passage())
    assert found.verdict == "not_shown", found.why


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("The default timeout is 60 seconds.", "partly"),
        ("The moon has 17 craters.", "not_shown"),
        ("`timeout` is half a minute, 30 seconds, for `send` and `adapter`.", "place"),
        ("`send` waits at most 5 minutes.", "partly"),
        ("`request` holds grey owls that cross quiet marble gardens within 5 minutes and 7 seconds.", "partly"),
    ],
)
def test_a_number_that_is_missing_is_told(sentence: str, verdict: str) -> None:
    found = check_support(sentence, passage())
    assert (found.verdict, bool(found.basis)) == (verdict, True), found


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("`send` asks `get_adapter` for a `RedisCache`.", "partly"),
        ("`send` asks `RedisCache` and `Evictor` for it.", "not_shown"),
        ("`request` is what `RedisCache` holds for grey owls that cross quiet marble gardens.", "not_shown"),
        ("“Send a given request” is what `RedisCache` and `Evictor` do.", "not_shown"),
        ("“Send a given request” is what `RedisCache` says while grey owls cross quiet marble gardens.", "partly"),
    ],
)
def test_what_is_missing_is_weighed_against_what_is_there(sentence: str, verdict: str) -> None:
    found = check_support(sentence, passage())
    assert found.verdict == verdict, found


def test_numbers_and_encodings_may_be_written_otherwise() -> None:
    lines = passage('def load(path, most=1_000, encoding="utf8"):\n    return read(path, most)', scope="load")
    for sentence in ("`load` reads at most 1,000 bytes of `path`.", "`load` takes `utf-8` as the encoding of `path`."):
        assert "not occur" not in check_support(sentence, lines).why


@pytest.mark.parametrize(
    ("sentence", "absent"),
    [
        ("`Session.send` raises `CacheError`.", "`CacheError` does not"),
        ("`RedisCache` calls `get_adapter`.", "`RedisCache` does not"),
        ("`Evictor` inherits from `RedisCache`.", "`Evictor` and `RedisCache` do not"),
        ("In `src/shop/sessions.py`, `Evictor` calls `RedisCache` for each of 30 keys.", "`Evictor` and `RedisCache`"),
    ],
)
def test_lines_without_the_names_of_a_relation_cannot_show_it(sentence: str, absent: str) -> None:
    found = check_support(sentence, passage())
    assert found.verdict == "not_shown" and absent in found.why, found


# The path names the file, not what it does.
@pytest.mark.parametrize("callee", ["RedisCache", "sessions"])
def test_a_call_that_stands_nowhere_in_a_whole_definition_is_contradicted(callee: str) -> None:
    found = check_support(f"`Session.send` calls `{callee}`.", passage())
    assert found.verdict == "contradicted" and "nowhere" in found.why, found
    lines = passage().text.rstrip().split("\n")
    cut = check_support(f"`Session.send` calls `{callee}`.", passage("\n".join(lines[:-1])))
    assert cut.verdict == "not_shown", "the end of the definition is not among the lines"


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("`Session` inherits from `Redirects`.", "supported"),
        ("`Session` extends `Closing`", "supported"),
        ("`Session` 继承自 `Redirects`。", "supported"),
        ("`Session` inherits from `Thread`.", "contradicted"),
        ("`Other` inherits from `Thread`.", "not_shown"),
    ],
)
def test_bases_are_read_from_the_class_line(sentence: str, verdict: str) -> None:
    assert check_support(sentence, passage(BASES, scope="Session")).verdict == verdict


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("`timeout` defaults to `30`", "supported"),
        ("`timeout` defaults to `10`", "contradicted"),
        ("the default of `timeout` is `None`", "contradicted"),
        ("`timeout` 默认是 `30`", "supported"),
        # An expression is not a literal: it may well evaluate to that.
        ("`timeout` defaults to `DEFAULT`", "not_shown"),
    ],
)
def test_defaults_are_compared_as_literals(sentence: str, verdict: str) -> None:
    assert check_support(sentence, passage()).verdict == verdict


def test_a_value_that_differs_between_two_places_contradicts_nothing() -> None:
    text = "def get(timeout=3): ...\ndef put(timeout=5): ..."
    assert check_support("`timeout` defaults to `9`", passage(text)).verdict != "contradicted"


def test_calls_without_brackets_are_calls() -> None:
    found = check_support("`App.call` calls `dispatch`:", passage(RUBY, scope="App.call", path="app.rb"))
    assert (found.verdict, found.basis) == ("supported", "fact")


def test_a_definition_line_is_no_call_of_itself() -> None:
    found = check_support("`Session.send` calls `send`:", passage("    def send(self):\n        pass"))
    assert found.basis != "fact"


def test_a_call_turned_round_in_a_longer_sentence_is_not_supported() -> None:
    found = check_support("As its last step, `get_adapter` calls `Session.send` with the `request`.", passage())
    assert found.verdict == "partly"
    assert "which calls `get_adapter`" in found.why


def test_a_condition_does_not_turn_a_wrong_fact_into_a_contradiction() -> None:
    found = check_support("`timeout` defaults to `10` when the `request` of `Session.send` says nothing.", passage())
    assert found.verdict in ("partly", "not_shown")


def test_a_call_is_a_name_whatever_it_is_given() -> None:
    assert check_support("`Session.send` asks `self.get_adapter(url)` first.", passage()).verdict == "place"


def test_plain_words_can_support_but_never_miss() -> None:
    right = check_support("Sends the given request through the adapter of its url.", passage())
    assert (right.verdict, right.basis) == ("place", "names")
    wrong = check_support("Draws the outline of a hexagon on the canvas.", passage())
    assert (wrong.verdict, wrong.basis) == ("not_shown", "")


def test_names_of_the_enclosing_definition_count_as_shown() -> None:
    body = passage("        return adapter.send(request)")
    assert check_support("`Session.send` hands the `request` to `adapter.send`.", body).verdict == "place"


def test_a_signature_outside_the_lines_counts_as_shown() -> None:
    body = passage("        return adapter.send(request)", signature="def send(self, request, proxies):")
    assert check_support("`proxies` and `request` are given.", body).verdict == "place"
    assert check_support("`proxies` and `request` are given.", passage("        return 1")).verdict != "place"


def test_a_name_is_found_as_a_whole_word_only() -> None:
    assert check_support("`get_adapt` and `adapt` are used.", passage()).verdict == "not_shown"


def test_the_reason_says_where_a_name_was_found() -> None:
    found = check_support("`send` asks `get_adapter` for `RedisCache`.", passage())
    assert "`send`, `get_adapter` occur in lines 41–47" in found.why
    assert "`RedisCache` does not occur there" in found.why


def test_a_quotation_the_lines_do_not_hold_is_not_shown() -> None:
    found = check_support("`Session.send` calls `get_adapter`:", passage(), quote="adapter = self.other()")
    assert (found.verdict, found.basis) == ("not_shown", "quote")


def test_a_quotation_may_span_comment_lines() -> None:
    text = "// Opens the file and\n// returns its lines.\nfunc Open() {}"
    sentence = "`Open` is documented as: “Opens the file and returns its lines.”"
    assert check_support(sentence, passage(text, scope="Open")).verdict == "supported"


@given(st.text(), st.text(), st.text())
def test_no_text_raises(sentence: str, text: str, quote: str) -> None:
    found = check_support(sentence, passage(text or " "), quote=quote)
    assert found.verdict in SUPPORTS
    assert found.why


@given(st.text(min_size=1), st.data())
def test_lines_that_hold_what_is_shown_are_the_right_place(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    quote = text[start : data.draw(st.integers(start + 1, len(text)))]
    found = check_support("Closest to the question:", passage(text), quote=quote)
    assert (found.verdict, found.basis) == ("place", "quote")


@given(st.text(alphabet="abc `_.()“”\"'0123456789:=,"), st.text(alphabet="abc_.()\"'=0123 \n"))
def test_prose_is_never_contradicted_by_lines_without_a_signature(sentence: str, text: str) -> None:
    if "class" not in text and "=" not in text:
        assert check_support(sentence, passage(text)).verdict != "contradicted"
