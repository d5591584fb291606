"""A CPU and a GPU to one scale, as plain data: a square for each unit that computes, a bar for the
bytes that lie beside them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpuviz.device import KIB, Device
from gpuviz.host_cpu import HostCpu
from gpuviz.scene.charts.table import Table
from gpuviz.scene.numbers import byte_count, whole
from gpuviz.scene.scene import Cells, Item, Label, Measure, Panel, Rect, Scene
from gpuviz.scene.sizes import BASE_PX, SMALL_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr

REGISTER_BYTES = 4
TITLE_PX, LINE_PX, BAR_PX, GAP_PX = 20.0, 16.0, 14.0, 10.0
LARGEST_SQUARE, GAPS_FROM_PX = 14.0, 2.8
LEAST_BAR_PX = 1.0
EDGE = 8.0  # nothing stands nearer to the left or the right edge


@dataclass(frozen=True, slots=True)
class ChipsLook:
    """The room that both are shown in, and its colours."""

    width: float
    height: float
    theme: Theme
    measure: Measure

    @property
    def inner(self) -> float:
        """Pixels across without the edges."""
        return self.width - 2 * EDGE


@dataclass(frozen=True, slots=True)
class Store:
    """One kind of memory of a chip, all of it together. `level` 0: registers, 1 to 3: caches."""

    name: str
    nbytes: int
    level: int
    short_name: str = ""


@dataclass(frozen=True, slots=True)
class Chip:
    """What is drawn of one processor."""

    name: str
    units: int  # cores of a CPU, CUDA cores of a GPU
    units_text: str
    stores: tuple[Store, ...]  # from the nearest to the arithmetic to the farthest
    is_gpu: bool

    @property
    def nbytes(self) -> int:
        """Of all its memories on the chip."""
        return sum(store.nbytes for store in self.stores)


def chip_of_cpu(cpu: HostCpu) -> Chip:
    """This computer's CPU; caches that are not known are left out."""
    levels = (("L1", cpu.l1_bytes), ("L2", cpu.l2_bytes), ("L3", cpu.l3_bytes))
    stores = tuple(
        Store(name, nbytes, level) for level, (name, nbytes) in enumerate(levels, 1) if nbytes
    )
    cores = tr("{n} cores").format(n=whole(cpu.cores)) if cpu.cores != 1 else tr("1 core")
    return Chip(cpu.name, cpu.cores, cores, stores, is_gpu=False)


def chip_of_device(device: Device) -> Chip:
    """A GPU: its CUDA cores, and what lies on its SMs and beside."""
    cores = device.fp32_lanes * device.sm_count
    text = tr("{sms} SMs with {each} CUDA cores: {n} in all").format(
        sms=whole(device.sm_count), each=device.fp32_lanes, n=whole(cores)
    )
    stores = (
        Store(
            tr("registers"),
            device.registers_per_sm * REGISTER_BYTES * device.sm_count,
            0,
            tr("regs"),
        ),
        Store(
            tr("L1 and shared memory"),
            device.unified_l1_kb * KIB * device.sm_count,
            1,
            tr("L1/shared"),
        ),
        Store(tr("L2"), device.l2_bytes, 2),
    )
    return Chip(device.name, cores, text, stores, is_gpu=True)


def sentence(chips: tuple[Chip, Chip]) -> str:
    """Both in words."""
    words = tr("{name}: {units}, {stores}.")
    return " ".join(
        words.format(name=chip.name, units=chip.units_text, stores=_stores_text(chip))
        for chip in chips
    )


def chips_table(chips: tuple[Chip, Chip]) -> Table:
    """The figures, as rows of text."""
    head = (tr("Processor"), tr("What"), tr("Number"))
    rows = [
        (chip.name, what, str(number))
        for chip in chips
        for what, number in (
            (tr("CUDA cores") if chip.is_gpu else tr("cores"), chip.units),
            *((store.name, store.nbytes) for store in chip.stores),
        )
    ]
    return (head, *rows)


