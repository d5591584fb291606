"""What stands below a cell: a launch, or several, with what failed, small enough for a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gpuviz.messages import GpuvizError
from gpuviz.notebook.card import axes, launch_card, plain
from gpuviz.notebook.modelled import timed
from gpuviz.notebook.style import ROOT, style_sheet
from gpuviz.scene.checks.words import BAD, GOOD
from gpuviz.scene.numbers import seconds, whole
from gpuviz.texts import rich, say, tr
from gpuviz.trace import Trace

MOST_CHARACTERS = 280_000  # of a page: a notebook with many of them still opens
MOST_CARDS = 3
MOST_ROWS = 40
MOST_NOTES = 10


def launch_page(trace: Trace) -> str:
    """One launch."""
    return _whole([_box(launch_card(timed(trace)))])


def launches_page(
    traces: Sequence[Trace],
    failures: Sequence[GpuvizError] = (),
    notes: Sequence[str] = (),
    name: str = "",
    most_cards: int = MOST_CARDS,
) -> str:
    """Several launches: a table of all, cards of those that tell most, what failed.

    `name` is the variable that holds them.
    """
    if not traces:
        boxes = [_box(f"<p>{plain(_without_launch(failures))}</p>")]
    elif len(traces) == 1 and most_cards:
        boxes = [_box(launch_card(timed(traces[0])))]
    else:
        boxes = [_box(_table(traces, name)), *map(_box, _cards(traces, most_cards))]
    told = {trace.failure for trace in traces}
    failed = [one for one in failures if one.message not in told]
    return _whole([*boxes, *map(_box, [*_failures(failed), *_notes(notes)])])


def _whole(boxes: Sequence[str]) -> str:
    return f"<div><style>{style_sheet()}</style>{''.join(boxes)}</div>"


def _box(content: str) -> str:
    return f'<div class="{ROOT}">{content}</div>'


def _without_launch(failures: Sequence[GpuvizError]) -> str:
    return (
        tr("No launch came to its end.")
        if failures
        else tr("No kernel was launched: a launch looks like kernel[blocks, threads](arguments).")
    )


def _cards(traces: Sequence[Trace], most: int) -> Iterator[str]:
    """Those that are wrong first, then one of each kernel, as long as there is room."""
    left = MOST_CHARACTERS
    for row in sorted(telling(traces)[:most]):
        card = launch_card(timed(traces[row]), f"{row}. ")
        left -= len(card)
        if left < 0:
            return
        yield card


def telling(traces: Sequence[Trace]) -> list[int]:
    """Rows of launches, what tells most in front, what only repeats left out."""
    seen = set[tuple[object, ...]]()
    wrong, right = list[int](), list[int]()
    for row, trace in enumerate(traces):
        found = (
            trace.kernel,
            is_wrong(trace),
            *((one.kind, one.file, one.line) for one in trace.hazards),
        )
        if found not in seen:
            (wrong if is_wrong(trace) else right).append(row)
        seen.add(found)
    return [*wrong, *right]


def is_wrong(trace: Trace) -> bool:
    """Whether it has a hazard or did not come to its end."""
    return bool(trace.hazards) or trace.failure is not None


def _table(traces: Sequence[Trace], name: str) -> str:
    """A row for each launch, counted from 0 as Python does."""
    heads = (
        ("", ""),
        (tr("kernel"), ""),
        (tr("grid"), ""),
        (tr("block"), ""),
        (tr("time, modelled"), tr("Of the kernel, without copies.")),
        (tr("sectors"), tr("Of 32 bytes, moved from and to global memory.")),
        (tr("found"), ""),
    )
    head = "".join(f'<th title="{plain(tip)}">{plain(words)}</th>' for words, tip in heads)
    rows = "".join(_row(row, trace) for row, trace in enumerate(traces[:MOST_ROWS]))
    left = len(traces) - MOST_ROWS
    more = tr("and {n} more").format(n=whole(left)) if left > 0 else ""
    hint = tr("`{name}[0]` alone in a cell shows one, `{name}[0].view()` plays it.")
    told = rich(hint.format(name=name)) if name else ""
    return (
        f'<div class="gpuviz-title">{plain(_count(len(traces)))}</div>'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        f'<p class="gpuviz-muted">{" · ".join(part for part in (plain(more), told) if part)}</p>'
    )


def _count(launches: int) -> str:
    return tr("1 launch") if launches == 1 else tr("{n} launches").format(n=whole(launches))


def _row(row: int, trace: Trace) -> str:
    config, words, tone = trace.config, *_found(trace)
    cells = (
        *(str(row), trace.kernel, axes(config.grid), axes(config.block)),
        *(_kernel_time(trace), _sectors(trace)),
    )
    told = "".join(f"<td>{plain(cell)}</td>" for cell in cells)
    return f'<tr>{told}<td class="gpuviz-{tone}">{plain(words)}</td></tr>'


def _kernel_time(trace: Trace) -> str:
    """With a word where it was not modelled; empty where it is not known."""
    times = timed(trace).times
    if times is None or times.kernel_s is None:
        return ""
    text = seconds(times.kernel_s)
    return text if times.source == "modelled" else tr("{time}, measured").format(time=text)


def _sectors(trace: Trace) -> str:
    counters = trace.counters
    if counters is None:
        return ""
    return whole(counters.global_load_sectors + counters.global_store_sectors)


def _found(trace: Trace) -> tuple[str, str]:
    """What was found in a few words, and their tone."""
    if trace.failure is not None:
        return f"{BAD} {tr('the launch broke off')}", "hazard"
    count = len(trace.hazards)
    if count:
        words = tr("1 hazard") if count == 1 else tr("{n} hazards").format(n=whole(count))
        return f"{BAD} {words}", "hazard"
    if trace.hazard_kinds_checked:
        return f"{GOOD} {tr('no hazard')}", "good"
    return tr("not checked"), "muted"


def _failures(failures: Sequence[GpuvizError]) -> Iterator[str]:
    for failure in dict.fromkeys(failures[:MOST_NOTES]):
        yield f'<p class="gpuviz-hazard">{BAD} {rich(say(failure.message))}</p>'


def _notes(notes: Sequence[str]) -> Iterator[str]:
    if notes:
        rows = "".join(f"<li>{rich(note)}</li>" for note in notes[:MOST_NOTES])
        yield f"<p>{plain(tr('Notes'))}</p><ul>{rows}</ul>"
