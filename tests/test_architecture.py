"""The rooms keep their rules: who may import Qt and Numba, and what may take words for markup.

import-linter holds the order of the layers, that only the application makes windows, that panels do
not know each other, and that nothing below the session knows Qt. What stands here it cannot say.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from gpuviz.cli.app import WITHOUT_QT

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "gpuviz"
QT = {"PySide6", "PyQt5", "PyQt6", "pyqtgraph", "qtpy", "shiboken6"}
NUMBA = {"numba", "llvmlite", "numba_cuda"}
WITH_NUMBA = ("engines/cuda_gpu", "engines/numba_simulator", "bench/", "simt/compiled/native")

MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
KERNELS = sorted((ROOT / "kernels").glob("*.py"))

LOADED_BY = """
import importlib, pkgutil, sys
for name in {names}:
    module = importlib.import_module(name)
    for found in pkgutil.walk_packages(getattr(module, "__path__", ()), name + "."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)
print(*sorted({{name.partition(".")[0] for name in sys.modules}}))
"""

AT_FIRST_PAINT = """
import sys
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget
class FirstPaint(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            app.removeEventFilter(self)
            print(*sys.modules)
            QTimer.singleShot(0, watched.window().close)
        return False
app = QApplication([])
paint = FirstPaint(app)
app.installEventFilter(paint)
from gpuviz.cli import main
main(["app", "--operation", "vector_add"])
"""

LATE = (
    *("pyqtgraph", "multiprocessing", "gpuviz.worker", "gpuviz.lesson"),
    *("gpuviz.model.mix", "gpuviz.bench", "gpuviz.scene.charts", "gpuviz.ui.charts"),
    *("gpuviz.scene.stage.camera", "gpuviz.scene.stage.compose", "gpuviz.insight.trace_index"),
    *("gpuviz.ui.lessons", "gpuviz.ui.export", "gpuviz.ui.welcome", "gpuviz.ui.go_to"),
    *("gpuviz.ui.checks", "gpuviz.ui.inspector.controller", "gpuviz.ui.operations.popup"),
    *("gpuviz.ui.sweeps", "gpuviz.ui.roofline", "gpuviz.ui.timeline", "gpuviz.ui.pictures"),
    *("gpuviz.ui.memory_view", "gpuviz.ui.warp_view", "gpuviz.ui.pipeline"),
    *("gpuviz.ui.puzzles", "gpuviz.engines.grading"),
    *("gpuviz.ui.source.editor", "gpuviz.session.scratch", "gpuviz.scene.source.line_words"),
)
"""What comes with the first launch, with a lesson, or when somebody looks at it."""


def imports(path: Path) -> Iterator[str]:
    """The full names that a file imports, wherever in it: `from a import b` gives a.b."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def top_level(path: Path) -> set[str]:
    return {name.partition(".")[0] for name in imports(path)}


def is_pipeline(path: Path) -> bool:
    """Whether a file of the gallery is a train of launches of the kernels beside it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return any(isinstance(node, ast.FunctionDef) and node.name == "pipeline" for node in tree.body)


def packages_loaded_by(*names: str) -> set[str]:
    """The top-level names in sys.modules of a new Python that imported these and all below."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED_BY.format(names=names)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_the_session_imports_only_qtcore() -> None:
    session = [name for name in MODULES if name.startswith("session/")]
    found = [(name, full) for name in session for full in imports(PACKAGE / name)]

    qt = [(name, full) for name, full in found if full.partition(".")[0] in QT]
    assert [(name, full) for name, full in qt if not full.startswith("PySide6.QtCore")] == []


@pytest.mark.slow
def test_numba_is_imported_only_where_kernels_are_compiled() -> None:
    elsewhere = [PACKAGE / name for name in MODULES if not name.startswith(WITH_NUMBA)]
    naming = [path for path in elsewhere if any(one in path.read_text("utf-8") for one in NUMBA)]

    assert [path.name for path in naming if top_level(path) & NUMBA] == []


def test_a_file_of_the_gallery_imports_only_math_numpy_and_numba() -> None:
    usual, gallery = {"math", "numpy", "numba"}, {kernel.stem for kernel in KERNELS}
    allowed = {path: usual | gallery if is_pipeline(path) else usual for path in KERNELS}

    assert [path.name for path in KERNELS if not top_level(path) <= allowed[path]] == []


def test_importing_gpuviz_loads_neither_qt_nor_numba() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import gpuviz, sys; print(*sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & (QT | NUMBA)


@pytest.fixture(scope="module")
def painted_with(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The modules in a process whose window paints for the first time."""
    pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)
    home = str(tmp_path_factory.mktemp("home"))
    own = {"QT_QPA_PLATFORM": "offscreen", "HOME": home, "XDG_CONFIG_HOME": home}
    done = subprocess.run(
        [sys.executable, "-c", AT_FIRST_PAINT],
        cwd=ROOT,
        env=os.environ | own,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.mark.slow
def test_the_first_picture_of_a_window_needs_none_of_what_comes_later(
    painted_with: set[str],
) -> None:
    assert "gpuviz.ui.main_window" in painted_with

    assert sorted(name for name in painted_with if name.startswith(LATE)) == []


@pytest.mark.slow
def test_what_is_imported_before_qt_is_what_the_first_picture_needs(
    painted_with: set[str],
) -> None:
    assert set(WITHOUT_QT) <= painted_with


@pytest.mark.slow
def test_what_is_imported_after_the_first_picture_is_not_there_before(
    painted_with: set[str],
) -> None:
    from gpuviz.ui.preload import SOON

    assert set(SOON) & painted_with == set()
    assert [name for name in SOON if find_spec(name) is None] == []


@pytest.mark.slow
def test_the_modules_of_the_windows_process_never_load_numba() -> None:
    pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)
    beside = [name for name in ("gpuviz.api", "gpuviz.cli") if find_spec(name)]

    loaded = packages_loaded_by("gpuviz.ui", "gpuviz.session", *beside)

    assert not loaded & NUMBA


@pytest.mark.slow
def test_the_rooms_below_the_session_load_no_qt() -> None:
    names = ("insight", "model", "operation", "scene", "texts", "trace", "worker")

    loaded = packages_loaded_by(*[f"gpuviz.{name}" for name in names])

    assert not loaded & QT


ONLY_IN = {
    "QLabel": "ui/labels.py",
    "QTextBrowser": "ui/labels.py",
    "fromHtml": "ui/labels.py",
    "QTextEdit": "ui/source/view.py",
    "QMessageBox": "ui/dialogs.py",
    "setOpenExternalLinks": "ui/dialogs.py",
    "QTextDocument": "ui/labels.py",
    **dict.fromkeys(("QErrorMessage", "QGraphicsTextItem", "QWhatsThis"), ""),
    "setMarkdown": "ui/labels.py",
    **dict.fromkeys(("insertHtml", "openUrl", "setTabToolTip"), ""),
}
"""What may take words for rich text, or follow a link in them, and the one file that calls it."""

TIPS = {"setToolTip": 0, "setWhatsThis": 0, "showText": 1}  # which argument has the words
SAFE_TIPS = {"tr", "explained", "with_words", "plain_tip", "rich_tip"}


@pytest.mark.slow
def test_foreign_words_cannot_reach_qt_as_markup() -> None:
    found = {name: unsafe_calls(name) for name in MODULES if name.startswith("ui/")}

    assert {name: calls for name, calls in found.items() if calls} == {}


def unsafe_calls(name: str) -> list[str]:
    """What a module of the window calls, or is made of, that could take words for markup."""
    nodes = list(ast.walk(ast.parse((PACKAGE / name).read_text(encoding="utf-8"))))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    bases = [ast.unparse(base) for node in classes for base in node.bases]

    unsafe = [
        ast.unparse(node)
        for node in calls
        if called(node) in TIPS and not is_safe_tip(node.args[TIPS[called(node)]])
    ]

    misplaced = [one for one in (*map(called, calls), *bases) if ONLY_IN.get(one, name) != name]
    return [*unsafe, *misplaced, *(top_level(PACKAGE / name) & {"html"})]


def called(call: ast.Call) -> str:
    """The name of what is called, without what it belongs to."""
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ast.unparse(call.func).rpartition(".")[2]


def is_safe_tip(words: ast.expr) -> bool:
    """Whether what a tooltip says is the program's own or was made safe."""
    if isinstance(words, ast.BoolOp):
        return all(map(is_safe_tip, words.values))
    if isinstance(words, ast.Call):
        return ast.unparse(words.func) in SAFE_TIPS
    return isinstance(words, ast.Constant)
