"""What a teacher's tests can ask of a submission that runs in a process of its own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gpuviz.api.apart.sources import Sources
from gpuviz.api.apart.split import start_new
from gpuviz.api.apart.submitted import Student
from gpuviz.api.grading.grade import grade
from gpuviz.api.job import ScriptJob, search_path
from gpuviz.cuda.recording import open_recording
from gpuviz.device import find_device
from tests.api.grading.test_grade import KERNEL, job, sayings

SUBMISSION = """
import math
from collections import namedtuple
import numpy as np
from numba import cuda, float32, int64

SIZE = 64
FACTOR = 2.0
Point = namedtuple("Point", "x y")

class WrongSize(ValueError):
    pass

@cuda.jit
def double(x, n=SIZE):
    i = cuda.grid(1)
    if i < min(n, x.size):
        x[i] *= FACTOR

@cuda.jit("void(float32[:], int64)")
def with_signature(x, n):
    i = cuda.grid(1)
    if i < n:
        x[i] += math.sqrt(x[i])

def maker(k):
    @cuda.jit
    def add(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] = added(x[i], k)
    return add

@cuda.jit(device=True)
def added(a, b):
    return a + b

add3 = maker(3)
KERNELS = {"double": double, "add": [add3]}
LOOKED_UP = cuda.to_device(np.arange(8, dtype=np.float32))

