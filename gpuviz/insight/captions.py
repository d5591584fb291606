"""What the line that is played does, and to whom, in one sentence for a beginner; and how many
rounds like it are passed quickly.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

import numpy as np

from gpuviz.insight.formula import statements_of
from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.insight.tempo import LOOPS, Tempo
from gpuviz.insight.traffic import site_text
from gpuviz.messages import EnglishTemplate, Message, listed
from gpuviz.trace import Trace
from gpuviz.trace.source import AccessKind, Site, Statement
from gpuviz.units import whole

INDEX_NAMES = {"threadIdx", "blockIdx", "laneid"}
HEADERS = (ast.If, ast.While, ast.For)
INDEX_CALL = "grid"
EXCHANGES = ("shfl", "vote", "ballot", "match", "all_sync", "any_sync", "eq_sync")
LONGEST = 44  # characters of source in a sentence

WORDS: dict[str, EnglishTemplate] = {
    "start": "{kernel} is about to start: {threads} threads in {blocks} blocks run the same lines,"
    " each with an index of its own.",
    "start-one": "{kernel} is about to start: the {threads} threads of one block run the same"
    " lines, each with an index of its own.",
    "start-alone": "{kernel} is about to start: a single thread runs these lines.",
    "end": "The launch is over.",
    "barrier": "The threads of a block wait for each other here: none goes on before the last one"
    " has come.",
    "sync": "The lanes of a warp wait for each other here.",
    "return": "These threads are done.",
    "give-back": "Each thread gives {value} back to the line that called.",
    "call": "Each thread calls {functions}: its lines come next.",
    "read-call": "Each thread reads {reads} and calls {functions}: its lines come next.",
    "then-read": "Line {line} then reads {elements}.",
    "then-write": "Line {line} then writes {elements}.",
    "then-atomic": "Line {line} then changes {elements} by an atomic operation.",
    "if": "Each thread asks: {test}? Only those where it holds take the lines inside.",
    "for": "The loop: {target} takes its next value of {values}, and threads without one go on"
    " behind it.",
    "while": "The loop: threads for which {test} holds take another turn.",
    "shared": "The block gets {names}: memory that all its threads share.",
    "local": "Each thread gets {names}, memory of its own.",
    "index": "Each thread works out {names}: by this number it knows which elements are its own.",
    "atomic": "Each thread changes {arrays} by an atomic operation: where several meet at one"
    " element, they come one after the other.",
    "exchange": "The lanes of a warp hand each other values, without memory between them.",
    "read-write": "Each thread reads {reads} and writes {writes}.",
    "write": "Each thread writes {writes}.",
    "read": "Each thread reads {reads} and keeps {names}.",
    "look": "Each thread reads {reads}.",
    "compute": "Each thread computes {names}.",
    "line": "Each thread executes this line.",
    "turns": "{n} more turns like this pass quickly.",
    "rounds": "{n} more steps like these pass quickly.",
}
"""A sentence for each kind of line."""


def caption(trace: Trace, order: PlayOrder, instant: Instant) -> Message:
    """What the step that is played does; before the first one what is about to happen."""
    if instant.ended:
        return _said("end")
    step = order.playing(instant)
    if step < 0 or trace.steps is None:
        config = trace.config
        values = {"threads": whole(config.threads), "blocks": whole(config.blocks)}
        kind = "start-alone" if config.threads == 1 else "start-one"
        return _said(kind if config.blocks == 1 else "start", kernel=trace.kernel, **values)
    told = line_caption(trace, int(trace.steps.statement[step]))
    if told.code != "caption.call":
        return told
    own = [site for site, of in _happening(trace, order, step) if of == step]
    reads = listed(_texts(trace, [site for site in own if site.kind == "read"]))
    return _said("read-call", reads=reads, **told.values) if reads else told


def after_calls(trace: Trace, order: PlayOrder, instant: Instant) -> tuple[Message, ...]:
    """What the lines do that called, once the step that is played has ended what they called."""
    step = -1 if instant.ended else order.playing(instant)
    if step < 0:
        return ()
    found: dict[tuple[int, AccessKind], list[Site]] = {}
    for site, of in _happening(trace, order, step):
        if of != step:
            found.setdefault((site.line, site.kind), []).append(site)
    return tuple(
        _said(f"then-{kind}", line=line, elements=listed(_texts(trace, sites)))
        for (line, kind), sites in found.items()
    )


def _happening(trace: Trace, order: PlayOrder, step: int) -> list[tuple[Site, int]]:
    """The sites at which a step accesses memory, and the steps whose statements do."""
    table = trace.accesses
    if table is None:
        return []
    rows = np.flatnonzero(order.accessed == order.position[step]).tolist()
    return [(trace.sites[table.site[row]], int(table.step[row])) for row in rows]


def _texts(trace: Trace, sites: Sequence[Site]) -> list[str]:
    return list(dict.fromkeys(site_text(trace, site) for site in sites))


def line_caption(trace: Trace, statement: int) -> Message:
    """What a statement (a row of the trace) does."""
    told = trace.statements[statement]
    sites = [site for site in trace.sites if site.statement == statement]
    if told.is_barrier:
        return _said("barrier")
    if trace.functions[told.function].language == "cuda-c":
        return _of_c(trace, told, sites)
    node = _node(trace, told)
    if node is None:
        return _said("line")
    functions = {one.name for one in trace.functions if not one.is_kernel}
    return _of_node(node, sites, functions)


def _of_c(trace: Trace, told: Statement, sites: Sequence[Site]) -> Message:
    from gpuviz.insight.c_captions import c_caption  # with the first kernel in CUDA C

    atomics = {site.array for site in sites if site.kind == "atomic"}
    found = c_caption(trace, told, {site.array for site in sites}, atomics)
    if found is None:
        return _said("line")
    kind, values = found
    return _said(kind, **values)


def folded_words(trace: Trace, order: PlayOrder, tempo: Tempo, instant: Instant) -> Message | None:
    """How many turns, or else steps of every warp, pass quickly from here; None where none do."""
    place = tempo.place_of(instant.rounds)
    left = int(tempo.folded[place])
    if left < 2 or instant.ended:
        return None
    first, last = (order.moment_of_round(int(tempo.rounds[p])) for p in (place, place + left - 1))
    turns = _turns(trace, order, first, last)
    return _said("turns", n=whole(turns)) if turns > 1 else _said("rounds", n=whole(left))


def _turns(trace: Trace, order: PlayOrder, first: int, last: int) -> int:
    """Rounds in which a loop's header is come to."""
    if trace.steps is None:
        return 0
    is_loop = np.array([one.kind in LOOPS for one in trace.statements], bool)
    taken = is_loop[trace.steps.statement[order.step[first:last]]]
    return len(np.unique(order.round[first:last][taken]))


