"""The page in real browsers: it is opened, played, clicked, read, by mouse, keys and touch."""

from __future__ import annotations

import base64
import functools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpuviz.messages import Message
from gpuviz.trace import Trace
from gpuviz.web import module_text, payload_of, save_page, style_text
from tests.helpers.foreign_names import marked_trace
from tests.helpers.launches import emulated
from tests.web.browser import NAMES, Page, browser, found

pytestmark = pytest.mark.slow

ATTACK = (
    "</script><script>document.hacked = 1</script><img src='file:///etc/hostname'"
    " onerror='document.hacked = 1'><svg onload='document.hacked = 1'>"
    "<a href='javascript:document.hacked = 1'>x</a><iframe src='https://example.org'></iframe>"
)


@pytest.fixture(scope="module", params=NAMES)
def page(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    """A tab in each browser that this machine has."""
    name = str(request.param)
    if why := found(name):
        pytest.skip(why)
    with browser(name, tmp_path_factory.mktemp(name)) as tab:
        tab.resize(1280, 800)
        yield tab


@functools.cache
def launch(name: str) -> Trace:
    return emulated(name)


def show(page: Page, trace: Trace, folder: Path) -> None:
    file = folder / "page.html"
    save_page(trace, file)
    page.open(file)
    page.run("document.body.setAttribute('tabindex', '-1') ?? document.body.focus()")


def step_of(page: Page) -> int:
    """How many steps have been taken, as the page says."""
    return int(page.text(".gv-place").removeprefix("step ").split(" / ")[0].replace("\u202f", ""))


def centre(page: Page, part: str) -> tuple[float, float]:
    """The middle of a part of the stage, in the window; `part` is JavaScript on the stage."""
    x, y = page.run(
        "(() => { const canvas = document.querySelector('.gv-canvas');"
        " canvas.scrollIntoView({block: 'center'});"
        f" const stage = gpuvizView.stage; const p = {part};"
        " const b = canvas.getBoundingClientRect();"
        " return [b.x + p.x + p.w / 2, b.y + p.y + p.h / 2]; })()"
    )
    return x, y


def test_the_page_opens_with_a_picture_and_without_a_request(page: Page, tmp_path: Path) -> None:
    show(page, launch("vector_add"), tmp_path)

    colours = page.run(
        "(() => { const c = document.querySelector('.gv-canvas');"
        " const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
        " const seen = new Set(); for (let i = 0; i < d.length; i += 4) seen.add("
        " (d[i] << 16) | (d[i + 1] << 8) | d[i + 2]); return seen.size; })()"
    )
    assert colours > 8
    assert page.text("h1") == "vector_add"
    assert page.errors == []
    assert [one for one in page.requests if not one.startswith(("file:", "data:"))] == []


def test_play_goes_through_the_launch_to_its_end(page: Page, tmp_path: Path) -> None:
    show(page, launch("vector_add"), tmp_path)
    page.run(
        "(document.querySelector('.gv-speed').value = '8',"
        " document.querySelector('.gv-speed').dispatchEvent(new Event('change')))"
    )
    page.click(".gv-first")
    assert step_of(page) == 0

    page.click(".gv-play")
    page.until("document.querySelector('.gv-play').getAttribute('aria-pressed') === 'true'")
    page.until("document.querySelector('.gv-play').getAttribute('aria-pressed') === 'false'")

    assert step_of(page) == 96
    assert page.text(".gv-caption") == "The launch is over."


def test_a_step_lights_its_line_and_says_what_it_does(page: Page, tmp_path: Path) -> None:
    show(page, launch("vector_add"), tmp_path)
    page.click(".gv-first")

    page.click(".gv-forward")

    assert step_of(page) == 1
    assert page.text(".gv-lit .gv-text").strip() == "i = cuda.grid(1)"
    assert "Each thread works out i" in page.text(".gv-caption")
    page.click(".gv-back")
    assert step_of(page) == 0


def test_a_click_on_a_lane_tells_the_story_of_its_thread(page: Page, tmp_path: Path) -> None:
    show(page, launch("vector_add"), tmp_path)

    page.click_at(*centre(page, "stage.laneBox(5)"))

    assert page.text(".gv-story-body h2") == "Thread 229 of block 3"
    story = page.text(".gv-story-body")
    assert "reads a[997]" in story
    assert "writes c[997]" in story


def test_a_click_on_an_element_tells_who_touches_it(page: Page, tmp_path: Path) -> None:
    show(page, launch("vector_add"), tmp_path)

    page.click_at(*centre(page, "stage.boxes[2].placeOf(300)"))

    assert page.text(".gv-story-body h2") == "c[300]"
    assert "thread 44 of block 1: writes" in page.text(".gv-story-body")
    page.click(".gv-story-body .gv-link")
    assert page.text(".gv-story-body h2") == "Thread 44 of block 1"


def test_a_tap_on_a_block_chooses_it(page: Page, tmp_path: Path) -> None:
    show(page, launch("vector_add"), tmp_path)

    page.click_at(*centre(page, "stage.tileOf(1)"), pointer="touch")

    assert page.run("document.querySelector('.gv-chooser input').value") == "1"
    assert page.text(".gv-story-body h2").endswith("of block 1")


def test_a_thread_is_chosen_by_number_without_a_mouse(page: Page, tmp_path: Path) -> None:
    show(page, launch("vector_add"), tmp_path)
    page.run("document.querySelectorAll('.gv-chooser input')[1].select()")

    for digit in "17":
        page.press(digit)
    page.press("Enter")

    assert page.text(".gv-story-body h2") == "Thread 17 of block 3"


def test_scrubbing_goes_to_any_round(page: Page, tmp_path: Path) -> None:
    show(page, launch("matmul_tiled"), tmp_path)
    x, y, w, h = page.run(
        "(() => { const s = document.querySelector('.gv-track input'); s.scrollIntoView({block:"
        " 'center'}); const b = s.getBoundingClientRect(); return [b.x, b.y, b.width, b.height];"
        " })()"
    )

    page.click_at(x + w / 2, y + h / 2)

    steps = 25728
    assert 0.4 * steps < step_of(page) < 0.6 * steps


def test_keys_step_play_and_jump(page: Page, tmp_path: Path) -> None:
    show(page, launch("vector_add"), tmp_path)

    page.press("Home")
    assert step_of(page) == 0
    page.press("ArrowRight")
    page.press("ArrowRight")
    assert step_of(page) == 2
    page.press("ArrowLeft")
    assert step_of(page) == 1
    page.press("Shift", "ArrowRight")
    assert step_of(page) == 32
    page.press("End")
    assert page.text(".gv-caption") == "The launch is over."
    page.press("Space")
    assert page.run("document.querySelector('.gv-play').getAttribute('aria-pressed')") == "true"
    page.press("Space")
    assert page.run("document.querySelector('.gv-play').getAttribute('aria-pressed')") == "false"


def test_tab_leads_to_every_control_and_shows_where_it_is(page: Page, tmp_path: Path) -> None:
    show(page, launch("vector_add"), tmp_path)

    seen, outlines = [], []
    for _ in range(16):
        page.press("Tab")
        seen.append(page.run("document.activeElement.className.split(' ')[0]"))
        outlines.append(page.run("getComputedStyle(document.activeElement).outlineStyle"))

    assert {"gv-language", "gv-theme", "gv-canvas", "gv-play", "gv-speed"} <= set(seen)
    assert set(outlines[: seen.index("gv-speed") + 1]) == {"solid"}


def test_arrows_on_the_stage_choose_the_next_thread(page: Page, tmp_path: Path) -> None:
    show(page, launch("vector_add"), tmp_path)
    page.run("document.querySelector('.gv-canvas').focus() ?? 1")

    page.press("ArrowUp")

    assert page.text(".gv-story-body h2") == "Thread 230 of block 3"


def test_both_themes_have_the_colours_of_the_window(page: Page, tmp_path: Path) -> None:
    show(page, launch("vector_add"), tmp_path)
    backgrounds = {}

    for _ in range(2):
        theme = page.run("document.querySelector('.gpuviz').dataset.theme")
        backgrounds[theme] = page.run(
            "getComputedStyle(document.querySelector('.gpuviz')).backgroundColor"
        )
        page.click(".gv-theme")

    assert backgrounds == {"dark": "rgb(18, 21, 26)", "light": "rgb(244, 245, 247)"}


def test_both_languages_are_on_the_page(page: Page, tmp_path: Path) -> None:
    show(page, launch("vector_add"), tmp_path)
    assert "Thread 231 of block 3" in page.text(".gv-story-body")

    page.click(".gv-language")

    assert "线程块 3 的线程 231" in page.text(".gv-story-body")
    assert page.run("document.documentElement.lang") == "zh-CN"
    assert "每个线程读取" in page.text(".gv-caption")
    page.click(".gv-language")
    assert "Thread 231 of block 3" in page.text(".gv-story-body")


def test_a_hazard_is_read_and_shown_where_it_happens(page: Page, tmp_path: Path) -> None:
    show(page, launch("broken_sum_shared"), tmp_path)
    page.click(".gv-last")

    page.click(".gv-count")

    assert page.text(".gv-story-body h2") == "Thread 1 of block 0"
    assert page.text(".gv-lit .gv-text").strip() == "part[t] += part[t + half]"
    assert "race on part" in page.text(".gv-hazard h3")
    page.click(".gv-hazard button:nth-of-type(2)")
    assert page.text(".gv-story-body h2") == "Thread 0 of block 0"


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_nothing_is_wider_than_the_window(page: Page, tmp_path: Path, width: int) -> None:
    page.resize(width, 844)
    show(page, launch("matmul_tiled"), tmp_path)

    inner, outer = page.run("[document.documentElement.scrollWidth, window.innerWidth]")

    page.resize(1280, 800)
    assert inner <= outer


def test_a_launch_without_steps_says_why_there_is_nothing_to_play(
    page: Page, tmp_path: Path
) -> None:
    trace = replace(
        launch("vector_add"), steps=None, accesses=None, values=None, exchanges=None, followed=()
    )

    show(page, trace, tmp_path)

    assert "nothing to play" in page.text(".gv-caption")
    assert page.run("document.querySelector('.gv-play')") is None
    assert page.errors == []


def show_cells(page: Page, names: tuple[str, ...], folder: Path) -> None:
    """Several views in one page, as a notebook has them."""
    parts = [f"<!DOCTYPE html><meta charset=utf-8><style>{style_text()}</style>"]
    parts += [f"<div class=cell id={name}></div>" for name in names]
    parts.append(f"<script type=module>{module_text()}\nglobalThis.views = {{}};")
    for name in names:
        data = base64.b64encode(payload_of(launch(name))).decode("ascii")
        parts.append(f"views.{name} = mount(document.getElementById('{name}'), '{data}', {{}});")
    file = folder / "cells.html"
    file.write_text("\n".join([*parts, "</script>"]), encoding="utf-8")
    page.open(file)
    page.until(f"document.querySelectorAll('[data-ready=true]').length === {len(names)}")


def test_in_a_cell_only_the_view_that_has_the_focus_hears_keys(page: Page, tmp_path: Path) -> None:
    show_cells(page, ("vector_add", "saxpy"), tmp_path)
    before = page.text("#saxpy .gv-place")
    page.run("document.querySelector('#vector_add .gv-canvas').focus() ?? 1")

    page.press("Home")
    page.press("ArrowRight")

    assert page.text("#vector_add .gv-place") == "step 1 / 96"
    assert page.text("#saxpy .gv-place") == before


def test_a_view_of_a_cell_is_not_high_and_changes_its_theme(page: Page, tmp_path: Path) -> None:
    page.resize(900, 800)
    show_cells(page, ("broken_sum_shared",), tmp_path)

    for theme in ("dark", "light", "dark"):
        page.run(f"views.broken_sum_shared.setTheme('{theme}') ?? 1")
        assert page.run("document.querySelector('.gpuviz').dataset.theme") == theme
    height = page.run("document.querySelector('.gpuviz').offsetHeight")
    page.resize(1280, 800)

    assert height < 720


def test_a_view_that_is_destroyed_leaves_nothing_behind(page: Page, tmp_path: Path) -> None:
    show_cells(page, ("vector_add",), tmp_path)
    page.click(".gv-first")
    page.click(".gv-play")

    page.run("views.vector_add.destroy() ?? 1")

    assert page.run("document.querySelector('.cell').outerHTML.includes('gv-')") is False
    assert page.run("views.vector_add.view.playing") is False
    assert page.errors == []


def attacking() -> Trace:
    """A launch whose every name and text tries to run a script."""
    trace = launch("broken_sum_shared")
    said = Message("a.note", ATTACK.replace("{", "{{"), {})
    return replace(
        trace,
        kernel=ATTACK,
        functions=tuple(
            replace(one, name=ATTACK, file=ATTACK, text=f"{one.text}# {ATTACK}\n'''{ATTACK}'''\n")
            for one in trace.functions
        ),
        arrays=tuple(replace(one, name=f"{one.name}{ATTACK}") for one in trace.arrays),
        variables=tuple(replace(one, name=f"{one.name}{ATTACK}") for one in trace.variables),
        hazards=tuple(replace(one, message=said, array=ATTACK) for one in trace.hazards),
        notes=(said,),
        failure=said,
        scalars={ATTACK: ATTACK},
        device_id=ATTACK,
        engine=ATTACK,
    )


def with_names(name: str) -> Trace:
    """A launch with a name of somebody's in every place that has one."""
    trace = launch("vector_add")
    return replace(
        trace,
        kernel=name,
        functions=tuple(replace(one, name=name, file=f"{name}.py") for one in trace.functions),
        arrays=tuple(replace(one, name=f"{one.name}{name}") for one in trace.arrays),
        variables=tuple(replace(one, name=f"{one.name}{name}") for one in trace.variables),
        sites=tuple(replace(one, array=f"{one.array}{name}") for one in trace.sites),
    )


@pytest.mark.parametrize("name", ["n" * 1000, "\N{HEBREW LETTER SHIN}" * 40])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_name_makes_the_page_wider_than_the_window(
    page: Page, tmp_path: Path, name: str, width: int
) -> None:
    page.resize(width, 844)
    show(page, with_names(name), tmp_path)
    page.press("End")

    inner, outer = page.run("[document.documentElement.scrollWidth, window.innerWidth]")

    page.resize(1280, 800)
    assert inner <= outer
    assert page.errors == []


@pytest.mark.parametrize("trace", [attacking, marked_trace])
def test_nothing_of_a_hostile_recording_runs_or_is_fetched(
    page: Page, tmp_path: Path, trace: Any
) -> None:
    show(page, trace(), tmp_path)

    for selector in (".gv-first", ".gv-forward", ".gv-last", ".gv-language", ".gv-theme"):
        page.click(selector)
    page.hover_at(*centre(page, "stage.boxes[0].placeOf(1)"))
    page.click_at(*centre(page, "stage.boxes[0].placeOf(1)"))
    page.click_at(*centre(page, "stage.laneBox(1)"))

    assert page.run("document.hacked === undefined")
    assert page.run("document.querySelectorAll('main img, main a, main iframe').length") == 0
    assert page.run("document.querySelectorAll('main script, main style').length") == 0
    fetched = [one for one in page.requests if not one.startswith("data:")]
    assert fetched in ([], [(tmp_path / "page.html").as_uri()])  # some browsers tell of the page
    assert page.errors == []


def test_a_script_that_is_put_into_the_page_does_not_run(page: Page, tmp_path: Path) -> None:
    """The policy holds: were a name ever taken for HTML, it still could do nothing."""
    show(page, launch("vector_add"), tmp_path)

    page.run(
        "(() => { const s = document.createElement('script'); s.textContent ="
        " 'document.hacked = 1'; document.body.append(s); const i = document.createElement('img');"
        " i.setAttribute('onerror', 'document.hacked = 1'); i.src = 'http://localhost:9/x.png';"
        " document.body.append(i); })()"
    )
    page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    assert page.run("document.hacked === undefined")


def test_a_damaged_page_says_so(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    save_page(launch("vector_add"), file)
    text = file.read_text("utf-8")
    at = text.index('id="gpuviz-data">') + 2000
    file.write_text(text[:at] + "AAAA" + text[at + 4 :], encoding="utf-8")

    page.open(file)

    assert "This page is damaged" in page.text("main")
