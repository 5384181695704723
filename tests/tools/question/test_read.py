"""A question is read once, and what it holds is found again in every later step."""

import json
from typing import Any, cast

import pytest

from citeline.state import Chat, RAGState
from citeline.tools.question.read import is_led_to, parts_of, question_of, read


def test_a_question_has_its_language_names_intent_and_slot() -> None:
    question = read("where is `parse_args` defined?")
    assert question.language == "en"
    assert [(name.text, name.mark) for name in question.names] == [("parse_args", "code")]
    assert question.intents[0] == "locate"


def test_marks_say_how_a_name_can_be_seen() -> None:
    marks = {name.text: name.mark for name in read("does run() in app/main.py read --dry-run or MAX_SIZE").names}
    assert marks == {"run": "code", "app/main.py": "code", "--dry-run": "code", "MAX_SIZE": "none"}


@pytest.mark.parametrize(
    ("question", "hangs"),
    [
        ("why does it choose brotli?", True),
        ("what does 'RedisCache' do", True),
        ("what does `frobnicate` do", True),
        ("what does `Frob.nicate()` do", True),
        ("is the form neccesarry?", False),
        ("why is the request 'avatar' lost?", False),
        ('Error: no view "index" in directory "/srv/app/views" -- what triggers it?', False),
        ("why does it fail? I do files={'f': open('a.csv')}", False),
        ("what is in 'a.csv'?", True),
        ("How can a cron job of mine report its own result instead of being polled?", False),
        ("my X_API_Key request header never reaches the handler. is it dropped on purpose?", False),
        ("why do our frobnicator clients time out", False),
        ("why can't users type the first letters of a long option like --verb?", False),
        ("where do I list a further kind of file, say Solaris doors?", False),
        ("nushell のような別のシェルの補完に対応させたいです。", False),
        ("where do I add a decoder for CBOR?", False),
        ('what happens when the list is "internal.lan, *"?', False),
        ("how do I set up our LDAP login?", True),
        ("what does our PaymentGateway do with requests?", True),
        ("does it support stores such as Redis?", True),
        ("I would like Kafka, how do I turn it on?", True),
    ],
)
def test_a_question_hangs_on_the_names_of_things_and_not_on_slips_and_examples(question: str, hangs: bool) -> None:
    found = read(question)
    assert {found.hangs_on(name.text) for name in found.names} == {hangs}


def test_a_german_noun_behind_a_name_is_none() -> None:
    names = read("Warum darf im Lesethread der HTTP/2-Verbindung kein Code der Anwendung laufen?").names
    assert [name.text for name in names] == ["HTTP/2"]


def test_who_does_what_an_english_verb_says_is_no_name() -> None:
    assert read("why does the load balancer ask twice?").names == ()


def test_a_pasted_error_gives_its_message() -> None:
    question = read("ValueError: cannot open 'a/b.txt' after 3 attempts.  -- when is this raised?")
    assert question.quoted[0] == "cannot open 'a/b.txt' after 3 attempts."
    assert question.intents[0] == "error"


def test_a_pasted_log_line_ends_where_the_asker_goes_on() -> None:
    question = read("log says [WARNING] Body was read before. Use the cached one. i only call it twice")
    assert question.quoted[0] == "Body was read before. Use the cached one."


def test_line_ends_end_a_message() -> None:
    assert read("panic: runtime failure in worker\nwhat causes it?").quoted[0] == "runtime failure in worker"


@pytest.mark.parametrize(
    ("text", "chat"),
    [
        ("hello there!", "greeting"),
        ("多谢", "thanks"),
        ("auf Wiedersehen", "farewell"),
        ("Bonjour !", "greeting"),
        ("merci beaucoup", "thanks"),
        ("???", "empty"),
        ("`bye()`", None),
        ("where is hello printed", None),
    ],
)
def test_small_talk_is_told_from_questions(text: str, chat: Chat | None) -> None:
    assert read(text).chat == chat


def test_the_form_for_the_state_is_plain_json_and_holds_every_field() -> None:
    question = read('why does "lock is held" appear, and where is Lock.take?')
    stored = question.to_json()
    assert json.loads(json.dumps(stored)) == stored
    assert stored["intents"] == list(question.intents)


def test_a_question_of_any_length_is_read() -> None:
    assert len(read("why " * 5000).text) <= 4000


ASKED = "Where is `parse_args` defined, and what does 'cannot open the file' mean?"
NEEDED = ("text", "language", "english")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("intents", ["banana"]),
        ("intents", 3),
        ("quoted", [{"text": "a"}]),
        ("wishes", [{"action": "calendar.create"}]),
        (
            "wishes",
            [{"action": "calendar.create", "clause": "", "arguments": [{"kind": "x", "values": [], "text": ""}]}],
        ),
        ("names", ["foo"]),
        ("names", [{"text": "a"}]),
        ("parts", None),
        ("text", None),
        ("chances", [1]),
        ("language", "xx"),
        ("cues", ["banana"]),
        ("chat", "banana"),
        ("asked", 3),
    ],
)
def test_a_field_that_was_edited_to_what_cannot_be_used_is_read_again(field: str, value: Any) -> None:
    plain = read(ASKED)
    state = cast(RAGState, {"question": ASKED, "read": {**plain.to_json(), field: value}})
    assert question_of(state) == plain


