"""What the texts of kernels say of times is true, with room for the next correction of the model.

Each row names words of a docstring and computes again what they say: from the model, which counts
Numba's instructions and, where the words say so, those of CUDA C; from the figures of devices; or
from figures that others measured. A sentence about time without a row is found by
test_a_sentence_about_time_has_a_row_or_says_why_not.
"""

from __future__ import annotations

import ast
import functools
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from gpuviz.device import find_device, load_devices
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.launch import LaunchConfig
from gpuviz.lesson import Setting, lesson_files
from gpuviz.lesson.names import operation_named
from gpuviz.lesson.state import fresh
from gpuviz.model.calibration import load_calibration
from gpuviz.model.transfer import copy_seconds
from gpuviz.operation import describe
from gpuviz.places import resource_dir
from gpuviz.scene.devices.facts import tensor_peaks
from gpuviz.trace import Prediction
from tests.helpers.thinned import each_nth
from tests.lesson.launched import modelled

A6000_GFLOPS = {"uncoalesced": 309.0, "coalesced": 1986.5, "tiled": 2980.3, "registers": 15971.7}
"""Products of float32 matrices with sides of 4092 in CUDA C on an RTX A6000, as published in
github.com/siboehm/SGEMM_CUDA, README.md.
"""


@dataclass(frozen=True)
class Stated:
    """Words of a kernel's text, and the number that has to lie between two others."""

    kernel: str
    words: str
    read: Callable[[], float]
    least: float
    most: float


def took(operation: str, size: object, device: str = "t4", block: str = "") -> float:
    """Modelled seconds of a kernel."""
    return modelled(operation, str(size), device, block).kernel_s


def share(operation: str, size: object, *resources: str, device: str = "t4") -> float:
    """The most that one of these demands takes of a kernel's time; its start is one of them."""
    found = modelled(operation, str(size), device)
    demands = {str(one.resource): one.seconds for one in found.demands}
    demands["launch"] = found.launch_s
    return max(demands[name] for name in resources) / found.kernel_s


def in_c(operation: str, size: object, device: str = "t4", block: str = "") -> float:
    """Modelled seconds in CUDA C, where that is less than with Numba's instructions."""
    found = modelled(operation, str(size), device, block)
    return found.in_c.kernel_s if found.in_c else found.kernel_s


@functools.lru_cache(maxsize=4)
def train(pipeline: str, size: str) -> LaunchResult:
    """A pipeline, with the times of its launches and copies on the T4."""
    state = fresh(operation_named(pipeline), find_device("t4")).after(Setting("size", size, 0))
    request = LaunchRequest(1, state.operation.path, state.size, None, "emulator", state.device)
    return EmulatorEngine().run(request, lambda _: None)


def whole(pipeline: str, size: str) -> float:
    """Seconds from the first to the last."""
    events = train(pipeline, size).events
    return max(one.end_s for one in events) - min(one.start_s for one in events)


def busy(pipeline: str, size: str, kind: str) -> float:
    """Seconds of all launches, or of all copies, one after the other."""
    return sum(
        one.end_s - one.start_s
        for one in train(pipeline, size).events
        if (one.launch is None) == (kind == "copies")
    )


def of_launches(pipeline: str, size: str, *resources: str) -> float:
    """Seconds that the launches spend on these demands."""
    return sum(
        demand.seconds
        for one in predictions(pipeline, size)
        for demand in one.demands
        if demand.resource in resources
    )


def predictions(pipeline: str, size: str) -> list[Prediction]:
    """Those of all launches."""
    return [one.prediction for one in train(pipeline, size).launches if one.prediction]


def changed(kernel: str, old: str, new: str, size: int) -> Prediction:
    """A copy of a file in which `old` is `new`, on the T4."""
    source = (resource_dir("kernels") / f"{kernel}.py").read_text("utf-8")
    assert old in source
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{kernel}.py")
        path.write_text(source.replace(old, new), "utf-8")
        info = describe(path)
        config = LaunchConfig(info.grid((size,), info.default_block), info.default_block)
        request = LaunchRequest(1, path, (size,), config, "emulator", find_device("t4"))
        found = EmulatorEngine().run(request, lambda _: None).trace.prediction
    assert found is not None
    return found


