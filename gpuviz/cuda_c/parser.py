"""Reads types, expressions and statements of CUDA C by recursive descent.

What is a type and what a name is known while reading, as C needs it: `(a)(b)` is a cast or a call.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NoReturn, TypeVar

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.cursor import Cursor
from gpuviz.cuda_c.lambdas import read_lambda
from gpuviz.cuda_c.syntax import Expression, Statement
from gpuviz.cuda_c.traits import read_trait
from gpuviz.cuda_c.types import (
    BASIC_WORDS,
    BOOL,
    CHAR,
    DOUBLE,
    FLOAT,
    GROUP_OPERATORS,
    INT,
    KNOWN,
    LONG,
    UNSIGNED,
    UNSIGNED_LONG,
    ArrayOf,
    Auto,
    CType,
    Pointer,
    Reference,
    Scalar,
    Struct,
    TypeOf,
    basic,
    without_reference,
)
from gpuviz.cuda_c.words import Word
from gpuviz.messages import EnglishText, Message, listed
from gpuviz.messages import word as words

NAMESPACES = ("std", "cuda", "cooperative_groups", "cg")
GROUP_NAMESPACES = ("cooperative_groups", "cg")
COLLECTIVES = ("reduce", "inclusive_scan", "exclusive_scan")
"""Functions of cooperative groups whose names programs give to their own, too."""
TILE = "thread_block_tile"
COUNTER = "index of all"  # the name of a counter that no author has
DEEPEST = 60  # brackets, blocks and the like within each other

LEVELS: tuple[tuple[str, ...], ...] = (
    ("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", ">", "<=", ">="),
    ("<<", ">>"), ("+", "-"), ("*", "/", "%"),
)  # fmt: skip
PRECEDENCE = {mark: level for level, marks in enumerate(LEVELS) for mark in marks}
ASSIGNMENTS = ("=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=")
QUALIFIERS = (
    *("const", "volatile", "restrict", "__restrict__", "__restrict", "static", "inline"),
    *("constexpr", "register", "extern", "__shared__", "__constant__", "__device__", "__host__"),
    *("__forceinline__", "__inline__", "__noinline__", "struct", "typename", "__managed__"),
    *(
        "class",
        "enum",
        "mutable",
        "__global__",
        "__align__",
        "unsigned_",
        "thread_local",
    ),
    "__grid_constant__",
)
NOTHING: Mapping[str, Message | None] = {}
CASTS = ("static_cast", "reinterpret_cast", "const_cast")
UNKNOWN_WORDS: Mapping[str, EnglishText] = {
    "goto": "goto jumps; write the loop or the if",
    "new": "new takes memory in a kernel; declare a local array, or pass one in",
    "delete": "delete gives memory back; declare a local array, or pass one in",
    "asm": "asm is PTX; write the same in C",
    "__asm__": "asm is PTX; write the same in C",
    "try": "exceptions do not exist in a kernel; take try out",
    "throw": "exceptions do not exist in a kernel; take throw out",
    "dynamic_cast": "dynamic_cast needs classes; use structures",
    "union": "declare a union above the kernel, with a name",
}
PLAIN_POINTER: EnglishText = "a plain pointer, and the index row * width + column"
GENERATORS: EnglishText = "curandState or curandStatePhilox4_32_10_t"
TYPE_ADVICE: Mapping[str, EnglishText] = {
    "cudaTextureObject_t": PLAIN_POINTER,
    "cudaSurfaceObject_t": PLAIN_POINTER,
    "cudaPitchedPtr": PLAIN_POINTER,
    "texture": PLAIN_POINTER,
    "curandStateMRG32k3a": GENERATORS,
    "curandStateMRG32k3a_t": GENERATORS,
    "curandStateMtgp32": GENERATORS,
    "curandStateMtgp32_t": GENERATORS,
    "curandStateSobol32": GENERATORS,
    "curandStateSobol32_t": GENERATORS,
}
"""Types that the emulator does not have, and what to use."""
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
ESCAPE = re.compile(r"\\(?:(?P<number>x[0-9a-fA-F]{1,2}|[0-7]{1,3})|(?P<other>.))", re.DOTALL)

Made = TypeVar("Made", bound=syntax.Node)


class Parser(Cursor):
    """Reads one function, or one constant; `types` are the names of types that hold there."""

    def __init__(
        self,
        words: list[Word],
        file: str,
        types: Mapping[str, CType],
        is_template: Callable[[str], bool] = lambda name: False,
        skipped: Mapping[str, Message | None] = NOTHING,
        missing: Sequence[str] = (),
    ) -> None:
        super().__init__(words, file)
        self.types = dict(types)
        self._is_template = is_template
        self._skipped = skipped
        self._missing = missing
        self.structures: Mapping[str, object] = {}  # templates of structures
        self.instance: Callable[..., Struct | None] = lambda *given: None
        self.is_static: Callable[[str], bool] = lambda name: False
        self.is_method: Callable[[str], bool] = lambda name: False
        self.numbers: Mapping[str, int] = {}  # names that are whole numbers: of templates
        self._no_greater = 0  # whether > ends a list of template arguments
        self._depth = 0
        self._hidden: frozenset[str] = frozenset()  # types whose names variables have
        self._breaks_label = False

    # Places

    def _node(self, make: Callable[..., Made], begin: Word | syntax.Node, *parts: Any) -> Made:
        """A node from where `begin` begins to the word that was read last."""
        if isinstance(begin, Word):
            line, column = begin.place.line, begin.place.column - 1
        else:
            line, column = begin.lineno, begin.col_offset
        last = self.before
        end = last.place.column - 1 + len(last.text)
        return make(
            *parts, lineno=line, col_offset=column,
            end_lineno=max(last.place.line, line), end_col_offset=end,
        )  # fmt: skip

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            sentence = "brackets and blocks stand more than {most} deep in each other: split them."
            self.refuse(self.word.place, "too-deep", sentence, most=DEEPEST)

    # Types

    def at_type(self, ahead: int = 0) -> bool:
        """Whether a type comes next."""
        word = self.ahead(ahead)
        while word.kind == "name" and word.text in QUALIFIERS:
            if word.text in ("const", "constexpr", "typename", "struct"):
                return True
            ahead = self._behind_qualifier(ahead)
            word = self.ahead(ahead)
        if word.kind != "name" or word.text in self._hidden:
            return False
        if word.text in NAMESPACES and self.ahead(ahead + 1).is_mark("::"):
            return self.at_type(ahead + 2)
        while self.ahead(ahead + 1).is_mark("::") and self.ahead(ahead + 2).kind == "name":
            if not self.ahead(ahead + 3).is_mark("::"):  # V::unit() calls a function of V
                return self.ahead(ahead + 2).text in self.types
            ahead += 2
        known = word.text in BASIC_WORDS or word.text in ("auto", "decltype")
        if word.text in self.structures and self.ahead(ahead + 1).is_mark("<"):
            return not self._at_instance(ahead)
        return known or word.text in self.types or word.text in KNOWN

    def _behind_qualifier(self, ahead: int) -> int:
        """What follows a qualifier there, `__align__(16)` with its brackets."""
        ahead += 1
        if not self.ahead(ahead - 1).is_name("__align__") or not self.ahead(ahead).is_mark("("):
            return ahead
        depth = 0
        while self.ahead(ahead).kind != "end":
            depth += self.ahead(ahead).is_mark("(") - self.ahead(ahead).is_mark(")")
            ahead += 1
            if not depth:
                break
        return ahead

    def hide(self, name: str) -> None:
        """A variable has a name, which is no type from here on: `int half`."""
        if name in KNOWN or name in self.types:
            self._hidden |= {name}

    def type_name(self) -> CType:
        """A type with its stars, as in a cast; also `float (*)[N]`."""
        kind, constant = self._starred(self.base_type())
        marks = [self.ahead(ahead).text for ahead in range(4)]
        if marks != ["(", "*", ")", "["]:
            return kind
        self.at += 3
        return Pointer(kind, constant, tuple(self._rows()))

    def _rows(self) -> list[Expression]:
        """`[M][N]`, of a pointer to rows."""
        found: list[Expression] = []
        while self.takes("["):
            found.append(self.expression())
            self.expect("]")
        return found

    def base_type(self) -> CType:
        """A type without its stars. Raises NotSupportedError where none comes."""
        constant, words = False, list[str]()
        found: CType | None = None
        begin = self.word
        while True:
            word = self.word
            if word.kind != "name":
                break
            if word.text in QUALIFIERS:
                constant = constant or word.text in ("const", "constexpr")
                self.next()
                if word.text == "__align__" and self.word.is_mark("("):
                    self.skip_brackets()
            elif self._in_known_namespace() or (
                found is None and not words and self._in_namespace()
            ):
                self.at += 2
            elif found is None and word.text in BASIC_WORDS:
                words.append(self.next().text)
            elif found is None and not words and word.text == "auto":
                self.next()
                found = Auto()
            elif found is None and not words and word.text == "decltype":
                found = self._type_of()
            elif (
                found is None
                and not words
                and word.text in self.types
                and not (word.text in self.structures and self.ahead(1).is_mark("<"))
            ):
                found = self.types[self.next().text]
                if self._is_template_of_cuda(found) and self.word.is_mark("<"):
                    self.skip_angles()
            elif found is None and not words and word.text in self.structures:
                found = self._structure()
            elif found is None and not words and word.text in KNOWN:
                found = KNOWN[self.next().text]
            else:
                break
        kind = found if found is not None else basic(words)
        if kind is None:
            self._refuse_type(begin)
        self.is_constant = constant
        return kind

    def _type_of(self) -> CType:
        """`decltype(x)`, `decltype(auto)`."""
        self.next()
        self.expect("(")
        found: CType = Auto() if self.takes("auto") else TypeOf(self.expression())
        self.expect(")")
        return found

    @staticmethod
    def _is_template_of_cuda(kind: CType | None) -> bool:
        """Whether it is a tile or one of cg::plus and its like, which are templates."""
        if not isinstance(kind, Struct):
            return False
        return kind.name == TILE or GROUP_OPERATORS.get(kind.name) is kind

    def _in_known_namespace(self) -> bool:
        """Whether `std::` or `cg::` comes next."""
        return self.word.text in NAMESPACES and self.ahead(1).is_mark("::")

    def _in_namespace(self) -> bool:
        """Whether `util::` comes next, before a type."""
        return self.ahead(1).is_mark("::") and self.at_type()

    def _structure(self) -> CType:
        """`Name<float, 4>`."""
        begin = self.next()
        given = self.template_arguments() if self.word.is_mark("<") else ()
        found = self.instance(begin.text, given, self.numbers)
        if found is None:
            sentence = (
                "what stands between < and > of {name} has to be types and whole numbers that are"
                " known."
            )
            self.refuse(begin.place, "template", sentence, name=begin.text)
        return found

    def _refuse_type(self, at: Word, named: str = "") -> NoReturn:
        """`named`: the last name of the type, where it was read already."""
        word = self.word if at.text in QUALIFIERS else at
        name = self._qualified() if word is self.word else word.text
        name = f"{name}::{named}" if named and named != name else name
        if word.text in self._skipped:
            reason = self._skipped[word.text]
            if reason is not None:
                sentence = "the type {name} is not read: {reason}"
                self.refuse(word.place, "structure", sentence, name=word.text, reason=reason)
            sentence = (
                "the structure {name} has a base or a template that gpuviz does not know: keep its"
                " members alone, and write __device__ functions for the rest."
            )
            self.refuse(word.place, "methods", sentence, name=word.text)
        instead = TYPE_ADVICE.get(name.rpartition("::")[2])
        if instead is not None:
            sentence = "{name} is not known in a kernel: use {instead}."
            self.refuse(word.place, "type", sentence, name=name, instead=words(instead))
        if self._missing:
            sentence = (
                "the type {name} is not known: it may stand in {header}. Headers are read that lie"
                " beside the file or below its folder."
            )
            self.refuse(word.place, "type", sentence, name=name, header=listed(self._missing))
        sentence = (
            "the type {name} is not known: kernels take int, unsigned, float, double, half, size_t"
            " and their like, pointers to them, and structures that the file declares."
        )
        self.refuse(word.place, "type", sentence, name=name)

    def _qualified(self) -> str:
        """The name that stands there with its namespaces."""
        ahead, name = 0, self.word.text
        while self.ahead(ahead + 1).is_mark("::") and self.ahead(ahead + 2).kind == "name":
            ahead += 2
            name += f"::{self.ahead(ahead).text}"
        return name

    def _starred(self, kind: CType) -> tuple[CType, bool]:
        """The type with the stars that follow, and whether its elements are constant."""
        constant = self.is_constant
        while True:
            if self.takes("*"):
                kind, constant = Pointer(kind, constant), False
            elif self.takes("&"):
                kind, constant = Reference(kind, constant), False
            elif self.takes("&&"):
                if not isinstance(kind, Auto):
                    self.refuse(
                        self.before.place, "type", "references to passing values are not known."
                    )
                kind, constant = Reference(kind, constant), False
            elif self.word.is_name("const", "volatile", "__restrict__", "restrict", "__restrict"):
                self.next()
            else:
                return kind, constant

    is_constant = False  # whether const stands in the type that was read last

    def declarator(self, base: CType, is_parameter: bool = False) -> syntax.Variable:
        """A name with its stars and brackets, without a first value; parameters need no name."""
        begin = self.word
        kind, _ = self._starred(base)
        while self.word.is_name(*QUALIFIERS):
            self.next()
        if self.word.is_mark("[") and not (is_parameter and isinstance(kind, (np.dtype, Pointer))):
            return self._taken_apart(begin, kind)
        if self.word.is_mark("("):
            return self._pointer_to_rows(kind)
        if self.word.is_mark("..."):
            sentence = "any number of parameters (...) is not known: write a function for each."
            self.refuse(self.word.place, "variadic", sentence)
        unnamed = is_parameter and self.word.is_mark(",", ")", "=", "[")
        if self.word.kind != "name" and not unnamed:
            sentence = "a name is expected here, before {found}."
            self.refuse(self.word.place, "syntax", sentence, found=self.said)
        name = replace(begin, text=f"unnamed {self.at}") if unnamed else self.next()
        sizes: list[Expression | None] = []
        while self.takes("["):
            sizes.append(None if self.word.is_mark("]") else self.expression())
            self.expect("]")
        for size in reversed(sizes):
            kind = ArrayOf(kind, size)
        if self.word.is_name("__align__"):
            self.next()
            self.skip_brackets()
        return self._node(syntax.Variable, name if kind == base else begin, name.text, kind)

    def _taken_apart(self, begin: Word, kind: CType) -> syntax.Variable:
        """`auto [row, column]`: a variable without a name, whose parts have names."""
        if not isinstance(without_reference(kind), Auto):
            sentence = "names in [ ] take a structure or an array apart: write auto before them."
            self.refuse(self.word.place, "bindings", sentence)
        self.next()
        names: list[str] = []
        while self.word.kind == "name":
            names.append(self.next().text)
            self.hide(names[-1])
            if not self.takes(","):
                break
        self.expect("]")
        shown = f"[{', '.join(names)}]"
        return self._node(syntax.Variable, begin, shown, kind, None, tuple(names))

    def _pointer_to_rows(self, kind: CType) -> syntax.Variable:
        """`(*name)[N]`."""
        begin = self.next()
        name = self.ahead(1)
        if self.word.is_mark("&"):
            sentence = (
                "a reference to an array is not known: take a pointer, and the length as a number."
            )
            self.refuse(begin.place, "declarator", sentence)
        if not self.word.is_mark("*") or name.kind != "name" or not self.ahead(2).is_mark(")"):
            self._refuse_declarator(begin)
        self.at += 3
        rows = self._rows()
        if not rows:
            self._refuse_declarator(begin)
        pointer = Pointer(kind, self.is_constant, tuple(rows))
        return self._node(syntax.Variable, name, name.text, pointer)

    def _refuse_declarator(self, begin: Word) -> NoReturn:
        sentence = (
            "pointers to functions are not known: write an if, or a template that takes a structure"
            " with operator()."
        )
        self.refuse(begin.place, "declarator", sentence)

    # Expressions

    def expression(self) -> Expression:
        """An expression, also with commas."""
        found = self.assignment()
        while self.word.is_mark(","):
            self.next()
            found = self._node(syntax.Binary, found, ",", found, self.assignment())
        return found

    def assignment(self) -> Expression:
        """An expression without commas."""
        self._deeper()
        left = self._conditional()
        if self.word.is_mark(*ASSIGNMENTS):
            mark = self.next().text[:-1]
            value: Expression = self._values() if self.word.is_mark("{") else self.assignment()
            left = self._node(syntax.Assignment, left, mark, left, value)
        self._depth -= 1
        return left

    def _conditional(self) -> Expression:
        test = self._binary(0)
        if not self.takes("?"):
            return test
        outer, self._no_greater = self._no_greater, 0
        yes = self.expression()
        self._no_greater = outer
        self.expect(":")
        return self._node(syntax.Conditional, test, test, yes, self.assignment())

    def _binary(self, lowest: int) -> Expression:
        left = self._unary()
        while True:
            word = self.word
            level = PRECEDENCE.get(word.text, -1) if word.kind == "mark" else -1
            if level < lowest or (self._no_greater and word.text in (">", ">>", ">=")):
                return left
            self.next()
            left = self._node(syntax.Binary, left, word.text, left, self._binary(level + 1))

    def _unary(self) -> Expression:
        word = self.word
        if word.is_mark("-", "+", "!", "~", "*", "&", "++", "--"):
            self._deeper()
            self.next()
            operand = self._unary()
            self._depth -= 1
            return self._node(syntax.Unary, word, word.text, operand)
        if word.is_mark("(") and self.at_type(1) and not self._is_call_of_type(1):
            self._deeper()
            self.next()
            kind = self.type_name()
            self.expect(")")
            operand = self._values() if self.word.is_mark("{") else self._unary()
            self._depth -= 1
            return self._node(syntax.Cast, word, kind, operand)
        if word.is_name("sizeof"):
            return self._size_of()
        return self._postfix(self._primary())

    def _is_call_of_type(self, ahead: int) -> bool:
        """Whether `(float(x) ..)` stands there, brackets around a cast as a call."""
        to_rows = self.ahead(ahead + 2).is_mark("*") and self.ahead(ahead + 3).is_mark(")")
        called = self.ahead(ahead + 1).is_mark("(", "{") and not to_rows
        return called and self.ahead(ahead).kind == "name"

    def _size_of(self) -> Expression:
        begin = self.next()
        if self.word.is_mark("..."):
            sentence = "any number of parameters (...) is not known: write a function for each."
            self.refuse(self.word.place, "variadic", sentence)
        if self.word.is_mark("(") and self.at_type(1):
            self.next()
            kind = self.type_name()
            self.expect(")")
            return self._node(syntax.SizeOf, begin, kind)
        return self._node(syntax.SizeOf, begin, self._unary())

    def _postfix(self, base: Expression) -> Expression:
        while True:
            word = self.word
            if word.is_mark("["):
                self.next()
                outer, self._no_greater = self._no_greater, 0
                index = self.expression()
                self._no_greater = outer
                self.expect("]")
                base = self._node(syntax.Index, base, base, index)
            elif word.is_mark("("):
                base = self._call(base, ())
            elif word.is_mark(".", "->"):
                self.next()
                if self.word.is_name("template"):
                    self.next()
                if self.word.kind != "name":
                    sentence = "the name of a member is expected here, before {found}."
                    self.refuse(self.word.place, "syntax", sentence, found=self.said)
                name = self._member_name()
                base = self._node(syntax.Member, base, base, name, word.text == "->")
                if self.word.is_mark("<") and self._is_template(f"::{name}"):
                    base = self._call(base, self.template_arguments())
            elif word.is_mark("++", "--"):
                self.next()
                base = self._node(syntax.Postfix, base, word.text, base)
            elif word.is_mark("<<<"):
                sentence = "a kernel that launches kernels is not known: launch it from the host."
                self.refuse(word.place, "nested-launch", sentence)
            else:
                return base

    def _member_name(self) -> str:
        """A member's name; "Base::f" of `x.Base::f(..)`, where f is a method of Base."""
        name = self.next().text
        while self.word.is_mark("::") and self.ahead(1).kind == "name":
            self.next()
            kind, inner = self.types.get(name), self.next().text
            of_base = isinstance(kind, Struct) and self.is_method(f"{kind.name}::{inner}")
            name = f"{kind.name}::{inner}" if of_base else inner  # type: ignore[union-attr]
        return name

    def _call(self, called: Expression, templates: tuple[CType | Expression, ...]) -> Expression:
        outer, self._no_greater = self._no_greater, 0
        self.expect("(")
        arguments: list[Expression] = []
        while not self.word.is_mark(")"):
            arguments.append(self._values() if self.word.is_mark("{") else self.assignment())
            if not self.takes(","):
                break
        self.expect(")")
        self._no_greater = outer
        return self._node(syntax.Call, called, called, templates, arguments)

    def _primary(self) -> Expression:
        word = self.word
        if word.is_mark("("):
            self._deeper()
            self.next()
            outer, self._no_greater = self._no_greater, 0
            inner = self.expression()
            self._no_greater = outer
            self.expect(")")
            self._depth -= 1
            return inner
        if word.kind == "number":
            return self._node(syntax.Number, self.next(), *self._number(word))
        if word.kind == "character":
            self.next()
            return self._node(syntax.Number, word, _character(word.text), CHAR)
        if word.kind == "text":
            said = ""
            while self.word.kind == "text":
                said += _unescaped(self.next().text[1:-1])
            return self._node(syntax.Text, word, said)
        if word.is_mark("::") and self.ahead(1).kind == "name":
            self.next()
            return self._primary()
        if word.kind == "name":
            return self._named(word)
        if word.is_mark("["):
            return read_lambda(self)
        sentence = "a number, a name or '(' is expected here, before {found}."
        self.refuse(word.place, "syntax", sentence, found=self.said)

    def _named(self, word: Word) -> Expression:
        if word.text in UNKNOWN_WORDS:
            sentence = "{what}: gpuviz does not know it in a kernel."
            self.refuse(word.place, "word", sentence, what=words(UNKNOWN_WORDS[word.text]))
        if word.text in ("true", "false"):
            self.next()
            return self._node(syntax.Number, word, word.text == "true", BOOL)
        if word.text in CASTS and self.ahead(1).is_mark("<"):
            self.at += 2
            kind = self.type_name()
            self.expect(">")
            self.expect("(")
            operand = self.expression()
            self.expect(")")
            return self._node(syntax.Cast, word, kind, operand, word.text == "reinterpret_cast")
        if self.at_type() and self._makes_value():
            kind = self.type_name()
            if self.word.is_mark("{"):
                values = self._values()
                values.kind = kind
                return values
            self.expect("(")
            items: list[Expression] = []
            while not self.word.is_mark(")"):
                items.append(self.assignment())
                if not self.takes(","):
                    break
            self.expect(")")
            if len(items) == 1 and isinstance(kind, (np.dtype, Pointer)):
                return self._node(syntax.Cast, word, kind, items[0])
            return self._node(syntax.Values, word, items, kind)
        if self._at_instance():
            name = word.text
            whole: CType | None = self._structure()
        else:
            name, whole = self.next().text, self.types.get(word.text)
        while self.word.is_mark("::") and self.ahead(1).kind == "name":
            self.next()
            inner = self.word.text
            if isinstance(whole, np.dtype):  # an enumeration
                name = f"{name}::{inner}"
            elif isinstance(whole, Struct) and self._is_of(whole, inner):
                name = f"{whole.name}::{inner}"
            elif name in GROUP_NAMESPACES and inner in COLLECTIVES:
                name = f"cg::{inner}"
            else:
                name = inner
            whole = self.types.get(inner)
            self.next()
        trait = read_trait(self, word, name)
        if trait is not None:
            return trait
        found = self._node(syntax.Name, word, name)
        if self.word.is_mark("<") and self._is_template(name):
            return self._call(found, self.template_arguments())
        return found

    def _is_of(self, kind: Struct, name: str) -> bool:
        """Whether `A::f` has to keep its A: of a static function, a constant, or a method."""
        full = f"{kind.name}::{name}"
        return self.is_static(full) or (self.ahead(1).is_mark("(") and self.is_method(full))

    def _at_instance(self, ahead: int = 0) -> bool:
        """Whether `Name<..>::` comes next, of a template of a structure."""
        return (
            self.ahead(ahead).text in self.structures
            and self.ahead(ahead + 1).is_mark("<")
            and self.ahead(self._behind_name(ahead)).is_mark("::")
        )

    def _makes_value(self) -> bool:
        """Whether a type comes next that is used as a function: `float(x)`, `int2{..}`."""
        ahead = 0
        while self.ahead(ahead).kind == "name" or self.ahead(ahead).is_mark("::"):
            aligned = self.ahead(ahead).is_name("__align__")
            ahead = self._behind_qualifier(ahead) if aligned else self._behind_name(ahead)
        return self.ahead(ahead).is_mark("(", "{")

    def _behind_name(self, ahead: int) -> int:
        """What follows a name there, and the arguments of a template of a structure."""
        name = self.ahead(ahead).text
        is_template = name in self.structures or self._is_template_of_cuda(self.types.get(name))
        ahead += 1
        if not is_template or not self.ahead(ahead).is_mark("<"):
            return ahead
        depth = 0
        while self.ahead(ahead).kind != "end":
            depth += {"<": 1, ">": -1, ">>": -2}.get(self.ahead(ahead).text, 0)
            ahead += 1
            if depth <= 0:
                break
        return ahead

    def template_arguments(self) -> tuple[CType | Expression, ...]:
        """`<float, 256>`."""
        self.expect("<")
        found: list[CType | Expression] = []
        while not self.word.is_mark(">", ">>"):
            if self.at_type() and not self._makes_value():
                found.append(self.type_name())
            else:
                self._no_greater += 1
                found.append(self._conditional())
                self._no_greater -= 1
            if not self.takes(","):
                break
        self._split_angles()
        self.expect(">")
        return tuple(found)

    def _split_angles(self) -> None:
        """Takes `>>` for two `>`, which end two lists of template arguments."""
        word = self.word
        if word.is_mark(">>"):
            self.words = [*self.words]
            self.words[self.at : self.at + 1] = [Word("mark", ">", word.place)] * 2

    def _values(self) -> syntax.Values:
        begin = self.expect("{")
        items: list[Expression] = []
        while not self.word.is_mark("}"):
            items.append(self._item())
            if not self.takes(","):
                break
        self.expect("}")
        return self._node(syntax.Values, begin, items)

    def _item(self) -> Expression:
        """What stands in braces: a value, braces, or `.name = value`."""
        begin = self.word
        if begin.is_mark(".") and self.ahead(1).kind == "name":
            self.next()
            name = self.next().text
            if not self.word.is_mark("{"):
                self.expect("=")
            return self._node(syntax.Designated, begin, name, self._item())
        return self._values() if self.word.is_mark("{") else self.assignment()

    def _number(self, word: Word) -> tuple[Any, Scalar]:
        try:
            return number_of(word.text)
        except ValueError:
            sentence = "{text} is no number that gpuviz knows: write it as 10, 0x1F, 1.5f or 2.0."
            self.refuse(word.place, "number", sentence, text=word.text)

    # Statements

    def block(self) -> syntax.Block:
        """`{ .. }`."""
        self._deeper()
        begin = self.expect("{")
        outer, hidden = dict(self.types), self._hidden
        body: list[Statement] = []
        while not self.word.is_mark("}"):
            if self.word.kind == "end":
                self.refuse(begin.place, "brackets", "'{mark}' is never closed.", mark="{")
            body.append(self.statement())
        self.expect("}")
        self.types, self._hidden = outer, hidden
        self._depth -= 1
        return self._node(syntax.Block, begin, body)

    def statement(self) -> Statement:
        """One statement."""
        word = self.word
        if word.is_name("static_assert", "_Static_assert"):
            return self.static_assertion()
        handler = self._STATEMENTS.get(word.text) if word.kind in ("name", "mark") else None
        if handler is not None:
            self._deeper()
            found = handler(self)
            self._depth -= 1
            return found
        if word.is_name("enum") and not self._at_declaration():
            return self._local_enumeration()
        if word.is_name("using", "typedef"):
            self._alias()
            return self._node(syntax.Block, word, [])
        if word.is_name("struct", "class", "union") and self.ahead(2).is_mark("{", ":"):
            sentence = "declare the structure {name} outside the kernel, above it."
            self.refuse(word.place, "inner-struct", sentence, name=self.ahead(1).text)
        if word.kind == "name" and self.ahead(1).is_mark(":") and word.text != "default":
            sentence = "labels are for goto, which is not known: write the loop or the if."
            self.refuse(word.place, "label", sentence)
        if word.kind == "name" and word.text in self._skipped and not self.at_type():
            self._refuse_type(word)
        if self._at_declaration():
            found_declaration = self.declaration()
            self.expect(";")
            return found_declaration
        value = self.expression()
        if not self.word.is_mark(";") and isinstance(value, syntax.Name):
            self._refuse_type(word, value.id)
        self.expect(";")
        return self._node(syntax.Evaluation, word, value)

    def static_assertion(self) -> syntax.StaticAssert:
        """`static_assert(test, "said");`."""
        begin, said = self.next(), ""
        self.expect("(")
        test = self.assignment()
        while self.takes(",") or self.word.kind == "text":
            said += _unescaped(self.next().text[1:-1]) if self.word.kind == "text" else ""
        self.expect(")")
        found = self._node(syntax.StaticAssert, begin, test, said)
        self.expect(";")
        return found

    def _local_enumeration(self) -> Statement:
        """`enum Color { RED, GREEN };` in a function: constants of type int."""
        begin = self.next()
        if self.word.kind == "name":
            self.types[self.next().text] = INT
        self.expect("{")
        variables: list[syntax.Variable] = []
        value: Expression = self._node(syntax.Number, begin, 0, INT)
        while not self.takes("}"):
            name = self.next()
            if self.takes("="):
                value = self.assignment()
            variables.append(self._node(syntax.Variable, name, name.text, INT, value))
            one = self._node(syntax.Number, name, 1, INT)
            value = self._node(syntax.Binary, name, "+", value, one)
            self.takes(",")
        self.expect(";")
        return self._node(syntax.Declaration, begin, variables, "", False)

    def _at_declaration(self) -> bool:
        if self.word.is_name("__shared__", "extern", "static", "constexpr", "const", "volatile"):
            return True
        if not self.at_type():
            return False
        if self._at_pointer_to_rows():
            return True
        # `V v(1, 2)`, `const V v{1}`: a name stands behind that of the type
        ahead = 0
        while self.ahead(ahead).text in QUALIFIERS:
            ahead = self._behind_qualifier(ahead)
        while all(self.ahead(ahead + k).text in BASIC_WORDS for k in (0, 1)):
            ahead += 1
        if self.ahead(ahead).is_name("decltype"):
            return True
        while self.ahead(ahead + 1).is_mark("::"):
            ahead += 2
        ahead = self._behind_name(ahead)
        named = self.ahead(ahead).kind == "name" and self.ahead(ahead).text not in BASIC_WORDS
        return (named and self.ahead(ahead + 1).is_mark("(", "{")) or not self._makes_value()

    def _at_pointer_to_rows(self) -> bool:
        """Whether `float (*name)[` comes next."""
        ahead = 0
        while self.ahead(ahead).kind == "name":
            ahead += 1
        marks = [self.ahead(ahead + k).text for k in (0, 1, 3, 4)]
        return marks == ["(", "*", ")", "["] and self.ahead(ahead + 2).kind == "name"

    def declaration(self) -> syntax.Declaration:
        """`kind a = 1, b[4]`, without what ends it."""
        begin, start, place = self.word, self.at, ""
        base = self.base_type()
        before = {word.text for word in self.words[start : self.at]}
        outside = "extern" in before
        for name, known in (("__shared__", "shared"), ("__constant__", "constant")):
            place = known if name in before else place
        constant = self.is_constant
        variables: list[syntax.Variable] = []
        while True:
            self.is_constant = constant
            variable = self.declarator(base)
            if self._depth:
                self.hide(variable.name)
            if self.takes("="):
                variable.value = self._values() if self.word.is_mark("{") else self.assignment()
                if isinstance(variable.value, syntax.Text) and isinstance(variable.kind, ArrayOf):
                    variable.value = self._letters(variable.value)
            elif self.word.is_mark("{"):
                variable.value = self._values()
            elif self.word.is_mark("("):
                variable.value = self._constructed(base)
            elif self.word.is_mark(":") and self.ahead(1).kind == "number":
                sentence = "bit fields are not known: use a whole number with shifts and masks."
                self.refuse(self.word.place, "bit-field", sentence)
            variables.append(variable)
            if not self.takes(","):
                break
        lasting = "static" in before and not before & {"const", "constexpr"} and not place
        if lasting and self._depth:
            place = "static"
        return self._node(syntax.Declaration, begin, variables, place, outside)

    def _letters(self, text: syntax.Text) -> syntax.Values:
        """The text that an array begins with, as numbers."""
        letters = [*map(ord, text.value), 0]
        return self._node(
            syntax.Values, text, [self._node(syntax.Number, text, one, CHAR) for one in letters]
        )

    def _constructed(self, kind: CType) -> Expression:
        """`dim3 a(1, 2)`, `int n(3)`."""
        begin = self.expect("(")
        items: list[Expression] = []
        while not self.word.is_mark(")"):
            items.append(self.assignment())
            if not self.takes(","):
                break
        self.expect(")")
        if len(items) == 1 and isinstance(kind, (np.dtype, Auto)):
            return items[0]
        return self._node(syntax.Values, begin, items, kind)

    def _alias(self) -> None:
        """`typedef float real;`, `using real = float;`."""
        if self.next().text == "using":
            if self.word.is_name("namespace"):
                while not self.takes(";"):
                    self.next()
                return
            if self.ahead(1).is_mark("::"):  # using util::f; f is known by that name anyway
                while not self.takes(";") and self.word.kind != "end":
                    self.next()
                return
            name = self.next().text
            self.expect("=")
            kind, sizes = self.type_name(), self._rows()
            for size in reversed(sizes):
                kind = ArrayOf(kind, size)
            self.types[name] = kind
        else:
            base = self.base_type()
            while True:
                variable = self.declarator(base)
                self.types[variable.name] = variable.kind
                if not self.takes(","):
                    break
        self.expect(";")

    def _if(self) -> Statement:
        word = self.next()
        constant = self.takes("constexpr")
        self.expect("(")
        first: Statement | None = None
        if self._is_in_two_parts():  # if (int i = f(); i > 0)
            first = self.declaration()
            self.expect(";")
        test: Expression
        if first is None and self.at_type() and not self._makes_value():  # if (int i = f())
            first = self.declaration()
            test = self._node(syntax.Name, first, first.variables[-1].name)
        else:
            test = self.expression()
        self.expect(")")
        header = self._node(syntax.If, word, test, None, None)
        header.constant = constant
        header.body = self.statement()
        header.other = self.statement() if self.takes("else") else None
        return header if first is None else self._node(syntax.Block, word, [first, header])

    def _is_in_two_parts(self) -> bool:
        """Whether a ; stands before the bracket closes that is open."""
        ahead, depth = 0, 0
        while depth >= 0 and self.ahead(ahead).kind != "end":
            word = self.ahead(ahead)
            if word.is_mark(";", "{"):
                return word.text == ";"
            depth += {"(": 1, ")": -1}.get(word.text, 0)
            ahead += 1
        return False

    def _while(self) -> Statement:
        word = self.next()
        self.expect("(")
        test = self.expression()
        self.expect(")")
        header = self._node(syntax.While, word, test, None)
        header.body = self.statement()
        return self._up_to_here(header)

    def _do(self) -> Statement:
        word = self.next()
        body = self.statement()
        begin = self.expect("while")
        self.expect("(")
        test = self.expression()
        self.expect(")")
        self.expect(";")
        found = self._node(syntax.DoWhile, begin, body, test)
        found.lineno, found.col_offset = begin.place.line, begin.place.column - 1
        del word
        return found

    def _for(self) -> Statement:
        word = self.next()
        outer, hidden = dict(self.types), self._hidden
        self.expect("(")
        begin: Statement | None = None
        if not self.word.is_mark(";"):
            if self._at_declaration():
                begin = self.declaration()
                if self.word.is_mark(":"):
                    found = self._for_each(word, begin, outer)
                    self._hidden = hidden
                    return found
            else:
                value = self.expression()
                begin = self._node(syntax.Evaluation, value, value)
        self.expect(";")
        test = None if self.word.is_mark(";") else self.expression()
        self.expect(";")
        step = None if self.word.is_mark(")") else self.expression()
        self.expect(")")
        header = self._node(syntax.For, word, begin, test, step, None)
        header.body = self.statement()
        self.types, self._hidden = outer, hidden
        return self._up_to_here(header)

    def _for_each(
        self, word: Word, begin: syntax.Declaration, outer: dict[str, CType]
    ) -> Statement:
        """`for (float x : values)`: counts an index over a declared array."""
        self.expect(":")
        if self.word.is_mark("{"):
            sentence = "a for over values in braces is not known: declare an array of them first."
            self.refuse(self.word.place, "for-each", sentence)
        base = self.expression()
        self.expect(")")

        def at(make: Callable[..., Made], *parts: Any) -> Made:
            return self._node(make, word, *parts)

        def count() -> syntax.Name:
            return at(syntax.Name, COUNTER)

        whole, one = at(syntax.SizeOf, base), at(syntax.SizeOf, at(syntax.Index, base, count()))
        counter = at(syntax.Variable, COUNTER, INT, at(syntax.Number, 0, INT))
        variable = begin.variables[0]
        variable.value = at(syntax.Index, base, count())
        header = at(
            syntax.For,
            at(syntax.Declaration, [counter], "", False),
            at(syntax.Binary, "<", count(), at(syntax.Binary, "/", whole, one)),
            at(syntax.Postfix, "++", count()),
            None,
        )
        header.body = self._node(syntax.Block, word, [begin, self.statement()])
        self.types = outer
        return self._up_to_here(header)

    def _up_to_here(self, node: Made) -> Made:
        """The node reaches to the word that was read last."""
        node.end_lineno = max(node.end_lineno, self.before.place.line)
        return node

    def _switch(self) -> Statement:
        word = self.next()
        self.expect("(")
        first: Statement | None = None
        if self._is_in_two_parts():  # switch (int i = f(); i)
            first = self.declaration()
            self.expect(";")
        value = self.expression()
        self.expect(")")
        header = self._node(syntax.Switch, word, value, [])
        self.expect("{")
        cases: list[tuple[list[Expression | None], list[Statement]]] = []
        while not self.takes("}"):
            if self.word.kind == "end":
                self.refuse(word.place, "brackets", "'{mark}' is never closed.", mark="{")
            if self.word.is_name("case", "default"):
                label = None
                if self.next().text == "case":
                    label = self._conditional()
                self.expect(":")
                if cases and not cases[-1][1]:
                    cases[-1][0].append(label)
                else:
                    cases.append(([label], []))
            elif not cases:
                sentence = "statements of a switch stand behind a case: add one."
                self.refuse(self.word.place, "switch", sentence)
            else:
                cases[-1][1].append(self.statement())
        header.cases = cases
        self._up_to_here(header)
        return header if first is None else self._node(syntax.Block, word, [first, header])

    def _return(self) -> Statement:
        word = self.next()
        value: Expression | None = None
        if not self.word.is_mark(";"):
            value = self._values() if self.word.is_mark("{") else self.expression()
        self.expect(";")
        return self._node(syntax.Return, word, value)

    def _jump(self) -> Statement:
        word = self.next()
        self.expect(";")
        return self._node(syntax.Jump, word, word.text)

    def _nothing(self) -> Statement:
        return self._node(syntax.Block, self.next(), [])

    _STATEMENTS: ClassVar[dict[str, Callable[[Parser], Statement]]] = {
        "{": block,
        ";": _nothing,
        "if": _if,
        "while": _while,
        "do": _do,
        "for": _for,
        "switch": _switch,
        "return": _return,
        "break": _jump,
        "continue": _jump,
    }


