"""Call sites of a crate as its compiler resolves them: `rust_truth.py ROOT DUMP FILE… > truth.jsonl`.

DUMP is what the compiler prints of its typed tree: `RUSTC_BOOTSTRAP=1 cargo rustc --lib -- -Zunpretty=thir-tree`, run
in the folder that holds the FILEs' crate or workspace, which `--folder` names (default: ROOT). A call is an identifier
before `(` or `!`, as the syntax tree says. A call on a type parameter or `dyn Trait` is one of the trait's declaration;
any other of a trait's methods is one of the `impl` for the type that the compiler tells, or of the declaration where
that `impl` leaves it out. Sites that the build does not hold (`cfg`, tests, rules of macros) are written as unknown.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from tree_sitter import Node

from citeline.evals.research.calls.rust_items import Items, is_of_tests, parts, text_of

Point: TypeAlias = tuple[int, int]
"""Line and column as the compiler counts: from 1, columns in characters."""
Place: TypeAlias = tuple[str, int]

_BODY: Final = re.compile(r"DefId\(0:(\d+) ~ \w+\[\w+\]::(.*)\):$")
_SPAN: Final = re.compile(r"\s*span: (\S.*?):(\d+):(\d+): (\d+):(\d+) \(")
_FUNCTION: Final = re.compile(r"FnDef\(DefId\((\d+):(\d+) ~ \w+\[\w+\]::(.*?)\), \[(.*)\]\)$")
_VARIANT: Final = re.compile(r"VariantDef \{ def_id: DefId\((\d+):(\d+) ~ \w+\[\w+\]::([^)]*)\)")
_TOKENS: Final = frozenset({"token_tree", "token_repetition"})
_TWIN: Final = re.compile(r"#\d+(?=::|$)")


class Called(NamedTuple):
    """What a call reaches."""

    start: Point
    end: Point
    is_ours: bool
    number: str
    path: str
    """Empty for values that are called."""
    types: str
    """What its type parameters are, that of `Self` first."""

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.removesuffix("::{constructor#0}").rpartition("::")[2]


class Dump:
    """A printed tree: the calls by file and first line, and where the bodies of functions begin."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.calls: dict[tuple[str, int], list[Called]] = defaultdict(list)
        self.bodies: dict[str, tuple[str, Point]] = {}
        span: re.Match[str] | None = None
        body, step, kind, variants = "", "", "", ""
        for line in lines:
            text = line.strip()
            if line.startswith("DefId("):
                match = _BODY.match(text)
                body, step = match[1] if match else "", ""
            elif text == "body:":
                step = "body"
            elif text == "Call {":
                step = "type"
            elif step == "type" and text.startswith("ty: "):
                kind, step = text[4:], "function"
            elif step == "function" and text == "fun:":
                step = "span"
            elif text == "Adt {":
                step = "variants"
            elif step == "variants" and text.startswith("variants: "):
                variants, step = text, "variant"
            elif step == "variant" and text.startswith("variant_index: "):
                found, index = _VARIANT.findall(variants), int(text[15:])
                if span is not None and index < len(found):
                    crate, number, path = found[index]
                    self._add(span, crate, number, path, "")
                step = ""
            elif text.startswith("span: ") and (match := _SPAN.match(line)):
                span = match
                if step == "span":
                    function = _FUNCTION.match(kind)
                    crate, number, path, types = function.groups() if function else ("", "", "", "")
                    self._add(span, crate, number, path, types)
                elif step == "body" and body:
                    # Arms of a `match` have bodies, too, which may be those of macros elsewhere.
                    self.bodies.setdefault(body, (span[1], (int(span[2]), int(span[3]))))
                step = "" if step in {"span", "body"} else step

    def _add(self, span: re.Match[str], crate: str, number: str, path: str, types: str) -> None:
        start, end = (int(span[2]), int(span[3])), (int(span[4]), int(span[5]))
        told = Called(start, end, crate == "0", number, _TWIN.sub("", path), types)
        self.calls[span[1], start[0]].append(told)


def calls(node: Node) -> list[Node]:
    """The names that are called below a node, also in the arguments of macros."""
    found: list[Node] = []
    waiting = [node]
    while waiting:
        one = waiting.pop()
        waiting.extend(one.children)
        if one.type == "call_expression":
            called = one.child_by_field_name("function")
            while called is not None and called.type == "generic_function":
                called = called.child_by_field_name("function")
            if called is not None and called.type in {"field_expression", "scoped_identifier"}:
                called = called.child_by_field_name("field") or called.child_by_field_name("name")
            if called is not None and called.type in {"identifier", "field_identifier"}:
                found.append(called)
        elif one.type == "macro_invocation" and (called := one.child_by_field_name("macro")) is not None:
            found.append(called.child_by_field_name("name") or called)
        elif one.type == "identifier" and one.parent is not None and one.parent.type in _TOKENS:
            before, after = one.prev_sibling, (one.next_sibling.text or b"") if one.next_sibling is not None else b""
            declares = before is not None and before.text in {b"fn", b"struct"}
            if _is_given_types(one):
                found.append(one)
            if after.startswith((b"(", b"!")) and not after.startswith(b"!=") and not declares and not _is_pattern(one):
                found.append(one)
    return found