def with_zeros() -> float:
    """A histogram of equal values in times of one of values spread evenly."""
    zeros = changed("histogram", "rng.integers(0, 256, n)", "np.zeros(n)", 100_000)
    return zeros.kernel_s / took("histogram", 100_000)


def with_half_the_bits() -> float:
    """Seconds of an addition of float16 vectors."""
    inputs = "{name: x.astype(np.float16) for name, x in zip('abc', (a, b, np.zeros(n)))}"
    return changed(
        "vector_add",
        'return {"a": a, "b": b, "c": np.zeros(n, np.float32)}',
        f"return {inputs}",
        MILLION,
    ).kernel_s


def filters(side: int) -> float:
    """Convolution with shared memory in times of the one without."""
    size = f"1,1,8,512,512,{side}"
    return took("conv2d_shared", size) / took("conv2d", size)


def weights_there_and_back() -> float:
    """What copying all weights to and from the T4 takes, in times of one step of training."""
    hidden, device, constants = 32, find_device("t4"), load_calibration()
    arrays = [4 * count for count in (2 * hidden, hidden, 3 * hidden, 3)]
    copies = 2 * sum(copy_seconds(device, size, constants) for size in arrays)
    steps = [one.kernel_s for one in predictions("train_step", "48,32,8")][:88]
    return copies / (sum(steps) / 8)


def slow_float64() -> float:
    """Of all devices, those whose float64 is 32 or 64 times slower."""
    ratios = [one.fp32_lanes / one.fp64_lanes for one in load_devices().values()]
    return sum(ratio in (32, 64) for ratio in ratios) / len(ratios)


def answers_sooner() -> float:
    """DRAM's latency over that of shared memory, of the device where they are nearest."""
    return min(one.lat.dram / one.lat.shared for one in load_devices().values())


def tensor_cores(device: str) -> float:
    """The float16 peak of tensor cores over that of float32 without."""
    peak = tensor_peaks()[device].fp16
    assert peak is not None
    return peak * 1e12 / find_device(device).fp32_flops


def latest_block() -> float:
    """The block of the last query over that of the first, in steps."""
    state = fresh(operation_named("attention"), find_device("t4"))
    request = LaunchRequest(
        1, state.operation.path, state.size, state.config, "emulator", state.device
    )
    placement = EmulatorEngine().run(request, lambda _: None).trace.placement
    assert placement is not None
    lasts = placement.end_s - placement.start_s
    return float(lasts[-1] / lasts[0])


