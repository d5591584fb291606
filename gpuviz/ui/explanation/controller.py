"""The page of explanation follows what is chosen, and its links lead somewhere."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gpuviz.messages import GpuvizError
from gpuviz.operation import (
    OperationInfo,
    called,
    explanation,
    find_operation,
    is_in_gallery,
    list_operations,
    plugin_operations,
)
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.launch_controller import LaunchController
from gpuviz.texts import title_of, tr
from gpuviz.ui.explanation.view import ExplanationView
from gpuviz.ui.glossary import show_glossary
from gpuviz.ui.languages import Language, spoken_language
from gpuviz.ui.terms import glossary

if TYPE_CHECKING:
    from gpuviz.trace import Trace

MOST_CHARACTERS = 20_000  # of a page, six times the gallery's longest: Qt sets them at once
PYTHON_EXAMPLE = '''```
"""Square: y = x * x, one thread for each element.

**What happens.** Thread `i` reads `x[i]`, multiplies it
by itself and writes `y[i]`.
"""
```'''
C_EXAMPLE = """```
// Square: y = x * x, one thread for each element.
```"""


class ExplanationController(QObject):
    """Fills the page while somebody looks at it."""

    def __init__(self, view: ExplanationView, launch: LaunchController) -> None:
        super().__init__(view)
        self._view, self._launch = view, launch
        self._read: tuple[OperationInfo, bool] | None = None  # and whether of a recording
        signals = launch.operationChanged, launch.choiceChanged, launch.stateChanged
        self._later = CoalescedCall(self, self.refresh, *signals, view.pictureWanted)
        launch.resultReady.connect(self._later.ask)  # a file may have been edited before it ran
        view.page.termFollowed.connect(self._show_term)
        view.page.operationFollowed.connect(self._pick)

    def refresh(self) -> None:
        """Show what the file says that is chosen, or that there is no file."""
        read = self._launch.choice.operation, self._launch.recording is not None
        if self._view.is_seen and read != self._read:
            self._read = read
            known = _by_title(spoken_language())
            own = None if self._launch.recording else self._launch.choice.operation.name
            others = {words: name for words, name in known.items() if name != own}
            self._view.show_page(self._page(), others)

    def _page(self) -> str:
        if self._launch.recording is not None:
            return _of_recording(*self._launch.recording)
        operation = self._launch.choice.operation
        page = explanation(operation, spoken_language()) or _unexplained(operation)
        if len(page) <= MOST_CHARACTERS:
            return page
        rest = tr("What follows stands in the file.")
        return f"{page[:MOST_CHARACTERS]}…\n\n{rest}"

    def _show_term(self, word: str) -> None:
        show_glossary(self._view.window(), glossary()[word].word)

    def _pick(self, name: str) -> None:
        self._launch.pick_operation(find_operation(name))


@functools.cache
def _by_title(language: Language) -> Mapping[str, str]:
    """The names of the operations of gallery and plugins by what texts call them."""
    known = (
        *plugin_operations(),
        *list_operations(),
    )  # what is of the gallery comes last, and wins
    named = ((called(info), (info.name, info.title, title_of(info))) for info in known)
    return {words: name for name, all_words in named for words in all_words}


def _unexplained(operation: OperationInfo) -> str:
    nothing = tr("The file of this kernel does not explain it yet.")
    if operation.c_launch is not None:
        how = tr("A comment in its first line is shown here: a title and a sentence.")
        example = C_EXAMPLE
    else:
        how = tr(
            "What stands between three quotes at its top is shown here: a title and a sentence in"
            " the first line, below it text in Markdown."
        )
        example = PYTHON_EXAMPLE
    return f"# {operation.title}\n\n{nothing} {how}\n\n{example}"


def _of_recording(trace: Trace, name: str) -> str:
    words = tr("A recording holds what a launch did, and not the text that explains its kernel.")
    page = f"# {name}\n\n{words}"
    try:
        known = find_operation(Path(trace.functions[0].file).stem)
    except GpuvizError:
        return page
    if not is_in_gallery(known.path):
        return page
    also = tr("The gallery has a kernel of this name: {title}.")
    return f"{page}\n\n{also.format(title=f'*{title_of(known)}*')}"
