"""Reads a teacher's file of expectations, and says what it asks for that no test here is given."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from gpuviz.api.apart.messages import MODULE
from gpuviz.api.checking import readable
from gpuviz.api.grading.collected import CLASSES, TESTS, function_of
from gpuviz.api.grading.job import Expectations
from gpuviz.api.grading.tests_of import NEEDS_KERNEL, NEEDS_WHAT, is_need
from gpuviz.messages import Message, RequestRefused, SourcePlace

Function = ast.FunctionDef | ast.AsyncFunctionDef


def read_expectations(name: str) -> Expectations:
    """The file of that name with the modules beside it that it imports.

    Raises RequestRefused for what is no Python file, and for a test that nobody can run here.
    """
    path = readable(Path(name))
    if path.stem == MODULE:
        template = "{name} cannot be the file of expectations: that is what submissions are called."
        raise RequestRefused(Message("grade.name-taken", template, {"name": name}))
    try:
        text = path.read_text(encoding="utf-8")
        compile(text, path.name, "exec")
    except (SyntaxError, ValueError) as error:
        template = "{name} is no Python file that can run: {reason}."
        raise RequestRefused(
            Message("grade.bad-expectations", template, {"name": name, "reason": str(error)})
        ) from None
    tree = ast.parse(text)
    for test, own in _tests(tree):
        _check(test, own, name)
    _check_needs(tree, name)
    return Expectations(path.name, text, _modules(path, text))


def _modules(path: Path, text: str) -> tuple[tuple[str, str], ...]:
    from gpuviz.cluster.parcel import files_beside

    beside = files_beside(path, text.encode())
    found = ((file.removesuffix(".py"), content) for file, content in beside)
    return tuple(
        (name, content.decode(errors="replace")) for name, content in found if name != MODULE
    )


def _tests(tree: ast.Module) -> Iterator[tuple[Function, frozenset[str]]]:
    """Functions and methods that are tests, with the parameters that their class gives."""
    for node in tree.body:
        if isinstance(node, Function) and node.name.startswith(TESTS):
            yield node, frozenset()
        elif isinstance(node, ast.ClassDef) and node.name.startswith(CLASSES):
            own = _given(node.decorator_list)
            for one in node.body:
                if isinstance(one, Function) and one.name.startswith(TESTS):
                    static = any(
                        getattr(by, "id", "") == "staticmethod" for by in one.decorator_list
                    )
                    first = one.args.args[:1]
                    yield one, own if static or not first else own | {first[0].arg}


def _check(test: Function, own: frozenset[str], file: str) -> None:
    """Raises RequestRefused where a test asks for what it is not given."""
    given = own | _given(test.decorator_list) | {MODULE}
    if "*" in given:
        return
    spec = test.args
    positional = [*spec.posonlyargs, *spec.args]
    needed = positional[: len(positional) - len(spec.defaults)]
    needed += [one for one, held in zip(spec.kwonlyargs, spec.kw_defaults, strict=True) if not held]
    asked = next((one.arg for one in needed if one.arg not in given), None)
    if asked is not None:
        template = (
            "{test} asks for {name}, which gpuviz does not give: a test takes `submission`, what"
            " pytest.mark.parametrize gives it, or nothing. Make {name} within the test, or call a"
            " function for it."
        )
        message = Message("grade.test-asks", template, {"test": test.name, "name": asked})
        raise RequestRefused(message, SourcePlace(file, test.lineno))


def _check_needs(tree: ast.Module, file: str) -> None:
    """Raises RequestRefused where NEEDS_KERNEL stands there and says nothing of a test."""
    for node in tree.body:
        names = [ast.unparse(one) for one in getattr(node, "targets", ())]
        if not isinstance(node, ast.Assign) or NEEDS_KERNEL not in names:
            continue
        try:
            told = ast.literal_eval(node.value)
        except ValueError:  # it is computed: who runs the tests looks at it
            continue
        place = SourcePlace(file, node.lineno)
        if is_need(told):
            continue
        if not isinstance(told, dict) or not all(map(is_need, told.values())):
            raise RequestRefused(Message("grade.needs-kernel", NEEDS_WHAT), place)
        known = {getattr(one, "name", "") or getattr(one, "id", "") for one in ast.walk(tree)}
        lost = next((n for n in told if function_of(str(n)).split(".")[-1] not in known), None)
        if lost is not None:
            template = "NEEDS_KERNEL names {test}, and there is no such test: correct the name."
            raise RequestRefused(Message("grade.needs-unknown", template, {"test": lost}), place)


def _given(decorators: list[ast.expr]) -> frozenset[str]:
    """Parameters that `parametrize` gives; "*" where that, or what another does, is not plain."""
    names: set[str] = set()
    for one in decorators:
        what = ast.unparse(one.func if isinstance(one, ast.Call) else one)
        if what == "staticmethod" or what.startswith("pytest.mark.skip"):
            continue
        if not isinstance(one, ast.Call) or not one.args or not what.endswith("parametrize"):
            return frozenset("*")
        try:
            said = ast.literal_eval(one.args[0])
        except ValueError:
            return frozenset("*")
        names |= {
            str(name).strip() for name in (said.split(",") if isinstance(said, str) else said)
        }
    return frozenset(names)
