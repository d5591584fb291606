"""Devices, contexts, streams, events and the memory that scripts reserve."""

from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import pytest

from gpuviz import cuda
from gpuviz.cuda.errors import CudaAPIError, CudaSupportError
from gpuviz.cuda.recording import Recording, open_recording
from gpuviz.device import DEFAULT_DEVICE, find_device


@cuda.jit
def increment(x: Any) -> None:
    i = cuda.grid(1)
    if i < x.size:
        x[i] += 1


def test_the_device_says_that_it_is_the_emulator() -> None:
    device = cuda.get_current_device()

    assert "emulator" in device.name
    assert device is cuda.gpus[0] is cuda.select_device(0)
    assert device.WARP_SIZE == 32
    assert device.MAX_THREADS_PER_BLOCK == 1024
    assert device.compute_capability >= (6, 0)
    assert len(cuda.list_devices()) == 1


def test_there_is_no_second_device() -> None:
    with pytest.raises(CudaSupportError, match="no device 3"):
        cuda.select_device(3)


def test_detect_prints_the_device(capsys: pytest.CaptureFixture[str]) -> None:
    assert cuda.detect()

    assert "Found 1 CUDA devices" in capsys.readouterr().out


def test_device_arrays_take_memory() -> None:
    before = cuda.current_context().get_memory_info()

    array = cuda.device_array(1 << 20, np.float64)
    now = cuda.current_context().get_memory_info()

    assert before.free - now.free == array.nbytes
    assert now.total == before.total


def test_callbacks_of_a_stream_are_called_with_it() -> None:
    stream, called = cuda.stream(), []

    with stream.auto_synchronize() as same:
        stream.add_callback(lambda *given: called.append(given), "end")

    assert same is stream
    assert called == [(stream, 0, "end")]


def test_a_stream_can_be_awaited() -> None:
    async def wait() -> Any:
        return await cuda.stream().async_done()

    assert type(asyncio.run(wait())) is type(cuda.stream())


def test_the_time_between_two_events_is_noted_to_be_the_emulators() -> None:
    start, end = cuda.event(), cuda.event()

    with open_recording() as recording:
        start.record()
        increment[1, 32](np.zeros(32))
        end.record(cuda.default_stream())
        end.synchronize()
        milliseconds = start.elapsed_time(end)

    assert milliseconds == cuda.event_elapsed_time(start, end) > 0
    assert [note.message.code for note in recording.host.notes] == ["note.emulator-time"]


def test_an_event_that_was_not_recorded_has_no_time() -> None:
    with pytest.raises(CudaAPIError, match="never recorded"):
        cuda.event().elapsed_time(cuda.event())


@pytest.mark.parametrize("reserve", [cuda.mapped_array, cuda.managed_array, cuda.pinned_array])
def test_memory_of_the_host_that_kernels_see(reserve: Any) -> None:
    array = reserve((2, 3), np.int32, order="F")

    increment[1, 8](array.reshape(-1, order="F"))

    assert isinstance(array, np.ndarray)
    assert array.flags.f_contiguous
    assert (array == 1).all()


def test_mapped_host_memory_is_seen_by_kernels_without_a_copy() -> None:
    host, other = np.zeros(4), np.zeros(4)

    with cuda.mapped(host) as device, cuda.pinned(other):
        increment[1, 4](device)
    with cuda.mapped(host, other) as both:
        increment[1, 4](both[1])

    assert host.tolist() == other.tolist() == [1] * 4


class Foreign:
    """An array of another library, which shows where it lies."""

    def __init__(self, interface: dict[str, Any]) -> None:
        self.__cuda_array_interface__ = interface


def test_memory_that_another_library_shows_is_the_same_memory() -> None:
    device = cuda.to_device(np.arange(12).reshape(3, 4))
    foreign = Foreign(device[1:].__cuda_array_interface__)

    increment[1, 8](cuda.as_cuda_array(foreign).ravel())
    increment[1, 4](cuda.from_cuda_array_interface(device[0].__cuda_array_interface__))

    assert cuda.is_cuda_array(foreign)
    assert not cuda.is_cuda_array(np.zeros(3))
    assert device.copy_to_host().tolist() == (np.arange(12).reshape(3, 4) + 1).tolist()


def test_memory_of_a_real_gpu_is_refused() -> None:
    interface = {"shape": (3,), "typestr": "<f4", "data": (16, False), "version": 3}

    with pytest.raises(TypeError, match="not the emulator's"):
        cuda.as_cuda_array(Foreign(interface))


def test_a_device_array_can_be_cut_and_seen_in_other_ways() -> None:
    device = cuda.to_device(np.arange(10, dtype=np.int32))

    parts = list(device.split(4))
    doubled = cuda.to_device(np.array([1, 0], np.int32)).view(np.int64)

    assert [part.size for part in parts] == [4, 4, 2]
    assert parts[2].copy_to_host().tolist() == [8, 9]
    assert doubled[0] == 1
    assert device.reshape(1, 10).squeeze().shape == (10,)
    assert device.reshape(2, 5).transpose((1, 0)).shape == (5, 2)


