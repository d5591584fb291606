"""Packing: what arrives equals what was sent, and no file stays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from gpuviz.worker.packing import FILE_BYTES, pack, unpack
from tests.worker import fake_jobs

NUMBERS = (
    hnp.boolean_dtypes()
    | hnp.integer_dtypes()
    | hnp.unsigned_integer_dtypes()
    | hnp.floating_dtypes()
    | hnp.complex_number_dtypes()
)


@given(hnp.arrays(NUMBERS, hnp.array_shapes(min_dims=0, min_side=0)), st.booleans())
def test_any_array_arrives_as_it_was(array: NDArray[Any], writable: bool) -> None:
    packed = pack(array, Path("no folder is needed for small arrays"))

    arrived = unpack(packed, writable=writable)

    np.testing.assert_array_equal(arrived, array)
    assert arrived.dtype == array.dtype


@pytest.mark.parametrize(("nbytes", "files"), [(FILE_BYTES - 1, 0), (FILE_BYTES, 1)])
def test_only_a_large_array_becomes_a_file_and_the_file_vanishes(
    tmp_path: Path, nbytes: int, files: int
) -> None:
    packed = pack(np.full(nbytes, 7, np.uint8), tmp_path)
    assert len(list(tmp_path.iterdir())) == files

    arrived = unpack(packed)

    assert arrived.sum(dtype=np.int64) == 7 * nbytes
    del arrived
    assert list(tmp_path.iterdir()) == []


def test_an_array_in_column_order_keeps_its_order(tmp_path: Path) -> None:
    array = np.asfortranarray(np.arange(1 << 18, dtype=np.float64).reshape(512, 512))

    arrived = unpack(pack(array, tmp_path))

    assert arrived.flags.f_contiguous
    np.testing.assert_array_equal(arrived, array)


@pytest.mark.parametrize("count", [3, 1 << 18])
def test_an_array_with_gaps_arrives_read_only_too(tmp_path: Path, count: int) -> None:
    arrived = unpack(pack(fake_jobs.strided(count), tmp_path))

    np.testing.assert_array_equal(arrived, np.arange(0, 2 * count, 2))
    assert not arrived.flags.writeable


def test_a_read_only_mapping_arrives_as_one(tmp_path: Path) -> None:
    arrived = unpack(pack(fake_jobs.frozen_mapping(), tmp_path))

    assert type(arrived) is type(fake_jobs.frozen_mapping())
    np.testing.assert_array_equal(arrived["a"], np.ones(3))


def test_a_private_copy_can_be_written(tmp_path: Path) -> None:
    arrived = unpack(pack(np.zeros(1 << 18), tmp_path), writable=True)

    arrived[:] = 1.0

    assert arrived.sum() == 1 << 18
