"""`dataclass` as the standard library has it, in a tenth of the time: a command imports a hundred of them or more.

The library compiles six functions for each class, and sets them one by one on a class that it then makes again. Of a
frozen one with slots `__init__` alone needs to be compiled, when the first object is made, and fills the slots by their
descriptors, in half of the time; the rest is the same for every class. What is pickled of an object is its class and
its fields: the library goes through code in Python for each field, on both ways.
"""

from __future__ import annotations

import dataclasses
from functools import partial
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from dataclasses import dataclass as dataclass  # whose decorator type checkers know
else:

    def dataclass(cls: type | None = None, /, *, frozen: bool = False, slots: bool = False, **options: bool) -> Any:
        """The library's, made as above where it is `frozen`, has `slots` and no `order`.

        Such a class has no fields that are no arguments, and no `InitVar`.
        """
        if cls is None:
            return partial(dataclass, frozen=frozen, slots=slots, **options)
        if not (frozen and slots) or options.get("order"):
            return dataclasses.dataclass(cls, frozen=frozen, slots=slots, **options)
        wanted = {name: options.pop(name, True) for name in ("repr", "eq")}
        cls.__doc__ = cls.__doc__ or cls.__name__  # or the library writes its signature, at length
        plain = dataclasses.dataclass(cls, init=False, repr=False, eq=False, **options)
        fields = dataclasses.fields(plain)
        inherited = {slot for base in plain.__mro__[1:-1] for slot in vars(base).get("__slots__", ())}
        names = [field.name for field in fields]
        body = {key: value for key, value in vars(plain).items() if key not in {"__dict__", "__weakref__", *names}}
        # A class with an `__eq__` of its own has None for a hash.
        body |= {key: value for key, value in _methods(fields, **wanted).items() if body.get(key) is None}
        slots = tuple(name for name in names if name not in inherited)
        return type(cls)(cls.__name__, cls.__bases__, {**body, "__slots__": slots, "__qualname__": cls.__qualname__})


_DEFAULT: Final = object()
"""Stands for what a factory makes."""


class _Init:
    """In the place of `__init__` until somebody asks for that: of the classes that a command imports half make none."""

    def __init__(self, fields: Sequence[dataclasses.Field[Any]]) -> None:
        self._fields = fields

    def __set_name__(self, cls: type[Any], name: str) -> None:
        self._cls = cls

    def __get__(self, one: object, kind: type[Any] | None = None) -> Callable[..., None]:
        self._cls.__init__ = init = _init(self._cls, self._fields)
        return init if one is None else partial(init, one)


def _methods(fields: Sequence[dataclasses.Field[Any]], *, repr: bool, eq: bool) -> dict[str, Any]:  # noqa: A002
    values = _values(fields)
    methods: dict[str, Any] = {
        "__init__": _Init(fields),
        "__setattr__": _refuse_to_set,
        "__delattr__": _refuse_to_delete,
        "__reduce__": lambda self: (type(self), values(self)),
    }
    if any(field.kw_only for field in fields):
        names = [field.name for field in fields]
        methods["__reduce__"] = lambda self: (_remade, (type(self), dict(zip(names, values(self), strict=True))))
    if repr:
        methods["__repr__"] = _written
    if eq:
        compared = _values(field for field in fields if field.compare)
        methods["__hash__"] = lambda self: hash(compared(self))
        methods["__eq__"] = lambda self, other: (
            compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented
        )
    return methods


def _values(fields: Iterable[dataclasses.Field[Any]]) -> Callable[[Any], tuple[Any, ...]]:
    """A function from an object to the values of these fields."""
    names = [field.name for field in fields]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)


def _init(cls: type[Any], fields: Sequence[dataclasses.Field[Any]]) -> Callable[..., None]:
    known: dict[str, Any] = {"_DEFAULT": _DEFAULT}
    by_place, by_name = ["self"], ["*"]
    lines: list[str] = []
    for field in fields:
        name, value, default = field.name, field.name, ""
        known[f"_set_{name}"] = getattr(cls, name).__set__
        if field.default_factory is not dataclasses.MISSING:
            known[f"_make_{name}"] = field.default_factory
            value, default = f"_make_{name}() if {name} is _DEFAULT else {name}", " = _DEFAULT"
        elif field.default is not dataclasses.MISSING:
            known[f"_default_{name}"] = field.default
            default = f" = _default_{name}"
        (by_name if field.kw_only else by_place).append(name + default)
        lines.append(f" _set_{name}(self, {value})\n")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()\n")
    parameters = [*by_place, *(by_name if len(by_name) > 1 else [])]
    exec(f"def __init__({', '.join(parameters)}):\n{''.join(lines) or ' pass'}", known)
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = {**{field.name: field.type for field in fields}, "return": None}
    return init


def _remade(kind: Callable[..., Any], values: dict[str, Any]) -> Any:
    return kind(**values)


@recursive_repr("...")
def _written(self: Any) -> str:
    said = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(said)})"


def _refuse_to_set(self: object, name: str, value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
