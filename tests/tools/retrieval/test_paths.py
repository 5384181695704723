"""What a path says about a file: tests, examples, vendored and internal code stand back in the ranking."""

import pytest

from citeline.tools.retrieval import paths
from citeline.tools.retrieval.paths import read_path


@pytest.mark.parametrize(
    ("path", "flag"),
    [
        ("tests/test_app.py", "is_test"),
        ("src/test/java/AppTest.java", "is_test"),
        ("lib/router_test.go", "is_test"),
        ("src/app.spec.ts", "is_test"),
        ("features/checkout.feature", "is_test"),
        ("tests_e2e/login.ts", "is_test"),
        ("web/cypress/support/commands.js", "is_test"),
        ("app/e2e/checkout.ts", "is_test"),
        ("integration-test/run.kt", "is_test"),
        ("integration-test/src/main.rs", "is_test"),
        ("integration_specs/pages.rb", "is_test"),
        ("my_test/src/x.c", "is_test"),
        ("functional-tests/src/lib.rs", "is_test"),
        ("orders-test/src/test/OrdersTestTest.kt", "is_test"),
        ("test-helpers/src/server.ts", "is_test"),
        ("examples/basic.py", "is_example"),
        ("docs_src/tutorial.py", "is_example"),
        ("extra/push-examples/javascript-fetch/index.js", "is_example"),
        ("contrib/ansible/roles/shop/templates/shop.conf", "is_deployment"),
        ("contrib/docker-compose/basic.yml", "is_deployment"),
        ("docker-compose.prod.yml", "is_deployment"),
        ("src/compat.py", "is_compat"),
        ("third_party/zlib/inflate.c", "is_vendor"),
        ("src/pip/_vendor/rich/table.py", "is_vendor"),
        ("lib/Vendors/simple.php", "is_vendor"),
        ("extern/lz4/lz4.c", "is_vendor"),
        ("api/v1/service.pb.go", "is_vendor"),
        ("proto/orders_pb2.py", "is_vendor"),
        ("Forms/Main.Designer.cs", "is_vendor"),
        ("config.guess", "is_vendor"),
        ("internal/locale/translations/zh_TW.json", "is_vendor"),
        ("app/i18n/de/messages.yml", "is_vendor"),
        ("po/fr.po", "is_vendor"),
        ("public/intl/messages/zh-CN.json", "is_vendor"),
        ("resources/lang/de/auth.php", "is_vendor"),
        ("static/tinymce/lang/fr_FR.js", "is_vendor"),
        ("pkg/internal/cache.go", "is_internal"),
        ("src/_private.py", "is_internal"),
    ],
)
def test_a_path_shows_what_kind_of_file_it_is(path: str, flag: str) -> None:
    assert getattr(read_path(path), flag)


@pytest.mark.parametrize(
    "path", ["docs/testing.rst", "docs/en/tutorial/testing.md", "guide/how-to-write-tests.md", "docs/benchmarks.md"]
)
def test_a_page_is_about_what_it_is_called(path: str) -> None:
    """`How do I write tests with it?` was never answered from the page about that."""
    found = read_path(path)
    assert not (found.is_test or found.is_example)


@pytest.mark.parametrize(
    ("path", "flag"),
    [("tests/README.md", "is_test"), ("testing/data/golden.md", "is_test"), ("examples/tutorial/a.md", "is_example")],
)
def test_a_page_that_lies_among_tests_or_examples_is_one_of_them(path: str, flag: str) -> None:
    assert getattr(read_path(path), flag)


@pytest.mark.parametrize(
    "path",
    [
        *("src/latest.py", "src/contest/entry.py", "src/__init__.py", "attestation/verify.go", "config-sample.yml"),
        *("orders-test/src/Clock.kt", "orders-test/common/src/Clock.kt", "orders-test/README.md", "cmd/test-run.ts"),
    ],
)
def test_similar_names_are_not_mistaken(path: str) -> None:
    found = read_path(path)
    assert not (found.is_test or found.is_example or found.is_internal)


@pytest.mark.parametrize(
    "path", ["charts/shop/values.yaml", "roles/ansible/defaults/main.yml", "src/deployer/app.toml"]
)
def test_what_a_chart_or_a_role_declares_is_no_deployment_of_somebody(path: str) -> None:
    assert not read_path(path).is_deployment


@pytest.mark.parametrize(
    "path",
    [
        "internal/locale/printer.go",
        "src/lang/parser.py",
        "src/languages/python.js",
        "src/i18n/index.ts",
        "i18n.json",
        "src/vendor.py",
        "src/external.ts",
        "src/vendor_list.py",
        "src/configure.py",
        "src/generated.py",
        "externalapi/a.c",
    ],
)
def test_code_about_vendors_is_no_vendored_code(path: str) -> None:
    assert not read_path(path).is_vendor


def test_stem_and_parent_are_folded() -> None:
    found = read_path("src/HttpClient/rate_limiter.py")
    assert (found.stem, found.parent) == ("ratelimiter", "httpclient")
    assert found.stem_terms == {"rate", "limit"} or found.stem_terms == {"rate", "limiter"}


def test_of_the_table_of_foreign_code_only_few_patterns_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """All as expressions were a twentieth of a first search."""
    compiled: list[str] = []

    def translated(glob: str) -> str:
        compiled.append(glob)
        return "x"

    monkeypatch.setattr(paths, "translate", translated)
    paths._foreign_code.cache_clear()
    paths._foreign_code()
    paths._foreign_code.cache_clear()
    assert "jquery-[0-9]*.js" in compiled and len(compiled) < 15
    assert not {"vendor", "*.po", "*_pb2.py"} & {*compiled}
