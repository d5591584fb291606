"""What is chosen on the stage, as far as the launch that is shown has it."""

from __future__ import annotations

import pytest

from gpuviz.session.selection import Selection
from gpuviz.ui.stage.picks import picked
from tests.helpers.traces import vector_add


def test_a_chosen_thread_is_known_with_its_warp_and_its_lane() -> None:
    selection = Selection()

    selection.select_thread(2, 70)

    assert (selection.subject, selection.block) == ("thread", 2)
    assert (selection.thread, selection.warp, selection.lane) == (70, 2, 6)


@pytest.mark.parametrize(
    ("block", "thread", "expected"),
    [
        (3, 255, (3, 255, 7)),
        (4, 0, (None, None, None)),  # there are 4 blocks
        (3, 256, (3, None, None)),  # of 256 threads
    ],
)
def test_what_the_launch_lacks_is_not_chosen(
    block: int, thread: int, expected: tuple[int | None, int | None, int | None]
) -> None:
    selection = Selection()

    selection.select_thread(block, thread)

    assert picked(selection, vector_add(1024, 256)) == expected
