"""A launch as HTML: what went wrong and where, the stage as a drawing, its figures.

No script, and nothing from elsewhere; all words of a trace are escaped, and drawings are images, in
which nothing runs either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from urllib.parse import quote

from gpuviz.device import Device
from gpuviz.insight.order import order_of
from gpuviz.insight.stand_out import stand_out
from gpuviz.messages import Message
from gpuviz.notebook.excerpt import Excerpt, ExcerptLine, hazard_excerpts
from gpuviz.notebook.figures import figure_facts
from gpuviz.notebook.picture import HEIGHT, WIDTH, LaunchPicture, ThemeName
from gpuviz.scene.checks.entries import hazard_title
from gpuviz.scene.checks.words import BAD, GOOD, broke_off, nothing_found
from gpuviz.scene.facts import Fact
from gpuviz.scene.numbers import whole
from gpuviz.texts import enumerated, rich, say, tr, visible
from gpuviz.trace import Trace
from gpuviz.trace.whose_device import device_or_default

MOST_HAZARDS = 6
MOST_FINDINGS = 3
MOST_NOTES = 6
THEMES: tuple[tuple[ThemeName, str], ...] = (("light", ""), ("dark", ' style="display: none"'))
"""With what hides the second one where no style sheet is heard."""
READABLE = ' /:=;,.()!*@$?-_~[]|<>"'
"""What stands as it is in the address of a drawing: not ', &, # and %."""
MOST_PICTURE_CHARACTERS = 130_000  # of a drawing as it stands in the page; there are two


def launch_card(trace: Trace, title: str = "") -> str:
    """One launch; `title` stands before the kernel's name. `trace` has its times."""
    device = device_or_default(trace)
    parts = [
        f'<div class="gpuviz-title">{plain(title)}{plain(trace.kernel)}</div>',
        f'<p class="gpuviz-muted">{plain(_how(trace, device))}</p>',
        *_broke_off(trace),
        *_hazards(trace),
        *_clean(trace),
        *picture(trace),
        *_figures(trace, device),
        *_stands_out(trace),
        *_notes(trace.notes),
    ]
    return "".join(parts)


def plain(text: str) -> str:
    """Words of anybody as HTML that shows them as they are."""
    return escape(visible(text))


def picture(trace: Trace) -> Iterator[str]:
    """The stage in both themes, of which the page shows its own; or why there is none."""
    drawn = LaunchPicture(trace)
    shown = 0
    for theme, more in THEMES:
        drawing = drawn.drawing(theme)
        address = svg_address(drawing.svg)
        if len(address) > MOST_PICTURE_CHARACTERS:
            continue
        shown += 1
        yield (
            f'<img class="gpuviz-{theme}"{more} width="{WIDTH}" height="{HEIGHT}"'
            f" alt=\"{plain(drawing.sentence)}\" src='{address}'>"
        )
    if shown < 2:
        words = tr("The picture of this launch is too large for a notebook: open it in the window.")
        yield f'<p class="gpuviz-muted">{plain(words)}</p>'


def svg_address(svg: bytes) -> str:
    """A drawing as an address between single quotes of HTML: a fifth shorter than with base64."""
    return f"data:image/svg+xml,{quote(svg, safe=READABLE)}"


def _how(trace: Trace, device: Device) -> str:
    """ "grid 2 × block 128 = 256 threads · emulated, lockstep · Tesla T4"."""
    config = trace.config
    words = tr("grid {grid} × block {block} = {n} threads").format(
        grid=axes(config.grid), block=axes(config.block), n=whole(config.threads)
    )
    how = [words, f"{trace.engine}, {trace.schedule}" if trace.schedule else trace.engine]
    return " · ".join([*how, device.name])


def axes(sides: Iterable[int]) -> str:
    """The axes that are used."""
    used = list(sides)
    while len(used) > 1 and used[-1] == 1:
        used.pop()
    return " × ".join(map(whole, used)) if len(used) == 1 else f"({', '.join(map(whole, used))})"


