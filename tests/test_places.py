"""Where kernels/ and assets/ are found: a checkout before an installed copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz import places
from gpuviz.places import resource_dir

ROOT = Path(__file__).parent.parent


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty stand-in for the folder gpuviz/."""
    folder = tmp_path / "gpuviz"
    folder.mkdir()
    monkeypatch.setattr(places, "PACKAGE", folder)
    return folder


@pytest.mark.parametrize("name", ["kernels", "assets"])
def test_in_a_checkout_the_folder_beside_the_package_is_found(name: str) -> None:
    assert resource_dir(name) == ROOT / name


def test_an_installed_package_carries_the_folder_inside(package: Path) -> None:
    (package / "kernels").mkdir()

    assert resource_dir("kernels") == package / "kernels"


def test_a_checkout_comes_before_an_installed_copy(package: Path) -> None:
    (package / "kernels").mkdir()
    (package.parent / "kernels").mkdir()
    (package.parent / "pyproject.toml").touch()

    assert resource_dir("kernels") == package.parent / "kernels"


def test_a_stranger_folder_called_kernels_beside_an_installed_package_is_not_taken(
    package: Path,
) -> None:
    (package / "kernels").mkdir()
    (package.parent / "kernels").mkdir()

    assert resource_dir("kernels") == package / "kernels"


def test_an_installation_without_the_folder_says_what_to_do(package: Path) -> None:
    with pytest.raises(FileNotFoundError, match="without its folder 'kernels': install it again"):
        resource_dir("kernels")
