"""The CPU of this computer, as the files of a Linux kernel tell it."""

from __future__ import annotations

from pathlib import Path

from gpuviz.host_cpu import HostCpu, host_cpu, read_cpu


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", encoding="utf-8")
    return folder


def processor(number: int, core: int, together: str) -> dict[str, str]:
    """The files of one of four processors: two cores with two threads each, one L3 for all."""
    at = f"cpu{number}"
    caches = (
        *((0, "1", "Data", "48K", together), (1, "1", "Instruction", "32K", together)),
        *((2, "2", "Unified", "2048K", together), (3, "3", "Unified", "16M", "0-3")),
    )
    files = {f"{at}/topology/core_id": str(core), f"{at}/topology/physical_package_id": "0"}
    for index, level, kind, size, shared in caches:
        values = {"level": level, "type": kind, "size": size, "shared_cpu_list": shared}
        files |= {f"{at}/cache/index{index}/{name}": value for name, value in values.items()}
    return files


def test_a_cache_that_processors_share_counts_once_and_one_for_instructions_not(
    tmp_path: Path,
) -> None:
    files: dict[str, str] = {"info": "processor\t: 0\nmodel name\t: Some CPU @ 3 GHz"}
    for number, core, together in ((0, 0, "0,2"), (1, 1, "1,3"), (2, 0, "0,2"), (3, 1, "1,3")):
        files |= processor(number, core, together)
    folder = written(tmp_path, files)

    cpu = read_cpu(folder, folder / "info")

    assert cpu == HostCpu("Some CPU @ 3 GHz", 2, 2 * 48 * 1024, 2 * 2**21, 2**24)


def test_where_the_system_tells_nothing_only_the_cores_are_known(tmp_path: Path) -> None:
    cpu = read_cpu(tmp_path, tmp_path / "info")

    assert cpu.cores >= 1
    assert (cpu.l1_bytes, cpu.l2_bytes, cpu.l3_bytes) == (None, None, None)


def test_this_computer_has_a_cpu() -> None:
    assert host_cpu().cores >= 1
    assert host_cpu().name
