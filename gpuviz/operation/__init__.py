"""What an operation is: a kernel file with its sizes, its CPU twins and its explanation.

Files are read by their syntax tree and never run here; `gpuviz.engines.host` runs them.
"""

from typing import TYPE_CHECKING

from gpuviz.lazily import lazily

if TYPE_CHECKING:
    from gpuviz.operation.explained import explanation
    from gpuviz.operation.expression import Expression
    from gpuviz.operation.gallery import (
        GROUPS,
        GallerySection,
        correct_operations,
        find_operation,
        gallery_problems,
        group_of,
        is_in_gallery,
        list_kernels,
        list_operations,
        list_pipelines,
        read_gallery,
    )
    from gpuviz.operation.info import OperationInfo, ShowKind
    from gpuviz.operation.launchable import check_launch, launch_refusals
    from gpuviz.operation.plugged import called, kernel_problems, plugin_operations, read_plugins
    from gpuviz.operation.reader import (
        describe,
        describe_runnable,
        describe_runnable_text,
        describe_text,
    )
    from gpuviz.operation.size import check_size, parse_size

__all__ = [
    "GROUPS",
    "Expression",
    "GallerySection",
    "OperationInfo",
    "ShowKind",
    "called",
    "check_launch",
    "check_size",
    "correct_operations",
    "describe",
    "describe_runnable",
    "describe_runnable_text",
    "describe_text",
    "explanation",
    "find_operation",
    "gallery_problems",
    "group_of",
    "is_in_gallery",
    "kernel_problems",
    "launch_refusals",
    "list_kernels",
    "list_operations",
    "list_pipelines",
    "parse_size",
    "plugin_operations",
    "read_gallery",
    "read_plugins",
]

__getattr__ = lazily(
    __name__,
    {
        "explained": ("explanation",),
        "expression": ("Expression",),
        "gallery": (
            "GROUPS",
            "GallerySection",
            "correct_operations",
            "find_operation",
            "gallery_problems",
            "group_of",
            "is_in_gallery",
            "list_kernels",
            "list_operations",
            "list_pipelines",
            "read_gallery",
        ),
        "info": ("OperationInfo", "ShowKind"),
        "launchable": ("check_launch", "launch_refusals"),
        "plugged": ("called", "kernel_problems", "plugin_operations", "read_plugins"),
        "reader": ("describe", "describe_runnable", "describe_runnable_text", "describe_text"),
        "size": ("check_size", "parse_size"),
    },
)
