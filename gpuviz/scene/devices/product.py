"""What a library would take for the product that a kernel of the gallery computes."""

from __future__ import annotations

from collections.abc import Sequence

from gpuviz.device import Device
from gpuviz.messages import EnglishTemplate, Message
from gpuviz.model.tensor_product import ProductType, product_time
from gpuviz.operation import OperationInfo
from gpuviz.scene.facts import Note
from gpuviz.texts import say_rich
from gpuviz.units import seconds

PRODUCTS = "matmul_"
SIZE_NAMES = ("m", "n", "k")
WITH_BOTH: EnglishTemplate = (
    "A library's product of this size takes {fp32} to {fp32_slow} in float32 without tensor cores,"
    " and {fp16} to {fp16_slow} with tensor cores, FP16 (modelled)."
)
WITHOUT: EnglishTemplate = (
    "A library's product of this size takes {fp32} to {fp32_slow} in float32 without tensor cores"
    " (modelled)."
)


def product_note(operation: OperationInfo, size: Sequence[int], device: Device) -> Note | None:
    """With tensor cores where they are known; None where the kernel computes no product."""
    if not operation.name.startswith(PRODUCTS) or operation.size_names != SIZE_NAMES:
        return None
    m, n, k = size
    values = _times((m, n, k), "fp32", device) | _times((m, n, k), "fp16", device)
    template = WITH_BOTH if "fp16" in values else WITHOUT
    return Note(say_rich(Message("devices.product", template, values)), "muted")


def _times(shape: tuple[int, int, int], kind: ProductType, device: Device) -> dict[str, str]:
    time = product_time(shape, kind, device)
    if time is None:
        return {}
    return {kind: seconds(time.fastest_s), f"{kind}_slow": seconds(time.slowest_s)}
