"""What is said in rows and in sentences: facts and notes, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gpuviz.insight.figures.figure import Figure

Tone = Literal["", "muted", "read", "write", "good", "hazard"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One row: what it is and what it amounts to; `is_code` sets the value in monospace, `is_rich`
    says that it is rich text.

    The words of the glossary in both are explained by the tooltip, after its own sentence `tip`.
    `figure` says where the value comes from, to whoever asks.
    """

    label: str
    value: str
    tone: Tone = ""
    is_code: bool = False
    tip: str = ""
    is_rich: bool = False
    figure: Figure | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """One sentence in rich text; the tone "hazard" is for refusals, hazards and wrong results.

    `link` is told when somebody follows the words `link_text` behind it; empty: there are none.
    """

    text: str
    tone: Tone = ""
    link: str = ""
    link_text: str = ""

    @property
    def html(self) -> str:
        """The sentence, and what can be pressed behind it."""
        if not self.link:
            return self.text
        return f'{self.text} <a href="{self.link}">{self.link_text}</a>'
