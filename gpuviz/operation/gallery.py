"""The gallery: the operations in kernels/, in the order in which they are taught."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gpuviz.messages import EnglishText, GpuvizError, Message, RequestRefused
from gpuviz.operation.info import OperationInfo
from gpuviz.operation.plugged import kernel_shelf
from gpuviz.operation.reader import describe
from gpuviz.ordinary_file import ending
from gpuviz.places import resource_dir
from gpuviz.plugins import BETWEEN, installed, plugin_of


@dataclass(frozen=True, slots=True)
class GallerySection:
    """Operations that are taught together, in order."""

    title: EnglishText
    names: tuple[str, ...]


GROUPS = (
    GallerySection(
        "First steps",
        ("vector_add", "saxpy", "matrix_add", "blur_3d", "sigmoid", "relu"),
    ),
    GallerySection(
        "Memory",
        (
            *("copy_strided", "transpose_naive", "transpose_tiled", "transpose_padded"),
            *("histogram", "histogram_shared", "particles_aos", "particles_soa"),
        ),
    ),
    GallerySection(
        "Sums and normalisation",
        (
            *("sum_atomic", "sum_shared", "sum_shuffle", "sum_grid_stride", "scan"),
            *("scan_lookback", "softmax", "layer_norm", "batch_norm"),
        ),
    ),
    GallerySection(
        "Matrix products",
        ("matmul_naive", "matmul_tiled", "matmul_register_tiled", "matmul_mixed"),
    ),
    GallerySection(
        "Neural networks",
        (
            *("neural_layer", "dense", "matmul_backward", "cross_entropy"),
            *("loss_scaling", "sgd_step", "adam_step"),
        ),
    ),
    GallerySection("Convolution", ("conv2d", "conv2d_shared", "max_pool", "conv2d_backward")),
    GallerySection(
        "Sequences", ("embedding", "rnn_step", "lstm_cell", "lstm_backward", "attention")
    ),
    GallerySection(
        "Irregular work",
        ("spmv_row_per_thread", "spmv_row_per_warp", "top_k", "merge_path", "merge_tiled"),
    ),
    GallerySection(
        "Pictures",
        (
            *("rgb_to_gray", "rgb_to_hsv", "normalize_image", "resize_bilinear"),
            *("flip", "rotate_image"),
        ),
    ),
    GallerySection("Simulations", ("heat_1d", "nbody_tiled", "monte_carlo_pi")),
    GallerySection("Worlds and games", ("mandelbrot", "game_of_life", "q_learning")),
    GallerySection(
        "Pipelines",
        (
            *("pinned_memory", "managed_memory"),
            *("cnn_digits", "train_step", "train_cnn", "lstm_text", "transfer"),
            *("data_parallel", "decode_attention", "transformer_block"),
            *("dqn_gridworld", "video_frames"),
            *("scan_blelloch", "compact", "heat_2d"),
            *("bitonic_sort", "radix_sort", "bfs", "kmeans", "fft_2d"),
        ),
    ),
    GallerySection(
        "Broken on purpose",
        (
            *("broken_vector_add", "broken_transpose", "broken_slope"),
            *("broken_stencil", "broken_difference", "broken_votes", "broken_barrier"),
            *("broken_sum_shared", "broken_matmul_tiled", "broken_softmax", "broken_warp_sum"),
            *("broken_histogram", "broken_dot", "broken_game_of_life", "broken_compact"),
            *("broken_look_back", "broken_merge", "broken_spmv", "broken_bfs"),
            "broken_forgotten_copy",
        ),
    ),
)
TEACHING_ORDER = tuple(name for group in GROUPS for name in group.names)


def list_operations() -> tuple[OperationInfo, ...]:
    """The gallery in teaching order, files that are not named there last.

    A file that cannot be read as an operation is left out; `gallery_problems` says why.
    """
    found = [_describe_or_error(path) for path in _gallery_files()]
    return tuple(one for one in found if isinstance(one, OperationInfo))


def read_gallery() -> Iterator[OperationInfo | GpuvizError]:
    """Read one file of the gallery a step: `list_operations` takes no time after that."""
    return map(_describe_or_error, _gallery_files())


def correct_operations() -> tuple[OperationInfo, ...]:
    """The kernels of the gallery without those that are wrong on purpose; no pipelines."""
    return tuple(info for info in list_kernels() if not info.is_broken)


def list_kernels() -> tuple[OperationInfo, ...]:
    """The operations of the gallery that are one kernel; no pipelines."""
    return tuple(info for info in list_operations() if not info.is_pipeline)


def list_pipelines() -> tuple[OperationInfo, ...]:
    """The pipelines of the gallery without those that are wrong on purpose."""
    return tuple(info for info in list_operations() if info.is_pipeline and not info.is_broken)


def group_of(name: str) -> GallerySection | None:
    """The group that an operation of the gallery is taught in; None for one outside all."""
    return next((group for group in GROUPS if name in group.names), None)


def gallery_problems() -> tuple[GpuvizError, ...]:
    """What is wrong with files of the gallery, one error for each such file."""
    found = [_describe_or_error(path) for path in _gallery_files()]
    return tuple(one for one in found if isinstance(one, GpuvizError))


def find_operation(
    name_or_path: str | Path, of_file: Callable[[Path], OperationInfo] = describe
) -> OperationInfo:
    """An operation of the gallery or of a plugin by its name, or a kernel file by its path, which
    `of_file` describes.

    Raises RequestRefused with the nearest name, or with what is wrong in the file.
    """
    text = str(name_or_path)
    path = Path(text)
    if ending(path) in (".py", ".cu") or len(path.parts) > 1:
        return of_file(path)
    files = {file.stem: file for file in _gallery_files()}
    if text in files:
        return describe(files[text])
    plugged = kernel_shelf()  # looked for only now: what is of the gallery does not wait for it
    found = plugged.find(text)
    if found is None:
        raise RequestRefused(_unknown(text, [*files, *plugged.all()]))
    return describe(found)


def is_in_gallery(path: Path) -> bool:
    """Whether a file is of the gallery, or would be."""
    return path.resolve().parent == resource_dir("kernels").resolve()


def twins_folder() -> Path:
    """Where the twins in CUDA C of the gallery's kernels are."""
    return resource_dir("kernels") / "cuda"


