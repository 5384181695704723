from __future__ import annotations

from pathlib import Path

import pytest

from citeline.tools.answer.sources.exact_strings import exact_hits
from citeline.tools.answer.sources.raised import raised_drafts

from ..trees import indexed, place_of

CASES = {
    "python": (
        "app.py",
        'def load(path):\n    if not path.exists():\n        raise MissingFile(f"no such file {path}")\n\n\n'
        "def main():\n    load(root)\n",
        ("raises", "load", "MissingFile", "not path.exists()", "app.py:2-3"),
    ),
    "python with a format": (
        "app.py",
        'def load(path):\n    if not path.exists():\n        raise MissingFile("no such file {}".format(path))\n',
        ("raises", "load", "MissingFile", "not path.exists()", "app.py:2-3"),
    ),
    "python assert": (
        "app.py",
        'def load(path):\n    assert path.exists(), f"no such file {path}"\n',
        ("raises", "load", "no such file", "assert path.exists()", "app.py:2-2"),
    ),
    "typescript": (
        "app.ts",
        (
            "export function load(path: string) {\n  if (!exists(path)) {\n"
            "    throw new RangeError(`no such file ${path}`);\n  }\n}\n"
        ),
        ("raises", "load", "RangeError", "!exists(path)", "app.ts:2-3"),
    ),
    "go": (
        "app.go",
        (
            "package app\n\nfunc Load(path string) error {\n"
            "\tif err := stat(path); err != nil {\n"
            '\t\treturn fmt.Errorf("no such file %s: %w", path, err)\n\t}\n\treturn nil\n}\n'
        ),
        ("raises", "Load", "no such file", "err != nil", "app.go:4-5"),
    ),
    "a panic with a format": (
        "app.go",
        (
            "package app\n\nfunc Load(path string) {\n\tif !exists(path) {\n"
            '\t\tpanic(fmt.Sprintf("no such file %s", path))\n\t}\n}\n'
        ),
        ("raises", "Load", "no such file", "!exists(path)", "app.go:4-5"),
    ),
    "a function that reports": (
        "app.cpp",
        'void load(Path path) {\n  if (!exists(path)) {\n    report_error("no such file");\n  }\n}\n',
        ("raises", "load", "no such file", "!exists(path)", "app.cpp:2-3"),
    ),
    "java": (
        "App.java",
        (
            "class App {\n  void load(String path) {\n    if (!exists(path)) {\n"
            '      throw new IllegalStateException("no such file " + path);\n    }\n  }\n}\n'
        ),
        ("raises", "App.load", "IllegalStateException", "!exists(path)", "App.java:3-4"),
    ),
    "rust": (
        "app.rs",
        (
            "fn load(path: &str) -> Result<(), String> {\n    match stat(path) {\n"
            "        Ok(_) => Ok(()),\n"
            '        Err(_) => return Err(format!("no such file {}", path)),\n    }\n}\n'
        ),
        ("raises", "load", "no such file", "Err(_)", "app.rs:4-4"),
    ),
    "log": (
        "app.js",
        (
            "function load(path) {\n  switch (kind) {\n    case 'file':\n"
            "      console.warn('no such file ' + path)\n  }\n}\n"
        ),
        ("logs", "load", "no such file", "case 'file'", "app.js:3-4"),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_message_leads_to_what_raises_it_and_its_condition(tmp_path: Path, case: str) -> None:
    path, text, (relation, subject, stated, condition, place) = CASES[case]
    opened = indexed(tmp_path, {path: text})
    (draft, *_) = raised_drafts(opened, exact_hits(opened, ["no such file /tmp/a"]))
    assert draft.fact["relation"] == relation
    assert draft.fact["subject"] == subject
    assert stated in draft.fact["object"]
    assert condition in draft.fact["condition"]
    assert place_of(opened, draft) == place


BUILT_ELSEWHERE = {
    "constant": (
        {
            "messages.py": 'NO_FILE = "there is no such file here"\n',
            "app.py": (
                "from messages import NO_FILE\n\n\ndef load(path):\n    if not path:\n"
                "        raise ValueError(NO_FILE)\n"
            ),
        },
        "app.py:5-6",
    ),
    "go error": (
        {
            "errors.go": 'package app\n\nvar ErrNoFile = errors.New("there is no such file here")\n',
            "load.go": (
                'package app\n\nfunc Load(path string) error {\n\tif path == "" {\n'
                "\t\treturn ErrNoFile\n\t}\n\treturn nil\n}\n"
            ),
        },
        "load.go:4-5",
    ),
    "exception class": (
        {
            "errors.py": (
                "class NoFile(Exception):\n    def __init__(self):\n"
                '        super().__init__("there is no such file here")\n'
            ),
            "app.py": "def load(path):\n    if not path:\n        raise NoFile()\n",
        },
        "app.py:2-3",
    ),
    "variable of a constructor": (
        {
            "errors.py": (
                "class NoFile(Exception):\n    def __init__(self, message=None):\n        if message is None:\n"
                '            message = "there is no such file here: {}".format(1)\n        super().__init__(message)\n'
            ),
            "app.py": "def load(path):\n    if not path:\n        raise NoFile(path)\n",
        },
        "app.py:2-3",
    ),
    "variable of the text of a class": (
        {
            "errors.py": (
                "class NoFile(Exception):\n    def format_message(self):\n"
                '        text = _("there is no such file here")\n        return f"{text}: {self.path}"\n'
            ),
            "app.py": "def load(path):\n    if not path:\n        raise NoFile(path)\n",
        },
        "app.py:2-3",
    ),
    "text of an exception class": (
        {
            "errors.py": (
                "class NoFile(Exception):\n    def __str__(self):\n"
                '        return "there is no such file here: %s" % self.path\n'
            ),
            "a.py": "class NoFile(Exception):\n    pass\n\n\ndef save():\n    raise NoFile()\n",
            "app.py": "def load(path):\n    if not path:\n        raise NoFile(path)\n",
        },
        "app.py:2-3",
    ),
    "text of an error type": (
        {
            "errors.go": (
                "package app\n\ntype NoFile struct{ path string }\n\nfunc (e *NoFile) Error() string {\n"
                '\treturn fmt.Sprintf("there is no such file here: %s", e.path)\n}\n'
            ),
            "load.go": (
                'package app\n\nfunc Load(path string) error {\n\tif path == "" {\n'
                "\t\treturn &NoFile{path}\n\t}\n\treturn nil\n}\n"
            ),
        },
        "load.go:4-5",
    ),
    "text of an exception class in Java": (
        {
            "NoFile.java": (
                "class NoFile extends RuntimeException {\n  @Override\n  public String getMessage() {\n"
                '    return "there is no such file here: " + path;\n  }\n}\n'
            ),
            "App.java": (
                "class App {\n  void load(String path) {\n    if (path == null) {\n"
                "      throw new NoFile();\n    }\n  }\n}\n"
            ),
        },
        "App.java:3-4",
    ),
    "key of a bundle that ends in a type": (
        {
            "i18n/messages.properties": "detail.shop.NoFile=There is no such file here: {0}.\n",
            "NoFile.java": "class NoFile extends RuntimeException {\n}\n",
            "App.java": (
                "class App {\n  void load(String path) {\n    if (path == null) {\n"
                "      throw new NoFile();\n    }\n  }\n}\n"
            ),
        },
        "App.java:3-4",
    ),
    "type that is made by a reference": (
        {
            "i18n/messages.properties": "detail.shop.NoFileException=There is no such file here: {0}.\n",
            "App.java": (
                "class App {\n  Mono<File> load(String path) {\n"
                "    return read(path).onErrorMap(NoFileException::new);\n  }\n}\n"
            ),
        },
        "App.java:3-3",
    ),
    "attribute of a variant": (
        {
            "error.rs": (
                "#[derive(Debug, Error)]\npub enum LoadError {\n"
                '    #[error("there is no such file here")]\n    NoFile,\n}\n'
            ),
            "load.rs": (
                "fn load(path: &str) -> Result<(), LoadError> {\n    if path.is_empty() {\n"
                "        return Err(LoadError::NoFile);\n    }\n    Ok(())\n}\n"
            ),
        },
        "load.rs:2-3",
    ),
}


@pytest.mark.parametrize("case", BUILT_ELSEWHERE)
def test_a_message_that_is_built_elsewhere_leads_to_where_it_is_raised(tmp_path: Path, case: str) -> None:
    files, place = BUILT_ELSEWHERE[case]
    opened = indexed(tmp_path, files)
    drafts = raised_drafts(opened, exact_hits(opened, ["there is no such file here"]))
    assert place_of(opened, drafts[0]) == place
    assert drafts[0].fact["relation"] in ("raises", "returns")


def test_a_variable_with_the_message_is_that_of_its_function(tmp_path: Path) -> None:
    """Half the functions of a package call theirs `msg`; another one that raises its own says nothing of this one."""
    text = (
        "def load(path):\n    if not path:\n        msg = 'there is no such file here'\n        raise ValueError(msg)\n"
        "    msg = 'it was read'\n    log.warning(msg)\n"
    )
    other = "def save(path):\n    if path == ROOT:\n        msg = 'not there'\n        raise KeyError(msg)\n"
    opened = indexed(tmp_path, {"app.py": text, "other.py": other})
    drafts = raised_drafts(opened, exact_hits(opened, ["there is no such file here"]))
    assert [draft.fact["object"] for draft in drafts] == ["ValueError", "there is no such file here"]
    assert place_of(opened, drafts[0]) == "app.py:2-4"


def test_an_error_that_is_given_its_message_by_name_is_what_is_raised(tmp_path: Path) -> None:
    files, _ = BUILT_ELSEWHERE["constant"]
    opened = indexed(tmp_path, files)
    drafts = raised_drafts(opened, exact_hits(opened, ["there is no such file here"]))
    assert drafts[0].fact["object"] == "ValueError"


def test_a_question_whether_it_is_an_error_raises_none(tmp_path: Path) -> None:
    text = 'function check(answer) {\n  if (isParseError(answer, "there is no such file here")) {\n    stop()\n  }\n}\n'
    opened = indexed(tmp_path, {"app.js": text})
    drafts = raised_drafts(opened, exact_hits(opened, ["there is no such file here"]))
    assert [draft.fact["relation"] for draft in drafts] == ["stated"]


def test_a_message_of_a_method_is_not_said_where_a_test_asserts_something_of_its_class(tmp_path: Path) -> None:
    files = {
        "app.py": "class Handler:\n    def load(self):\n        self.write('there is no such file here')\n",
        "tests/test_app.py": "def test_load():\n    assert_not_none(start(Handler, 'GET /'))\n",
    }
    opened = indexed(tmp_path, files)
    drafts = raised_drafts(opened, exact_hits(opened, ["there is no such file here"]))
    assert [place_of(opened, draft) for draft in drafts] == ["app.py:3-3"]


def test_a_message_of_a_method_is_not_raised_where_its_class_is_used(tmp_path: Path) -> None:
    files = {
        "app.py": "class Handler:\n    def load(self):\n        self.write('there is no such file here')\n",
        "start.py": "def start(handler):\n    check_type(handler, Handler)\n    return Handler.load(handler)\n",
    }
    opened = indexed(tmp_path, files)
    drafts = raised_drafts(opened, exact_hits(opened, ["there is no such file here"]))
    assert [place_of(opened, draft) for draft in drafts if draft.fact["relation"] != "calls"] == ["app.py:3-3"]


def test_the_nearest_callers_follow(tmp_path: Path) -> None:
    opened = indexed(tmp_path, {"app.py": CASES["python"][1]})
    drafts = raised_drafts(opened, exact_hits(opened, ["no such file /tmp/a"]))
    assert [(draft.fact["relation"], draft.fact["subject"]) for draft in drafts][1:] == [("calls", "main")]


def test_a_heading_in_a_document_brings_its_section(tmp_path: Path) -> None:
    opened = indexed(
        tmp_path, {"help.md": "# Help\n\n## no such file is found\n\nMake one first.\n\n## Other\n\nmore\n"}
    )
    (draft,) = raised_drafts(opened, exact_hits(opened, ["no such file is found"]))
    assert place_of(opened, draft).startswith("help.md:3-")
    assert draft.end_line >= 5


def test_no_hits_give_no_drafts(tmp_path: Path) -> None:
    assert raised_drafts(indexed(tmp_path, {"a.py": "x = 1\n"}), []) == []


def test_an_example_in_a_docstring_is_not_logged(tmp_path: Path) -> None:
    """`Logger.add` was said to log `1 month`, for its docstring shows a call of `logger.add` above."""
    code = (
        "def add(sink):\n"
        '    """Adds a sink.\n\n    >>> logger.add("a.log", rotation="a day of the month")\n    """\n    return sink\n'
    )
    opened = indexed(tmp_path, {"log.py": code})
    (draft,) = raised_drafts(opened, exact_hits(opened, ["a day of the month"]))
    assert draft.fact["relation"] == "stated"


def test_a_function_that_words_an_error_is_not_what_is_raised(tmp_path: Path) -> None:
    """`JSONUnauthorized` was said to raise `generateJSONError`."""
    code = 'package app\n\nfunc Refuse(w Writer) {\n\tw.Write(asJSONError(errors.New("access unauthorized")))\n}\n'
    opened = indexed(tmp_path, {"app.go": code})
    (draft,) = raised_drafts(opened, exact_hits(opened, ["access unauthorized"]))
    assert draft.fact["object"] == "access unauthorized"


def test_the_type_that_a_guard_tells_is_not_what_it_returns(tmp_path: Path) -> None:
    """`isNetworkError` was said to return `NetworkError`; it returns whether the error is one."""
    text = (
        "export class NetworkError extends Error {\n  constructor() {\n"
        "    super('request failed on the network');\n  }\n}\n\n"
        "export function isNetworkError(error: unknown): error is NetworkError {\n"
        "  return error instanceof Error;\n}\n"
    )
    opened = indexed(tmp_path, {"guards.ts": text})
    drafts = raised_drafts(opened, exact_hits(opened, ["request failed on the network"]))
    assert not [draft.fact for draft in drafts if draft.fact["subject"] == "isNetworkError"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (
            "app.py",
            "def reap(sig):\n    msg = 'killed'\n    if sig == KILL:\n        msg += ' perhaps out of memory here'\n"
            "        log.error(msg)\n    elif sig == TERM:\n        log.info(msg)\n    else:\n"
            "        log.warning(msg)\n    log.debug(msg)\n",
        ),
        (
            "app.js",
            "function reap(sig) {\n  let msg = 'killed'\n  if (sig === KILL) {\n"
            "    msg += ' perhaps out of memory here'\n"
            "    console.error(msg)\n  } else if (sig === TERM) {\n    console.info(msg)\n"
            "  } else {\n    console.warn(msg)\n  }\n  console.log(msg)\n}\n",
        ),
        (
            "app.go",
            'package app\n\nfunc reap(sig int) {\n\tmsg := "killed"\n\tswitch sig {\n\tcase KILL:\n'
            '\t\tmsg += " perhaps out of memory here"\n\t\tlog.Print(msg)\n\tcase TERM:\n\t\tlog.Printf(msg)\n'
            "\tdefault:\n\t\tlog.Println(msg)\n\t}\n\tlog.Fatal(msg)\n}\n",
        ),
    ],
)
def test_a_variable_with_the_message_says_nothing_in_another_branch(tmp_path: Path, path: str, text: str) -> None:
    """A worker that got SIGTERM "logs" that it may be out of memory."""
    opened = indexed(tmp_path, {path: text})
    drafts = raised_drafts(opened, exact_hits(opened, ["perhaps out of memory here"]))
    lines = [text.split("\n")[one.end_line - 1].strip() for one in drafts if one.fact["relation"] != "stated"]
    assert lines in (
        ["log.error(msg)", "log.debug(msg)"],
        ["console.error(msg)", "console.log(msg)"],
        ["log.Print(msg)", "log.Fatal(msg)"],
    )


@pytest.mark.parametrize(
    "bundle",
    [
        ("en.json", '{\n  "load": {\n    "no_file": "There is no such file here",\n    "other": "Nothing"\n  }\n}\n'),
        ("en.yml", "en:\n  load:\n    no_file: There is no such file here\n    other: Nothing\n"),
        ("messages.properties", "load.no_file=There is no such file here\nload.other=Nothing\n"),
    ],
)
def test_a_message_of_a_bundle_leads_to_what_uses_its_key(tmp_path: Path, bundle: tuple[str, str]) -> None:
    """Who asked where a text is shown was told the file with all of them."""
    name, text = bundle
    code = "function load(path) {\n  if (!path) {\n    toast(t('load.no_file'))\n  }\n  return t('load.other')\n}\n"
    opened = indexed(tmp_path, {f"locales/{name}": text, "load.js": code, "test/load.test.js": code})
    drafts = raised_drafts(opened, exact_hits(opened, ["There is no such file here"]))
    assert [place_of(opened, draft).partition(":")[0] for draft in drafts] == ["load.js", f"locales/{name}"]
    assert "toast(t('load.no_file'))" in drafts[0].fact["object"]
