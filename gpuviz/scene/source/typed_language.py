"""What the editor knows of a language: its colours, comments, indentation and names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gpuviz.ordinary_file import CUDA_C_SUFFIX, ending
from gpuviz.scene.source.c_completion import c_completions
from gpuviz.scene.source.c_line_words import c_line_words
from gpuviz.scene.source.completion import Completions, completions
from gpuviz.scene.source.line_words import Inside, LineWords, code_of, line_words


@dataclass(frozen=True, slots=True)
class TypedLanguage:
    """A language in which kernels are typed.

    `opens` ends a line behind which another level begins, and `closes` begins one that goes back.
    """

    words: Callable[[str, Inside], LineWords]
    completions: Callable[[str], Completions]
    mark: str  # of a comment
    opens: tuple[str, ...]
    closes: str

    def goes_deeper(self, before: str, inside: Inside) -> bool:
        """Whether a level begins behind the text of a line."""
        code = code_of(before, inside, self.words).rstrip()
        return not inside and code.endswith(self.opens)


PYTHON = TypedLanguage(line_words, completions, "# ", (":",), "")
CUDA_C = TypedLanguage(c_line_words, c_completions, "// ", ("{", "("), "}")


def language_of(path: Path) -> TypedLanguage:
    """That of a file, by its name."""
    return CUDA_C if ending(path) == CUDA_C_SUFFIX else PYTHON
