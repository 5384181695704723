"""Samples of vectors: a quarter of the room of half precision, and the same medians of cosines."""

from __future__ import annotations

import numpy as np

from citeline.indexing.generations.points import pack_sample, unpack_sample


def test_a_sample_takes_less_than_half_a_byte_a_number_and_keeps_its_medians() -> None:
    rows = np.random.default_rng(0).standard_normal((512, 256)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    rows[3] = 0
    stored = pack_sample(rows)
    assert len(stored) < 0.45 * rows.size
    kept = unpack_sample(stored)
    assert np.abs(np.linalg.norm(kept, axis=1) - np.linalg.norm(rows, axis=1)).max() < 1e-5
    assert np.abs(kept @ rows[:50].T - rows @ rows[:50].T).max() < 0.05
    assert np.abs(np.median(kept @ rows[:50].T, axis=0) - np.median(rows @ rows[:50].T, axis=0)).max() < 0.006
