"""`gpuviz check` of every file of the gallery: broken ones are found, all others are right."""

from __future__ import annotations

import pytest

from gpuviz.operation import OperationInfo, list_kernels, list_pipelines
from tests.cli.checking import Check


@pytest.mark.many
@pytest.mark.parametrize("info", list_kernels(), ids=lambda info: info.name)
def test_the_gallery_checks_itself(info: OperationInfo, capfd: pytest.CaptureFixture[str]) -> None:
    found = Check(info.path.parent, capfd).run("check", "--json", str(info.path))

    code, err, launches = found.code, found.err, found.launches
    assert {launch["kernel"] for launch in launches} == {info.kernel}
    assert len(launches) in (1, 2)  # at its default size, and what its last lines launch besides
    if info.is_broken:
        assert code == 1
        assert launches[0]["hazards"]
    else:
        assert (code, err) == (0, f"{info.name} is right\n")


@pytest.mark.slow
@pytest.mark.parametrize("info", list_pipelines(), ids=lambda info: info.name)
def test_all_launches_of_a_pipeline_check_themselves(
    info: OperationInfo, capfd: pytest.CaptureFixture[str]
) -> None:
    found = Check(info.path.parent, capfd).run("check", "--json", str(info.path))

    code, err, launches = found.code, found.err, found.launches
    assert len(launches) > 1
    assert not any(launch["hazards"] for launch in launches)
    assert (code, err) == (0, f"{info.name} is right\n")
