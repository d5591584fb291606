"""What device arrays have besides their contents: memory, views, streams, Numba's own helpers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gpuviz import cuda
from gpuviz.cuda.cudadrv import devicearray, driver
from gpuviz.cuda.recording import Recording, open_recording
from gpuviz.cuda.train import Train
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.messages import NotSupportedError


@cuda.jit
def increment(x: Any) -> None:
    i = cuda.grid(1)
    if i < x.size:
        x[i] += 1


def test_the_memory_of_an_array_has_an_address_and_a_size() -> None:
    device = cuda.to_device(np.arange(12, dtype=np.int32))

    memory = device.gpu_data

    assert memory.size == device.alloc_size == 48
    assert memory.handle == device.__cuda_array_interface__["data"][0]
    assert device.device_ctypes_pointer.value == driver.device_pointer(device) == memory.handle
    assert device.as_cuda_arg().handle == device[0:3].gpu_data.handle == memory.handle
    assert device[3:].gpu_data.handle == memory.view(12).handle == memory.handle + 12
    assert memory.view(12, 20).view(4).size == 4
    assert driver.is_device_memory(memory)
    assert not driver.is_device_memory(np.zeros(3))


def test_the_size_of_memory_counts_the_gaps_and_the_size_of_an_array_does_not() -> None:
    device = cuda.to_device(np.zeros(12, np.int32))

    assert (device[::3].nbytes, device[::3].alloc_size) == (16, 40)
    assert cuda.device_array(0).alloc_size == cuda.device_array(0).gpu_data.size == 0


def test_memory_set_by_its_address_counts_as_written() -> None:
    device = cuda.device_array(4, np.int32)

    device.gpu_data.memset(0)
    driver.device_memset(device, 1, 4)

    assert device.copy_to_host().tolist() == [0x01010101, 0, 0, 0]
    assert device.fresh is not None
    assert not device.fresh.any()


def test_memory_is_copied_by_its_address() -> None:
    host, back = np.arange(4.0), np.zeros(4)
    one, other = cuda.device_array(4), cuda.device_array(4)

    driver.host_to_device(one, host, host.nbytes)
    driver.device_to_device(other, one, one.nbytes)
    driver.device_to_host(back, other, 16)

    assert back.tolist() == [0, 1, 0, 0]
    with pytest.raises(TypeError, match="Not a CUDA memory object"):
        driver.device_memory_size(host)


@pytest.mark.parametrize("count", [-1, 33, 1 << 40])
def test_no_byte_beyond_the_memory_is_touched_by_its_address(count: int) -> None:
    host, one, other = np.zeros(400), cuda.to_device(np.arange(4.0)), cuda.device_array(400)
    touches: tuple[Callable[[], None], ...] = (
        lambda: one.gpu_data.memset(1, count),
        lambda: one.gpu_data.view(0, 1 << 41).memset(1, count),
        lambda: driver.host_to_device(one, host, count),
        lambda: driver.device_to_host(host, one, count),
        lambda: driver.device_to_device(other, one, count),
        lambda: driver.device_to_device(one, other, count),
    )

    for touch in touches:
        with pytest.raises(driver.CudaAPIError, match="bytes were asked for"):
            touch()
    with pytest.raises(driver.CudaAPIError, match="the host array has 32"):
        driver.host_to_device(other, np.zeros(4), 33)
    assert one.copy_to_host().tolist() == [0, 1, 2, 3]


def test_the_transposed_of_a_matrix_is_a_copy_in_rows() -> None:
    """As Numba's is, which a kernel of its own makes."""
    device = cuda.to_device(np.arange(6.0).reshape(2, 3))

    turned = device.T
    device[0, 0] = 7

    assert turned.is_c_contiguous()
    assert turned.copy_to_host().tolist() == [[0, 3], [1, 4], [2, 5]]
    assert device.transpose((0, 1)) is device


@pytest.mark.parametrize(
    ("use", "error", "words"),
    [
        (lambda d: d.reshape(2, 2, 3).T, NotImplementedError, "non-2D"),
        (lambda d: d.reshape(3, 4).transpose((0, 0)), ValueError, "axis"),
        (lambda d: list(d.reshape(3, 4).split(2)), ValueError, "only support 1d"),
        (lambda d: list(d[::2].split(2)), ValueError, "unit stride"),
        (lambda d: d[::2].view(np.int64), ValueError, "C-contiguous"),
        (lambda d: d.reshape(4, 3).view(np.int64), ValueError, "divisor"),
        (lambda d: d[::-1].copy_to_host(), NotImplementedError, "negative strides"),
        (lambda d: d.reshape(3, 4)[:, :2].ravel(), NotImplementedError, "copy"),
        (lambda d: d[[1, 2]], TypeError, "not by list"),
        (lambda d: d[np.array([1, 2])], TypeError, "not by ndarray"),
        (lambda d: d[None], TypeError, "not by NoneType"),
        (lambda d: d.__setitem__(..., 1), TypeError, "not by ellipsis"),
    ],
)
def test_what_numba_does_not_do_on_the_device_fails_here_too(
    use: Any, error: type[Exception], words: str
) -> None:
    device = cuda.to_device(np.arange(12, dtype=np.int32))

    with pytest.raises(error, match=words):
        use(device)


