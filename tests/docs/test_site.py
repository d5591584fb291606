"""The site: it leaves out nothing that the program has, and its links lead somewhere."""

from __future__ import annotations

import ast
import dataclasses
import itertools
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from PIL import Image

import gpuviz.api
from gpuviz.cli.commands import COMMANDS
from gpuviz.device import load_devices
from gpuviz.lesson.library import list_lessons
from gpuviz.lesson.puzzle import list_puzzles
from gpuviz.operation import list_operations
from gpuviz.trace import Counters
from gpuviz.trace.trace import HazardKind
from tools.docs import generated
from tools.docs.command_line import commands, parser_of
from tools.docs.links import FENCE, LINK, OUTSIDE, ROOT, with_site_links
from tools.docs.offline import of_page, of_style
from tools.docs.pictures import PICTURES, names_in, with_themes

DOCS = ROOT / "docs"
CODE = re.compile(r"`[^`\n]*`")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
SITE = {
    **{str(path.relative_to(DOCS)): path for path in sorted(DOCS.rglob("*.md"))},
    **{place: ROOT / source for source, place in OUTSIDE.items()},
}
PICTURES_IN_PAGES = list(
    itertools.chain.from_iterable(names_in(path.read_text("utf-8")) for path in SITE.values())
)
FILM_BYTES, FILM_MS = 1_500_000, (8_000, 15_000)


def text_of(place: str) -> str:
    return SITE[place].read_text(encoding="utf-8")


def test_every_page_is_in_the_navigation_once() -> None:
    pages = re.findall(r"[\w/-]+\.md$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)

    assert sorted(pages) == sorted(SITE)


def test_every_counter_is_defined() -> None:
    defined = re.findall(r"^\| `(\w+)` \|", text_of("reference/counters.md"), re.MULTILINE)

    assert defined == [field.name for field in dataclasses.fields(Counters)]


def test_every_kind_of_hazard_has_an_example_that_is_checked() -> None:
    page = text_of("reference/hazards.md")
    sections = re.split(r"^## ", page, flags=re.MULTILINE)

    for kind in get_args(HazardKind):
        found = [section for section in sections if f"\n   {kind}: " in section]
        assert found
        for section in found:
            assert "```python title=" in section
            assert "$ gpuviz check " in section


def titles_of_panels() -> Iterator[str]:
    """What the window calls its docks and their pages, from its source."""
    tree = ast.parse((ROOT / "gpuviz" / "ui" / "panels.py").read_text("utf-8"))
    made = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name in ("_make_docks", "_make_groups")
    ]
    for call in itertools.chain.from_iterable(map(ast.walk, made)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "tr":
            (title,) = call.args
            assert isinstance(title, ast.Constant)
            yield str(title.value)


def test_every_panel_has_a_paragraph() -> None:
    headings = set(HEADING.findall(text_of("reference/panels.md")))
    doors = {"Sweep…"}

    assert set(titles_of_panels()) - doors == headings - {"Every panel"}


@pytest.fixture(scope="module")
def every_command() -> str:
    return commands()


@pytest.mark.parametrize("command", [one.name for one in COMMANDS])
def test_every_option_of_a_command_is_on_its_page(command: str, every_command: str) -> None:
    section = every_command.partition(f"## gpuviz {command}\n")[2].partition("\n## ")[0]
    options = [name for one in parser_of(command)._actions for name in one.option_strings]

    assert [name for name in options if f"`{name}" not in section] == ["-h", "--help"]


@pytest.mark.parametrize(
    ("part", "names"),
    [
        ("gallery", [one.name for one in list_operations()]),
        ("puzzles", [one.name for one in list_puzzles()]),
        ("lessons", [generated.plain(one.title) for one in list_lessons("en")]),
        ("keys", ["Ctrl+G", "Shift+F11", "F1"]),
        ("words", ["**warp**", "**coalescing**"]),
        ("devices", ["`t4`", "`h200_sxm`"]),
    ],
)
def test_a_generated_part_has_every_entry(part: str, names: list[str]) -> None:
    made = generated.PARTS[part]()

    assert [name for name in names if name not in made] == []


@pytest.mark.parametrize("place", ["guide/lessons.md", "../README.md"])
def test_lessons_and_puzzles_are_counted(place: str) -> None:
    page = " ".join((DOCS / place).read_text(encoding="utf-8").split())

    assert re.findall(r"(\d+) lessons", page)[0] == str(len(list_lessons("en")))
    assert re.findall(r"(\d+) puzzles", page)[0] == str(len(list_puzzles()))


FIGURES_OF_THE_MODEL = (
    r"half of (\d+) published measurements on (\d+) GPUs",
    r"lie within (\d+) % of what the model",
    r"nine of ten within (\d+) %",
)


@pytest.mark.parametrize("pattern", FIGURES_OF_THE_MODEL)
def test_the_first_page_says_of_modelled_times_what_readme_says(pattern: str) -> None:
    """And tests/lesson/test_readme_of_time.py holds README against the measurements."""
    pages = [DOCS / "index.md", ROOT / "README.md"]
    first, readme = (" ".join(path.read_text(encoding="utf-8").split()) for path in pages)

    (said,) = re.findall(pattern, readme, re.IGNORECASE)
    assert re.findall(pattern, first, re.IGNORECASE) == [said]


def test_every_tool_that_pages_name_is_there() -> None:
    pages = "".join(
        path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *SITE.values()]
    )
    named = set(re.findall(r"python -m (tools[\w.]*\w)", pages))
    paths = {name: ROOT.joinpath(*name.split(".")) for name in named}

    assert "tools.docs" in named
    assert [
        name
        for name, path in sorted(paths.items())
        if not (path / "__main__.py").is_file() and not path.with_suffix(".py").is_file()
    ] == []


