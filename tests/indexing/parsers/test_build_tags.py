"""Go builds one file of each tag: two that exclude one another were both told as what a call means."""

import pytest

from citeline.indexing.parsers.programs.build_tags import left_out_by


@pytest.mark.parametrize(
    ("path", "head", "is_built"),
    [
        ("a.go", "", True),
        ("a_linux.go", "", True),
        ("a_linux_test.go", "", True),
        ("a_windows.go", "", False),
        ("a_windows_amd64.go", "", False),
        ("a_linux_arm64.go", "", False),
        ("a_windows_linux.go", "", True),
        ("a_linux_windows.go", "", False),
        ("a_darwin_amd64.go", "", False),
        ("windows_amd64.go", "", True),
        ("windows.go", "", True),
        ("windows_more.go", "", True),
        ("a.go", "//go:build binary_log", False),
        ("a.go", "//go:build !binary_log", True),
        ("a.go", "//go:build linux && !(cgo || appengine)", False),
        ("a.go", "//go:build windows || linux && amd64", True),
        ("a.go", "//go:build !windows && go1.18", True),
        ("a.go", "// Copyright\n\n// +build !binary_log,!windows darwin", True),
        ("a.go", "// +build !windows\n// +build binary_log", False),
        ("a.go", "//go:build linux\n// +build windows", True),
        ("a.go", "/*\n//go:build windows\n*/", True),
        ("a.go", "// Of a/*.go\n//go:build windows", False),
        ("a.go", "//go:build (((", True),
        ("a.go", "//go:build " + "(" * 5_000, True),
    ],
)
def test_a_plain_build_leaves_out_what_its_tags_say(path: str, head: str, *, is_built: bool) -> None:
    data = f"{head}\n\npackage a\n\n//go:build never\n".encode()
    assert (left_out_by(f"pkg/{path}", data) == "") is is_built
