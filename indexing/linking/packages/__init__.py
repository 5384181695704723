"""Reads build files: which names their folders are imported by.

    build files ─ package map ─ finders of imports

Owns no table and resolves no import. A build file is data: nothing of it is run.
"""

from __future__ import annotations

from .package_map import PackageMap, is_build_file, read_packages

__all__ = ["PackageMap", "is_build_file", "read_packages"]
