"""What a file is that is no script, and the command that opens it."""

from __future__ import annotations

import codecs
from pathlib import Path

from gpuviz.messages import EnglishTemplate, Message
from gpuviz.ordinary_file import ANSWERS, CUDA_C_SUFFIX, RECORDING, ending

LARGEST_SCRIPT = 16 << 20  # bytes; Python needs a hundred times as much memory to read one
OTHER_FILES: dict[str, EnglishTemplate] = {
    ANSWERS: "{path} is a file of answers and no script: `gpuviz grade {path}` collects it.",
    RECORDING: (
        "{path} is a recording and no script: `gpuviz {path}` opens it, and `gpuviz export {path}`"
        " makes pictures and pages of it."
    ),
    ".ipynb": (
        "{path} is a notebook and no script: save its cells as a script in .py, or run them there"
        " under %%gpuviz (docs/notebook.md)."
    ),
    ".md": "{path} is a text and no script; if it is a lesson, `gpuviz {path}` opens it.",
    ".toml": (
        "{path} is no script; if it describes GPUs, `gpuviz devices --file {path}` reads it."
    ),
}
NO_SCRIPT: EnglishTemplate = (
    "{path} is no script: Python ends in .py, CUDA C in .cu. If it is one, name it so."
)
UTF_16: EnglishTemplate = "{path} is saved in UTF-16, which is not read: save it as UTF-8."
NO_TEXT: EnglishTemplate = "{path} holds null bytes: it is no text, and so no script."
TOO_LARGE: EnglishTemplate = (
    "{path} is larger than {megabytes} MB, which no script is: keep its data in files beside it."
)


def why_no_script(path: Path) -> Message | None:
    """What is said of a file that cannot be run; None for a script. Raises OSError."""
    template = _by_name(path) or _by_content(path)
    if template is None:
        return None
    values = {"path": str(path), "megabytes": LARGEST_SCRIPT >> 20}
    return Message("script.none", template, values)


def _by_name(path: Path) -> EnglishTemplate | None:
    """A file without an ending may be one of Python's, as on Unix."""
    suffix = ending(path)
    if suffix in ("", ".py", ".pyw", CUDA_C_SUFFIX):
        return None
    return OTHER_FILES.get(suffix, NO_SCRIPT)


def _by_content(path: Path) -> EnglishTemplate | None:
    with open(path, "rb") as file:
        data = file.read(LARGEST_SCRIPT + 1)
    if len(data) > LARGEST_SCRIPT:
        return TOO_LARGE
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return UTF_16
    return NO_TEXT if b"\0" in data else None
