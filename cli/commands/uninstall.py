"""`citeline uninstall`: the other half of `citeline install`."""

from __future__ import annotations

from .install import uninstall as command

__all__ = ["command"]