def _said(kind: str, **values: object) -> Message:
    return Message(f"caption.{kind}", WORDS[kind], values)


def _of_node(node: ast.stmt, sites: Sequence[Site], functions: set[str]) -> Message:
    calls, names = set(_calls(node)), _assigned(node)
    last = {call.rpartition(".")[2] for call in calls}
    called = set() if isinstance(node, HEADERS) else last & functions
    atomics = {site.array for site in sites if site.kind == "atomic"}
    if atomics and not called:
        return _said("atomic", arrays=listed(sorted(atomics)))
    if isinstance(node, ast.Return):
        value = node.value
        return _said("return") if value is None else _said("give-back", value=_short(value))
    if isinstance(node, ast.If):
        return _said("if", test=_short(node.test))
    if isinstance(node, ast.While):
        return _said("while", test=_short(node.test))
    if isinstance(node, ast.For):
        return _said("for", target=_short(node.target), values=_short(node.iter))
    for space in ("shared", "local"):
        if f"{space}.array" in {".".join(call.split(".")[-2:]) for call in calls}:
            return _said(space, names=listed(names))
    if called:
        return _said("call", functions=listed(sorted(called)))
    if "syncwarp" in last:
        return _said("sync")
    if any(name.startswith(EXCHANGES) for name in last):
        return _said("exchange")
    return _of_accesses(node, {site.array for site in sites}, names, last)


def _of_accesses(node: ast.stmt, arrays: set[str], names: list[str], calls: set[str]) -> Message:
    reads, writes = _elements(node, arrays)
    if reads and writes:
        return _said("read-write", reads=listed(reads), writes=listed(writes))
    if writes:
        return _said("write", writes=listed(writes))
    if reads:
        return (
            _said("read", reads=listed(reads), names=listed(names))
            if names
            else _said("look", reads=listed(reads))
        )
    words = {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
    if isinstance(node, ast.Assign) and (INDEX_CALL in calls or words & INDEX_NAMES):
        return _said("index", names=listed(names))
    return _said("compute", names=listed(names)) if names else _said("line")


def _elements(node: ast.stmt, arrays: set[str]) -> tuple[list[str], list[str]]:
    """What of these arrays is read, and what is written, as the source has it."""
    reads: dict[str, None] = {}
    writes: dict[str, None] = {}
    for part in ast.walk(node):
        if isinstance(part, ast.Subscript) and _base(part) in arrays:
            text = _short(part)
            if isinstance(part.ctx, ast.Load):
                reads[text] = None
            else:
                writes[text] = None
                if isinstance(node, ast.AugAssign):
                    reads[text] = None
    return list(reads), list(writes)


def _base(part: ast.Subscript) -> str:
    inner: ast.expr = part
    while isinstance(inner, ast.Subscript | ast.Attribute):
        inner = inner.value
    return inner.id if isinstance(inner, ast.Name) else ""


def _calls(node: ast.stmt) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            yield ast.unparse(part.func)


def _assigned(node: ast.stmt) -> list[str]:
    """The variables that a statement gives a value."""
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        targets = [node.target]
    named = (part for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))
    return list(dict.fromkeys(part.id for part in named if isinstance(part.ctx, ast.Store)))


def _short(node: ast.expr) -> str:
    text = ast.unparse(node)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _node(trace: Trace, statement: Statement) -> ast.stmt | None:
    source = trace.functions[statement.function]
    place = statement.line - source.first_line + 1, statement.column - 1
    found = (n for n in statements_of(source.text) if (n.lineno, n.col_offset) == place)
    return next(found, None)
