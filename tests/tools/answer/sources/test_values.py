from __future__ import annotations

import pytest

from citeline.indexing.reader import Index
from citeline.state import Claim
from citeline.tools.answer.compose import compose
from citeline.tools.answer.draft import Draft
from citeline.tools.answer.passages import passages_of
from citeline.tools.answer.reading.literals import kind_of
from citeline.tools.answer.reading.syntax import source_of
from citeline.tools.answer.sources.followed import draft_of
from citeline.tools.answer.sources.values import FEATURES, LEAST, LikeliestValue, _found, likeliest_value, values_asked
from citeline.tools.answer.writing.citing import Citations
from citeline.tools.citations import check_claims
from citeline.tools.evidence.evidence import passage_refs
from citeline.tools.question.read import read
from citeline.tools.retrieval.search import search

from ..conftest import Indexed
from ..trees import place_of

TREES = {
    "python": (
        {
            "defaults.py": "DEFAULT_RETRIES = LIMIT\nLIMIT = 3\n",
            "http.py": (
                "from defaults import DEFAULT_RETRIES\n\n\n"
                "def send(url, retries=DEFAULT_RETRIES, timeout=None):\n    return url\n"
            ),
        },
        "http.py",
        4,
        [("LIMIT", "3", "defaults.py:2-2"), ("send(timeout)", "None", "http.py:4-4")],
    ),
    "typescript": (
        {
            "defaults.ts": "export const DEFAULT_PORT = 8080;\n",
            "server.ts": (
                "import { DEFAULT_PORT } from './defaults';\n\n"
                "export function serve(port: number = DEFAULT_PORT) {\n  return port;\n}\n"
            ),
        },
        "server.ts",
        3,
        [("DEFAULT_PORT", "8080", "defaults.ts:1-1")],
    ),
    "go": (
        {
            "const.go": "package app\n\nconst (\n\tdefaultPort = 8080\n\tdefaultMemory = 32 << 20\n)\n",
            "app.go": "package app\n\nfunc New() *App {\n\treturn &App{\n\t\tMemory: defaultMemory,\n\t}\n}\n",
        },
        "app.go",
        5,
        [("defaultMemory", "32 << 20", "const.go:5-5")],
    ),
    "java": (
        {
            "Limits.java": "class Limits {\n  static final int MAX_DEPTH = 255;\n}\n",
            "Reader.java": "class Reader {\n  private int depth = Limits.MAX_DEPTH;\n}\n",
        },
        "Reader.java",
        2,
        [("MAX_DEPTH", "255", "Limits.java:2-2")],
    ),
    "rust": (
        {
            "limits.rs": "use std::time::Duration;\n\npub const IDLE: Duration = Duration::from_secs(15);\n",
            "pool.rs": "impl Default for Pool {\n    fn default() -> Self {\n        Pool { idle: IDLE }\n    }\n}\n",
        },
        "pool.rs",
        3,
        [("IDLE", "Duration::from_secs(15)", "limits.rs:3-3")],
    ),
    "javascript settings": (
        {"app.js": "app.defaults = function defaults() {\n  this.set('subdomain offset', 2);\n}\n"},
        "app.js",
        2,
        [("subdomain offset", "2", "app.js:2-2")],
    ),
    "yaml": (
        {"ci.yaml": "build:\n  retries: 4 # of each step\n"},
        "ci.yaml",
        2,
        [("build.retries", "4", "ci.yaml:1-2")],
    ),
    "toml": ({"app.toml": "[server]\nport = 9000\n"}, "app.toml", 2, [("server.port", "9000", "app.toml:1-2")]),
}


def values_of(opened: Index, path: str, first: int, last: int) -> list[Draft]:
    document = opened.structure.document(path)
    assert document is not None
    source = source_of(opened, document.id)
    assert source is not None
    return [draft_of(found) for found in _found(opened, source, first, last)]


@pytest.mark.parametrize("tree", TREES)
def test_a_name_is_followed_to_its_literal(indexed: Indexed, tree: str) -> None:
    files, path, line, expected = TREES[tree]
    opened = indexed(files)
    drafts = values_of(opened, path, line, line)
    found = [(draft.fact["subject"], draft.fact["object"], place_of(opened, draft)) for draft in drafts]
    assert found == expected


@pytest.mark.parametrize("tree", sorted(TREES.keys() - {"javascript settings"}))
def test_every_value_is_proved_by_the_line_that_it_cites(indexed: Indexed, tree: str) -> None:
    """A fact that fails the check of its own citation leaves the answer without a word."""
    files, path, line, _ = TREES[tree]
    opened = indexed(files)
    citations = Citations(opened, [], "en")
    drafts = values_of(opened, path, line, line)
    assert drafts and all(citations.add_draft(draft) for draft in drafts)
    checked = check_claims(citations.claims, citations.added, opened.root)
    # The place that a name was followed from shows only the name.
    assert [next(iter(claim["verdicts"].values()))["supports"] for claim in checked] == ["supported"] * len(drafts)


def test_what_a_function_gives_back_is_said_to_be_returned(indexed: Indexed) -> None:
    opened = indexed({"client.py": "class Client:\n    def retries(self):\n        return 3\n"})
    (draft,) = values_of(opened, "client.py", 3, 3)
    assert draft.fact == {"relation": "returns", "subject": "Client.retries", "object": "3"}


