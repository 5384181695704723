"""What is read from README, manifests, tasks and the graph, and where each fact says that it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import get_args

import pytest

from citeline import ask
from citeline.settings import Settings
from citeline.tools.answer.overview import Aspect, Overview, overview_drafts, project_names
from citeline.tools.answer.overview.screen import mermaid, order_rows, overview_json, part_rows
from citeline.tools.answer.writing.citing import Citations
from citeline.tools.answer.writing.phrases import spoken
from citeline.tools.handle import IndexHandle, index
from citeline.tools.question.read import read
from citeline.tools.question.vocabulary.language import Language

from .trees import BOOK, SHOP, lay_out


@pytest.fixture(scope="module")
def shop_handle(tmp_path_factory: pytest.TempPathFactory, shop_home: Path) -> Iterator[IndexHandle]:
    with index(lay_out(tmp_path_factory.mktemp("facts") / "shop", SHOP), settings=Settings(home=shop_home)) as handle:
        yield handle


def overview_of(root: Path, files: Mapping[str, str]) -> Overview:
    with index(lay_out(root, files)) as handle:
        return handle.overview()


def told(overview: Overview, aspect: Aspect) -> list[str]:
    return [f"{fact.draft.fact['object']} @ {fact.path}:{fact.draft.start_line}" for fact in overview.about(aspect)]


def test_the_purpose_is_the_sentence_that_defines_the_project(shop_handle: IndexHandle) -> None:
    purpose = told(shop_handle.overview(), "purpose")
    assert purpose[0] == "Shop is a small web shop that takes orders and charges cards. @ README.md:7"
    assert purpose[1] == "Takes orders. @ pyproject.toml:3"


def test_sections_are_those_of_the_current_version_of_a_page(tmp_path: Path) -> None:
    """How to install a project was told from the pages of old releases too."""
    page = (
        "# Installation\n\nPut it where your programs are.\n\nOpen the gate.\n\n```sh\npip install 'harbour{}'\n```\n"
    )
    files = {f"docs/{place}installation.md": page.format(asked) for place, asked in (("", ""), ("v1/", "<2"))}
    assert not [one for one in told(overview_of(tmp_path, files), "install") if "docs/v1/" in one]


def test_an_item_that_says_what_its_command_is_for_is_a_command_for_that_alone(tmp_path: Path) -> None:
    """Among commands for tests the one that builds the documentation came first, and `pytest` was none."""
    page = (
        "# Contributing\n\n## Run tests\n\nThese you can run:\n\n* `pytest` - Run the unit tests.\n"
        "* `tox run -e docs` - Build the documentation.\n* `tox parallel` - Run all test environments.\n"
    )
    tests = [
        one
        for one in told(overview_of(tmp_path, {"CONTRIBUTING.md": page}), "test")
        if one[-2:] in (":7", ":8", ":9") and " - " not in one
    ]
    assert tests == ["pytest @ CONTRIBUTING.md:7", "tox parallel @ CONTRIBUTING.md:9"]


def test_features_are_the_heads_of_their_items(shop_handle: IndexHandle) -> None:
    [features] = [
        fact for fact in shop_handle.overview().about("features") if fact.draft.fact["relation"] == "features"
    ]
    assert features.draft.fact["object"] == "Carts, Payments, Reports"
    assert (features.draft.start_line, features.draft.end_line) == (11, 14)


def test_commands_come_from_the_readme_tasks_and_workflows(shop_handle: IndexHandle) -> None:
    overview = shop_handle.overview()
    assert told(overview, "install")[0] == "pip install shop @ README.md:21"
    assert told(overview, "test")[0] == "make test @ Makefile:1"
    assert told(overview, "lint")[0] == "make lint @ Makefile:4"
    assert any("3.12" in text for text in told(overview, "ci"))
    assert not any("clean" in text for aspect in ("test", "lint", "build") for text in told(overview, aspect))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MIT License\n\nCopyright (c) 2019 Someone\n\nPermission is granted.\n", "MIT License @ LICENSE:1"),
        ("\n                 Apache License\n           Version 2.0, January 2004\n", "Apache License @ LICENSE:2"),
        (
            "Copyright (c) Acme Corporation. All rights reserved.\n\nRedistribution is permitted.\n",
            "Copyright (c) Acme Corporation. @ LICENSE:1",
        ),
    ],
)
def test_where_no_manifest_names_a_licence_its_text_does(tmp_path: Path, text: str, expected: str) -> None:
    files = {"main.go": "package main\n\nfunc main() {}\n", "go.mod": "module example.com/glow\n", "LICENSE": text}
    assert told(overview_of(tmp_path / "glow", files), "licence")[0] == expected


def test_versions_licence_scripts_and_extras_are_stated(shop_handle: IndexHandle) -> None:
    overview = shop_handle.overview()
    assert "Python >=3.11 @ pyproject.toml:4" in told(overview, "requirements")
    assert "Shop requires Python 3.11 or newer. @ README.md:18" in told(overview, "requirements")
    assert told(overview, "licence")[0] == "MIT @ pyproject.toml:5"
    assert "shop = shop.cli:main @ pyproject.toml:9" in told(overview, "entry")
    assert told(overview, "extras")[0] == "pdf = reportlab @ pyproject.toml:12"


def test_parts_are_product_files_with_their_first_sentence_and_an_import_each(shop_handle: IndexHandle) -> None:
    overview = shop_handle.overview()
    assert {part.path: part.summary for part in overview.parts} == {
        "src/shop/__init__.py": "A shop.",
        "src/shop/cli.py": "The command line of the shop.",
        "src/shop/orders.py": "Orders and what they cost.",
        "src/shop/payments.py": "Charges cards for orders.",
    }
    shown = {(edge.source, edge.target): (edge.fact.path, edge.fact.draft.start_line) for edge in overview.dependencies}
    assert shown["src/shop/cli.py", "src/shop/payments.py"] == ("src/shop/cli.py", 4)
    assert ("src/shop/orders.py", "src/shop/cli.py") not in shown


def test_reading_begins_where_the_program_does_and_follows_its_imports(shop_handle: IndexHandle) -> None:
    read = [fact.draft.fact["subject"] for fact in shop_handle.overview().order]
    assert read[0] == "README.md"
    assert read.index("src/shop/cli.py") < read.index("src/shop/payments.py") < read.index("src/shop/orders.py")


def test_every_cited_line_is_in_its_file(shop_handle: IndexHandle) -> None:
    overview = shop_handle.overview()
    facts = [*overview.facts, *overview.order, *(part.fact for part in overview.parts)]
    assert facts
    for fact in facts:
        lines = SHOP[fact.path].split("\n")
        assert 1 <= fact.draft.start_line <= fact.draft.end_line <= len(lines), fact


def test_every_relation_has_a_sentence_in_every_language(shop_handle: IndexHandle) -> None:
    overview = shop_handle.overview()
    facts = [*overview.facts, *overview.order, *(part.fact for part in overview.parts)]
    facts += [edge.fact for edge in overview.dependencies]
    relations = {fact.draft.fact["relation"] for fact in facts}
    assert {"purpose", "features", "part", "depends", "entry", "requires", "to_test", "read", "section"} <= relations
    for language in get_args(Language):
        assert relations <= spoken(language)["answer"].keys(), language


def test_a_question_for_two_sides_gets_the_best_of_each_first(shop_handle: IndexHandle) -> None:
    drafts = overview_drafts(shop_handle.reader, read("how do I install shop and run its tests?"))
    assert [draft.fact["object"] for draft in drafts[:2]] == ["pip install shop", "make test"]
    assert overview_drafts(shop_handle.reader, read("how do I refund an order?")) == []


def test_of_the_pages_about_contributing_the_section_that_is_asked_for_comes_first(shop_handle: IndexHandle) -> None:
    [first, *_] = overview_drafts(
        shop_handle.reader, read("what is the stance on feature requests?"), aspects=["contribute"]
    )
    assert first.fact["object"] == "The list of features is closed; only the owner adds to it."


def test_the_project_answers_to_its_folder_and_its_manifest(shop_handle: IndexHandle) -> None:
    assert project_names(shop_handle.reader) == ["shop"]


def test_the_readme_is_read_first_for_what_it_says_and_not_for_what_it_is_called(tmp_path: Path, home: Path) -> None:
    readme = '<div align="center">\n  <img src="logo.svg">\n</div>\n\nShop is a small web shop that takes orders.\n'
    overview = overview_of(tmp_path / "shop", {"README.md": readme, "shop.py": '"""Orders."""\n'})
    first = overview.order[0].draft
    assert (first.fact["subject"], first.start_line) == ("README.md", 5)
    assert first.fact["object"] == "Shop is a small web shop that takes orders."


def test_folders_are_told_in_the_words_of_the_page_that_lists_them(tmp_path: Path, home: Path) -> None:
    """A list, a table and a drawn tree do; a list of links, of tests, or of anything else does not."""
    code = {f"{name}/a.go": f"package {name}\n" * 9 for name in ("api", "store", "web")}
    code |= {f"tests/{name}.go": "package tests\n" for name in ("one", "two", "three", "four")}
    listed = "- `api/`: what clients call\n- **Data**: `store/` - keeps the orders\n- `web/` — pages of the shop\n"
    table = "| folder | what |\n|---|---|\n| api/ | what clients call |\n| store/ | keeps the orders |\n"
    drawn = (
        "```\n├── api/    # what clients call\n├── store/  # keeps the orders\n└── web/    # pages of the shop\n```\n"
    )
    other = "- **api**\n- [Store](docs/store.md): keeps the orders\n- one: two words\n"
    other += "".join(f"- `{name}.go`: does a thing\n" for name in ("one", "two", "three", "four"))
    expected = [("api", "what clients call"), ("store", "keeps the orders"), ("web", "pages of the shop")]
    for number, (text, count) in enumerate(
        ((listed, 3), (table + "| web/ | pages of the shop |\n", 3), (drawn, 3), (other, 0))
    ):
        overview = overview_of(tmp_path / str(number), {**code, "AGENTS.md": f"# Where things are\n\n{text}"})
        facts = [fact.draft.fact for fact in overview.described]
        assert [(fact["subject"], fact["object"]) for fact in facts] == expected[:count]
        assert {part.path: part.summary for part in overview.parts}.get("api", "") == (
            "what clients call" if count else ""
        )


def test_a_folder_that_holds_most_is_told_by_what_lies_in_it(tmp_path: Path, home: Path) -> None:
    """One package of many does not speak for the folder of all of them."""
    long = "".join(f"\nfunc F{number}() int {{ return {number} }}\n" for number in range(30))
    files = {
        f"internal/{name}/{name}.go": f"// Package {name} is for {name}s of a shop.\npackage {name}\n{long}"
        for name in ("order", "card", "stock")
    }
    files |= {
        "cmd/shop/main.go": f"package main\n\nfunc main() {{}}\n{long * 2}",
        "go.mod": "module example.com/shop\n",
    }
    parts = {part.path: part.summary for part in overview_of(tmp_path / "shop", files).parts}
    assert parts["internal/order"] == "Package order is for orders of a shop."
    assert "internal" not in parts


def test_how_to_install_is_told_by_a_command_that_installs(tmp_path: Path, home: Path) -> None:
    files = {
        "README.md": "# Shop\n\nShop sells.\n\n## Quick start\n\nOnce it is there:\n\n    $ shop open till\n",
        "doc/020_installation.rst": "Installation\n============\n\nmacOS\n-----\n\n::\n\n    $ brew install shop\n",
        "shop.go": "package shop\n",
    }
    overview = overview_of(tmp_path / "shop", files)
    assert told(overview, "install")[0] == "brew install shop @ doc/020_installation.rst:9"


def test_bugs_and_patches_are_two_sections(tmp_path: Path, home: Path) -> None:
    page = (
        "# Contributing\n\n## Reporting bugs\n\nTell us the version that you use.\n\n"
        "## Providing patches\n\nOpen a pull request with one commit.\n"
    )
    with index(lay_out(tmp_path / "shop", {"CONTRIBUTING.md": page, "shop.py": "x = 1\n"})) as handle:
        for question, expected in (
            ("How do I report a bug?", "Tell us the version that you use."),
            ("How do I contribute a change?", "Open a pull request with one commit."),
        ):
            assert overview_drafts(handle.reader, read(question))[0].fact["object"] == expected


def test_documents_are_told_in_the_order_of_their_contents(tmp_path: Path, home: Path) -> None:
    overview = overview_of(tmp_path / "garden", BOOK)
    assert [part.path for part in overview.parts] == ["soil.md", "seeds.md", "water.md"]
    assert overview.parts[0].summary == "Soil: Good soil is loose and dark."
    assert overview.name == "Garden Book" and not overview.dependencies and mermaid(overview) == ""


def _page(title: str) -> str:
    return f"# {title}\n\nHow {title} is done here.\n"


def test_long_contents_are_told_a_folder_each(tmp_path: Path, home: Path) -> None:
    """Who opened a handbook saw the first twelve pages of its first folder, and nothing of the others."""
    pages = [*(f"perks/perk-{n}.md" for n in range(11)), "guides/laptop.md", "guides/wiki.md"]
    links = "\n".join(f"- [{page}]({page})" for page in pages)
    files = {page: _page(page.split("/")[1]) for page in [*pages, "guides/other.md"]}
    files |= {"roles/README.md": _page("Roles"), "roles/cook.md": _page("Cook")}
    files["README.md"] = f"# Handbook\n\nHow we work.\n\n- [Roles](roles/README.md)\n{links}\n"
    overview = overview_of(tmp_path / "handbook", files)
    assert [(part.path, part.files) for part in overview.parts] == [("roles", 2), ("perks", 11), ("guides", 3)]
    assert overview.parts[0].summary.startswith("Roles: ")


def test_a_readme_about_one_way_to_run_it_is_not_taken_for_the_readme(tmp_path: Path, home: Path) -> None:
    """`README-Docker.md` stands before `README.md` by its name, and says how to pull an image."""
    files = {
        "README-Docker.md": "# Shop in Docker\n\nUse the Dockerfile.\n",
        "README.md": "# Shop\n\nShop is a small web shop that takes orders.\n",
    }
    assert told(overview_of(tmp_path / "shop", files), "purpose")[0].endswith("@ README.md:3")


def test_the_readme_of_one_folder_is_no_contents_of_all(tmp_path: Path, home: Path) -> None:
    files = {f"{folder}/{n}.md": _page(f"{folder} {n}") for folder in ("pay", "trips", "lab") for n in range(5)}
    links = "\n".join(f"- [Test {n}]({n}.md)" for n in range(5))
    files |= {"lab/README.md": f"# Lab\n\nOur tests.\n\n{links}\n", "README.md": "# Handbook\n\nHow we work.\n"}
    overview = overview_of(tmp_path / "handbook", files)
    assert {part.path for part in overview.parts} >= {"pay", "trips", "lab"}


def test_the_entry_point_is_the_line_that_defines_it(tmp_path: Path, home: Path) -> None:
    source = 'package main\n\nimport (\n\t"fmt"\n)\n\nfunc main() {\n\tfmt.Println(1)\n}\n'
    overview = overview_of(tmp_path / "tool", {"main.go": source, "go.mod": "module tool\n"})
    assert told(overview, "entry") == ["main.go @ main.go:7"]


def test_every_section_of_a_handbook_is_shown(tmp_path: Path, home: Path) -> None:
    """The overview of a handbook of 24 sections ended behind the tenth."""
    overview = overview_of(tmp_path / "rules", {f"manual/{n:02}-rule.md": _page(f"Rule {n}") for n in range(1, 25)})
    assert len(part_rows(overview)) == 24


def test_scripts_that_a_server_hands_out_are_no_parts_of_a_program_in_another_language(
    tmp_path: Path, home: Path
) -> None:
    """An editor that was copied below `static/` was the second main part of a scheduler."""
    editor = "function paint(line) {\n  return line;\n}\n" * 90
    files = {f"shop/{name}/{name}.py": f"def {name}():\n    return 1\n" * 9 for name in ("carts", "orders", "cards")}
    files |= {f"shop/web/resources/static/plugins/{name}/{name}.js": editor for name in ("editor", "tree")}
    overview = overview_of(tmp_path / "shop", files)
    shown = [*(part.path for part in overview.parts), *(fact.path for fact in overview.order)]
    assert shown and not [path for path in shown if "static" in path]
    alone = overview_of(tmp_path / "page", {f"public/{name}.js": editor for name in ("editor", "tree")})
    assert len(alone.parts) == 2


def test_two_parts_of_one_name_are_told_apart(tmp_path: Path, home: Path) -> None:
    names = ("providers", "logger", "sessions")
    files = {f"pkg/{name}/{name}.go": f"package {name}\n\nfunc New() int {{\n\treturn 1\n}}\n" * 9 for name in names}
    files["providers/all.go"] = "package providers\n\nfunc All() int {\n\treturn 2\n}\n" * 9
    labels = [row.label for row in part_rows(overview_of(tmp_path / "proxy", files))]
    assert len(labels) == len(set(labels)) and {"providers/", "pkg/providers/", "logger/"} <= set(labels)


def test_pages_of_one_folder_are_told_each_and_what_tests_read_is_none_of_them(tmp_path: Path, home: Path) -> None:
    """A handbook of one folder had two parts: all of it, and the "Lorem ipsum" of its tests."""
    page = "# Seed {0}\n\nHow to sow seed {0}.\n\n" + "It wants water and light.\n" * 60
    files = {f"source/manual/seed-{name}.md": page.format(name) for name in "abcd"}
    files |= {
        "source/tools/spade.md": "# Spade\n\nFor digging.\n",
        "spec/fixtures/page.md": "# Lorem ipsum\n\nLorem ipsum dolor.\n" * 9,
        "lib/site.rb": "require_relative 'menu'\nclass Site\nend\n",
        "lib/menu.rb": "require_relative 'site'\nclass Menu\nend\n",
    }
    overview = overview_of(tmp_path / "manual", files)
    assert {part.path for part in overview.parts} == {*(f"source/manual/seed-{n}.md" for n in "abcd"), "source/tools"}


def test_one_file_is_told_by_its_documentation(tmp_path: Path, home: Path) -> None:
    overview = overview_of(
        tmp_path / "one", {"tool.py": '"""Renames photos by date."""\n\n\ndef rename() -> None: ...\n'}
    )
    assert told(overview, "purpose") == ["Renames photos by date. @ tool.py:1"]
    assert [part.path for part in overview.parts] == ["tool.py"]


def test_tests_alone_are_shown_as_what_there_is(tmp_path: Path, home: Path) -> None:
    overview = overview_of(tmp_path / "only", {"tests/test_a.py": "def test_a() -> None:\n    assert True\n"})
    assert overview.name == "only"
    assert overview_json(overview)["purpose"] is None


def test_an_empty_folder_has_nothing_to_tell(tmp_path: Path, home: Path) -> None:
    overview = overview_of(tmp_path / "empty", {".keep": ""})
    assert not overview.parts and not overview.order


@pytest.mark.parametrize(
    ("files", "aspect", "expected"),
    [
        ({"go.mod": "module example.com/shop/v2\n\ngo 1.22\n", "main.go": "package main\n"}, "requirements", "Go 1.22"),
        ({"package.json": '{"name": "shop", "scripts": {"test": "jest"}}', "i.js": "x()\n"}, "test", "npm test"),
        (
            {"Cargo.toml": '[package]\nname = "shop"\nrust-version = "1.80"\n'},
            "requirements",
            "Rust 1.80",
        ),
        ({"pom.xml": "<project>\n  <description>Sells</description>\n</project>\n"}, "purpose", "Sells"),
        ({"composer.json": '{"name": "a/shop", "require": {"php": ">=8.1"}}'}, "requirements", "PHP >=8.1"),
        (
            {"shop.gemspec": 'Gem::Specification.new do |s|\n  s.summary = "Sells"\nend\n'},
            "purpose",
            "Sells",
        ),
        (
            {"mix.exs": 'def project do\n  [\n    app: :shop,\n    elixir: "~> 1.15",\n  ]\nend\n'},
            "requirements",
            "Elixir ~> 1.15",
        ),
        (
            {"shop.csproj": "<TargetFramework>net8.0</TargetFramework>\n"},
            "requirements",
            ".NET net8.0",
        ),
        ({"shop.cabal": "name: shop\nsynopsis: Sells things\n"}, "purpose", "Sells things"),
        ({"build.gradle.kts": 'description = "Sells"\n'}, "purpose", "Sells"),
        ({"pyproject.toml": '[tool.tox.env_run_base]\ncommands = [["pytest", "-q"]]\n'}, "test", "tox run"),
        ({"tox.ini": "[testenv]\ncommands =\n    pytest\n"}, "test", "tox"),
        ({"justfile": "lint:\n    ruff check\n"}, "lint", "just lint"),
        ({"Taskfile.yml": "tasks:\n  build:\n    cmds:\n      - go build\n"}, "build", "task build"),
        ({"scripts/test.sh": "#!/bin/sh\nset -e\npytest\n"}, "test", "scripts/test.sh"),
        (
            {"pom.xml": "<project>\n  <modules>\n    <module>till</module>\n    <module>desk</module>\n  </modules>\n"},
            "parts",
            "till, desk",
        ),
        ({"Cargo.toml": '[workspace]\nmembers = ["till", "desk"]\n'}, "parts", "till, desk"),
        ({"package.json": "{ not json"}, "test", None),
    ],
)
def test_manifests_of_each_kind_are_read(
    tmp_path: Path, home: Path, files: dict[str, str], aspect: Aspect, expected: str | None
) -> None:
    overview = overview_of(tmp_path / "shop", files)
    found = [fact.draft.fact["object"] for fact in overview.about(aspect)]
    assert found[:1] == ([] if expected is None else [expected])


@pytest.mark.parametrize(
    ("path", "text", "aspect", "told"),
    [
        ("build.gradle", "sourceCompatibility = JavaVersion.VERSION_1_8\n", "requirements", ["Java 8"]),
        ("build.gradle", "sourceCompatibility = JavaVersion.VERSION_17\n", "requirements", ["Java 17"]),
        ("Dockerfile", 'FROM a\nENTRYPOINT ["shop"]\nCMD ["--help"]\n', "entry", ['["shop"]']),
        ("Dockerfile", 'FROM a\nCMD ["--help"]\n', "entry", []),
    ],
)
def test_what_a_manifest_says_reads_as_a_person_says_it(
    tmp_path: Path, home: Path, path: str, text: str, aspect: Aspect, told: list[str]
) -> None:
    """ "Java 1_8" is no version, and `["--help"]` starts nothing."""
    overview = overview_of(tmp_path / "shop", {"README.md": "# Shop\n\nShop sells.\n", path: text})
    assert [fact.draft.fact["object"] for fact in overview.about(aspect) if fact.path == path] == told


def test_a_version_of_java_by_its_constant_is_proved(tmp_path: Path, home: Path) -> None:
    text = "plugins { id('java') }\nsourceCompatibility = JavaVersion.VERSION_1_8\n"
    with index(lay_out(tmp_path / "shop", {"README.md": "# Shop\n\nShop sells.\n", "build.gradle": text})) as handle:
        (claim,) = ask("What are the requirements?", handle, no_model=True).claims
    assert claim["text"].startswith("Shop requires Java 8")


def test_the_tests_of_a_folder_are_not_the_tests(tmp_path: Path, home: Path) -> None:
    """ "pytest tests/docker/proxy" was how the tests are run."""
    part = "on: push\njobs:\n  a:\n    steps:\n      - run: pytest tests/docker/proxy\n"
    whole = "on: push\njobs:\n  a:\n    steps:\n      - run: pytest -v tests\n"
    files = {".github/workflows/a.yml": part, ".github/workflows/b.yml": whole, "README.md": "# Shop\n\nShop sells.\n"}
    overview = overview_of(tmp_path / "shop", files)
    assert next(fact.draft.fact["object"] for fact in overview.about("test")) == "pytest -v tests"


def test_a_file_to_read_is_not_described_by_its_own_name(tmp_path: Path, home: Path) -> None:
    """ "main.go  main.go" stood in what to read."""
    files = {"main.go": "package main\n\nfunc main() {\n}\n", "README.md": "# Shop\n\nShop sells.\n"}
    rows = {row.label: row.text for row in order_rows(overview_of(tmp_path / "shop", files))}
    assert rows["main.go"] == ""


def test_a_feature_is_not_cut_within_its_brackets(tmp_path: Path, home: Path) -> None:
    """ "Front matter (e.g" was a feature."""
    page = "# Shop\n\n## Features\n\n- Sells front matter (e.g. Jekyll)\n- Sells ropes\n- Sells boats\n"
    overview = overview_of(tmp_path / "shop", {"README.md": page})
    assert [fact.draft.fact["object"] for fact in overview.about("features")][:1] == [
        "Sells front matter, Sells ropes, Sells boats"
    ]


@pytest.mark.parametrize(
    ("path", "text", "command"),
    [
        ("pyproject.toml", '[tool.tox.env_run_base]\ncommands = [["pytest", "-q"]]\n', "tox run"),
        ("Rakefile", "task :test do\n  sh 'ruby test.rb'\nend\n", "rake test"),
        ("Taskfile.yml", "tasks:\n  test:\n    cmds:\n      - go test\n", "task test"),
        ("composer.json", '{"name": "a/shop", "scripts": {"test": "phpunit"}}', "composer test"),
        ("deno.json", '{"tasks": {"test": "deno test"}}', "deno task test"),
        ("GNUmakefile", "test:\n\tpytest\n", "make test"),
    ],
)
def test_a_task_is_told_by_the_command_that_runs_it(
    tmp_path: Path, home: Path, path: str, text: str, command: str
) -> None:
    """The file defines the task and does not name the program: a check that wanted it there took the answer away."""
    with index(lay_out(tmp_path / "shop", {path: text, "shop.py": "x = 1\n"})) as handle:
        answer = ask("How do I run the tests?", handle, no_model=True)
    assert answer.claims and f"`{command}`" in answer.claims[0]["text"]


def test_every_fact_passes_the_check_that_it_is_cited_with(tmp_path: Path, home: Path) -> None:
    """A fact that fails is left out of the answer without a word, so one that never passes is no fact."""
    long = [f'"package-{number}": "^1.0.{number}"' for number in range(30)]
    files = {
        **SHOP,
        "README.md": (
            "# Shop\n\nShop is a small [WSGI] shop that *sells* [things][list].\n\n## Contributing\n\n"
            "See our [detailed guide][guide] for ways to help.\n\n[WSGI]: https://w.example\n[guide]: g.md\n"
        ),
        "package.json": '{"name": "shop", "main": "index.js", "dependencies": {\n' + ",\n".join(long) + "}}\n",
        "src/shop/far.py": "X = 1\n\n\nclass Far:\n    x = 1\n\n    def a(self) -> int:\n        return 1\n",
        "src/shop/named.py": '"""Named."""\n\n\nclass Till:\n    """A place where coins are kept."""\n',
        ".pre-commit-config.yaml": "repos:\n- hooks:\n"
        + "".join(f"  - id: hook-{n}\n    args: [a]\n" for n in range(9)),
        "Rakefile": "task :test do\n  sh 'ruby test.rb'\nend\n",
    }
    with index(lay_out(tmp_path / "shop", files)) as handle:
        overview = handle.overview()
        facts = [*overview.facts, *overview.order, *(part.fact for part in overview.parts)]
        lost = [fact.draft.fact for fact in facts if not Citations(handle.reader, [], "en").add_draft(fact.draft)]
    assert len(facts) > 30 and not lost


WORKSHOP = {
    "README.md": (
        "# workshop\n\nPart of the guild.\n\n## Description\n\n"
        "This is the saw of the guild. It cuts the wood of all members.\n"
    ),
    "CONTRIBUTING.md": (
        "Thank you for your help! Talk to us before you begin.\n\n## Testing\n\n"
        "`go test ./...` runs all tests.\n\n```sh\ngo test -tags slow ./...\n```\n"
    ),
    "Makefile": "saw:\n\tgo build\n\nintegration-test:\n\t./saw --check\n",
    ".github/workflows/test.yml": "jobs:\n  t:\n    steps:\n      - run: go test -race ./...\n",
    "saw.go": "package saw\n\nfunc Cut() {}\n",
}


def _asked(root: Path, files: Mapping[str, str], question: str) -> list[str]:
    """What is said first to last, and its verdict behind it."""
    with index(lay_out(root, files)) as handle:
        answer = ask(question, handle)
    assert answer.answers is not None
    return [*(claim["text"] for claim in answer.claims), answer.answers["verdict"]]


def test_the_page_for_contributors_says_how_to_test_and_no_workflow_beside_it(tmp_path: Path, home: Path) -> None:
    """`How do I run the tests` was answered with what a workflow runs for one of its jobs."""
    told = _asked(tmp_path / "workshop", WORKSHOP, "How do I run the tests?")
    assert told[0] == "Test workshop: `go test ./...`"
    assert not any("-race" in text for text in told)


def test_the_command_for_the_kind_that_is_asked_for_comes_first(tmp_path: Path, home: Path) -> None:
    told = _asked(tmp_path / "workshop", WORKSHOP, "How do I run the integration tests?")
    assert told[0] == "Test workshop: `make integration-test`"


def test_whoever_contributes_is_told_what_to_do_before_the_thanks(tmp_path: Path, home: Path) -> None:
    told = _asked(tmp_path / "workshop", WORKSHOP, "What should I do before I send a pull request?")
    assert told[0] == "workshop: Talk to us before you begin."


def test_the_purpose_stands_below_description_and_all_sentences_of_its_line_are_told(tmp_path: Path) -> None:
    """A line of Markdown is often a paragraph: of several sentences on one only the first was kept."""
    assert told(overview_of(tmp_path / "workshop", WORKSHOP), "purpose")[:2] == [
        "This is the saw of the guild. @ README.md:7",
        "It cuts the wood of all members. @ README.md:7",
    ]


def test_pages_that_every_readme_links_to_are_no_contents(tmp_path: Path, home: Path) -> None:
    furniture = ("CONTRIBUTING.md", "LICENSE.md", "CODE_OF_CONDUCT.md")
    files = {
        "README.md": "# Rules\n\nSee " + ", ".join(f"[{name}]({name})" for name in furniture) + ".\n",
        **dict.fromkeys(furniture, "# Page\n\nThis page is about something of its own.\n"),
        **{f"rules/{name}/first.md": f"# {name}\n\nEverybody keeps to this rule.\n" for name in ("house", "garden")},
    }
    paths = {part.path for part in overview_of(tmp_path, files).parts}
    assert any(path.startswith("rules") for path in paths)


def test_what_is_known_of_the_project_is_never_told_as_not_stated(tmp_path: Path, home: Path) -> None:
    told = _asked(tmp_path / "workshop", WORKSHOP, "What should I read first?")
    assert told[0].startswith("Read `README.md`")
    assert told[-1] != "not_stated"


def test_commands_below_a_sentence_about_them_are_those_of_a_page_for_contributors(tmp_path: Path) -> None:
    """`How do I run the unit tests` of a page `contributing/basics.md` was answered with a workflow that fuzzes."""
    page = (
        "# Basics\n\n## Technicalities\n\nRun lints and tests with these commands:\n\n```console\n"
        "(.venv)$ pre-commit run -a\n(.venv)$ tox -e py # of all tests\n```\n\n"
        "## Testing\n\nShow more of it:\n\n```console\n(.venv)$ tox -e py -- --full --tree\n```\n"
    )
    files = {
        "README.md": "# saw\n\nSaw is a tool that cuts wood.\n",
        "docs/contributing/basics.md": page,
        ".github/workflows/fuzz.yml": "jobs:\n  t:\n    steps:\n      - run: tox -e fuzz\n",
        "release.sh": "#!/bin/sh\ngit push --tags\n",
    }
    overview = overview_of(tmp_path / "saw", files)
    tests = [text for text in told(overview, "test") if "tox" in text]
    assert tests == [
        "tox -e py @ docs/contributing/basics.md:8",
        "tox -e py -- --full --tree @ docs/contributing/basics.md:17",
    ]
    assert told(overview, "release")[0] == "release.sh @ release.sh:2"


def test_options_before_a_subcommand_hide_none(tmp_path: Path) -> None:
    files = {
        ".github/workflows/b.yml": "jobs:\n  b:\n    steps:\n      - run: mvn -X -B verify\n",
        "a.java": "class A {}\n",
    }
    assert told(overview_of(tmp_path, files), "test") == ["mvn -X -B verify @ .github/workflows/b.yml:4"]


def test_a_task_with_a_name_of_its_own_is_no_way_to_install_and_comes_behind_what_pages_say(tmp_path: Path) -> None:
    """attrs was tested by `tox -e typing-pyright`, and CoreDNS installed by `make gen`."""
    files = {
        "tox.ini": "[testenv:typing]\ncommands =\n    pytest tests/typing\n",
        "Makefile": "icons:\n\tnpm install svgo\n",
        "CONTRIBUTING.md": "# Contributing\n\n## Tests\n\nRun the tests:\n\n```\nuv run tox\n```\n",
    }
    overview = overview_of(tmp_path / "till", files)
    assert told(overview, "test")[0] == "uv run tox @ CONTRIBUTING.md:8"
    assert not told(overview, "install")


CELERY_LIKE: Mapping[str, str] = {
    "README.rst": "Donations\n=========\n\nGive us some of what you have, and do so often.\n\nSponsors\n========\n\n"
    "Many people have given us a lot.\n",
    "docs/index.rst": "Harvest\n=======\n\nHarvest is a queue of tasks for farms.\n",
    "harvest/__init__.py": "",
}


def test_the_first_of_several_sections_is_no_name_of_the_project(tmp_path: Path) -> None:
    """Celery was called `Donations`, and by what its sponsors give it."""
    overview = overview_of(tmp_path / "harvest", CELERY_LIKE)
    assert overview.name == "harvest"
    assert told(overview, "purpose")[0] == "Harvest is a queue of tasks for farms. @ docs/index.rst:4"


def test_a_name_that_the_readme_spells_in_two_words_is_one_of_the_project(tmp_path: Path) -> None:
    """A notice above it, that the project is at its end, is not what the project is."""
    readme = (
        "> **Corn Field is archived on Monday**.\n\nCorn Field provides a way to grow corn and to harvest it later.\n"
    )
    with index(lay_out(tmp_path / "cornfield", {"README.md": readme, "a.py": "x = 1\n"})) as handle:
        assert told(handle.overview(), "purpose")[0].startswith("Corn Field provides a way")
        assert "corn field" in project_names(handle.reader)
        assert overview_drafts(handle.reader, read("What is Corn Field?"))


@pytest.mark.parametrize(
    ("asked", "first"), [("How do I build it?", "uv build"), ("How do I build the docs?", "tox -e docs")]
)
def test_the_documentation_is_built_only_where_it_is_asked_for(asked: str, first: str, tmp_path: Path) -> None:
    """Of seven libraries with tox the task that runs Sphinx was told for how they are built."""
    files = {
        "tox.ini": "[testenv:docs]\ncommands =\n    sphinx-build docs out\n",
        ".github/workflows/publish.yml": "jobs:\n  build:\n    steps:\n      - run: uv build\n",
        "corn/__init__.py": "",
    }
    with index(lay_out(tmp_path / "corn", files)) as handle:
        drafts = overview_drafts(handle.reader, read(asked))
    assert drafts[0].fact["object"] == first