MILLION, WAITS_FOR_MEMORY = 1_000_000, ("dram", "latency")
STATED = [
    Stated(
        "adam_step", "Why it waits for memory", lambda: share("adam_step", MILLION, "dram"), 0.8, 1
    ),
    Stated("attention", "late queries work longer", latest_block, 1.3, 100),
    Stated("conv2d_shared", "more than ten times as soon", answers_sooner, 10, 100),
    Stated("conv2d_shared", "gains nothing with a filter of 3 x 3", lambda: filters(3), 0.95, 1.5),
    Stated("conv2d_shared", "it gains a little", lambda: filters(5), 0.7, 0.99),
    Stated(
        "data_parallel",
        "copies take longer than the kernels",
        lambda: (
            busy("data_parallel", "64,4,3", "copies") / busy("data_parallel", "64,4,3", "kernels")
        ),
        1.3,
        9,
    ),
    Stated(
        "data_parallel",
        "the whole is faster",
        lambda: whole("data_parallel", "64,4,3") / whole("data_parallel", "64,1,3"),
        1.5,
        9,
    ),
    Stated(
        "data_parallel",
        "Why it is slower here",
        lambda: whole("data_parallel", "64,4,1") / whole("data_parallel", "64,1,1"),
        1.5,
        9,
    ),
    Stated(
        "dense",
        "memory sets the pace",
        lambda: share("dense", "1,1024,1024", *WAITS_FOR_MEMORY),
        0.5,
        1,
    ),
    Stated(
        "dense",
        "less than four times as long as one",
        lambda: took("dense", "32,64,64") / took("dense", "1,64,64"),
        1.2,
        3.8,
    ),
    Stated(
        "dense",
        "With 1024 of both it is much more",
        lambda: took("dense", "32,1024,1024") / took("dense", "1,1024,1024"),
        6,
        32,
    ),
    Stated(
        "dense",
        "32 sectors set the pace",
        lambda: share("dense", "32,1024,1024", "l1", "l2"),
        0.6,
        1,
    ),
    Stated(
        "flip",
        "memory hardly notices",
        lambda: took("flip", "1024,1024") / took("transpose_padded", 1024),
        0.8,
        1.2,
    ),
    Stated("histogram", "about twelve times as long", with_zeros, 7, 20),
    Stated(
        "layer_norm",
        "Why it waits for memory",
        lambda: share("layer_norm", "1024,1024", "dram"),
        0.6,
        1,
    ),
    Stated(
        "layer_norm",
        "most of the time goes into waiting at barriers, and into starting",
        lambda: share("layer_norm", "16,100", "latency") + share("layer_norm", "16,100", "launch"),
        0.7,
        1.1,
    ),
    Stated(
        "lstm_cell",
        "a step takes little longer",
        lambda: took("lstm_cell", "8,32,24") / took("lstm_cell", "1,32,24"),
        0.6,
        1.4,
    ),
    Stated(
        "lstm_cell",
        "none of them sooner",
        lambda: took("lstm_cell", "64,32,24") / took("lstm_cell", "8,32,24"),
        0.9,
        8,
    ),
    Stated(
        "lstm_text",
        "starting launches and into waiting for memory",
        lambda: (
            of_launches("lstm_text", "1,16", "launch", *WAITS_FOR_MEMORY)
            / whole("lstm_text", "1,16")
        ),
        0.55,
        1.1,
    ),
    Stated(
        "lstm_text",
        "64 come in less than twice the time of one",
        lambda: whole("lstm_text", "64,16") / whole("lstm_text", "1,16"),
        1,
        1.8,
    ),
    Stated("mandelbrot", "32 or 64 times slower", slow_float64, 0.51, 1),
    Stated(
        "mandelbrot",
        "stay together longer",
        lambda: took("mandelbrot", "64,96,50") / took("mandelbrot", "64,96,50", block="8x4"),
        1.3,
        9,
    ),
    Stated(
        "matmul_mixed",
        "hardly gets faster",
        lambda: took("matmul_mixed", 256) / took("matmul_naive", 256),
        0.85,
        1.15,
    ),
    Stated(
        "matmul_mixed",
        "but for its instructions",
        lambda: share("matmul_mixed", 256, "int32", "issue"),
        0.7,
        1,
    ),
    Stated(
        "matmul_mixed",
        "such as an addition, takes half the time",
        lambda: with_half_the_bits() / took("vector_add", MILLION),
        0.45,
        0.6,
    ),
    Stated("matmul_mixed", "eight times the operations", lambda: tensor_cores("t4"), 7.8, 8.2),
    Stated("matmul_mixed", "15 times on an H200", lambda: tensor_cores("h200_sxm"), 14.5, 15.5),
    Stated(
        "matmul_naive",
        "about three times as long",
        lambda: took("matmul_naive", 256, block="1x256") / took("matmul_naive", 256),
        2.2,
        4,
    ),
    Stated(
        "matmul_naive",
        "about eight times as long in CUDA C",
        lambda: in_c("matmul_naive", 256, block="1x256") / in_c("matmul_naive", 256),
        5.5,
        11,
    ),
    Stated(
        "matmul_naive",
        "6.4 times were measured",
        lambda: a6000("coalesced", "uncoalesced"),
        6.38,
        6.45,
    ),
    Stated(
        "matmul_register_tiled",
        "fetching them takes longer than the sum",
        lambda: share("matmul_tiled", 256, "shared") / share("matmul_tiled", 256, "fp32"),
        1.3,
        9,
    ),
    Stated(
        "matmul_register_tiled",
        "about a third of the time of the tiled product",
        lambda: took("matmul_register_tiled", 512) / took("matmul_tiled", 512),
        0.2,
        0.45,
    ),
    Stated(
        "matmul_register_tiled",
        "5.4 times as fast as tiles alone",
        lambda: a6000("registers", "tiled"),
        5.3,
        5.45,
    ),
    Stated(
        "matmul_tiled",
        "less than half the time of",
        lambda: took("matmul_tiled", 256) / took("matmul_naive", 256),
        0.15,
        0.48,
    ),
    Stated(
        "matmul_tiled",
        "on a T4 nothing",
        lambda: in_c("matmul_tiled", 256) / in_c("matmul_naive", 256),
        0.9,
        1.4,
    ),
    Stated("matmul_tiled", "1.5 times (measured)", lambda: a6000("tiled", "coalesced"), 1.45, 1.55),
    Stated(
        "neural_layer",
        "and the launch waits for memory",
        lambda: share("neural_layer", "1,1024,1024", *WAITS_FOR_MEMORY),
        0.5,
        1,
    ),
    Stated(
        "neural_layer",
        "many come per second",
        lambda: took("neural_layer", "32,64,48") / took("neural_layer", "1,64,48"),
        1,
        8,
    ),
    Stated("relu", "The launch waits for memory", lambda: share("relu", MILLION, "dram"), 0.8, 1),
    Stated(
        "rnn_step",
        "a larger batch does",
        lambda: took("rnn_step", "256,64,32") / took("rnn_step", "1,64,32"),
        1,
        64,
    ),
    Stated(
        "rotate_image",
        "Why the angle decides how fast it is",
        lambda: took("rotate_image", "512,512,90") / took("rotate_image", "512,512,360"),
        1.5,
        9,
    ),
    Stated("saxpy", "it waits for memory", lambda: share("saxpy", MILLION, "dram"), 0.8, 1),
    Stated(
        "sgd_step", "Why it waits for memory", lambda: share("sgd_step", MILLION, "dram"), 0.8, 1
    ),
    Stated(
        "sigmoid",
        "the time goes into moving 8 bytes",
        lambda: share("sigmoid", MILLION, "dram"),
        0.8,
        1,
    ),
    Stated(
        "sum_atomic",
        "like a single, slow thread",
        lambda: share("sum_atomic", 65536, "atomics"),
        0.8,
        1,
    ),
    Stated(
        "sum_atomic",
        "The more threads, the longer the line",
        lambda: took("sum_atomic", 131072) / took("sum_atomic", 65536),
        1.7,
        2.1,
    ),
    Stated(
        "sum_shared",
        "Why this is better than",
        lambda: took("sum_atomic", 65536) / took("sum_shared", 65536),
        5,
        500,
    ),
    Stated("train_step", "would take longer than the step", weights_there_and_back, 1.1, 9),
    Stated(
        "train_step",
        "about half of the kernels' time",
        lambda: (
            of_launches("train_step", "48,32,8", "launch")
            / busy("train_step", "48,32,8", "kernels")
        ),
        0.35,
        0.7,
    ),
    Stated(
        "train_step",
        "it would hardly be seen",
        lambda: share("dense", "32,1024,1024", "launch"),
        0,
        0.05,
    ),
    Stated(
        "transpose_tiled",
        "little longer than the launch itself",
        lambda: share("transpose_naive", 64, "launch"),
        0.5,
        1,
    ),
    Stated(
        "transpose_tiled",
        "an RTX 3090 needs less than half the time",
        lambda: took("transpose_tiled", 2048, "rtx3090") / took("transpose_naive", 2048, "rtx3090"),
        0.15,
        0.48,
    ),
    Stated(
        "transpose_tiled",
        "On a T4 that gains no time",
        lambda: took("transpose_padded", 1024) / took("transpose_tiled", 1024),
        0.93,
        1.05,
    ),
    Stated(
        "vector_add", "so it waits for memory", lambda: share("vector_add", MILLION, "dram"), 0.8, 1
    ),
]


