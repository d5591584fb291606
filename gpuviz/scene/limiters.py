"""What can limit a launch, in the window's words."""

from __future__ import annotations

from gpuviz.device import Device
from gpuviz.messages import word
from gpuviz.model.words import NAMES, limiter_words, runner_up_words
from gpuviz.scene.facts import Note
from gpuviz.texts import say, say_rich
from gpuviz.trace import Prediction
from gpuviz.trace.prediction import Resource


def limiter_name(resource: Resource) -> str:
    """A resource as it stands behind "limited by"."""
    return say(word(NAMES[resource]))


def limit_note(prediction: Prediction, device: Device) -> Note:
    """What limits a launch on `device` and what would help; then what would limit it next."""
    told = limiter_words(prediction, device), runner_up_words(prediction)
    return Note(" ".join(say_rich(words) for words in told if words is not None))
