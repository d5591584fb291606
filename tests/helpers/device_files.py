"""Files that describe GPUs of one's own, for tests."""

from __future__ import annotations

from pathlib import Path

from gpuviz.device import Device, read_devices
from gpuviz.places import resource_dir

TABLE = (resource_dir("assets") / "devices.toml").read_text(encoding="utf-8")
MINE = """
[[device]]
id = "x_mine"
name = "My GPU"
cc = "8.6"
sm_count = 7
boost_mhz = 1500
mem_bw_gbs = 100.0
mem_bytes = 4294967296
l2_bytes = 1048576
pcie = "4.0 x16"
pcie_gbs = 31.5
status = "est"
source = "none: for a test"
"""


def device_file(folder: Path, more: str = MINE, t4_mhz: int | None = None) -> Path:
    """A copy of the table with more devices, and another clock of the T4 where one is given."""
    text = TABLE
    if t4_mhz is not None:
        before, after = text.split('id = "t4"')
        text = f'{before}id = "t4"{after.replace("boost_mhz = 1590", f"boost_mhz = {t4_mhz}", 1)}'
    path = folder / "mine.toml"
    path.write_text(text + more, encoding="utf-8")
    return path


def own_device(folder: Path) -> Device:
    """The one device of `device_file` that gpuviz does not know."""
    return read_devices(device_file(folder))["x_mine"]
