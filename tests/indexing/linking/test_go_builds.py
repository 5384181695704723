"""What one build of Go has, a call means; the other file of the tag is told where a file is of that tag."""

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