def _broke_off(trace: Trace) -> Iterator[str]:
    if trace.failure is not None:
        yield f'<p class="gpuviz-hazard">{plain(broke_off())}</p>'
        yield f"<p>{rich(say(trace.failure))}</p>"


def _clean(trace: Trace) -> Iterator[str]:
    """What was looked for and not found, in one line."""
    found = {hazard.kind for hazard in trace.hazards}
    clean = [kind for kind in trace.hazard_kinds_checked if kind not in found]
    if clean:
        words = enumerated([nothing_found(kind).removeprefix(f"{GOOD} ") for kind in clean])
        yield f'<p class="gpuviz-good">{GOOD} {plain(words)}</p>'
    if not trace.hazard_kinds_checked:
        words = tr("This engine does not look for hazards: the emulator does.")
        yield f'<p class="gpuviz-muted">{plain(words)}</p>'


def _hazards(trace: Trace) -> Iterator[str]:
    for hazard in trace.hazards[:MOST_HAZARDS]:
        yield f'<p class="gpuviz-hazard">{plain(f"{BAD} {hazard_title(hazard)}")}</p>'
        yield f"<p>{rich(say(hazard.message))}</p>"
        yield from map(_source, hazard_excerpts(trace, hazard))
    left = len(trace.hazards) - MOST_HAZARDS
    if left > 0:
        words = tr("and {n} more hazards: `.hazards` has them all").format(n=whole(left))
        yield f"<p>{rich(words)}</p>"


def _source(excerpt: Excerpt) -> str:
    lines = "".join(map(_line, excerpt.lines))
    name = plain(excerpt.file.strip("<>"))
    return f'<div class="gpuviz-muted">{name}</div><div class="gpuviz-source">{lines}</div>'


def _line(line: ExcerptLine) -> str:
    number = "" if line.number is None else str(line.number)
    role = f"<b>← {plain(line.role)}</b>" if line.role else ""
    guilty = ' class="gpuviz-guilty"' if line.role else ""
    return f"<div{guilty}><i>{number}</i>{''.join(_coloured(line))}{role}</div>"


def _coloured(line: ExcerptLine) -> Iterator[str]:
    """The line word by word, indented by spaces that no program takes for superfluous."""
    at = len(line.text) - len(line.text.lstrip())
    yield "&nbsp;" * at
    for word in line.words:
        yield plain(line.text[at : word.start])
        at = word.start + word.length
        yield f'<span class="gpuviz-{word.kind}">{plain(line.text[word.start : at])}</span>'
    yield plain(line.text[at:])


def _figures(trace: Trace, device: Device) -> Iterator[str]:
    rows = "".join(map(_fact, figure_facts(trace, device)))
    opened = "" if trace.hazards else " open"
    yield f"<details{opened}><summary>{plain(tr('Figures'))}</summary>"
    yield f'<div class="gpuviz-figures">{rows}</div></details>'


def _fact(fact: Fact) -> str:
    tip = f' title="{plain(fact.tip)}"' if fact.tip else ""
    value = fact.value if fact.is_rich else plain(fact.value)
    return (
        f'<div{tip}><span class="gpuviz-muted">{plain(fact.label)}</span><span>{value}</span></div>'
    )


def _stands_out(trace: Trace) -> Iterator[str]:
    findings = stand_out(trace, order_of(trace))[:MOST_FINDINGS]
    if findings:
        rows = "".join(f"<li>{rich(say(one.sentence))}</li>" for one in findings)
        yield f"<details><summary>{plain(tr('What stands out'))}</summary><ul>{rows}</ul></details>"


def _notes(notes: tuple[Message, ...]) -> Iterator[str]:
    if notes:
        rows = "".join(f"<li>{rich(say(note))}</li>" for note in notes[:MOST_NOTES])
        yield f"<details><summary>{plain(tr('Notes'))}</summary><ul>{rows}</ul></details>"