def a6000(fast: str, slow: str) -> float:
    """How many times as fast one product was measured to be as another."""
    return A6000_GFLOPS[fast] / A6000_GFLOPS[slow]


OTHERS = {
    "broken_forgotten_copy": ("no time is lost",),  # the host's clock; no launch is meant
    "broken_warp_sum": ("because it is faster",),  # what old books say
    "cnn_digits": ("see its share of the time", "which launches take longer"),  # asked, not said
    "data_parallel": (
        "Why it is faster",
        "four GPUs need about a quarter",  # a quarter of the samples: the limit of large batches
        "whichever it expects to be faster",  # NCCL
    ),
    "mandelbrot": ("takes as long as the slowest",),  # in turns
    "matmul_mixed": ("as soon as it is loaded", "65536 times that"),
    "matmul_register_tiled": ("Is that faster?",),
    "matmul_naive": ("the same result takes longer",),  # the sentence after it says by how much
    "normalize_image": ("are fed faster",),  # NVIDIA's guide to convolutions: channels last
    "rnn_step": ("compare the modelled times",),
    "sgd_step": ("the loss grows, and how fast",),
    "softmax": ("longer than the block",),
    "vector_add": ("takes on the CPU",),  # that of the reader is measured
    "video_frames": ("four times as many bytes", "does a frame take four times as long"),
}
"""Sentences that have words of time and state no time of a GPU, by the kernel."""
TIME = re.compile(
    r"\b(?:faster|slower|slowest|sooner|longer|quicker|times as (?:long|fast|soon)|times slower|"
    r"pace|waits? for memory|modelled|measured|no time|(?:of|all|less|half) (?:of )?the (?:\S+ )?"
    r"time|time goes|takes? little|per second|gains? (?:no|a|less)|millionths|need not pay|"
    r"how fast|hardly (?:gets|notices|be seen|matters)|quarter of it)\b"
)


