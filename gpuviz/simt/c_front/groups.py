"""Cooperative groups: thread_block, tiles of a warp, and the grid.

Their functions are written out in what CUDA had before them: `tile.shfl_down(v, 1)` is
`__shfl_down_sync` with the mask of the tile's lanes and its width (CUDA C++ Programming Guide,
Cooperative Groups).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.parser import Parser
from gpuviz.cuda_c.refusals import Place
from gpuviz.cuda_c.types import GROUPS, UNSIGNED, CType
from gpuviz.cuda_c.words import Word, words_of
from gpuviz.simt.c_front import expressions, group_lanes
from gpuviz.simt.c_front.scope import CScope
from gpuviz.simt.c_front.typed import Group, Nothing, Typed, Variable
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.registry import Intrinsic, callee_named
from gpuviz.simt.lower.scope import Expr, Run
from gpuviz.simt.types import NONE

WARP = 32
RANK = "((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x)"
LANE = f"({RANK} % 32)"
BLOCK_SIZE = "(blockDim.x * blockDim.y * blockDim.z)"
BLOCK = "((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x)"
BLOCKS = "(gridDim.x * gridDim.y * gridDim.z)"
TEXTS: dict[tuple[str, str], str] = {
    ("block", "thread_rank"): RANK,
    ("block", "size"): BLOCK_SIZE,
    ("block", "num_threads"): BLOCK_SIZE,
    ("tile", "thread_rank"): f"({RANK} % WIDTH)",
    ("tile", "size"): "WIDTH",
    ("tile", "num_threads"): "WIDTH",
    ("tile", "meta_group_rank"): f"({RANK} / WIDTH)",
    ("tile", "meta_group_size"): f"(({BLOCK_SIZE} + WIDTH - 1) / WIDTH)",
    ("tile of tile", "meta_group_rank"): f"({RANK} % PARENT / WIDTH)",
    ("tile of tile", "meta_group_size"): "(PARENT / WIDTH)",
    ("coalesced", "thread_rank"): f"__popc(MEMBERS & ((1u << {LANE}) - 1))",
    ("coalesced", "size"): "__popc(MEMBERS)",
    ("coalesced", "num_threads"): "__popc(MEMBERS)",
    ("grid", "thread_rank"): f"((unsigned long long){BLOCK} * {BLOCK_SIZE} + {RANK})",
    ("grid", "size"): f"((unsigned long long){BLOCKS} * {BLOCK_SIZE})",
    ("grid", "num_threads"): f"((unsigned long long){BLOCKS} * {BLOCK_SIZE})",
    ("grid", "block_rank"): BLOCK,
    ("grid", "num_blocks"): BLOCKS,
}
"""What the numbers of a group are, in plain CUDA C; WIDTH are the threads of a tile."""
INDICES = {
    "thread_index": "threadIdx",
    "group_index": "blockIdx",
    "group_dim": "blockDim",
    "dim_threads": "blockDim",
}
SHUFFLES = ("shfl", "shfl_down", "shfl_up", "shfl_xor")
SHUFFLED_FROM = {
    "shfl": "__fns(MEMBERS, 0, (int)(__V__) + 1)",
    "shfl_up": f"__lane_up(MEMBERS, {LANE}, __V__)",
    "shfl_down": f"__lane_down(MEMBERS, {LANE}, __V__)",
}
"""The lane that a lane of a coalesced group reads from."""
MEMBERS = "members of the group"
"""The name of the word with a bit for each lane of a coalesced group; no author has it."""
VOTES = ("any", "all", "ballot", "match_any")
COALESCED = (*SHUFFLED_FROM, "any", "all", "ballot")


def made_block(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    """this_thread_block()."""
    return Group(GROUPS["thread_block"], "block")


def made_grid(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    """this_grid()."""
    return Group(GROUPS["grid_group"], "grid")


def made_tile(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    """tiled_partition<32>(block), tiled_partition(block, 32)."""
    parts: list[Any] = [*node.templates, *node.arguments[1:]]
    width = expressions.constant_in(scope, parts[0]) if parts else None
    parent = given[0] if given else None
    inside = isinstance(parent, Group) and (
        parent.what == "block" or (parent.width >= (width or 0))
    )
    if width not in (1, 2, 4, 8, 16, 32) or not inside:
        text = (
            "a tile has 1, 2, 4, 8, 16 or 32 threads of a block, or of a larger tile:"
            " tiled_partition<32>(block)."
        )
        scope.refuse(node, "tile", text)
    assert isinstance(parent, Group)
    return Group(GROUPS["thread_block_tile"], "tile", int(width), parent.width)


def made_coalesced(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    """coalesced_threads(): the lanes of the warp that come here together."""
    return _coalesced(_intrinsic(scope, node, "cuda.activemask", []))


def _coalesced(members: Expr) -> Group:
    run = operators.convert(members, UNSIGNED).run
    return Group(GROUPS["coalesced_group"], "coalesced", run=run)


def made_part(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    """binary_partition(group, predicate), labeled_partition(group, label)."""
    parent = given[0] if len(given) == 2 else None
    assert isinstance(node.called, syntax.Name)
    if not isinstance(parent, Group) or parent.what not in ("tile", "coalesced"):
        text = "{name} takes a tile or a coalesced group, and a number."
        scope.refuse(node, "group-method", text, name=node.called.id)
    _refuse_unnamed(scope, node, parent)
    members = _lowered(scope, node, _members(parent), parent)
    number = expressions.number_in(scope, node.arguments[1], given[1])
    if node.called.id == "binary_partition":
        return _coalesced(group_lanes.with_same_truth(scope, node, members, number))
    return _coalesced(group_lanes.with_same_number(scope, node, members, number))


def declared(scope: CScope, name: str, group: Group) -> Run | None:
    """Gives a group a name; what that does while the kernel runs."""
    run = group.run
    if run is None or group.members is not None:
        scope.declare(name, group)
        return None
    slot = scope.new_slot(name)
    scope.declare(name, in_function(group, slot))
    return lambda frame, mask: frame.assign(slot, mask, run(frame, mask))


def in_function(group: Group, slot: int) -> Group:
    """A coalesced group whose members lie in a slot."""
    members = Variable(UNSIGNED, MEMBERS, slot, -1)
    return replace(group, members=members, run=lambda frame, mask: frame.variables[slot])


def _refuse_unnamed(scope: CScope, node: syntax.Node, group: Group) -> None:
    if group.what == "coalesced" and group.members is None:
        text = "give this group a name first: auto group = ..; then group.size()."
        scope.refuse(node, "group-name", text)


def of_method(scope: CScope, node: syntax.Call) -> Typed | None:
    """`group.method(..)`; None where what stands before the point is no group."""
    assert isinstance(node.called, syntax.Member)
    base = node.called.base
    if isinstance(base, (syntax.Name, syntax.Call)) and _may_be_group(scope, base):
        group = expressions.lower(scope, base)
        if isinstance(group, Group):
            return _called(scope, node, group, node.called.name, node.arguments)
    return None


def _may_be_group(scope: CScope, base: syntax.Name | syntax.Call) -> bool:
    if isinstance(base, syntax.Call):
        return isinstance(base.called, syntax.Name) and base.called.id in MAKERS
    return isinstance(scope.meaning(base.id), Group)


def synchronised(scope: CScope, node: syntax.Expression) -> Group | None:
    """The group that a call waits for: `group.sync()`, `sync(group)`."""
    if not isinstance(node, syntax.Call):
        return None
    base: syntax.Expression | None = None
    if isinstance(node.called, syntax.Member) and node.called.name in ("sync", "barrier_sync"):
        base = node.called.base
    elif isinstance(node.called, syntax.Name) and node.called.id == "sync" and node.arguments:
        base = node.arguments[0]
    if not isinstance(base, (syntax.Name, syntax.Call)) or not _may_be_group(scope, base):
        return None
    found = expressions.lower(scope, base)
    return found if isinstance(found, Group) else None


def _called(
    scope: CScope, node: syntax.Call, group: Group, name: str, arguments: list[syntax.Expression]
) -> Typed:
    _refuse_unnamed(scope, node, group)
    nested = group.what == "tile" and group.parent > 0
    text = TEXTS.get(("tile of tile" if nested else group.what, name))
    text = text or TEXTS.get((group.what, name))
    if text is not None and not arguments:
        return _lowered(scope, node, text, group)
    if name == "sync" and not arguments:
        return waiting(scope, node, group)
    if group.what == "coalesced" and name in COALESCED:
        return _of_coalesced(scope, node, group, name, arguments)
    if group.what == "tile" and name in (*SHUFFLES, *VOTES):
        mask = _written(scope, node, _mask(group), group)
        width = [_written(scope, node, "WIDTH", group)] if name in SHUFFLES else []
        called = _like(node, syntax.Name, f"__{name}_sync")
        call = _like(node, syntax.Call, called, (), [mask, *arguments, *width])
        if name == "ballot" and group.width < WARP:
            text = f"((__V__ >> ({RANK} / WIDTH * WIDTH % 32)) & ((1u << WIDTH) - 1))"
            return expressions.lower(scope, _with(_written(scope, node, text, group), call))
        return expressions.lower(scope, call)
    text_ = "{name}() of this group is not known: write it with {instead}."
    instead = "thread_rank(), size(), sync(), shfl_down()"
    scope.refuse(node, "group-method", text_, name=name, instead=instead)


def waiting(scope: CScope, node: syntax.Node, group: Group) -> Typed:
    """The threads of a tile, or of the grid, wait for each other."""
    if group.what in ("tile", "coalesced"):
        _refuse_unnamed(scope, node, group)
        return _waiting_lanes(scope, node, group)
    if group.what == "grid":
        scope.program.has_grid_sync = True
        place = scope.place(node)
        return Nothing(
            Expr(
                NONE, lambda frame, mask: frame.context.grid_barrier(mask, place), None, pure=False
            )
        )
    text = "sync() of a block is a statement of its own."
    scope.refuse(node, "barrier-value", text)


def _waiting_lanes(scope: CScope, node: syntax.Node, group: Group) -> Typed:
    members = expressions.number_in(scope, node, _lowered(scope, node, _members(group), group))  # type: ignore[arg-type]
    named = operators.convert(members.expr, UNSIGNED)
    return Nothing(_intrinsic(scope, node, "cuda.syncwarp", [named]))


def _of_coalesced(
    scope: CScope, node: syntax.Call, group: Group, name: str, arguments: list[syntax.Expression]
) -> Typed:
    """A shuffle or a vote of lanes that met: they are counted by their ranks."""
    mask = _written(scope, node, "MEMBERS", group)
    given = list(arguments)
    if name in SHUFFLES and len(given) == 2:
        given[1] = _with(_written(scope, node, SHUFFLED_FROM[name], group), given[1])
    called = _like(node, syntax.Name, "__shfl_sync" if name in SHUFFLES else f"__{name}_sync")
    call = _like(node, syntax.Call, called, (), [mask, *given])
    if name == "ballot":
        packing = _like(node, syntax.Name, "__packed_lanes")
        call = _like(node, syntax.Call, packing, (), [mask, call])
    return _in(scope, group, call)


def _lowered(scope: CScope, node: syntax.Node, text: str, group: Group) -> Typed:
    """What a text of CUDA C gives that stands for something of a group."""
    return _in(scope, group, _written(scope, node, text, group))


def _in(scope: CScope, group: Group, node: syntax.Expression) -> Typed:
    if group.members is None:
        return expressions.lower(scope, node)
    scope.names.append({MEMBERS: group.members})
    try:
        return expressions.lower(scope, node)
    finally:
        scope.names.pop()


def _members(group: Group) -> str:
    return "MEMBERS" if group.what == "coalesced" else _mask(group)


def _intrinsic(scope: CScope, node: syntax.Node, name: str, given: list[Expr]) -> Expr:
    from gpuviz.simt.c_front.scope import call_node

    callee = callee_named(name)
    assert isinstance(callee, Intrinsic)
    return callee.call(scope, call_node(node, f"__{name.removeprefix('cuda.')}"), given)


def _mask(group: Group) -> str:
    if group.width == WARP:
        return "0xffffffffu"
    return f"(((1u << WIDTH) - 1) << ({RANK} / WIDTH * WIDTH % 32))"


def _like(node: syntax.Node, make: Any, *parts: Any) -> Any:
    """A node at the place of another one."""
    return make(
        *parts, lineno=node.lineno, col_offset=node.col_offset,
        end_lineno=node.end_lineno, end_col_offset=node.end_col_offset,
    )  # fmt: skip


def _written(scope: CScope, node: syntax.Node, text: str, group: Group) -> syntax.Expression:
    """A text of CUDA C as if it stood at a node."""
    place = Place(node.lineno, node.col_offset + 1)
    known = {
        "WIDTH": Word("number", f"{group.width}u", place),
        "PARENT": Word("number", f"{group.parent}u", place),
        "MEMBERS": Word("name", MEMBERS, place),
    }
    words = [
        known.get(one.text, Word(one.kind, one.text, place))
        for one in words_of(text, scope.unit.file)
    ]
    return Parser(words, scope.unit.file, {}).expression()


def _with(node: Any, value: syntax.Expression) -> Any:
    """The expression with a value in the place of the name __V__."""
    if isinstance(node, syntax.Name):
        return value if node.id == "__V__" else node
    if isinstance(node, syntax.Binary):
        node.left, node.right = _with(node.left, value), _with(node.right, value)
    elif isinstance(node, syntax.Cast):
        node.operand = _with(node.operand, value)
    elif isinstance(node, syntax.Call):
        node.arguments = [_with(part, value) for part in node.arguments]
    return node


def index_of(node: syntax.Member) -> syntax.Member | None:
    """`block.thread_index().x` as `threadIdx.x`; None for another member."""
    base = node.base
    if not isinstance(base, syntax.Call) or not isinstance(base.called, syntax.Member):
        return None
    name = INDICES.get(base.called.name)
    if name is None or base.arguments:
        return None
    return _like(node, syntax.Member, _like(node, syntax.Name, name), node.name, False)  # type: ignore[no-any-return]


def fits(group: Group, kind: CType) -> bool:
    """Whether a parameter of a type takes a group: a thread_group takes each."""
    return kind in (group.kind, GROUPS["thread_group"])


MAKERS = {
    "this_thread_block": made_block,
    "this_grid": made_grid,
    "tiled_partition": made_tile,
    "coalesced_threads": made_coalesced,
    "binary_partition": made_part,
    "labeled_partition": made_part,
}
