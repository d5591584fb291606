"""Kernels are compiled after the picture is there, once; later launches bring that with them."""

from __future__ import annotations

from dataclasses import replace

from pytestqt.qtbot import QtBot

from gpuviz.device import find_device
from gpuviz.engines.compiled_kernel import NOT_COMPILED, CompiledKernel, CompiledLaunch
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.messages import Message
from gpuviz.session.compilation import Compilation, Compiled, Refused
from tests.gpu.launch_checks import request_for
from tests.helpers import traces
from tests.session.fake_workers import FakeWorkers

REQUEST = request_for(("vector_add", (100,), (64,)), "emulator")
KERNEL = CompiledKernel("7.5", 44, 0, 0, ())


def result_of(request: LaunchRequest) -> LaunchResult:
    return LaunchResult(request.number, (traces.vector_add(100, 64),), True, 0.0, 1e-3)


def answer(qtbot: QtBot, workers: FakeWorkers, compilation: Compilation) -> Compiled:
    part = replace(traces.vector_add(100, 64), registers_per_thread=44)
    with qtbot.waitSignal(compilation.compiled) as told:
        workers.compiling[-1].set_result(CompiledLaunch(KERNEL, part))
    found: Compiled = told.args[0]
    return found


def test_a_launch_is_compiled_and_the_next_ones_bring_it_with_them(qtbot: QtBot) -> None:
    workers = FakeWorkers(compiles=True)
    compilation = Compilation(workers)
    result = result_of(REQUEST)
    assert compilation.with_known(REQUEST).compiled is None

    compilation.ask(REQUEST, result)
    found = answer(qtbot, workers, compilation)

    assert found.of is result
    assert found.launch.kernel == KERNEL
    assert compilation.with_known(replace(REQUEST, number=2, size=(7,))).compiled == KERNEL
    compilation.ask(compilation.with_known(REQUEST), result)
    assert len(workers.compiling) == 1


def test_a_launch_that_was_asked_for_before_its_kernel_was_compiled_is_modelled_again(
    qtbot: QtBot,
) -> None:
    workers = FakeWorkers(compiles=True)
    compilation = Compilation(workers)
    compilation.ask(REQUEST, result_of(REQUEST))
    answer(qtbot, workers, compilation)

    compilation.ask(REQUEST, result_of(REQUEST))

    assert len(workers.compiling) == 2


def test_another_compute_capability_is_compiled_anew(qtbot: QtBot) -> None:
    workers = FakeWorkers(compiles=True)
    compilation = Compilation(workers)
    compilation.ask(REQUEST, result_of(REQUEST))
    answer(qtbot, workers, compilation)
    hopper = replace(REQUEST, device=find_device("h100_sxm"))

    assert compilation.with_known(hopper).compiled is None
    compilation.ask(hopper, result_of(hopper))

    assert len(workers.compiling) == 2


def test_where_nothing_can_be_compiled_it_is_not_tried_again(qtbot: QtBot) -> None:
    workers = FakeWorkers()
    compilation = Compilation(workers)

    with qtbot.waitSignal(compilation.busyChanged, check_params_cb=lambda busy: not busy):
        compilation.ask(REQUEST, result_of(REQUEST))
    compilation.ask(REQUEST, result_of(REQUEST))

    assert len(workers.compiling) == 1
    assert compilation.with_known(REQUEST).compiled is None


def test_only_emulated_launches_are_compiled() -> None:
    workers = FakeWorkers()
    compilation = Compilation(workers)

    for engine in ("cuda", "numba-simulator"):
        request = replace(REQUEST, engine=engine)
        compilation.ask(request, result_of(request))

    assert workers.compiling == []


def test_that_numba_refuses_a_kernel_is_told_for_each_of_its_launches(qtbot: QtBot) -> None:
    workers = FakeWorkers(compiles=True)
    compilation = Compilation(workers)
    why = Message(NOT_COMPILED, "Numba cannot compile it.")
    told: list[Refused] = []
    compilation.refused.connect(told.append)

    compilation.ask(REQUEST, result_of(REQUEST))
    with qtbot.waitSignal(compilation.refused):
        workers.compiling[-1].set_result(why)
    again = replace(REQUEST, number=2)
    compilation.ask(compilation.with_known(again), result_of(again))

    assert [(one.of.number, one.why) for one in told] == [(REQUEST.number, why), (2, why)]
    assert len(workers.compiling) == 1


def test_that_there_is_no_compiler_is_no_refusal(qtbot: QtBot) -> None:
    workers = FakeWorkers(compiles=True)
    compilation = Compilation(workers)
    told: list[Refused] = []
    compilation.refused.connect(told.append)

    compilation.ask(REQUEST, result_of(REQUEST))
    with qtbot.waitSignal(compilation.busyChanged, check_params_cb=lambda busy: not busy):
        workers.compiling[-1].set_result(Message("compiled.none", "There is no compiler."))

    assert told == []
