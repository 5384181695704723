"""`which states are there` is answered with all of the list that the code has, not with a sentence that names one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from citeline.indexing.reader import Index
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.model import StoredNode
from citeline.tools.answer.sources.members import types_called
from citeline.tools.answer.sources.special import special_drafts
from citeline.tools.question.read import read

from ..trees import indexed

FILES = {
    "README.md": "# kiosk\n\nThe order states are told to the till. A paper size is chosen by the printer.\n",
    "kiosk/signals.py": (
        'SIGNAL_OPENED = "opened"\nSIGNAL_PAID = "paid"\n\n#\n#\n# nobody\n#\n#\n#\n#\nSIGNAL_EXPIRED = "expired"\n\n\n'
        "def send(signal):\n    return signal\n"
    ),
    "kiosk/orders.py": (
        "from enum import Enum\n\n\nclass OrderState(Enum):\n"
        '    NEW = "new"\n    PAID = "paid"\n    SENT = "sent"\n\n    def label(self):\n        return self.value\n\n\n'
        'DIRTY_ORDER_STATES = ("lost", "stolen", "broken")\n'
        "TERMINAL = frozenset((OrderState.PAID, OrderState.SENT, None))\n"
    ),
    "kiosk/till.go": (
        "package kiosk\n\ntype drawerMode int\n\nconst (\n\tdrawerOpen drawerMode = iota\n"
        "\tdrawerShut\n\t// needs a key\n"
        "\tdrawerLocked\n)\n\nfunc (t *Till) pay(c Card) error {\n\tswitch c.CardKind() {\n"
        '\tcase "debit", "credit":\n\t\treturn t.bank(c)\n'
        '\tcase "voucher":\n\t\treturn t.shop(c)\n\t}\n\treturn nil\n}\n\n'
        "func asText(ticket any) string {\n\tswitch ticket.(type) {\n\tcase string:\n\t\treturn ticket\n"
        '\tcase bool:\n\t\treturn "free"\n\tcase int:\n\t\treturn number(ticket)\n\t}\n\treturn ""\n}\n'
    ),
    "kiosk/bells.py": (
        'bells = Bells()\n\n# When the shop opens.\nopening = bells.chime("opening")\n\npaid = bells.chime("paid")\n'
        'closing = bells.chime("closing")\n\nlimit = int("3")\nleast = int("1")\n'
    ),
    "kiosk/print.ts": (
        'export type PaperSize =\n  | "A4"\n  | "A5"\n  | "receipt"\n\n'
        "export const fonts = { mono: load(1), sans: load(2), serif: load(3) }\n"
    ),
    "kiosk/light.rs": (
        "pub enum LightLevel {\n    Off,\n    Dim { percent: u8 },\n    Full,\n}\n\n"
        "#[cfg(test)]\nmod tests {\n    #[test]\n    fn shines() {\n"
        '        let lamps = ["left", "right", "both"];\n        assert!(lamps.len() > 2);\n    }\n}\n'
    ),
    "kiosk/Shelf.ts": (
        'class Ticket {\n  static rows = {\n    "upper.txt": 1,\n    "lower.txt": 2,\n    "last.txt": 3,\n  };\n}\n'
    ),
    "kiosk/receipt.py": (
        "from enum import Enum\n\n\nclass ReceiptStatus(Enum):\n    DRAFT = 1\n    PRINTED = 2\n    LOST = 3\n"
        "    BAD_STATE = 4\n\n\nclass ReceiptStage(Enum):\n    CUT = 1\n    FOLDED = 2\n    HANDED = 3\n"
    ),
    "kiosk/belt_state.go": (
        "package kiosk\n\ntype BeltStateType int\n\nconst (\n\tStateMoving BeltStateType = iota\n\tStateStuck\n"
        "\tStateOff\n)\n\nfunc start() *Belt {\n"
        '\tbelt := &Belt{Name: "a", Speed: 3, Width: 7, Length: 9, Motor: nil, Colour: "red", Weight: 4}\n'
        "\treturn belt\n}\n"
    ),
    "kiosk/coin.py": (
        "from enum import Enum\n\n\nclass Coin(Enum):\n    CENT = (1, 2)\n    DIME = (10, 3)\n    DOLLAR = (100, 8)\n\n"
        "    def __init__(self, cents, grams):\n        self.cents = cents\n        self.grams = grams\n"
    ),
    "kiosk/stamps.sql": (
        "CREATE TABLE stamp (id INT, name TEXT);\nCREATE INDEX stamp_id_idx ON stamp (id);\n"
        "CREATE INDEX stamp_name_idx ON stamp (name);\nCREATE INDEX stamp_both_idx ON stamp (id, name);\n"
    ),
    "kiosk/Door.java": ('class Door {\n  static final List<String> DOOR_SIDES = List.of("left", "right", "top");\n}\n'),
}


@pytest.fixture(scope="module")
def kiosk(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return indexed(tmp_path_factory.mktemp("members"), FILES)


def _told(kiosk: Index, question: str) -> Sequence[tuple[str, str]]:
    found = special_drafts(kiosk, read(question), [])
    return [(draft.fact["subject"], draft.fact["object"]) for draft in found.drafts if found.basis == "members"]


@pytest.mark.parametrize(
    ("question", "subject", "members"),
    [
        ("which signals are there?", "kiosk/signals.py", "`SIGNAL_OPENED`, `SIGNAL_PAID`, `SIGNAL_EXPIRED`"),
        ("有哪些信号", "kiosk/signals.py", "`SIGNAL_OPENED`, `SIGNAL_PAID`, `SIGNAL_EXPIRED`"),
        ("which order states are there?", "OrderState", "`NEW`, `PAID`, `SENT`"),
        ("which drawer modes are there", "kiosk/till.go", "`drawerOpen`, `drawerShut`, `drawerLocked`"),
        ("which states can a receipt have?", "ReceiptStatus", "`DRAFT`, `PRINTED`, `LOST`, `BAD_STATE`"),
        ("which stages can a receipt have?", "ReceiptStage", "`CUT`, `FOLDED`, `HANDED`"),
        ("which states can a belt have", "kiosk/belt_state.go", "`StateMoving`, `StateStuck`, `StateOff`"),
        ("which paper sizes are available?", "PaperSize", "`A4`, `A5`, `receipt`"),
        ("list all fonts", "fonts", "`mono`, `sans`, `serif`"),
        ("what light levels are there?", "LightLevel", "`Off`, `Dim`, `Full`"),
        ("which door sides are there?", "DOOR_SIDES", "`left`, `right`, `top`"),
        ("which light levels can a visitor of the kiosk choose?", "LightLevel", "`Off`, `Dim`, `Full`"),
        ("which chimes are there?", "kiosk/bells.py", "`opening`, `paid`, `closing`"),
        ("What are the values of LightLevel?", "LightLevel", "`Off`, `Dim`, `Full`"),
        ("which values does ReceiptStage have?", "ReceiptStage", "`CUT`, `FOLDED`, `HANDED`"),
        ("What are the values of Coin?", "Coin", "`CENT`, `DIME`, `DOLLAR`"),
    ],
    ids=[
        "constants",
        "Chinese",
        "enum class",
        "iota",
        "another word",
        "its own word",
        "a word for types",
        "union",
        "object",
        "enum",
        "list call",
        "a name in a sentence",
        "made by one function",
        "values of an enum",
        "values of a class",
        "values that are set apart",
    ],
)
def test_all_members_are_told(kiosk: Index, question: str, subject: str, members: str) -> None:
    assert _told(kiosk, question) == [(subject, members)]


@pytest.mark.parametrize(
    "question",
    [
        "which signals does the bank send?",
        "what does the paid signal do?",
        "which tills are there?",
        "what font does it use by default?",
        "which tickets are there?",
        "which stamps are there?",
        "which lamps are there?",
        "which ints are there?",
    ],
    ids=[
        "another list",
        "one of them",
        "no list",
        "one",
        "a field of a class called so",
        "indexes of a table",
        "a test",
        "two",
    ],
)
def test_another_question_gets_no_list(kiosk: Index, question: str) -> None:
    assert _told(kiosk, question) == []


@pytest.mark.parametrize("question", ["which stamp providers are supported?", "what stamp providers are there"])
def test_a_list_that_is_called_like_a_type_is_what_extends_it(tmp_path: Path, question: str) -> None:
    """Which providers there are is told by a class each, and by no line that has the words."""
    files = {f"stamps/{name}.py": _PROVIDER.format(name=name) for name in ("Lion", "Rose", "Star")}
    files |= {"stamps/base.py": "class StampProvider:\n    def send(self): ...\n"}
    files |= {"README.md": "# Franker\n\nA stamp provider prints the stamp that is there.\n"}
    found = special_drafts(indexed(tmp_path, files), read(question), [])
    told = [(draft.fact["subject"], draft.fact["object"]) for draft in found.drafts]
    assert told == [("Lion", "StampProvider"), ("Rose", "StampProvider"), ("Star", "StampProvider")]


_PROVIDER = (
    "from stamps.base import StampProvider\n\n\nclass {name}(StampProvider):\n    def send(self):\n        return 1\n"
)


def test_a_type_that_little_extends_is_no_list(tmp_path: Path) -> None:
    files = {"a.py": "class Stamp:\n    pass\n\n\nclass Rose(Stamp):\n    pass\n\n\nclass Star(Stamp):\n    pass\n"}
    assert not special_drafts(indexed(tmp_path, files), read("which stamps are there?"), []).drafts


def test_a_question_of_hundreds_of_words_asks_for_few_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All runs of its words were names that were looked for: 80,000 of 400 words, seven seconds."""
    index, looked_for = indexed(tmp_path, {"a.py": "class StampProvider: ...\n"}), list[int]()

    def nodes_folded(structure: StructureReader, names: Sequence[str]) -> list[StoredNode]:
        looked_for.append(len(names))
        return found(structure, names)

    found = StructureReader.nodes_folded
    monkeypatch.setattr(StructureReader, "nodes_folded", nodes_folded)
    assert types_called(index, read(f"which stamp providers are {'http ' * 300}")) == ["StampProvider"]
    assert max(looked_for) < 100


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What fields does CardNode have?", "CardNode: Number, Owner, cents"),
        ("What does CardNode hold?", "CardNode: Number, Owner, cents"),
        ("CardNode 有哪些字段？", "CardNode: Number, Owner, cents"),
        ("What states can a plugin be in?", "Plugin.Phase: NEW, STARTED, FAILED"),
        ("What are the phases of a plugin?", "Plugin.Phase: NEW, STARTED, FAILED"),
        ("Which attributes does CardReader have?", "CardReader: port, card"),
        ("What does CardPrinter hold?", "CardPrinter: paper, ink"),
        ("What is inside a CardPrinter?", "CardPrinter: paper, ink"),
        ("What colours can a plugin be in?", ""),
        ("What does CardNode hold back?", ""),
        ("What fields does the parser have?", ""),
    ],
)
def test_what_a_type_holds_is_all_of_its_fields_and_its_states_those_of_its_enum(
    tmp_path: Path, question: str, said: str
) -> None:
    """Who asked for the fields of a type was told one of them, or where one is made."""
    files = {
        "card.go": (
            "package kiosk\n\n// A card.\ntype CardNode struct {\n\tNumber string\n"
            "\tOwner *Owner // who pays\n\tcents int\n}\n\n"
            "func New() *CardNode {\n\treturn &CardNode{}\n}\n"
        ),
        "reader.py": (
            "class CardReader:\n    SPEED = 3\n\n    def __init__(self, port):\n        self.port: int = port\n\n"
            "    def read(self):\n        if self.port == 3:\n            self.card = self.port\n"
            "        other.self = 1\n"
        ),
        "printer.rb": "class CardPrinter\n  def initialize(paper)\n    @paper = paper\n    @ink ||= 1\n  end\nend\n",
        "Plugin.java": (
            'class Plugin {\n  static final String KEY = "key";\n  private Phase phase;\n\n'
            "  public enum Colour {\n    RED, BLUE\n  }\n\n"
            "  public enum Phase {\n    NEW,\n    STARTED,\n    FAILED\n  }\n}\n"
        ),
    }
    drafts = special_drafts(indexed(tmp_path, files), read(question), []).drafts
    told = [f"{one.fact['subject']}: {one.fact['object']}".replace("`", "") for one in drafts]
    assert told == ([said] if said else [])