def text_of(kernel: Path) -> str:
    """The docstring in one line."""
    return " ".join((ast.get_docstring(ast.parse(kernel.read_text("utf-8"))) or "").split())


def sentences() -> Iterator[tuple[str, str]]:
    """Those of kernels that have a word of time in them, with the name of the kernel."""
    for path in sorted(resource_dir("kernels").glob("*.py")):
        for sentence in re.split(r"(?<=[.?!:])\s+(?=[A-Z*`(])", text_of(path)):
            if TIME.search(sentence):
                yield path.stem, sentence


def named(row: Stated) -> str:
    return f"{row.kernel}-{row.words}"


@pytest.mark.parametrize("row", STATED, ids=named)
def test_the_words_of_a_row_stand_in_the_text(row: Stated) -> None:
    assert row.words in text_of(resource_dir("kernels") / f"{row.kernel}.py")


@pytest.mark.parametrize("row", each_nth(6, STATED), ids=named)
def test_what_a_text_says_of_times_is_so_by_a_margin(row: Stated) -> None:
    assert row.least <= row.read() <= row.most


def test_a_sentence_about_time_has_a_row_or_says_why_not() -> None:
    known: dict[str, list[str]] = {name: [*words] for name, words in OTHERS.items()}
    for row in STATED:
        known.setdefault(row.kernel, []).append(row.words)

    unknown = [
        (kernel, sentence)
        for kernel, sentence in sentences()
        if not any(words in sentence for words in known.get(kernel, []))
    ]

    assert unknown == [], "add a row to STATED"


def test_a_sentence_that_states_no_time_is_still_there() -> None:
    gone = [
        (kernel, words)
        for kernel, listed in OTHERS.items()
        for words in listed
        if words not in text_of(resource_dir("kernels") / f"{kernel}.py")
    ]

    assert gone == []


def test_without_tensor_cores_float64_is_many_times_slower_on_most_gpus() -> None:
    """kernels/README.md says so of a sum that becomes a float64."""
    page = (resource_dir("kernels") / "README.md").read_text("utf-8")

    assert "on most GPUs that is many times slower" in " ".join(page.split())
    assert slow_float64() > 0.5


@pytest.mark.parametrize(
    ("lesson", "english", "chinese", "fast", "slow"),
    [
        ("09", "measured to be 1.5 times as fast", "实测快到 1.5 倍", "tiled", "coalesced"),
        ("09", "5.4 times as fast as tiles alone", "快到 5.4 倍", "registers", "tiled"),
        ("21", "6.4 times were measured", "实测是 6.4 倍", "coalesced", "uncoalesced"),
    ],
)
def test_lessons_state_what_was_published_of_the_rtx_a6000(
    lesson: str, english: str, chinese: str, fast: str, slow: str
) -> None:
    for language, words in (("en", english), ("zh_CN", chinese)):
        (path,) = (one for one in lesson_files(language) if one.name.startswith(lesson))
        assert words in " ".join(path.read_text("utf-8").split())

    assert f"{a6000(fast, slow):.1f}" in english
