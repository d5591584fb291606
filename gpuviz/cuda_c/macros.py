"""#define, #if and their like: what a text of CUDA C comes to before it is read as C.

Of #include those headers count that stand behind the program (headers.py). All others are passed
over: what those of CUDA and of C declare is known (see gpuviz/simt/c_front).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NoReturn

from gpuviz.cuda_c import headers
from gpuviz.cuda_c.comments import declared_numbers, number_words
from gpuviz.cuda_c.refusals import Place, refuse
from gpuviz.cuda_c.spellings import in_one_way
from gpuviz.cuda_c.words import MOST_WORDS, MacroUse, Word, refuse_length, words_of
from gpuviz.messages import EnglishTemplate

DEEPEST = 60  # macros within each other
PREDEFINED = {
    "__CUDACC__": "1",
    "__CUDA_ARCH__": "900",
    "__cplusplus": "201703L",
    "__NVCC__": "1",
    "CUDART_VERSION": "13000",
    "NULL": "nullptr",
    "INFINITY": "__builtin_inff()",
    "NAN": "__builtin_nanf()",
    "FLT_MAX": "3.402823466e+38f",
    "FLT_MIN": "1.175494351e-38f",
    "FLT_EPSILON": "1.192092896e-07f",
    "DBL_MAX": "1.7976931348623158e+308",
    "DBL_MIN": "2.2250738585072014e-308",
    "DBL_EPSILON": "2.2204460492503131e-16",
    "INT_MAX": "2147483647",
    "INT_MIN": "(-2147483647-1)",
    "UINT_MAX": "4294967295u",
    "LLONG_MAX": "9223372036854775807ll",
    "LLONG_MIN": "(-9223372036854775807ll-1)",
    "INT32_MAX": "2147483647",
    "UINT32_MAX": "4294967295u",
    "M_PI": "3.14159265358979323846",
    "M_E": "2.7182818284590452354",
    "M_SQRT2": "1.41421356237309504880",
    "CUDART_INF_F": "__builtin_inff()",
    "CUDART_PI_F": "3.141592654f",
}
"""Macros of CUDA's compiler and of the C headers that kernels include."""


@dataclass(frozen=True, slots=True)
class NamedNumber:
    """A whole number to which a file gives a name, and the line that does."""

    value: int
    line: int
    is_macro: bool = False


@dataclass(frozen=True, slots=True)
class Macro:
    """A name that stands for words; `parameters` None: it takes no brackets."""

    parameters: tuple[str, ...] | None
    body: tuple[Word, ...]
    takes_rest: bool = False  # whether it ends in ...
    line: int = 0  # of its #define; 0: the compiler's


@dataclass(slots=True)
class _Branch:
    """An #if that is open: whether its lines count, and whether one of its parts has counted."""

    counts: bool
    counted: bool
    outer: bool


