"""`re` as the standard library has it, but that a pattern is compiled when it is used first.

A module names the patterns that it may need, and one question needs a third of them: of the seven hundred that `ask`
imports, compiling all took a tenth of its time. `from citeline.patterns import re` stands where `import re` would.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import re as re
else:
    import re as _library
    from types import ModuleType

    re = ModuleType(_library.__name__, _library.__doc__)
    vars(re).update(vars(_library))

    _OFFERED: Final = [name for name in dir(_library.Pattern) if not name.startswith("_")]

    class _Pattern:
        """A pattern in waiting: what is asked of it first makes it, and leaves all that the library's offers."""

        def __init__(self, *given: Any) -> None:
            self._given = given

        def __getattr__(self, name: str) -> Any:
            if name not in _OFFERED:
                raise AttributeError(name)
            made = _library.compile(*self._given)
            vars(self).update((one, getattr(made, one)) for one in _OFFERED)
            return vars(self)[name]

    re.compile = lambda pattern, flags=0: _Pattern(pattern, flags)
