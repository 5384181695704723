"""Who says how to answer, from which statement or in which unit, is not searched for these words."""

import pytest

from citeline.tools.question.question import translate
from citeline.tools.question.read import read
from citeline.tools.question.vocabulary import finance
from citeline.tools.question.vocabulary.finance import long_forms


@pytest.mark.parametrize(
    ("question", "left"),
    [
        (
            "What were the inventories of Kotka at the end of FY2023? Answer in EUR millions. Please base your"
            " judgments on the information provided primarily in the balance sheet.",
            "What were the inventories of Kotka at the end of FY2023?",
        ),
        (
            "You are an equity analyst. Using only the details in the income statement, what is the FY2023 revenue"
            " (in USD thousands)?",
            "what is the FY2023 revenue?",
        ),
        (
            "Imagine that you are an auditor. Answer the following question by using the P&L: how much did Kotka earn?"
            " Round your answer to two decimal places.",
            "how much did Kotka earn?",
        ),
        (
            "What are the total assets of Kotka? Base your response on the details in the statement of financial"
            " position.",
            "What are the total assets of Kotka?",
        ),
        (
            "Has the gross margin of Kotka improved? If gross margin is no useful metric, then please state that and"
            " explain why.",
            "Has the gross margin of Kotka improved?",
        ),
    ],
)
def test_what_only_directs_the_answer_is_not_searched_for(question: str, left: str) -> None:
    asked = read(question)
    assert asked.text == left
    assert asked.asked == question
    assert "USD" not in [name.text for name in asked.names]


@pytest.mark.parametrize(
    "question",
    [
        "If the token has expired, how does the client respond to the server?",
        "Give the response code when the token is missing.",
        "Using the cache, what does the client answer?",
        "Where is the answer rounded to two decimal places?",
        "Answer in USD millions.",
        "How does the server answer in millions of rows?",
    ],
)
def test_a_question_about_answers_and_rounding_is_left_as_it_is(question: str) -> None:
    assert read(question).text == question


def test_shorthand_of_reports_is_searched_for_in_the_words_that_these_print() -> None:
    queries = translate(read("What is the FY2016 COGS? Use the details of the statement of income."))
    assert "cost of revenue" in queries["english"]
    assert "consolidated statements of operations" in queries["english"]
    assert queries["original"] == "What is the FY2016 COGS?"


@pytest.mark.parametrize("written", ["balance\u00a0sheet", "balance\nsheet", "Balance  Sheets"])
def test_shorthand_is_known_however_its_words_are_parted(written: str) -> None:
    """A pasted question or a heading with a no-break space failed the whole answer."""
    assert long_forms(written) == long_forms("balance sheet")


@pytest.mark.parametrize(("slip", "meant"), [("gros margin", "gross margin"), ("EPSs", "EPS")])
def test_shorthand_with_an_s_too_many_or_too_few_is_known(slip: str, meant: str) -> None:
    assert long_forms(slip) == long_forms(meant) != []


def test_a_question_with_no_word_of_a_report_makes_no_pattern_of_their_shorthand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Of a first question of a process it was a fiftieth.
    monkeypatch.setattr(finance, "_pattern", lambda: pytest.fail("the pattern is made"))
    assert long_forms("how are retries of a step configured?") == []


def test_words_of_code_are_searched_for_as_they_are() -> None:
    assert translate(read("where is the cart total computed?"))["english"] == "where is the cart total computed?"


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("does it work out of the box?", "does it work by default?"),
        ("Are PRs welcome, and what must a PR say?", "Are pull requests welcome, and what must a pull request say?"),
        ("what did PR-4827 and PR #12 change?", "what did PR-4827 and PR #12 change?"),
        ("what does docs/PR.md say, and src/PR/merge.py?", "what does docs/PR.md say, and src/PR/merge.py?"),
        ("how do I open an MR?", "how do I open an merge request?"),
        ("does the parser switch on the kind of a token?", "does the parser switch on the kind of a token?"),
        ("how do I turn on the access log?", "how do I enable the access log?"),
        ("what does it do under the hood", "what does it do internally"),
        ("how do I turn off the access log?", "how do I disable the access log?"),
        ("how do I turn the access log off?", "how do I disable the access log?"),
        ("can I switch dark mode on in the admin?", "can I enable dark mode in the admin?"),
        (
            "what does `turn off` do, which in turn on close stops?",
            "what does `turn off` do, which in turn on close stops?",
        ),
    ],
)
def test_figures_of_speech_are_read_as_documents_say_them(question: str, plain: str) -> None:
    """`box` and `hood` had most of the weight of such a question, and `turn off` had none."""
    assert read(question).text == plain
    assert read(question).asked == question
