"""What an operation is: a kernel file with its sizes, its CPU twins and its explanation.

Files are read by their syntax tree and never run here; `gpuviz.engines.host` runs them.
"""

from gpuviz.operation.expression import Expression
from gpuviz.operation.gallery import (
    correct_operations,
    find_operation,
    gallery_problems,
    list_operations,
)
from gpuviz.operation.info import OperationInfo
from gpuviz.operation.reader import describe
from gpuviz.operation.size import check_size, parse_size

__all__ = [
    "Expression",
    "OperationInfo",
    "check_size",
    "correct_operations",
    "describe",
    "find_operation",
    "gallery_problems",
    "list_operations",
    "parse_size",
]