@pytest.mark.parametrize("place", ["guide/window.md", "../README.md"])
def test_devices_are_counted(place: str) -> None:
    (count,) = re.findall(r"(?:one of|times on) (\d+) GPUs", (DOCS / place).read_text("utf-8"))

    assert int(count) == len(load_devices())


def test_every_generated_part_has_a_place() -> None:
    asked = [name for place in SITE for name in generated.names_in(text_of(place))]

    assert sorted(set(asked)) == sorted(generated.PARTS)


def test_the_page_on_python_has_every_public_name() -> None:
    page = text_of("reference/api.md")

    assert [name for name in gpuviz.api.__all__ if f".{name}\n" not in page] == []


def test_pages_show_every_picture_and_no_other() -> None:
    assert set(PICTURES_IN_PAGES) == {one.name for one in PICTURES}


def test_a_picture_is_shown_in_the_colours_of_the_page() -> None:
    shown = with_themes("![a window](../pictures/window.webp)")

    assert "(../pictures/window-light.webp#only-light)" in shown
    assert "(../pictures/window-dark.webp#only-dark)" in shown


@pytest.mark.parametrize(
    ("place", "link", "on_site"),
    [
        ("guide/window.md", "[a](memory.md#b)", "[a](memory.md#b)"),
        ("guide/lessons.md", "[a](../../kernels/README.md)", "[a](../operations.md)"),
        ("contributing.md", "[a](docs/guarantees.md)", "[a](guarantees.md)"),
        ("lessons.md", "[a](../../kernels/README.md#b)", "[a](operations.md#b)"),
        ("contributing.md", "[a file](pyproject.toml)", "a file"),
        ("contributing.md", "[a](no_such_file.md)", "[a](no_such_file.md)"),
        ("faq.md", "[a](https://example.org/b)", "[a](https://example.org/b)"),
        ("faq.md", "```text\n[a](../LICENSE)\n```\n", "```text\n[a](../LICENSE)\n```\n"),
    ],
)
def test_links_of_the_repository_lead_to_pages_of_the_site(
    place: str, link: str, on_site: str
) -> None:
    assert with_site_links(link, place) == on_site


def anchors_of(path: Path) -> set[str]:
    """Of the headings of a page, as both the site and GitHub make them."""
    page = FENCE.sub("", path.read_text(encoding="utf-8"))
    plain = (re.sub(r"[^\w\s-]", "", one.lower()).strip() for one in HEADING.findall(page))
    return {re.sub(r"\s", "-", one) for one in plain}


def links() -> Iterator[tuple[Path, str]]:
    for path in [ROOT / "README.md", *SITE.values()]:
        text = CODE.sub("", FENCE.sub("", path.read_text(encoding="utf-8")))
        yield from ((path, found[3]) for found in LINK.finditer(text) if ":" not in found[3])


def test_every_link_leads_to_a_file_and_a_heading_that_are_there() -> None:
    lost = []
    for path, target in links():
        file, _, anchor = target.partition("#")
        there = Path(posixpath.normpath(path.parent / file)) if file else path
        if there.parent.name == "pictures" or anchor.startswith("gpuviz."):
            continue  # of pictures and generated headings other tests tell
        if not there.exists() or (anchor and anchor not in anchors_of(there)):
            lost.append(f"{path.relative_to(ROOT)}: {target}")

    assert lost == []


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ('<script src="https://a.org/b.js"></script>', ["https://a.org/b.js"]),
        ('<link rel="stylesheet" href="//a.org/b.css">', ["//a.org/b.css"]),
        ('<link rel="preconnect" href="https://a.org">', ["https://a.org"]),
        ('<img srcset="b.png 1x, https://a.org/c.png 2x">', ["https://a.org/c.png"]),
        ("<style>p { background: url(http://a.org/b.png) }</style>", ["http://a.org/b.png"]),
        ('<a href="https://a.org">read</a><img src="b.png">', []),
        ('<link rel="canonical" href="https://a.org/">', []),
        ("<p>url(https://a.org)</p>", []),
    ],
)
def test_what_a_page_loads_from_elsewhere_is_found(html: str, found: list[str]) -> None:
    assert of_page(html) == found


def test_what_a_style_loads_from_elsewhere_is_found() -> None:
    assert of_style('@import "https://a.org/b.css"; p { background: url(c.png) }') == [
        "https://a.org/b.css"
    ]


def test_the_film_of_readme_is_short_and_small() -> None:
    film = ROOT / "docs" / "ten_seconds.gif"

    with Image.open(film) as shown:
        lasts = sum(_milliseconds(shown, frame) for frame in range(getattr(shown, "n_frames", 1)))

    assert film.stat().st_size <= FILM_BYTES
    assert FILM_MS[0] <= lasts <= FILM_MS[1]
    assert f"(docs/{film.name})" in (ROOT / "README.md").read_text(encoding="utf-8")


def _milliseconds(film: Image.Image, frame: int) -> int:
    film.seek(frame)
    return int(film.info["duration"])