def test_the_fields_of_each_type_of_a_name_are_told_the_most_central_first(tmp_path: Path) -> None:
    """Of two messages, one of the programming interface and one of the plugins, one was told."""
    struct = "package {0}\n\ntype Message struct {{\n\t{1} string\n\tText string\n}}\n"
    uses = 'package app\n\nimport "shop/model"\n\nvar one model.Message\n'
    files = {
        "go.mod": "module shop\n",
        "compat/message.go": struct.format("compat", "Plugin"),
        "model/message.go": struct.format("model", "Number"),
        **{f"app/app{n}.go": uses for n in range(4)},
    }
    drafts = special_drafts(indexed(tmp_path, files), read("What fields does Message have?"), []).drafts
    assert [one.fact["object"] for one in drafts] == ["`Number`, `Text`", "`Plugin`, `Text`"]


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("What does a Cart hold?", True),
        ("What does the Cart class store?", True),
        ("What information does a Cart keep?", True),
        ("What is inside a Cart?", True),
        ("What does a Cart consist of?", True),
        ("How do I store a Cart?", False),
        ("When does it store a Cart?", False),
        ("Why keep a Cart?", False),
        ("Who keeps a Cart?", False),
        ("Which function stores a Cart?", False),
        ("What stores a Cart?", False),
        ("What is the key of a Cart?", False),
        ("What is the data of a Cart?", False),
        ("Where is a Cart stored?", False),
        ("Where are the fields of a Cart defined?", False),
    ],
)
def test_the_fields_of_a_type_answer_no_question_for_who_stores_it_or_how(
    tmp_path: Path, question: str, is_told: bool
) -> None:
    """`How do I store a Cart?` was answered, with yes, by nothing but the two fields."""
    files = {"cart.go": "package shop\n\ntype Cart struct {\n\tTotal int\n\tGoods []string\n}\n"}
    told = special_drafts(indexed(tmp_path, files), read(question), []).drafts
    assert any(one.fact["object"] == "`Total`, `Goods`" for one in told) == is_told


