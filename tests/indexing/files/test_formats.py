from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from citeline.indexing.files.formats import byte_limit, document_format


@pytest.mark.parametrize(
    "path", ["a.pdf", "a.PDF", "a.b.pdf", "x.d/a.pdf", "..pdf", ".pdf", "x/.pdf", "a.", "x.pdf/a", "pdf", "a.pdf/", ""]
)
def test_a_file_is_of_the_format_that_its_suffix_says(path: str) -> None:
    assert (document_format(path) is not None) == (PurePosixPath(path).suffix.lower() == ".pdf" and path[-1] != "/")
    assert byte_limit(path, 10) == (10 if document_format(path) is None else byte_limit("a.pdf", 10))
