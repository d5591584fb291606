"""The answer of the model about one device, apart from the model: a window only shows it."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.device import Device, Occupancy
from gpuviz.messages import Message
from gpuviz.trace import Prediction


@dataclass(frozen=True, slots=True)
class OnDevice:
    """A launch on one device: what the model says of it, or why it cannot run there."""

    device: Device
    occupancy: Occupancy
    prediction: Prediction | None
    refused: Message | None = None
