"""Where a bundle begins: gpuviz, or the small part of `python` that gpuviz starts processes with.

In a bundle `sys.executable` is this program. Workers, guards and scripts are started with it as
`-P -m MODULE ..`, `-P -c TEXT ..` and `-I -S FILE ..`; whatever else is said is for `gpuviz`.
"""

from __future__ import annotations

import multiprocessing
import runpy
import sys

FLAGS = ("-P", "-I", "-S")


def main() -> int:
    """Do what the words ask for."""
    multiprocessing.freeze_support()
    words = sys.argv[1:]
    as_python = False
    while words and words[0] in FLAGS:
        as_python = True
        words = words[1:]
    if words[:1] == ["-m"] and len(words) > 1:
        if words[1] == "gpuviz":
            sys.argv = [sys.argv[0], *words[2:]]
        else:
            sys.argv = words[1:]
            runpy.run_module(words[1], run_name="__main__", alter_sys=True)
            return 0
    elif as_python and words[:1] == ["-c"]:
        sys.argv = ["-c", *words[2:]]
        exec(compile(words[1], "<string>", "exec"), {"__name__": "__main__"})
        return 0
    elif as_python and words:
        sys.argv = words
        runpy.run_path(words[0], run_name="__main__")
        return 0
    from gpuviz.__main__ import main as gpuviz

    return gpuviz()


if __name__ == "__main__":
    sys.exit(main())