@dataclass(slots=True)
class MacroReader:
    """Writes out the macros of one file."""

    file: str
    numbers: Mapping[str, float] = field(default_factory=dict)
    """That macros of these names stand for, instead of their own words."""
    macros: dict[str, Macro] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    """Headers that were included and are not there; not those of CUDA and of C."""
    _within: list[str] = field(default_factory=list)  # headers that are being read
    _done: set[str] = field(default_factory=set)  # headers with #pragma once that were read
    _open: list[_Branch] = field(default_factory=list)
    _made: int = 0  # words that macros came to

    def __post_init__(self) -> None:
        for name, body in PREDEFINED.items():
            self.macros[name] = Macro(None, tuple(words_of(body, self.file)))

    def written_out(self, text: str) -> list[Word]:
        """The words of a text without its directives, with all macros written out.

        Raises NotSupportedError for what is no C.
        """
        program, self.headers = headers.split(text)
        return in_one_way(self._read(program, ""))

    def numbers_defined(self) -> dict[str, NamedNumber]:
        """The macros that stand for a whole number."""
        found: dict[str, NamedNumber] = {}
        for name, macro in self.macros.items():
            if macro.line and macro.parameters is None and macro.body:
                value = whole_number(self._expanded(list(macro.body), frozenset({name}), 0))
                if value is not None:
                    found[name] = NamedNumber(value, macro.line, is_macro=True)
        return found

    def _read(self, text: str, header: str) -> list[Word]:
        """Those of the program, or of one of its headers."""
        words, found, at = words_of(text, self.file, header), list[Word](), 0
        outer, self._open = self._open, []
        plain: list[Word] = []
        while at < len(words):
            word = words[at]
            if word.first and word.is_mark("#"):
                found += self._expanded(plain, frozenset(), 0)
                plain = []
                end = at + 1
                while end < len(words) and not words[end].first:
                    end += 1
                found += self._directive(words[at:end], header)
                at = end
                continue
            if self._counts:
                plain.append(word)
            at += 1
        found += self._expanded(plain, frozenset(), 0)
        if self._open:
            last = words[-1].place if words else Place(1, 1)
            self._refuse(last, "directive", "an #if has no #endif: add it.")
        self._open = outer
        return found

    def _included(self, words: list[Word], by: str) -> list[Word]:
        """What a header comes to; nothing where it is read already, or is not there."""
        if not words or words[0].kind != "text":
            return []
        name = words[0].text[1:-1]
        known = next((one for one in headers.candidates(by, name) if one in self.headers), None)
        if known is None:
            if not headers.is_of_compiler(name) and name not in self.missing:
                self.missing.append(name)
            return []
        if known in self._within or known in self._done:
            return []
        text = self.headers[known]
        if headers.ONCE.search(text):
            self._done.add(known)
        self._within.append(known)
        found = self._read(text, known)
        self._within.pop()
        self._made += len(found)
        if self._made > MOST_WORDS:
            refuse_length(self.file, words[0].place)
        return found

    @property
    def _counts(self) -> bool:
        return not self._open or self._open[-1].counts

    def _refuse(
        self, place: Place, code: str, template: EnglishTemplate, **values: object
    ) -> NoReturn:
        refuse(self.file, place, code, template, **values)

    # Directives

    def _directive(self, words: list[Word], header: str) -> list[Word]:
        """Does it; the words that it comes to."""
        if len(words) < 2:
            return []
        name, rest = words[1].text, words[2:]
        if name in ("if", "ifdef", "ifndef"):
            outer = self._counts
            holds = outer and self._condition(name, words[0], rest)
            self._open.append(_Branch(holds, holds, outer))
        elif name in ("elif", "else", "endif"):
            self._next_part(name, words[0], rest)
        elif self._counts and name == "define":
            self._define(words[0], rest)
        elif self._counts and name == "undef" and rest:
            self.macros.pop(rest[0].text, None)
        elif self._counts and name == "error":
            said = " ".join(word.text for word in rest)
            self._refuse(
                words[0].place, "error", "the file stops here by #error: {said}.", said=said
            )
        elif self._counts and name == "pragma" and rest and rest[0].is_name("pack"):
            sentence = "structures without gaps (#pragma pack) are not known: take that out."
            self._refuse(words[0].place, "pack", sentence)
        elif self._counts and name == "include":
            return self._included(rest, header)
        return []

    def _next_part(self, name: str, at: Word, rest: list[Word]) -> None:
        if not self._open:
            self._refuse(at.place, "directive", "#{name} stands without an #if.", name=name)
        branch = self._open[-1]
        if name == "endif":
            self._open.pop()
            return
        holds = branch.outer and not branch.counted
        if holds and name == "elif":
            holds = self._condition("if", at, rest)
        branch.counts, branch.counted = holds, branch.counted or holds

    def _condition(self, name: str, at: Word, rest: list[Word]) -> bool:
        if name != "if":
            known = bool(rest) and rest[0].text in self.macros
            return known if name == "ifdef" else not known
        words, position = list[Word](), 0
        while position < len(rest):
            word = rest[position]
            if word.is_name("defined"):
                inside = [w for w in rest[position + 1 : position + 4] if w.kind == "name"]
                position += (
                    4
                    if rest[position + 1 : position + 2] and rest[position + 1].is_mark("(")
                    else 2
                )
                known = bool(inside) and inside[0].text in self.macros
                words.append(replace(word, kind="number", text=str(int(known))))
                continue
            words.append(word)
            position += 1
        try:
            return bool(_Condition(self._expanded(words, frozenset(), 0)).value())
        except (ValueError, IndexError, ZeroDivisionError):
            sentence = "the condition of this #if cannot be computed: compare whole numbers."
            self._refuse(at.place, "condition", sentence)

    def _define(self, at: Word, rest: list[Word]) -> None:
        if not rest or rest[0].kind != "name":
            self._refuse(at.place, "define", "#define needs a name, as in #define TILE 16.")
        name, body = rest[0].text, rest[1:]
        if not body or not body[0].is_mark("(") or body[0].spaced:
            if name in self.numbers:
                body = number_words(self.numbers[name], at.place)
            self.macros[name] = Macro(None, tuple(body), line=at.place.line)
            return
        end = next((row for row, word in enumerate(body) if word.is_mark(")")), None)
        if end is None:
            self._refuse(at.place, "define", "the parameters of {name} have no ')'.", name=name)
        inside = body[1:end]
        parameters = tuple(word.text for word in inside if word.kind == "name")
        takes_rest = any(word.is_mark("...") for word in inside)
        self.macros[name] = Macro(parameters, tuple(body[end + 1 :]), takes_rest, at.place.line)

    # Macros in use

    def _expanded(self, words: list[Word], hidden: frozenset[str], depth: int) -> list[Word]:
        if depth > DEEPEST:
            self._refuse(words[0].place, "macros", "macros stand in each other without an end.")
        found: list[Word] = []
        at = 0
        while at < len(words):
            word = words[at]
            macro = self.macros.get(word.text) if word.kind == "name" else None
            at += 1
            if word.text in ("__LINE__", "__FILE__"):
                found.append(self._of_place(word))
                continue
            if macro is None or word.text in hidden:
                found.append(word)
                continue
            body = list(macro.body)
            if macro.parameters is not None:
                if at >= len(words) or not words[at].is_mark("("):
                    found.append(word)
                    continue
                given, at = self._arguments(words, at, word)
                body = self._filled(macro, word, given, hidden, depth)
            said = " ".join(part.text for part in macro.body)
            macro_use = word.macro or MacroUse(word.text, said, macro.line)
            body = [replace(part, place=word.place, first=False, macro=macro_use) for part in body]
            self._made += len(body)
            if self._made > MOST_WORDS:
                refuse_length(self.file, word.place)
            found += self._expanded(body, hidden | {word.text}, depth + 1) if body else []
        return found

    def _of_place(self, word: Word) -> Word:
        """__LINE__ and __FILE__."""
        if word.text == "__LINE__":
            return replace(word, kind="number", text=str(word.place.line))
        name = word.place.header or self.file.replace("\\", "/").rpartition("/")[2]
        return replace(word, kind="text", text=f'"{name}"')

    def _arguments(self, words: list[Word], at: int, use: Word) -> tuple[list[list[Word]], int]:
        """What stands between the brackets that begin at `at`, and where it goes on."""
        given: list[list[Word]] = [[]]
        depth = 0
        while at < len(words):
            word = words[at]
            at += 1
            if word.is_mark("(", "[", "{"):
                depth += 1
                if depth == 1:
                    continue
            elif word.is_mark(")", "]", "}"):
                depth -= 1
                if depth == 0:
                    return given, at
            if depth == 1 and word.is_mark(","):
                given.append([])
            else:
                given[-1].append(word)
        self._refuse(use.place, "macros", "the brackets of {name} do not end.", name=use.text)

    def _filled(
        self,
        macro: Macro,
        use: Word,
        given: list[list[Word]],
        hidden: frozenset[str],
        depth: int,
    ) -> list[Word]:
        parameters = macro.parameters or ()
        if len(given) == 1 and not given[0] and len(parameters) != 1:
            given = []
        if len(given) < len(parameters) or (len(given) > len(parameters) and not macro.takes_rest):
            sentence = "the macro {name} takes {wanted} arguments, {given} are given."
            values = {"name": use.text, "wanted": len(parameters), "given": len(given)}
            self._refuse(use.place, "macros", sentence, **values)
        known = dict(zip(parameters, given, strict=False))
        if macro.takes_rest:
            rest: list[Word] = []
            for row, part in enumerate(given[len(parameters) :]):
                rest += [replace(use, kind="mark", text=",")] if row else []
                rest += part
            known["__VA_ARGS__"] = rest
        whole = {
            name: self._expanded(part, hidden, depth + 1) if part else []
            for name, part in known.items()
        }
        found: list[Word] = []
        body = list(macro.body)
        at = 0
        while at < len(body):
            word = body[at]
            follows = body[at + 1] if at + 1 < len(body) else None
            if word.is_mark("#") and follows is not None and follows.text in known:
                said = " ".join(part.text for part in known[follows.text]).replace('"', '\\"')
                found.append(replace(word, kind="text", text=f'"{said}"'))
                at += 2
            elif word.is_mark("##") and found and follows is not None:
                right = known.get(follows.text, [follows])
                joined = found.pop().text + "".join(part.text for part in right[:1])
                found += words_of(joined, self.file) + right[1:]
                at += 2
            else:
                found += whole.get(word.text, [word]) if word.kind == "name" else [word]
                at += 1
        return found


