"""A Python file that is no operation is a script, unless its only kernel is launched by nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz.messages import RequestRefused
from gpuviz.operation import describe_runnable_text, find_operation
from gpuviz.operation.reader import NOT_LAUNCHED
from tests.helpers.scripts import KERNEL, KERNELS, SCRIPT, my_sum

FILE = Path("/home/student/mine.py")


def refusal(text: str, file: Path = FILE) -> RequestRefused:
    with pytest.raises(RequestRefused) as refused:
        describe_runnable_text(file, text)
    return refused.value


@pytest.mark.parametrize(
    "text",
    [
        SCRIPT,
        my_sum(),
        "from helpers import add\nadd[1, 32]()\n",
        "print('nothing of a GPU')\n",
        KERNEL + "double.forall(8)(np.ones(8))\n",
        KERNEL + "THREADS = 128\ndouble[1, THREADS](np.ones(8))\n",
        KERNEL + "def launched(kernel):\n    kernel[1, 32](np.ones(8))\nlaunched(double)\n",
        KERNEL + "import beside\nbeside.half[1, 8](np.ones(8))\n",
    ],
)
def test_a_file_that_does_something_is_a_script_without_sizes(text: str) -> None:
    info = describe_runnable_text(FILE, text)

    assert (info.is_script, info.is_pipeline, info.size_names) == (True, True, ())
    assert (info.kernel_line, info.kernel_end_line) == (1, len(text.splitlines()))


def test_an_operation_stays_one(tmp_path: Path) -> None:
    for name in ("vector_add", "cnn_digits"):
        info = find_operation(name)

        assert not describe_runnable_text(info.path, info.source).is_script


def test_the_mistake_of_an_operation_is_told_and_it_is_no_script() -> None:
    text = find_operation("vector_add").source.replace('THREADS = ("n",)', "")

    assert refusal(text).message.code == "operation.no-threads"


@pytest.mark.parametrize(
    ("kernel", "line"),
    [
        (KERNEL, 5),
        (KERNEL.replace("numba import cuda", "numba import cuda as gpu, cuda"), 5),
        ("from numba.cuda import jit, grid\n\n\n@jit\ndef k(a):\n    a[grid(1)] = 1\n", 5),
    ],
)
def test_a_kernel_that_nothing_launches_is_asked_about_at_its_line(kernel: str, line: int) -> None:
    error = refusal(kernel)

    assert error.message.code == NOT_LAUNCHED
    assert error.place is not None
    assert error.place.line == line + 1 - kernel.startswith("from numba.cuda") * 1


def test_several_kernels_that_nothing_launches_are_to_be_launched_in_their_file() -> None:
    error = refusal(KERNELS)

    assert error.message.code == "operation.none-launched"
    assert "double[4, 256](...)" in error.message.text


def test_a_text_that_is_no_python_is_told_with_its_line() -> None:
    error = refusal(SCRIPT.replace("def double(a):", "def double(a)"))

    assert error.place is not None
    assert (error.message.code, error.place.line) == ("operation.syntax", 6)