@pytest.mark.parametrize("field", NEEDED)
def test_what_no_question_is_without_is_read_again(field: str) -> None:
    plain = read(ASKED)
    stored = {name: value for name, value in plain.to_json().items() if name != field}
    assert question_of(cast(RAGState, {"question": ASKED, "read": stored})) == plain


@pytest.mark.parametrize("stored", [None, [], "read"])
def test_a_reading_that_is_none_is_read_again(stored: Any) -> None:
    assert question_of(cast(RAGState, {"question": ASKED, "read": stored})) == read(ASKED)


def test_edits_that_can_be_used_count_beside_one_that_cannot() -> None:
    stored = {**read(ASKED).to_json(), "intents": ["why"], "names": [], "language": "xx"}
    question = question_of(cast(RAGState, {"question": ASKED, "read": stored}))
    assert (question.intents, question.names, question.language) == (("why",), (), "en")


def test_a_wish_without_arguments_says_nothing_more() -> None:
    stored = {**read(ASKED).to_json(), "wishes": [{"action": "calendar.create", "clause": "create a meeting"}]}
    (wish,) = question_of(cast(RAGState, {"question": ASKED, "read": stored})).wishes
    assert (wish.action, wish.arguments) == ("calendar.create", ())


@pytest.mark.parametrize(
    ("question", "sought"),
    [
        ("in which order are middlewares run", ["middlewares"]),
        ("how long is the warranty", ["warranty"]),
        ("what order do the middlewares run in", ["middlewares"]),
        ("what order number does the invoice have", ["order", "invoice"]),
        ("which order can be refunded by invoice", ["order", "invoice"]),
    ],
)
def test_words_that_ask_how_much_or_in_which_order_are_not_looked_for(question: str, sought: list[str]) -> None:
    """`order` found `in order to` in lines about something else."""
    left = read(question).without_measures(question.split())
    assert [word for word in ("order", "long", "middlewares", "warranty", "invoice") if word in left] == sought


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "When does PR-4827 ship, what approvals does it need",
            ["When does PR-4827 ship", "what approvals does PR-4827 need"],
        ),
        ("what is `Session` and how is it closed?", ["what is `Session`", "how is Session closed"]),
        (
            "who wrote the review of the crew and when was it last changed?",
            ["who wrote the review of the crew", "when was the review of the crew last changed"],
        ),
        (
            "in which file are prices, and how are prices rounded?",
            ["in which file are prices", "how are prices rounded"],
        ),
        (
            "how long until runTest gives up, and how can I override that for all tests?",
            ["how long until runTest gives up", "how can I override runTest for all tests"],
        ),
        ("what is a cart? where is the price computed?", ["what is a cart", "where is the price computed"]),
        ("PR-4827 什么时候发布？需要哪些审批", ["PR-4827 什么时候发布", "需要哪些审批"]),
    ],
)
def test_each_part_can_be_answered_by_itself(question: str, parts: list[str]) -> None:
    assert parts_of(question) == parts


@pytest.mark.parametrize(
    "question",
    [
        "how are retries configured?",
        "where are X, Y and Z defined?",
        "what, exactly, does `retry` do?",
        "what happens when the cart is empty and how",
        "how do I install, configure and run it?",
        "How long does the cache keep entries, when the moon is eclipsed?",
        "Who pushes images to the registry, which nobody in accounting may delete?",
        "Where is the Config class, which holds the timeout settings, loaded?",
        "In the table of drivers, what do I put for MaxDB?",
        "if the disk is full, what is written?",
        "在几台机器上部署，怎么回滚？",
        "如果哪天请假，怎么申请？",
        "虚拟环境里没有 pip，怎么往里面装包？",
        "",
    ],
)
def test_one_question_stays_whole(question: str) -> None:
    assert parts_of(question) == [question]


@pytest.mark.parametrize(
    ("question", "is_led"),
    [
        ("somebody lost the office key, how soon is the lock replaced?", True),
        ("after signing out users are logged straight back in, how do I end the session at the provider too?", True),
        ("is the cache on by default, how is it cleared?", False),
        ("When does PR-4827 ship, what approvals does it need", False),
        ("list all endpoints and how do I turn them off?", False),
        ("how are retries configured?", False),
    ],
)
def test_a_statement_before_a_question_asks_nothing(question: str, is_led: bool) -> None:
    assert is_led_to(question) is is_led
