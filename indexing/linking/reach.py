"""What a bare name can reach: one row for each family of languages."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from typing import Final, Literal

from citeline.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Reach:
    """How far `run()` reaches when nothing stands before it."""

    members: Literal["no", "own", "any"] = "no"
    """Members of types: none, those of the types around the user and their bases, or (Haskell's classes) all."""
    in_types: bool = True
    """What stands in a type is known in it by its name alone, as its types and constants are."""
    of_modules: bool = True
    """Functions inside of modules and namespaces elsewhere, which some import may have opened."""
    only_bound: bool = False
    """A bare name is one that the file defines or an import binds, by name or as one of all that a file has."""
    calls: Literal["imported", "folder", "anywhere"] = "anywhere"
    """Where a function that is not in the file can be: where an import leads, in the same folder, or anywhere."""
    split_types: bool = False
    """Members of one type are spread over files: extensions, partial classes, definitions beside declarations."""
    objects: bool = False
    """Functions of objects and modules are called through `this` too, not only methods of types."""
    selves: frozenset[str] = frozenset({"self", "this"})
    """What stands for the object or type around the user."""
    bases: frozenset[str] = frozenset({"super"})
    """What stands for its bases."""
    outside: frozenset[str] = frozenset()
    """Names that paths to what is never ours begin with."""
    binds: frozenset[str] = frozenset()
    """Languages of which all that binds a name in a function is read: a name that nothing binds or defines is not ours.
    """
    typed: bool = False
    """Types are declared or inferred for every value."""
    extended: bool = False
    """Any type may have methods that stand elsewhere: one that it has not of its own may be one of these."""
    converts: bool = False
    """`Type(value)` is a use of the type and no call; one that makes a value is marked (`citeline.model.MADE`)."""
    calls_values: bool = False
    """A variable or field that holds a function is defined where the function is: `const f = () => …`."""
    hands_on: bool = False
    """What a file imports, others can import from it."""
    module_paths: bool = False
    """Paths in code begin with modules that no import need name: `crate::net::connect()`."""
    scoped_traits: bool = False
    """A value has the methods of all traits for any type that the file knows, also of ones that its type does not name.
    """
    only_types: frozenset[str] = frozenset()
    """Kinds of types that no call means: there is no `new` of an interface, and `Err(…)` is no enum of that name."""
    own_macros: frozenset[str] = frozenset()
    """Macros of the language: one of that name in another file is meant only where it is imported."""
    last_wins: bool = False
    """A later definition of a name replaces an earlier one: overloads and their implementation, branches."""
    unwraps: frozenset[str] = frozenset()
    """Methods of wrappers that give what is in them; types are noted without their wrappers."""
    pointers: frozenset[str] = frozenset()
    """Types whose methods are those of what they lead to."""
    opens: frozenset[str] = frozenset()
    """Of these the ones that give what an optional value holds, `?` among them; the others give it as it is."""
    many: Sequence[str] = ()
    """What blocks that add to collections of the language are called."""
    everywhere: str = ""
    """Module of that name in any file whose definitions all files know: TypeScript's `declare global`."""
    keeps: frozenset[str] = frozenset()
    """Methods of collections that give a collection of the same elements, and of optional values that give these."""
    gives: frozenset[str] = frozenset()
    """Methods of collections that give an element."""
    takes: frozenset[str] = frozenset()
    """Methods of collections that give one element, or none, as an optional value."""
    hands: Mapping[str, Collection[str]] = field(default_factory=dict)
    """Methods of collections and of optional values to the places at which functions get what is held, where that is
    not the first parameter: `(:1)(:0)` is the first of the function that the method takes as its second.
    """


_EITHER: Final = ("(:0)(:0)", "(:0)(:1)")
"""Two elements are compared."""


def _each(methods: str, *places: str) -> dict[str, Collection[str]]:
    return dict.fromkeys(methods.split(), places)


_REACH: Final[Mapping[str, Reach]] = {
    "python": Reach(
        of_modules=False,
        only_bound=True,
        calls="imported",
        last_wins=True,
        hands_on=True,
        binds=frozenset({"python"}),
        keeps=frozenset({"copy", "values"}),
        gives=frozenset({"get", "pop", "popleft", "setdefault"}),
        selves=frozenset({"self", "cls"}),
    ),
    "web": Reach(
        of_modules=False,
        calls="imported",
        objects=True,
        calls_values=True,
        hands_on=True,
        everywhere="global",
        binds=frozenset({"javascript", "typescript", "tsx", "vue", "svelte"}),
        typed=True,
        only_types=frozenset({"interface", "type"}),
        keeps=frozenset("filter slice sort toSorted reverse toReversed concat values".split()),  # noqa: SIM905
        gives=frozenset("find findLast at pop shift get".split()),  # noqa: SIM905
        hands=_each("reduce reduceRight", "(:0)(:1)") | _each("sort toSorted", *_EITHER),
    ),
    "lua": Reach(of_modules=False, calls="imported", objects=True, calls_values=True, typed=True),
    "go": Reach(calls="folder", split_types=True, binds=frozenset({"go"}), typed=True, converts=True),
    "jvm": Reach(members="own", binds=frozenset({"java"}), typed=True),
    "csharp": Reach(members="own", split_types=True, bases=frozenset({"base"}), extended=True),
    "c": Reach(members="own", split_types=True),
    "swift": Reach(members="own", split_types=True, selves=frozenset({"self", "Self"})),
    "ruby": Reach(members="own", split_types=True, selves=frozenset({"self", "@"})),
    "dart": Reach(members="own"),
    "zig": Reach(members="own"),
    "rust": Reach(
        in_types=False,
        calls="imported",
        hands_on=True,
        module_paths=True,
        scoped_traits=True,
        only_types=frozenset({"trait", "type", "enum"}),
        calls_values=True,
        split_types=True,
        typed=True,
        outside=frozenset({"std", "core", "alloc"}),
        own_macros=frozenset(
            "assert assert_eq assert_ne cfg column compile_error concat dbg debug_assert debug_assert_eq"  # noqa: SIM905
            " debug_assert_ne env eprint eprintln file format format_args include include_bytes include_str line"
            " matches module_path option_env panic print println stringify thread_local todo try unimplemented"
            " unreachable vec write writeln".split()
        ),
        selves=frozenset({"self", "Self"}),
        bases=frozenset(),
        unwraps=frozenset(
            "unwrap expect as_ref as_mut clone lock borrow borrow_mut get get_mut as_deref as_deref_mut read write take"  # noqa: SIM905
            " unwrap_or_else unwrap_or get_ref into_inner load upgrade cloned ok ok_or as_pin_mut into".split()
        ),
        many=("slice", "array", "Vec", "Iterator"),
        pointers=frozenset({"Box", "Rc", "Arc", "Pin", "Cow"}),
        opens=frozenset("unwrap expect unwrap_or unwrap_or_else unwrap_or_default get_or_insert_with".split()),  # noqa: SIM905
        keeps=frozenset(
            "iter iter_mut into_iter filter rev skip take chain peekable take_while skip_while step_by by_ref"  # noqa: SIM905
            " inspect cloned copied as_slice as_mut_slice clone drain values values_mut into_values as_ref as_mut"
            " map_err or or_else ok ok_or ok_or_else replace insert to_vec into_boxed_slice into_vec".split()
        ),
        gives=frozenset("get_unchecked get_unchecked_mut swap_remove".split()),  # noqa: SIM905
        takes=frozenset(
            "next next_back last first first_mut last_mut get get_mut pop pop_front pop_back front back front_mut"  # noqa: SIM905
            " back_mut peek nth find max_by_key min_by_key max_by min_by remove".split()
        ),
        hands=_each("map_err or_else unwrap_or_else inspect_err")
        | _each("fold try_fold rfold", "(:1)(:1)")
        | _each("map_or_else", "(:1)(:0)")
        | _each("reduce sort_by sort_unstable_by max_by min_by dedup_by", *_EITHER),
    ),
    "haskell": Reach(members="any"),
    "erlang": Reach(objects=True, selves=frozenset({"__MODULE__"})),
    "php": Reach(selves=frozenset({"this", "self", "static"}), bases=frozenset({"parent"})),
}
_OTHERS: Final = Reach()


def reach_of(family: str) -> Reach:
    """The row of a family."""
    return _REACH.get(family, _OTHERS)
