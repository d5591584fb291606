"""The widget's module in real browsers, with a model that stands in for Jupyter's.

JupyterLab hands a module `{ model, el }`; what a model does here is all that ours asks of it.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuviz.notebook.view import LaunchView
from gpuviz.trace import Trace
from tests.notebook.launches import right, wrong
from tests.web.browser import NAMES, Page, browser, found

pytestmark = pytest.mark.slow
CELL = """<!DOCTYPE html>
<html><meta charset="utf-8"><style>{css}</style>
<body data-jp-theme-light="true"><div class="jp-OutputArea"><div id="cell"></div></div>
<script type="module">
{esm}
</script></body></html>
"""
STUB = """
const bytes = Uint8Array.from(atob({payload}), (one) => one.charCodeAt(0));
const state = {{ payload: new DataView(bytes.buffer), language: {language} }};
const render = widget.render({{
  model: {{ get: (name) => state[name], on() {{}}, off() {{}} }},
  el: document.getElementById("cell"),
}});
window.takeAway = async () => (await render)();
"""


def cell_of(trace: Trace, language: str, folder: Path) -> Path:
    """A page with the view of a launch in it, as in a cell."""
    view = LaunchView(trace, language)
    payload = base64.b64encode(view.payload).decode()
    stub = STUB.format(payload=json.dumps(payload), language=json.dumps(language))
    module = view._esm.replace("export default {", "const widget = {") + stub
    path = folder / f"{trace.kernel}-{language}.html"
    path.write_text(CELL.format(css=view._css, esm=module), encoding="utf-8")
    return path


@pytest.fixture(scope="module", params=NAMES)
def page(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    name: str = request.param
    why = found(name)
    if why is not None:
        pytest.skip(why)
    with browser(name, tmp_path_factory.mktemp(name)) as opened:
        opened.resize(1000, 800)
        yield opened


def test_the_view_plays_and_goes_back(page: Page, tmp_path: Path) -> None:
    page.open(cell_of(right(), "en", tmp_path))
    page.click(".gv-first")
    begun = page.text(".gv-place")

    page.click(".gv-play")
    page.until(f"document.querySelector('.gv-place').innerText !== {json.dumps(begun)}")
    page.click(".gv-first")
    page.until(f"document.querySelector('.gv-place').innerText === {json.dumps(begun)}")

    assert page.errors == []
    assert [one for one in page.requests if not one.startswith(("file:", "data:"))] == []


def test_a_click_on_the_stage_tells_of_another_thread(page: Page, tmp_path: Path) -> None:
    page.open(cell_of(right(), "en", tmp_path))
    before = page.text(".gv-story")
    left, top, width, height = page.run(
        "(b => [b.x, b.y, b.width, b.height])"
        "(document.querySelector('.gv-canvas').getBoundingClientRect())"
    )

    for row in range(1, 10):  # wherever threads are drawn today
        page.click_at(left + 0.6 * width, top + row / 10 * height)
        if page.text(".gv-story") != before:
            break

    assert page.text(".gv-story") != before
    assert "Thread" in page.text(".gv-story")


def test_a_view_in_a_cell_is_low_until_its_figures_are_asked_for(
    page: Page, tmp_path: Path
) -> None:
    page.open(cell_of(right(), "en", tmp_path))
    low = page.run("document.querySelector('.gpuviz').offsetHeight")

    page.click(".gv-rest > summary")

    assert low < 760
    assert "occupancy" in page.text(".gv-rest")
    assert page.run("document.querySelector('.gpuviz').offsetHeight") > low


def test_hazards_are_told_in_the_language_that_was_asked_for(page: Page, tmp_path: Path) -> None:
    page.open(cell_of(wrong(), "zh_CN", tmp_path))

    assert "隐患" in page.text(".gv-count")


def test_the_view_follows_the_theme_of_the_notebook(page: Page, tmp_path: Path) -> None:
    page.open(cell_of(right(), "en", tmp_path))
    assert page.run("document.querySelector('.gpuviz').dataset.theme") == "light"

    page.run("document.body.dataset.jpThemeLight = 'false'")

    page.until("document.querySelector('.gpuviz').dataset.theme === 'dark'")


def test_a_view_that_is_taken_away_leaves_nothing(page: Page, tmp_path: Path) -> None:
    page.open(cell_of(right(), "en", tmp_path))

    page.run("window.takeAway()")

    assert page.run("document.getElementById('cell').childElementCount") == 0
    assert page.errors == []
