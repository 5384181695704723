"""The ways in which sentences state a typed fact, in English and the languages of answers: a table of patterns.

A name stands in back quotes, or is shaped like code. Words of the patterns match in either case, names as written.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Relation: TypeAlias = Literal["defined_in", "calls", "inherits", "default", "raises", "returns"]

_SHAPED: Final = (
    r"(?-i:[A-Za-z_$][\w$]*(?:(?:\.|::|\#)[A-Za-z_$][\w$]*)+|\w*[A-Za-z]_\w+|_\w+|[a-z][a-z0-9]*[A-Z]\w*"
    r"|[A-Z][a-z0-9]+[A-Z]\w*|[A-Z]{2,}[a-z]\w*)|[A-Za-z_]\w*(?=\(\))"
)
"""Names that stand out without back quotes."""
_LITERAL: Final = r"-?\d\w*(?:\.\w+)*|(?-i:None|True|False|null|nil|true|false|undefined)\b|\"[^\"]*\"|'[^']*'"
_KIND: Final = (
    r"(?:(?:abstract|async|static|private|public|nested|inner|local|optional|keyword|instance|base|parent|test) )*"
    r"(?:class|function|method|constructor|property|parameter|argument|option|attribute|field|setting|flag"
    r"|interface|struct|type|trait|enum|module|object|helper|fixture|exception|error|value|instance|file)\b"
)


def _noun(group: str, *, literal: bool = False) -> str:
    """A name and what may stand around it: ``the method `send()` ``, ``a `ValueError` exception``."""
    bare = f"{_SHAPED}|{_LITERAL}" if literal else _SHAPED
    return (
        rf"(?:(?:the|an?|its|this) )?(?:{_KIND}(?: of type)? )?"
        rf"(?:`(?P<{group}>[^`]+?)(?:\(\))?`|(?P<{group}_bare>{bare})(?:\(\))?)(?:['’]s?(?= ))?(?: {_KIND})?"
    )


_S: Final = _noun("subject")
_O: Final = _noun("object")
_V: Final = _noun("object", literal=True)
_P: Final = _noun("place")
_MAY: Final = r"(?:(?:can|may|will|could|might|should|also|then|directly|internally|always|explicitly|itself) )*"
_BY: Final = r"(?:by|in|inside|within|from)"
_IN: Final = r"(?:in|inside|within)(?: the body of)?"
_OF_TYPE: Final = r"(?:(?:an? )?(?:instance|object|value)(?: of(?: type)?)? )?"
_DEFAULT: Final = r"default(?: value)?"
_PARAMETER: Final = rf"(?:(?:in|for) {_P},? )?{_S}"
_PARAMETER_OF: Final = rf"{_S} (?:in|of|for|to) {_P}"
_BASE: Final = r"(?:base|parent|super)[ -]?class"
_KIND_OF: Final = r"is (?:an? )?(?:direct )?(?:subclass|subtype|child|child class|derived class) of"
_DEFINED: Final = r"(?:defined|declared|located|found|implemented)"
_MEMBER: Final = r"(?:method|function|property|attribute|field|member|constructor|constant)"
_UNSET: Final = r"is (?:not (?:given|passed|provided|set)|omitted)"

PHRASINGS: Final[tuple[tuple[Relation, str], ...]] = (
    ("calls", rf"{_S} {_MAY}(?:calls?|invokes?|delegates to|makes a call to|contains a call to) {_O}"),
    ("calls", rf"{_O} (?:is|gets|can be|will be) {_MAY}(?:called|invoked) {_BY} {_S}"),
    ("calls", rf"{_IN} {_S},? {_O} (?:is|gets) (?:called|invoked)"),
    ("calls", rf"{_O} is (?:a|one of the|among the) callees? of {_S}"),
    ("calls", rf"{_S} is a caller of {_O}"),
    ("calls", rf"(?:the|a) callee of {_S} is {_O}"),
    ("calls", rf"{_S} 调用(?:了)? ?{_O}"),
    ("calls", rf"{_S} は ?{_O} ?を呼び出(?:す|します|しています)"),
    ("calls", rf"{_S} ruft {_O} auf"),
    ("calls", rf"{_S} llama a {_O}"),
    ("inherits", rf"{_S} {_MAY}(?:inherits(?: directly)?(?: from)?|extends|implements|includes|embeds) {_O}"),
    ("inherits", rf"{_S} (?:subclasses|derives from|{_KIND_OF}|is (?:derived|inherited|subclassed) from) {_O}"),
    ("inherits", rf"{_S} has (?:the |an? )?{_BASE} {_O}"),
    ("inherits", rf"{_S} has {_O} as (?:its |an? |one of its )?{_BASE}(?:es)?"),
    ("inherits", rf"{_O} is (?:the |an? |one of the )?(?:direct )?(?:{_BASE}(?:es)?|parent|base) of {_S}"),
    ("inherits", rf"(?:the |a )?{_BASE} of {_S} is {_O}"),
    ("inherits", rf"{_S} {_BASE} is {_O}"),
    ("inherits", rf"{_O} is (?:extended|subclassed|implemented|inherited) by {_S}"),
    ("inherits", rf"{_S} (?:继承|实现|包含)(?:自|了)? ?{_O}"),
    ("inherits", rf"{_S} は ?{_O} ?を(?:継承して|実装して|取り込んで)います"),
    ("inherits", rf"{_S} (?:erbt von|implementiert) {_O}"),
    ("inherits", rf"{_S} bindet {_O} ein"),
    ("inherits", rf"{_S} (?:hereda de|implementa|incluye) {_O}"),
    ("raises", rf"{_S} {_MAY}(?:raises?|throws?) {_OF_TYPE}{_O}"),
    ("raises", rf"{_O} (?:is|are|gets|may be|can be|will be|might be) {_MAY}(?:raised|thrown) {_BY} {_S}"),
    ("raises", rf"(?:calling|a call to|{_IN}) {_S},? {_MAY}(?:raises?|throws?) {_OF_TYPE}{_O}"),
    ("raises", rf"{_IN} {_S},? {_O} (?:is|may be|can be) (?:raised|thrown)"),
    ("raises", rf"{_S} 抛出(?:了)? ?{_O}"),
    ("returns", rf"{_S} {_MAY}(?:returns?|is (?:declared|annotated|typed) (?:to return|as returning)) {_OF_TYPE}{_V}"),
    ("returns", rf"(?:the )?(?:declared )?return (?:type|value) of {_S} is {_OF_TYPE}{_V}"),
    ("returns", rf"{_S} (?:declared )?return (?:type|value) is {_OF_TYPE}{_V}"),
    ("returns", rf"{_S} has (?:the |an? )?return type(?: of)? {_V}"),
    ("returns", rf"{_V} is (?:the return type of|returned by) {_S}"),
    ("returns", rf"(?:calling|a call to) {_S},? {_MAY}(?:returns?|gives) {_OF_TYPE}{_V}"),
    ("returns", rf"{_S} 返回(?:了)? ?{_V}"),
    ("default", rf"(?:the )?{_DEFAULT} (?:of|for) {_PARAMETER_OF} is {_V}"),
    ("default", rf"(?:(?:in|for) {_P},? )?(?:the )?{_DEFAULT} (?:of|for) {_S} is {_V}"),
    ("default", rf"{_PARAMETER_OF} (?:defaults to|has (?:the |an? )?{_DEFAULT}(?: of)?) {_V}"),
    ("default", rf"{_PARAMETER} (?:defaults to|is set by default to) {_V}"),
    ("default", rf"{_PARAMETER} (?:has|with) (?:the |an? )?{_DEFAULT}(?: of)? {_V}"),
    ("default", rf"(?:by default,? )?{_PARAMETER_OF} is (?:set to )?{_V}(?: by default)"),
    ("default", rf"{_PARAMETER} is (?:set to )?{_V} by default"),
    ("default", rf"by default,? {_PARAMETER_OF} is (?:set to )?{_V}"),
    ("default", rf"by default,? {_S} is (?:set to )?{_V}"),
    ("default", rf"{_S} {_DEFAULT} is {_V}"),
    ("default", rf"{_P} {_DEFAULT} (?:of|for) {_S} is {_V}"),
    ("default", rf"(?:if|when) {_S} {_UNSET},? (?:it|(?:the|its) default) is {_V}"),
    ("default", rf"{_P} {_S} (?:defaults to|has (?:the |an? )?{_DEFAULT}(?: of)?|{_DEFAULT} is) {_V}"),
    (
        "default",
        rf"{_P} (?:takes|accepts|has|declares|defines) {_S},? (?:with (?:the |an? )?{_DEFAULT}(?: of)?|defaulting to"
        rf"|(?:which|that) defaults to|whose {_DEFAULT} is) {_V}",
    ),
    ("default", rf"{_S} ?(?:的)?默认(?:值)?(?:是|为) ?{_V}"),
    ("defined_in", rf"{_S} (?:is|are) an? (?!base|parent|super|sub)[\w -]+? (?:{_DEFINED} )?in {_O}"),
    ("defined_in", rf"{_S} (?:is|are) (?:an? |the )?(?:[\w-]+ )??{_MEMBER} (?:of|on) {_O}"),
    ("defined_in", rf"{_S} (?:is|are|can be) {_DEFINED} (?:in|inside|on|within) {_O}"),
    ("defined_in", rf"{_S} (?:lives|resides|sits) in {_O}"),
    ("defined_in", rf"{_O} (?:defines|declares|contains the definition of) {_S}"),
    ("defined_in", rf"the definition of {_S} is in {_O}"),
    ("defined_in", rf"{_S} 是(?:定义)?在 ?{_O} ?(?:中|里)(?:定义)?的[^`]*"),
    ("defined_in", rf"{_S} は ?{_O} ?で定義された[^`]*"),
    ("defined_in", rf"{_S} ist eine? [\w -]+? in {_O}"),
    ("defined_in", rf"{_S} es una? [\w -]+? en {_O}"),
)
"""Tried in order: what is a base class of something is not defined in it.

The groups `subject`, `object` and `place` hold names, `…_bare` those without back quotes."""
