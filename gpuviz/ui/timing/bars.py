"""The times of runs as plain data: which bars there are, in which colour, measured or modelled."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from gpuviz.engines.request import CpuTimes
from gpuviz.trace import Times
from gpuviz.ui.numbers import seconds, whole
from gpuviz.ui.texts import tr

LARGEST_LINEAR_RATIO = 50.0  # beyond it the short bars of a linear axis cannot be told apart
Token = Literal["read", "write", "barrier"]


@dataclass(frozen=True, slots=True)
class RunTimes:
    """The times of one run. `cpu` is None until the twins have been timed."""

    number: int
    operation: str  # path of the kernel file
    title: str
    size: tuple[int, ...]
    device: str
    gpu: Times | None
    cpu: CpuTimes | None = None
    expects_cpu: bool = True  # not of a recording

    @property
    def size_text(self) -> str:
        """ "1 000" or "64 × 64 × 64"."""
        return " × ".join(whole(n) for n in self.size)


@dataclass(frozen=True, slots=True)
class Bar:
    """One time; without `seconds`, `words` says why. `shade` 0..1 dims it in the history."""

    label: str
    short: str  # for a legend
    seconds: float | None
    words: str
    token: Token
    modelled: bool = False
    shade: float = 1.0


def bars_of(run: RunTimes) -> tuple[Bar, ...]:
    """The bars of one run: the CPU twins, then the GPU's kernel without and with its copies."""
    cpu = _cpu_bars(run) if run.cpu or run.expects_cpu else []
    return (*cpu, *_gpu_bars(run.gpu))


def decades(runs: Iterable[RunTimes]) -> tuple[int, int]:
    """The powers of ten of seconds that hold every bar, one below the shortest included."""
    logs = [math.log10(bar.seconds) for run in runs for bar in bars_of(run) if bar.seconds]
    if not logs:
        return -7, -3
    low = math.floor(min(logs) - 0.15)
    return low, max(low + 2, math.ceil(max(logs)))


@dataclass(frozen=True, slots=True)
class Scale:
    """How long bars are: on a linear axis from 0, or where times differ too much on a logarithmic
    one from 10 ** `low` to 10 ** `high` seconds.
    """

    longest: float
    low: int = 0
    high: int = 0

    @property
    def is_logarithmic(self) -> bool:
        """Whether every step of the axis is ten times the one before."""
        return self.high > self.low

    def share(self, value: float) -> float:
        """Where a time is on the axis, 0..1."""
        if not self.is_logarithmic:
            return value / self.longest
        return (math.log10(value) - self.low) / (self.high - self.low)


def scale_of(bars: Iterable[Bar]) -> Scale | None:
    """One scale for all these bars; None without any time."""
    times = [bar.seconds for bar in bars if bar.seconds]
    if not times:
        return None
    if max(times) / min(times) <= LARGEST_LINEAR_RATIO:
        return Scale(max(times))
    return Scale(max(times), math.floor(math.log10(min(times)) - 0.15), _ceil_log(max(times)))


def _ceil_log(value: float) -> int:
    return math.ceil(math.log10(value) - 1e-9)


def _cpu_bars(run: RunTimes) -> list[Bar]:
    cpu = run.cpu
    named = (
        (tr("CPU, 1 thread"), tr("1 thread"), cpu.one_thread_s if cpu else None, 1.0),
        (tr("CPU, all threads"), tr("all threads"), cpu.all_threads_s if cpu else None, 0.7),
        (tr("NumPy"), tr("NumPy"), cpu.numpy_s if cpu else None, 0.4),
    )
    return [
        Bar(label, short, value, _cpu_words(run, value), "read", shade=shade)
        for label, short, value, shade in named
    ]


def _cpu_words(run: RunTimes, value: float | None) -> str:
    if value is not None:
        return seconds(value)
    return tr("measuring …") if run.cpu is None else tr("no time: no such twin, or over 2 s")


def _gpu_bars(times: Times | None) -> list[Bar]:
    if times is None or times.kernel_s is None:
        return []
    bars = [_gpu_bar((tr("GPU, kernel"), tr("GPU kernel")), times.kernel_s, "write", times)]
    if times.h2d_s is not None and times.d2h_s is not None:
        whole_s = times.h2d_s + times.kernel_s + times.d2h_s
        bars.append(_gpu_bar((tr("GPU with copies"), tr("with copies")), whole_s, "barrier", times))
    return bars


def _gpu_bar(names: tuple[str, str], value: float, token: Token, times: Times) -> Bar:
    modelled = times.source == "modelled"
    words = [seconds(value), tr("modelled") if modelled else ""]
    text = " ".join(filter(None, words))
    return Bar(*names, value, f"{text}, {tr(times.note)}" if times.note else text, token, modelled)
