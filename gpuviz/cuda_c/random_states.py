"""The states of cuRAND's generators as structures, with the sizes that they have in CUDA."""

from __future__ import annotations

from collections.abc import Mapping

from gpuviz.cuda_c.types import DOUBLE, FLOAT, INT, UNSIGNED, CType, Struct

HELD: tuple[tuple[str, CType], ...] = (
    ("boxmuller_flag", INT), ("boxmuller_flag_double", INT), ("boxmuller_extra", FLOAT),
    ("boxmuller_extra_double", DOUBLE),
)  # fmt: skip
"""Of a normal number the second one of a pair, and whether it is there."""
XORWOW = Struct(
    "curandStateXORWOW",
    (("d", UNSIGNED), *((f"v{row}", UNSIGNED) for row in range(5)), *HELD),
)
PHILOX = Struct(
    "curandStatePhilox4_32_10",
    (
        *((f"ctr{row}", UNSIGNED) for row in range(4)),
        *((f"output{row}", UNSIGNED) for row in range(4)),
        ("key0", UNSIGNED), ("key1", UNSIGNED), ("STATE", UNSIGNED), *HELD,
    ),
    16,
)  # fmt: skip
STATES: Mapping[str, Struct] = {
    **dict.fromkeys(
        ("curandState", "curandState_t", "curandStateXORWOW", "curandStateXORWOW_t"), XORWOW
    ),
    **dict.fromkeys(("curandStatePhilox4_32_10", "curandStatePhilox4_32_10_t"), PHILOX),
}
"""By the names that cuRAND has for them; files that name one know them."""
