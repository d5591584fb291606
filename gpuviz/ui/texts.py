"""The window's words: `tr` for its own, `say` for a Message made below the window.

The command line says some of them too, in English, and needs no Qt for that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gpuviz.messages import EnglishText, Message, filled, listed
from gpuviz.operation import OperationInfo
from gpuviz.ui.numbers import THIN_SPACE, readable

try:
    from PySide6.QtCore import QCoreApplication

    translate = QCoreApplication.translate
except ModuleNotFoundError:

    def translate(context: str, text: str) -> str:  # type: ignore[misc]
        """The text as it is: without Qt there is no window, and so no other language."""
        return text


CONTEXT = "gpuviz"
CODE = re.compile(r"`([^`]+)`")
THIN_HTML = '<span style="font-size:8px">&#160;</span>'
BOLD = re.compile(r"\*\*(\S|\S.*?\S)\*\*")


def tr(text: EnglishText) -> str:
    """`text` in the language of the window."""
    return translate(CONTEXT, text)


def say(message: Message) -> str:
    """The sentence of `message` in the window's language, whole numbers with thin spaces."""
    template = translate("Message", message.template)
    return filled(template, {name: _said(value) for name, value in message.values.items()})


def told(value: object) -> str:
    """A value of a Message as it stands in its sentence."""
    return str(_said(value))


def _said(value: object) -> object:
    return say(value) if isinstance(value, Message) else readable(value)


def enumerated(words: Sequence[str]) -> str:
    """Words of the window one after the other: "a, b, c"."""
    return told(listed(words))


def sentence(words: str) -> str:
    """Words that end here: with the window's full stop."""
    return tr("{words}.").format(words=words)


def title_of(operation: OperationInfo) -> str:
    """An operation's title in the window's language; that of a user's own file as it is."""
    return titled(operation.title)


def titled(title: str) -> str:
    """The title of an operation, as its file has it, in the window's language."""
    return translate("operation", title)


def summary_of(operation: OperationInfo) -> str:
    """The same for its sentence."""
    return translate("operation", operation.summary)


def say_rich(message: Message) -> str:
    """`say` as rich text: what stands between `backticks` becomes code, **stars** become bold."""
    return rich(say(message))


def rich(text: str) -> str:
    """Plain words as rich text, with `code` and **bold** marked as in Markdown.

    Thin spaces become small hard ones: Qt's HTML makes an ordinary space of the character itself.
    """
    from gpuviz.ui.labels import escaped  # beside widgets, which the command line has not

    words = escaped(text).replace(THIN_SPACE, THIN_HTML)
    return BOLD.sub(r"<b>\1</b>", CODE.sub(r"<code>\1</code>", words))
