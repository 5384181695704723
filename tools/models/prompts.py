"""Prompts are files beside the steps that use them: `prompts/NAME.md`, a system part and a user part.

They are text that people tune, so they are kept out of the code, and a trace names the hash of what was used.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from string import Template
from typing import Final

from citeline.data_files import shipped_text
from citeline.dataclass import dataclass

_PARTS: Final = "\n---\n"


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt as it stands in its file."""

    name: str
    system: Template
    user: Template
    digest: str
    """First twelve hex digits of the file's SHA-256."""

    def render(self, **values: str) -> list[tuple[str, str]]:
        """Messages as (role, text). Values replace `${name}` once: what stands in them is text, never a template.

        Raises KeyError for a value that is missing.
        """
        return [("system", self.system.substitute(values)), ("user", self.user.substitute(values))]


@cache
def load_prompt(package: str, name: str) -> Prompt:
    """The prompt `prompts/NAME.md` of a package."""
    text = shipped_text(package, f"prompts/{name}.md")
    system, _, user = text.partition(_PARTS)
    return Prompt(name, Template(system.strip()), Template(user.strip()), sha256(text.encode()).hexdigest()[:12])