def test_a_value_of_one_plain_word_is_named_with_its_class(indexed: Indexed) -> None:
    index = indexed({"config.py": 'class Timeout:\n    name = "timeout"\n    default = 30\n    max_wait = 7\n'})
    document = index.structure.document("config.py")
    assert document is not None
    source = source_of(index, document.id)
    assert source is not None
    subjects = {draft_of(found).fact["subject"] for found in _found(index, source, 1, 4)}
    assert subjects == {"Timeout.name", "Timeout.default", "max_wait"}


def test_names_that_lead_in_a_circle_end_nowhere(indexed: Indexed) -> None:
    opened = indexed({"a.py": "ONE = TWO\nTWO = ONE\n"})
    assert values_of(opened, "a.py", 1, 2) == []


def test_the_value_whose_name_meets_the_question_comes_first(indexed: Indexed) -> None:
    files = {
        "client.py": (
            "MAX_REDIRECTS = 30\nMAX_HEADERS = 100\nUSER_AGENT = 'shop'\n\n\nclass Client:\n"
            "    def follow(self, response):\n        count = 0\n        return count\n"
        ),
        "tests/test_client.py": "MAX_REDIRECTS = 2\n",
    }
    opened = indexed(files)
    question = "how many redirects does the client follow?"
    passages = passages_of(opened, search(opened, read(question), top_k=20, single=True).hits)
    found = likeliest_value(values_asked(opened, read(question), passages))
    assert found is not None
    assert (found.draft.fact["subject"], found.draft.fact["object"]) == ("MAX_REDIRECTS", "30")
    assert LEAST <= found.chance <= 1


@pytest.mark.parametrize(
    ("question", "value"),
    [("what is the default timeout?", "30000"), ("what is the default launch timeout?", "180000")],
)
def test_units_and_the_name_of_the_project_tell_no_constants_apart(indexed: Indexed, question: str, value: str) -> None:
    """Sixty `timeout=None` hid the constant, and the launch timeout was as near."""
    calls = "".join(f"def wait_{at}(selector, timeout=None):\n    return timeout\n\n\n" for at in range(70))
    files = {
        "pyproject.toml": '[project]\nname = "till"\n',
        "till/page.py": calls,
        "till/waits.py": (
            "DEFAULT_TILL_LAUNCH_TIMEOUT_IN_MILLISECONDS = 180000\nDEFAULT_TILL_TIMEOUT_IN_MILLISECONDS = 30000\n\n\n"
            "def timeout(given=None):\n    return given or DEFAULT_TILL_TIMEOUT_IN_MILLISECONDS\n"
        ),
    }
    opened = indexed(files)
    passages = passages_of(opened, search(opened, read(question), top_k=20, single=True).hits)
    found = likeliest_value(values_asked(opened, read(question), passages))
    assert found is not None and found.draft.fact["object"] == value


def test_what_is_masked_is_no_value(indexed: Indexed) -> None:
    """What the default password is was answered with `[secret:credential]`."""
    text = 'USER = "admin"\nFIRST_ADMIN_PASSWORD = "[secret:credential]"\n\n\ndef admin():\n    return USER\n'
    opened = indexed({"user.py": text})
    question = read("what is the first admin password?")
    passages = passages_of(opened, search(opened, question, top_k=20, single=True).hits)
    assert passages
    assert not any("secret" in draft.fact["object"] for draft in values_asked(opened, question, passages).drafts)


READER = {
    "Reader.java": (
        "/** Reads text as tokens. Arrays and objects may be nested. */\nclass Reader {\n"
        "  static final int DEFAULT_NESTING_LIMIT = 255;\n"
        "  private int nestingLimit = DEFAULT_NESTING_LIMIT;\n\n"
        "  /** Sets how deep arrays and objects may be nested before the reader refuses them. */\n"
        "  void setNestingLimit(int limit) {\n    nestingLimit = limit;\n  }\n\n"
        "  private void push(int scope) {\n    int size = 0;\n    if (depth + 1 > nestingLimit) {\n"
        '      throw new IllegalStateException("nesting is too deep");\n    }\n  }\n}\n'
    ),
    "docs/guide.md": "# Guide\n\nNested arrays are read lazily. The reader refuses what is nested too deep.\n",
}


def claims_about(opened: Index, question: str) -> list[str]:
    return [claim["text"] for claim in composed_about(opened, question)]


def composed_about(opened: Index, question: str) -> list[Claim]:
    asked = read(question)
    refs = passage_refs(search(opened, asked, top_k=20, single=True).hits)
    return compose(opened, asked, [], refs).claims


def test_a_number_comes_before_sentences_that_lack_it(indexed: Indexed) -> None:
    first, *_ = claims_about(indexed(READER), "how deep may arrays be nested before the reader refuses them?")
    assert "255" in first and "NESTING_LIMIT" in first


def test_a_sentence_with_the_number_keeps_its_place(indexed: Indexed) -> None:
    said = "# Guide\n\nArrays may be nested 255 deep before the reader refuses them.\n"
    opened = indexed({**READER, "docs/guide.md": said})
    first, *_ = claims_about(opened, "how deep may arrays be nested before the reader refuses them?")
    assert first.startswith("Arrays may be nested 255 deep")


