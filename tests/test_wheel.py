"""The wheel: built, installed into a new environment elsewhere, and run from there."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints; its messages are shown when it fails."""
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("elsewhere")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout, built by the hatchling that is installed: no network."""
    folder = tmp_path_factory.mktemp("wheel")
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder)
    run(*build, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed_python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a new environment with gpuviz from the wheel.

    What gpuviz depends on is lent by this environment, appended behind the new one's packages, so
    that nothing is downloaded. A .pth line adds a folder without reading the .pth files in it:
    an editable gpuviz of this environment stays out.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=sys.platform != "win32", with_pip=True)
    scripts = "Scripts" if sys.platform == "win32" else "bin"
    python = folder / scripts / "python"
    packages = Path(
        run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder)
    )
    run(python, "-m", "pip", "install", "--no-deps", "--no-index", wheel, cwd=folder)
    lent = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages / "lent.pth").write_text("\n".join(sorted(lent)), encoding="utf-8")
    return python


@pytest.mark.slow
def test_the_wheel_has_no_top_level_package_but_gpuviz(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()

    packages = {name.partition("/")[0] for name in names if ".dist-info/" not in name}
    assert packages == {"gpuviz"}


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["kernels", "assets"])
def test_the_wheel_carries_every_file_of_a_resource_folder(folder: str, wheel: Path) -> None:
    wanted = {
        f"gpuviz/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }

    assert wanted
    assert wanted <= set(zipfile.ZipFile(wheel).namelist())


def test_the_wheel_carries_every_module(wheel: Path) -> None:
    wanted = {path.relative_to(ROOT).as_posix() for path in (ROOT / "gpuviz").rglob("*.py")}

    assert wanted <= set(zipfile.ZipFile(wheel).namelist())


def test_the_wheel_carries_the_front_end_of_browsers(wheel: Path) -> None:
    static = (ROOT / "gpuviz" / "web" / "static").iterdir()

    names = set(zipfile.ZipFile(wheel).namelist())

    assert {f"gpuviz/web/static/{path.name}" for path in static} <= names


def test_the_wheel_carries_the_licence(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()

    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["kernels", "assets"])
def test_an_installed_gpuviz_finds_its_own_files_from_any_folder(
    folder: str, installed_python: Path, elsewhere: Path
) -> None:
    code = f"from gpuviz.places import resource_dir; print(resource_dir({folder!r}))"

    found = Path(run(installed_python, "-c", code, cwd=elsewhere))

    environment = installed_python.parent.parent
    assert found.is_relative_to(environment)
    assert found.parts[-2:] == ("gpuviz", folder)
    assert any(found.iterdir())


@pytest.mark.slow
def test_an_installed_gpuviz_lists_its_gallery_from_any_folder(
    installed_python: Path, elsewhere: Path
) -> None:
    printed = run(installed_python, "-m", "gpuviz", "list", cwd=elsewhere)

    names = {path.stem for path in (ROOT / "kernels").glob("*.py")}
    assert names
    assert all(name in printed for name in names)


@pytest.mark.slow
def test_an_installed_gpuviz_runs_an_operation_from_any_folder(
    installed_python: Path, elsewhere: Path
) -> None:
    command = installed_python.with_name("gpuviz")
    arguments = ("run", "vector_add", "--size", "1000", "--block", "256", "--no-cpu", "--json")

    printed = run(command, *arguments, "--engine", "emulator", cwd=elsewhere)

    assert '"correct": true' in printed


@pytest.mark.slow
def test_no_package_called_kernels_is_installed(installed_python: Path, elsewhere: Path) -> None:
    code = "from importlib.util import find_spec; print(find_spec('kernels'), find_spec('assets'))"

    assert run(installed_python, "-c", code, cwd=elsewhere) == "None None"


def test_an_editable_install_copies_no_kernels(tmp_path: Path) -> None:
    from hatchling.builders.wheel import WheelBuilder

    (built,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["editable"])

    files = [name for name in zipfile.ZipFile(built).namelist() if ".dist-info/" not in name]
    assert files == ["_gpuviz.pth"]


@pytest.mark.slow
def test_pytest_finds_the_fixture_of_an_installed_gpuviz(
    installed_python: Path, elsewhere: Path
) -> None:
    fixtures = run(
        installed_python,
        "-m",
        "pytest",
        "--fixtures",
        "-q",
        "-p",
        "no:cacheprovider",
        cwd=elsewhere,
    )

    assert "gpuviz_check" in fixtures