def test_a_device_array_keeps_the_stream_that_it_was_made_in() -> None:
    train, stream = Train(__file__), cuda.stream()

    with open_recording(Recording(find_device(DEFAULT_DEVICE), train=train)):
        device = cuda.to_device(np.arange(4.0), stream=stream)
        device[1:].copy_to_host()
        device.bind(cuda.default_stream()).copy_to_host()
        device.getitem(0, stream=cuda.default_stream())

    assert [asked.stream for asked in train.asked] == [stream.number, stream.number, 0, 0]
    assert device.__cuda_array_interface__["stream"] == stream.handle
    assert cuda.to_device(np.zeros(2)).__cuda_array_interface__["stream"] is None


def test_bytes_in_use_count_memory_once_whatever_part_is_looked_at() -> None:
    before = cuda.current_context().get_memory_info().free
    device = cuda.device_array(1000, np.uint8)
    parts = [device[n:] for n in range(50)]

    assert before - cuda.current_context().get_memory_info().free == 1000
    assert len(parts) == 50


def test_numba_knows_the_type_of_a_device_array() -> None:
    import numba

    rows = cuda.to_device(np.zeros((2, 3), np.float32))

    assert numba.typeof(rows) == numba.float32[:, ::1]
    assert numba.typeof(cuda.to_device(np.zeros((2, 3), order="F"))) == numba.float64[::1, :]
    assert numba.typeof(rows[:, ::2]) == numba.float32[:, :]


def test_a_record_on_the_device_is_one() -> None:
    kind = np.dtype([("x", np.int32), ("y", np.float64)])
    rows = np.array([(1, 2.5), (3, 4.5)], kind)

    device = cuda.to_device(rows[1])

    assert isinstance(device, devicearray.DeviceRecord)
    assert isinstance(cuda.to_device(rows)[0], devicearray.DeviceRecord)
    assert (device["x"], device["y"]) == (3, 4.5)


@pytest.mark.parametrize(
    ("reserve", "kind"),
    [
        (cuda.mapped_array, devicearray.MappedNDArray),
        (cuda.managed_array, devicearray.ManagedNDArray),
    ],
)
def test_memory_that_host_and_device_share_is_both_kinds_of_array(reserve: Any, kind: Any) -> None:
    shared: Any = reserve(8, np.int32)

    shared[2:] = 5
    increment[1, 8](shared)
    shared.copy_to_device(shared.copy_to_host() * 2)

    assert {kind, np.ndarray} <= set(type(shared).__mro__)
    assert shared.tolist() == [2, 2, 12, 12, 12, 12, 12, 12]
    assert shared.gpu_data.size == shared.alloc_size == shared.nbytes
    assert [part.size for part in shared.split(5)] == [5, 3]
    assert devicearray.is_cuda_ndarray(shared)
    assert cuda.is_cuda_array(shared)


def test_nobody_has_to_copy_memory_that_host_and_device_share() -> None:
    with open_recording() as recording:
        shared = cuda.mapped_array(4)
        increment[1, 4](shared)
        with cuda.mapped(np.zeros(4)) as mapped:
            increment[1, 4](mapped)
        cuda.synchronize()
    recording.host.ended()

    assert recording.host.notes == []


def test_an_array_with_a_mask_is_refused() -> None:
    interface = cuda.to_device(np.zeros(3)).__cuda_array_interface__

    with pytest.raises(NotImplementedError, match="Masked arrays"):
        cuda.from_cuda_array_interface({**interface, "mask": np.ones(3)})


def test_numbas_helpers_for_device_arrays_are_there() -> None:
    host = np.arange(6.0).reshape(2, 3)
    device = cuda.to_device(host)

    same, copied = devicearray.auto_device(device)
    other, also_copied = devicearray.auto_device(host)
    devicearray.verify_cuda_ndarray_interface(device)
    devicearray.check_array_compatibility(device, host)

    assert (same is device, copied, also_copied) == (True, False, True)
    assert devicearray.from_array_like(host).shape == other.shape == (2, 3)
    assert devicearray.array_core(np.broadcast_to(host[0], (4, 3))).shape == (3,)
    assert devicearray.is_contiguous(host)
    assert not devicearray.is_contiguous(host[:, ::2])
    with pytest.raises(ValueError, match="non-contiguous buffer"):
        devicearray.sentry_contiguous(host[:, ::2])
    with pytest.raises(ValueError, match="cuda ndarray"):
        devicearray.require_cuda_ndarray(host)


def test_every_name_of_numbas_device_arrays_is_there() -> None:
    """But for the handles that carry an array into another process."""
    from numba.cuda.cudadrv import devicearray as real

    lacking = {"get_ipc_handle"}
    theirs = {name for name in dir(real.DeviceNDArray) if not name.startswith("_")}

    assert theirs - lacking <= {*dir(cuda.device_array(1))}


