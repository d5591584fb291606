"""Command lines with odd words in them: each ends with an exit code and a sentence.

An input is `{"words": [...], "apart": false}` as JSON; `apart`: in a process of its own. The words
name files of `stage`, which are made anew for each case.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import random
import subprocess
import sys
from pathlib import Path

from gpuviz.cli import main
from gpuviz.cli.commands import COMMANDS
from gpuviz.trace.file import save_trace
from tools.fuzzing.good import emulated
from tools.fuzzing.kinds import Broken, emptied, one_json_object
from tools.fuzzing.odd import ODD_TEXTS, SURROGATE

APART_SECONDS = 60.0
GOOD_SCRIPT = """import numpy as np
from numba import cuda
@cuda.jit
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2
double[2, 32](np.ones(50, np.float32))
"""
FILES: dict[str, bytes] = {
    "good.py": GOOD_SCRIPT.encode(),
    "broken.py": GOOD_SCRIPT.replace("if i < x.size", "if i <= x.size").encode(),
    "raises.py": b"import sys\nprint(sys.argv)\nraise ValueError('\xc3\xa9\\n\\x00')\n",
    "leaves.py": b"import sys\nprint('{')\nsys.exit(3)\n",
    "syntax.py": b"def (\n",
    "bytes.py": b"\xff\xfe\x00\x00",
    "empty.py": b"",
    "empty.gpuviz": b"",
    "empty.toml": b"",
    "empty.md": b"",
    "numbers.csv": b"1,2\n3,x\n",
    "numbers.npy": b"\x93NUMPY\x01\x00\xff\xff{",
    "bytes.gpuviz": b"PK\x03\x04" + bytes(100),
    "lesson.md": b"---\nlesson: x\n---\n## A\n",
    "-name.py": b"",
    "--json": b"",
}
FOLDERS = ("folder", "folder.py", "folder.gpuviz", "folder.toml", "folder.md")
PIPES = ("pipe.py", "pipe.gpuviz", "pipe.toml", "pipe.md", "pipe.json", "pipe.csv")
GOOD_VALUES: dict[str, tuple[str, ...]] = {
    "operation": ("vector_add", "saxpy", "matmul_naive", "sum_shared", "good.py", "empty.py"),
    "size": ("1", "100", "8,8,8", "64"),
    "sizes": ("8:32", "4,8", "16"),
    "blocks": ("32", "32,64", "8x8,4x4"),
    "grid": ("1", "2,2", "4x1x1"),
    "block": ("32", "8x8", "0", "0,0,0", "64,1,1"),
    "thread": ("0", "1,0,0"),
    "device": ("t4", "h200_sxm", "gpu:0"),
    "launch": ("1",),
    "what_if": (
        "registers=64",
        "block=64",
        "l2=warm,shared=2^14",
        "device=l4,block=8x8",
        "block=0",
    ),
    "product": ("64", "4096,1024,1", "1,1,1"),
    "model": ("7e9", "8627,12,99", "1"),
    "input": (
        "float64",
        "a=transposed,one-nan",
        "x=int8,sliced",
        "a=@numbers.csv",
        "b=float16,@numbers.npy",
        "@folder.py",
        "a=@pipe.csv",
    ),
    "level": ("python", "cuda", "ptx", "sass"),
    "of": ("python", "cuda"),
    "schedule": ("lockstep", "warps", "adversarial"),
    "engine": ("emulator", "emulator", "emulator", "numba-simulator", "cuda"),
    "seed": ("0", "7"),
    "timeout": ("20", "none", "0.01"),
    "memory": ("2G", "500M"),
    "out": ("out",),
    "csv": ("out.csv",),
    "png": ("out.png",),
    "svg": ("out.svg",),
    "gif": ("out.gif",),
    "mp4": ("out.mp4",),
    "perfetto": ("out.json",),
    "theme": ("dark", "light"),
    "step": ("0", "3"),
    "first": ("0",),
    "last": ("4",),
    "from": ("0",),
    "to": ("4",),
    "frames": ("2",),
    "fps": ("3",),
    "trace": ("out.gpuviz", "good.gpuviz"),
    "files": ("good.py", "broken.py", "raises.py", "folder"),
    "file": ("good.toml", "good.gpuviz"),
    "language": ("en", "zh_CN"),
    "screenshot": ("out.png",),
    "folders": ("folder", "folder.py", "out.gpuviz-answers"),
    "course": ("folder",),
    "answers": ("out.gpuviz-answers",),
    "student": ("Ada",),
    "action": ("list",),
    "lesson": ("5",),
    "pdf": ("out.pdf",),
    "markdown": ("handout",),
    "expect": ("good.py", "empty.py", "syntax.py"),
    "html": ("out.html",),
    "jobs": ("2",),
    "cluster": ("nowhere",),
    "format": ("text", "json", "sarif", "github", "junit"),
    "shell": ("bash", "zsh", "fish"),
    "puzzle": ("list", "guard", "folder", "softmax_rows"),
    "written_in": ("python", "cuda"),
    "answer": ("good.py", "broken.py", "empty.py", "leaves.py"),
}
"""By the names under which argparse keeps them."""
ALWAYS = {
    **{"app": ("--screenshot=shot.png",), "trace": ("--out=kept", "--timeout=20")},
    **{
        "check": ("--timeout=20",),
        "grade": ("--timeout=20",),
        "run": ("--no-cpu",),
        "sweep": ("--no-cpu",),
    },
}
"""What keeps a command short, or a window from staying open."""
IN_PROCESS = (
    *("list", "run", "export", "devices", "sweep", "check", "trace", "puzzle", "grade"),
    *("completion", "source", "lesson"),
)
HARMLESS = tuple(text for text in ODD_TEXTS if not text.startswith("~") and text != "2**999")
ODD_WORDS = (
    *HARMLESS,
    *("none", "gpu:", "gpu:99", "gpu:-1", "0,0,0,0", "1,", ",1", "1x", "x1", "-1,-1", "1:0", "0:0"),
    *(
        "1e13",
        "10**15",
        "9999999999999999",
        "4294967296",
        "missing.py",
        "missing.gpuviz",
        "no/x.png",
    ),
    *("loop.py", "loop.gpuviz", "loop.toml", "folder/", "out.PNG", ".png", "x" * 300 + ".png"),
    *(
        "--json=1",
        "--no-such",
        "-",
        "--",
        "-h",
        "--help",
        "--version",
        "-x",
        SURROGATE,
        "\udc80.py",
    ),
)


class Declared(argparse.ArgumentParser):
    """A parser that is only asked what was declared."""

    def all(self) -> list[argparse.Action]:
        """The options and positionals of a command."""
        return [one for one in self._actions if not isinstance(one, argparse._HelpAction)]


@functools.cache
def declared(command: str) -> list[argparse.Action]:
    """What a command takes."""
    parser = Declared()
    (module,) = (one.load() for one in COMMANDS if one.name == command)
    module.add_arguments(parser)
    return parser.all()


def make(chance: random.Random) -> bytes:
    """Words for one command."""
    command = chance.choice([*IN_PROCESS, *IN_PROCESS, "export", "devices", "app"])
    words = list(ALWAYS.get(command, ()))
    for action in declared(command):
        wanted = (
            0.9 if not action.option_strings else 0.6 if action.dest in ("json", "svg") else 0.2
        )
        if chance.random() < wanted:
            words += _given(action, chance)
    if chance.random() < 0.1:
        words.insert(chance.randrange(len(words) + 1), chance.choice(ODD_WORDS))
    if chance.random() < 0.1:
        chance.shuffle(words)
    name = chance.choice(ODD_WORDS) if chance.random() < 0.02 else command
    apart = command == "app" or chance.random() < 0.1
    return json.dumps({"words": [name, *words], "apart": apart}).encode()


def _given(action: argparse.Action, chance: random.Random) -> list[str]:
    if action.nargs == 0:
        return [action.option_strings[-1]]
    values = [_value(action.dest, chance)]
    if not action.option_strings:
        return values if action.nargs is None else values * chance.choice((0, 1, 1, 2))
    name = action.option_strings[-1]
    return [f"{name}={values[0]}"] if chance.random() < 0.5 else [name, *values]


def _value(name: str, chance: random.Random) -> str:
    files = (*FILES, *FOLDERS, *PIPES)
    good = GOOD_VALUES.get(name, ("1",))
    kind = chance.random()
    if kind < 0.8:
        return chance.choice(good)
    return chance.choice(ODD_WORDS) if kind < 0.93 else chance.choice(files)


def judge(data: bytes, folder: Path, *, closely: bool) -> str:
    """Exit code 0, 1 or 2; complaints are lines; what --json prints is one object."""
    case = json.loads(data)
    words: list[str] = case["words"]
    stage(folder)
    if case["apart"] or words[0] not in IN_PROCESS:
        code, out, err = _apart(words, folder)
    else:
        code, out, err = _within(words, folder)
    if code not in (0, 1, 2):
        raise Broken(f"exit code {code}: {err[-2000:]}")
    if "gpuviz itself failed" in err or "Traceback (most recent call last)" in _own(err):
        raise Broken(f"exit code {code}: {err[-2000:]}")
    if code == 2 and not err.strip():
        raise Broken("exit code 2 without a sentence")
    before = words[: words.index("--")] if "--" in words else words
    if "--json" in before and out.strip() and words[0] != "app" and not {"-h", "--help"} & {*words}:
        one_json_object(out)
    return f"exit code {code}"


def _own(err: str) -> str:
    """What gpuviz says, without what scripts of the stage print themselves."""
    return "" if "raises.py" in err or "leaves.py" in err else err


def stage(folder: Path) -> None:
    """The files that words name: good ones, damaged ones, and what is no file."""
    here = emptied(folder / "here")
    for name, data in FILES.items():
        (here / name).write_bytes(data)
    for name in FOLDERS:
        (here / name).mkdir()
    (here / "folder" / "inner.py").write_bytes(FILES["good.py"])
    (here / "good.gpuviz").write_bytes(_recording(folder))
    (here / "good.toml").write_bytes(b"[common]\na = 1\n")
    if sys.platform != "win32":
        for name in PIPES:
            os.mkfifo(here / name)
        for name in ("loop.py", "loop.gpuviz", "loop.toml"):
            (here / name).symlink_to(name)


@functools.cache
def _recording(folder: Path) -> bytes:
    path = folder / "made.gpuviz"
    save_trace(emulated("vector_add", (40,)), path)
    return path.read_bytes()


def _within(words: list[str], folder: Path) -> tuple[int, str, str]:
    """In this process; what it prints goes by way of files, also what C code and children print."""
    before = Path.cwd()
    kept = [os.dup(number) for number in (1, 2)]
    streams = sys.stdout, sys.stderr
    paths = [folder / "stdout", folder / "stderr"]
    try:
        for number, path in zip((1, 2), paths, strict=True):
            with path.open("wb") as file:
                os.dup2(file.fileno(), number)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
        os.chdir(folder / "here")
        code = main(words)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os.chdir(before)
        sys.stdout, sys.stderr = streams
        for number, copy in zip((1, 2), kept, strict=True):
            os.dup2(copy, number)
            os.close(copy)
    out, err = (path.read_bytes().decode("utf-8", "replace") for path in paths)
    return code, out, err


def _apart(words: list[str], folder: Path) -> tuple[int, str, str]:
    """As somebody at a terminal; a word that no terminal can hand over is left out."""
    possible = [word for word in words if "\0" not in word and _encodes(word)]
    done = subprocess.run(
        [sys.executable, "-m", "gpuviz", *possible],
        cwd=folder / "here",
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=APART_SECONDS,
        check=False,
    )
    out, err = (data.decode("utf-8", "replace") for data in (done.stdout, done.stderr))
    return done.returncode, out, err


def _encodes(word: str) -> bool:
    try:
        os.fsencode(word)
    except UnicodeEncodeError:
        return False
    return True
