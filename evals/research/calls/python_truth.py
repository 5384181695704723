"""Call sites of Python files as jedi resolves them: `python_truth.py ROOT FILE… > truth.jsonl`. Needs `jedi`.

jedi takes what a parameter is from the calls that it finds, those of tests among them, where fakes stand for what the
product passes. What it finds in tests for a call of the product it does not know.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from pathlib import Path

import jedi

_TEST = re.compile(r"(^|/)tests?/|(^|/)(test_[^/]*|[^/]*_test|conftest)\.py$")


def main(root: Path, files: list[Path]) -> None:
    """One line a call site: where it stands, the name as written, and the definitions; null for none of ours."""
    source = root / "src"
    # First, so that an installed copy of the same package is not found in its place.
    project = jedi.Project(root, sys_path=[str(source if source.is_dir() else root), *sys.path])
    for file in files:
        text = file.read_text("utf-8")
        script = jedi.Script(text, path=file, project=project)
        is_test = _TEST.search(str(file.relative_to(root)))
        for call in ast.walk(ast.parse(text)):
            if not isinstance(call, ast.Call):
                continue
            called = call.func
            if isinstance(called, ast.Attribute):
                name, line, column = called.attr, called.end_lineno or 0, (called.end_col_offset or 1) - 1
            elif isinstance(called, ast.Name):
                name, line, column = called.id, called.lineno, called.col_offset
            else:
                continue
            row = text.splitlines()[line - 1]
            column = len(row.encode()[:column].decode())
            try:
                found = script.goto(line, column, follow_imports=True)
                if not any(one.type in ("function", "class") for one in found):
                    found = script.infer(line, column) or found
            except Exception:  # noqa: BLE001  # jedi raises anything on some calls
                found = []
            found = [one for one in found if one.type in ("function", "class")]
            ours = [
                [str(one.module_path.relative_to(root)), one.line]
                for one in found
                if one.module_path and one.module_path.is_relative_to(root)
            ]
            known = ours if is_test else [one for one in ours if not _TEST.search(one[0])]
            to = known or (None if found and not ours else [])
            sys.stdout.write(json.dumps({"at": [str(file.relative_to(root)), line], "name": name, "to": to}) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), [Path(argument).resolve() for argument in sys.argv[2:]])
