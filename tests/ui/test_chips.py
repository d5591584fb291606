"""CPU and GPU to one scale: as many squares as units, bars as long as their bytes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.device import find_device, load_devices
from gpuviz.host_cpu import HostCpu
from gpuviz.scene.devices.chips import (
    Chip,
    ChipsLook,
    chip_of_cpu,
    chip_of_device,
    chips_scene,
    chips_table,
    sentence,
)
from gpuviz.scene.scene import Cells, Label, Panel, Scene
from gpuviz.scene.theme import DARK
from tests.ui.windows import launch

CPU = HostCpu("Some CPU", 8, 8 * 32 * 1024, 8 * 2**20, 32 * 2**20)


def measure(text: str, size: int) -> float:
    return 0.5 * size * len(text)


LOOK = ChipsLook(640, 170, DARK, measure)


def pair(device: str = "t4", cpu: HostCpu = CPU) -> tuple[Chip, Chip]:
    return chip_of_cpu(cpu), chip_of_device(find_device(device))


def squares(scene: Scene) -> list[Cells]:
    return [item for item in scene.items if isinstance(item, Cells)]


@pytest.mark.parametrize("device", load_devices())
def test_there_is_one_square_for_each_core_and_lane_and_all_are_alike(device: str) -> None:
    scene = chips_scene(pair(device), LOOK)

    cpu, gpu = squares(scene)

    assert int((cpu.pixels != 0).sum()) == 8
    assert int((gpu.pixels != 0).sum()) == find_device(device).fp32_lanes * (
        find_device(device).sm_count
    )
    assert cpu.rect.w / cpu.pixels.shape[1] == pytest.approx(gpu.rect.w / gpu.pixels.shape[1])
    assert gpu.rect.right <= LOOK.width
    assert gpu.rect.bottom < min(item.rect.y for item in scene.items if isinstance(item, Panel))


def test_bars_are_as_long_as_their_bytes() -> None:
    chips = pair(cpu=HostCpu("Some CPU", 1, 32 * 1024, 8 * 2**20, 32 * 2**20))
    bars = [item for item in chips_scene(chips, LOOK).items if isinstance(item, Panel)]
    stores = [store for chip in chips for store in chip.stores]

    rates = [bar.rect.w / store.nbytes for bar, store in zip(bars, stores, strict=True)]

    assert max(rates[1:]) == pytest.approx(min(rates[1:]))
    assert bars[0].rect.w == 1  # 32 KiB of L1 would be too short to be seen


def test_a_t4_has_more_bytes_of_registers_than_of_any_cache() -> None:
    chip = chip_of_device(find_device("t4"))

    assert [store.nbytes for store in chip.stores] == [40 * 65_536 * 4, 40 * 96 * 1024, 4 * 2**20]
    assert chip.units_text == "40 SMs with 64 CUDA cores: 2\u202f560 in all"


def test_caches_that_are_not_known_are_not_drawn_and_that_is_said() -> None:
    chips = pair(cpu=HostCpu("Some CPU", 1))

    assert "Some CPU: 1 core, caches not known." in sentence(chips)
    assert ("Some CPU", "cores", "1") in chips_table(chips)
    assert len(squares(chips_scene(chips, LOOK))) == 2


@pytest.mark.slow
def test_a_button_of_the_devices_panel_shows_them_in_the_place_of_the_bars(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    window.arrangement.raise_below("devices")
    qtbot.waitUntil(lambda: window.panels.devices.chips.chips is not None)

    window.panels.devices.to_scale.click()

    assert window.panels.devices.chips.isVisible()
    assert not window.panels.devices.bars.isVisible()
    assert not window.panels.devices.copies.isVisible()
    assert "Tesla T4: 40 SMs" in window.panels.devices.chips.accessibleName()
    assert "Tesla T4: 40 SMs" in window.panels.devices.chips.words_of(None)

    window.session.launch.pick_device(find_device("rtx5090"))
    qtbot.waitUntil(lambda: "RTX 5090" in window.panels.devices.chips.accessibleName())
    texts = window.panels.devices.chips.scene.texts()
    assert any("170 SMs" in text for text in texts)

    window.panels.devices.to_scale.click()
    assert window.panels.devices.bars.isVisible()


@pytest.mark.parametrize("width", [540, 640, 1200])
def test_every_memory_is_named_with_its_size_where_there_is_little_room(width: int) -> None:
    scene = chips_scene(pair(), replace(LOOK, width=width))

    named = next(
        item for item in scene.items if isinstance(item, Label) and item.text.startswith("reg")
    )

    assert "L2 4.2\u202fMB" in named.text
    assert measure(named.text, named.size) <= named.rect.w
