"""A device's values as a person reads them, each with its unit. No Qt: the command line says them
too.
"""

from __future__ import annotations

from typing import NamedTuple

from gpuviz.device import Device
from gpuviz.device_fields import (
    DEVICE_FIELDS,
    FAMILIES,
    LATENCY_FIELDS,
    LIMIT_FIELDS,
    RATE_FIELDS,
    DeviceField,
    status_words,
)
from gpuviz.messages import EnglishText
from gpuviz.model.tensor_peaks import tensor_peaks
from gpuviz.texts import clauses, labelled, tr
from gpuviz.units import THIN_SPACE, figures, whole

_BINARY = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))
_TERA = 1e12


class DeviceFact(NamedTuple):
    """One value: what it is and what it amounts to."""

    label: EnglishText
    value: str


class DeviceFacts(NamedTuple):
    """Values that have the same source, under a title."""

    title: str
    facts: tuple[DeviceFact, ...]


def facts_of(device: Device) -> tuple[DeviceFacts, ...]:
    """All that is known of a device, with where each group of values comes from."""
    limits = tr("Limits of compute capability {cc}")
    own = (*_facts(device, DEVICE_FIELDS), *_peaks(device), *_tensor_peaks(device))
    return (
        DeviceFacts(tr("Device"), own),
        DeviceFacts(limits.format(cc=device.cc), _facts(device, LIMIT_FIELDS)),
        DeviceFacts(tr("Rates inside an SM"), _facts(device, RATE_FIELDS)),
        DeviceFacts(tr("Latencies"), _facts(device, LATENCY_FIELDS)),
    )


def binary_bytes(size: int) -> str:
    """4 194 304 as "4 MiB": memories are built in powers of two."""
    for unit_size, unit in _BINARY:
        if size >= unit_size:
            value = size / unit_size
            number = whole(round(value)) if value == round(value) else f"{value:.1f}"
            return f"{number}{THIN_SPACE}{unit}"
    return f"{whole(size)}{THIN_SPACE}B"


def clock_text(device: Device) -> str:
    """The clock that the model runs at, "1 590 MHz"."""
    return f"{whole(round(device.boost_mhz))}{THIN_SPACE}MHz"


def bandwidth_text(device: Device) -> str:
    """Of DRAM: "320 GB/s"."""
    return f"{whole(round(device.mem_bw_gbs))}{THIN_SPACE}GB/s"


def fp32_text(device: Device) -> str:
    """The peak of float32: "8.1 TFLOP/s"."""
    return tera_text(device.fp32_flops)


def tera_text(flops: float) -> str:
    """Operations a second: "8.1 TFLOP/s"."""
    return f"{figures(flops / _TERA, 3)}{THIN_SPACE}TFLOP/s"


def family_text(device: Device) -> str:
    """Whom it is sold to; nothing where that is not known."""
    return _family("" if device.family is None else device.family)


def year_text(device: Device) -> str:
    """In which it was released; nothing where that is not known."""
    return "" if device.year is None else str(device.year)


def tdp_text(device: Device) -> str:
    """The watts that its cooling is made for, "70 W"; nothing where they are not known."""
    return "" if device.tdp_w is None else f"{whole(round(device.tdp_w))}{THIN_SPACE}W"


def _family(family: str) -> str:
    return next((tr(known) for known in FAMILIES if known == family), family)


def _peaks(device: Device) -> tuple[DeviceFact, ...]:
    how = tr("CUDA cores × 2 × clock, no tensor cores")
    fp64 = 2e6 * device.fp64_lanes * device.sm_count * device.boost_mhz
    return (
        DeviceFact("float32 peak", f"{fp32_text(device)} ({how})"),
        DeviceFact("float64 peak", tera_text(fp64)),
    )


def _tensor_peaks(device: Device) -> tuple[DeviceFact, ...]:
    peaks = tensor_peaks().get(device.id)
    if peaks is None:
        return ()
    return (
        *_tensor_peak("tensor cores, TF32", peaks.tf32),
        *_tensor_peak("tensor cores, FP16", peaks.fp16),
        *_tensor_peak("tensor cores, FP8", peaks.fp8),
        DeviceFact("source of tensor cores", peaks.source),
    )


def _tensor_peak(label: EnglishText, tera: float | None) -> tuple[DeviceFact, ...]:
    return () if tera is None else (DeviceFact(label, tera_text(tera * _TERA)),)


def _facts(device: Device, fields: tuple[DeviceField, ...]) -> tuple[DeviceFact, ...]:
    return tuple(
        DeviceFact(field.label, _text(field, value))
        for field in fields
        if (value := _value(device, field)) is not None or not field.optional
    )


def _value(device: Device, field: DeviceField) -> object:
    owner: object = device
    for name in field.name.split("."):
        owner = getattr(owner, name)
    return owner


def _text(field: DeviceField, value: object) -> str:
    unit = f"{THIN_SPACE}{tr(field.unit)}" if field.unit else ""
    if value is None:
        return tr("none: shares the CPU's memory")
    if field.name == "status":
        return labelled(str(value), clauses(map(tr, status_words(str(value)))))
    if field.name == "family":
        return _family(str(value))
    if field.kind == "year":
        return str(value)
    if isinstance(value, tuple):
        joint = " × " if field.kind == "three" else ", "
        return joint.join(whole(number) for number in value) + unit
    if isinstance(value, int):
        return binary_bytes(value) if field.unit == "B" else whole(value) + unit
    return f"{value:g}{unit}" if isinstance(value, float) else str(value)
