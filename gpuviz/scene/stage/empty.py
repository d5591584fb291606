"""The stage before there is a launch, and how large any picture of it is."""

from __future__ import annotations

from gpuviz.messages import Message
from gpuviz.scene.scene import Label, Rect, Say, Scene
from gpuviz.scene.theme import Theme

RUNNING = Message("stage.running", "How far it is, and Cancel, are at the bottom of the window.")
SMALLEST = (330.0, 340.0)  # pixels of a scene: in less room it is shown scaled down


def compose_empty(
    width: float, height: float, theme: Theme, say: Say, coming: Message | None = None
) -> Scene:
    """What is seen before there is a launch; `coming`: one is under way."""
    first, repair = (say(message) for message in empty_stage())
    if coming is not None:
        first, repair = say(coming), say(RUNNING)
    middle = Rect(0, height / 2 - 26, width, 24)
    below = Rect(0, height / 2, width, 20)
    return Scene(
        (
            Label(middle, first, theme.text, 16, align="center"),
            Label(below, repair, theme.muted, 13, align="center"),
        ),
        sentence=f"{first} {repair}",
    )


def scale_of(width: float, height: float) -> float:
    """Pixels of the screen per pixel of the scene: below 1 where there is very little room."""
    return min(1.0, width / SMALLEST[0], height / SMALLEST[1])


def empty_stage() -> tuple[Message, ...]:
    """What stands on the stage before there is a launch."""
    return (
        Message("stage.empty", "No launch yet."),
        Message(
            "stage.empty-repair", "Choose an operation and press Run (Ctrl+R), or open a trace."
        ),
    )
