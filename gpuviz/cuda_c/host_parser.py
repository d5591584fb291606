"""Reads statements of the host, as far as they can be read: the rest is passed over.

Host code is C++ with all its headers. What matters for a launch is plain: numbers, pointers, calls.
A statement that the parser does not know becomes an `Unread`, which says what it may change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_syntax import STD, ForEach, Lambda, Launch, New, Unread, zero_at_first
from gpuviz.cuda_c.host_values import vector_of
from gpuviz.cuda_c.parser import Parser
from gpuviz.cuda_c.syntax import Expression, Statement
from gpuviz.cuda_c.types import CType, Pointer, Struct
from gpuviz.cuda_c.words import Word
from gpuviz.messages import NotSupportedError

CONTAINERS = ("vector", "device_vector", "host_vector", "array")


class HostParser(Parser):
    """A parser that gives up a statement, and goes on behind it."""

    def at_type(self, ahead: int = 0) -> bool:
        """Whether a type comes next, of the host's also."""
        return super().at_type(ahead) or self._at_vector(ahead)

    def _at_vector(self, ahead: int) -> bool:
        if self.ahead(ahead).is_name("std", "thrust") and self.ahead(ahead + 1).is_mark("::"):
            ahead += 2
        return self.ahead(ahead).is_name(*CONTAINERS) and self.ahead(ahead + 1).is_mark("<")

    def base_type(self) -> CType:
        """A type without its stars."""
        while self.word.is_name("const", "static", "constexpr") and self._at_vector(1):
            self.next()
        if not self._at_vector(0):
            return super().base_type()
        self._constant = False
        while not self.word.is_mark("<"):
            self.next()
        begin = self.at
        self.next()
        kind = self.type_name()
        self.at = begin
        self.skip_angles()
        return vector_of(kind)

    def statement(self) -> Statement:
        """One statement, read or passed over."""
        at, depth, types = self.at, self._depth, dict(self.types)
        try:
            self._meet_unknown_type()
            return super().statement()
        except NotSupportedError:
            self.at, self._depth, self.types = at, depth, types
            self._no_greater = 0
            return self._unread()

    def declaration(self) -> syntax.Declaration:
        """Variables; static ones are 0 at first."""
        start = self.at
        found = super().declaration()
        if any(word.is_name("static") for word in self.words[start : start + 2]):
            found.variables = [zero_at_first(one) for one in found.variables]
        return found

    def _at_declaration(self) -> bool:
        return super()._at_declaration() or self._at_vector(0)

    def _makes_value(self) -> bool:
        if not self._at_vector(0):
            return super()._makes_value()
        start = self.at
        self.base_type()
        makes = self.word.is_mark("(", "{")
        self.at = start
        return makes

    def _meet_unknown_type(self) -> None:
        """`Timer t;`, `Foo* p = ..`: a name that is no known type stands before another one."""
        word, ahead = self.word, 1
        if word.kind != "name" or self.at_type() or word.text in self._STATEMENTS:
            return
        if word.text in ("delete", "goto", "throw", "using", "typedef", "else", "case"):
            return
        while self.ahead(ahead).is_mark("*", "&"):
            ahead += 1
        named = self.ahead(ahead).kind == "name"
        if named and self.ahead(ahead + 1).is_mark(";", "=", ",", "(", "[", "{"):
            self.types[word.text] = Struct(word.text, ())

    def _unread(self) -> Statement:
        """Reads over a statement."""
        begin, start = self.word, self.at
        while self.word.kind != "end" and not self.word.is_mark("}"):
            if self.word.is_mark("(", "["):
                self._skip()
            elif self.word.is_mark("{"):
                self._skip()
                break
            elif self.next().is_mark(";"):
                break
        words = self.words[start : self.at]
        if not words:  # a closing bracket of the wrong kind
            self.next()
        found = frozenset(w.text for w in words if w.kind == "name")
        return self._node(Unread, begin, found)  # type: ignore[return-value]

    def _skip(self) -> None:
        try:
            self.skip_brackets()
        except NotSupportedError:
            self.at = max(self.at, 1)

    def _named(self, word: Word) -> Expression:
        if word.text == "new":
            return self._new()
        of_library = word.is_name("std", "thrust") and self.ahead(1).is_mark("::")
        found = super()._named(word)
        if of_library and isinstance(found, syntax.Name):
            found.id = f"{STD}{found.id}"
        return found

    def _new(self) -> Expression:
        begin = self.next()
        kind = self.base_type()
        while self.takes("*"):
            kind = Pointer(kind)
        count: Expression | None = None
        if self.takes("["):
            count = self.expression()
            self.expect("]")
        zero = self.word.is_mark("(", "{")
        arguments: list[Expression] = []
        if zero:
            ends = ")" if self.next().is_mark("(") else "}"
            while not self.takes(ends):
                arguments.append(self.assignment())
                self.takes(",")
        return self._node(New, begin, kind, count, zero, arguments)  # type: ignore[return-value]

    def _call(self, called: Expression, templates: tuple[CType | Expression, ...]) -> Expression:
        if self.word.is_mark("<<<"):
            return self._launched(called, templates)
        return super()._call(called, templates)

    def _postfix(self, base: Expression) -> Expression:
        if self.word.is_mark("<<<"):
            return self._launched(base, ())
        return super()._postfix(base)

    def _launched(
        self, called: Expression, templates: tuple[CType | Expression, ...]
    ) -> Expression:
        begin = self.expect("<<<")
        configuration = [self.assignment()]
        while self.takes(","):
            configuration.append(self.assignment())
        self.expect(">>>")
        self.expect("(")
        arguments: list[Expression] = []
        while not self.word.is_mark(")"):
            arguments.append(self.assignment())
            if not self.takes(","):
                break
        self.expect(")")
        name = called.id if isinstance(called, syntax.Name) else ""
        return self._node(Launch, begin, name, templates, configuration, arguments)  # type: ignore[return-value]

    def _primary(self) -> Expression:
        if self.word.is_mark("["):
            return self._lambda()
        return super()._primary()

    def _lambda(self) -> Expression:
        begin, first = self.word, self.at
        self.skip_brackets()
        while self.word.is_name("__device__", "__host__"):
            self.next()
        parameters = self._lambda_parameters() if self.word.is_mark("(") else []
        start = self.at
        while not self.word.is_mark("{"):
            if self.next().kind == "end":
                return self._node(Lambda, begin, None, frozenset(), [], None)  # type: ignore[return-value]
        on_device = any(word.is_name("__device__") for word in self.words[first : self.at])
        body = None if parameters is None else self._lambda_body()
        if body is None:
            self.skip_brackets()
        names = frozenset(w.text for w in self.words[start : self.at] if w.kind == "name")
        only = body.body[0] if body is not None and len(body.body) == 1 else None
        value = only.value if isinstance(only, syntax.Return) else None
        return self._node(Lambda, begin, value, names, parameters or [], body, on_device)  # type: ignore[return-value]

    def _lambda_parameters(self) -> list[syntax.Variable] | None:
        """None for what cannot be read."""
        start = self.at
        self.next()
        try:
            found = self.parameters()
            self.expect(")")
        except NotSupportedError:
            self.at = start
            self.skip_brackets()
            return None
        return found

    def _lambda_body(self) -> syntax.Block:
        outer, self._no_greater = self._no_greater, 0
        body = self.block()
        self._no_greater = outer
        return body

    def parameters(self) -> list[syntax.Variable]:
        """Parameters up to the bracket that ends them."""
        found: list[syntax.Variable] = []
        while not self.word.is_mark(")"):
            if self.word.is_name("void") and self.ahead(1).is_mark(")"):
                self.next()
                break
            self._meet_unknown_type()
            parameter = self.declarator(self.base_type())
            if self.takes("="):
                parameter.value = self.assignment()
            found.append(parameter)
            if not self.takes(","):
                break
        return found

    def _try(self) -> Statement:
        """`try { .. } catch (..) { .. }`: nothing is thrown."""
        self.next()
        body = self.block()
        while self.takes("catch"):
            self.skip_brackets()
            self.skip_brackets()
        return body

    def _for(self) -> Statement:
        return self._range_for() if self._at_range_for() else super()._for()

    def _at_range_for(self) -> bool:
        """Whether a colon stands in the brackets of a `for`, and no semicolon."""
        depth, ahead = 0, 1
        while (word := self.ahead(ahead)).kind != "end":
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(word.text, 0)
            if depth <= 0 or word.is_mark(";", "?"):
                return False
            if depth == 1 and word.is_mark(":"):
                return True
            ahead += 1
        return False

    def _range_for(self) -> Statement:
        begin, outer, hidden = self.next(), dict(self.types), self._hidden
        self.expect("(")
        self._meet_unknown_type()
        variable = self.declarator(self.base_type())
        self.expect(":")
        over = self._values() if self.word.is_mark("{") else self.expression()
        self.expect(")")
        body = self.statement()
        self.types, self._hidden = outer, hidden
        return self._node(ForEach, begin, variable, over, body)  # type: ignore[return-value]

    _STATEMENTS: ClassVar[dict[str, Callable[[Parser], Statement]]] = {
        **Parser._STATEMENTS,
        "for": lambda parser: parser._for(),
        "try": lambda parser: parser._try(),  # type: ignore[attr-defined]
    }
