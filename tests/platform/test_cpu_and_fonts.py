"""What Windows and macOS tell of their CPU, and the font for code that Windows has."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from gpuviz import host_cpu as module
from gpuviz.host_cpu import HostCpu, apple_cpu
from gpuviz.ui.style import WINDOWS_MONO, mono_font

M1: Mapping[str, bytes | int] = {
    "machdep.cpu.brand_string": b"Apple M1\0",
    "hw.physicalcpu": 8,
    "hw.l1dcachesize": 65536,
    "hw.l2cachesize": 4194304,
    "hw.perflevel0.physicalcpu": 4,
    "hw.perflevel0.l1dcachesize": 131072,
    "hw.perflevel0.l2cachesize": 12582912,
    "hw.perflevel0.cpusperl2": 4,
}
INTEL: Mapping[str, bytes | int] = {
    "machdep.cpu.brand_string": b"Intel(R) Core(TM) i5 CPU @ 2.00GHz\0",
    "hw.physicalcpu": 4,
    "hw.l1dcachesize": 49152,
    "hw.l2cachesize": 524288,
    "hw.l3cachesize": 6291456,
}


@pytest.mark.parametrize(
    ("told", "cpu"),
    [
        (M1, HostCpu("Apple M1", 8, 4 * 131072, 12582912, None)),
        (
            INTEL,
            HostCpu("Intel(R) Core(TM) i5 CPU @ 2.00GHz", 4, 4 * 49152, 4 * 524288, 6291456),
        ),
    ],
    ids=["two kinds of cores", "one kind"],
)
def test_macos_tells_its_cpu(told: Mapping[str, bytes | int], cpu: HostCpu) -> None:
    def sysctl(name: str) -> bytes | None:
        value = told.get(name)
        return value.to_bytes(8, sys.byteorder) if isinstance(value, int) else value

    assert apple_cpu(sysctl) == cpu


def test_a_kernel_that_tells_nothing_leaves_what_python_knows() -> None:
    cpu = apple_cpu(lambda name: None)

    assert cpu.name
    assert cpu.cores >= 1
    assert (cpu.l1_bytes, cpu.l2_bytes, cpu.l3_bytes) == (None, None, None)


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    values: dict[str, Any] = {"ProcessorNameString": ("AMD Ryzen 7 5800H   ", 1)}

    class Key(SimpleNamespace):
        def __enter__(self) -> Key:
            return self

        def __exit__(self, *error: object) -> None: ...

    def query(key: Key, name: str) -> tuple[str, int]:
        if name not in values:
            raise FileNotFoundError(2, "there is no such value")
        found: tuple[str, int] = values[name]
        return found

    fake = ModuleType("winreg")
    monkeypatch.setattr(fake, "HKEY_LOCAL_MACHINE", 0, raising=False)
    monkeypatch.setattr(fake, "OpenKey", lambda root, name: Key(name=name), raising=False)
    monkeypatch.setattr(fake, "QueryValueEx", query, raising=False)
    monkeypatch.setitem(sys.modules, "winreg", fake)
    monkeypatch.setattr(sys, "platform", "win32")
    return values


def test_windows_tells_the_name_under_which_a_cpu_is_sold(registry: dict[str, Any]) -> None:
    assert module.host_cpu.__wrapped__().name == "AMD Ryzen 7 5800H"


def test_a_registry_without_it_is_no_reason_to_fail(registry: dict[str, Any]) -> None:
    registry.clear()

    assert module.host_cpu.__wrapped__().cores >= 1


def test_code_on_windows_is_not_written_as_by_a_typewriter(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = mono_font().families()
    monkeypatch.setattr(sys, "platform", "win32")

    assert mono_font(13).families() == [*WINDOWS_MONO, *own]
    assert mono_font(13).pixelSize() == 13