def test_a_number_comes_before_code_that_compares_with_zero(indexed: Indexed) -> None:
    """`if exit_status == 0` was taken for a sentence that has the number, and the value came second."""
    files = {
        "menu.py": (
            "MENU_CLOSED_EXIT_STATUS = 130\n\n\n"
            "def choose(process):\n    if process.status == MENU_CLOSED_EXIT_STATUS:\n        return None\n"
            "    return process.output\n"
        ),
        "output.py": (
            "def taken_exit_status(exit_status, user):\n    if exit_status == 0:\n        return user.error_status\n"
            "    raise UserError(exit_status)\n"
        ),
    }
    claims = claims_about(indexed(files), "which exit status of the menu is taken as no user error?")
    assert claims[0] == "`MENU_CLOSED_EXIT_STATUS` is `130`:"


def test_a_constant_is_found_by_a_word_of_the_lines_that_answer(indexed: Indexed) -> None:
    files = {
        "flow.py": (
            "# Bytes that wait in memory.\nHIGH_WATER_MARK = 65536\n# Seconds.\nPOLL_INTERVAL = 30\n\n\n"
            "class Flow:\n    def pause(self, transport):\n        transport.pause_reading()\n"
        ),
        "docs/flow.md": (
            "# Flow\n\nThe server stops reading from the socket once the buffered body bytes hit a high water mark.\n"
        ),
    }
    claims = claims_about(indexed(files), "at how many buffered bytes do we stop reading from the socket?")
    assert any("HIGH_WATER_MARK" in claim and "65536" in claim for claim in claims)


def test_no_value_is_stated_where_none_is_asked_for(indexed: Indexed) -> None:
    claims = claims_about(indexed(READER), "why does the reader refuse nested arrays?")
    assert not any("255" in claim for claim in claims)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("30", "number"),
        ("32 << 20", "number"),
        ("(1024 * 1024)", "number"),
        ("(a, b)", "other"),
        ("0o750", "number"),
        ("10_000", "number"),
        ("Some(64 << 20)", "number"),
        ("15 * time.Second", "number"),
        ("timedelta(minutes=5)", "number"),
        ('"utf-8"', "string"),
        ('[]string{"a", "b"}', "string"),
        ("[1, 2, 3]", "number"),
        ("[at_least(10)]", "other"),
        ("True", "boolean"),
        ("null", "nothing"),
        ("defaults.PORT", "name"),
        ("&DEFAULT", "name"),
        ("os.Getenv('PORT')", "other"),
        ("arguments[0]", "other"),
        ("a + b", "other"),
        ("`${base}-${suffix}`", "other"),
        ("f'{base}-{suffix}'", "other"),
        ('"a-" + f"{suffix}"', "other"),
        ('"${suffix}"', "other"),
        ('"half " + "and half"', "string"),
        ("`plain`", "string"),
    ],
)
def test_what_a_value_is_shows_in_its_spelling(value: str, kind: str) -> None:
    assert kind_of(value) == kind


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("how many redirects are followed", "number"),
        ("what is the default port", "number"),
        ("which parser is used", "string"),
        ("is compression enabled by default", "boolean"),
        ("tell me about carts", None),
        ("重定向最多跟随多少次？", "number"),
        ("子进程多长时间后会被强制杀死？", "number"),
        ("リダイレクトは何回まで追従しますか？", "number"),
        ("Wie oft wird eine Anfrage höchstens wiederholt?", "number"),
        ("¿Cuántas veces se repite una petición?", "number"),
        ("Combien de fois une requête est-elle répétée ?", "number"),
    ],
)
def test_a_question_asks_for_a_kind_of_value(question: str, kind: str | None) -> None:
    assert read(question).literal == kind


OPTIONS = {
    "apps/till/flags.go": (
        "package main\n\nfunc flags(opts *till.Options) {\n\tset := flag.NewFlagSet()\n"
        '\tset.Int64("max-order-size", opts.MaxOrderSize, "maximum size of one order in bytes")\n'
        '\tset.DurationVar(&opts.Wait, "pay-wait", till.DefaultPayWait, "how long to wait")\n}\n'
    ),
    "till/options.go": (
        "package till\n\ntype Options struct {\n\tMaxOrderSize int64\n}\n\n"
        "func New() *Options {\n\treturn &Options{\n\t\tMaxOrderSize: 64 * 1024,\n\t}\n}\n\n"
        "// the default size of an order that is no order\nfunc defaultOrderSize() int { return 7 }\n\n"
        "const DefaultPayWait = 9 * time.Second\nconst DefaultDirtyPayWait = 5 * time.Second\n"
    ),
    "web/open.ts": (
        "const shopDefaults = { openHours: 8 };\n\nexport function open(given?: number) {\n"
        "  const openHours = given ?? shopDefaults.openHours;\n  return openHours;\n}\n"
    ),
    "shop/run.py": ("from shop.kinds import Shop\n\n\ndef serve(stock_limit=Shop.STOCK):\n    return stock_limit\n"),
    "shop/kinds.py": "class Shop:\n    STOCK = 40\n\n\nclass Bar:\n    STOCK = 5\n",
}