def is_twin_of_gallery(path: Path) -> bool:
    """Whether a file is one of those twins, or would be."""
    return path.resolve().parent == twins_folder().resolve()


def is_brought(path: Path) -> bool:
    """Whether a file came with gpuviz or with a plugin."""
    return is_in_gallery(path) or is_twin_of_gallery(path) or plugin_of(path) is not None


def _gallery_files() -> list[Path]:
    return sorted(resource_dir("kernels").glob("[!_]*.py"), key=_rank)


def _rank(path: Path) -> tuple[int, str]:
    taught = TEACHING_ORDER.index(path.stem) if path.stem in TEACHING_ORDER else len(TEACHING_ORDER)
    return taught, path.stem


def _describe_or_error(path: Path) -> OperationInfo | GpuvizError:
    try:
        return describe(path)
    except GpuvizError as error:
        return error


def _unknown(text: str, names: list[str]) -> Message:
    for problem in installed().problems:  # of the plugin that would have it
        if text.partition(BETWEEN)[0] == problem.values.get("name"):
            return problem
    nearest = difflib.get_close_matches(text, names, n=1, cutoff=0.4)
    if nearest:
        template = (
            "There is no operation '{text}': did you mean {nearest}? 'gpuviz list' shows them all."
        )
        return Message("operation.unknown", template, {"text": text, "nearest": nearest[0]})
    template = (
        "There is no operation '{text}': 'gpuviz list' shows them all;"
        " a file of your own is given by its path, ending in .py or .cu."
    )
    return Message("operation.unknown", template, {"text": text})