def chips_scene(chips: tuple[Chip, Chip], look: ChipsLook) -> Scene:
    """Both side by side in a room; squares and bars have one scale."""
    half = (look.inner - 2 * GAP_PX) / 2
    room = max(1.0, look.height - TITLE_PX - 3 * LINE_PX - BAR_PX - 3 * GAP_PX)
    side = _square(max(chip.units for chip in chips), half, room)
    pixels_of_byte = half / max(1, *(chip.nbytes for chip in chips))
    items: list[Item] = [_note(look)]
    for number, chip in enumerate(chips):
        place = Rect(EDGE + number * (half + 2 * GAP_PX), GAP_PX / 2, half, look.height)
        items += _chip_items(chip, place, side, pixels_of_byte, room, look)
    return Scene(tuple(items), (), sentence(chips))


def _chip_items(
    chip: Chip, place: Rect, side: float, pixels_of_byte: float, room: float, look: ChipsLook
) -> list[Item]:
    theme, top = look.theme, place.y + TITLE_PX + LINE_PX
    color = theme.write if chip.is_gpu else theme.read
    bars = top + room + GAP_PX
    return [
        Label(place._replace(h=TITLE_PX), chip.name, theme.text, BASE_PX, bold=True),
        Label(
            Rect(place.x, place.y + TITLE_PX - 2, place.w, LINE_PX),
            chip.units_text,
            theme.muted,
            SMALL_PX,
        ),
        _squares(chip.units, Rect(place.x, top + 2, place.w, room), side, color, theme.panel),
        *_bars(chip, Rect(place.x, bars, place.w, BAR_PX), pixels_of_byte, theme),
        Label(
            Rect(place.x, bars + BAR_PX + 2, place.w, LINE_PX),
            _fitting_stores(chip, place.w, look.measure),
            theme.muted,
            SMALL_PX,
        ),
    ]


def _square(count: int, width: float, height: float) -> float:
    """The largest side, gap included, at which `count` squares fit."""
    side = min(LARGEST_SQUARE, math.sqrt(width * height / count))
    while side > 1 and math.floor(width / side) * math.floor(height / side) < count:
        side -= 0.05
    return side


def _squares(count: int, room: Rect, side: float, color: str, gap: str) -> Cells:
    columns = max(1, min(count, math.floor(room.w / side)))
    rows = math.ceil(count / columns)
    pixels = np.zeros((rows, columns), np.uint32)
    pixels.ravel()[:count] = 0xFF000000 | int(color[1:], 16)
    return Cells(
        Rect(room.x, room.y, columns * side, rows * side),
        pixels,
        gap if side >= GAPS_FROM_PX else "",
    )


def _bars(chip: Chip, room: Rect, pixels_of_byte: float, theme: Theme) -> list[Item]:
    items: list[Item] = []
    left = room.x
    for store in chip.stores:
        width = max(LEAST_BAR_PX, store.nbytes * pixels_of_byte)
        color = theme.categories[store.level]
        items.append(Panel(Rect(left, room.y, width, room.h), color, radius=0))
        left += width
    return items


def _stores_text(chip: Chip) -> str:
    return _listed([(store.name, store) for store in chip.stores])


def _fitting_stores(chip: Chip, room: float, measure: Measure) -> str:
    """The same, by shorter names where those are too long for so many pixels."""
    text = _stores_text(chip)
    if measure(text, SMALL_PX) <= room:
        return text
    return _listed([(store.short_name or store.name, store) for store in chip.stores])


def _listed(stores: list[tuple[str, Store]]) -> str:
    if not stores:
        return tr("caches not known")
    return " · ".join(f"{name} {byte_count(store.nbytes)}" for name, store in stores)


def _note(look: ChipsLook) -> Label:
    text = tr(
        "One square: a core of the CPU, or a CUDA core. Bars: memory on the chip, in bytes, to one"
        " scale."
    )
    rect = Rect(EDGE, look.height - LINE_PX - 2, look.inner, LINE_PX)
    return Label(rect, text, look.theme.muted, SMALL_PX)