@pytest.mark.parametrize(
    ("question", "said", "places"),
    [
        (
            "what is the default of --max-order-size?",
            "`MaxOrderSize` is `64 * 1024`:",
            ["till/options.go:9-9", "apps/till/flags.go:5-5"],
        ),
        (
            "what is the default pay wait?",
            "`DefaultPayWait` is `9 * time.Second`:",
            ["till/options.go:16-16"],
        ),
        ("what is the default of stock_limit?", "`Shop.STOCK` is `40`:", ["shop/kinds.py:2-2", "shop/run.py:4-4"]),
        ("what is the default for openHours?", "`openHours` is `8`:", ["web/open.ts:1-1"]),
    ],
    ids=["a flag, its field, the literal", "no name with another word", "a member of a class", "an object"],
)
def test_the_value_that_is_asked_for_by_its_name_comes_first(
    indexed: Indexed, question: str, said: str, places: list[str]
) -> None:
    opened, asked = indexed(OPTIONS), read(question)
    hits = search(opened, asked, top_k=20, single=True).hits
    answer = compose(opened, asked, [], passage_refs(hits))
    assert answer.claims[0]["text"] == said
    cited = [one for one in answer.evidence if one["id"] in answer.claims[0]["evidence"]]
    assert [f"{one['path']}:{one['start_line']}-{one['end_line']}" for one in cited][: len(places)] == places


CREW = {
    "crew.py": (
        "def start_crew(orders, per_cook):\n    if per_cook is None:\n        per_cook = 4\n"
        "    crew.add(1)\n    crew.per_cook(9)\n    if not orders:\n        return 0\n    return orders_of(crew)\n"
    )
}


def test_a_number_that_is_no_value_of_what_stands_beside_it_is_not_told(indexed: Indexed) -> None:
    """`crew.add(1)` was the first line of an answer, and `return 0` where nothing is to be done."""
    index = indexed(CREW)
    question = read("how many orders does the crew take per cook?")
    passages = passages_of(index, search(index, question, top_k=20, single=True).hits)
    drafts = values_asked(index, question, passages).drafts
    assert {(one.fact["subject"], one.fact["object"]) for one in drafts} == {("per_cook", "4"), ("per_cook", "9")}


def test_a_value_of_a_variable_is_told_with_the_condition_under_which_it_is_given(indexed: Indexed) -> None:
    opened = indexed(CREW)
    (draft,) = values_of(opened, "crew.py", 3, 3)
    assert draft.fact == {"relation": "value", "subject": "per_cook", "object": "4", "condition": "per_cook is None"}
    assert place_of(opened, draft) == "crew.py:2-3"


def test_an_example_below_a_comment_that_tells_the_default_is_not_the_value(indexed: Indexed) -> None:
    """`wait: 10` came before `# …, defaults to 30`."""
    index = indexed(
        {
            "docs/app.yml": (
                "# How long to wait for a cook\n#\n# In seconds, defaults to 30:\nwait: 10\n\n"
                "# Cooks at once, by default 4:\ncooks: 4\n"
            )
        },
    )
    question = read("how many seconds does the app wait for a cook, and how many cooks are there at once?")
    passages = passages_of(index, search(index, question, top_k=20, single=True).hits)
    assert [one.fact["subject"] for one in values_asked(index, question, passages).drafts] == ["cooks"]


def test_where_a_counter_begins_is_no_value(indexed: Indexed) -> None:
    code = "def wait_for_cook(cook):\n    attempt = 1\n    most = 5\n    while not cook.ready:\n        attempt += 1\n"
    index = indexed({"cook.py": code})
    question = read("how many attempts does it wait for the cook at most?")
    passages = passages_of(index, search(index, question, top_k=20, single=True).hits)
    assert "attempt" not in {one.fact["subject"] for one in values_asked(index, question, passages).drafts}


TILLS = {
    "till/defaults.go": (
        "package till\n\nfunc defaults() *Till {\n\treturn &Till{\n"
        "\t\tDrawerLock: Lock{\n\t\t\tSeconds: 90, // a minute and a half\n\t\t},\n"
        "\t\tDoorLock: Lock{\n\t\t\tSeconds: 45,\n\t\t},\n\t\tOpenDrawers: 0,\n\t}\n}\n"
    ),
    "till/limits.py": "from datetime import timedelta as td\n\nDEFAULT_RETURN = td(days=14)\nMIN_COINS = 3\n",
    "till/mail.py": (
        "class Invitation:\n    email = LowerCase(254, 'all')\n\n\n"
        "def send(till, sender=None):\n    receiver = {'email': till.owner.email}\n    return receiver, sender\n"
    ),
    "till.ini": "[drawer]\n# Coins that the drawer gives away before it rings.\ncoin_limit = 70\n",
    "docs/guide.md": "# Guide\n\nReturns are taken at the till. The drawer rings when coins are short.\n",
}


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what is the default of the drawer lock in seconds?", "`DrawerLock.Seconds` is `90`:"),
        ("how many days does a return take by default?", "`DEFAULT_RETURN` is `td(days=14)`:"),
        ("what is the minimum of coins?", "`MIN_COINS` is `3`:"),
        ("how many open drawers are there by default?", "`OpenDrawers` is `0`:"),
        ("what is the default coin_limit?", "`coin_limit` is `70`:"),
    ],
    ids=["keys around it", "a file that no passage is of", "short form", "zero in a literal", "settings"],
)
def test_a_value_is_found_by_all_that_names_it(indexed: Indexed, question: str, said: str) -> None:
    claims = claims_about(indexed(TILLS), question)
    assert any(claim.replace("drawer.", "") == said for claim in claims), claims


