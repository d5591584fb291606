"""What stands behind `%%gpuviz`."""

from __future__ import annotations

import pytest

from gpuviz.messages import RequestRefused
from gpuviz.notebook.options import CellOptions, completions, read_options

NONE = CellOptions()


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("", NONE),
        ("--schedule warps --seed 7", CellOptions(schedule="warps", seed=7)),
        ("--device=l4 --view", CellOptions(device="l4", shown="view")),
        ("--view --brief", CellOptions(shown="brief")),
        ("--language zh_CN", CellOptions(language="zh_CN")),
        ("--name 'mine'", CellOptions(name="mine")),
    ],
)
def test_options_are_read(line: str, options: CellOptions) -> None:
    assert read_options(line, NONE) == options


def test_what_a_line_does_not_say_stays_as_it_was() -> None:
    before = CellOptions(device="l4", schedule="warps", shown="view")

    assert read_options("--picture", before) == CellOptions(device="l4", schedule="warps")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("--schedul warps", "has no option --schedul: did you mean --schedule?"),
        ("warps", "has no option warps: it has --device"),
        ("--schedule", "--schedule needs a value: --schedule NAME."),
        ("--schedule sideways", "There is no schedule 'sideways'"),
        ("--seed two", "seed 'two' is not a whole number"),
        ("--language de", "There is no language 'de'"),
        ("--device t5", "There is no device 't5'"),
        ("--view=yes", "--view takes no value"),
        ("--name 2x", "'2x' cannot be the name of a variable"),
        ("--name class", "'class' cannot be the name of a variable"),
        ("--name 'open", "A quote is open in"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(RequestRefused) as refusal:
        read_options(line, NONE)

    assert sentence in refusal.value.message.text


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("--sch", ["--schedule"]),
        ("--view --vi", []),
        ("--schedule w", ["warps"]),
        ("--seed 1 --dev", ["--device"]),
        ("--device rtx40", ["rtx4060", "rtx4090"]),
    ],
)
def test_tab_offers_options_and_their_values(line: str, offered: list[str]) -> None:
    assert completions(line) == offered


def test_tab_offers_every_option_once() -> None:
    assert "--seed" in completions("")
    assert "--seed" not in completions("--seed 1 ")
