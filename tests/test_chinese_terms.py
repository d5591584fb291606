"""The Chinese texts keep to the terms of assets/i18n/README.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.translations.__main__ import FOLDER, ROOT
from tools.translations.ts import read_ts

LESSONS = ROOT / "assets" / "lessons" / "zh_CN"
KERNELS = ROOT / "assets" / "kernels" / "zh_CN"
GLOSSARY = ROOT / "assets" / "glossary" / "zh_CN.toml"
CHINESE = (LESSONS, KERNELS, ROOT / "docs" / "teaching" / "labs" / "zh_CN")
FOLDERS = (ROOT / "assets" / "puzzles", ROOT / "docs" / "teaching", LESSONS.parent)
RETIRED = {
    "您": "你, or nothing",
    "(?<!“)通道": "lane",
    "建模": "模型估算",
    "回车": "Enter",
    "箭头键": "方向键",
    "期限": "时限",
    "点击": "单击",
    "设备内存|内存带宽": "显存",
    "步幅": "步长",
    "批大小": "批量",
    "[”」] [\u4e00-\u9fff]|[\u4e00-\u9fff] [“「]": "no space beside marks of a name",
    "[。，；：！？] [\u4e00-\u9fff]": "no space behind a full-width mark",
    "面板「": "「X」面板",
    "菜单「": "「X」菜单",
    r"[\d}] %": "2%",
    "[\u4e00-\u9fff]lane|lane[\u4e00-\u9fff]": "a space beside lane",
}
OF_LAYERS = {
    "(?<!“)通道": {"batch_norm.md", "conv2d.md", "conv2d_shared.md", "34_training_a_network.md"}
}
"""Where a word is the right one: layers of a network have channels."""


def texts() -> Iterator[tuple[str, str]]:
    """Every Chinese text with the file that it stands in."""
    for entry in read_ts(FOLDER / "zh_CN.ts").values():
        if entry.state == "finished":
            yield "zh_CN.ts", entry.translation
    pages = [page for folder in FOLDERS for page in sorted(folder.glob("**/*zh_CN.md"))]
    whole = [page for folder in CHINESE for page in sorted(folder.glob("*.md"))]
    for path in (GLOSSARY, *whole, *pages, ROOT / "README.zh_CN.md"):
        yield from ((path.name, line) for line in _lines(path))


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("retired", RETIRED)
def test_a_word_that_another_one_replaces_is_not_used(retired: str) -> None:
    right = OF_LAYERS.get(retired, set())
    found = [one for one in texts() if one[0] not in right and re.search(retired, one[1])]

    assert found == [], f"say {RETIRED[retired]}"
