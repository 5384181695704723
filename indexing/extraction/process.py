"""Whether the end of this process costs no more than a file. Light, for processes that have imported nothing yet."""

from __future__ import annotations


class _Process:
    may_die = False


def let_this_process_die() -> None:
    """Called once by a parser process, which is replaced when it ends: documents are read in it, without a child."""
    _Process.may_die = True


def spare_this_process() -> None:
    """Called where documents have ended too many parser processes: from now on each is read in a child."""
    _Process.may_die = False


def may_die() -> bool:
    """True in a parser process that was not told otherwise."""
    return _Process.may_die