@cuda.jit
def look_up(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = LOOKED_UP[i]

@cuda.jit
def total_of(x, out):
    cuda.atomic.add(out, 0, x[cuda.grid(1)])

def total(x):
    out = np.zeros(1, np.float32)
    total_of[1, x.size](x, out)
    return float(out[0])

def doubled(x):
    if x.ndim != 1:
        raise WrongSize(f"{x.ndim} dimensions")
    y = cuda.to_device(x)
    stream = cuda.stream()
    double[2, 32, stream](y, x.size)
    stream.synchronize()
    return y.copy_to_host(), Point(1, x.size)

def double_all(arrays, into):
    for name, x in arrays.items():
        double[2, 32](x)
        into.append(x)
    arrays["last"] = x

def on_device(d, stream=0):
    double[2, 32, stream](d)
    if stream:
        stream.synchronize()
    return d

class Solver:
    rounds = 2
    def __init__(self, x):
        self.x = x
    def run(self):
        for _ in range(self.rounds):
            double[2, 32](self.x)
        return self.x

def reference(x):
    return 2 * x
"""
TESTS = """
import inspect
import numpy as np
import pytest
from numba import cuda
import submission
from submission import *

NEEDS_KERNEL = {"test_reference": False}

def ramp(n=64):
    return np.arange(n, dtype=np.float32)

def test_constants():
    assert (submission.SIZE, SIZE, submission.FACTOR) == (64, 64, 2.0)
    assert submission.Point and not hasattr(submission, "missing")
    submission.SIZE = 3
    assert submission.SIZE == 3 and "SIZE" in dir(submission)
    assert submission.np is np and math.floor(2.5) == 2

def test_source():
    assert "FACTOR = 2.0" in inspect.getsource(submission)
    assert inspect.getsource(submission.double).startswith("@cuda.jit\\ndef double(x, n=SIZE)")

def test_default():
    x = ramp()
    submission.double[2, 32](x)
    assert (x == 2 * ramp()).all()

def test_signature_and_forall():
    x = np.full(40, 4, np.float32)
    submission.with_signature.forall(40, tpb=8)(x, 40)
    assert (x == 6).all()

def test_closure_and_device_function():
    x = ramp(40)
    submission.KERNELS["add"][0][2, 32](x)
    assert (x == ramp(40) + 3).all()

def test_device_array_from_outside():
    out = np.zeros(8, np.float32)
    submission.look_up[1, 8](out)
    assert (out == ramp(8)).all()

def test_device_arrays_here():
    d = cuda.to_device(ramp())
    submission.double[2, 32](d)
    assert (d.copy_to_host() == 2 * ramp()).all()

def test_device_arrays_there():
    d = cuda.to_device(ramp())
    same = submission.on_device(d, stream=cuda.stream())
    assert same is d and (d.copy_to_host() == 2 * ramp()).all()

def test_number():
    assert submission.total(ramp(4)) == pytest.approx(6)

def test_tuple_with_names():
    out, point = submission.doubled(ramp())
    assert out.dtype == np.float32 and (out == 2 * ramp()).all() and point.y == 64

def test_own_exception():
    with pytest.raises(submission.WrongSize, match="2 dimensions"):
        submission.doubled(np.zeros((2, 2)))
    with pytest.raises(ValueError):
        submission.doubled(np.zeros((2, 2)))

def test_lists_and_dictionaries():
    arrays, into = {"a": ramp(4), "b": ramp(5)}, []
    first = arrays["a"]
    submission.double_all(arrays, into)
    assert arrays["a"] is into[0] is first and (first == 2 * ramp(4)).all()
    assert arrays["last"] is into[1]

def test_views_in_place():
    x = ramp(80)
    submission.double_all({"a": x[8:72]}, [])
    assert x[7] == 7 and x[8] == 16 and x[72] == 72

def test_object():
    solver = submission.Solver(ramp(32))
    solver.rounds = 3
    assert (solver.run() == 8 * ramp(32)).all()

def test_reference():
    assert (submission.reference(ramp()) == 2 * ramp()).all()

@pytest.mark.parametrize("bad", ["launch", "count"])
def test_refused(bad):
    with pytest.raises(Exception):
        if bad == "launch":
            submission.double[1, 4096](ramp())
        else:
            submission.double[1, 32]()
"""


@pytest.mark.slow
def test_a_submission_is_used_as_a_module_is() -> None:
    made = grade(job(SUBMISSION, TESTS))

    failed = {one.name: one.said for one in made.tests if not one.passed}
    assert failed == {}
    assert len(made.tests) == 17
    assert made.mistakes == ()


@pytest.mark.slow
def test_what_cannot_be_passed_is_the_teachers_to_mend() -> None:
    tests = """import submission
def test_function():
    submission.apply(lambda x: x)
def test_compared():
    assert submission.Thing() == 3
"""
    text = f"{KERNEL}def apply(f): pass\nclass Thing: pass\n"

    made = grade(job(text, tests))

    assert [one.passed for one in made.tests] == [None, False]
    assert "a function cannot be passed to a submission" in sayings(made)
    assert made.verdict != "right"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 2 * x", "test_needs: no kernel was launched"),
        ("double[2, 32](x.copy()); return 2 * x", "whatever its kernels write"),
        ("double[2, 32](x.copy()); x *= 2; return x", "whatever its kernels write"),
    ],
    ids=["none", "aside", "in place"],
)
def test_what_is_computed_without_a_kernel_is_seen(body: str, said: str) -> None:
    tests = """import numpy as np
import submission
NEEDS_KERNEL = {"test_needs": True, "test_not": False}
def test_it():
    x = np.arange(3, 67, dtype=np.float32)
    assert (submission.doubled(x.copy()) == 2 * x).all()
test_needs = lambda: test_it()
test_not = lambda: test_it()
"""

    made = grade(job(f"{KERNEL}def doubled(x):\n    {body}\n", tests))

    told = {one.name: (one.passed, one.said) for one in made.tests}
    assert told["test_not"] == (True, "")
    assert not told["test_needs"][0]
    assert told["test_it"][0] == (said == "test_needs: no kernel was launched")
    assert said.removeprefix("test_needs: ") in told["test_it"][1]
    assert said in sayings(made)


CORRECTED = """{kernel}
def doubled(x):
    out = x.copy()
    double[2, 32](out)
    {then}
"""


@pytest.mark.slow
def test_all_tests_can_need_a_kernel() -> None:
    tests = """import submission
NEEDS_KERNEL = "result"
def test_it():
    assert (submission.ones() == 1).all()
"""
    made = grade(job("import numpy as np\ndef ones():\n    return np.ones(4)\n", tests))

    assert made.tests[0].passed is False
    assert "no kernel was launched" in sayings(made)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("then", "is_written"),
    [
        ("return out", True),
        ("x[:] = out; return x", True),
        ("return x, out[8:24], out.reshape(4, 16).T", True),
        ("return np.where(out == 3 * x, 2 * x, out)", False),
        ("x[:] = np.where(out == 3 * x, 2 * x, out)", False),
        ("return [out / 2]", False),
    ],
)
def test_what_no_kernel_wrote_is_told_and_can_be_refused(then: str, is_written: bool) -> None:
    tests = """import numpy as np
import submission
NEEDS_KERNEL = {"test_result": "result"}
def test_it():
    submission.doubled(np.arange(3, 67, dtype=np.float64))
test_result = lambda: test_it()
"""
    kernel = KERNEL.replace("*= 2", "*= 3") + "import numpy as np\n"

    made = grade(job(CORRECTED.format(kernel=kernel, then=then), tests))

    told = {one.name: (one.passed, one.said) for one in made.tests}
    said = "what it gives is not what a kernel wrote"
    assert told["test_it"] == (True, "" if is_written else said)
    assert told["test_result"] == (is_written, "" if is_written else said)


@pytest.mark.slow
def test_a_kernel_whose_text_stands_elsewhere_is_not_launched() -> None:
    lies = """
import linecache
code = double.py_func.__code__
double.py_func.__code__ = code.replace(co_filename="/elsewhere.py", co_firstlineno=1)
lines = ["@cuda.jit\\n", "def double(x):\\n", "    x[cuda.grid(1)] *= 2\\n"]
linecache.cache["/elsewhere.py"] = (9, None, lines, "/elsewhere.py")
"""
    tests = """import numpy as np
import submission
def test_it():
    x = np.ones(32, np.float32)
    submission.double[1, 32](x)
    assert (x == 2).all()
"""

    made = grade(job(KERNEL.replace("*= 2", "*= 3") + lies, tests))

    assert made.points == 0
    assert "is not what stands in elsewhere.py" in sayings(made)


@pytest.mark.slow
def test_races_between_streams_of_the_students_code_are_found() -> None:
    text = f"""{KERNEL}
def run(x):
    d = cuda.to_device(x)
    one, two = cuda.stream(), cuda.stream()
    double[2, 32, one](d)
    double[2, 32, two](d)
    return d.copy_to_host()
"""
    tests = """import numpy as np
import submission
def test_it():
    assert submission.run(np.ones(64, np.float32))[0] == 4
"""

    made = grade(job(text, tests))

    (mistake,) = made.mistakes
    assert (mistake.rule, mistake.file, mistake.line) == ("race", "double.py", 8)
    assert (made.verdict, made.points) == ("wrong", 1)


@pytest.mark.slow
def test_threads_and_forked_processes_may_launch() -> None:
    text = f"""{KERNEL}
import os
from concurrent.futures import ThreadPoolExecutor

def run(x):
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda part: double[1, 32](part), x.reshape(4, -1)))
    if os.fork() == 0:
        double[1, 32](np.zeros(8, np.float32))
        os._exit(0)
    os.wait()
    return x
