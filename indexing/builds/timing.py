"""Where the time of a build goes."""

from __future__ import annotations

from time import perf_counter


class Timings:
    """Phases in order, each from the end of the one before."""

    def __init__(self) -> None:
        self.milliseconds: dict[str, float] = {}
        self._started = self._last = perf_counter()

    def lap(self, phase: str) -> None:
        """End a phase."""
        now = perf_counter()
        self.add(phase, now - self._last)
        self._last = now

    def add(self, phase: str, seconds: float) -> None:
        """Note a part that was measured elsewhere, such as one inside another phase."""
        self.milliseconds[phase] = round(self.milliseconds.get(phase, 0.0) + seconds * 1000, 1)

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return round(perf_counter() - self._started, 3)
