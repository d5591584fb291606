"""What the texts of kernels say of times is true, with room for the next correction of the model.

Each row names words of a docstring and computes again what they say: from the model, which counts
Numba's instructions and, where the words say so, those of CUDA C; from the figures of devices; or
from figures that others measured. A sentence about time without a row is found by
test_a_sentence_about_time_has_a_row_or_says_why_not.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from gpuviz.places import resource_dir
from tests.lesson.kernel_times import (
    answers_sooner,
    busy,
    filters,
    in_c,
    latest_block,
    of_launches,
    share,
    slow_float64,
    tensor_cores,
    took,
    weights_there_and_back,
    whole,
    with_half_the_bits,
    with_zeros,
)
from tests.lesson.published_products import a6000


@dataclass(frozen=True)
class Stated:
    """Words of a kernel's text, and the number that has to lie between two others."""

    kernel: str
    words: str
    read: Callable[[], float]
    least: float
    most: float


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
        lambda: took("flip", "1024,1024") / took("relu", 1024**2),
        0.8,
        1.2,
    ),
    Stated("histogram", "about three times as long", with_zeros, 2, 5),
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
        lambda: with_half_the_bits(MILLION) / took("vector_add", MILLION),
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
        20,
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
    Stated("matmul_tiled", "1.5 times (measured", lambda: a6000("tiled", "coalesced"), 1.45, 1.55),
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
    Stated(
        "sum_grid_stride",
        "the memory is what limits this kernel",
        lambda: share("sum_grid_stride", MILLION, "dram"),
        0.6,
        1,
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
        "an RTX 3090 needs much less time",
        lambda: took("transpose_tiled", 2048, "rtx3090") / took("transpose_naive", 2048, "rtx3090"),
        0.15,
        0.75,
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


OTHERS = {
    "broken_forgotten_copy": ("no time is lost",),  # the host's clock; no launch is meant
    "broken_warp_sum": ("because it is faster",),  # what old books say
    "cnn_digits": ("see its share of the time", "which launches take longer"),  # asked, not said
    "data_parallel": (
        "Why it is faster",
        "four GPUs need about a quarter",  # a quarter of the samples: the limit of large batches
        "whichever it expects to be faster",  # NCCL
    ),
    "managed_memory": ("nor faster", "On a GPU it is measured"),  # what nobody has published
    "mandelbrot": ("takes as long as the slowest",),  # in turns
    "matmul_mixed": ("as soon as it is loaded", "65536 times that"),
    "matmul_register_tiled": ("Is that faster?",),
    "matmul_naive": ("the same result takes longer",),  # the sentence after it says by how much
    "merge_tiled": ("Compare the modelled time",),
    "normalize_image": ("are fed faster",),  # NVIDIA's guide to convolutions: channels last
    "pinned_memory": (
        "Why pinned memory is copied faster",  # tests/pipelines/test_host_memory.py: by how much
        "How much faster it is",
        "from published measurements",
    ),
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


@pytest.mark.slow
@pytest.mark.parametrize("row", STATED, ids=named)
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

    assert unknown == [], "add a row to STATED, or its words to OTHERS"


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
