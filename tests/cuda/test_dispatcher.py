"""What kernels tell of themselves: types, limits, configurations; what only compilers know."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
import pytest
from numba import float32, float64, int32, int64, types

from gpuviz import cuda
from gpuviz.cuda.recording import Recording, open_recording
from gpuviz.device import find_device
from gpuviz.messages import NotSupportedError


def doubling() -> Any:
    @cuda.jit
    def double(x: Any, factor: Any) -> None:
        own = cuda.shared.array(32, float32)
        i = cuda.grid(1)
        own[cuda.threadIdx.x] = factor
        x[i] *= own[cuda.threadIdx.x]

    return double


def test_a_kernel_knows_the_types_that_it_was_launched_with() -> None:
    double = doubling()

    double[1, 32](np.ones(32, np.float32), 2)
    double[1, 32](cuda.to_device(np.ones(32)), np.float32(2))
    double[1, 32](cuda.to_device(np.ones((4, 64), order="F"))[0, :], 2.0)
    double[1, 32](np.ones(32, np.float32), 3)

    assert double.signatures == [
        (float32[::1], int64),
        (float64[::1], float32),
        (float64[:], float64),
    ]
    assert double.overloads[float32[::1], int64] is double
    assert len(double.overloads) == 3


def test_a_tuple_of_arguments_has_the_types_of_its_items() -> None:
    @cuda.jit
    def take(pair: Any, x: Any) -> None:
        x[0] = pair[0] + pair[1]

    take[1, 1]((1, 2.5), np.zeros(1))

    assert take.signatures == [(types.Tuple([int64, float64]), float64[::1])]


def test_a_kernel_with_a_signature_is_for_its_types_alone() -> None:
    @cuda.jit("void(float32[:], int32)")
    def fill(x: Any, value: Any) -> None:
        x[cuda.grid(1)] = value

    fill[1, 4](np.ones(4, np.float32), 7)

    assert fill.specialized
    assert fill.signatures == [(float32[:], int32)]
    assert fill.get_max_threads_per_block() == 1024
    with pytest.raises(RuntimeError, match="already specialized"):
        fill.specialize(np.ones(4, np.float32), 7)


def test_a_kernel_compiled_for_types_is_the_same_one() -> None:
    double = doubling()

    compiled = double.compile("void(float32[:], int32)")
    special = double.specialize(np.ones(3, np.float32), 2)

    assert compiled is double
    assert double.signatures == [(float32[:], int32)]
    assert special.specialized
    assert special.signatures == [(float32[::1], int64)]
    x = np.ones(32, np.float32)
    special.forall(32, tpb=32)(x, 5)
    special.recompile()
    special[1, 32](x, 2)
    assert (x == 10).all()
    assert len(special.signatures) == 1
    assert not double.specialized


def test_limits_of_a_kernel_are_told_for_each_of_its_types() -> None:
    double = doubling()

    assert double.get_shared_mem_per_block() == {}
    double[1, 32](np.ones(32, np.float32), 2)

    key = (float32[::1], int64)
    assert double.get_shared_mem_per_block() == {key: 128}
    assert double.get_shared_mem_per_block(types.void(*key)) == 128
    assert double.get_max_threads_per_block() == {key: 1024}
    assert double.overloads[key].shared_mem_per_block == 128


def test_limits_are_those_of_the_device_that_is_emulated() -> None:
    most = []
    for name in ("gtx1060_6gb", "h100_sxm"):
        with open_recording(Recording(find_device(name))):
            most.append(doubling().max_cooperative_grid_blocks(256))

    assert most[0] < most[1]


def test_a_configured_kernel_tells_its_configuration() -> None:
    double, stream = doubling(), cuda.stream()

    configured = double[(2, 3), 64, stream, 16]

    assert configured.dispatcher is double
    assert (configured.griddim, configured.blockdim) == ((2, 3, 1), (64, 1, 1))
    assert (configured.stream, configured.sharedmem) == (stream, 16)
    assert double[1, 1].stream == 0


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("name", ["inspect_cfg", "const_mem_size", "type_annotation"])
def test_what_only_a_compiler_knows_says_what_to_install(
    name: str, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: object() if there else None)

    with pytest.raises(AttributeError) as raised:
        getattr(doubling(), name)

    assert f"{name} shows what a compiler made of a kernel" in str(raised.value)
    assert ('pip install "numba-cuda[cu13]' in str(raised.value)) == (not there)


@pytest.mark.parametrize(
    "name", ["inspect_asm", "inspect_llvm", "inspect_lto_ptx", "inspect_sass", "inspect_sass_cfg"]
)
def test_a_script_that_shows_compiled_code_goes_on_without_a_compiler(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    kernel = doubling()
    kernel[1, 32](np.ones(32, np.float32), 2)

    (words,) = getattr(kernel, name)().values()

    assert words.startswith(f"{name} shows what a compiler made of a kernel")
    assert getattr(kernel, name)(kernel.signatures[0]) == words


def test_a_script_that_shows_inferred_types_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    doubling().inspect_types()

    assert capsys.readouterr().out.startswith("inspect_types shows what a compiler made")


def test_machine_code_from_elsewhere_is_refused_in_words() -> None:
    code = cuda.PTXSource(b"ptx")

    with pytest.raises(NotSupportedError, match="link= names is machine code from elsewhere"):
        cuda.jit(link=[code])


def test_every_name_of_numbas_kernels_is_there_or_said_to_need_a_compiler() -> None:
    """But for what compilers and caches of compiled code call."""
    from numba.cuda.dispatcher import CUDADispatcher, _Kernel

    lacking = {
        *("add_overload", "call", "compile_device", "dump", "enable_caching", "launch", "codegen"),
        *("fold_argument_types", "is_compiling", "parallel_diagnostics", "stats", "targetdescr"),
        *("typeof_pyval", "argument_types"),
        # numba-cuda's
        *("NRT_functions", "initialize_once", "mark_launch_config_sensitive", "maybe_link_nrt"),
    }
    ours = doubling()
    names = {name for name in [*dir(CUDADispatcher), *dir(_Kernel)] if not name.startswith("_")}

    for name in names - lacking - {*dir(ours)}:
        with pytest.raises(AttributeError, match="shows what a compiler made"):
            getattr(ours, name)
