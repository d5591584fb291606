"""Values as plain JSON and back: read as they are declared, whatever the types are called."""

from __future__ import annotations

import dataclasses
import json
import sys
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.launch import Dim3
from gpuviz.messages import Message, word
from gpuviz.trace import Times, Trace
from gpuviz.trace.members import DamagedTrace
from gpuviz.trace.plain import from_plain, to_plain
from tests.helpers.traces import vector_add
from tests.trace.sameness import differences

Number = TypeVar("Number", bound=np.generic)
ArrayOf = np.ndarray[Any, np.dtype[Number]]


class Arrays:
    """Arrays that live in a dict."""

    def __init__(self) -> None:
        self.kept: dict[str, NDArray[Any]] = {}

    def add_array(self, parts: Sequence[str], array: NDArray[Any]) -> str:
        name = ".".join(parts)
        self.kept[name] = array
        return name

    def array(self, name: object) -> NDArray[Any]:
        return self.kept[str(name)]


def again(kind: Any, value: Any) -> Any:
    """The value after a way through JSON, its arrays beside it."""
    arrays = Arrays()
    return from_plain(kind, json.loads(json.dumps(to_plain(value, (), arrays))), arrays)


@dataclass(frozen=True)
class Answer:
    number: int
    result: Times | Message | tuple[int, ...] | None
    arrays: Mapping[str, NDArray[np.float32]]


@pytest.mark.parametrize(
    "result", [Times("measured", kernel_s=1e-3), word("no {n}", n=Dim3(1)), (1, 2), (), None]
)
def test_a_value_that_may_be_one_of_several_kinds_is_read_as_the_one_it_is(result: Any) -> None:
    answer = Answer(3, result, {"a": np.arange(3, dtype=np.float32)})

    assert differences(answer, again(Answer, answer)) == []


def test_arrays_may_live_elsewhere_than_in_a_file() -> None:
    trace = vector_add()

    assert differences(trace, again(Trace, trace)) == []


def test_numpys_scalars_are_numbers_where_numbers_are_declared() -> None:
    times: Any = Times("measured", kernel_s=np.float64(0.5), samples=np.int64(3))  # type: ignore[arg-type]

    read = again(Times, times)

    assert (read.kernel_s, read.samples) == (0.5, 3)
    assert (type(read.kernel_s), type(read.samples)) == (float, int)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="needs Python 3.12's names for types")
def test_a_name_for_a_type_is_read_as_the_type_that_it_names() -> None:
    alias = getattr(typing, "TypeAliasType")  # noqa: B009 - absent on Python 3.11
    column = alias("column", ArrayOf, type_params=(Number,))
    seed = alias("seed", int)
    seconds = alias("seconds", column[np.float32])
    arrays = Arrays()
    arrays.add_array(["a"], np.zeros(3, np.float32))

    assert from_plain(seed, 5, arrays) == 5
    assert from_plain(column[np.float32], {"npy": "a"}, arrays).shape == (3,)
    assert from_plain(seconds, {"npy": "a"}, arrays).shape == (3,)
    with pytest.raises(DamagedTrace, match="belongs"):
        from_plain(column[np.int64], {"npy": "a"}, arrays)


def declared_fields(kind: Any, met: set[Any]) -> Iterator[tuple[str, Any]]:
    """The fields of a dataclass with their types, and those of the dataclasses in them."""
    if isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind not in met:
        met.add(kind)
        for name, declared in typing.get_type_hints(kind).items():
            yield f"{kind.__name__}.{name}", declared
            yield from declared_fields(declared, met)
    for inner in typing.get_args(kind):
        yield from declared_fields(inner, met)


FIELDS = dict(declared_fields(Trace, set()))


@pytest.mark.parametrize("name", [name for name in FIELDS if FIELDS[name] is not object])
def test_a_field_of_a_trace_refuses_what_is_of_another_type(name: str) -> None:
    with pytest.raises(DamagedTrace):
        from_plain(FIELDS[name], [[[]]], Arrays())


def test_the_fields_of_all_that_a_trace_holds_are_tried() -> None:
    assert {"Trace.seed", "Steps.block", "Demand.seconds", "Captured.kind"} <= FIELDS.keys()