def test_a_part_far_below_the_head_of_its_literal_is_told_with_the_nearest_key(indexed: Indexed) -> None:
    """`parsed` is `40` of a map of forty options said nothing."""
    options = "".join(f'\t"OPTION_{n}": {{\n\t\tParsed: {n},\n\t}},\n' for n in range(41))
    files = {"options.go": f"package till\n\nvar options = map[string]option{{\n{options}}}\n"}
    opened = indexed(files)
    (draft,) = values_of(opened, "options.go", 125, 125)
    assert (draft.fact["subject"], draft.fact["object"]) == ("OPTION_40.Parsed", "40")
    assert place_of(opened, draft) == "options.go:124-125"


def test_a_member_is_not_followed_to_a_namesake_of_another_type(indexed: Indexed) -> None:
    """`till.owner.email` was said to be the `email` of an invitation, with a citation that shows nothing of it."""
    assert values_of(indexed(TILLS), "till/mail.py", 6, 6) == []


def test_a_default_that_is_nothing_is_not_the_one_that_is_asked_for(indexed: Indexed) -> None:
    index = indexed(TILLS)
    question = read("what is the sender?")
    found = likeliest_value(
        values_asked(index, question, passages_of(index, search(index, question, single=True).hits))
    )
    assert found is None or not found.is_whole


def test_the_field_of_a_form_is_no_number() -> None:
    assert kind_of("models.CharField(max_length=80, unique=True)") == "other"
    assert kind_of("Timeout(connect=5, read=30)") == "number"


def test_what_a_test_sets_is_no_value_of_the_product(indexed: Indexed) -> None:
    """`stale = 2` of a test was when a lock is stale."""
    files = {
        "lock.py": "class Lock:\n    def __init__(self, stale=30 * 60):\n        self.stale = stale\n",
        "tests/test_lock.py": "def test_stale_lock(store):\n    stale = 2\n    assert Lock(store, stale=stale)\n",
    }
    index = indexed(files)
    found = {}
    for question in ("after how long is a lock stale?", "which stale time do the tests of the lock set?"):
        asked = read(question)
        passages = passages_of(index, search(index, asked, top_k=20, single=True).hits)
        found[question] = {draft.fact["object"] for draft in values_asked(index, asked, passages).drafts}
    first, second = found.values()
    assert "2" not in first and "30 * 60" in first and "2" in second


def test_an_example_of_a_document_is_not_the_value_that_is_asked_for_by_its_name(indexed: Indexed) -> None:
    text = '# Keys\n\nThe master key is printed as:\n\n```json\n{\n  "encrypt": "omitted"\n}\n```\n'
    opened = indexed({"keys.md": text, "keys.json": '{\n  "encrypt": "aes"\n}\n'})
    question = "which encrypt is used?"
    passages = passages_of(opened, search(opened, read(question), top_k=20, single=True).hits)
    found = values_asked(opened, read(question), passages)
    whole = {
        draft.fact["object"]: row[FEATURES.index("whole")]
        for draft, row in zip(found.drafts, found.values, strict=False)
    }
    assert whole.get('"omitted"', 0) == 0
    assert any(whole.values())


@pytest.mark.parametrize("question", ["what is the default swappiness?", "which number has the swappiness?"])
def test_the_number_of_a_member_of_an_enum_is_no_default(indexed: Indexed, question: str) -> None:
    """`vm.swappiness` was told to be 19 by default, which is the number of its entry."""
    text = "enum entries {\n\tSWAP_TOKEN = 16,\n\t/* the swappiness */\n\tSWAPPINESS = 19,\n};\n"
    opened = indexed({"sysctl.h": text})
    passages = passages_of(opened, search(opened, read(question), top_k=20, single=True).hits)
    told = {draft.fact["object"] for draft in values_asked(opened, read(question), passages).drafts}
    assert ("19" in told) is ("default" not in question)