"""
    tests = """import numpy as np
import submission
def test_it():
    assert (submission.run(np.ones(64, np.float32)) == 2).all()
"""

    made = grade(job(text, tests))

    assert sayings(made) == ""
    assert (made.points, made.launches) == (1, 5)


@pytest.mark.slow
def test_where_a_function_loops_for_ever_is_said() -> None:
    text = f"{KERNEL}\ndef run(x):\n    while True:\n        pass\n"
    tests = "import submission\ndef test_it():\n    submission.run(1)\n"

    made = grade(job(text, tests, seconds=3))

    assert "had not ended after 3 seconds, in line 11 of handed_in/double.py" in sayings(made)
    assert [one.passed for one in made.tests] == [None]


@pytest.mark.slow
def test_one_that_ends_in_a_test_says_how_and_keeps_what_it_had() -> None:
    text = f"{KERNEL}\ndef leave():\n    import os\n    os._exit(7)\n"
    tests = """import numpy as np
import submission
def test_first():
    submission.double[1, 32](np.zeros(4))
def test_leaves():
    submission.leave()
def test_after():
    pass
"""

    made = grade(job(text, tests))

    assert [one.passed for one in made.tests] == [True, None, None]
    assert (made.verdict, made.points, made.most_points) == ("failed", 1, 3)
    assert "with the exit code 7" in sayings(made)


def test_a_process_that_is_started_anew_answers_the_same(tmp_path: Path) -> None:
    """As on systems where none is forked."""
    file = tmp_path / "double.py"
    file.write_text(f"{KERNEL}\ndef twice(x):\n    double[1, 32](x)\n    return x\n")
    made = ScriptJob(
        str(tmp_path / "tests.py"),
        "tests.py",
        find_device("t4"),
        search=search_path(),
        folder=str(tmp_path),
        submission=str(file),
    )
    (tmp_path / "job").mkdir()
    started = start_new(made, tmp_path / "job")
    sources = Sources(tmp_path, search_path())
    student = Student(started.door, started.ended, sources, lambda: None)
    with open_recording():
        module = student.load()
        result = module.twice(np.ones(4, np.float32))
        student.close()

    assert result.tolist() == [2, 2, 2, 2]
    assert student.kept_from == ()
    assert started.exit_code() == 0