@pytest.mark.parametrize(
    ("path", "text", "held"),
    [
        ("a.go", "package a\n\ntype Spot struct {\n\tID int\n\tX, Y int\n\tLabel string\n}\n", "ID X Y Label"),
        ("a.rs", "pub struct Spot {\n    pub URL: String,\n    pub label: String,\n}\n", "URL label"),
        ("a.cs", "class Spot {\n  public int ID { get; set; }\n  public string Label;\n}\n", "ID Label"),
        (
            "A.java",
            'class Spot {\n  static final String KEY = "k";\n  private int X;\n  private int label;\n}\n',
            "X label",
        ),
        (
            "a.py",
            "class Spot:\n    SPEED = 3\n\n    class Inner:\n        def f(self):\n            self.inner = 1\n\n"
            "    def __init__(self, size):\n        # self.removed = 3\n        self.width, self.height = size\n"
            '        """self.told = 1"""\n        if self.debugging: colour = 1\n        self.count += 1\n'
            "        self.label: str = colour\n        self.other.deep = 1\n",
            "width height label",
        ),
        (
            "a.js",
            "class Spot {\n  constructor(size) {\n    // this.removed = 1;\n    [this.width, this.height] = size;\n"
            "    this.label ??= size;\n  }\n}\n",
            "width height label",
        ),
    ],
)
def test_the_fields_of_a_type_are_those_that_its_code_declares_or_sets(
    tmp_path: Path, path: str, text: str, held: str
) -> None:
    """`ID` and `URL` of Go were left out like constants; of Python one of two targets was told, and what a comment or a
    condition names.
    """
    (draft,) = special_drafts(indexed(tmp_path, {path: text}), read("What fields does Spot have?"), []).drafts
    assert draft.fact["object"].replace("`", "").split(", ") == held.split()
