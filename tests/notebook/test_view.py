"""The view in a cell, as far as Python goes; what it does in a browser: test_view_in_browsers."""

from __future__ import annotations

import zlib

import pytest

import gpuviz.notebook.needs
from gpuviz.api import RecordedLaunch
from gpuviz.messages import RequestRefused
from gpuviz.notebook.page import launches_page
from tests.helpers.launches import emulated
from tests.notebook.launches import right


def test_without_anywidget_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gpuviz.notebook.needs, "find_spec", lambda name: None)

    with pytest.raises(RequestRefused, match=r'pip install "anywidget>=0\.9"'):
        RecordedLaunch(right()).view()


def test_a_view_brings_all_that_it_needs_along() -> None:
    view = RecordedLaunch(right()).view("zh_CN")

    assert "function mount(" in view._esm or "mount =" in view._esm
    assert "import " not in view._esm.split("//")[0]
    assert "http" not in view._css
    assert zlib.decompress(view.payload)
    assert view.language == "zh_CN"
    assert repr(view) == "<view of double>"


@pytest.mark.slow
def test_a_launch_that_is_too_large_to_send_leaves_steps_out() -> None:
    from gpuviz.notebook.view import MOST_BYTES

    view = RecordedLaunch(emulated("matmul_naive", (256, 256, 256))).view()

    assert len(view.payload) <= MOST_BYTES


def test_a_view_of_a_cell_without_anywidget_is_a_picture_with_a_note() -> None:
    page = launches_page([right()], notes=[gpuviz.notebook.needs.no_view()])

    assert "pip install" in page
    assert "<img" in page
