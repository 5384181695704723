from __future__ import annotations

from citeline.tools.explore.desk import FileIds

PATHS = ["src/app.py", "src/deep/app.py", "docs/guide.md"]


def test_an_id_is_short_and_the_same_in_every_index_that_has_the_file() -> None:
    identity = FileIds(PATHS).of("docs/guide.md")
    assert len(identity) == 4
    assert FileIds(["docs/guide.md", "other.md"]).of("docs/guide.md") == identity


def test_a_file_is_found_by_its_id_its_path_and_an_end_that_only_one_path_has() -> None:
    ids = FileIds(PATHS)
    assert ids.find(ids.of("src/app.py").upper()) == "src/app.py"
    assert ids.find("./docs/guide.md") == ids.find("`guide.md`") == "docs/guide.md"
    assert ids.find("deep/app.py") == "src/deep/app.py"
    assert ids.find("app.py") is None and ids.find("") is None and ids.find("nothing.py") is None


def test_paths_whose_short_ids_are_equal_get_longer_ones() -> None:
    many = [f"part{number}.py" for number in range(2_000)]
    ids = FileIds(many)
    assert len({ids.of(path) for path in many}) == len(many)
    assert all(ids.find(ids.of(path)) == path for path in many)


def test_a_misspelt_file_is_told_with_what_is_like_it() -> None:
    assert any("docs/guide.md" in near for near in FileIds(PATHS).nearest("docs/giude.md"))
