"""Launches one operation once, for tools that look on: python -m benchmarks.gpu.one_launch NAME

At its default size and block, through Numba alone. Prints, as JSON, how many memory instructions
of each kind its compiled code has: of SASS where the CUDA toolkit's disassembler is there, else of
PTX.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from typing import Any

from gpuviz.engines.host import load_operation
from gpuviz.operation import find_operation

SASS = {
    r"\bLDG\b": "global read",
    r"\bSTG\b": "global write",
    r"\bLDS\b": "shared read",
    r"\bSTS\b": "shared write",
    r"\b(?:ATOMG|RED|REDG|ATOM)\b": "global atomic",
    r"\bATOMS\b": "shared atomic",
}
PTX = {
    r"\bld\.global\b": "global read",
    r"\bst\.global\b": "global write",
    r"\bld\.shared\b": "shared read",
    r"\bst\.shared\b": "shared write",
    r"\b(?:atom|red)\.global\b": "global atomic",
    r"\b(?:atom|red)\.shared\b": "shared atomic",
}


def instructions(code: str, patterns: dict[str, str]) -> dict[str, int]:
    """How often each kind of memory instruction stands in `code`."""
    return {kind: len(re.findall(pattern, code)) for pattern, kind in patterns.items()}


def compiled(kernel: Any) -> tuple[str, dict[str, int]]:
    """("SASS" or "PTX", instructions by kind) of a kernel that was launched."""
    try:
        return "SASS", instructions("\n".join(kernel.inspect_sass().values()), SASS)
    except (OSError, RuntimeError):  # no nvdisasm
        return "PTX", instructions("\n".join(kernel.inspect_asm().values()), PTX)


def sites(kinds: list[tuple[str, str]]) -> dict[str, int]:
    """Sites of the source by kind, from (space, kind) of each, named as above."""
    return dict(Counter(f"{space} {kind}" for space, kind in kinds))


def main() -> None:
    """One launch, synchronised."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("operation")
    name = parser.parse_args().operation
    info = find_operation(name)
    loaded = load_operation(info.path)
    arguments = loaded.arguments(info.default_size, 0)
    grid = tuple(info.grid(info.default_size, info.default_block))
    loaded.kernel[grid, tuple(info.default_block)](*arguments.values())
    code, found = compiled(loaded.kernel)
    print(json.dumps({"code": code, "instructions": found}))


if __name__ == "__main__":
    main()
