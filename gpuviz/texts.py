"""The words of gpuviz in the language of whoever reads them: `tr` for the window's own texts, `say`
for a Message made below it.

What translates is handed in (`use_translation`). Without it all words are English: on the command
line, and where Qt is not installed.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from gpuviz.cuda_c.names import in_c, in_python
from gpuviz.messages import EnglishText, Message, filled, listed
from gpuviz.units import THIN_SPACE, whole

if TYPE_CHECKING:
    from gpuviz.operation import OperationInfo

Translate = Callable[[str, str], str]
"""Gives a text of a context in another language."""

CONTEXT = "gpuviz"
FULL_WIDTH = ("。", "，", "；", "：", "！", "？", "）", "」")
CODE = re.compile(r"`([^`]+)`")
THIN_HTML = '<span style="font-size:8px">&#160;</span>'
BOLD = re.compile(r"\*\*(\S|\S.*?\S)\*\*")
HIDDEN = {
    code: "\N{REPLACEMENT CHARACTER}"
    for codes in (
        *(range(9), range(11, 32), (0x7F,), range(0x202A, 0x202F), range(0x2066, 0x206A)),
        range(0xD800, 0xE000),
    )
    for code in codes
}  # control characters, those that turn the direction of what follows, and halves of characters
_translations: list[Translate] = []  # the one that was handed in
_keys: list[Callable[[str], str]] = []
_spoken_here: ContextVar[Translate | None] = ContextVar("spoken_here", default=None)


def use_translation(translate: Translate) -> None:
    """Have all words that are made from now on translated by this."""
    _translations[:] = [translate]


def use_keys(written: Callable[[str], str]) -> None:
    """Have the names of keys in all words written by this: "⌘R" for "Ctrl+R" on macOS."""
    _keys[:] = [written]


@contextmanager
def spoken_by(translate: Translate) -> Iterator[None]:
    """Inside of the `with` all words that this thread makes are translated by this: for what is in
    several languages at once, or in another one than the window.
    """
    before = _spoken_here.set(translate)
    try:
        yield
    finally:
        _spoken_here.reset(before)


def translate(context: str, text: str) -> str:
    """A text as what was handed in has it; as it is where nothing was."""
    here = _spoken_here.get()
    if here is not None:
        return here(context, text)
    return with_keys(_translations[0](context, text) if _translations else text)


def with_keys(text: str) -> str:
    """Words with the names of keys as this system has them."""
    return _keys[0](text) if _keys else text


def tr(text: EnglishText) -> str:
    """`text` in the language of the window."""
    return translate(CONTEXT, text)


def say(message: Message) -> str:
    """The sentence of `message` in the window's language, whole numbers with thin spaces."""
    template = _template_of(message)
    return filled(template, {name: _said(value) for name, value in message.values.items()})


def _template_of(message: Message) -> str:
    """The template in the window's language; of a kernel in CUDA C with the names of C."""
    found = translate("Message", message.template)
    known = in_python(message.template)
    if found != message.template or known == message.template:
        return found
    return in_c(translate("Message", known))


def told(value: object) -> str:
    """A value of a Message as it stands in its sentence."""
    return str(_said(value))


def _said(value: object) -> object:
    return say(value) if isinstance(value, Message) else readable(value)


def readable(value: object) -> object:
    """A value of a Message: whole numbers with thin spaces, others as they are."""
    return whole(value) if isinstance(value, int) and not isinstance(value, bool) else value


def enumerated(words: Sequence[str]) -> str:
    """Words of the window one after the other: "a, b, c"."""
    return told(listed(words))


def labelled(label: str, words: str) -> str:
    """What something is and what it amounts to: "label: words"."""
    return tr("{label}: {words}").format(label=label, words=words)


def in_turn(parts: Iterable[str]) -> str:
    """Sentences without their stops, one after the other; empty ones are left out."""
    return _joined(parts, tr("{before}. {last}"))


def clauses(parts: Iterable[str]) -> str:
    """Parts of a sentence that are sentences themselves: "a; b"."""
    return _joined(parts, tr("{before}; {last}"))


def _joined(parts: Iterable[str], template: str) -> str:
    whole = ""
    for part in filter(None, parts):
        whole = template.format(before=whole, last=part) if whole else part
    return whole


def sentence(words: str) -> str:
    """Words that end here: with the window's full stop."""
    return tr("{words}.").format(words=words)


def gap_behind(words: str) -> str:
    """What stands between words and a next sentence: a space, but none behind a full-width mark."""
    return "" if words.endswith(FULL_WIDTH) else " "


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

    Lines stay lines. Thin spaces become small hard ones: Qt's HTML makes an ordinary space of the
    character itself.
    """
    from gpuviz.texts import escaped

    words = escaped(with_keys(text)).replace(THIN_SPACE, THIN_HTML).replace("\n", "<br>")
    return BOLD.sub(r"<b>\1</b>", CODE.sub(r"<code>\1</code>", words))


def escaped(text: str) -> str:
    """Words as rich text that shows them as they are."""
    return html.escape(visible(text), quote=False)


def visible(text: str) -> str:
    """Words without the characters that show nothing and change what stands around them."""
    return text.translate(HIDDEN)
