"""Makes one handout, as `job` says: `python -m gpuviz.ui.handout CHOICE`, a choice as JSON."""

from __future__ import annotations

import json
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gpuviz.messages import GpuvizError, Message, RequestRefused, reason_of
from gpuviz.new_file import whole_file
from gpuviz.ui.handout.job import REFUSAL, HandoutChoice

if TYPE_CHECKING:
    from PySide6.QtGui import QImage


def main() -> int:
    """Says how far it is; 2 where it is refused."""
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    choice = HandoutChoice(**json.loads(sys.argv[1]))
    try:
        make(choice)
    except Exception as error:  # nobody reads a traceback here
        known = isinstance(error, GpuvizError)
        reason = str(error) if known else f"{type(error).__name__}: {error}"
        print(f"{REFUSAL} {' '.join(reason.split())}", flush=True)
        return 2
    return 0


def make(choice: HandoutChoice) -> None:
    """Plays the lesson and writes what is wanted. Raises GpuvizError."""
    from gpuviz.lesson import read_lesson
    from gpuviz.lesson.names import is_own_file
    from gpuviz.operation import find_operation
    from gpuviz.ui.app import unseen_window
    from gpuviz.ui.handout import paper
    from gpuviz.ui.handout.pictures import LessonPictures
    from gpuviz.ui.handout.sheet import Handout, html_of, markdown_of

    logging.getLogger().addHandler(logging.NullHandler())
    for place in filter(None, (choice.pdf, choice.markdown)):
        _check_place(Path(place))
    read = read_lesson(Path(choice.lesson))
    if read.lesson is None:
        raise RequestRefused(read.problems[0].message)
    window = unseen_window("zh_CN" if choice.language == "zh_CN" else "en")
    if choice.trusts_code:
        for name in filter(is_own_file, read.lesson.operations):
            window.session.launch.trust(find_operation(name))
    try:
        steps, pictures = [], {}
        play = LessonPictures(window, window.session, window.lessons)
        for step, image in play.steps(read.lesson, choice.with_key):
            steps.append(step)
            pictures[step.picture] = image
            print(f"{len(steps)} {read.lesson.step_count}", flush=True)
        handout = Handout(read.lesson, steps, choice.with_key)
        if choice.markdown is not None:
            _write_folder(Path(choice.markdown), markdown_of(handout), pictures)
        if choice.pdf is not None:
            html = partial(html_of, handout, paper.PICTURE_PX)
            document = paper.laid_out(html, pictures)
            with whole_file(Path(choice.pdf)) as part:
                paper.write_pdf(document, handout.title, part)
    finally:
        window.close()
        window.session.close()


def _check_place(path: Path) -> None:
    """Raises RequestRefused before a lesson is played for nothing."""
    if not os.access(path.parent, os.W_OK):
        template = "{path} cannot be written: choose another folder, or make room there."
        raise RequestRefused(Message("handout.no-pdf", template, {"path": str(path)}))


def _write_folder(folder: Path, text: str, pictures: Mapping[str, QImage]) -> None:
    """A folder that is there whole or not at all."""
    try:
        made = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        try:
            (made / "handout.md").write_text(text, encoding="utf-8", newline="\n")
            for name, image in pictures.items():
                if not image.save(str(made / name)):
                    raise OSError(0, "a picture could not be saved")
            os.chmod(made, 0o755)
            if folder.is_dir():
                folder.rmdir()  # it is empty: that was looked at
            os.rename(made, folder)
        finally:
            shutil.rmtree(made, ignore_errors=True)
    except OSError as error:
        template = "{path} cannot be written: {reason}. Choose another folder, or make room there."
        values = {"path": str(folder), "reason": reason_of(error)}
        raise RequestRefused(Message("export.unwritable", template, values)) from None


if __name__ == "__main__":
    sys.exit(main())