def numbers_declared(words: list[Word]) -> dict[str, NamedNumber]:
    """The whole numbers of which constants and variables of the host are made."""
    found: dict[str, NamedNumber] = {}
    for name, first, last in declared_numbers(words):
        value = whole_number([word for word in words[first:last] if not word.is_mark("{", "}")])
        if value is not None:
            found.setdefault(words[name].text, NamedNumber(value, words[name].place.line))
    return found


def whole_number(words: list[Word]) -> int | None:
    """What numbers and operators come to; None for anything else."""
    if not words or any(word.kind not in ("number", "mark") for word in words):
        return None
    try:
        return _Condition(words).value()
    except (ValueError, IndexError, ArithmeticError, RecursionError):
        return None


class _Condition:
    """The number behind #if."""

    LEVELS = (
        ("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", ">", "<=", ">="),
        ("<<", ">>"), ("+", "-"), ("*", "/", "%"),
    )  # fmt: skip

    def __init__(self, words: list[Word]) -> None:
        self._words = words
        self._at = 0

    def value(self) -> int:
        """Raises ValueError or IndexError for what is no number."""
        found = self._level(0)
        if self._at != len(self._words):
            raise ValueError
        return found

    def _level(self, level: int) -> int:
        if level == len(self.LEVELS):
            return self._one()
        left = self._level(level + 1)
        while self._at < len(self._words) and self._words[self._at].is_mark(*self.LEVELS[level]):
            mark = self._words[self._at].text
            self._at += 1
            left = _combined(mark, left, self._level(level + 1))
        return left

    def _one(self) -> int:
        word = self._words[self._at]
        self._at += 1
        if word.is_mark("!"):
            return int(not self._one())
        if word.is_mark("-"):
            return -self._one()
        if word.is_mark("("):
            found = self._level(0)
            self._at += 1
            return found
        if word.kind == "name":
            return 0
        if word.kind != "number":
            raise ValueError
        return int(word.text.rstrip("uUlL").replace("'", ""), 0)


def _combined(mark: str, left: int, right: int) -> int:
    if mark in ("/", "%"):
        return left // right if mark == "/" else left % right
    if mark in ("<<", ">>") and not 0 <= right < 64:
        raise ValueError
    table = {
        "||": bool(left) or bool(right), "&&": bool(left) and bool(right), "|": left | right,
        "^": left ^ right, "&": left & right, "==": left == right, "!=": left != right,
        "<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right,
        "+": left + right, "-": left - right, "*": left * right,
        "<<": left << min(max(right, 0), 63), ">>": left >> min(max(right, 0), 63),
    }  # fmt: skip
    return int(table[mark])
