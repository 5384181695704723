"""Servers of databases that the tests of this folder share."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from .servers import mariadb, postgres, programs
from .shop import SCHEMA


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if programs() is None:
        pytest.skip("no PostgreSQL is installed here (no initdb)")
    sqlalchemy = pytest.importorskip("sqlalchemy")
    with postgres(tmp_path_factory.mktemp("server")) as url:
        engine = sqlalchemy.create_engine(url)
        with engine.begin() as connection:
            for statement in filter(str.strip, SCHEMA.split(";")):
                connection.execute(sqlalchemy.text(statement))
            connection.execute(sqlalchemy.text("COMMENT ON TABLE orders IS 'what was bought'"))
            connection.execute(sqlalchemy.text("COMMENT ON COLUMN orders.total IS 'in euros'"))
        engine.dispose()
        yield url


@pytest.fixture(scope="session")
def mariadb_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if shutil.which("mariadbd") is None or shutil.which("mariadb-install-db") is None:
        pytest.skip("no MariaDB is installed here (no mariadbd)")
    sqlalchemy = pytest.importorskip("sqlalchemy")
    with mariadb() as url:
        engine = sqlalchemy.create_engine(url)
        with engine.begin() as connection:
            for statement in filter(str.strip, SCHEMA.replace("name TEXT", "name VARCHAR(80)").split(";")):
                connection.execute(sqlalchemy.text(statement))
            connection.execute(sqlalchemy.text("ALTER TABLE orders COMMENT = 'what was bought'"))
        engine.dispose()
        yield url