class Foreign:
    """An array of another library: all that is known of it is its description."""

    def __init__(self, array: Any) -> None:
        self._array = array  # kept alive
        self.__cuda_array_interface__ = array.__cuda_array_interface__


def test_the_stream_of_another_library_is_waited_for_unless_that_is_not_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[int] = []
    stream = cuda.stream()
    monkeypatch.setattr(type(stream), "synchronize", lambda self: waited.append(int(self)))
    with_stream = Foreign(cuda.device_array(3, stream=stream))

    array = cuda.as_cuda_array(with_stream)
    cuda.as_cuda_array(with_stream, sync=False)
    cuda.as_cuda_array(Foreign(cuda.device_array(3)))
    monkeypatch.setattr("numba.core.config.CUDA_ARRAY_INTERFACE_SYNC", 0)
    cuda.as_cuda_array(with_stream)

    assert waited == [stream.handle]
    assert getattr(array.stream, "handle", None) == stream.handle


def test_memory_of_no_bytes_has_no_address() -> None:
    assert cuda.device_array(0).__cuda_array_interface__["data"][0] == 0


@pytest.mark.parametrize("like", ["device_array_like", "mapped_array_like", "pinned_array_like"])
def test_an_array_like_one_of_the_device_lies_in_memory_as_that_does(like: str) -> None:
    columns = cuda.device_array((3, 4), order="F")

    assert getattr(cuda, like)(columns).strides == columns.strides


def test_an_array_that_only_repeats_another_is_copied_as_numba_copies_it() -> None:
    row = np.arange(4.0)
    repeated = np.broadcast_to(row, (3, 4))

    device = cuda.to_device(repeated)

    assert device.strides == repeated.strides
    np.testing.assert_array_equal(device.copy_to_host(), repeated)


@pytest.mark.parametrize(
    ("cut", "fits"),
    [
        (lambda a: a[1], True),
        (lambda a: a[1:3], True),
        (lambda a: a.T, True),
        (lambda a: a[:0, ::2], True),
        (lambda a: np.broadcast_to(a[0], (3, 6)), True),
        (lambda a: a.reshape(2, 2, 6).transpose(1, 0, 2), True),
        (lambda a: a[:, 1], False),
        (lambda a: a[:, 1:], False),
        (lambda a: a[::2], False),
        (lambda a: a[::-1], False),
        (lambda a: (2, a[0, ::2]), False),
        (lambda a: cuda.InOut(a[0, ::2]), False),
    ],
)
def test_a_host_array_that_a_launch_cannot_copy_as_it_lies_is_refused(
    cut: Callable[[Any], Any], fits: bool
) -> None:
    @cuda.jit
    def nothing(x: Any) -> None:
        pass

    whole = np.zeros((4, 6))

    if fits:
        nothing[1, 1](cut(whole))
    else:
        with pytest.raises(ValueError, match="nothing is given a host array with gaps for x"):
            nothing[1, 1](cut(whole))


@pytest.mark.parametrize("dtype", [">f8", ">i2", [("x", ">i4"), ("y", "<f8")]])
def test_bytes_in_another_order_are_refused_with_what_to_do(dtype: Any) -> None:
    with pytest.raises(NotSupportedError, match=r"pass x\.astype\(x\.dtype\.newbyteorder"):
        increment[1, 1](np.zeros(3, dtype))


def test_a_device_array_is_passed_with_its_gaps() -> None:
    @cuda.jit
    def count(x: Any) -> None:
        x[cuda.grid(1)] += 1

    device = cuda.to_device(np.zeros((4, 6)))

    count[1, 4](device[:, 1])

    assert device.copy_to_host()[:, 1].tolist() == [1, 1, 1, 1]


def test_an_array_with_gaps_is_refused_in_numbas_words() -> None:
    device = cuda.to_device(np.arange(20.0))

    with pytest.raises(ValueError, match="non-contiguous buffer"):
        cuda.to_device(np.arange(20.0)[::2])
    with pytest.raises(ValueError, match="non-contiguous buffer"):
        device[::2].copy_to_device(np.arange(10.0))
    with pytest.raises(ValueError, match="copy"):
        np.array(device, copy=False)


def test_a_record_of_the_host_is_filled_from_the_device() -> None:
    dtype = np.dtype([("a", np.int32), ("b", np.float32)])
    record, other = np.zeros(2, dtype)
    record["a"], record["b"] = 3, 0.5

    cuda.to_device(record).copy_to_host(other)

    assert other == record


def test_an_element_of_a_field_of_arrays_can_be_assigned() -> None:
    dtype = np.dtype([("g", np.int32), ("h", np.float32, 2)])
    device = cuda.device_array(3, dtype)

    device["h"][1, 0] = 3.0

    assert device.copy_to_host()["h"][1, 0] == 3.0


def test_pointers_to_the_same_memory_are_equal() -> None:
    device = cuda.to_device(np.arange(4))

    assert device.gpu_data == device.view(np.uint64).gpu_data
    assert device.gpu_data != cuda.to_device(np.arange(4)).gpu_data
    assert len({device.gpu_data, device.gpu_data}) == 1
