"""What is photographed, and where its pictures and its findings are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tools.pictures.findings import Finding


@dataclass(frozen=True, slots=True)
class Shot:
    """An operation in a window that fills a screen of a size, such as "1280x720", in a language."""

    operation: str
    size: str
    scale: float
    language: str

    @classmethod
    def parse(cls, name: str) -> Shot:
        """The one of that name."""
        language, screen, operation = name.split("/")
        size, scale = screen.split("@")
        return cls(operation, size, float(scale), language)

    @property
    def name(self) -> str:
        """Where its files go in the folder for all: "en/1280x720@1/vector_add"."""
        return f"{self.language}/{self.size}@{self.scale:g}/{self.operation}"

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the window in its own pixels."""
        wide, high = map(int, self.size.split("x"))
        return round(wide / self.scale), round(high / self.scale)

    def picture_in(self, folder: Path, panel: str) -> Path:
        """The picture with a panel in front."""
        return folder / f"{self.name}-{panel}.png"

    def list_in(self, folder: Path) -> Path:
        """What was found; there once all pictures are."""
        return folder / f"{self.name}.json"

    def keep(self, found: Sequence[Finding], folder: Path) -> None:
        """Write down what was found."""
        text = json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=1)
        self.list_in(folder).write_text(text, encoding="utf-8")


def found_in(shot: Shot, folder: Path) -> list[Finding]:
    """What was written down."""
    rows = json.loads(shot.list_in(folder).read_text(encoding="utf-8"))
    return [Finding(**row) for row in rows]
