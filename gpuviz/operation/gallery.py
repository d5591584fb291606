"""The gallery: the operations in kernels/, in the order in which they are taught."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gpuviz.messages import EnglishText, GpuvizError, Message, RequestRefused
from gpuviz.operation.info import OperationInfo
from gpuviz.operation.reader import describe
from gpuviz.places import resource_dir


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
            "histogram",
        ),
    ),
    GallerySection(
        "Sums and normalisation",
        ("sum_atomic", "sum_shared", "sum_shuffle", "scan", "softmax", "layer_norm"),
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
    GallerySection("Convolution", ("conv2d", "conv2d_shared", "max_pool")),
    GallerySection("Sequences", ("embedding", "rnn_step", "lstm_cell", "attention")),
    GallerySection(
        "Pictures",
        (
            *("rgb_to_gray", "rgb_to_hsv", "normalize_image", "resize_bilinear"),
            *("flip", "rotate_image"),
        ),
    ),
    GallerySection("Worlds and games", ("mandelbrot", "game_of_life", "q_learning")),
    GallerySection(
        "Pipelines",
        (
            *("cnn_digits", "train_step", "lstm_text", "transfer", "data_parallel"),
            *("dqn_gridworld", "video_frames"),
        ),
    ),
    GallerySection(
        "Broken on purpose",
        (
            *("broken_vector_add", "broken_transpose", "broken_slope"),
            *("broken_stencil", "broken_difference", "broken_votes", "broken_barrier"),
            *("broken_sum_shared", "broken_matmul_tiled", "broken_softmax", "broken_warp_sum"),
            *("broken_histogram", "broken_dot", "broken_game_of_life", "broken_forgotten_copy"),
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


def find_operation(name_or_path: str | Path) -> OperationInfo:
    """An operation of the gallery by its name, or a kernel file of the user's own by its path.

    Raises RequestRefused with the nearest name, or with what is wrong in the file.
    """
    text = str(name_or_path)
    path = Path(text)
    if path.suffix == ".py" or len(path.parts) > 1:
        return describe(path)
    files = {file.stem: file for file in _gallery_files()}
    if text not in files:
        raise RequestRefused(_unknown(text, list(files)))
    return describe(files[text])


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
    nearest = difflib.get_close_matches(text, names, n=1, cutoff=0.4)
    if nearest:
        template = (
            "There is no operation '{text}': did you mean {nearest}? 'gpuviz list' shows them all."
        )
        return Message("operation.unknown", template, {"text": text, "nearest": nearest[0]})
    template = (
        "There is no operation '{text}': 'gpuviz list' shows them all;"
        " a file of your own is given by its path, ending in .py."
    )
    return Message("operation.unknown", template, {"text": text})