def test_a_record_stays_on_the_device() -> None:
    kind = np.dtype([("x", np.int32), ("y", np.float64)])
    device = cuda.to_device(np.array([(1, 2.5), (3, 4.5)], kind))

    device[1]["x"] = 7

    assert device[1]["x"] == 7
    assert device["y"].copy_to_host().tolist() == [2.5, 4.5]


def test_strides_of_a_new_device_array_are_kept() -> None:
    device = cuda.device_array((2, 3), np.float32, strides=(16, 4))

    assert device.strides == (16, 4)
    assert device.copy_to_host().shape == (2, 3)


def test_every_attribute_that_numba_knows_is_answered() -> None:
    enums = pytest.importorskip("numba.cuda.cudadrv.enums")  # numba-cuda has them elsewhere
    prefix, device = "CU_DEVICE_ATTRIBUTE_", cuda.get_current_device()
    unknown = {  # to gpuviz's table of devices
        *("MEMORY_CLOCK_RATE", "GLOBAL_MEMORY_BUS_WIDTH", "ECC_ENABLED", "ASYNC_ENGINE_COUNT")
    }
    names = {name.removeprefix(prefix) for name in dir(enums) if name.startswith(prefix)}
    names = {name for name in names if not name.endswith("_ALT")}

    assert all(isinstance(getattr(device, name), int) for name in names - unknown)
    assert not any(hasattr(device, name) for name in unknown)
    assert device.TOTAL_CONSTANT_MEMORY == 65536
    major, minor = device.COMPUTE_CAPABILITY_MAJOR, device.COMPUTE_CAPABILITY_MINOR
    assert (major, minor) == device.compute_capability


def test_an_attribute_that_is_not_known_says_so() -> None:
    with pytest.raises(AttributeError, match=r"Did you mean device\.WARP_SIZE"):
        _ = cuda.get_current_device().WARPSIZE


def test_devices_are_told_apart_by_where_they_are_plugged_in() -> None:
    with open_recording(Recording(find_device(DEFAULT_DEVICE), gpus=2)):
        identities = [device.get_device_identity() for device in cuda.gpus]
        first, second = (device.get_primary_context() for device in cuda.gpus)

    assert identities[0] != identities[1]
    assert first != second
    assert first == cuda.current_context()


def test_memory_is_given_back_at_once_but_where_that_is_put_off() -> None:
    waiting = cuda.current_context().deallocations

    with cuda.defer_cleanup(), cuda.current_context().defer_cleanup():
        waiting.clear()
        assert waiting.is_disabled

    assert not waiting.is_disabled
    assert len(waiting) == 0


def test_a_context_makes_streams_events_and_memory() -> None:
    context = cuda.current_context()
    stream = context.create_stream()

    event = context.create_event()
    event.record(stream)

    assert event.query()
    assert context.create_external_stream(stream.handle).number == stream.number
    assert context.get_default_stream().handle == 0
    assert context.memalloc(100).size == 100


def test_closed_contexts_open_again_with_the_first_device() -> None:
    with open_recording(Recording(find_device(DEFAULT_DEVICE), gpus=2)):
        cuda.select_device(1)
        cuda.close()

        assert cuda.gpus.current is cuda.gpus[0]


def test_driver_and_runtime_tell_their_version() -> None:
    from gpuviz.cuda.cudadrv import driver, runtime

    assert driver.driver.get_version() == driver.get_version() == cuda.runtime.get_version()
    assert runtime.runtime.is_supported_version()
    assert driver.driver.get_device_count() == len(driver.driver.list_devices()) == 1
    assert cuda.cuda_error() is None


def test_every_name_of_numbas_devices_contexts_streams_and_events_is_there() -> None:
    """But for what carries memory into another process, and what loads machine code."""
    from numba.cuda.cudadrv import driver as real

    lacking = {
        "Device": {"from_identity"},
        "Context": {
            *("create_module_image", "create_module_ptx", "unload_module"),
            *("get_active_blocks_per_multiprocessor", "get_max_potential_block_size"),
            *("get_ipc_handle", "open_ipc_handle", "enable_peer_access"),
            *("memallocmanaged", "memhostalloc", "mempin"),
        },
        "Stream": set(),
        "Event": set(),
    }
    ours = (cuda.get_current_device(), cuda.current_context(), cuda.stream(), cuda.event())
    for (name, known), one in zip(lacking.items(), ours, strict=True):
        theirs = {part for part in dir(getattr(real, name)) if not part.startswith("_")}

        assert theirs - known <= {*dir(one)}, name
