"""What of a student's file is graded: its kernel with what that calls, and nothing else.

The file is read, not run. Of its top level only imports of math, NumPy and Numba, numbers with
names and the functions of the device are taken: those do nothing until the emulator reads them.
"""

from __future__ import annotations
import __future__

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from gpuviz.messages import EnglishTemplate, Message, RequestRefused, listed
from gpuviz.operation import OperationInfo
from gpuviz.operation.functions import find_kernel, parameters
from gpuviz.operation.module import ParsedModule, parse_module

LIBRARIES = ("math", "numpy", "numba")
NUMBER_TYPES = ("float16", "float32", "float64", "bool_", "int_")
OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Div, ast.Mod, ast.UAdd, ast.USub)


@dataclass(frozen=True, slots=True)
class Answer:
    """A student's file, read. `code` makes the functions; `written` are they without comments."""

    kernel: str
    code: CodeType
    written: str
    notes: tuple[Message, ...]

    def function(self, known: Mapping[str, object]) -> Any:
        """The kernel as `@cuda.jit` makes it; `known` are names of the puzzle's own file.

        None of the student's code runs but decorators and names of numbers.
        """
        names = {name: value for name, value in known.items() if _is_lent(name, value)}
        space: dict[str, Any] = {"__name__": "gpuviz_puzzle_answer", **names}
        exec(self.code, space)
        return space[self.kernel]


def read_answer(text: str, start: OperationInfo, file: str) -> Answer:
    """Reads a student's text for a puzzle; `file` is the name that its lines are told by.

    Raises RequestRefused, with the line, for what cannot be graded.
    """
    if not text.strip():
        template = "There is nothing in the file: write the kernel {kernel}."
        raise RequestRefused(Message("puzzle.empty", template, {"kernel": start.kernel}))
    module = parse_module(Path(file), text)
    tree = ast.parse(text)
    _check_kernel(module, start)
    kept = [statement for statement in tree.body if _is_kept(module, statement)]
    for statement in tree.body:
        _check_imports(module, statement, statement in kept)
    functions = [one for one in kept if isinstance(one, ast.FunctionDef)]
    for function in functions:
        _check_header(module, function)
    body = ast.Module(kept, type_ignores=[])
    flags = __future__.annotations.compiler_flag  # annotations are not evaluated
    code = compile(body, file, "exec", flags=flags, dont_inherit=True)
    written = "\n".join(map(ast.unparse, functions))
    return Answer(start.kernel, code, written, tuple(_notes(tree, kept, start)))


def _check_kernel(module: ParsedModule, start: OperationInfo) -> None:
    kernel = find_kernel(module)
    if kernel.name != start.kernel:
        raise module.refusal(
            "renamed",
            "The kernel is called {found} here, and the puzzle launches {wanted}: give it its name"
            " back.",
            kernel,
            found=kernel.name,
            wanted=start.kernel,
        )
    if parameters(module, kernel) != start.parameters:
        raise module.refusal(
            "parameters",
            "The puzzle launches {header}: give the kernel these parameters again.",
            kernel,
            header=f"`{start.kernel}({', '.join(start.parameters)})`",
        )


def _is_kept(module: ParsedModule, statement: ast.stmt) -> bool:
    match statement:
        case ast.Import() | ast.ImportFrom():
            return True
        case ast.FunctionDef(name=name):
            return module.functions[name] is not None and _is_of_device(statement)
        case ast.Assign(targets=[ast.Name()], value=value):
            return _is_plain(value)
        case ast.AnnAssign(target=ast.Name(), value=ast.expr() as value):
            return _is_plain(value)
    return False


def _is_of_device(function: ast.FunctionDef) -> bool:
    return any("cuda.jit" in ast.unparse(one) for one in function.decorator_list)


def _is_plain(value: ast.expr) -> bool:
    """Whether it takes no time and does nothing: numbers, names, types and sums of them."""
    match value:
        case ast.Constant(value=constant):
            return isinstance(constant, int | float | complex | str)
        case ast.Name():
            return True
        case ast.Attribute(value=inner):
            return isinstance(inner, ast.Name | ast.Attribute) and _is_plain(inner)
        case ast.Tuple(elts=elements):
            return all(map(_is_plain, elements))
        case ast.UnaryOp(op=op, operand=operand):
            return isinstance(op, OPERATORS) and _is_number(operand)
        case ast.BinOp(left=left, op=op, right=right):
            return isinstance(op, OPERATORS) and _is_number(left) and _is_number(right)
        case ast.Call(func=ast.Attribute(value=ast.Name(), attr=attr), args=[one], keywords=[]):
            is_type = attr in NUMBER_TYPES or attr.lstrip("u").startswith("int")
            return is_type and _is_plain(one)
    return False


