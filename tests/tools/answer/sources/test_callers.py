from __future__ import annotations

from pathlib import Path

import pytest

from citeline.indexing.reader import Index
from citeline.tools.answer.sources.calls.callers import USES, caller_drafts
from citeline.tools.answer.sources.special import special_drafts
from citeline.tools.question.read import read

from ..trees import indexed, place_of

FILES = {
    "shop/cart.py": (
        "from shop.vouchers import apply_voucher\n\n\n"
        "class Cart:\n"
        "    def pay(self, voucher):\n"
        "        if voucher:\n"
        "            apply_voucher(voucher)\n"
        "        self.clear()\n\n"
        "    def clear(self):\n        self.items = []\n\n\n"
        "class GiftCart(Cart):\n    pass\n"
    ),
    "shop/vouchers.py": "def apply_voucher(voucher):\n    return voucher\n\n\ndef nobody_calls_this():\n    pass\n",
    "shop/bulk.py": (
        "from shop.vouchers import apply_voucher\n\n\ndef pay_all(vouchers):\n"
        "    for one in vouchers:\n        apply_voucher(one)\n"
        "        apply_voucher(one)\n"
    ),
    "tests/test_vouchers.py": (
        "from shop.vouchers import apply_voucher\n\n\ndef test_one():\n"
        "    apply_voucher(1)\n\n\ndef test_two():\n    apply_voucher(2)\n"
    ),
    "examples/demo.py": "from shop.vouchers import apply_voucher\n\n\ndef demo():\n    apply_voucher(3)\n",
    "lib/response.js": (
        "var res = {}\n\nres.format = function format(obj) {\n  return obj\n}\n\n"
        "res.redirect = function redirect(url) {\n  this.format({ text: url })\n}\n"
    ),
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return indexed(tmp_path_factory.mktemp("callers"), FILES)


def test_each_caller_stands_once_product_before_examples_and_tests_counted_apart(opened: Index) -> None:
    found = caller_drafts(opened, ["apply_voucher"])
    assert [draft.fact["subject"] for draft in found.drafts] == ["pay_all", "Cart.pay", "demo"]
    assert (found.name, found.total, found.shown, found.tests) == ("apply_voucher", 3, 3, 2)


@pytest.mark.parametrize(
    ("question", "first"),
    [("who calls apply_voucher in the cart?", "Cart.pay"), ("which places in bulk.py call apply_voucher", "pay_all")],
)
def test_callers_in_the_part_that_is_asked_for_come_first(opened: Index, question: str, first: str) -> None:
    """Who asked for the callers in one backend was told those of the one whose name comes first."""
    assert special_drafts(opened, read(question), []).drafts[0].fact["subject"] == first


@pytest.mark.parametrize(
    ("question", "callers"),
    [
        ("who calls apply_voucher but not from the cart?", ["pay_all", "demo"]),
        ("which functions outside of the shop call apply_voucher?", ["demo"]),
        ("who calls apply_voucher, except in bulk.py?", ["Cart.pay", "demo"]),
        ("who calls apply_voucher outside the cart module", ["pay_all", "demo"]),
        ("wer ruft apply_voucher außerhalb von bulk.py auf?", ["Cart.pay", "demo"]),
        ("除了 bulk 之外谁调用 apply_voucher?", ["Cart.pay", "demo"]),
        ("谁会在删除 bulk 之后调用 apply_voucher?", ["pay_all", "Cart.pay", "demo"]),
        ("who calls apply_voucher except pay_all?", ["Cart.pay", "demo"]),
        ("qui appelle apply_voucher en dehors de bulk ?", ["Cart.pay", "demo"]),
        ("¿quién llama a apply_voucher fuera de bulk?", ["Cart.pay", "demo"]),
    ],
)
def test_callers_in_the_part_that_is_left_out_are_not_told(opened: Index, question: str, callers: list[str]) -> None:
    """Who asked for the callers outside of one backend was told first those inside, with `yes`."""
    found = special_drafts(opened, read(question), [])
    assert [draft.fact["subject"] for draft in found.drafts] == callers


def test_a_member_of_a_type_that_is_not_here_is_no_member_of_ours(opened: Index) -> None:
    """Asked of jjwt's `Services.get`, playwright told who calls some `get`, with `yes`."""
    assert not caller_drafts(opened, ["Services.format"]).drafts
    assert caller_drafts(opened, ["app.format"]).drafts  # a variable of whoever asks


def test_who_does_not_call_something_is_told_no_caller(opened: Index) -> None:
    for question in ("what does not call apply_voucher?", "who does not call apply_voucher outside of bulk?"):
        assert not special_drafts(opened, read(question), []).drafts


def test_a_caller_that_calls_again_is_cited_with_each_line(tmp_path: Path) -> None:
    """A function that printed twice was told with its first line alone; a comment and another object call nothing."""
    text = (
        "def show(one):\n    print(one)\n\n\ndef table(rows, other):\n    show(rows[0])\n    # show(rows) is too much\n"
        "    other.show(rows)\n    for row in rows:\n        if row:\n            show(row)\n    return 'show()'\n"
    )
    (draft,) = caller_drafts(indexed(tmp_path, {"show.py": text}), ["show"]).drafts
    assert (draft.start_line, draft.also) == (6, ((10, 11),))


def test_a_long_literal_beside_a_call_is_passed_over(tmp_path: Path) -> None:
    """What stands before a call was looked for from each of its characters: a minute for 24,000 of them."""
    text = (
        f"def show(one):\n    return one\n\n\ndef table():\n    show(1)\n    data = '{'ab' * 10_000}'\n    show(data)\n"
        + "\n\ndef other(one):\n    return one\n" * 40
    )
    (draft,) = caller_drafts(indexed(tmp_path, {"show.py": text}), ["show"]).drafts
    assert draft.also == ((8, 8),)


def test_overloads_that_call_are_one_caller_with_a_place_each(tmp_path: Path) -> None:
    text = (
        "class Out {\n  void line(String text) { flush(text); }\n\n"
        '  void line(int number) {\n    flush("" + number);\n  }\n\n'
        "  private void flush(String text) {}\n}\n"
    )
    (draft,) = caller_drafts(indexed(tmp_path, {"Out.java": text}), ["flush"]).drafts
    assert (draft.fact["subject"], draft.start_line, draft.also) == ("Out.line", 2, ((5, 5),))


def test_an_overload_that_calls_another_stands_behind_other_callers(tmp_path: Path) -> None:
    """`baseUrl` may call `baseUrl` was the first thing told of who calls it."""
    text = (
        'class Out {\n  void line(int number) {\n    line("" + number);\n  }\n\n'
        "  void line(String text) { print(text); }\n\n  void zero() { line(0); }\n}\n"
    )
    first, *_ = caller_drafts(indexed(tmp_path, {"Out.java": text}), ["line"]).drafts
    assert first.fact["subject"] == "Out.zero"


def test_a_name_that_ends_with_a_mark_has_callers_without_it(tmp_path: Path) -> None:
    """Questions are read without the last mark of `valid?`, as Ruby and Elixir spell it."""
    text = "class Card\n  def valid?\n    true\n  end\n\n  def charge\n    return unless valid?\n    1\n  end\nend\n"
    found = caller_drafts(indexed(tmp_path, {"card.rb": text}), ["valid"])
    assert [draft.fact["subject"] for draft in found.drafts] == ["Card.charge"]


def test_the_total_counts_those_that_are_not_shown(opened: Index) -> None:
    found = caller_drafts(opened, ["apply_voucher"], limit=1)
    assert (found.total, found.shown) == (3, 1)


def test_a_method_that_a_dozen_types_override_has_callers(tmp_path: Path) -> None:
    locks = "\n\n".join(
        f"class Lock{number}:\n    def take(self):\n        self._take()\n\n    def _take(self):\n        pass\n"
        for number in range(12)
    )
    found = caller_drafts(indexed(tmp_path, {"locks.py": locks}), ["_take"])
    assert (found.total, found.drafts[0].fact["subject"]) == (12, "Lock0.take")


def test_a_class_called_like_its_folder_has_the_callers_of_its_own_method(tmp_path: Path) -> None:
    """`who calls Queue.put` in the folder `queue` was told who calls `Store.put` there."""
    files = {
        "queue/api.py": (
            "from queue.store import Store\n\n\n"
            "class Queue:\n    def put(self, one):\n        self.store = Store()\n        self.store.put(one)\n\n\n"
            "def fill(queue: Queue):\n    queue.put(1)\n"
        ),
        "queue/store.py": "class Store:\n    def put(self, one):\n        return one\n",
    }
    opened = indexed(tmp_path, files)
    for name, callers in (("Queue.put", ["fill"]), ("store.put", ["Queue.put"]), ("queue.put", ["fill", "Queue.put"])):
        assert {draft.fact["subject"] for draft in caller_drafts(opened, [name]).drafts} == {*callers}


def test_a_call_carries_its_condition_and_the_lines_from_there(opened: Index) -> None:
    draft = next(one for one in caller_drafts(opened, ["apply_voucher"]).drafts if one.fact["subject"] == "Cart.pay")
    assert draft.fact["condition"] == "voucher"
    assert place_of(opened, draft) == "shop/cart.py:6-7"


def test_a_call_of_the_other_branch_is_cited_from_its_condition_on(tmp_path: Path) -> None:
    pay = "def pay(cart):\n    if cart.empty:\n        stop()\n    else:\n        charge(cart)\n"
    text = f"{pay}\n\ndef charge(cart):\n    pass\n"
    opened = indexed(tmp_path, {"shop.py": text})
    (draft,) = caller_drafts(opened, ["charge"]).drafts
    assert (draft.fact["condition"], place_of(opened, draft)) == ("if cart.empty … else", "shop.py:2-5")


def test_a_condition_far_above_a_call_is_not_told_with_it(tmp_path: Path) -> None:
    """Six lines are cited: what stands above them would be told without being shown."""
    steps = "".join(f"        step({number})\n" for number in range(9))
    pay = f"def pay(cart):\n    if cart.ready:\n{steps}        charge(cart)\n"
    opened = indexed(tmp_path, {"shop.py": f"{pay}\n\ndef charge(cart):\n    pass\n"})
    (draft,) = caller_drafts(opened, ["charge"]).drafts
    assert ("condition" in draft.fact, place_of(opened, draft)) == (False, "shop.py:12-12")


def test_words_that_are_no_definition_are_passed_over(opened: Index) -> None:
    assert caller_drafts(opened, ["netrc", "Redis", "apply_voucher"]).name == "apply_voucher"


def test_calls_through_the_object_itself_count(opened: Index) -> None:
    assert [one.fact["subject"] for one in caller_drafts(opened, ["res.format"]).drafts] == ["res.redirect"]
    assert [one.fact["subject"] for one in caller_drafts(opened, ["Cart.clear"]).drafts] == ["Cart.pay"]


def test_a_definition_that_nothing_calls_is_known_without_callers(opened: Index) -> None:
    found = caller_drafts(opened, ["nobody_calls_this"])
    assert (found.name, found.drafts, found.total, found.tests) == ("nobody_calls_this", (), 0, 0)


def test_a_function_that_calls_itself_is_its_own_caller_behind_the_others(tmp_path: Path) -> None:
    text = "def fact(n):\n    return 1 if n < 2 else n * fact(n - 1)\n\n\ndef show():\n    print(fact(5))\n"
    opened = indexed(tmp_path, {"numbers.py": text})
    assert [one.fact["subject"] for one in caller_drafts(opened, ["fact"]).drafts] == ["show", "fact"]
    assert [one.fact["object"] for one in caller_drafts(opened, ["fact"], direction="out").drafts] == ["fact"]


def test_a_name_without_a_definition_is_not_known(opened: Index) -> None:
    assert caller_drafts(opened, ["no_such_thing"]).name == ""
    assert caller_drafts(opened, []).name == ""


def test_what_a_definition_calls_and_what_inherits_from_it(opened: Index) -> None:
    called = caller_drafts(opened, ["Cart.pay"], direction="out")
    assert {one.fact["object"] for one in called.drafts} == {"apply_voucher", "Cart.clear"}
    heirs = caller_drafts(opened, ["Cart"], kinds=("inherits",))
    assert [(one.fact["relation"], one.fact["subject"]) for one in heirs.drafts] == [("inherits", "GiftCart")]


def test_what_imports_a_file(opened: Index) -> None:
    found = caller_drafts(opened, ["vouchers.py"], kinds=("imports",))
    assert {one.fact["subject"] for one in found.drafts} >= {"shop/cart.py", "shop/bulk.py"}


def test_a_word_of_a_chinese_question_is_no_end_of_an_import_that_may_not_be_asked_for(tmp_path: Path) -> None:
    """Which port telnet listens on was answered, with `yes`, by the test that imports `telnet`."""
    files = {"telnet.py": "def listen():\n    pass\n", "main.py": "import telnet\n\ntelnet.listen()\n"}
    index = indexed(tmp_path, files)
    assert not special_drafts(index, read("telnet 控制台默认监听哪个地址、哪些端口？"), []).drafts
    assert special_drafts(index, read("哪些文件导入了 telnet？"), []).basis == "graph"


def test_who_uses_a_function_is_told_before_who_imports_it(opened: Index) -> None:
    found = caller_drafts(opened, ["apply_voucher"], kinds=USES)
    product = [one.fact["relation"] for one in found.drafts if one.fact["subject"] not in ("demo", "examples/demo.py")]
    assert product == ["calls", "calls", "imports", "imports"]


def test_tests_are_shown_where_nothing_else_calls(tmp_path: Path) -> None:
    files = {
        "a.py": "def lonely():\n    pass\n",
        "tests/test_a.py": "from a import lonely\n\n\ndef test_a():\n    lonely()\n",
    }
    found = caller_drafts(indexed(tmp_path, files), ["lonely"])
    assert (found.total, found.tests, [one.fact["subject"] for one in found.drafts]) == (0, 1, ["test_a"])


def test_what_runs_before_a_condition_is_checked_does_not_depend_on_it(tmp_path: Path) -> None:
    text = (
        "package app\n\nfunc store() error {\n\treturn nil\n}\n\n"
        "func Run(full bool) error {\n\tif err := store(); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n\n"
        "func Keep(full bool) {\n\tif full {\n\t\tif err := store(); err != nil {\n\t\t\tpanic(err)\n\t\t}\n\t}\n}\n\n"
        "func Retry(failed error) {\n\tif failed != nil {\n\t\tstore()\n\t}\n}\n"
    )
    found = caller_drafts(indexed(tmp_path, {"app.go": text}), ["store"])
    conditions = {draft.fact["subject"]: draft.fact.get("condition", "") for draft in found.drafts}
    assert conditions == {"Run": "", "Keep": "full", "Retry": "failed != nil"}


@pytest.mark.parametrize(
    "question",
    ["where is apply_voucher tested?", "which tests cover `apply_voucher`?", "apply_voucher 在哪里测试的？"],
)
def test_who_asks_for_tests_is_not_told_the_callers_of_the_product(opened: Index, question: str) -> None:
    drafts = special_drafts(opened, read(question), []).drafts
    assert [draft.fact["subject"] for draft in drafts] == ["test_one", "test_two"]


def test_the_test_that_is_called_like_what_it_tests_comes_first(tmp_path: Path) -> None:
    files = {
        "shop.py": "def pay():\n    return 1\n",
        "tests/test_a.py": "from shop import pay\n\n\ndef test_a():\n    pay()\n",
        "tests/test_b.py": "from shop import pay\n\n\ndef test_pay():\n    pay()\n",
    }
    found = caller_drafts(indexed(tmp_path, files), ["pay"], of_tests=True)
    assert [draft.fact["subject"] for draft in found.drafts] == ["test_pay", "test_a"]


def test_a_certain_caller_is_told_though_its_line_does_not_say_whose_it_is(tmp_path: Path) -> None:
    """Two of four callers were left out, the one among them that does it."""
    files = {
        "locks.py": (
            "class Lock:\n    def release(self):\n        return 1\n\n\n"
            "class Door:\n    def release(self):\n        return 2\n\n\n"
            "def newest() -> Lock:\n    return Lock()\n\n\ndef stop():\n    newest().release()\n\n\n"
            "def leave(door: Door):\n    door.release()\n"
        )
    }
    found = caller_drafts(indexed(tmp_path, files), ["release"])
    told = {(draft.fact["subject"], draft.fact["object"]) for draft in found.drafts}
    assert told == {("leave", "Door.release"), ("stop", "release")}


VARIANTS = {
    "box/images.go": (
        "//go:build linux\n\npackage box\n\n// DropImage drops an image.\n"
        "func DropImage(name string) error {\n\treturn drop(name)\n}\n"
    ),
    "box/stub.go": (
        '//go:build !linux\n\npackage box\n\nimport "errors"\n\n'
        'func DropImage(name string) error {\n\treturn errors.New("no")\n}\n'
    ),
    "box/run.go": "package box\n\nfunc Run(name string) error {\n\treturn DropImage(name)\n}\n",
}


def test_who_calls_a_function_that_two_builds_define_is_told(tmp_path: Path) -> None:
    """Which of the two is called is open; that `Run` calls it is not."""
    found = caller_drafts(indexed(tmp_path, VARIANTS), ["DropImage"])
    assert [(draft.fact["subject"], draft.fact["object"]) for draft in found.drafts] == [("Run", "DropImage")]


def test_a_name_whose_calls_cannot_be_told_apart_is_known_all_the_same(tmp_path: Path) -> None:
    """Where no line shows who calls it, nobody may be named; the question is about it nevertheless."""
    alike = {path: text.partition("\n\n")[2] if "build" in text else text for path, text in VARIANTS.items()}
    found = caller_drafts(indexed(tmp_path, alike), ["images.DropImage"])
    assert (found.name, found.drafts) == ("images.DropImage", ())


def test_one_of_several_functions_that_a_name_may_hold_is_not_told_for_certain(tmp_path: Path) -> None:
    """`start_it` may be another one than the two that are asked for."""
    files = {
        "one.py": "def start_it():\n    pass\n",
        "two.py": "def start_it():\n    pass\n",
        "go.py": (
            "import lib\nimport one\nimport two\n\n\ndef go(x):\n    start_it = lib.start_it\n    if x == 1:\n"
            "        start_it = one.start_it\n    elif x:\n        start_it = two.start_it\n    start_it()\n"
        ),
    }
    assert caller_drafts(indexed(tmp_path, files), ["start_it"]).drafts == ()


def test_a_base_in_a_head_of_several_lines_is_none_that_the_body_includes(tmp_path: Path) -> None:
    """`MDCContext` "includes" the interface that it implements, for its name stands lines above."""
    files = {
        "element.kt": "interface Element {\n    fun name(): String\n}\n",
        "context.kt": (
            "/** What a thread logs. */\nclass Context(\n    val one: String,\n    val other: String\n) : Element {\n"
            '    override fun name() = "context"\n}\n'
        ),
        "shop.rb": "module Paid\nend\n\nclass Cart\n  attr_reader :items\n  include Paid\nend\n",
        "shop.go": "package shop\n\ntype Base struct{}\n\ntype Cart struct {\n\tName string\n\tBase\n}\n",
    }
    index = indexed(tmp_path, files)
    found = [caller_drafts(index, [name], kinds=("inherits",)).drafts[0] for name in ("Element", "Paid", "Base")]
    assert [one.fact["relation"] for one in found] == ["implements", "includes", "includes"]
    assert (found[0].start_line, found[0].end_line) == (2, 5)


def test_what_inherits_from_a_type_of_a_library_is_known_by_its_heads(tmp_path: Path) -> None:
    """Who asked which classes extend a type of pf4j was told signatures that have it as a bound."""
    files = {
        "Getter.java": "interface Getter {\n  <T extends Pluggable> T get(Class<T> type);\n}\n",
        "Door.java": "import org.pf4j.Pluggable;\n\npublic interface Door extends Pluggable {\n}\n",
        "Gate.java": "import org.pf4j.Pluggable;\n\npublic class Gate extends Wall\n    implements Pluggable {\n}\n",
        "src/test/java/GateTest.java": "class FakeGate implements Pluggable {\n}\n",
    }
    found = special_drafts(indexed(tmp_path, files), read("Which classes implement Pluggable?"), [])
    told = [(one.fact["subject"], one.fact["relation"], one.start_line, one.end_line) for one in found.drafts]
    assert told == [("Door", "inherits", 3, 3), ("Gate", "implements", 3, 4)]
    assert (found.basis, found.left) == ("graph", 0)
    assert not special_drafts(indexed(tmp_path / "other", files), read("Which classes implement Openable?"), []).drafts
