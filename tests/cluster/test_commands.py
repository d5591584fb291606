"""`--cluster` of the commands: what comes out is what comes out without, a lost worker or not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.gpu.remote import cluster
from tests.cluster.test_remote_workers import dask_worker_of, process_told

pytest.importorskip("distributed", reason="the extra cluster is not installed")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="these tests wait at named pipes"),
]
CORPUS = Path(__file__).parents[1] / "corpus"
SCRIPTS = ("broken/oob_swapped_axes.py", "correct/argmax_tree.py", "correct/shared_bytes.py")
PATIENCE_S = 300.0
UNENCRYPTED = "is not encrypted"
RAISES = "import helper\nprint(helper.WORD, flush=True)\nraise ValueError(helper.WORD)\n"
STAYS = """
import os
import signal
try:
    os.close(os.open({mark!r}, os.O_CREAT | os.O_EXCL))
except FileExistsError:
    print("the second time")
else:
    with open({fifo!r}, "w") as told:
        told.write(str(os.getpid()))
    while True:
        pass
"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with cluster(workers=2, options=()) as found:
        yield found


def begun(*words: str, folder: Path) -> subprocess.Popen[bytes]:
    here = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(
        [sys.executable, "-m", "gpuviz", *words],
        cwd=folder,
        env=here,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def told(*words: str, folder: Path) -> tuple[int, str, str]:
    """The exit code and what was said, but not that somebody could listen to the cluster."""
    process = begun(*words, folder=folder)
    out, err = process.communicate(timeout=PATIENCE_S)
    lines = err.decode().splitlines(keepends=True)
    rest = "".join(line for line in lines if UNENCRYPTED not in line)
    return process.returncode, out.decode(), rest


def class_in(folder: Path) -> list[str]:
    """Scripts of a folder, the last of which fails by itself; their names."""
    (folder / "scripts").mkdir()
    for script in SCRIPTS:
        copied = folder / "scripts" / Path(script).name
        copied.write_bytes((CORPUS / script).read_bytes())
    (folder / "scripts" / "raises.py").write_text(RAISES)
    (folder / "scripts" / "helper.py").write_text("WORD = 'helped'\n")
    named = [Path("scripts", Path(script).name).as_posix() for script in SCRIPTS]
    return [*named, "scripts/raises.py"]


@pytest.mark.parametrize(
    "command",
    [
        ("run", "vector_add", "--no-cpu"),
        ("check", "scripts/oob_swapped_axes.py", "scripts/shared_bytes.py"),
        ("grade", "scripts", "--jobs", "2"),
    ],
)
def test_that_others_can_read_what_travels_is_said_once(
    address: str, tmp_path: Path, command: tuple[str, ...]
) -> None:
    class_in(tmp_path)

    process = begun(*command, "--cluster", address, folder=tmp_path)
    _, err = process.communicate(timeout=PATIENCE_S)

    assert err.decode().count(f"gpuviz: Note: The connection to {address} {UNENCRYPTED}") == 1
    assert err.decode().count(UNENCRYPTED) == 1


def test_scripts_are_checked_there_as_here_in_the_same_order(address: str, tmp_path: Path) -> None:
    command = ("check", *class_in(tmp_path))

    here = told(*command, folder=tmp_path)
    there = told(*command, "--cluster", address, folder=tmp_path)

    assert there == here
    assert here[0] == 1
    assert "helped" in here[1]
    assert "ValueError: helped" in here[2]


def test_a_script_whose_path_leads_out_of_the_folder_is_named_as_it_was_given(
    address: str, tmp_path: Path
) -> None:
    class_in(tmp_path)
    (tmp_path / "elsewhere").mkdir()

    for given in (str(tmp_path / "scripts" / "raises.py"), "../scripts/raises.py"):
        here = told("check", given, folder=tmp_path / "elsewhere")
        there = told("check", given, "--cluster", address, folder=tmp_path / "elsewhere")

        assert there == here


def test_a_worker_that_is_lost_in_the_middle_loses_no_script_and_checks_none_twice(
    address: str, tmp_path: Path
) -> None:
    names = class_in(tmp_path)
    fifo, mark = tmp_path / "fifo", tmp_path / "mark"
    os.mkfifo(fifo)
    stays = STAYS.format(fifo=str(fifo), mark=str(mark))
    (tmp_path / "scripts" / "stays.py").write_text(stays)
    files = (names[0], "scripts/stays.py", names[-1])
    command = ("check", "--json", "--timeout", "none", *files)

    process = begun(*command, "--cluster", address, folder=tmp_path)
    dask_worker_of(process_told(fifo)).kill()
    out, err = process.communicate(timeout=PATIENCE_S)

    assert "the second time" in err.decode()
    assert json.loads(out) == json.loads(told(*command, folder=tmp_path)[1])


def test_a_sweep_gives_there_what_it_gives_here(address: str, tmp_path: Path) -> None:
    command = ("sweep", "matmul_tiled", "--sizes", "16:64", "--no-cpu", "--engine", "emulator")

    here = told(*command, "--json", folder=tmp_path)
    there = told(*command, "--json", "--cluster", address, folder=tmp_path)

    assert there == here
    assert len(json.loads(here[1])["points"]) == 3


def test_a_run_gives_there_what_it_gives_here_and_names_the_machine(
    address: str, tmp_path: Path
) -> None:
    command = ("run", "broken_sum_shared", "--json", "--no-cpu", "--engine", "emulator")

    here = json.loads(told(*command, folder=tmp_path)[1])
    there = json.loads(told(*command, "--cluster", address, folder=tmp_path)[1])

    assert there.pop("machine") == os.uname().nodename
    assert without_time(there) == without_time(here)


def without_time(found: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in found.items() if key != "emulation_s"}


@pytest.mark.parametrize(
    "command",
    [
        ("run", "vector_add"),
        ("sweep", "vector_add", "--sizes", "8:16"),
        ("check", "scripts/raises.py"),
    ],
)
def test_where_nobody_is_one_sentence_says_so(tmp_path: Path, command: tuple[str, ...]) -> None:
    class_in(tmp_path)

    code, out, err = told(*command, "--cluster", "tcp://127.0.0.1:1", folder=tmp_path)

    assert (code, out) == (2, "")
    assert err.startswith("gpuviz: No Dask scheduler answers at tcp://127.0.0.1:1 (")
    assert err.count("\n") == 1


def test_ctrl_c_ends_a_cluster_of_this_machine_in_silence(tmp_path: Path) -> None:
    fifo, mark = tmp_path / "fifo", tmp_path / "mark"
    os.mkfifo(fifo)
    (tmp_path / "stays.py").write_text(STAYS.format(fifo=str(fifo), mark=str(mark)))
    here = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = subprocess.Popen(
        [sys.executable, "-m", "gpuviz", "check", "stays.py", "--cluster", "local"],
        cwd=tmp_path,
        env=here,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # as a terminal does: Ctrl+C goes to all of them
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # also below nohup
    )
    process_told(fifo)

    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE_S)

    assert (process.returncode, out, err) == (130, b"", b"")
