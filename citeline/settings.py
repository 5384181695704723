"""Every knob, in one frozen object that is built once at the edge and handed down.

Nothing else reads the environment. `citeline config` prints the effective values, secrets masked.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, Self, TypeAlias

import platformdirs
from pydantic import Field, ModelWrapValidatorHandler, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from .errors import SettingsError
from .model import Secrets

StalePolicy: TypeAlias = Literal["auto", "refresh", "warn", "ignore"]
"""What to do when the tree is not what was indexed: `auto` refreshes what takes under a second, and warns otherwise."""


class Settings(BaseSettings):
    """Effective settings: constructor arguments, then `CITELINE_*` variables, then these defaults."""

    model_config = SettingsConfigDict(env_prefix="CITELINE_", frozen=True, extra="ignore")

    home: Path = Field(
        default_factory=lambda: Path(platformdirs.user_cache_dir("citeline", appauthor=False)),
        description="Where indexes live; never inside the tree that is indexed.",
    )
    qdrant_url: str = Field(default="", description="Qdrant server or cluster; empty means the embedded store.")
    qdrant_api_key: SecretStr = Field(default=SecretStr(""), description="Key for the Qdrant server.")
    embedder: str = Field(default="bundled", description="`bundled`, or the name of a fastembed model.")
    max_file_bytes: int = Field(default=1_000_000, gt=0, description="Larger files are skipped and listed by `status`.")
    secrets: Secrets = Field(
        default="mask",
        description="`mask` puts `[secret:…]` in the place of detected secrets; `keep` indexes them as they are.",
    )
    stale: StalePolicy = Field(
        default="auto",
        description="When files have changed since: `refresh`, `warn`, `ignore`, or `auto`: refresh if that is quick.",
    )
    workers: int = Field(default=0, ge=0, description="Parser processes; 0 means one per core.")
    keep_generations: int = Field(default=2, ge=1, description="Published generations kept, the current one included.")

    top_k: int = Field(default=10, ge=1, le=100, description="Hits returned by a search.")
    channel_k: int = Field(
        default=15, ge=1, le=200, description="Hits each channel hands to fusion in the state machine."
    )
    evidence_k: int = Field(default=6, ge=1, le=50, description="Chunks given to the answer.")
    max_rounds: int = Field(default=3, ge=1, le=10, description="Widening rounds before the state machine gives up.")
    budget_s: float = Field(default=30.0, gt=0, description="Seconds for one question.")
    lexicon: str = Field(
        default="",
        description="TOML file with [synonyms] and [glossary] of your own; empty means the built-in words alone.",
    )
    evidence_floor: float = Field(
        default=0.35,
        ge=0,
        le=1,
        description="Below this grade the answer is `not found` (see nodes/grade_evidence.py).",
    )

    @model_validator(mode="wrap")
    @classmethod
    def _explain(cls, values: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """Raises SettingsError, which names the variable and never shows the value: it may be a secret."""
        try:
            return handler(values)
        except ValidationError as error:
            raise SettingsError(
                [(".".join(map(str, problem["loc"])), problem["msg"]) for problem in error.errors()]
            ) from None
