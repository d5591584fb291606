"""`gpuviz devices --model`: the memory that a network takes, and the GPUs that have room for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gpuviz.cli.table import aligned
from gpuviz.device import Device
from gpuviz.messages import EnglishText, Message, RequestRefused, shortened
from gpuviz.model.model_memory import USES, ModelSize, Use, bytes_of, least_gpus
from gpuviz.scene.devices.facts import binary_bytes
from gpuviz.texts import tr
from gpuviz.units import byte_count, whole
from gpuviz.whole_number import read_whole_number

MOST = 10**15  # of weights, and of what is kept of a sample
TITLES: Mapping[Use, EnglishText] = {
    "answer": "answer",
    "answer_4bit": "in 4 bits",
    "train_sgd": "train: SGD",
    "train_adam": "train: Adam, mixed",
}
PARTS: Mapping[str, EnglishText] = {
    "weights": "weights",
    "gradients": "gradients",
    "weights_float32": "weights in float32",
    "adam_means": "means of Adam",
    "activations": "activations",
}
NOT_COUNTED: EnglishText = (
    "Counted: 2 bytes for a weight to answer, or half a byte in 4 bits; 8 to train with SGD in"
    " float32, 16 with Adam in mixed precision; 4 or 2 for each number that layers keep of a sample"
    " until the way back. Not counted: CUDA itself, room for libraries to work in. GPUs: the least"
    " number that has room, if all is shared out evenly."
)


def read_model(text: str) -> ModelSize:
    """WEIGHTS, or WEIGHTS,BATCH,KEPT; raises RequestRefused for anything else."""
    found = [read_whole_number(part) for part in text.split(",")]
    known = [number for number in found if number is not None and 1 <= number <= MOST]
    if len(known) == len(found) and len(known) in (1, 3):
        return ModelSize(*known)
    template = (
        "--model '{text}' is no model: give its weights, as in --model 7e9, or its weights, the"
        " batch, and how many numbers its layers keep of a sample, as in --model 7e9,8,100e6; each"
        " a whole number from 1 to {most}."
    )
    values = {"text": shortened(text), "most": MOST}
    raise RequestRefused(Message("cli.model", template, values))


def model_text(devices: Sequence[Device], model: ModelSize) -> str:
    """What is kept for what, a line for each device, and what is not counted."""
    head = (
        tr("model of {weights} weights, batch {batch}, {kept} numbers kept of a sample")
        if model.kept
        else tr("model of {weights} weights")
    ).format(weights=whole(model.weights), batch=whole(model.batch), kept=whole(model.kept))
    by_use = [bytes_of(model, use) for use in USES]
    parts = [
        (tr(title), *(byte_count(of[part]) if part in of else "-" for of in by_use))
        for part, title in PARTS.items()
        if any(part in of for of in by_use)
    ]
    titles = tuple(tr(TITLES[use]) for use in USES)
    total = (tr("together"), *(byte_count(sum(of.values())) for of in by_use))
    memory = aligned([("", *titles), *parts, total])
    rows = [(one.id, binary_bytes(one.mem_bytes), *_gpus(one, model)) for one in devices]
    gpus = aligned([(tr("GPUs"), tr("memory"), *titles), *rows])
    return "\n\n".join((head, memory, gpus, tr(NOT_COUNTED)))


def _gpus(device: Device, model: ModelSize) -> tuple[str, ...]:
    return tuple(whole(_least(device, model, use)) for use in USES)


def _least(device: Device, model: ModelSize, use: Use) -> int:
    return least_gpus(sum(bytes_of(model, use).values()), device.mem_bytes)


def model_object(devices: Sequence[Device], model: ModelSize) -> dict[str, object]:
    """The same for JSON: bytes by use and part, and the least number of each GPU."""
    return {
        "weights": model.weights,
        "batch": model.batch,
        "kept": model.kept,
        "bytes": {use: bytes_of(model, use) for use in USES},
        "gpus": {one.id: {use: _least(one, model, use) for use in USES} for one in devices},
    }
