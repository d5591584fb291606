"""A place among words: what the parsers have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from gpuviz.cuda_c.refusals import Place, refuse
from gpuviz.cuda_c.words import Word
from gpuviz.messages import EnglishTemplate, Message, shortened, word

BRACKETS = {"(": ")", "[": "]", "{": "}"}


def behind_brackets(words: Sequence[Word], at: int) -> int:
    """Where it goes on behind the bracket that closes the one there; the end where none does."""
    depth = 0
    for row in range(at, len(words)):
        depth += words[row].is_mark(*BRACKETS) - words[row].is_mark(*BRACKETS.values())
        if not depth:
            return row + 1
    return len(words)


class Cursor:
    """Reads words one after the other."""

    def __init__(self, words: list[Word], file: str) -> None:
        self.words = words
        self.file = file
        self.at = 0
        last = words[-1].place if words else Place(1, 1)
        self._end = Word("end", "the end of the file", last)

    @property
    def word(self) -> Word:
        """The word that comes next."""
        return self.words[self.at] if self.at < len(self.words) else self._end

    def ahead(self, count: int) -> Word:
        """A word behind it."""
        at = self.at + count
        return self.words[at] if at < len(self.words) else self._end

    @property
    def before(self) -> Word:
        """The word that was read last."""
        return (
            self.words[min(max(self.at - 1, 0), len(self.words) - 1)] if self.words else self._end
        )

    def next(self) -> Word:
        """Reads a word."""
        word = self.word
        self.at += 1
        return word

    def takes(self, *texts: str) -> bool:
        """Reads a mark or name if it comes next; whether it did."""
        if self.word.kind in ("mark", "name") and self.word.text in texts:
            self.at += 1
            return True
        return False

    def expect(self, text: str) -> Word:
        """Reads a word that has to come. Raises NotSupportedError for another one."""
        if self.word.text != text or self.word.kind == "text":
            sentence = "'{wanted}' is expected here, before {found}."
            self.refuse(self._here(), "syntax", sentence, wanted=text, found=self.said)
        return self.next()

    def _here(self) -> Place:
        """Where a word is missing: at the end of a line, if the next one is in another line."""
        before = self.before.place
        if self.at == 0 or before.line == self.word.place.line:
            return self.word.place
        return before._replace(column=before.column + len(self.before.text))

    @property
    def said(self) -> object:
        """The word that comes next, for a sentence."""
        return word("the end") if self.word.kind == "end" else f"'{self.word.text}'"

    def skip_brackets(self) -> None:
        """Reads over what stands between brackets, the first of which comes next."""
        opened: list[Word] = []
        while True:
            word = self.next()
            if word.kind == "end":
                at = opened[0] if opened else word
                sentence = "'{mark}' is never closed."
                self.refuse(at.place, "brackets", sentence, mark=at.text)
            if word.is_mark(*BRACKETS):
                opened.append(word)
            elif word.is_mark(*BRACKETS.values()):
                if not opened or BRACKETS[opened[-1].text] != word.text:
                    sentence = "'{mark}' closes nothing."
                    self.refuse(word.place, "brackets", sentence, mark=word.text)
                opened.pop()
            if not opened:
                return

    def skip_angles(self) -> None:
        """Reads over `<..>` of a template."""
        depth = 0
        while True:
            word = self.word
            if word.is_mark("(", "[", "{"):
                self.skip_brackets()
                continue
            self.next()
            if word.kind == "end" or word.is_mark(";"):
                self.refuse(word.place, "brackets", "'{mark}' is never closed.", mark="<")
            depth += {"<": 1, ">": -1, ">>": -2, ">>>": -3}.get(word.text, 0)
            if depth <= 0:
                return

    def refuse(
        self, place: Place, code: str, template: EnglishTemplate, **values: object
    ) -> NoReturn:
        """Raises NotSupportedError at a place of the file."""
        macro = next((one.macro for one in (self.word, self.before) if one.place == place), None)
        if code in ("syntax", "brackets", "declarator") and macro is not None and macro.line:
            reason = Message(f"cuda-c.{code}", template, values)
            code = "macro"
            template = (
                "{name} is {value} here, by the #define of line {line}, and that is not read:"
                " {reason}"
            )
            said = shortened(macro.said)
            values = {"name": macro.name, "value": said, "line": macro.line, "reason": reason}
        refuse(self.file, place, code, template, **values)
