"""The drop-in on the host: device arrays, arguments, launches outside of a recording."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from gpuviz import cuda
from gpuviz.cuda.launching import HazardWarning
from gpuviz.cuda.recording import open_recording
from gpuviz.messages import KernelFailed, NotSupportedError, RequestRefused
from gpuviz.simt.execute import LaunchFailed
from tests.notebook import launches
from tests.notebook.launches import following


@cuda.jit
def double(x: Any) -> None:
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2


@cuda.jit
def add_one(a: Any, b: Any) -> None:
    i = cuda.grid(1)
    b[i] = a[i] + 1


@cuda.jit
def beyond(x: Any) -> None:
    x[cuda.grid(1)] = 1


@cuda.jit
def endless(x: Any) -> None:
    while x[0] == 0:
        pass


def test_a_launch_writes_a_host_array_in_place() -> None:
    x = np.arange(40, dtype=np.float32)

    double[2, 32](x)

    np.testing.assert_array_equal(x, 2 * np.arange(40))


def test_configure_is_another_way_to_say_the_brackets() -> None:
    x = np.ones(32)

    double.configure(1, 32)(x)

    assert x.sum() == 64


def test_to_device_copies_and_only_a_copy_shows_what_a_kernel_did() -> None:
    host = np.ones(32, np.float32)
    device = cuda.to_device(host)

    double[1, 32](device)

    assert host.sum() == 32
    assert device.copy_to_host().sum() == 64


@pytest.mark.parametrize("order", ["C", "F"])
def test_a_device_array_keeps_shape_type_and_order(order: Any) -> None:
    host = np.array([[1, 2, 3], [4, 5, 6]], np.int16, order=order)

    device = cuda.to_device(host)

    assert (device.shape, device.ndim) == ((2, 3), 2)
    assert device.dtype == np.int16
    assert (device.size, device.nbytes, device.strides) == (6, 12, host.strides)
    assert device.is_c_contiguous() == (order == "C")
    assert device.is_f_contiguous() == (order == "F")
    np.testing.assert_array_equal(device.copy_to_host(), host)
    np.testing.assert_array_equal(np.asarray(device, np.float64), host)


def test_views_of_a_device_array_share_its_memory() -> None:
    device = cuda.to_device(np.arange(12))

    device[3:5] = np.array([7, 8])
    device.reshape(3, 4)[2] = device[0:4]
    device.T[1] = -1

    assert device[3] == 7
    assert list(device.ravel().copy_to_host()) == [0, -1, 2, 7, 8, 5, 6, 7, 0, 1, 2, 7]


def test_new_device_memory_is_not_zero() -> None:
    assert np.isnan(cuda.device_array(4, np.float32).copy_to_host()).all()
    assert (cuda.device_array((2, 2), np.int32).copy_to_host() == -1).all()
    assert cuda.device_array(3, np.bool_).copy_to_host().all()
    assert cuda.device_array_like(np.zeros((2, 3), order="F")).is_f_contiguous()
    assert len(cuda.device_array(0)) == 0


@pytest.mark.parametrize(
    ("target", "error"),
    [
        (np.zeros(4), TypeError),
        (np.zeros(5, np.float32), ValueError),
        (np.zeros((2, 2), np.float32), ValueError),
    ],
)
def test_a_copy_between_unlike_arrays_fails_as_numbas_does(
    target: np.ndarray[Any, Any], error: type[Exception]
) -> None:
    device = cuda.to_device(np.zeros(4, np.float32))

    with pytest.raises(error):
        device.copy_to_host(target)
    with pytest.raises(error):
        device.copy_to_device(target)


def test_a_copy_to_an_array_in_the_other_order_fails_as_numbas_does() -> None:
    device = cuda.to_device(np.zeros((2, 3)))

    with pytest.raises(ValueError, match="by rows"):
        device.copy_to_host(np.zeros((2, 3), order="F"))


def test_a_view_with_gaps_cannot_go_to_the_device() -> None:
    with pytest.raises(ValueError, match="ascontiguousarray"):
        cuda.to_device(np.arange(10)[::2])


def test_copies_to_a_device_array_that_is_there() -> None:
    device = cuda.device_array(3)

    assert cuda.to_device(np.arange(3.0), to=device) is device
    device.copy_to_device(cuda.to_device(np.ones(3)))

    assert device.copy_to_host().sum() == 3
    assert cuda.to_device(device) is device


def test_the_same_host_array_passed_twice_is_two_arrays_on_the_device() -> None:
    """Numba copies both to the device and both back, the later parameter last."""
    x = np.zeros(32)

    add_one[1, 32](x, x)

    assert (x == 1).all()

    @cuda.jit
    def write_first(a: Any, b: Any) -> None:
        i = cuda.grid(1)
        a[i] = b[31 - i] + 5

    write_first[1, 32](x, x)

    assert (x == 1).all()  # overwritten by the copy of b


def test_the_same_device_array_passed_twice_is_one() -> None:
    device = cuda.to_device(np.zeros(32))

    add_one[1, 32](device, device)

    assert (device.copy_to_host() == 1).all()


def test_a_read_only_array_can_be_read_and_not_written() -> None:
    x, y = np.ones(32), np.zeros(32)
    x.flags.writeable = False

    add_one[1, 32](x, y)

    assert (y == 2).all()
    with pytest.raises(RequestRefused, match="writes into b, which is read-only"):
        add_one[1, 32](y, x)
    assert (x == 1).all()


@pytest.mark.parametrize("subclass", [np.matrix, np.recarray])
def test_an_array_of_a_subclass_is_passed_as_the_array_that_it_is(subclass: Any) -> None:
    x = np.ones((1, 32)).view(subclass)

    @cuda.jit
    def fill(a: Any) -> None:
        a[0, cuda.grid(1)] = 3

    fill[1, 32](x)

    assert x.sum() == 96


def test_outside_of_a_recording_a_hazard_is_a_warning_at_its_line() -> None:
    with pytest.warns(HazardWarning, match=r"thread \(8, 0, 0\)") as caught:
        beyond[1, 32](np.zeros(8))

    (told,) = [one for one in caught if one.category is HazardWarning]
    assert (told.filename, told.lineno) == (__file__, beyond.py_func.__code__.co_firstlineno + 2)


def test_a_warning_of_a_hazard_in_another_file_stands_there() -> None:
    @cuda.jit
    def shift(x: Any) -> None:
        x[cuda.grid(1)] = following(x, cuda.grid(1))

    with pytest.warns(HazardWarning, match="of notebook/launches.py: ") as caught:
        shift[1, 1](np.zeros(1))

    (told,) = [one for one in caught if one.category is HazardWarning]
    first = following.py_func.__code__.co_firstlineno
    assert (told.filename, told.lineno) == (launches.__file__, first + 2)


def test_a_recording_has_the_launches_of_all_threads_in_order() -> None:
    x = np.ones(32)

    with open_recording() as recording:
        double[1, 32](x)
        thread = threading.Thread(target=double[2, 16], args=(x,))
        thread.start()
        thread.join()
        beyond[1, 32](np.zeros(8))

    assert [trace.config.blocks for trace in recording.launches] == [1, 2, 1]
    assert [len(trace.hazards) for trace in recording.launches] == [0, 0, 1]


def test_a_recording_remembers_a_launch_that_failed_and_forgets_a_refused_one() -> None:
    with open_recording() as recording:
        with pytest.raises(KernelFailed):
            endless[1, 32](np.zeros(1))
        with pytest.raises(RequestRefused):
            double[1, 2048](np.zeros(1))
        with pytest.raises(NotSupportedError):
            double[1, 32](np.array(["a"]))

    assert [type(failure) for failure in recording.failures] == [LaunchFailed, NotSupportedError]
    assert [trace.kernel for trace in recording.launches] == ["endless"]


@pytest.mark.parametrize(
    "use",
    [
        lambda: cuda.grid(1),
        lambda: cuda.threadIdx.x + 1,
        lambda: 1 - cuda.blockIdx.y,
        lambda: range(cuda.gridDim.z),
        lambda: [0][cuda.threadIdx.x],
        lambda: float(cuda.laneid),
        lambda: cuda.atomic.add(np.zeros(3), 0, 1),
        lambda: bool(cuda.warpsize),
        lambda: cuda.threadIdx.x == 0,
        lambda: cuda.threadIdx.x < 3,
        lambda: cuda.shared.array(3, np.float32),
        lambda: cuda.syncthreads(),
        lambda: np.zeros(3)[cuda.threadIdx.x :],
    ],
)
def test_a_name_for_kernels_used_on_the_host_says_what_it_is(use: Any) -> None:
    with pytest.raises(RequestRefused, match=r"cuda\.\w+.* has a value only while a kernel runs"):
        use()


def test_numba_has_every_name_that_the_drop_in_offers() -> None:
    from numba import cuda as real

    imported_on_use = {"fp16"}
    names = set(cuda.__all__) - set(dir(real)) - imported_on_use

    of_numba_cuda = {"vectorize", "guvectorize"}
    of_numba_itself = {"shfl_sync_intrinsic", "vote_sync_intrinsic"}
    assert names in (of_numba_cuda, of_numba_itself)


def test_the_drop_in_offers_all_of_numbas_atomics() -> None:
    from numba import cuda as real

    def names(space: object) -> set[str]:
        return {name for name in vars(space) if not name.startswith("_")}

    assert names(cuda.atomic) == names(real.atomic)


def test_parameters_have_the_names_and_order_of_numbas_own() -> None:
    import inspect

    from numba import cuda as real

    for name in ("to_device", "device_array", "pinned_array", "event", "event_elapsed_time"):
        theirs = list(inspect.signature(getattr(real, name)).parameters)
        ours = list(inspect.signature(getattr(cuda, name)).parameters)
        assert ours[: len(theirs)] == theirs, name
