"""`How does A get to B`: each step between the two is told at the line that takes it."""

from collections.abc import Iterator

import pytest

from citeline.graph.events import StepEndEvent
from citeline.graph.run import ask, run_with_events
from citeline.settings import Settings
from citeline.tools.answer.sources.way import ends_asked, way_chunks, way_claims
from citeline.tools.handle import IndexHandle
from citeline.tools.question.read import read

from ...retrieval import trees

CODE = {
    "web/app.py": (
        "from web.dispatch import full_dispatch\n\n\n"
        "class Application:\n"
        '    """Serves requests."""\n\n'
        "    def serve_request(self, environ):\n"
        "        return full_dispatch(environ)\n"
    ),
    "web/dispatch.py": (
        "from web.views import render_view\n\n\n"
        "def full_dispatch(environ):\n"
        '    """Find the view of a request and call it."""\n'
        "    prepared = dict(environ)\n"
        "    return render_view(prepared)\n"
    ),
    "web/views.py": 'def render_view(values):\n    """Fill the template."""\n    return str(values)\n',
    "web/alone.py": 'def count_words(text):\n    """Number of words."""\n    return len(text.split())\n',
}


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexHandle]:
    tree = trees.write(tmp_path_factory.mktemp("tree"), CODE)
    with trees.indexed(tree, tmp_path_factory.mktemp("home")) as handle:
        yield handle


def told(web: IndexHandle, question: str) -> list[tuple[str, str]]:
    claims, evidence = way_claims(web.reader, read(question), [])
    lines = {piece["id"]: f"{piece['path']}:{piece['start_line']}" for piece in evidence}
    return [(claim["text"], lines[claim["evidence"][0]]) for claim in claims]


@pytest.mark.parametrize(
    "question",
    [
        "how does serve_request get to render_view?",
        "call chain from Application to render_view",
        "how is render_view invoked by serve_request",
        "what is the path between serve_request and render_view",
        "how do I get from serve_request to render_view",
        "Wie gelangt man von serve_request zu render_view?",
        "从 serve_request 到 render_view 的调用链",
        "serve_request から render_view までの流れ",
        "Wie kommt man von serve_request zu render_view?",
        "¿Cómo se llega de serve_request a render_view?",
        # Asked the wrong way round, it is the only way there is.
        "how does render_view lead to serve_request",
    ],
)
def test_every_step_is_told_at_its_line(web: IndexHandle, question: str) -> None:
    places = [place for _, place in told(web, question)]
    assert places == ["web/app.py:7", "web/app.py:8", "web/dispatch.py:7", "web/views.py:1"]


def test_the_steps_are_sentences_of_the_language_asked(web: IndexHandle) -> None:
    english = [text for text, _ in told(web, "how does serve_request get to render_view?")]
    assert english[1:3] == [
        "`Application.serve_request` calls `full_dispatch`:",
        "`full_dispatch` calls `render_view`:",
    ]
    german = [text for text, _ in told(web, "Wie kommt man von serve_request zu render_view?")]
    assert german[2] == "`full_dispatch` ruft `render_view` auf:"


@pytest.mark.parametrize(
    "question",
    [
        "how does serve_request get to count_words?",  # nothing connects them
        "how does serve_request get to its view?",  # one name
        "how do serve_request, full_dispatch and render_view call each other?",  # three
        "serve_request render_view",  # asks for no way
        "how does serve_request get to missing_view?",
        "what is the difference between serve_request and render_view?",
        "在 serve_request 中遇到 render_view 怎么办",
        "how do I use serve_request with render_view?",
        "how is `LostError` handled when serve_request calls render_view?",
    ],
)
def test_other_questions_have_no_way(web: IndexHandle, question: str) -> None:
    assert told(web, question) == []
    assert way_chunks(web.reader, read(question)) == []


def test_no_piece_of_the_way_is_dropped_for_lack_of_words(web: IndexHandle) -> None:
    question = "how does serve_request get to render_view?"
    steps = {one["chunk_id"] for one in way_chunks(web.reader, read(question))}
    ends = [event for event in run_with_events(question, web, no_model=True) if isinstance(event, StepEndEvent)]
    kept = {end.step: end.changed for end in ends}["filter_documents"]["evidence"]
    assert steps and steps == {piece["chunk_id"] for piece in kept[: len(steps)]}


def test_a_way_out_of_the_sources_that_are_searched_is_none(web: IndexHandle) -> None:
    assert ends_asked(web.reader, read("how does serve_request get to render_view?"), ["elsewhere"]) is None


def test_the_answer_is_the_way_and_its_citations_hold(web: IndexHandle) -> None:
    answer = ask("how does serve_request get to render_view?", web, settings=Settings(), no_model=True)
    assert answer.status == "answered"
    cited = [piece["path"] for piece in answer.evidence]
    assert cited == ["web/app.py", "web/app.py", "web/dispatch.py", "web/views.py"]
    verdicts = [verdict for claim in answer.claims for verdict in claim["verdicts"].values()]
    assert all(one["resolves"] and one["unchanged"] for one in verdicts)


def test_a_type_behind_a_method_says_which_one_is_meant_and_is_no_end_of_a_way(web: IndexHandle) -> None:
    """`who calls serve_request in Application` was answered, with `yes`, by what `serve_request` calls itself."""
    assert ends_asked(web.reader, read("who calls serve_request in Application")) is None
    assert ends_asked(web.reader, read("call chain from Application to render_view")) is not None
