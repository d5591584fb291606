"""The host code of a kernel file: loaded, called, and its mistakes said by line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.engines.comparison import CHUNK, compare
from gpuviz.engines.host import LoadedOperation, check_outputs, load_operation
from gpuviz.messages import GpuvizError, SourcePlace

# Host code needs no GPU and no Numba: a class stands in for numba.cuda, which makes this quick.
SOURCE = '''"""Add: c = a + k."""
import numpy as np


class cuda:
    def jit(function):
        return function


SIZES = {"m": 2, "n": 3}
THREADS = ("n", "m")
OUTPUTS = ("c",)


@cuda.jit
def add(a, k, c):
    c[0] = a[0] + k


def inputs(m, n, seed):
    a = np.full((m, n), seed, np.float32)
    return {"c": np.zeros((m, n), np.float32), "a": a, "k": np.float32(2)}


def numpy_twin(a, k, c):
    c[:] = a + k
'''


def load(folder: Path, *changes: tuple[str, str], name: str = "mine.py") -> LoadedOperation:
    source = SOURCE
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    path = folder / name
    path.write_text(source)
    return load_operation(path)


def refusal(caught: pytest.ExceptionInfo[GpuvizError], folder: Path) -> tuple[str, str, int]:
    """Code, words and line of an error in mine.py."""
    place = caught.value.place
    assert isinstance(place, SourcePlace)
    assert place.file == str(folder / "mine.py")
    return caught.value.message.code, caught.value.message.text, place.line


def test_arguments_come_in_the_order_of_the_kernels_parameters(tmp_path: Path) -> None:
    loaded = load(tmp_path)

    arguments = loaded.arguments((4, 5), seed=7)

    assert list(arguments) == ["a", "k", "c"]
    assert np.array_equal(np.asarray(arguments["a"]), np.full((4, 5), 7))


def test_one_number_stands_for_all_sizes(tmp_path: Path) -> None:
    arguments = load(tmp_path).arguments([3], seed=0)

    assert np.shape(np.asarray(arguments["a"])) == (3, 3)


def test_the_reference_is_made_on_copies(tmp_path: Path) -> None:
    loaded = load(tmp_path, ("    c[:] = a + k", "    c[:] = a + k\n    a[:] = -1"))
    arguments = loaded.arguments((1, 2), seed=5)

    reference = loaded.reference(arguments)

    assert reference.keys() == {"c"}
    assert reference["c"].tolist() == [[7, 7]]
    assert np.asarray(arguments["a"]).tolist() == [[5, 5]]
    assert np.asarray(arguments["c"]).tolist() == [[0, 0]]


def test_arguments_that_share_an_array_still_share_it_in_the_reference(tmp_path: Path) -> None:
    loaded = load(
        tmp_path,
        ('"c": np.zeros((m, n), np.float32)', '"c": a'),
        ("    c[:] = a + k", "    a[:] = 9"),
    )

    reference = loaded.reference(loaded.arguments((1, 1), seed=0))

    assert reference["c"].tolist() == [[9]]


def test_a_file_without_numpy_twin_is_not_checked(tmp_path: Path) -> None:
    loaded = load(tmp_path, ("def numpy_twin", "def another"))
    arguments = loaded.arguments((1, 1), seed=0)

    expected = loaded.reference(arguments)

    assert check_outputs(loaded, {"c": np.zeros((1, 1))}, expected) == (None, None)
    assert loaded.twin("numpy_twin") is None


def test_a_file_is_loaded_once_until_it_is_edited(tmp_path: Path) -> None:
    first, again = load(tmp_path), load(tmp_path)

    edited = load(tmp_path, ("seed, np.float32", "seed + 1, np.float32"))

    assert again is first
    assert np.asarray(edited.arguments((1, 1), seed=0)["a"]).tolist() == [[1]]


def test_a_file_named_like_a_library_hides_none(tmp_path: Path) -> None:
    before = dict(sys.modules)

    load(tmp_path, name="numpy.py")

    assert sys.modules["numpy"] is before["numpy"]
    assert str(tmp_path) not in sys.path


def test_a_helper_beside_the_file_can_be_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "helper_beside_mine.py").write_text("two = 2\n")
    imports = ("import numpy as np", "import numpy as np\nfrom helper_beside_mine import two")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    loaded = load(tmp_path, imports)

    assert loaded.module.two == 2
    assert str(tmp_path) not in sys.path
    assert "helper_beside_mine" not in sys.modules


def test_a_helper_that_was_edited_is_read_again(tmp_path: Path) -> None:
    imports = ("import numpy as np", "import numpy as np\nfrom helper_of_mine import two")
    (tmp_path / "helper_of_mine.py").write_text("two = 2\n", encoding="utf-8")
    assert load(tmp_path, imports).module.two == 2

    (tmp_path / "helper_of_mine.py").write_text("two = 22\n", encoding="utf-8")

    assert load(tmp_path, imports).module.two == 22


def test_a_file_that_defines_a_dataclass_is_loaded(tmp_path: Path) -> None:
    lines = "from __future__ import annotations\nimport dataclasses\nimport numpy as np\n"
    point = "@dataclasses.dataclass\nclass Point:\n    x: dataclasses.InitVar[int]"

    loaded = load(tmp_path, ("import numpy as np\n", lines + point))

    assert loaded.module.Point(3)


@pytest.mark.parametrize(
    ("line_of_file", "number", "words"),
    [
        ("import torch_of_another_world", 2, "No module named 'torch_of_another_world'"),
        ("import numpy as np; int('one')", 2, "ValueError: invalid literal for int()"),
        ("import numpy as np; raise SystemExit(3)", 2, "SystemExit: 3"),
        ("import numpy as np; assert False", 2, "AssertionError: AssertionError"),
        ("import numpy as np; np.zeros(-1)", 2, "ValueError: negative dimensions"),
    ],
)
def test_an_error_while_loading_is_said_with_its_line_and_its_own_words(
    tmp_path: Path, line_of_file: str, number: int, words: str
) -> None:
    with pytest.raises(GpuvizError) as caught:
        load(tmp_path, ("import numpy as np", line_of_file))

    code, text, line = refusal(caught, tmp_path)
    assert (code, line) == ("host.failed", number)
    assert text.startswith("The file's own code stopped with ")
    assert words in text


def test_an_error_in_inputs_is_said_with_its_line(tmp_path: Path) -> None:
    loaded = load(tmp_path, ("    a = np.full((m, n), seed", "    a = np.full((m, -n), seed"))

    with pytest.raises(GpuvizError) as caught:
        loaded.arguments((2, 2), seed=0)

    code, text, line = refusal(caught, tmp_path)
    assert (code, line) == ("host.failed", 21)
    assert text == (
        "inputs stopped with ValueError: negative dimensions are not allowed."
        " Repair this in the file."
    )


def test_inputs_that_need_more_memory_than_there_is_ask_for_a_smaller_size(tmp_path: Path) -> None:
    loaded = load(tmp_path, ("    a = np.full((m, n), seed", "    a = np.full((2**50, n), seed"))

    with pytest.raises(GpuvizError) as caught:
        loaded.arguments((2, 2), seed=0)

    code, text, line = refusal(caught, tmp_path)
    assert (code, line) == ("host.no-memory", 21)
    assert "choose a smaller size" in text


def test_an_error_in_numpy_twin_is_said_with_its_line(tmp_path: Path) -> None:
    loaded = load(tmp_path, ("    c[:] = a + k", "    c[:] = a[:0]"))

    with pytest.raises(GpuvizError) as caught:
        loaded.reference(loaded.arguments((2, 2), seed=0))

    code, text, line = refusal(caught, tmp_path)
    assert (code, line) == ("host.failed", 26)
    assert text.startswith("numpy_twin stopped with ValueError: could not broadcast")


def test_a_numpy_twin_that_returns_its_result_is_told_to_fill_the_output(tmp_path: Path) -> None:
    loaded = load(tmp_path, ("    c[:] = a + k", "    return a + k"))

    with pytest.raises(GpuvizError) as caught:
        loaded.reference(loaded.arguments((2, 2), seed=0))

    code, text, line = refusal(caught, tmp_path)
    assert (code, line) == ("host.returned", 25)
    assert "c[:] = ..." in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("returned", "code", "words"),
    [
        ("a", "not-a-dict", 'ndarray, not a dictionary: return {"a": a, "k": k, "c": c}'),
        ("None", "not-a-dict", "NoneType"),
        ('{"a": a, "c": a}', "other-names", "Missing: k. Too many: none."),
        ('{"a": a, "k": 1, "c": a, "d": 2}', "other-names", "Missing: none. Too many: d."),
        ('{"a": [1, 2], "k": 1, "c": a}', "no-array", "'a' is list"),
        ('{"a": "text", "k": 1, "c": a}', "no-array", "'a' is str"),
        ('{"a": a, "k": 1, "c": 1}', "no-array", "'c' is int, but add writes it"),
        ('{"a": a.astype(object), "k": 1, "c": a}', "bad-dtype", "'a' holds object"),
        ('{"a": a.astype(">f4"), "k": 1, "c": a}', "bad-dtype", "'a' holds >f4"),
        ('{"a": np.array(["x"]), "k": 1, "c": a}', "bad-dtype", "'a' holds <U1"),
        ('{"a": a.T, "k": 1, "c": a}', "not-contiguous", "np.ascontiguousarray(a)"),
        ('{"a": a, "k": 1, "c": np.frombuffer(bytes(8))}', "read-only", "'c' is read-only"),
    ],
)
def test_inputs_that_do_not_fit_the_kernel_are_explained(
    tmp_path: Path, returned: str, code: str, words: str
) -> None:
    made = 'return {"c": np.zeros((m, n), np.float32), "a": a, "k": np.float32(2)}'
    loaded = load(tmp_path, (made, f"return {returned}"))

    with pytest.raises(GpuvizError) as caught:
        loaded.arguments((2, 3), seed=0)

    found, text, line = refusal(caught, tmp_path)
    assert (found, line) == (f"host.{code}", 20)
    assert words in text


# The check

NAN, INF = np.nan, np.inf


@pytest.mark.parametrize(
    ("got", "want", "expected"),
    [
        ([1.0, 2.0], [1.0, 2.0], (True, 0.0)),
        ([0.5, 2.25], [0.0, 2.0], (True, 0.5)),  # the tolerance of these cases is 0.5
        ([0.625], [0.0], (False, 0.625)),
        ([149.0], [100.0], (True, 49.0)),
        ([151.0], [100.0], (False, 51.0)),
        ([-149.0], [-100.0], (True, 49.0)),
        ([NAN, 1.0], [NAN, 1.0], (True, 0.0)),
        ([NAN], [1.0], (False, None)),
        ([1.0], [NAN], (False, None)),
        ([INF, -INF], [INF, -INF], (True, 0.0)),
        ([INF], [-INF], (False, None)),
        ([1.0], [INF], (False, None)),
        ([INF], [1.0], (False, None)),
        ([], [], (True, 0.0)),
        ([1.0, 2.0], [1.0], (False, None)),
    ],
)
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64])
def test_numbers_are_compared_relative_to_the_reference_and_nan_only_equals_nan(
    got: list[float], want: list[float], expected: tuple[bool, float | None], dtype: type
) -> None:
    assert compare(np.array(got, dtype), np.array(want, dtype), 0.5) == expected


@pytest.mark.parametrize(
    ("got", "want", "expected"),
    [
        (np.array([1, 2]), np.array([1, 2]), (True, 0.0)),
        (np.array([2**60 + 1]), np.array([2**60]), (False, 1.0)),
        (np.array([-(2**63)]), np.array([2**63 - 1]), (False, float(2**64))),
        (np.array([2**64 - 1], np.uint64), np.array([0], np.uint64), (False, float(2**64))),
        (np.array([255], np.uint8), np.array([0], np.uint8), (False, 255.0)),
        (np.array([True, False]), np.array([True, True]), (False, 1.0)),
    ],
)
def test_whole_numbers_have_to_be_equal(
    got: NDArray[Any], want: NDArray[Any], expected: tuple[bool, float]
) -> None:
    assert compare(got, want, 0.5) == expected


def test_one_wrong_element_anywhere_in_a_large_array_is_found() -> None:
    want = np.zeros(CHUNK + 10, np.float32)
    for place in (0, CHUNK - 1, CHUNK, CHUNK + 9):
        got = want.copy()
        got[place] = 1

        assert compare(got, want, 0.5) == (False, 1.0)


def test_outputs_are_right_only_when_all_are(tmp_path: Path) -> None:
    loaded = load(tmp_path)
    zero, one = np.zeros(2, np.float32), np.ones(2, np.float32)

    assert check_outputs(loaded, {"c": zero, "d": zero}, {"c": zero, "d": zero}) == (True, 0.0)
    assert check_outputs(loaded, {"c": zero, "d": one}, {"c": zero, "d": zero}) == (False, 1.0)
    assert check_outputs(loaded, {"c": one, "d": zero}, {"c": zero, "d": NAN * one}) == (
        False,
        None,
    )
