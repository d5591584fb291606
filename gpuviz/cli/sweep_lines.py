"""The points of a sweep as lines of a table that grows while they come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from gpuviz.bench.points import SweepPoint, SweepRequest
from gpuviz.bench.sweep_ranges import names_text, shape_of
from gpuviz.bench.sweep_table import with_copies_s
from gpuviz.cli.sweep_report import SweepNote, SweepReport
from gpuviz.cli.table import columns_of, counted, flush_right, sentence
from gpuviz.cli.words import limiter_text, limits_text
from gpuviz.engines.request import CpuTimes
from gpuviz.operation import OperationInfo
from gpuviz.scene.numbers import THIN_SPACE, percent, seconds, sizes_text, whole
from gpuviz.texts import enumerated, tr

GAP = "  "


class SweepColumn(NamedTuple):
    """One column: what stands above it, how wide it is, and what it says of a point."""

    heading: str
    least_width: int
    cell: Callable[[SweepPoint], str]

    @property
    def width(self) -> int:
        """In columns of a terminal."""
        return max(self.least_width, columns_of(self.heading))


def _seconds(value: float | None) -> str:
    return "-" if value is None else seconds(value)


def _kernel(point: SweepPoint) -> str:
    return _seconds(point.times.kernel_s if point.times else None)


def _with_copies(point: SweepPoint) -> str:
    return _seconds(with_copies_s(point.times))


def _occupancy(point: SweepPoint) -> str:
    return percent(point.occupancy.fraction) if point.occupancy else "-"


def _limited_by(point: SweepPoint) -> str:
    return limits_text(point.occupancy.limited_by) if point.occupancy else "-"


def _limiter(point: SweepPoint) -> str:
    return limiter_text(point.prediction.limiter) if point.prediction else "-"


def _cpu(seconds_of: Callable[[CpuTimes], float | None]) -> Callable[[SweepPoint], str]:
    return lambda point: _seconds(seconds_of(point.cpu) if point.cpu else None)


def _of_launch() -> tuple[SweepColumn, ...]:
    return (
        SweepColumn(tr("GPU kernel"), 10, _kernel),
        SweepColumn(tr("with copies"), 11, _with_copies),
    )


def _of_block() -> tuple[SweepColumn, ...]:
    return (
        SweepColumn(tr("time limited by"), 15, _limiter),
        SweepColumn(tr("occupancy"), 9, _occupancy),
        SweepColumn(tr("limited by"), 10, _limited_by),
    )


def _of_cpu() -> tuple[SweepColumn, ...]:
    return (
        SweepColumn(tr("CPU one thread"), 14, _cpu(lambda times: times.one_thread_s)),
        SweepColumn(tr("CPU all threads"), 15, _cpu(lambda times: times.all_threads_s)),
        SweepColumn("NumPy", 8, _cpu(lambda times: times.numpy_s)),
    )


class SweepLines:
    """Prints what is known of a point at once: the launch's half of a line, then the CPU's."""

    def __init__(self, info: OperationInfo, request: SweepRequest) -> None:
        others = _of_block() if request.kind == "blocks" else ()
        self._launch = (_first_column(info, request), *_of_launch(), *others)
        self._cpu = _of_cpu() if request.times_cpu else ()
        self._open = False  # a line whose end is still to come

    def begin(self, headline: str) -> None:
        """What the table is of, and its headings."""
        columns = (*self._launch, *self._cpu)
        _print(headline + "\n" + GAP.join(flush_right(c.heading, c.width) for c in columns) + "\n")

    def show(self, point: SweepPoint) -> None:
        """Tells what is new of a point."""
        if not self._open:
            _print(self._beginning(point))
            self._open = True
        if point.cpu is not None or point.message is not None or not self._cpu:
            _print(self._ending(point) + "\n")
            self._open = False

    def close(self) -> None:
        """Ends a line that is not going to get its second half."""
        if self._open:
            _print("\n")
            self._open = False

    def _beginning(self, point: SweepPoint) -> str:
        return _cells(self._launch[:1] if point.message else self._launch, point)

    def _ending(self, point: SweepPoint) -> str:
        if point.message is not None:
            return GAP + point.message.text
        cells = _cells(self._cpu, point)
        return "".join(GAP + part for part in (cells, _findings(point)) if part)


def _first_column(info: OperationInfo, request: SweepRequest) -> SweepColumn:
    """What differs from point to point."""
    is_sizes = request.kind == "sizes"
    heading = names_text(info.size_names, request.sizes) if is_sizes else tr("block")
    cells = _subjects(request)
    return SweepColumn(heading, max(map(len, cells)), lambda point: cells[point.index])


def _subjects(request: SweepRequest) -> list[str]:
    """The size of each point, or its block."""
    if request.kind == "sizes":
        return [size_words(size) for size in request.sizes]
    return [sizes_text(shape_of(block)) for block in request.blocks]


def size_words(size: Sequence[int]) -> str:
    """One number where one stands for all, else a shape."""
    return whole(size[0]) if len(set(size)) == 1 else sizes_text(size)


def closing_text(report: SweepReport) -> str:
    """What the points say together, and why some of their times are missing or may be off."""
    notes = (_note_text(report.request, note) for note in report.notes)
    return "\n".join(("", *map(sentence, report.words), *notes))


def _note_text(request: SweepRequest, note: SweepNote) -> str:
    """A sentence behind the first of its points, and how many there are besides."""
    others = ""
    if note.points > 1:
        others = (
            counted(note.points - 1, " and 1 other size", " and {n} other sizes")
            if request.kind == "sizes"
            else counted(note.points - 1, " and 1 other block", " and {n} other blocks")
        )
    return tr("At {where}{others}: {words}").format(
        where=_subjects(request)[note.first.index], others=others, words=sentence(note.message)
    )


def _cells(columns: Sequence[SweepColumn], point: SweepPoint) -> str:
    return GAP.join(flush_right(column.cell(point), column.width) for column in columns)


def _findings(point: SweepPoint) -> str:
    wrong = tr("WRONG result") if point.correct is False else ""
    hazards = counted(point.hazards, "1 hazard", "{n} hazards") if point.hazards else ""
    return enumerated([words for words in (wrong, hazards) if words])


def _print(text: str) -> None:
    """At once, for a terminal whose fonts and encodings may lack the thin space."""
    print(text.replace(THIN_SPACE, " "), end="", flush=True)