def _is_given_types(name: Node) -> bool:
    """Whether `name::<Type>` stands in the rules of a macro."""
    link = name.next_sibling
    behind = link.next_sibling if link is not None and link.text == b"::" else None
    return behind is not None and behind.text == b"<" and _is_unknown(name)


def _is_pattern(name: Node) -> bool:
    """Whether an identifier in the arguments of a macro is a variant that something is matched with."""
    group = name.next_sibling
    behind = group.next_sibling if group is not None else None
    return behind is not None and behind.text in {b"=>", b"|", b"=", b"if"} and text_of(name)[:1].isupper()


def _is_unknown(node: Node) -> bool:
    """Whether only tests have it, or it stands in the rules of a macro."""
    around: Node | None = node
    while around is not None and around.type != "macro_definition":
        around = around.parent
    return around is not None or is_of_tests(node)


class Resolver:
    """Finds what the calls of a crate reach."""

    def __init__(self, dump: Dump, items: Items) -> None:
        self._dump, self._items = dump, items

    def called(self, path: str, name: Node) -> list[Place] | None:
        """The definitions that a name calls; None for those of other crates, empty where the build has no such call."""
        if name.next_sibling is not None and text_of(name.next_sibling).startswith("!"):
            macros = self._items.named(text_of(name), ("macro_definition",))
            return [(one.path, one.line) for one in macros] or ([] if self._items.writes_macro(text_of(name)) else None)
        at = self._items.point(path, name.start_point)
        lines = (at[0] - back for back in range(4))
        around = [one for line in lines for one in self._dump.calls.get((path, line), ()) if one.start <= at < one.end]
        same = [one for one in around if one.name == text_of(name)]
        first = self._items.point(path, _path_start(name).start_point)
        meant = same or [one for one in around if one.start == first]
        if not meant:
            return []
        latest = max(one.start for one in meant)
        found = {place for one in meant if one.start == latest for place in self._places(one)}
        return sorted(found) or None

    def _places(self, called: Called) -> list[Place]:
        owner, name = parts(called.path)
        if "{impl" not in owner and called.types and (owner or called.is_ours):
            impls = self._items.impls(owner, name, called.types)
            if impls:
                return [(one.path, one.line) for one in impls]
        if not called.is_ours:
            return []
        if called.number in self._dump.bodies:
            return [self._items.function_before(name, *self._dump.bodies[called.number])]
        return [(one.path, one.line) for one in self._items.at_path(called.path)]


def _path_start(name: Node) -> Node:
    around = name.parent
    if around is not None and around.type == "scoped_identifier":
        while around.parent is not None and around.parent.type == "scoped_identifier":
            around = around.parent
        return around
    first = name
    if around is not None and around.type == "token_tree":
        while first.prev_sibling is not None and text_of(first.prev_sibling) == "::":
            before = first.prev_sibling.prev_sibling
            if before is None or text_of(before) in {">", ",", "="}:
                break
            first = before
    return first


def main() -> None:
    """One line a call site."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("dump", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--folder", type=Path, help="the paths of the dump begin here")
    options = parser.parse_args()
    root = options.root.resolve()
    folder = (options.folder or root).resolve()
    files = {str(file.resolve().relative_to(folder)): file.resolve() for file in options.files}
    with options.dump.open(encoding="utf-8") as lines:
        dump = Dump(lines)
    items = Items(files)
    resolver = Resolver(dump, items)
    counted: Counter[str] = Counter()
    for path in sorted({path for path, _ in dump.calls} & files.keys()):
        file = files[path]
        for name in calls(items.tree(path)):
            if (written := text_of(name)) == "Self":
                continue  # the definition of a `Self` has another name
            places = [] if _is_unknown(name) else resolver.called(path, name)
            counted["ours" if places else "others'" if places is None else "unknown"] += 1
            ours = [[str(files[one].relative_to(root)), line] for one, line in places or () if one in files]
            to = None if places is None else ours
            at = [str(file.relative_to(root)), name.start_point.row + 1]
            sys.stdout.write(json.dumps({"at": at, "name": written, "to": to}) + "\n")
    sys.stderr.write(f"{dict(counted)}\n")


if __name__ == "__main__":
    main()
