"""One Python file as a syntax tree: what its top level assigns and defines; refusals by line."""

from __future__ import annotations

import ast
import linecache
import os
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gpuviz.messages import EnglishTemplate, Message, RequestRefused, SourcePlace, reason_of
from gpuviz.ordinary_file import CUDA_C_SUFFIX, ending
from gpuviz.source_lines import source_lines

MAX_FILE_BYTES = 2**20
NOT_UTF8 = "operation.not-utf8"
"""The code of what is said of a file that is no text."""


_instead: dict[str, str] = {}  # texts that stand for those of files, by absolute path


TITLE_END = re.compile(r": |：")  # in English, in Chinese


def titled_parts(line: str) -> tuple[str, bool, str]:
    """The title that a line begins with, whether there is one, and what stands behind it."""
    title, *rest = TITLE_END.split(line, maxsplit=1)
    return title, bool(rest), "".join(rest)


@dataclass(frozen=True, slots=True)
class ParsedModule:
    """A file's top level. Where a name is bound twice, the last one counts, as in Python."""

    path: Path
    source: str
    docstring: str
    assigned: Mapping[str, ast.expr]
    functions: Mapping[str, ast.FunctionDef]
    tree: ast.Module

    def refusal(
        self,
        code: str,
        template: EnglishTemplate,
        node: ast.expr | ast.stmt | None = None,
        **values: object,
    ) -> RequestRefused:
        """An error at `node`, or about the file as a whole."""
        message = Message(f"operation.{code}", template, {"file": self.path.name, **values})
        if node is None:
            return RequestRefused(message, SourcePlace(str(self.path), 1))
        place = SourcePlace(str(self.path), node.lineno, node.col_offset + 1)
        return RequestRefused(message, place)

    def literal(self, name: str, form: str) -> object:
        """The value assigned to `name`; names of numbers assigned in this file may stand in it.

        None when nothing is assigned. Raises RequestRefused when it would have to be computed.
        """
        if name not in self.assigned:
            return None
        node = self.assigned[name]
        try:
            return self._plain_value(node)
        except (ValueError, TypeError):
            raise self.refusal(
                "not-literal",
                "{name} has to be written out, because it is read without running the file:"
                " for example {form}.",
                node,
                name=name,
                form=form,
            ) from None

    def _plain_value(self, node: ast.expr) -> object:
        match node:
            case ast.Name(id=name) if name in self.assigned:
                return ast.literal_eval(self.assigned[name])
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                return tuple(self._plain_value(element) for element in elements)
            case ast.Dict(keys=keys, values=values):
                return {
                    self._key(key): self._plain_value(value)
                    for key, value in zip(keys, values, strict=True)
                }
            case _:
                return ast.literal_eval(node)

    def _key(self, node: ast.expr | None) -> str:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value
        raise ValueError("not a name")


def parse_module(path: Path, source: str) -> ParsedModule:
    """Parses the text of a file. Raises RequestRefused with the line of what is wrong."""
    tree = _parse(path, source)
    assigned: dict[str, ast.expr] = {}
    functions: dict[str, ast.FunctionDef] = {}
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                assigned[name] = value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                assigned[name] = value
            case ast.FunctionDef(name=name):
                functions[name] = statement
    return ParsedModule(path, source, ast.get_docstring(tree) or "", assigned, functions, tree)


def read_source(path: Path) -> str:
    """The text of a kernel file. Raises RequestRefused for what is none."""
    if (instead := _instead.get(os.path.abspath(path))) is not None:
        return instead
    if ending(path) not in (".py", CUDA_C_SUFFIX):
        template = (
            "'{file}' is not a kernel file: its name has to end in .py, or in .cu for CUDA C."
        )
        raise _file_refusal("not-python", template, path)
    try:
        _check_file(path)
        source = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_utf8(path, error) from None
    except OSError as error:
        template = "'{file}' cannot be read: {reason}."
        raise _file_refusal("unreadable", template, path, reason=reason_of(error)) from None
    if "\0" in source:
        raise _file_refusal("binary", "'{file}' holds null bytes: it is not a text file.", path)
    return source


@contextmanager
def read_as(path: Path, text: str) -> Iterator[None]:
    """Meanwhile this text stands for that of a file, and Python finds its kernels' source there."""
    name = os.path.abspath(path)
    lines, instead = linecache.cache.pop(name, None), _instead.get(name)
    linecache.cache[name] = (len(text), None, source_lines(text), name)
    _instead[name] = text
    try:
        yield
    finally:
        linecache.cache.pop(name, None)
        del _instead[name]
        if lines is not None:
            linecache.cache[name] = lines
        if instead is not None:
            _instead[name] = instead


def _check_file(path: Path) -> None:
    if not os.path.isfile(path):
        template = "There is no file '{file}': check its name and folder."
        raise _file_refusal("missing", template, path)
    if path.stat().st_size > MAX_FILE_BYTES:
        template = "'{file}' is larger than 1 MiB, too much for a kernel file."
        raise _file_refusal("too-long", template, path)


def _not_utf8(path: Path, error: UnicodeDecodeError) -> RequestRefused:
    line = error.object[: error.start].count(b"\n") + 1
    message = Message(
        NOT_UTF8,
        "'{file}' is not UTF-8 text in line {line}: save it as UTF-8 in your editor.",
        {"file": str(path), "line": line},
    )
    return RequestRefused(message, SourcePlace(str(path), line))


def _file_refusal(
    code: str, template: EnglishTemplate, path: Path, **values: object
) -> RequestRefused:
    return RequestRefused(Message(f"operation.{code}", template, {"file": str(path), **values}))


def _parse(path: Path, source: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as "\d" in a docstring: no concern of ours
            tree = ast.parse(source)
            compile(tree, str(path), "exec", dont_inherit=True)  # finds a stray return or break
            return tree
    except SyntaxError as error:
        raise _not_python(path, source, error) from None
    except (RecursionError, MemoryError):
        raise _file_refusal("too-deep", "'{file}' is nested too deeply to be read.", path) from None


def _not_python(path: Path, source: str, error: SyntaxError) -> RequestRefused:
    line = error.lineno or 1
    text = "".join(source_lines(source)[line - 1 : line]).strip()
    message = Message(
        "operation.syntax",
        "Python cannot read line {line}: {reason}. It reads: {text}",
        {"line": line, "reason": error.msg, "text": text},
    )
    return RequestRefused(message, SourcePlace(str(path), line, max(error.offset or 1, 1)))
