"""Streams and events: their addresses, the streams that are always there, callbacks."""

from __future__ import annotations

import threading

import pytest

from gpuviz import cuda
from gpuviz.cuda.errors import CudaAPIError
from gpuviz.cuda.streams import number_of


def test_the_streams_that_are_always_there_have_the_addresses_of_cudas_driver() -> None:
    always = cuda.default_stream(), cuda.legacy_default_stream(), cuda.per_thread_default_stream()

    assert [int(stream) for stream in always] == [0, 1, 2]
    assert [bool(stream) for stream in always] == [True] * 3
    assert [repr(stream) for stream in always] == [
        "<Default CUDA stream>",
        "<Legacy default CUDA stream>",
        "<Per-thread default CUDA stream>",
    ]
    assert number_of(always[1]) == 0


def test_each_thread_has_a_default_stream_of_its_own() -> None:
    numbers = [cuda.per_thread_default_stream().number for _ in range(2)]

    thread = threading.Thread(
        target=lambda: numbers.append(cuda.per_thread_default_stream().number)
    )
    thread.start()
    thread.join()

    assert numbers[0] == numbers[1] != numbers[2]
    assert 0 not in numbers


def test_streams_have_addresses_of_their_own() -> None:
    one, other = cuda.stream(), cuda.stream()

    assert one.handle != other.handle
    assert one.__cuda_stream__() == (0, int(one))
    assert repr(one) == f"<CUDA stream {one.handle}>"


def test_an_external_stream_with_the_address_of_a_stream_is_that_stream() -> None:
    stream = cuda.stream()

    same, other = cuda.external_stream(stream.handle), cuda.external_stream(12345)

    assert same.number == stream.number != other.number
    assert cuda.external_stream(0).number == cuda.external_stream(1).number == 0
    assert cuda.external_stream(2).number == cuda.per_thread_default_stream().number
    assert repr(other) == "<External CUDA stream 12345>"


def test_an_external_stream_is_made_of_an_address_only() -> None:
    with pytest.raises(TypeError, match="must be an int"):
        cuda.external_stream("12345")  # type: ignore[arg-type]


def test_what_a_callback_raises_is_a_warning() -> None:
    def fail(*_: object) -> None:
        raise ValueError("no such file")

    with pytest.warns(UserWarning, match="Exception in stream callback: no such file"):
        cuda.stream().add_callback(fail)


def test_an_event_that_takes_no_times_can_only_be_waited_for() -> None:
    start, end = cuda.event(timing=False), cuda.event()
    start.record()
    end.record()

    start.wait(cuda.stream())
    with pytest.raises(CudaAPIError, match="leave out timing=False") as raised:
        start.elapsed_time(end)

    assert start.query()
    assert raised.value.code == 400  # CUDA_ERROR_INVALID_HANDLE
    assert start.handle != end.handle
