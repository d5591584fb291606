"""What is typed to go somewhere, and where it leads."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.insight.destination import Destination
from gpuviz.insight.go_to import go_to
from gpuviz.insight.go_to_hints import go_to_hints
from gpuviz.messages import RequestRefused
from gpuviz.trace import Trace
from tests.helpers import traces
from tests.helpers.launches import emulated, order_of


def led(text: str, trace: Trace, block: int | None = None) -> Destination:
    return go_to(text, trace, order_of(trace), block)


VECTORS = emulated("vector_add")  # 1000 elements, 4 blocks of 256
MATRICES = emulated("matmul_tiled")  # 64 x 64, 4 x 4 blocks of 16 x 16
LINE = VECTORS.statements[0].line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c[785]", Destination(array=2, element=785)),
        ("  C [ 785 ] ", Destination(array=2, element=785)),
        ("c[785", Destination(array=2, element=785)),
        ("block 3", Destination(3)),
        ("Block 3", Destination(3)),
        ("thread 785", Destination(3, thread=17)),
        ("block 3 thread 17", Destination(3, thread=17)),
        ("block 3, thread 17", Destination(3, thread=17)),
        ("thread (17)", Destination(0, thread=17)),
        ("warp 7", Destination(0, 7)),
        ("block 2 warp 7", Destination(2, 7)),
        ("warp 1 lane 5", Destination(0, thread=37)),
        (f"line {LINE}", Destination(line=LINE)),
        ("step 40", Destination(moment=40)),
        ("round 1", Destination(moment=32)),
    ],
)
def test_places_of_a_launch_in_one_dimension(text: str, expected: Destination) -> None:
    assert led(text, VECTORS) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a[3, 5]", Destination(array=0, element=3 * 64 + 5)),
        ("a[3 5]", Destination(array=0, element=3 * 64 + 5)),
        ("block (1, 2)", Destination(2 * 4 + 1)),
        ("block 1, 2", Destination(2 * 4 + 1)),
        ("block 9", Destination(9)),
        ("thread (3, 14)", Destination(5, thread=14 * 16 + 3)),
        ("thread (3, 17)", Destination(4, thread=1 * 16 + 3)),  # of the launch
        ("block (0,1) thread (3,14)", Destination(4, thread=14 * 16 + 3)),
        ("block (0,1) thread 227", Destination(4, thread=227)),
        ("warp 3", Destination(5, 3)),
    ],
)
def test_places_of_a_launch_in_two_dimensions(text: str, expected: Destination) -> None:
    assert led(text, MATRICES, block=5) == expected


def test_an_element_of_shared_memory_is_that_of_the_chosen_block() -> None:
    name = next(info.name for info in MATRICES.arrays if info.space == "shared")

    assert led(f"{name}[1, 2]", MATRICES, block=5).block == 5
    assert led(f"block (1, 2) {name}[1, 2]", MATRICES, block=5).block == 9
    assert led(f"{name}[1, 2]", MATRICES).block == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("c[1000]", "`c` has 1000 elements: 0 to 999."),
        ("c[-1]", "`c` has 1000 elements: 0 to 999."),
        ("c[1, 2]", "Write a number between the brackets: `c[500]`."),
        ("c[]", "Write a number between the brackets: `c[500]`."),
        ("d[1]", "There is no array `d`. This launch has `a`, `b`, `c`."),
        ("block 4", "The grid has 4 blocks: 0 to 3."),
        ("block (0, 1)", "The grid has 4 blocks: (0) to (3)."),
        ("thread 1024", "The launch has 1024 threads: 0 to 1023."),
        ("block 1 thread 256", "The block has 256 threads: 0 to 255."),
        ("warp 8", "The block has 8 warps: 0 to 7."),
        ("warp 1 lane 32", "The warp has 32 lanes: 0 to 31."),
        ("lane 3", "A lane is one of a warp: write `warp 3 lane 5`."),
        ("step 97", "There are 96 steps: 0 is before the first, 96 after the last."),
        ("line 1", f"No followed block executes line 1. Lines that run: {LINE}, "),
        ("hello", "`hello` names no place: write `c[785]`, "),
        ("", "`` names no place"),
        ("block", "`block` names no place"),
        ("block 3 please", "`block 3 please` names no place"),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        led(text, VECTORS)

    assert sentence in refused.value.message.text


def test_a_matrix_says_its_shape() -> None:
    with pytest.raises(
        RequestRefused, match=r"`a` has 64 × 64 elements: the last is `a\[63, 63\]`"
    ):
        led("a[64, 0]", MATRICES)
    with pytest.raises(RequestRefused, match=r"`a` has 2 dimensions: write `a\[32, 32\]`"):
        led("a[5]", MATRICES)


@pytest.mark.parametrize("text", ["step 3", "round 1", "line 5"])
def test_an_engine_without_steps_says_so(text: str) -> None:
    with pytest.raises(RequestRefused, match="keeps no steps"):
        go_to(text, traces.without_steps(traces.vector_add()), None, None)


@given(st.text(max_size=30) | st.from_regex(r"(block|thread|c|warp)[ \[(,0-9\])]{0,12}"))
def test_nothing_that_can_be_typed_makes_a_traceback(text: str) -> None:
    with contextlib.suppress(RequestRefused):
        assert led(text, VECTORS)


@pytest.mark.parametrize("trace", [VECTORS, MATRICES, emulated("broken_histogram")])
def test_every_hint_leads_somewhere(trace: Trace) -> None:
    for hint in go_to_hints("", trace):
        led(hint.example, trace)


@pytest.mark.parametrize(
    ("text", "examples"),
    [
        ("bl", ["block 3", "block 3 thread 17"]),
        ("c", ["c[785]"]),
        ("thread 9", ["thread 785"]),
        ("st", ["step 96"]),
    ],
)
def test_hints_fit_what_is_typed(text: str, examples: list[str]) -> None:
    assert [hint.example for hint in go_to_hints(text, VECTORS)] == examples


def test_all_hints_are_given_where_none_fits() -> None:
    assert go_to_hints("xyz", VECTORS) == go_to_hints("", VECTORS)
