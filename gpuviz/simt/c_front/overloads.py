"""Which of several functions of a name a call means, as C++ chooses them."""

from __future__ import annotations

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import CType, Pointer, Struct, Void, without_reference
from gpuviz.cuda_c.unit import FunctionText, TemplateArguments
from gpuviz.messages import NotSupportedError
from gpuviz.simt.c_front import expressions, memory
from gpuviz.simt.c_front.scope import CScope
from gpuviz.simt.c_front.typed import Whole, kind_of

Candidate = tuple[FunctionText, syntax.Function, TemplateArguments]

EXACT, PROMOTED, CONVERTED, UNLIKE = 0, 1, 10, 1000
"""What it costs to make a parameter of an argument: the cheapest function is meant."""


def best(scope: CScope, node: syntax.Call, found: list[Candidate]) -> Candidate:
    """The function whose parameters fit the arguments best; no template where two fit alike."""
    kinds = [kind_in(scope, part) for part in node.arguments]
    costs = [
        (cost(kinds, function.parameters), bool(text.templates)) for text, function, _ in found
    ]
    return found[costs.index(min(costs))]


def best_method(scope: CScope, given: list[syntax.Expression], found: list[Candidate]) -> Candidate:
    """The same of methods, whose first parameter is their structure."""
    kinds = [kind_in(scope, part) for part in given]
    costs = [
        (cost(kinds, function.parameters[1:]), bool(text.templates)) for text, function, _ in found
    ]
    return found[costs.index(min(costs))]


def cost(kinds: list[CType | None], parameters: list[syntax.Variable]) -> int:
    """How badly the types of arguments fit the parameters."""
    pairs = zip(kinds, parameters, strict=False)
    return sum(_cost(kind, without_reference(parameter.kind)) for kind, parameter in pairs)


def special_for(
    scope: CScope, text: FunctionText, function: syntax.Function, templates: TemplateArguments
) -> FunctionText | None:
    """The explicit specialisation of a template for these arguments."""
    if not text.templates:
        return None
    for one in scope.unit.functions[text.name]:
        if one.special and _arguments(scope, one) == templates:
            return one
        if one.special == () and _same_parameters(scope, one, function):
            return one
    return None


def only_special(scope: CScope, node: syntax.Call, name: str) -> FunctionText | None:
    """The specialisation for the arguments between < and > of a call whose template has no body."""
    given = tuple(
        expressions.constant_in(scope, part) if isinstance(part, syntax.Node) else part
        for part in node.templates
    )
    several = scope.unit.functions[name]
    return next((one for one in several if one.special and _arguments(scope, one) == given), None)


def _arguments(scope: CScope, text: FunctionText) -> tuple[CType | int | None, ...]:
    parser = scope.unit.parser(list(text.special or ()))
    return tuple(
        expressions.constant_in(scope, part) if isinstance(part, syntax.Node) else part
        for part in parser.template_arguments()
    )


def _same_parameters(scope: CScope, text: FunctionText, function: syntax.Function) -> bool:
    own = scope.c_program.syntax_of(text, ()).parameters
    return [one.kind for one in own] == [one.kind for one in function.parameters]


def kind_in(scope: CScope, node: syntax.Expression) -> CType | None:
    """The type of an argument; None where that is not known by itself."""
    if isinstance(node, syntax.Values) and node.kind is None:
        return None
    try:
        found = expressions.lower(scope, node)
    except NotSupportedError:  # told of where it is lowered for the function that is chosen
        return None
    return kind_of(memory.decayed(found) if isinstance(found, Whole) else found)


def _cost(given: CType | None, wanted: CType) -> int:
    if given is None or given == wanted:
        return EXACT
    if isinstance(given, np.dtype) and isinstance(wanted, np.dtype):
        to_int = given.kind in "biu" and given.itemsize < 4 and wanted == np.dtype("i4")
        to_double = given == np.dtype("f4") and wanted == np.dtype("f8")
        return PROMOTED if to_int or to_double else CONVERTED
    if isinstance(given, Pointer) and isinstance(wanted, Pointer):
        if given.to == wanted.to:
            return UNLIKE if given.constant and not wanted.constant else PROMOTED
        return CONVERTED if isinstance(wanted.to, Void) else UNLIKE
    if isinstance(given, Struct) and isinstance(wanted, Struct):
        return CONVERTED if wanted in given.lineage else UNLIKE
    return UNLIKE
