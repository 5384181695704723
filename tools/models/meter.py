"""Model calls, tokens and money as a contract: reserved before a call, settled after it.

A call whose worst case does not fit is not made, so calls and money are never exceeded. Seconds are the business of
`citeline.nodes.running.budget`.
"""

from __future__ import annotations

import math

from citeline.dataclass import dataclass
from citeline.state import Usage


@dataclass(frozen=True, slots=True)
class Prices:
    """US dollars per million tokens; zero for a model that costs nothing, or whose price nobody told."""

    input_usd: float = 0.0
    output_usd: float = 0.0

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """US dollars for so many tokens."""
        return (input_tokens * self.input_usd + output_tokens * self.output_usd) / 1_000_000


@dataclass(frozen=True, slots=True)
class Limits:
    """What one question may cost; infinity where there is no limit."""

    calls: float = math.inf
    tokens: float = math.inf
    """Input and output together."""
    usd: float = math.inf


@dataclass(frozen=True, slots=True)
class Cost:
    """The worst case of a call, or what one has cost."""

    input_tokens: int
    output_tokens: int
    usd: float
    calls: int = 1

    @property
    def tokens(self) -> int:
        """Input and output together."""
        return self.input_tokens + self.output_tokens

    def usage(self) -> Usage:
        """As the state's reducer adds it."""
        return {
            "model_calls": self.calls,
            "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens,
            "usd": self.usd,
        }


NOTHING = Cost(0, 0, 0.0, calls=0)


class Meter:
    """What a run may still spend. One step at a time uses it, so it needs no lock."""

    def __init__(self, limits: Limits, spent: Usage) -> None:
        self._limits = limits
        self._before = Cost(
            spent.get("input_tokens", 0),
            spent.get("output_tokens", 0),
            spent.get("usd", 0.0),
            calls=spent.get("model_calls", 0),
        )
        self._settled: list[Cost] = []
        self._reserved: Cost = NOTHING

    def why_not(self, cost: Cost, *, keep: Cost = NOTHING) -> str:
        """What a call of that cost would exceed, if `keep` must remain for a later one; empty when it fits."""
        calls = self._total("calls") + cost.calls + keep.calls
        tokens = self._total("tokens") + cost.tokens + keep.tokens
        usd = self._total("usd") + cost.usd + keep.usd
        if calls > self._limits.calls:
            return f"the budget is {self._limits.calls:g} model calls"
        if tokens > self._limits.tokens:
            return f"the budget is {self._limits.tokens:,.0f} tokens"
        if usd > self._limits.usd:
            return f"the budget is ${self._limits.usd:g}"
        return ""

    def reserve(self, cost: Cost) -> None:
        """Set aside the worst case of a call that is made now; `settle` ends it."""
        self._reserved = cost

    def settle(self, cost: Cost) -> None:
        """Replace the reservation by what the call has cost."""
        self._reserved = NOTHING
        self._settled.append(cost)

    def usage(self) -> Usage:
        """What this step has spent, for the state; a call that was cut off counts as its worst case."""
        spent = [*self._settled, self._reserved]
        return Cost(
            sum(cost.input_tokens for cost in spent),
            sum(cost.output_tokens for cost in spent),
            sum(cost.usd for cost in spent),
            calls=sum(cost.calls for cost in spent),
        ).usage()

    def _total(self, what: str) -> float:
        return float(sum(getattr(cost, what) for cost in (self._before, *self._settled, self._reserved)))
