"""The places in a program's text where kernels are launched."""

from __future__ import annotations

from typing import NamedTuple

from gpuviz.cuda_c.unit import Unit
from gpuviz.cuda_c.words import Word

LAUNCHING = ("cudaLaunchKernel", "cudaLaunchCooperativeKernel", "cudaLaunchKernelEx")
FAR = 12  # words from such a name to that of the kernel


class LaunchSite(NamedTuple):
    """`kernel<<<..>>>`, or a call that launches; `header`: in which it stands, or ""."""

    line: int
    kernel: str
    header: str


def launch_sites(unit: Unit) -> list[LaunchSite]:
    """Every launch that is written in the file, also in functions that cannot be read."""
    texts = [unit.host_words]
    texts += [one.words for several in unit.host_methods.values() for one in several]
    texts += [template.words for template in unit.structures.values()]
    texts += list(unit.unread.values())
    found = {
        LaunchSite(word.place.line, _kernel_at(unit, words, at), word.place.header)
        for words in texts
        for at, word in enumerate(words)
        if word.is_mark("<<<") or word.is_name(*LAUNCHING)
    }
    return sorted(found)


def _kernel_at(unit: Unit, words: list[Word], at: int) -> str:
    if words[at].is_mark("<<<"):
        return _kernel_before(words, at)
    names = {kernel.name for kernel in unit.kernels}
    return next((word.text for word in words[at : at + FAR] if word.text in names), "?")


def _kernel_before(words: list[Word], at: int) -> str:
    """The name that stands before the <<< at a word, without its template's arguments."""
    depth = 0
    for word in reversed(words[:at]):
        depth += {">": 1, ">>": 2, "<": -1}.get(word.text, 0)
        if not depth and word.kind == "name":
            return word.text
    return "?"
