"""The words of a question are read in `tools/question`, once; every other step and tool looks at the typed `Question`.

Counted are modules of `nodes/` and `tools/` outside `tools/question` in which a function looks into the raw text. That
is: a parameter annotated `str` that is called `question` or `english`; `state["question"]` and `state.get("question")`;
and `.text`, `.english` and `.asked` of something called `question`, or of what `question_of(…)`, `read(…)` or
`read_asked(…)` gives. To hand it on is not to look into it: as the argument `question=` (of a prompt) or `query=` (of
what repeats it), as the argument of `read`, `clean_question` or of a function of the same module that takes a
`question`, and as a value of a dictionary or of a list in one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .test_packaging import ROOT

READERS = {
    "nodes/plan_intent.py": "what a person has typed comes from the conversation here, and is read",
    "nodes/generate_answer.py": "the prompt of the writer names beside it what the sources do not know",
    "tools/answer/overview/asked.py": "aspects of the project, told by words around the name that this index gives it",
    "tools/retrieval/retrievers.py": "a retriever of somebody else is asked in words",
    "tools/handle.py": "the asynchronous form of a search hands on what was asked",
    "tools/actions/outcome.py": "an action is told what was asked",
}
"""Why each of them does."""
_TEXTS = ("text", "english", "asked")
_HOLDERS = ("question", "desk.question", "query.question", "asked.question", "self.question")
_READ = ("question_of", "read", "read_asked")
_HANDS_ON = ("read", "clean_question")


def carriers(tree: ast.Module) -> Iterator[ast.expr]:
    """Every expression that is the raw text."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments = function.args
            given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
            raw = {
                one.arg
                for one in given
                if one.arg in ("question", "english") and one.annotation and ast.unparse(one.annotation) == "str"
            }
            for node in ast.walk(function) if raw else ():
                if isinstance(node, ast.Name) and node.id in raw and isinstance(node.ctx, ast.Load):
                    yield node
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Load)
            and ast.unparse(node) == "state['question']"
        ):
            yield node
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "state.get":
            if isinstance(node.args[0], ast.Constant) and node.args[0].value == "question":
                yield node
        elif isinstance(node, ast.Attribute) and node.attr in _TEXTS:
            holder = node.value
            called = isinstance(holder, ast.Call) and ast.unparse(holder.func) in _READ
            if called or ast.unparse(holder).endswith(_HOLDERS):
                yield node


def looks_into(tree: ast.Module) -> bool:
    """Whether a module does more with the raw text than to hand it on."""
    raw = list(carriers(tree))
    if not raw:
        return False
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    taking = {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and any(one.arg == "question" for one in (*node.args.args, *node.args.kwonlyargs))
    }

    def handed_on(node: ast.expr) -> bool:
        parent = parents[node]
        if isinstance(parent, ast.keyword):
            return parent.arg in ("question", "query")
        if isinstance(parent, ast.Dict | ast.List):
            return isinstance(parent, ast.Dict) or isinstance(parents[parent], ast.Dict)
        return isinstance(parent, ast.Call) and ast.unparse(parent.func) in {*_HANDS_ON, *taking}

    return any(not handed_on(node) for node in raw)


def readers() -> set[str]:
    found = set()
    for room in ("nodes", "tools"):
        for path in (ROOT / room).rglob("*.py"):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith("tools/question/") and looks_into(ast.parse(path.read_text("utf-8"))):
                found.add(name)
    return found


def test_the_words_of_a_question_are_read_in_few_places() -> None:
    assert readers() == set(READERS)
    assert len(READERS) <= 6
