"""`gpuviz devices --operation`: one launch, emulated once and modelled on every device."""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpuviz.cli.choices import chosen_config, chosen_size
from gpuviz.cli.gpu import answer_of
from gpuviz.cli.progress import share_bar
from gpuviz.cli.report import occupancy_object
from gpuviz.cli.table import aligned
from gpuviz.cli.words import limiter_text
from gpuviz.device import DEFAULT_DEVICE, Device, find_device
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import LaunchConfig
from gpuviz.messages import EnglishText
from gpuviz.model.part import copied_by_launch
from gpuviz.model.trust import kernel_ends
from gpuviz.operation import find_operation
from gpuviz.texts import labelled, tr
from gpuviz.trace import Prediction
from gpuviz.units import figures, percent, seconds, sizes_text
from gpuviz.worker.jobs import RunOperation

if TYPE_CHECKING:
    from gpuviz.model.on_device import OnDevice

NUMBER = 1  # of the only launch of this session
HEADINGS: tuple[EnglishText, ...] = (
    "device", "kernel", "real", "with copies", "limited by", "occupancy", "waves",
)  # fmt: skip
NUMBERS = (1, 2, 3, 5, 6)  # columns of numbers, which stand at the right
TABLE_HEAD = (
    "device", "kernel_s", "h2d_s", "d2h_s", "with_copies_s", "band_low", "band_high", "calibrated",
    "limiter", "occupancy_fraction", "waves", "tail", "refused",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class LaunchedOnDevices:
    """One launch and what the model says of it on each device."""

    operation: str
    size: tuple[int, ...]
    config: LaunchConfig
    rows: tuple[OnDevice, ...]
    correct: bool | None  # None: the file checks nothing
    hazards: int

    @property
    def good(self) -> bool:
        """The result is not wrong, and there is no hazard."""
        return self.correct is not False and self.hazards == 0


def launch_on_devices(
    arguments: argparse.Namespace, devices: Sequence[Device]
) -> LaunchedOnDevices:
    """Emulates what was asked, and models it; raises RequestRefused before anything is launched."""
    from gpuviz.model.everywhere import on_device
    from gpuviz.worker import Workers

    info = find_operation(arguments.operation)
    info.check_one_launch()
    size = chosen_size(info, arguments.size)
    anywhere = argparse.Namespace(**{**vars(arguments), "device": None, "device_file": None})
    config = chosen_config(info, size, anywhere)
    device = find_device(DEFAULT_DEVICE)
    request = LaunchRequest(NUMBER, info.path, size, config, "emulator", device)
    with Workers() as workers, share_bar() as bar:
        result = answer_of(workers.submit(RunOperation(request), bar), bar.go_on)
    trace = result.trace
    copied = copied_by_launch(trace)
    rows = tuple(on_device(trace, device, copied) for device in devices)
    return LaunchedOnDevices(info.name, size, config, rows, result.correct, len(trace.hazards))


def launched_text(found: LaunchedOnDevices) -> str:
    """A line for each device, under what was launched."""
    config = found.config
    head = tr("{operation}  size {size}, grid {grid} x block {block}").format(
        operation=found.operation,
        size=sizes_text(found.size),
        grid=config.grid,
        block=config.block,
    )
    fitting = [_cells(row, row.prediction) for row in found.rows if row.prediction is not None]
    refused = [
        labelled(row.device.id, row.refused.text) for row in found.rows if row.refused is not None
    ]
    table = aligned([tuple(map(tr, HEADINGS)), *fitting], right=NUMBERS)
    parts = (head, table, "\n".join(refused), _how_sure(found.rows), _wrong(found))
    return "\n\n".join(filter(None, parts))


def launched_object(found: LaunchedOnDevices) -> dict[str, object]:
    """The same for JSON: seconds, unknown is None."""
    return {
        "operation": found.operation,
        "size": found.size,
        "grid": found.config.grid,
        "block": found.config.block,
        "correct": found.correct,
        "hazards": found.hazards,
        "modelled": [_object(row) for row in found.rows],
    }


def launched_csv(found: LaunchedOnDevices) -> str:
    """The same as a table; what is unknown is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(TABLE_HEAD)
    writer.writerows(map(_record, found.rows))
    return text.getvalue()


def _cells(row: OnDevice, prediction: Prediction) -> tuple[str, ...]:
    return (
        row.device.id,
        seconds(prediction.kernel_s),
        _span(prediction),
        seconds(_with_copies(prediction)),
        limiter_text(prediction.limiter),
        percent(row.occupancy.fraction),
        figures(prediction.waves),
    )


def _span(prediction: Prediction) -> str:
    ends = kernel_ends(prediction)
    if ends is None:
        return ""
    least, most = map(seconds, ends)
    return tr("{least} to {most}").format(least=least, most=most)


def _how_sure(rows: Sequence[OnDevice]) -> str:
    made = [row.prediction for row in rows if row.prediction is not None]
    if not made:
        return ""
    known = sum(one.validation is not None and one.validation.same_device > 0 for one in made)
    return tr(
        "modelled, float32 without tensor cores; '{column}' spans 8 of 10 published measurements of"
        " such launches, and {known} of these {count} GPUs are among them"
    ).format(column=tr("real"), known=known, count=len(made))


def _wrong(found: LaunchedOnDevices) -> str:
    """Empty for a launch that did what it should."""
    if found.good:
        return ""
    return tr("Something is wrong with this launch: `gpuviz run` says what.")


def _with_copies(prediction: Prediction) -> float:
    return prediction.h2d_s + prediction.kernel_s + prediction.d2h_s


def _object(row: OnDevice) -> dict[str, object]:
    prediction = row.prediction
    found: dict[str, object] = {"device": row.device.id, "refused": row.refused}
    names = (
        "kernel_s", "h2d_s", "d2h_s", "band", "copies_band", "validation", "calibrated", "limiter",
        "waves", "tail",
    )  # fmt: skip
    found |= {name: getattr(prediction, name, None) for name in names}
    return {**found, "occupancy": occupancy_object(row.occupancy)}


def _record(row: OnDevice) -> tuple[object, ...]:
    made = row.prediction
    if made is None:
        why = row.refused.text if row.refused is not None else ""
        return (row.device.id, *[""] * (len(TABLE_HEAD) - 2), why)
    times = (made.kernel_s, made.h2d_s, made.d2h_s, _with_copies(made))
    judged = (
        *(made.band or ("", "")),
        made.calibrated,
        made.limiter,
        row.occupancy.fraction,
        made.waves,
        made.tail,
    )
    return (row.device.id, *times, *judged, "")
