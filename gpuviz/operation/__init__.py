"""What an operation is: a kernel file with its sizes, its CPU twins and its explanation.

Files are read by their syntax tree and never run here; `gpuviz.engines.host` runs them.
"""

from gpuviz.operation.expression import Expression
from gpuviz.operation.gallery import (
    GROUPS,
    GallerySection,
    correct_operations,
    find_operation,
    gallery_problems,
    group_of,
    list_kernels,
    list_operations,
    list_pipelines,
    read_gallery,
)
from gpuviz.operation.info import OperationInfo, ShowKind
from gpuviz.operation.launchable import (
    check_kernel,
    check_pipeline,
    kernel_refusals,
    pipeline_refusals,
)
from gpuviz.operation.reader import describe
from gpuviz.operation.size import check_size, parse_size

__all__ = [
    "GROUPS",
    "Expression",
    "GallerySection",
    "OperationInfo",
    "ShowKind",
    "check_kernel",
    "check_pipeline",
    "check_size",
    "correct_operations",
    "describe",
    "find_operation",
    "gallery_problems",
    "group_of",
    "kernel_refusals",
    "list_kernels",
    "list_operations",
    "list_pipelines",
    "parse_size",
    "pipeline_refusals",
    "read_gallery",
]
