"""What one build of Go has, a call means; the other file of the tag is told where a file is of that tag.

A call into a package has its edge however many files the package has.
"""

from pathlib import Path

from .corpus import LinkedCorpus


def _encoder(tag: str, package: str) -> str:
    head = f'// +build {tag}\n\npackage log\n\nimport "example.com/log/{package}"\n\n'
    return f'{head}var enc = {package}.Encoder{{}}\n\nfunc suffix() string {{ return "{package}" }}\n'


_FILES = {
    "go.mod": "module example.com/log\n",
    "log.go": "package log\n\nfunc Write() {\n\tenc.Append()\n\tsuffix()\n}\n",
    "encoder_json.go": _encoder("!binary_log", "json"),
    "encoder_cbor.go": _encoder("binary_log", "cbor"),
    "decode.go": "// +build binary_log\n\npackage log\n\nfunc Decode() {\n\tsuffix()\n}\n",
    "json/json.go": "package json\n\ntype Encoder struct{}\n\nfunc (Encoder) Append() {}\n",
    "cbor/cbor.go": "package cbor\n\ntype Encoder struct{}\n\nfunc (Encoder) Append() {}\n",
}


def test_a_call_means_what_is_built_with_its_file(tmp_path: Path) -> None:
    with LinkedCorpus(tmp_path, _FILES) as corpus:
        assert {one for one in corpus.calls() if not one.endswith("Encoder")} == {
            "log.go:Write json/json.go:Encoder.Append",
            "log.go:Write encoder_json.go:suffix",
            "decode.go:Decode encoder_cbor.go:suffix",
        }
        corpus.change({"encoder_json.go": _encoder("other", "json")})
        corpus.assert_linked_as_anew()
        corpus.change({"encoder_json.go": None})
        corpus.assert_linked_as_anew()
        assert "log.go:Write cbor/cbor.go:Encoder.Append" in corpus.calls()


def test_a_call_into_a_package_of_many_files_is_an_edge(tmp_path: Path) -> None:
    package = {f"lib/f{i}.go": f"package lib\n\nfunc New{i}() int {{ return {i} }}\n" for i in range(60)}
    main = 'package main\n\nimport "example.com/log/lib"\n\nfunc main() {\n\tlib.New7()\n\tlib.New60()\n}\n'
    other = "package other\n\nfunc New7() int { return 7 }\n"
    files = {"go.mod": _FILES["go.mod"], **package, "other/new.go": other, "cmd/main.go": main}
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.calls() == {"cmd/main.go:main lib/f7.go:New7"}
        assert not corpus.edges("imports"), "an import of many files is no edge to each of them"
        corpus.change({"lib/f60.go": "package lib\n\nfunc New60() int { return 60 }\n"})
        corpus.assert_linked_as_anew()
        assert "cmd/main.go:main lib/f60.go:New60" in corpus.calls()
        corpus.change({f"lib/f{i}.go": None for i in range(30, 61)})
        corpus.assert_linked_as_anew()
