"""The commands that gpuviz advises install what its extras do."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from gpuviz.extras import PACKAGES, Extra, install_command

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("extra", PACKAGES)
def test_the_packages_are_those_of_the_extra(extra: Extra) -> None:
    declared = PROJECT["project"]["optional-dependencies"][extra]

    assert tuple(line.partition(";")[0].strip() for line in declared) == PACKAGES[extra]


def test_the_command_names_packages_of_the_index_and_not_gpuviz() -> None:
    assert (
        install_command("cuda13")
        == 'pip install "numba-cuda[cu13]>=0.30" "nvidia-cuda-nvdisasm>=13" "numpy<2.5"'
    )