@pytest.mark.parametrize("question", ["what is the default of POLL_EVERY?", "what is POLL_EVERY?"])
def test_what_a_deployment_sets_is_no_default(indexed: Indexed, question: str) -> None:
    """`POLLING_FREQUENCY` was told to be 10 by default, which a role of Ansible sets; the program says 60."""
    files = {
        "contrib/ansible/roles/till/templates/till.conf": "# How often the till is polled\nPOLL_EVERY=10\n",
        "till/options.py": "# How often the till is polled, in minutes.\nPOLL_EVERY = 60\n",
    }
    opened = indexed(files)
    asked = read(question)
    passages = passages_of(opened, search(opened, asked, top_k=20, single=True).hits)
    told = {draft.fact["object"] for draft in values_asked(opened, asked, passages).drafts}
    assert "60" in told
    assert ("10" in told) is ("default" not in question)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("default pool size and number of retries of the adapter?", {"DEFAULT_RETRIES", "DEFAULT_POOL_SIZE"}),
        ("how many retries does the adapter make by default?", {"DEFAULT_RETRIES"}),
    ],
)
def test_two_values_that_are_asked_for_are_both_told(indexed: Indexed, question: str, told: set[str]) -> None:
    text = (
        "DEFAULT_POOL_SIZE = 10\nDEFAULT_RETRIES = 0\nDEFAULT_BLOCK = False\nDEFAULT_CHUNK_SIZE = 512\n\n\n"
        'class Adapter:\n    """Sends requests over a pool, with retries."""\n\n'
        "    def __init__(self, size=DEFAULT_POOL_SIZE, retries=DEFAULT_RETRIES):\n        self.size = size\n"
    )
    opened = indexed({"adapter.py": text})
    claims = composed_about(opened, question)
    assert {one["fact"]["subject"] for one in claims if one["fact"]["relation"] == "value"} == told


def test_a_number_asked_for_behind_a_quoted_message_is_told(indexed: Indexed) -> None:
    text = (
        "MAX_DEPTH = 9\n\n\ndef normalize(data, depth=1):\n    if depth > MAX_DEPTH:\n"
        '        return "over the depth, aborting normalization"\n    return normalize(data[0], depth + 1)\n'
    )
    opened = indexed({"normal.py": text})
    claims = composed_about(opened, "arrays get cut off with 'aborting normalization', what is the max depth?")
    assert any(one["fact"]["subject"] == "MAX_DEPTH" and one["fact"]["object"] == "9" for one in claims)


def test_a_number_near_a_quoted_message_that_is_of_something_else_is_not_told(indexed: Indexed) -> None:
    text = (
        "RETRIES = 5\n\n\ndef admit(user, pool, retries=RETRIES):\n    if user in pool.blocked:\n"
        '        raise Blocked("user is blocked from the pool")\n    return pool.add(user)\n'
    )
    opened = indexed({"pool.py": text})
    claims = composed_about(opened, 'I get "user is blocked from the pool": how long is the ban?')
    assert not any(one["fact"]["object"] == "5" for one in claims)


BUFFERS = {
    "backend_linux.go": "package watch\n\nvar defaultBufferSize = 0\n",
    "backend_other.go": "package watch\n\nvar defaultBufferSize = 50\n",
    "watch.go": (
        "package watch\n\n// WithBuffer sets the buffer size. The default buffer size is 64K, the most that works\n"
        "// on all of them.\nfunc WithBuffer(bytes int) Option {\n\treturn func(o *options) { o.size = bytes }\n}\n"
    ),
}


def test_no_answer_rests_on_a_value_that_its_namesakes_do_not_share(indexed: Indexed) -> None:
    """Of five constants `defaultBufferSize` the one of 50 was told, with `yes`; the default that users get is 64K."""
    opened, asked = indexed(BUFFERS), read("what is the default buffer size?")
    answer = compose(opened, asked, [], passage_refs(search(opened, asked, top_k=20, single=True).hits))
    assert not answer.basis
    assert any("64K" in claim["text"] for claim in answer.claims)


def test_values_of_one_name_that_fit_as_well_are_all_told_and_none_is_sure(indexed: Indexed) -> None:
    """Where the scheduler waits 10 and the worker 5, the 10 was told of the worker, with `yes`."""
    opened = indexed(
        {
            "scheduler.py": "# while jobs are running\nSHUTDOWN_WAIT_SECONDS = 10\n",
            "constants.py": "# of a worker\nSHUTDOWN_WAIT_SECONDS = 5\n",
            **{f"worker_{size}.py": f"# a worker, its jobs running\nSIZE = {size}\n" for size in range(9)},
        }
    )
    asked = read("how many seconds does a worker wait for running jobs on shutdown?")
    answer = compose(opened, asked, [], passage_refs(search(opened, asked, top_k=20, single=True).hits))
    told = {one["fact"]["object"] for one in answer.claims if one["fact"]["relation"] == "value"}
    assert told == {"10", "5"}
    assert not answer.basis


@pytest.mark.parametrize(
    ("question", "is_told"),
    [("after how many wrong codes is an account locked?", True), ("after how many tries is an account locked?", False)],
)
def test_the_code_of_an_error_is_no_amount(indexed: Indexed, question: str, is_told: bool) -> None:
    """ "After how many wrong tries …" was answered by `ErrCodeAccountLocked = 1026`, with `yes`."""
    text = (
        "package user\n\n// ErrCodeAccountLocked is for an account that is locked.\nconst ErrCodeAccountLocked = 1026\n"
    )
    claims = composed_about(indexed({"error.go": text}), question)
    assert any(one["fact"]["relation"] == "value" for one in claims) is is_told


