"""Real servers of databases for the length of a test run, where their programs are installed."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PASSWORD = "tr0ub4dor-and-3"


def programs() -> Path | None:
    """The folder of `initdb` and `postgres`; None where there is no PostgreSQL."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    named = shutil.which("initdb")
    return found[0].parent if found else Path(named).parent if named else None


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """The URL of a server's superuser, with its password."""
    bin_folder = programs()
    assert bin_folder is not None
    # It refuses to run as root, and a name of its socket is at most 107 bytes long.
    user = _other_user()
    with tempfile.TemporaryDirectory(prefix="pg") as short:
        secret = Path(short) / "password"
        secret.write_text(PASSWORD)
        if user is not None:
            for path in (Path(short), secret):
                os.chown(path, user, -1)
        data = f"{short}/data"
        made = [str(bin_folder / "initdb"), "-D", data, "-U", "owner", f"--pwfile={secret}", "-A", "scram-sha-256"]
        subprocess.run([*made, "--no-sync", "-E", "UTF8", "--locale=C"], check=True, capture_output=True, user=user)
        port = _free_port()
        options = ["-p", str(port), "-k", short, "-h", "127.0.0.1", "-c", "fsync=off"]
        server = subprocess.Popen(
            [str(bin_folder / "postgres"), "-D", data, *options],
            user=user,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait(port)
            # It listens before it answers.
            ready = [str(bin_folder / "pg_isready"), "-h", "127.0.0.1", "-p", str(port)]
            while subprocess.run(ready, check=False, capture_output=True).returncode == 1:
                time.sleep(0.05)
            yield f"postgresql+psycopg://owner:{PASSWORD}@127.0.0.1:{port}/postgres"
        finally:
            server.terminate()
            server.wait(20)


@contextmanager
def mariadb() -> Iterator[str]:
    """The URL of a server's superuser, with its password."""
    with tempfile.TemporaryDirectory(prefix="my") as short:
        user = ["--user=root"] if os.geteuid() == 0 else []
        data = f"--datadir={short}/data"
        made = ["mariadb-install-db", "--no-defaults", data, *user, "--auth-root-authentication-method=normal"]
        subprocess.run([*made, "--skip-test-db"], check=True, capture_output=True)
        first = Path(short) / "first.sql"
        first.write_text(
            f"CREATE DATABASE shop;\nCREATE USER owner@'127.0.0.1' IDENTIFIED BY '{PASSWORD}';\n"
            "GRANT ALL ON *.* TO owner@'127.0.0.1';\n"
        )
        port = _free_port()
        network = [f"--port={port}", "--bind-address=127.0.0.1", f"--socket={short}/s", f"--pid-file={short}/pid"]
        server = subprocess.Popen(
            ["mariadbd", "--no-defaults", data, *user, *network, f"--init-file={first}", "--skip-name-resolve"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait(port)
            yield f"mysql+pymysql://owner:{PASSWORD}@127.0.0.1:{port}/shop"
        finally:
            server.terminate()
            server.wait(20)


def _other_user() -> int | None:
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    return None


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait(port: int) -> None:
    for _ in range(400):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError("the server does not listen")
