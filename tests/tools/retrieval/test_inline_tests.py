"""Tests that stand in the file of the code that they test come behind it."""

from __future__ import annotations

from pathlib import Path

from citeline.tools.retrieval.corpus import corpus_of
from tests.tools.answer.trees import indexed

BODY = "".join(f"    let value_{number} = outlier_of(&[{number}.0, {number}.5, 400.0]);\n" for number in range(60))
RUST = (
    f"pub fn outlier_of(values: &[f64]) -> usize {{\n{BODY}    0\n}}\n\n"
    f"#[test]\nfn test_outlier_of_many() {{\n{BODY}}}\n\npub fn testify() {{\n{BODY}}}\n"
)


def test_functions_of_tests_without_a_module_are_tests(tmp_path: Path) -> None:
    index = indexed(tmp_path, {"src/outlier.rs": RUST})
    document = index.structure.document("src/outlier.rs")
    assert document is not None
    tests = corpus_of(index).inline_tests
    inline = [chunk for chunk in index.structure.chunks_of([document.id]) if int(chunk.id) in tests]
    assert inline and all("test_outlier_of_many" in chunk.qualified_name for chunk in inline)
