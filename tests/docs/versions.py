"""Puts a built site beside those of other versions, as the theme's list of versions reads them: `make site`."""

from __future__ import annotations

import json
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Final

from packaging.version import Version

_LIST: Final = "versions.json"
_LATEST: Final = "latest"
_FIRST: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Citeline</title>
<meta http-equiv="refresh" content="0; url={latest}/">
<a href="{latest}/">The documentation of Citeline {latest}</a></html>
"""


def publish(built: Path, to: Path, version: str) -> list[str]:
    """Move a built site to `to/<version>`, in place of an earlier one of it; all versions there are, newest first.

    The first page leads to the newest.
    """
    shutil.rmtree(to / version, ignore_errors=True)
    to.mkdir(parents=True, exist_ok=True)
    shutil.move(built, to / version)
    versions = sorted((page.parent.name for page in to.glob("*/index.html")), key=Version, reverse=True)
    listed = [{"version": one, "title": one, "aliases": [_LATEST] if one == versions[0] else []} for one in versions]
    (to / _LIST).write_text(json.dumps(listed, indent=2) + "\n", "utf-8")
    (to / "index.html").write_text(_FIRST.format(latest=versions[0]), "utf-8")
    return versions


if __name__ == "__main__":
    of_this_tree = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]["version"]
    sys.stdout.write(f"{sys.argv[2]}/: {', '.join(publish(Path(sys.argv[1]), Path(sys.argv[2]), of_this_tree))}\n")
