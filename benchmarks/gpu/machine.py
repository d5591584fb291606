"""Describes this machine: python -m benchmarks.gpu.machine [--dry-run]"""

from __future__ import annotations

import argparse
import dataclasses
import datetime
import importlib.metadata
import json
import platform
from pathlib import Path
from typing import Any

from benchmarks.gpu.microbenchmarks import the_gpu
from gpuviz.device import Device
from gpuviz.engines.cuda_driver import load_driver
from gpuviz.engines.probe import probe

PACKAGES = (
    "numpy",
    "numba",
    "llvmlite",
    "numba-cuda",
    "cuda-bindings",
    "cuda-core",
    "nvidia-nvvm",
    "nvidia-nvjitlink",
)
DRIVER_FILE = Path("/proc/driver/nvidia/version")  # Linux


def machine(device: Device) -> dict[str, Any]:
    """Device, driver, date and versions."""
    driver = load_driver()
    return {
        "device": dataclasses.asdict(device),
        "driver": DRIVER_FILE.read_text().splitlines()[0] if DRIVER_FILE.is_file() else None,
        "driver_cuda": driver.integer("cuDriverGetVersion") if driver else None,
        "probe": probe().message.text,
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": {name: _version(name) for name in PACKAGES},
    }


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def main() -> None:
    """Prints one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dry-run", action="store_true")
    print(json.dumps(machine(the_gpu(parser.parse_args().dry_run).device)))


if __name__ == "__main__":
    main()
