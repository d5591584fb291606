"""`gpuviz check` offers each kernel to numba-cuda's compiler, and tells what that refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gpuviz.api.offers import KernelOffers, Offered, kernel_offers, write_offer
from gpuviz.cli import check as check_command
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.engines.probe import can_compile, can_link
from tests.cli.checking import DOUBLE, RUN_DOUBLE, Check


class Answers(KernelOffers):
    """Answers each offer at once, as the process would."""

    def __init__(self, folder: Path, words: str) -> None:
        self.folder, self._words = folder, words
        self.asked: list[str] = []

    def notes(self, seconds: float = 0) -> list[str]:
        """With an answer to each."""
        for offer in sorted(self.folder.glob("*.offer")):
            self.asked.append(offer.with_suffix(".about").read_text())
            answer = json.dumps({"words": self._words} if self._words else {})
            offer.with_suffix(".answer").write_text(answer)
        self._tree: Any = type("Ended", (), {"process": type("P", (), {"poll": lambda _: 0})()})
        return super().notes(0)


@pytest.fixture
def check(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Check:
    return Check(tmp_path, capfd)


def answering(words: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Answers:
    folder.mkdir()
    offers = Answers(folder, words)
    monkeypatch.setattr(check_command, "kernel_offers", lambda device: Entered(offers))
    return offers


class Entered:
    """A context that gives the offers."""

    def __init__(self, offers: KernelOffers) -> None:
        self.offers = offers

    def __enter__(self) -> KernelOffers:
        return self.offers

    def __exit__(self, *error: object) -> None:
        """Nothing has to be ended."""


def test_what_a_compiler_refuses_is_a_note_that_changes_no_exit_code(
    check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering("No implementation of function.", tmp_path / "offers", monkeypatch)

    done = check(DOUBLE + RUN_DOUBLE)

    assert done.code == 0
    notes = [line for line in done.out.splitlines() if line.startswith("Note: ")]
    assert len(notes) == 1
    assert notes[0].startswith("Note: script.py:5: Numba's compiler refuses double with these")
    assert notes[0].endswith("No implementation of function.")


def test_the_note_is_in_the_json_too(
    check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering("No.", tmp_path / "offers", monkeypatch)

    done = check(DOUBLE + RUN_DOUBLE, options=("--json",))

    assert [note[:15] for note in json.loads(done.out)["notes"]] == ["script.py:5: Nu"]


def test_a_kernel_is_offered_once_for_each_types(
    check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offers = answering("", tmp_path / "offers", monkeypatch)

    done = check(DOUBLE + RUN_DOUBLE + "double[2, 32](x)\ndouble[1, 32](x.astype(np.int8))\n")

    assert [json.loads(asked)["kernel"] for asked in offers.asked] == ["double", "double"]
    assert "Note: " not in done.out


@pytest.mark.parametrize("about", ["[]", "{}", "no JSON", '{"kernel": 3}'])
def test_what_a_script_writes_over_an_offer_says_nothing(tmp_path: Path, about: str) -> None:
    write_offer(tmp_path, 1, Offered("k", "a.py", 3), b"")
    (tmp_path / "000001.about").write_text(about)

    assert Answers(tmp_path, "words").notes() == []
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_compiles_nothing_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuviz.api.offers.can_be_compiled_for", lambda device: False)

    with kernel_offers(find_device(DEFAULT_DEVICE)) as offers:
        assert offers is None


@pytest.mark.slow
@pytest.mark.skipif(not (can_compile() and can_link()), reason="numba-cuda cannot compile here")
def test_numba_cudas_own_compiler_says_nothing_of_what_it_takes(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_command, "kernel_offers", kernel_offers)

    done = check(DOUBLE + RUN_DOUBLE)

    assert done.code == 0
    assert "refuses" not in done.out