def test_an_amount_is_not_what_the_member_of_an_enum_is_known_by(indexed: Indexed) -> None:
    """`for how many seconds` was answered by the number of a level."""
    files = {
        "till.ts": (
            "enum Level {\n  Error = 400,\n}\n\n/** Swallows repeated messages for some seconds. */\n"
            "export function swallow(level: number = Level.Error, time: number = 60) {\n  return [level, time];\n}\n"
        )
    }
    claims = composed_about(indexed(files), "for how many seconds does swallow keep repeated messages?")
    assert not any(one["fact"]["object"] == "400" for one in claims)


DEFAULTS = {
    "cmd/serve.go": (
        "package cmd\n\nfunc init() {\n"
        '\tserve.Flags().IntVarP(&workers, "worker-count", "w", 12, "how many workers serve orders")\n'
        '\tserve.Flags().StringVar(&root, "data-root", "/srv/till", "folder of the orders")\n'
        '\tserve.Flags().Duration("drain-time", 45*time.Second, "how long orders may finish")\n}\n'
    ),
    "core/limits.rs": (
        "/// Orders that are held at once.\npub const MAX_HELD_ORDERS: usize = 640;\n"
        "/// How long an order is kept.\npub const KEEP_ORDER: Duration = Duration::from_secs(90);\n"
    ),
    "core/cli.rs": (
        "#[derive(Parser)]\nstruct Args {\n    /// Number of threads that sort.\n"
        "    #[arg(long, default_value_t = 7)]\n    sort_threads: usize,\n"
        '    /// Where the ledger is.\n    #[arg(long, default_value = "ledger.db")]\n    ledger_path: PathBuf,\n}\n'
    ),
}


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what is the default of --worker-count?", "The default of `init(worker-count)` is `12`:"),
        ("what is the default data root?", 'The default of `init(data-root)` is `"/srv/till"`:'),
        ("how long is the drain time by default?", "The default of `init(drain-time)` is `45*time.Second`:"),
        ("what is the maximum of held orders?", "`MAX_HELD_ORDERS` is `640`:"),
        ("how long is an order kept by default?", "`KEEP_ORDER` is `Duration::from_secs(90)`:"),
        ("how many sort threads are there by default?", "`default_value_t` is `7`:"),
        ("default of --ledger-path?", '`default_value` is `"ledger.db"`:'),
    ],
)
def test_defaults_of_go_flags_rust_constants_and_clap_arguments_are_told(
    indexed: Indexed, question: str, said: str
) -> None:
    claims = composed_about(indexed(DEFAULTS), question)
    assert said in [one["text"] for one in claims[:2]]


SETTERS = {
    "router.go": (
        "package router\n\n// UseEncodedPath matches the encoded original path.\n"
        "func (r *Router) UseEncodedPath() *Router {\n\tr.useEncodedPath = true\n\treturn r\n}\n"
    ),
    "bench.rs": "fn app() -> Command {\n    Command::new(ABOUT)\n        .most_columns(100)\n}\n",
    "pool.py": "import os\n\n\ndef start(workers):\n    workers = os.cpu_count() or 1\n    return workers\n",
}


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("what is the default of useEncodedPath?", "true"),
        ("what is the default of most_columns?", "100"),
        ("how many workers are there by default?", "1"),
    ],
)
def test_what_somebody_asks_for_is_no_default(indexed: Indexed, question: str, value: str) -> None:
    """Each was told with `yes`: what a setter sets, what a benchmark sets, what stands in for an unknown number."""
    opened, asked = indexed(SETTERS), read(question)
    answer = compose(opened, asked, [], passage_refs(search(opened, asked, top_k=20, single=True).hits))
    assert not answer.basis and not any(
        one["fact"]["object"] == value and one["fact"]["relation"] in ("value", "default") for one in answer.claims
    )


def test_the_interval_of_something_else_is_not_the_one_that_is_asked_for(indexed: Indexed) -> None:
    """The default of a producer's `interval` was that of the monitors, with `yes`."""
    files = {"util.js": "function sendAll(\n  topic,\n  interval = 20,\n) {\n  return topic;\n}\n"}
    found = _asked(indexed(files), "what is the default monitor interval?")
    assert found and not found.is_whole


def test_a_field_of_an_object_is_no_constant_of_another_file(indexed: Indexed) -> None:
    """`monitor.interval` was followed to `interval` of an example."""
    files = {
        "check.js": "function check(monitor) {\n  return { interval: monitor.interval };\n}\n",
        "push/main.js": "const interval = 60;\n",
    }
    assert values_of(indexed(files), "check.js", 2, 2) == []


def test_what_a_module_is_called_leads_to_its_constant(indexed: Indexed) -> None:
    files = {
        "check.py": "import limits\n\n\ndef check(depth=limits.DEPTH):\n    return depth\n",
        "limits.py": "DEPTH = 60\n",
    }
    (found,) = values_of(indexed(files), "check.py", 4, 4)
    assert (found.fact["subject"], found.fact["object"]) == ("DEPTH", "60")


def _asked(index: Index, question: str) -> LikeliestValue | None:
    asked = read(question)
    passages = passages_of(index, search(index, asked, top_k=20, single=True).hits)
    return likeliest_value(values_asked(index, asked, passages))


WRITES = """\
package config

// How many writes of one folder run at the same time.
const maxConcurrentWritesLimit = 256

// How often the stream of events sends a heartbeat.
const heartbeatInterval = 30
"""


