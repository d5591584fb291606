"""The words of the page itself, each under the name by which the front end asks for it."""

from __future__ import annotations

from collections.abc import Mapping

from gpuviz.insight.captions import WORDS as CAPTIONS
from gpuviz.messages import EnglishText, Message
from gpuviz.scene.stage.words import (
    ACCESS_TEMPLATES,
    READ_BEFORE,
    READS_NOW,
    WRITES_NOW,
    WRITTEN_BEFORE,
)
from gpuviz.texts import say, tr, translate

WORDS: Mapping[str, EnglishText] = {
    "play": "Play",
    "pause": "Pause",
    "first": "To the start",
    "back": "One step back",
    "forward": "One step on",
    "last": "To the end",
    "speed": "Speed",
    "time": "Place in the launch",
    "step": "step {step} / {steps}",
    "order-executed": "order: executed",
    "order-modelled": "order: modelled",
    "to-dark": "Dark colours",
    "to-light": "Light colours",
    "stage": "Stage",
    "source": "Source",
    "checks": "Checks",
    "figures": "Figures",
    "hazards": "Hazards",
    "stand-out": "What stands out",
    "notes": "Notes",
    "keys": "Keys",
    "keys-play": "Space: play or pause",
    "keys-step": "Left and right arrow: one step",
    "keys-round": "Shift with an arrow: a round, in which every warp takes a step",
    "keys-ends": "Home and End: start and end",
    "keys-lane": "Up and down arrow, on the stage: another thread",
    "line": "line {line}",
    "block": "Block",
    "thread": "Thread",
    "grid": "Grid",
    "mask": "active mask",
    "shared": "shared",
    "grid-title": "grid of {blocks} blocks",
    "block-title": "block {block} · {warps} warps",
    "warp-title": "block {block} · warp {warp}",
    "thread-title": "Thread {thread} of block {block}",
    "lane": "warp · lane",
    "sm": "SM",
    "sm-modelled": "{sm}, modelled",
    "number": "number",
    "state": "state",
    "running-line": "running, line {line}",
    "ready-line": "last executed line {line}; its next turn is still to come",
    "barrier-line": "waiting at the barrier in line {line}",
    "finished-line": "finished after line {line}",
    "masked-line": "masked off in line {line}",
    "hazard-line": "hazard in line {line}",
    "variables": "Variables",
    "all-accesses": "All that it reads and writes",
    "this-step": "In this step",
    "reads": "reads {e}",
    "writes": "writes {e}",
    "atomic": "atomic on {e}, was",
    "kind-read": "reads",
    "kind-write": "writes",
    "kind-atomic": "atomic",
    "gets-from": "gets {value} from lane {lane}",
    "gets": "gets {value}",
    "gives": "gives {value}",
    "more": "{n} more",
    "no-accesses": "This thread touches no array.",
    "not-kept": "The steps of this block are not on this page.",
    "before": "before the launch",
    "now": "now",
    "after": "after the launch",
    "writer": "written last by",
    "nobody": "nobody",
    "touched-by": "Who touches it",
    "not-touched": "No thread whose steps are kept touches this element.",
    "thread-short": "thread {thread} of block {block}",
    "shared-of": "shared memory of block {block}",
    "per-cell": "{n} elements per cell",
    "kept": "The steps of {kept} of {all} blocks are on this page: all of them would make it too"
    " large.",
    "followed": "The recording keeps the steps of {kept} of {all} blocks.",
    "made-with": "Made with gpuviz. This page makes no request and works offline.",
    "engine-emulator": "emulator",
    "engine-cuda": "GPU",
    "engine-numba-simulator": "Numba's simulator",
    "jump": "Go to this moment",
    "choose-thread": "Choose a block and a thread by number",
}
TOUCHES = {
    "reads-now": READS_NOW,
    "read-before": READ_BEFORE,
    "writes-now": WRITES_NOW,
    "written-before": WRITTEN_BEFORE,
}


def page_words() -> dict[str, str]:
    """All of them in the language that is spoken; places are filled by the front end."""
    words = {name: tr(text) for name, text in WORDS.items()}
    for kind in ("turns", "rounds"):
        words[f"caption-{kind}"] = say(Message(f"caption.{kind}", CAPTIONS[kind], {"n": "{n}"}))
    words |= {name: say(message) for name, message in TOUCHES.items()}
    return words | _access_words()


def _access_words() -> dict[str, str]:
    """What an access moves, as the stage of the window says it, with its places."""
    found: dict[str, str] = {}
    for kind, templates in ACCESS_TEMPLATES.items():
        names = f"access-{kind}", f"moved-{kind}", f"moved-{kind}-one"
        found |= {
            name: translate("Message", template)
            for name, template in zip(names, templates, strict=True)
        }
    return found
