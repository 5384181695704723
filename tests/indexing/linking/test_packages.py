"""Imports of packages whose names are not their folders, as the build files of each tool map them.

Without the mapping a reader asks who calls a function and is told of nobody, or of its namesake in a neighbour.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from citeline.indexing.linking.packages import PackageMap, is_build_file, read_packages
from citeline.indexing.linking.packages.values import read_json

from .corpus import LinkedCorpus

RUN = "def run():\n    return 1\n"
USE_RUN = "from shop.core.tasks import run\n\ndef start():\n    return run()\n"

MAPPED_PYTHON = {
    "setuptools package-dir, package by package": (
        "pyproject.toml",
        '[tool.setuptools.package-dir]\n"shop.core" = "lib/kernel"\n',
        "lib/kernel/tasks.py",
    ),
    "setuptools package-dir, the whole tree": (
        "pyproject.toml",
        '[tool.setuptools.package-dir]\n"shop" = "python"\n',
        "python/core/tasks.py",
    ),
    "hatch sources": ("pyproject.toml", '[tool.hatch.build.sources]\n"kernel" = "shop/core"\n', "kernel/tasks.py"),
    "hatch force-include": (
        "pyproject.toml",
        '[tool.hatch.build.targets.wheel.force-include]\n"kernel" = "shop/core"\n',
        "kernel/tasks.py",
    ),
    "poetry packages, shipped elsewhere": (
        "pyproject.toml",
        '[tool.poetry]\npackages = [{ include = "core", from = "lib", to = "shop" }]\n',
        "lib/core/tasks.py",
    ),
    "scikit-build packages": (
        "pyproject.toml",
        '[tool.scikit-build.wheel.packages]\n"shop/core" = "python/kernel"\n',
        "python/kernel/tasks.py",
    ),
    "setup.cfg": (
        "setup.cfg",
        "[options]\npackage_dir =\n    shop = python\n    shop.core = kernel\n",
        "kernel/tasks.py",
    ),
    "setup.py": (
        "setup.py",
        'import setuptools\nNAME = "x" + str(1)\n'
        'setuptools.setup(name=NAME, package_dir={"shop.core": "kernel"}, version=NAME)\n',
        "kernel/tasks.py",
    ),
}


@pytest.mark.parametrize(("name", "text", "path"), MAPPED_PYTHON.values(), ids=MAPPED_PYTHON)
def test_python_packages_lie_where_the_build_file_maps_them(name: str, text: str, path: str, tmp_path: Path) -> None:
    files = {name: text, path: RUN, "shop/app.py": USE_RUN}
    with LinkedCorpus(tmp_path, files) as corpus:
        assert f"shop/app.py:start calls {path}:run" in corpus.edges("calls")
        assert f"shop/app.py imports {path} 1" in corpus.file_edges()


ROOTS_PYTHON = {
    "setuptools where": ("pyproject.toml", '[tool.setuptools.packages.find]\nwhere = ["lib"]\n'),
    "hatch packages": ("pyproject.toml", '[tool.hatch.build.targets.wheel]\npackages = ["lib/shop"]\n'),
    "poetry from": ("pyproject.toml", '[tool.poetry]\npackages = [{ include = "shop/**/*.py", from = "lib" }]\n'),
    "pdm package-dir": ("pyproject.toml", '[tool.pdm.build]\npackage-dir = "lib"\n'),
    "uv module-root": ("pyproject.toml", '[tool.uv.build-backend]\nmodule-root = "lib"\n'),
    "maturin python-source": ("pyproject.toml", '[tool.maturin]\npython-source = "lib"\n'),
    "pytest pythonpath": ("pyproject.toml", '[tool.pytest.ini_options]\npythonpath = ["lib"]\n'),
    "setup.cfg where": ("setup.cfg", "[options.packages.find]\nwhere = lib\n"),
    "setup.cfg package_dir": ("setup.cfg", "[options]\npackage_dir =\n    =lib\n"),
    "setup.py find_packages": ("setup.py", 'from setuptools import *\nsetup(packages=find_packages("lib"))\n'),
    "setup.py where": ("setup.py", 'from setuptools import *\nsetup(packages=find_namespace_packages(where="lib"))\n'),
}


@pytest.mark.parametrize(("name", "text"), ROOTS_PYTHON.values(), ids=ROOTS_PYTHON)
def test_the_folder_of_packages_wins_over_a_nearer_namesake(name: str, text: str, tmp_path: Path) -> None:
    # The copy in `examples` is nearer to its user, and is not what is installed.
    files = {
        name: text,
        "lib/shop/core/tasks.py": RUN,
        "examples/shop/core/tasks.py": RUN,
        "examples/app.py": USE_RUN,
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {"examples/app.py:start calls lib/shop/core/tasks.py:run"}


@pytest.mark.parametrize("name", ["pyproject.toml", "setup.cfg"])
def test_src_is_a_root_of_a_project_that_maps_nothing(name: str, tmp_path: Path) -> None:
    files = {name: "", "src/shop/core/tasks.py": RUN, "a/shop/core/tasks.py": RUN, "a/app.py": USE_RUN}
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {"a/app.py:start calls src/shop/core/tasks.py:run"}


def test_each_project_of_a_tree_has_modules_of_its_own(tmp_path: Path) -> None:
    user = "from settings import run\n\ndef start():\n    return run()\n"
    files = {
        f"{project}/{path}": text
        for project in ("services/a", "services/b")
        for path, text in (("pyproject.toml", ""), ("src/settings.py", RUN), ("tools/cli.py", user))
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {
            f"services/{name}/tools/cli.py:start calls services/{name}/src/settings.py:run" for name in "ab"
        }


def test_a_project_finds_what_another_one_ships(tmp_path: Path) -> None:
    files = {
        "core/pyproject.toml": '[tool.setuptools.package-dir]\n"shop.core" = "kernel"\n',
        "core/kernel/tasks.py": RUN,
        "app/pyproject.toml": "",
        "app/main.py": USE_RUN,
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {"app/main.py:start calls core/kernel/tasks.py:run"}


def test_projects_among_the_fixtures_of_tests_map_nothing_for_the_product(tmp_path: Path) -> None:
    mapping = '[tool.setuptools.package-dir]\n"shop.core" = "kernel"\n'
    files = {"tests/fixtures/pyproject.toml": mapping, "tests/fixtures/kernel/tasks.py": RUN, "main.py": USE_RUN}
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls", "imports") == set()


def test_a_module_called_setup_is_no_build_file() -> None:
    assert read_packages({"pkg/setup.py": "def prepare():\n    return 1\n"}) == PackageMap()


RUN_TS = "export function run() { return 1 }\n"


def use_ts(module: str) -> str:
    """A file that calls what it imports from a module."""
    return f'import {{ run }} from "{module}"\n\nexport function start() {{ return run() }}\n'


ALIASES = {
    "paths": ("tsconfig.json", {"compilerOptions": {"paths": {"@core/*": ["./kernel/*"]}}}, "@core/tasks"),
    "paths below baseUrl": (
        "tsconfig.json",
        {"compilerOptions": {"baseUrl": "kernel", "paths": {"core/*": ["./missing/*", "./*"]}}},
        "core/tasks",
    ),
    "a name without star": ("tsconfig.json", {"compilerOptions": {"paths": {"core": ["kernel/tasks.ts"]}}}, "core"),
    "baseUrl": ("tsconfig.json", {"compilerOptions": {"baseUrl": "kernel"}}, "tasks"),
    "jsconfig": ("jsconfig.json", {"compilerOptions": {"paths": {"~core/*": ["kernel/*"]}}}, "~core/tasks.js"),
    "a part of the configuration": (
        "tsconfig.app.json",
        {"compilerOptions": {"paths": {"$/*": ["kernel/*"]}}},
        "$/tasks",
    ),
}


@pytest.mark.parametrize(("name", "config", "module"), ALIASES.values(), ids=ALIASES)
def test_aliases_of_the_compiler_lead_where_it_looks(name: str, config: object, module: str, tmp_path: Path) -> None:
    text = f"// how we build\n{json.dumps(config)[:-1]},}}\n"
    files = {name: text, "kernel/tasks.ts": RUN_TS, "app/near/tasks.ts": RUN_TS, "app/main.ts": use_ts(module)}
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {"app/main.ts:start calls kernel/tasks.ts:run"}


def test_an_extended_configuration_is_read_from_its_own_folder(tmp_path: Path) -> None:
    files = {
        "config/base.json": "{}",
        "config/tsconfig.base.json": '{"compilerOptions": {"paths": {"#k/*": ["../kernel/*"]}}}',
        "packages/app/tsconfig.json": '{"extends": "../../config/tsconfig.base", "compilerOptions": {"strict": true}}',
        "kernel/tasks.ts": RUN_TS,
        "packages/app/src/main.ts": use_ts("#k/tasks"),
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {"packages/app/src/main.ts:start calls kernel/tasks.ts:run"}


PACKAGES = {
    "exports of a subpath": ({"exports": {"./jobs": {"import": {"default": "./kernel/tasks.ts"}}}}, "@shop/core/jobs"),
    "exports with a star": ({"exports": {"./*": None, "./jobs/*": "./kernel/*.ts"}}, "@shop/core/jobs/tasks"),
    "exports of one entry": (
        {"exports": {"types": "./kernel/tasks.d.ts", "default": "./kernel/tasks.js"}},
        "@shop/core",
    ),
    "main": ({"main": "kernel/tasks"}, "@shop/core"),
    "source before what is built": (
        {"exports": {".": {"default": "./x.ts", "source": "./kernel/tasks.ts"}}},
        "@shop/core",
    ),
}


@pytest.mark.parametrize(("body", "module"), PACKAGES.values(), ids=PACKAGES)
def test_exports_of_a_workspace_lead_to_its_files(body: Mapping[str, object], module: str, tmp_path: Path) -> None:
    files = {
        "package.json": '{"workspaces": ["packages/*"]}',
        "packages/core/package.json": json.dumps({"name": "@shop/core", **body}),
        "packages/core/kernel/tasks.ts": RUN_TS,
        "packages/core/x.ts": RUN_TS,
        "packages/app/package.json": '{"name": "@shop/app"}',
        "packages/app/tasks.ts": RUN_TS,
        "packages/app/main.ts": use_ts(module),
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {"packages/app/main.ts:start calls packages/core/kernel/tasks.ts:run"}


def test_what_a_build_writes_is_looked_up_where_it_is_made_from(tmp_path: Path) -> None:
    files = {
        "core/package.json": '{"name": "core", "exports": {"./jobs": "./dist/esm/kernel/tasks.mjs"}}',
        "core/src/kernel/tasks.ts": RUN_TS,
        "app/main.ts": use_ts("core/jobs"),
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {"app/main.ts:start calls core/src/kernel/tasks.ts:run"}


def test_names_with_a_hash_are_those_of_the_own_package(tmp_path: Path) -> None:
    files: dict[str, str] = {}
    for name in ("one", "two"):
        files[f"{name}/package.json"] = '{"imports": {"#jobs/*.js": "./kernel/*.ts"}}'
        files[f"{name}/kernel/tasks.ts"] = RUN_TS
        files[f"{name}/app/main.ts"] = use_ts("#jobs/tasks.js")
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {
            f"{name}/app/main.ts:start calls {name}/kernel/tasks.ts:run" for name in ("one", "two")
        }


RUN_RS = "pub fn run() -> u8 { 1 }\n"


@pytest.mark.parametrize(
    ("library", "dependency", "used"),
    [
        ('[package]\nname = "shop-core"\n', 'shop-core = { path = "../core" }', "shop_core"),
        ('[package]\nname = "shop-core"\n[lib]\nname = "kernel"\n', 'shop-core = "1"', "kernel"),
        ('[package]\nname = "shop-core"\n', 'engine = { package = "shop-core", path = "../core" }', "engine"),
    ],
    ids=["by package", "by library", "by a name of the dependency"],
)
def test_crates_of_a_workspace_use_each_other(library: str, dependency: str, used: str, tmp_path: Path) -> None:
    files = {
        "Cargo.toml": '[workspace]\nmembers = ["core", "app"]\n',
        "core/Cargo.toml": library,
        "core/src/lib.rs": "pub mod tasks;\n",
        "core/src/tasks.rs": RUN_RS,
        "app/Cargo.toml": f'[package]\nname = "app"\n[dependencies]\n{dependency}\n',
        "app/src/main.rs": f"use {used}::tasks::run;\n\nfn start() -> u8 {{ run() }}\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {"app/src/main.rs:start calls core/src/tasks.rs:run"}


def test_a_crate_begins_with_the_file_that_it_names(tmp_path: Path) -> None:
    files = {
        "core/Cargo.toml": '[package]\nname = "core_x"\n[lib]\npath = "kernel/begin.rs"\n',
        "core/kernel/begin.rs": f"pub mod tasks;\n{RUN_RS}",
        "core/kernel/tasks.rs": "use crate::run;\n\npub fn twice() -> u8 { run() + run() }\n",
        "core/tests/all.rs": "use core_x::tasks::twice;\n\n#[test]\nfn works() { twice(); }\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {
            "core/kernel/tasks.rs:twice calls core/kernel/begin.rs:run",
            "core/tests/all.rs:works calls core/kernel/tasks.rs:twice",
        }


POM = '<project xmlns="http://maven.apache.org/POM/4.0.0"><artifactId>{name}</artifactId>{rest}</project>'
USES_CORE = "<dependencies><dependency><groupId>shop</groupId><artifactId>core</artifactId></dependency></dependencies>"
MAVEN = {
    "pom.xml": POM.format(name="shop", rest="<modules><module>core</module><module>app</module></modules>"),
    "core/pom.xml": POM.format(name="core", rest=""),
    "old/pom.xml": POM.format(name="old", rest=""),
    "mid/pom.xml": POM.format(name="mid", rest=USES_CORE),
    "app/pom.xml": POM.format(name="app", rest=USES_CORE.replace("core", "mid")),
}
GRADLE = {
    "settings.gradle.kts": 'include(":core", ":mid")\ninclude(":old-core")\ninclude(":app")\n'
    'project(":old-core").projectDir = file("old")\n',
    "mid/build.gradle.kts": "dependencies { api(projects.core) }\n",
    "app/build.gradle.kts": 'dependencies { implementation(project(":mid")) }\n',
}


@pytest.mark.parametrize("build", [MAVEN, GRADLE], ids=["maven", "gradle"])
def test_of_two_types_of_one_name_a_module_means_that_of_the_module_that_it_uses(
    build: Mapping[str, str], tmp_path: Path
) -> None:
    core = "package shop;\n\npublic class Tasks {\n    public static int run() { return 1; }\n}\n"
    app = "package shop.app;\n\nimport shop.Tasks;\n\npublic class Main {\n    int start() { return Tasks.run(); }\n}\n"
    files = {
        **build,
        "core/src/main/java/shop/Tasks.java": core,
        "old/src/main/java/shop/Tasks.java": core,
        "app/src/main/java/shop/app/Main.java": app,
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        imports = {edge for edge in corpus.file_edges() if " imports " in edge}
        assert imports == {"app/src/main/java/shop/app/Main.java imports core/src/main/java/shop/Tasks.java 1"}


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        (
            "pyproject.toml",
            '[tool.setuptools.package-dir]\nshop = "old"\n',
            '[tool.setuptools.package-dir]\nshop = "new"\n',
        ),
        ("setup.py", 'setup(package_dir={"shop": "old"})\n', 'setup(package_dir={"shop": "new"})\n'),
    ],
)
def test_another_mapping_moves_the_edges_of_files_that_did_not_change(
    name: str, before: str, after: str, tmp_path: Path
) -> None:
    files = {name: before, "old/core/tasks.py": RUN, "new/core/tasks.py": RUN, "app/main.py": USE_RUN}
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {"app/main.py:start calls old/core/tasks.py:run"}
        corpus.change({name: after})
        assert corpus.edges("calls") == {"app/main.py:start calls new/core/tasks.py:run"}
        corpus.assert_linked_as_anew()


def test_a_build_file_that_maps_as_before_is_equal() -> None:
    mapping = '[tool.setuptools.package-dir]\nshop = "src/shop"\n'
    before = read_packages({"pyproject.toml": mapping})
    assert before == read_packages({"pyproject.toml": f'[project]\nversion = "2"\n{mapping}'})
    assert before != read_packages({"pyproject.toml": mapping.replace("src", "lib")})


BROKEN = {
    "pyproject.toml": [
        "[tool",
        "[tool]\nsetuptools = 3\n",
        '[tool.setuptools]\npackage-dir = ["x"]\n',
        "[tool.poetry]\npackages = [3]\n",
    ],
    "setup.cfg": ["package_dir = x", "[options\n", "[options]\npackage_dir\n"],
    "setup.py": ["setup(", "setup(**{})\n", "setup(package_dir=where())\n", "setup(package_dir=[1])\n", "(" * 5000],
    "package.json": ["{", "[]", '{"name": 3, "exports": 4, "imports": []}', '{"exports": {"./*": [{"a": 1}]}}'],
    "tsconfig.json": ["", '{"extends": "./tsconfig.json"}', '{"compilerOptions": {"paths": {"a": "b", "c": [1]}}}'],
    "Cargo.toml": ["[package", "[package]\nname = 1\n", 'dependencies = "x"\n[target]\nx = 1\n'],
    "pom.xml": [
        "<project>",
        "<!DOCTYPE x [<!ENTITY a 'b'>]><project/>",
        "<project><dependencies><x/></dependencies></project>",
    ],
    "settings.gradle": ["include", 'include ":a", //\n', "include(\n"],
    "go.mod": ["", "module\n"],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in BROKEN.items() for text in texts])
def test_a_build_file_that_cannot_be_read_costs_nobody_the_index(name: str, text: str, tmp_path: Path) -> None:
    files = {name: text, "app/tasks.py": RUN, "app/main.py": "from .tasks import run\n\nrun()\n"}
    with LinkedCorpus(tmp_path, files) as corpus:
        assert "app/main.py imports app/tasks.py 1" in corpus.file_edges()


def test_comments_of_a_configuration_end_where_texts_begin() -> None:
    text = '{/* a "b" */ "paths": {"@/*": ["./src/*", "http://x/*"],}, // end\n}'
    assert read_json(text) == {"paths": {"@/*": ["./src/*", "http://x/*"]}}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/tsconfig.build.json", True),
        ("settings.gradle.kts", True),
        ("a/pyproject.toml", True),
        ("package-lock.json", False),
    ],
)
def test_build_files_are_known_by_their_names(path: str, expected: bool) -> None:
    assert is_build_file(path) is expected
