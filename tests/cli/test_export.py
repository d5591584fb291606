"""`gpuviz export`: readers that are not ours open each format; every refusal is a sentence."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from gpuviz.cli import main
from gpuviz.insight.order import Instant, order_of
from gpuviz.scene.theme import DARK, LIGHT, Theme
from gpuviz.trace import Placement, Trace
from gpuviz.trace.file import save_trace
from gpuviz.ui.export.moments import film_instants, film_speed
from tests.helpers import traces

pytestmark = pytest.mark.usefixtures("kept_workers")

SVG = "{http://www.w3.org/2000/svg}"
SIZE = ("--size", "641x521")
FILM_READER = """
import json, sys
import imageio.v3 as imageio
about = imageio.immeta(sys.argv[1], plugin="FFMPEG")
frames = imageio.imread(sys.argv[1], plugin="FFMPEG").astype(int)
change = int(abs(frames[0] - frames[3]).max())
about = [about[name] for name in ("codec", "pix_fmt", "fps", "size")]
print(json.dumps([*about, len(frames), change]))
"""
"""Run by a Python of its own: imageio leaves the pipe that it read from to the collector."""


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("recordings") / "tiles.gpuviz"
    save_trace(traces.matmul_tiled(), path)
    return path


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """The one line with which `gpuviz export` of these words is refused."""
    assert main(["export", *map(str, words)]) == 2
    text = capsys.readouterr().err
    assert text.startswith("gpuviz: ")
    assert text.count("\n") == 1
    return text


def rgb(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color[1:]))


@pytest.mark.slow
@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_a_png_has_the_asked_size_and_colours(
    recording: Path, tmp_path: Path, theme: Theme
) -> None:
    file = tmp_path / "a.png"

    assert main(["export", str(recording), "--png", str(file), *SIZE, "--theme", theme.name]) == 0

    with Image.open(file) as image:
        image.load()
        assert (image.format, image.size) == ("PNG", (641, 521))
        colours = {color for _, color in image.convert("RGB").getcolors(1 << 20) or ()}
    assert {rgb(theme.background), rgb(theme.finished)} <= colours


def test_an_svg_is_xml_whose_words_are_words(recording: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.svg"

    assert main(["export", str(recording), "--svg", str(file), "--step", "40"]) == 0

    root = ElementTree.fromstring(file.read_bytes())
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert {"Grid", "running", "A", "B", "C", "tile_a"} <= set(words)
    assert root.get("viewBox") == "0 0 1400 900"
    assert all(float(element.get("textLength", "0")) > 0 for element in root.iter(f"{SVG}text"))
    assert "executes line" in (root.findtext(f"{SVG}desc") or "")


@pytest.mark.slow
def test_a_gif_shows_the_rounds_that_were_asked_for_again_and_again(
    recording: Path, tmp_path: Path
) -> None:
    file = tmp_path / "a.gif"
    order = order_of(traces.matmul_tiled())
    assert order is not None

    words = ["--gif", str(file), *SIZE, "--from", "8", "--to", "72", "--fps", "5"]
    assert main(["export", str(recording), *words]) == 0

    with Image.open(file) as image:
        assert isinstance(image, GifImageFile)
        rounds = order.rounds_at(72) - order.rounds_at(8) + 1
        assert (image.format, image.n_frames, image.size) == ("GIF", rounds, (640, 520))
        assert (image.info["duration"], image.info["loop"]) == (200, 0)
        image.seek(image.n_frames // 2)
        colours = {color for _, color in image.convert("RGB").getcolors(1 << 20) or ()}
    assert {rgb(DARK.background), rgb(DARK.running), rgb(DARK.barrier), rgb(DARK.hazard)} <= colours


@pytest.mark.slow
def test_an_mp4_has_the_frames_and_the_speed_that_were_asked_for(
    recording: Path, tmp_path: Path
) -> None:
    file = tmp_path / "a.mp4"

    words = ["--mp4", str(file), *SIZE, "--frames", "7", "--fps", "4"]
    assert main(["export", str(recording), *words]) == 0

    done = subprocess.run(
        [sys.executable, "-c", FILM_READER, str(file)], capture_output=True, text=True, check=True
    )
    codec, pixels, fps, size, frames, brightest_change = json.loads(done.stdout)
    assert (codec, pixels.partition("(")[0]) == ("h264", "yuv420p")
    assert (fps, size, frames) == (4, [640, 520], 7)
    assert brightest_change > 100


def test_several_files_come_from_one_call_and_each_is_said(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    png, gif = tmp_path / "a.png", tmp_path / "a.gif"

    words = ["--png", str(png), "--gif", str(gif), "--frames", "2", *SIZE]
    assert main(["export", str(recording), *words]) == 0

    assert capsys.readouterr().out.splitlines() == [
        f"{png}: 641 x 521",
        f"{gif}: 640 x 520, 2 frames, 3.12 frames per second",
    ]


def test_the_chosen_thread_is_in_the_picture(recording: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.svg"

    words = ["--svg", str(file), "--block", "1,0", "--thread", "3,2"]
    assert main(["export", str(recording), *words]) == 0

    crumbs = ["Grid", "›", "Block (1, 0)", "›", "Warp 0", "›", "Lane 19"]
    texts = [e.text for e in ElementTree.fromstring(file.read_bytes()).iter(f"{SVG}text")]
    assert [text for text in texts if text in crumbs] == crumbs


@pytest.mark.slow
def test_an_export_needs_no_display(recording: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environ = {name: value for name, value in os.environ.items() if name not in hidden}

    done = subprocess.run(
        [sys.executable, "-m", "gpuviz", "export", str(recording), "--png", str(file), *SIZE],
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert file.is_file()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "--png, --svg, --gif, --mp4"),
        (["--png", "a.jpg"], "has to end in .png"),
        (["--png", "/nowhere/at/all/a.png"], "does not exist"),
        (["--png", "a.png", "--size", "big"], "no width and height"),
        (["--png", "a.png", "--size", "0x900"], "no width and height"),
        (["--png", "a.png", "--size", "900"], "no width and height"),
        (["--png", "a.png", "--size", "99999x99999"], "no width and height"),
        (["--png", "a.png", "--step", "-1"], "whole number from 0"),
        (["--png", "a.png", "--step", "99999"], "There is no step 99999"),
        (["--png", "a.png", "--block", "2,0"], "no block (2, 0, 0): there are (2, 2, 1)"),
        (["--png", "a.png", "--block", "a"], "for example 3 or 1,2"),
        (["--png", "a.png", "--thread", "0"], "needs --block"),
        (["--png", "a.png", "--block", "0", "--thread", "64"], "no thread (64, 0, 0)"),
        (["--gif", "a.gif", "--from", "9", "--to", "3"], "after its end"),
        (["--gif", "a.gif", "--frames", "0"], "whole number from 1"),
        (["--gif", "a.gif", "--fps", "0"], "frames per second"),
        (["--gif", "a.gif", "--fps", "nan"], "frames per second"),
        (["--theme", "pink"], "--theme"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_sentence(
    recording: Path,
    words: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)

    assert said in refused(capsys, recording, *words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["nowhere.gpuviz", "notes.txt"])
def test_a_recording_that_is_not_there_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert name in refused(capsys, tmp_path / name, "--png", tmp_path / "a.png")


def test_a_launch_without_steps_has_a_picture_but_no_film(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, png, gif = (tmp_path / name for name in ("a.gpuviz", "a.png", "a.gif"))
    save_trace(traces.without_steps(traces.vector_add()), path)

    assert main(["export", str(path), "--png", str(png), *SIZE]) == 0
    capsys.readouterr()

    assert "keeps no steps" in refused(capsys, path, "--gif", gif)
    assert png.is_file()
    assert not gif.exists()


Saving = Callable[..., None]


def failing(error: BaseException) -> Saving:
    """A way to write a file that fails when half of it is there."""

    def write(path: Path, *rest: object) -> None:
        path.write_bytes(b"half")
        raise error

    return write


@pytest.mark.parametrize(
    ("error", "code"),
    [(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), 2), (KeyboardInterrupt(), 130)],
    ids=["full disk", "Ctrl+C"],
)
def test_what_ends_the_writing_leaves_no_half_file_and_the_old_one(
    recording: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    code: int,
) -> None:
    file = tmp_path / "a.gif"
    file.write_bytes(b"old")
    monkeypatch.setattr("PIL.Image.Image.save", lambda self, path, **rest: failing(error)(path))

    assert main(["export", str(recording), "--gif", str(file), "--frames", "2", *SIZE]) == code

    assert [path.name for path in tmp_path.iterdir()] == ["a.gif"]
    assert file.read_bytes() == b"old"


def test_a_full_disk_is_said(
    recording: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    monkeypatch.setattr(Path, "write_bytes", lambda self, data: (_ for _ in ()).throw(full))

    said = refused(capsys, recording, "--png", tmp_path / "a.png", *SIZE)

    assert "No space left on device" in said


def test_an_mp4_that_ffmpeg_cannot_write_is_said_in_its_words(
    recording: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("gpuviz.ui.export.films.QUALITY", "much")

    said = refused(capsys, recording, "--mp4", tmp_path / "a.mp4", "--frames", "2", *SIZE)

    assert "a.mp4 cannot be written" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("kind", "module"), [("gif", "PIL.Image"), ("mp4", "imageio_ffmpeg")])
def test_a_film_without_the_extra_says_how_to_get_it(
    recording: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    kind: str,
    module: str,
) -> None:
    monkeypatch.setitem(sys.modules, module, None)

    said = refused(capsys, recording, f"--{kind}", tmp_path / f"a.{kind}")

    assert 'pip install "imageio[ffmpeg]>=2.35"' in said


@pytest.mark.parametrize("trace", [traces.vector_add(), traces.matmul_tiled()], ids=["1d", "2d"])
@pytest.mark.parametrize("at_most", [1, 2, 5, 10_000])
def test_a_film_ends_with_the_end_and_has_at_most_so_many_frames(
    trace: Trace, at_most: int
) -> None:
    order = order_of(trace)
    assert order is not None

    instants = film_instants(order, 0, len(order), at_most)

    assert len(instants) == min(at_most, order.rounds + 2)
    assert instants[-1] == order.end
    assert at_most == 1 or instants[0] == Instant(0, 0)
    assert [instant.rounds for instant in instants] == sorted({i.rounds for i in instants})


def test_a_short_film_is_as_fast_as_playback_and_a_long_one_lasts_20_seconds() -> None:
    assert film_speed(10) == 1000 / 320
    assert film_speed(200) == 10
    assert film_speed(5000) == 30


@pytest.mark.slow
def test_a_timeline_needs_no_qt(tmp_path: Path) -> None:
    trace = traces.matmul_tiled()
    blocks = trace.config.blocks
    place = Placement(np.zeros(blocks, np.int32), np.zeros(blocks), np.ones(blocks), "modelled")
    save_trace(replace(trace, placement=place), tmp_path / "placed.gpuviz")
    command = "import sys; sys.modules['PySide6'] = None; from gpuviz.cli import main; main()"
    words = ["export", str(tmp_path / "placed.gpuviz"), "--perfetto", str(tmp_path / "t.json")]

    done = subprocess.run(
        [sys.executable, "-c", command, *words], capture_output=True, text=True, check=True
    )

    assert done.stdout.startswith(f"{tmp_path / 't.json'}: open it in https://ui.perfetto.dev")
    assert len(json.loads((tmp_path / "t.json").read_text("utf-8"))["traceEvents"]) > blocks


def test_a_recording_without_a_placement_has_no_timeline(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = refused(capsys, recording, "--perfetto", tmp_path / "t.json")

    assert "recorded without when and where its blocks ran" in text
    assert list(tmp_path.iterdir()) == []