def _is_number(value: ast.expr) -> bool:
    """As `_is_plain`; no text, which a number could make very long."""
    texts = (n for n in ast.walk(value) if isinstance(n, ast.Constant) and isinstance(n.value, str))
    return _is_plain(value) and not any(texts)


def _check_imports(module: ParsedModule, statement: ast.stmt, is_kept: bool) -> None:
    """Imports of the top level, and those inside of what is graded."""
    for node in ast.walk(statement) if is_kept else ():
        match node:
            case ast.Import(names=names):
                wanted = [name.name for name in names]
            case ast.ImportFrom(module=name):
                wanted = [name or "."]
            case _:
                continue
        for name in wanted:
            if name.partition(".")[0] not in LIBRARIES:
                raise module.refusal(
                    "import",
                    "Line {line} imports {name}: a kernel runs on the GPU, where there are no"
                    " files, networks or other modules. Only math, numpy and numba may be"
                    " imported.",
                    node,
                    line=node.lineno,
                    name=name,
                )


def _check_header(module: ParsedModule, function: ast.FunctionDef) -> None:
    """What of a function runs when it is made: decorators, and defaults of parameters."""
    arguments = function.args
    defaults = (*arguments.defaults, *filter(None, arguments.kw_defaults))
    for value in (*defaults, *_decorator_values(function)):
        if not isinstance(value, ast.Constant):
            template = (
                "Write plain `@cuda.jit` above {name}, and only numbers as defaults of its"
                " parameters: `{text}` would have to run on the host."
            )
            text = ast.unparse(value)
            raise module.refusal("header", template, value, name=function.name, text=text)


def _decorator_values(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """What decorators are given, and those that are none of Numba's."""
    for decorator in function.decorator_list:
        head = decorator.func if isinstance(decorator, ast.Call) else decorator
        if ast.unparse(head) not in ("cuda.jit", "numba.cuda.jit"):
            yield decorator
        elif isinstance(decorator, ast.Call):
            yield from decorator.args
            yield from (keyword.value for keyword in decorator.keywords)


def _notes(tree: ast.Module, kept: list[ast.stmt], start: OperationInfo) -> Iterator[Message]:
    """What was changed or added outside of the kernel: it does not count."""
    known = {_name(one): ast.dump(one) for one in ast.parse(start.source).body}
    changed, added, fallen = list[str](), list[int](), list[int]()
    ends = {one.end_lineno or 0 for one in kept if isinstance(one, ast.FunctionDef)}
    for statement in tree.body:
        name = _name(statement)
        if statement in kept or _is_text(statement) or known.get(name) == ast.dump(statement):
            continue
        if ends & {statement.lineno - 1, statement.lineno - 2}:
            fallen.append(statement.lineno)
        elif name and name in known:
            changed.append(name)
        else:
            added.append(statement.lineno)
    if fallen:
        told: EnglishTemplate = (
            "Line {line} is not indented, so it does not belong to the kernel and was not run:"
            " move it to the right."
        )
        yield Message("puzzle.fallen", told, {"line": fallen[0]})
    if changed:
        template: EnglishTemplate = (
            "You have changed {names}. Puzzles are graded with their own inputs, sizes and"
            " reference: only the kernel counts."
        )
        yield Message("puzzle.changed", template, {"names": listed(changed)})
    if added:
        template = "Line {line} was not run: only the kernel and the functions that it calls count."
        yield Message("puzzle.not-run", template, {"line": added[0]})


def _name(statement: ast.stmt) -> str:
    match statement:
        case ast.FunctionDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case ast.If():
            return "if"
    return ""


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_lent(name: str, value: object) -> bool:
    """Modules, numbers and their types: no function of the puzzle's host."""
    is_function = isinstance(value, FunctionType) or hasattr(value, "py_func")
    is_own = not name.startswith("__") and not is_function
    return is_own and (
        isinstance(value, ModuleType | type | int | float) or hasattr(value, "dtype")
    )
