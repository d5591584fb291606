"""Random Python as a kernel: whatever is wrong with it, the answer is one of ours."""

from __future__ import annotations

import contextlib
import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpuviz.messages import GpuvizError
from gpuviz.simt.execute import ExecutionOptions
from tests.helpers.examples import examples
from tests.simt.test_refusals import FUNCTIONS, launch

ATOMS = st.sampled_from(
    [
        "i",
        "a",
        "m",
        "frozen",
        "math",
        "np",
        "cuda",
        "again",
        "sometimes",
        "TABLE",
        "TILE",
        "1",
        "2.5",
        "1j",
        "None",
        "True",
        "'text'",
        "2**70",
        "x",
        "y",
        "a[i]",
        "a[i,0]",
        "a.size",
        "a.shape",
        "m.shape[0]",
        "cuda.threadIdx.x",
        "cuda.threadIdx",
        "np.float32",
        "range",
        "len",
        "print",
        "min",
        "...",
        "()",
        "-5",
    ]
)


def _expressions(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operators = [
        "+",
        "-",
        "*",
        "/",
        "//",
        "%",
        "**",
        "<<",
        ">>",
        "&",
        "|",
        "^",
        "@",
        "<",
        "==",
        "is",
        "in",
        "and",
        "or",
        "if",
    ]
    joined = st.tuples(inner, st.sampled_from(operators), inner).map(
        lambda t: f"({t[0]} if {t[2]} else {t[0]})" if t[1] == "if" else f"({' '.join(t)})"
    )
    called = st.tuples(inner, st.lists(inner, max_size=3)).map(
        lambda t: f"({t[0]})({', '.join(t[1])})"
    )
    indexed = st.tuples(inner, inner).map(lambda t: f"({t[0]})[{t[1]}]")
    named = st.tuples(
        inner, st.sampled_from(["shape", "size", "real", "x", "T", "array", "grid", "float32"])
    ).map(lambda t: f"({t[0]}).{t[1]}")
    grouped = st.lists(inner, max_size=3).map(lambda t: f"({', '.join(t)},)" if t else "()")
    signed = st.tuples(st.sampled_from(["-", "not ", "~", "+"]), inner).map("".join)
    return st.one_of(joined, called, indexed, named, grouped, signed)


EXPRESSIONS = st.recursive(ATOMS, _expressions, max_leaves=6)
TARGETS = st.sampled_from(
    ["x", "y", "i", "a", "a[i]", "a[x]", "x, y", "a[0], x", "m[i, 0]", "a.size"]
)
SIMPLE = st.one_of(
    st.tuples(TARGETS, EXPRESSIONS).map(" = ".join),
    st.tuples(TARGETS, EXPRESSIONS).map(lambda t: f"x = {t[0]} = {t[1]}"),
    st.tuples(
        st.sampled_from(["x", "a[i]", "y"]), st.sampled_from(["+=", "//=", "**="]), EXPRESSIONS
    ).map(" ".join),
    EXPRESSIONS,
    EXPRESSIONS.map(lambda e: f"return {e}"),
    st.sampled_from(["pass", "break", "continue", "return", "cuda.syncthreads()", "global x"]),
)


def _nested(inner: st.SearchStrategy[list[str]]) -> st.SearchStrategy[list[str]]:
    def under(head: str, lines: list[str]) -> list[str]:
        return [head, *("    " + line for line in lines)]

    heads = st.one_of(
        EXPRESSIONS.map(lambda e: f"if {e}:"),
        EXPRESSIONS.map(lambda e: f"for k in range({e}):"),
        EXPRESSIONS.map(lambda e: f"for x in {e}:"),
        EXPRESSIONS.map(lambda e: f"while {e}:"),
    )
    both = st.tuples(heads, inner, st.none() | inner).map(
        lambda t: under(t[0], t[1]) + ([] if t[2] is None else under("else:", t[2]))
    )
    return both | st.lists(inner, min_size=1, max_size=3).map(
        lambda parts: list(itertools.chain.from_iterable(parts))
    )


BODIES = st.recursive(SIMPLE.map(lambda line: [line]), _nested, max_leaves=6)


@pytest.mark.slow
@settings(
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=examples(200),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(BODIES)
def test_no_python_makes_another_exception_than_ours(lines: list[str]) -> None:
    text = FUNCTIONS + "\n    ".join(
        ["def kernel(a, m, frozen):", "i = cuda.grid(1)", "x, y = 1, a[0]", *lines]
    )
    try:
        compile(text, "<fuzz>", "exec")
    except SyntaxError:
        return

    with contextlib.suppress(GpuvizError):
        launch(text + "\n", ExecutionOptions(while_limit=50))
