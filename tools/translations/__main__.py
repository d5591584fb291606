"""`python -m tools.translations update | compile | missing | join F`: see assets/i18n/README.md."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from pathlib import Path

import PySide6

from tools.translations.collect import collect
from tools.translations.ts import joined, read_ts, updated, write_ts

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "assets" / "i18n"
LANGUAGES = ("zh_CN",)


def main() -> int:
    """Does what the command line asks; 1 where a text cannot be found without running."""
    parser = argparse.ArgumentParser(prog="python -m tools.translations", description=__doc__)
    parser.add_argument("command", choices=("update", "compile", "missing", "join"))
    parser.add_argument("file", nargs="?", type=Path, help="for join: a .ts with translations")
    arguments = parser.parse_args()
    command = arguments.command
    if command == "join":
        if arguments.file is None:
            parser.error("join needs the .ts to take translations from")
        return join(arguments.file)
    if command == "compile":
        return max(compile_language(language) for language in LANGUAGES)
    if command == "update":
        return update()
    for language in LANGUAGES:
        tell_missing(language)
    return 0


def update() -> int:
    """Bring every .ts up to date with the source; tell what could not be followed."""
    collection = collect(ROOT)
    for lost in collection.lost:
        print(lost, file=sys.stderr)
    for language in LANGUAGES:
        path = FOLDER / f"{language}.ts"
        write_ts(path, language, updated(read_ts(path), collection.found))
        tell_missing(language)
    return 1 if collection.lost else 0


def join(file: Path) -> int:
    """Take the translations of another .ts of the same language where there are none yet."""
    language, path = file.stem[:5], FOLDER / f"{file.stem[:5]}.ts"
    if language not in LANGUAGES:
        print(f"{file.name} has to be called like {LANGUAGES[0]}.ts", file=sys.stderr)
        return 2
    write_ts(path, language, joined(read_ts(path), read_ts(file)))
    tell_missing(language)
    return 0


def compile_language(language: str, folder: Path = FOLDER) -> int:
    """Make the .qm of a language in `folder`, with the lrelease that comes with PySide6."""
    tool = Path(PySide6.__file__).parent / f"lrelease{'.exe' if sys.platform == 'win32' else ''}"
    target = folder / f"{language}.qm"
    made = [
        str(tool),
        "-silent",
        "-nounfinished",
        str(FOLDER / f"{language}.ts"),
        "-qm",
        str(target),
    ]
    return subprocess.run(made, check=False).returncode


def tell_missing(language: str) -> None:
    """Print how many texts of each file have no finished translation."""
    entries = [e for e in read_ts(FOLDER / f"{language}.ts").values() if e.state != "vanished"]
    missing = Counter(e.files[0] for e in entries if e.state == "unfinished")
    for file, count in sorted(missing.items()):
        print(f"{count:5} {file}")
    print(f"{language}: {len(entries) - missing.total()} of {len(entries)} texts are translated")


if __name__ == "__main__":
    sys.exit(main())
