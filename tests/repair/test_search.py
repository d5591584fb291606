"""Repairs are tried one after the other, and what is kept is what leaves least."""

from __future__ import annotations

from dataclasses import replace

from gpuviz.repair.fault import Fault
from gpuviz.repair.proposals import proposals
from gpuviz.repair.search import Outcome, Tried, origins, search
from gpuviz.repair.words import tried_words
from tests.repair.faults import fault, kernel

SOURCE = kernel("i = cuda.grid(1)\ny[i] = x[i]  # <- here")
FAULT = fault(SOURCE, "out-of-bounds", "global", "x", (99,))


def never(text: str) -> Outcome:
    raise AssertionError("nothing is to be tried")


def test_a_source_without_a_fault_gets_no_repair_and_nothing_is_tried() -> None:
    found = search(SOURCE, "a.py", Outcome((), False), never)

    assert (found.steps, found.of_fault, found.text) == ((), (), None)


def test_the_first_that_leaves_no_hazard_and_a_right_result_is_kept() -> None:
    tried: list[str] = []

    def trial(text: str) -> Outcome:
        tried.append(text)
        return Outcome((), correct=len(tried) == 2)

    found = search(SOURCE, "a.py", Outcome((FAULT,), False), trial)

    assert len(tried) == 2
    assert found.text == tried[1]
    assert found.steps[0].tried == Tried(0, 0, True)
    assert found.of_fault == (0,)
    assert "--- a.py" in found.steps[0].diff


def test_without_one_that_is_right_the_best_is_kept_and_what_is_left_is_known() -> None:
    found = search(SOURCE, "a.py", Outcome((FAULT,), False), lambda text: Outcome((), False))

    assert found.steps[0].tried == Tried(0, 0, False)
    assert found.text == proposals(SOURCE, FAULT)[0].text


def test_where_none_helps_there_is_no_repair_and_the_number_of_trials_is_said() -> None:
    count = len(proposals(SOURCE, FAULT))

    found = search(SOURCE, "a.py", Outcome((FAULT,), None), lambda text: Outcome((FAULT,), None))

    assert (found.steps, found.text, found.of_fault) == ((), None, (None,))
    assert str(found.why_not[0]).startswith(f"{count} repairs were tried")


def test_when_the_time_is_over_nothing_more_is_tried_and_that_is_said() -> None:
    found = search(SOURCE, "a.py", Outcome((FAULT,), False), never, goes_on=lambda: False)

    assert found.steps == ()
    assert [why.code for why in found.why_not if why is not None] == ["repair.time-over"]


def test_a_text_that_cannot_run_is_no_repair() -> None:
    def trial(text: str) -> Outcome:
        return Outcome((), None, failed=True)

    assert search(SOURCE, "a.py", Outcome((FAULT,), None), trial).steps == ()


def test_a_repair_that_brings_another_hazard_is_none() -> None:
    def trial(text: str) -> Outcome:
        return Outcome((replace(FAULT, array="y"),), None)

    assert search(SOURCE, "a.py", Outcome((FAULT,), None), trial).steps == ()


def test_two_faults_are_repaired_one_upon_the_other() -> None:
    other = replace(FAULT, array="y")

    def trial(text: str) -> Outcome:
        left: list[Fault] = []
        if "i < x.size" not in text:
            left.append(FAULT)
        if "i < y.size" not in text:
            left.append(replace(other, line=other.line + text.count("if ")))
        return Outcome(tuple(left), not left)

    found = search(SOURCE, "a.py", Outcome((FAULT, other), False), trial)

    assert [step.tried for step in found.steps] == [Tried(1, 0, False), Tried(0, 0, True)]
    assert found.of_fault == (0, 1)
    assert found.text is not None
    assert "i < x.size" in found.text
    assert "i < y.size" in found.text
    assert "on top of the repair before it" in found.steps[1].message.text


def test_a_fault_of_which_the_first_repair_rids_too_has_that_repair() -> None:
    other = replace(FAULT, array="y")

    found = search(SOURCE, "a.py", Outcome((FAULT, other), False), lambda t: Outcome((), True))

    assert found.of_fault == (0, 0)
    assert len(found.steps) == 1


def test_lines_are_found_again_in_an_edited_text() -> None:
    before = "a\nb\nc\n"

    assert origins(before, "a\nif x:\n    b\nc\n") == {1: 1, 3: 2, 4: 3}
    assert origins(before, "a\nB\nc\n") == {1: 1, 2: 2, 3: 3}


def test_what_is_left_is_said() -> None:
    assert str(tried_words(0, 0, True)) == "The hazard is gone, and the result is right."
    assert "still wrong" in str(tried_words(0, 0, False))
    assert "one other is left" in str(tried_words(1, 0, None))
    assert "3 others are left" in str(tried_words(3, 0, True))
    assert "2 of them new" in str(tried_words(3, 2, True))


def test_a_fault_in_another_file_is_left_alone_and_is_no_new_one_after_a_repair() -> None:
    elsewhere = replace(FAULT, file="parts.py")

    def trial(text: str) -> Outcome:
        return Outcome((elsewhere,), True)

    found = search(SOURCE, "a.py", Outcome((elsewhere, FAULT), False), trial)

    assert found.of_fault == (None, 0)
    assert [why and why.code for why in found.why_not] == ["repair.elsewhere", None]
    assert found.steps[0].tried == Tried(1, 0, True)


def test_a_race_with_one_access_in_another_file_is_not_repaired() -> None:
    race = replace(FAULT, kind="race", other_line=3, other_file="parts.py")

    found = search(SOURCE, "a.py", Outcome((race,), False), never)

    assert [why and why.code for why in found.why_not] == ["repair.elsewhere"]