def number_of(text: str) -> tuple[Any, Scalar]:
    """A literal number and its type by C's rules. Raises ValueError for what is none."""
    plain = text.replace("'", "").lower()
    if plain.startswith("0x") and "p" in plain:
        suffix = "f" if plain.endswith("f") else ""
        return float.fromhex(plain.removesuffix("f")), FLOAT if suffix else DOUBLE
    based = plain.startswith(("0x", "0b"))
    if not based and (set(plain) & set(".e")):
        digits = plain.rstrip("fl")
        suffix = plain[len(digits) :]
        if suffix not in ("", "f", "l"):
            raise ValueError
        return float(digits), FLOAT if suffix == "f" else DOUBLE
    digits = plain.rstrip("ul")
    suffix = plain[len(digits) :]
    if suffix not in ("", "u", "l", "ul", "lu", "ll", "ull", "llu"):
        raise ValueError
    octal = len(digits) > 1 and digits[0] == "0" and digits.isdigit()
    value = int(digits, 8) if octal else int(digits, 0)
    kinds: list[Scalar] = [INT, UNSIGNED, LONG, UNSIGNED_LONG]
    if "l" in suffix:
        kinds = [LONG, UNSIGNED_LONG]
    if "u" in suffix:
        kinds = [kind for kind in kinds if kind.kind == "u"]
    elif not based and not octal:
        kinds = [kind for kind in kinds if kind.kind == "i"]
    for kind in kinds:
        if value <= np.iinfo(kind).max:
            return value, kind
    raise ValueError


def _character(text: str) -> int:
    said = _unescaped(text[1:-1])
    return int(np.array(ord(said[0]) & 0xFF, np.uint8).astype(CHAR)) if said else 0


def _unescaped(text: str) -> str:
    def meant(match: re.Match[str]) -> str:
        number, other = match["number"], match["other"]
        if number:
            return chr(int(number[1:], 16) if number[0] == "x" else int(number, 8))
        return ESCAPES.get(other, other)

    return ESCAPE.sub(meant, text)
