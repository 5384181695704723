"""Our `dataclass` beside the library's: the same classes, made in less time."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
from typing import Any

import pytest

from citeline.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Ours:
    """A place."""

    path: str
    line: int = 1
    tags: list[str] = dataclasses.field(default_factory=list, compare=False)
    secret: str = dataclasses.field(default="", repr=False)

    @property
    def end(self) -> int:
        return self.line + 1


@dataclasses.dataclass(frozen=True, slots=True)
class Theirs:
    """A place."""

    path: str
    line: int = 1
    tags: list[str] = dataclasses.field(default_factory=list, compare=False)
    secret: str = dataclasses.field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    first: int
    second: int = 2


@dataclass(frozen=True, slots=True)
class Child(Ours):
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Sum:
    numbers: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.numbers:
            raise ValueError("no numbers")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and sum(self.numbers) == sum(other.numbers)

    def __repr__(self) -> str:
        return f"<{sum(self.numbers)}>"


@dataclass(frozen=True, slots=True)
class Empty:
    pass


@dataclass(frozen=True, slots=True)
class Link:
    to: list[Link]


def told(kind: Any) -> list[object]:
    one, other = kind("a.py", 3, ["x"], "s"), kind("a.py", 3, ["y"], "s")
    found: list[object] = [
        repr(one).replace(kind.__name__, "Kind"),
        hash(one) == hash(("a.py", 3, "s")),
        one == other,
        one != kind("b.py"),
        one.__eq__(3),
        kind("a.py").tags is not kind("a.py").tags,
        [(field.name, field.type) for field in dataclasses.fields(one)],
        dataclasses.asdict(one),
        dataclasses.replace(one, line=4).line,
        kind.__match_args__,
        [(one.name, one.annotation) for one in inspect.signature(kind).parameters.values()],
        kind.__doc__,
        hasattr(one, "__dict__"),
        copy.deepcopy(one) == one,
        pickle.loads(pickle.dumps(one)).tags,
    ]
    for act in (lambda: setattr(one, "line", 2), lambda: delattr(one, "line"), kind, lambda: kind("a", lines=2)):
        with pytest.raises((AttributeError, TypeError)) as raised:
            act()
        found.append((raised.type, str(raised.value).replace(kind.__name__, "Kind")))
    return found


def test_a_class_is_what_the_library_makes_of_it() -> None:
    assert told(Ours) == told(Theirs)


def test_properties_inheritance_and_keywords_are_kept() -> None:
    assert Ours("a", 4).end == 5
    child = Child("a", 2, [], "", 7)
    assert (child.depth, child.end, child == Child("a", 2, depth=7), child == Ours("a", 2)) == (7, 3, True, False)
    named = Named(first=1)
    assert pickle.loads(pickle.dumps(named)) == named == copy.copy(named)
    with pytest.raises(TypeError, match=r"Named.__init__\(\) takes 1 positional"):
        Named(1)  # type: ignore[call-arg]
    assert Empty() == Empty() and repr(Empty()).endswith("Empty()") and pickle.loads(pickle.dumps(Empty())) == Empty()


def test_who_asks_for_the_signature_gets_it_before_there_is_an_object() -> None:
    @dataclass(frozen=True, slots=True)
    class Late(Ours):
        depth: int = 0

    assert [*inspect.signature(Late).parameters] == ["path", "line", "tags", "secret", "depth"]
    assert Late("a", depth=2).depth == 2 and "path" not in vars(Late).get("__slots__", ())
    assert Late.__qualname__.endswith("Late") and Late.__init__.__qualname__.endswith("Late.__init__")


def test_methods_of_its_own_are_kept() -> None:
    assert Sum((1, 2)) == Sum((3,))
    assert repr(Sum((1, 2))) == "<3>"
    assert hash(Sum((1, 2))) == hash(((1, 2),))
    with pytest.raises(ValueError, match="no numbers"):
        Sum(())


def test_what_holds_itself_can_be_written() -> None:
    link = Link([])
    link.to.append(link)
    assert repr(link).endswith("Link(to=[...])")


def test_a_fresh_search_compiles_few_functions_for_classes() -> None:
    # Each is a tenth of a millisecond: six for each of some seventy classes were a tenth of what a search loads, one is
    # of no use to those of which no object is made. What is left is compiled for other libraries.
    script = (
        "import sys; made = []\n"
        "is_made = lambda event, of: event == 'exec' and of[0].co_filename == '<string>'\n"
        "sys.addaudithook(lambda event, of: made.append(of) if is_made(event, of) else None)\n"
        "import citeline.cli.commands.search, citeline.tools.retrieval.search\n"
        "print(len(made))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 150
