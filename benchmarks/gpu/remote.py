"""Launches on a GPU as a cluster does it: python -m benchmarks.gpu.remote [--engine emulator]

Starts `dask scheduler` and one `dask worker --resources GPU=1` on this machine, has kernels
launched there in the way that a window takes (`gpuviz.cluster.RemoteWorkers`), and prints JSON: who
is there, and of each launch the machine, the device, the times and whether the result is right.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpuviz.cluster.remote_workers import RemoteWorkers
from gpuviz.device import find_device
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import LaunchConfig
from gpuviz.messages import GpuvizError
from gpuviz.operation import find_operation
from gpuviz.worker.jobs import CompileAndRun

OPERATIONS = ("vector_add", "matmul_tiled", "vector_add")  # the last one with everything warm
START_S = 60.0


def main() -> None:
    """Prints the object; exit code 1 where a result is wrong or a launch failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", choices=("cuda", "emulator"), default="cuda")
    parser.add_argument("operations", nargs="*", default=OPERATIONS)
    arguments = parser.parse_args()
    with cluster() as address, RemoteWorkers(address) as workers:
        workers.start()
        survey = workers.connected()
        launches = [_launch(workers, name, arguments.engine) for name in arguments.operations]
    told = {
        "address": address,
        "workers": [
            {
                "machine": worker.says.machine,
                "gpuviz": worker.says.gpuviz,
                "python": worker.says.python,
                "numba": worker.says.numba,
                "offers_gpu": worker.says.offers_gpu,
                "gpus": [gpu.name for gpu in worker.says.gpus],
                "gpu_message": worker.says.gpu_message.text,
            }
            for worker in survey.workers
            if worker.says is not None
        ],
        "launches": launches,
    }
    print(json.dumps(told, indent=2))
    sys.exit(0 if all(one.get("correct") for one in launches) else 1)


def _launch(workers: RemoteWorkers, name: str, engine: Any) -> dict[str, Any]:
    info, began = find_operation(name), time.perf_counter()
    config = LaunchConfig(info.grid(info.default_size, info.default_block), info.default_block)
    request = LaunchRequest(1, info.path, info.default_size, config, engine, find_device("t4"))
    if workers.survey is not None and workers.survey.gpus:
        request = replace(request, device=workers.survey.gpus[0].shown)
    shares: list[object] = []
    try:
        result = workers.submit(CompileAndRun(request), shares.append).result()
    except GpuvizError as error:
        return {"operation": name, "failed": str(error)}
    trace = result.trace
    times = trace.times
    return {
        "operation": name,
        "size": list(info.default_size),
        "machine": trace.machine,
        "engine": trace.engine,
        "device_id": trace.device_id,
        "device": None if trace.device is None else trace.device.name,
        "correct": result.correct,
        "hazards": len(trace.hazards),
        "source": None if times is None else times.source,
        "kernel_s": None if times is None else times.kernel_s,
        "h2d_s": None if times is None else times.h2d_s,
        "d2h_s": None if times is None else times.d2h_s,
        "samples": None if times is None else times.samples,
        "registers": [trace.registers_per_thread, trace.registers_source],
        "messages": [message.text for message in (*result.messages, *trace.notes)],
        "progress_reports": len(shares),
        "wall_s": round(time.perf_counter() - began, 3),
    }


GPU = ("--resources", "GPU=1")


@contextmanager
def cluster(
    workers: int = 1, options: Sequence[str] = GPU, security: Sequence[str] = ()
) -> Iterator[str]:
    """A scheduler and workers in processes of their own; the scheduler's address.

    `options` are those of `dask worker`, `security` those of both, as `--tls-ca-file`.
    """
    with tempfile.TemporaryDirectory() as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"{'tls' if security else 'tcp'}://127.0.0.1:{free.getsockname()[1]}"
        free.close()
        listens = ("--host", "127.0.0.1", "--port", address.rpartition(":")[2])
        with ExitStack() as stack:
            scheduler = ("scheduler", *listens, "--no-dashboard", *security)
            stack.enter_context(_process(scheduler, folder))
            if workers:
                worker = (
                    *("worker", address, "--nworkers", str(workers), "--nthreads", "1"),
                    *("--no-dashboard", "--local-directory", folder, *options, *security),
                )
                stack.enter_context(_process(worker, folder))
            _wait_for_workers(address, workers, security)
            yield address


@contextmanager
def _process(command: Sequence[str], folder: str) -> Iterator[None]:
    """A command of Dask, with the modules of this process."""
    here = {**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
    log = Path(folder, f"{command[0]}.log")
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + command[0], *command[1:]],
            env=here,
            stdout=output,
            stderr=output,
        )
        try:
            yield
        except BaseException:
            sys.stderr.write(log.read_text()[-4000:])
            raise
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


WAITS = """
import sys
from distributed import Client, Security

address, count, seconds, *files = sys.argv[1:]
names = ("tls_ca_file", "tls_client_cert", "tls_client_key")
security = Security(**dict(zip(names, files)), require_encryption=True) if files else None
client = Client(address, timeout=float(seconds), security=security)
if int(count):
    client.wait_for_workers(int(count), float(seconds))
client.close()
"""


def _wait_for_workers(address: str, count: int, security: Sequence[str]) -> None:
    """In a process of its own: a Dask client leaves threads behind."""
    asked = [address, str(count), str(START_S), *security[1::2]]
    subprocess.run([sys.executable, "-c", WAITS, *asked], check=True, timeout=3 * START_S)


if __name__ == "__main__":
    main()
