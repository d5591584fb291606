"""match in kernels, against Numba's CPU compiler: numbers, choices, names and conditions."""

from __future__ import annotations

import pytest

from tests.simt.test_statements import arguments, assert_as_numba

BODIES = {
    "numbers, choices and the rest": """
        match i % 6:
            case 0:
                out[i] = 10
            case 1 | 2 as n:
                out[i] = n * 100
            case -1 | 3:
                out[i] = 5
            case n if n > 4:
                out[i] = n
            case _:
                out[i] = 7
        """,
    "what leaves a loop": """
        for k in range(5):
            match k + i % 2:
                case 1:
                    continue
                case n if n > 2 + i % 3:
                    break
            out[i] += k
        """,
    "truth values, fractions and one in another": """
        match q[i] > 0:
            case True:
                match d[i]:
                    case 0.5 | -0.5:
                        out[i] = 1
                    case x:
                        out[i] = x * 2
            case False:
                out[i] = 3
        """,
    "no case that fits": """
        out[i] = 4
        match i:
            case 3:
                out[i] = 5
        """,
}


@pytest.mark.many
@pytest.mark.parametrize("title", BODIES)
def test_the_first_case_that_fits_is_taken(title: str) -> None:
    body = BODIES[title].replace("\n        ", "\n    ")

    assert_as_numba(f"def kernel(out, f, d, q):\n    i = cuda.grid(1)\n{body}", arguments())
