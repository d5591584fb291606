"""Values that travel between two processes as data."""

from __future__ import annotations

import collections
import enum
import functools
from typing import Any

import numpy as np
import pytest

from gpuviz.api.apart.values import CannotTravel, Kept, Packer, Parcel, Sent, Unpacker
from gpuviz.cuda.arrays import DeviceArray
from gpuviz.worker.frames import as_bytes, of_bytes

RECORD = np.dtype([("a", "i4"), ("b", "f8", (2,))])


def travelled(*values: Any) -> list[Any]:
    parcel = of_bytes(as_bytes(Packer().parcel(values)), Parcel)
    assert isinstance(parcel, Parcel)
    return Unpacker().values(parcel)


class Colour(enum.Enum):
    RED = 1
    BLUE = "b"


class Size(enum.IntEnum):
    SMALL = 3


@pytest.mark.parametrize(
    "value",
    [
        *(
            None,
            ...,
            True,
            3,
            -(1 << 70),
            0.1,
            float("inf"),
            2j,
            "ä\ud800\n",
            b"\0x",
            bytearray(b"y"),
        ),
        *(
            np.float32(0.1),
            np.int8(-3),
            np.bool_(True),
            np.datetime64("2026-01-01"),
            np.complex64(1j),
        ),
        *([1, [2.5, (3, None)]], {"a": {1: "b"}, (1, 2): []}, {1, 2}, frozenset("a")),
        *(slice(1, None), range(2, 9, 3), np.dtype("f4"), RECORD, np.float32),
        *([0.5] * 100, [1] * 100, list(range(70)), [2**64] * 70),
    ],
    ids=repr,
)
def test_plain_values_are_the_same_there(value: Any) -> None:
    (there,) = travelled(value)

    assert type(there) is type(value)
    assert there == value


def test_nan_and_signs_of_zero_travel() -> None:
    there = travelled(float("nan"), -0.0, np.float32("nan"))

    assert np.isnan(there[0])
    assert np.signbit(there[1])
    assert np.isnan(there[2])


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6.0).reshape(2, 3),
        np.asfortranarray(np.arange(6, dtype=np.int16).reshape(2, 3)),
        np.arange(20)[::-3],
        np.zeros((0, 3), np.float32),
        np.array(3.5),
        np.zeros(2, RECORD),
        np.broadcast_to(np.float32(2), (3, 4)),
        np.array(["ab", "c"]),
        np.array(["2026-01-01"], "M8[D]"),
    ],
    ids=lambda array: f"{array.dtype.str}{array.shape}",
)
def test_arrays_lie_there_as_here(array: Any) -> None:
    (there,) = travelled(array)

    assert np.array_equal(there, array)
    assert (there.dtype, there.shape) == (array.dtype, array.shape)
    assert there.flags.c_contiguous == array.flags.c_contiguous
    assert there.flags.writeable == array.flags.writeable
    assert type(there) is np.ndarray


def test_arrays_of_one_memory_share_it_there() -> None:
    base = np.arange(20)

    first, second, whole, other = travelled(base[2:10], base[5:], base, np.arange(3))
    second[0] = 99

    assert first[3] == whole[5] == 99
    assert not np.may_share_memory(other, whole)


def test_an_owner_keeps_its_place_and_only_what_is_looked_at_travels() -> None:
    parcel = Packer().parcel([np.zeros(1 << 20)[1000:1010]])

    (memory,) = parcel.memories
    assert (memory.size, memory.first, len(memory.content)) == (8 << 20, 8000, 80)


def test_what_travels_lives_as_long_as_its_parcel() -> None:
    parcel = Packer().parcel([np.ones(1 << 16)])
    others = [np.zeros(1 << 16) for _ in range(8)]

    assert Unpacker().values(parcel)[0].sum() == 1 << 16
    assert len(others) == 8


def test_what_is_met_again_is_the_same_there() -> None:
    shared: list[Any] = [1]
    shared.append(shared)
    array = np.zeros(2)

    (one, (a, b)) = travelled(shared, [array, array])

    assert one[1] is one
    assert a is b


def test_device_arrays_keep_what_nobody_wrote() -> None:
    made = DeviceArray(np.zeros(3, np.float32), np.array([True, False, True]))

    (there,) = travelled(made)

    assert isinstance(there, DeviceArray)
    assert there.fresh is not None
    assert there.fresh.tolist() == [True, False, True]


def test_tuples_with_names_and_members_are_told_by_their_parts() -> None:
    point = collections.namedtuple("point", "x y")

    there = travelled(point(1, 2), Colour.BLUE, Size.SMALL, iter([1, 2]))

    assert (there[0].x, there[0]._fields) == (1, ("x", "y"))
    assert (there[1].name, there[1].value) == ("BLUE", "b")
    assert there[2] == 3
    assert list(there[3]) == [1, 2]


def test_subclasses_travel_as_what_they_are_made_of() -> None:
    class Lie(float):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = float.__hash__

    class Array(np.ndarray[Any, Any]):
        def __eq__(self, other: object) -> Any:
            return True

    number, array = travelled(Lie(2.0), np.zeros(2).view(Array))

    assert type(number) is float
    assert type(array) is np.ndarray


@pytest.mark.parametrize(
    "value", [print, object(), np.array([print]), [lambda: 0], type, functools.partial(print)]
)
def test_what_is_no_data_stays_here(value: object) -> None:
    with pytest.raises(CannotTravel):
        travelled(value)


def test_it_goes_by_a_number_where_somebody_keeps_it() -> None:
    kept: list[object] = []

    def keep(value: object) -> Kept:
        kept.append(value)
        return Kept(len(kept) - 1, "object", "f")

    parcel = Packer(keep).parcel([[print]])

    assert Unpacker(lambda one: one and kept[one.number]).values(parcel) == [[print]]


def test_endless_values_are_refused() -> None:
    deep: list[Any] = []
    for _ in range(1000):
        deep = [deep]

    for value in (deep, (n for n in iter(int, 1))):
        with pytest.raises(CannotTravel):
            travelled(value)


@pytest.mark.parametrize(
    "sent",
    [
        Sent("array", 3),
        Sent("array", -1),
        Sent("again", 0),
        Sent("known", 0),
        Sent("int", "x"),
        Sent("large int", "zz"),
        Sent("nothing"),
        Sent("namedtuple", ["a", "import"], (Sent("None"),)),
        Sent("dict", None, (Sent("None"),)),
        Sent("numbers", "x"),
        Sent("kept"),
    ],
    ids=lambda sent: f"{sent.what} {sent.value}",
)
def test_what_nobody_packed_is_refused(sent: Sent) -> None:
    with pytest.raises((ValueError, TypeError, KeyError, IndexError, AttributeError)):
        Unpacker().values(Parcel((sent,)))
