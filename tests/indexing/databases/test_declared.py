"""What `citeline.toml` may say about databases, and that no password stands in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.errors import OutsideSourceError, ProjectFileError
from citeline.indexing.generations.location import locate
from citeline.indexing.sources.project_file import read_databases, read_tree


def written(root: Path, text: str) -> Path:
    (root / "citeline.toml").write_text(text)
    return root.resolve()


def test_a_database_is_a_source_that_has_to_be_allowed(tmp_path: Path) -> None:
    root = written(tmp_path, '[databases.shop]\nurl = "sqlite:///data/shop.db"\nabout = "orders"\n')
    location = locate(root, tmp_path / "home")
    with pytest.raises(OutsideSourceError, match=r"'sqlite:////.*data/shop\.db' as `shop`"):
        read_tree(root, location)
    tree = read_tree(root, location, allow_outside=True)
    assert [(source.name, source.prefix, source.about) for source in tree.sources] == [("shop", "shop/", "orders")]
    assert read_tree(root, location) == tree
    written(tmp_path, '[databases.shop]\nurl = "sqlite:///data/other.db"\n')
    with pytest.raises(OutsideSourceError, match=r"other\.db"):
        read_tree(root, location)


def test_a_url_with_a_password_comes_from_the_settings_and_is_shown_without_it(tmp_path: Path) -> None:
    root = written(tmp_path, "[databases.shop]\n")
    (database,) = read_databases(root, {"shop": "postgresql+psycopg://reader:hunter2@db:5432/shop?sslmode=require"})
    assert database.shown_url == "postgresql+psycopg://reader@db:5432/shop?sslmode=require"
    assert "hunter2" not in repr(database)
    assert database.hide('password "hunter2" is wrong') == 'password "***" is wrong'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[databases.shop]\nurl = "postgresql://reader:hunter2@db/shop"', "holds a secret"),
        ('[databases.shop]\nurl = "postgresql://db/shop?password=hunter2"', "holds a secret"),
        ("[databases.shop]", "CITELINE_DATABASES"),
        ('[databases.shop]\nurl = "sqlite://"', "must name a file"),
        ('[databases.shop]\nurl = "sqlite:///:memory:"', "must name a file"),
        ('[databases.shop]\nurl = "sqlite:///file:x?mode=rw"', "must name a file"),
        ('[databases.shop]\nurl = "http://[x"', "no URL"),
        ('[databases.Shop]\nurl = "sqlite:///x"', "cannot name"),
        ('[databases.shop]\nurl = "sqlite:///x"\nsample = -1', "sample"),
        ('[databases.shop]\nurl = "sqlite:///x"\ninclude = "orders"', "list of patterns"),
        ('[databases.shop]\nurll = "sqlite:///x"', "did you mean `databases.shop.url`"),
        ('[databases.shop]\nurl = "sqlite:///x"\n[sources.shop]\npath = "."', "a source and a database"),
        ('[databases.docs]\nurl = "sqlite:///x"', "called like something"),
        ("databases = 1", "one table for each"),
    ],
)
def test_what_cannot_be_is_told_before_anything_is_read(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "docs").mkdir()
    with pytest.raises(ProjectFileError) as refused:
        read_tree(written(tmp_path, text), locate(tmp_path, tmp_path / "home"), allow_outside=True)
    assert why in str(refused.value)
    assert "hunter2" not in str(refused.value)
