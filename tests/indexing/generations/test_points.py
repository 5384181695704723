"""Samples of vectors: half the room of half precision, and the same medians of cosines."""

from __future__ import annotations

import numpy as np

from citeline.indexing.generations.points import pack_sample, unpack_sample


def test_a_sample_takes_a_byte_a_number_and_keeps_its_cosines() -> None:
    rows = np.random.default_rng(0).standard_normal((512, 256)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    stored = pack_sample(rows)
    assert len(stored) < rows.size + 200
    assert np.abs(unpack_sample(stored) @ rows[:50].T - rows @ rows[:50].T).max() < 0.004
    assert abs(np.median(unpack_sample(stored) @ rows[7]) - np.median(rows @ rows[7])) < 0.0005