@pytest.mark.parametrize(
    ("question", "is_sure"),
    [
        ("maximum number of concurrent scans", False),
        ("maximum number of concurrent writes", True),
        ("How often does the stream send a heartbeat?", True),
    ],
)
def test_no_answer_rests_on_a_value_that_is_named_after_another_thing(
    indexed: Indexed, question: str, is_sure: bool
) -> None:
    """Who asked how many scans run at once was told the number of writes, with `yes`."""
    scans = "package scan\n\n// Scan reads concurrent files.\nfunc Scan() {}\n"
    opened = indexed({"config/limits.go": WRITES, "scan/scan.go": scans})
    said = read(question)
    passages = passages_of(opened, search(opened, said, top_k=20, single=True).hits)
    found = likeliest_value(values_asked(opened, said, passages))
    assert found is not None
    assert found.is_other is not is_sure
    assert is_sure or not found.is_sure


def test_no_answer_rests_on_a_counter_or_on_a_value_that_nobody_named(indexed: Indexed) -> None:
    """`new AtomicLong(0)` was how many are kept, and `2048` of a pool how many threads there are, with `yes`."""
    index = indexed({"Notices.java": "class Notices {\n  AtomicLong kept = new AtomicLong(0);\n}\n"})
    asked = read("how many are kept?")
    passages = passages_of(index, search(index, asked, top_k=20, single=True).hits)
    assert not values_asked(index, asked, passages).drafts
    draft = Draft.of("value", "pool", "2048", 1, 1, 1)
    assert [LikeliestValue(draft, 0.9, is_named=named).is_sure for named in (True, False)] == [True, False]


def test_a_length_is_known_by_its_unit_wherever_that_stands(indexed: Indexed) -> None:
    text = (
        "class Notices {\n  // In days.\n  int kept = 30;\n  int keptLimit = 5;\n"
        '  Duration keptOld = ofSeconds(90);\n  String keptNew = "12h";\n}\n'
    )
    index, asked = indexed({"Notices.java": text}), read("how long are notices of a shop in Oslo or Rome kept?")
    passages = passages_of(index, search(index, asked, top_k=20, single=True).hits)
    found = values_asked(index, asked, passages)
    values = [draft.fact["object"] for draft in found.drafts]
    assert sorted(values) == ['"12h"', "30", "5", "ofSeconds(90)"]
    assert [values[at] for at in found.others] == ["5"]


@pytest.mark.parametrize(("name", "is_named"), [("default", True), ("conflated", False)])
def test_only_a_value_that_is_called_default_is_called_after_its_owner(
    indexed: Indexed, name: str, is_named: bool
) -> None:
    index = indexed({"retry.py": f"class Retry:\n    {name} = 3\n"})
    asked = read("how many retry attempts are made by default?")
    passages = passages_of(index, search(index, asked, top_k=20, single=True).hits)
    found = likeliest_value(values_asked(index, asked, passages))
    assert found is not None
    assert (found.draft.fact["object"], found.is_named) == ("3", is_named)


def _values_of(index: Index, question: str) -> tuple[list[str], list[str]]:
    """The values that are told of a question, and those of them that are of another thing."""
    asked = read(question)
    found = values_asked(index, asked, passages_of(index, search(index, asked, top_k=20, single=True).hits))
    values = [draft.fact["object"] for draft in found.drafts]
    return values, sorted(values[at] for at in found.others)


@pytest.mark.parametrize(
    ("path", "line", "is_told"),
    [
        ("Pool.java", "class Pool {{\n  private final AtomicInteger {} = new AtomicInteger(200);\n}}\n", True),
        ("Pool.java", "class Pool {{\n  private final AtomicLong {} = new AtomicLong(0L);\n}}\n", False),
        ("pool.rs", "static {}: AtomicUsize = AtomicUsize::new(0);\n", False),
        ("pool.rs", "static {}: AtomicUsize = AtomicUsize::new(64);\n", True),
        ("pool.py", "def of(state):\n    {} = state.limit(30)\n    return 1\n", True),
    ],
)
def test_a_counter_that_begins_at_nothing_is_no_limit(indexed: Indexed, path: str, line: str, is_told: bool) -> None:
    """A limit of 200 that an `AtomicInteger` holds was left out, and the 0 of `AtomicUsize::new(0)` told with yes."""
    name = "MAX_CONNECTIONS" if path.endswith("rs") else "max_connections"
    index = indexed({path: line.format(name)})
    assert bool(_values_of(index, "what is the maximum number of connections?")[0]) is is_told


def test_a_minimum_and_a_width_are_no_time(indexed: Indexed) -> None:
    """`POOL_MIN_CONNECTIONS = 2` was how long a connection is kept, with yes."""
    index = indexed(
        {"pool.py": "CONNECTION_KEPT_MIN = 15\nMIN_CONNECTIONS_KEPT = 2\nCONNECTION_LENGTH = 8\nCONNECTION_RATE = 4\n"}
    )
    values, others = _values_of(index, "how long is a connection of a shop in Oslo or Rome kept?")
    assert sorted(values) == ["15", "2", "4", "8"]
    assert others == ["2", "4", "8"]
    assert "8" not in _values_of(index, "how long is a connection of a shop, in characters?")[1]
