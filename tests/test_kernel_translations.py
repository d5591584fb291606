"""The explanations of the gallery are translated whole: paragraph by paragraph, with the same code,
the same figures and the titles of the window. An edit of one language alone fails here.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from pathlib import Path

import pytest

from gpuviz.operation import OperationInfo, explanation, find_operation, list_operations
from gpuviz.places import resource_dir
from tools.translations.__main__ import FOLDER
from tools.translations.ts import read_ts

FOLDERS = [path for path in (resource_dir("assets") / "kernels").iterdir() if path.is_dir()]
CODE = re.compile(r"`[^`]+`")
ITEM = re.compile(r"\s*([-+*>#=]|1[.)])(\s|$)")
LEAD = re.compile(r"\*\*[^*]+\*\*(?= |$)")
NUMBER = re.compile(r"\d+(?:[ \n\u00a0]\d{3}(?!\d))*(?:\.\d+)?")
TIMES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "万": 1e4, "百万": 1e6, "亿": 1e8}
SCALED = re.compile(rf"({NUMBER.pattern})\s*({'|'.join(TIMES)})?")


def paragraphs(page: str) -> list[str]:
    return re.split(r"\n\s*\n", page.strip())


def code_of(paragraph: str) -> Counter[str]:
    """The pieces of code, however their lines are broken."""
    return Counter(re.sub(r"\s+", " ", one) for one in CODE.findall(paragraph))


def figures_of(paragraph: str) -> Counter[float]:
    """The numbers outside of code; 2 million and 200 万 are one."""
    found = SCALED.finditer(CODE.sub(" ", paragraph))
    return Counter(
        float(re.sub(r"\s", "", match[1])) * TIMES.get(match[2] or "", 1.0) for match in found
    )


@pytest.fixture(
    params=[path for folder in FOLDERS for path in sorted(folder.iterdir())],
    ids=lambda path: path.stem,
)
def pair(request: pytest.FixtureRequest) -> tuple[OperationInfo, str, str]:
    """An operation, its page in another language, and that language."""
    path: Path = request.param
    info, language = find_operation(path.stem), path.parent.name
    return info, explanation(info, language), language


def test_a_translation_has_the_paragraphs_code_and_figures_of_the_docstring(
    pair: tuple[OperationInfo, str, str],
) -> None:
    info, page, _ = pair
    own, translated = paragraphs(explanation(info)), paragraphs(page)

    assert len(translated) == len(own)
    for number, (english, other) in enumerate(zip(own[1:], translated[1:], strict=True), start=2):
        assert code_of(other) == code_of(english), f"paragraph {number}"
        assert figures_of(other) == figures_of(english), f"paragraph {number}"
        assert len(LEAD.findall(other)) == len(LEAD.findall(english)), f"paragraph {number}"


@pytest.mark.slow
def test_no_line_within_a_paragraph_begins_like_an_item_of_a_list(
    pair: tuple[OperationInfo, str, str],
) -> None:
    info, page, _ = pair

    for paragraph in (*paragraphs(explanation(info)), *paragraphs(page)):
        first, *others = paragraph.splitlines()
        assert ITEM.match(first) or not [line for line in others if ITEM.match(line)]


@functools.cache
def words_of_the_window(language: str) -> dict[str, str]:
    entries = read_ts(FOLDER / f"{language}.ts").values()
    return {one.source: one.translation for one in entries if one.context == "operation"}


@pytest.mark.slow
def test_a_translation_calls_itself_and_others_as_the_window_does(
    pair: tuple[OperationInfo, str, str],
) -> None:
    info, page, language = pair
    window = words_of_the_window(language)
    title, sentence = paragraphs(page)[:2]
    mentioned = [one for one in list_operations() if f"*{one.title}*" in _joined(info.text)]

    assert (title, _joined(sentence)) == (f"# {window[info.title]}", window[info.summary])
    for one in mentioned:
        assert f"*{window[one.title]}*" in _joined(page)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_kernel_of_the_gallery_is_explained_in_the_language_and_no_other(
    folder: Path,
) -> None:
    pages = {path.name for path in folder.iterdir()}

    assert pages == {f"{info.name}.md" for info in list_operations()}


@pytest.mark.parametrize(
    ("english", "other"),
    [
        ("2 million in 3 s", "3 秒里有 200 万"),
        ("500 000 threads", "500\u00a0000 个线程"),
        ("half of 0.5", "0.5 的一半"),
    ],
)
def test_figures_are_the_same_in_the_manner_of_either_language(english: str, other: str) -> None:
    assert figures_of(english) == figures_of(other)


def test_another_figure_is_another_figure() -> None:
    assert figures_of("24 lanes") != figures_of("25 个 lane")


def _joined(text: str) -> str:
    """A text without the ends of its lines."""
    return re.sub(r"\s+", " ", text)
