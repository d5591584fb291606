"""The operations to choose from, in groups, as far as they have the words that are searched."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gpuviz.operation import OperationInfo, group_of
from gpuviz.places import resource_dir
from gpuviz.texts import summary_of, title_of, tr


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, and what stands under it."""

    title: str
    operations: tuple[OperationInfo, ...]


def sections(operations: Iterable[OperationInfo], search: str = "") -> tuple[Section, ...]:
    """The operations that have every searched word, each group under its title.

    The groups stand as they are taught, other files of the gallery after them, the user's own last.
    """
    found: dict[str, list[OperationInfo]] = {}
    for operation in sorted(operations, key=_is_own):  # the order of the gallery stays
        if _has_words(operation, search):
            found.setdefault(heading_of(operation), []).append(operation)
    return tuple(Section(title, tuple(inside)) for title, inside in found.items())


def heading_of(operation: OperationInfo) -> str:
    """The title of the group that an operation stands in."""
    if _is_own(operation):
        return tr("Your files")
    group = group_of(operation.name)
    return tr("More") if group is None else tr(group.title)


def _is_own(operation: OperationInfo) -> bool:
    return operation.path.parent.resolve() != resource_dir("kernels").resolve()


def _has_words(operation: OperationInfo, search: str) -> bool:
    """Whether each word is in its name, title or summary, as written or as translated."""
    english = operation.name, operation.name.replace("_", " "), operation.title, operation.summary
    shown = title_of(operation), summary_of(operation), heading_of(operation)
    text = " ".join((*english, *shown)).casefold()
    return all(word in text for word in search.casefold().split())
