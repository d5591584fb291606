"""The results as one HTML file: no script, no network, all words of students escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from gpuviz.api.grading.gathered import gathered
from gpuviz.api.grading.grade import Grade, Mistake, Verdict
from gpuviz.api.grading.rows import PASSED

WORDS: dict[Verdict, str] = {
    "right": "right",
    "wrong": "wrong",
    "failed": "could not be judged",
}
STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 2rem; }
th, td { text-align: left; padding: .4rem .8rem; border-bottom: 1px solid #8884; }
td { vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.right { color: #0a7d4f; } .wrong { color: #c2410c; } .failed { color: #7c6a00; }
@media (prefers-color-scheme: dark) {
  .right { color: #34d399; } .wrong { color: #fb923c; } .failed { color: #facc15; }
}
summary { cursor: pointer; }
details { margin: .3rem 0; } ul { margin: .3rem 0; }
code, pre { font: 14px ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def write_page(grades: Sequence[Grade], title: str, path: Path) -> None:
    """Writes it. Raises OSError."""
    path.write_text(page(grades, title), encoding="utf-8", errors="replace")


def page(grades: Sequence[Grade], title: str) -> str:
    """How many of each verdict, similar mistakes, then student by student."""
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
            f"<h1>{escape(title)}</h1>",
            f"<p>{_counts(grades)}</p>",
            *_similar(grades),
            "<h2>Students</h2>",
            "<table><thead><tr><th>student<th>verdict<th class=number>points<th>what is wrong",
            "</thead><tbody>",
            *(_row(grade) for grade in grades),
            "</tbody></table></body></html>\n",
        ]
    )


def _counts(grades: Sequence[Grade]) -> str:
    parts = []
    for verdict, words in WORDS.items():
        count = sum(grade.verdict == verdict for grade in grades)
        parts.append(f"<span class={verdict}>{count} {words}</span>")
    return f"{len(grades)} submissions: {', '.join(parts)}."


def _similar(grades: Sequence[Grade]) -> Iterator[str]:
    shared = [one for one in gathered(grades) if len(one.students) > 1]
    if not shared:
        return
    yield "<h2>Mistakes that several made</h2><table><thead>"
    yield "<tr><th class=number>students<th>kind<th>for example<th>who</thead><tbody>"
    for one in shared:
        yield (
            f"<tr><td class=number>{len(one.students)}<td>{escape(one.rule)}"
            f"<td>{escape(one.example)}<td>{escape(', '.join(one.students))}"
        )
    yield "</tbody></table>"


def _row(grade: Grade) -> str:
    points = f"{grade.points:g} of {grade.most_points:g}" if grade.tests else ""
    return (
        f"<tr><td>{escape(grade.student)}"
        f"<td class={grade.verdict}>{WORDS[grade.verdict]}"
        f"<td class=number>{points}<td>{''.join(_details(grade))}"
    )


def _details(grade: Grade) -> Iterator[str]:
    if grade.mistakes:
        more = len(grade.mistakes) - 1
        rest = f" (and {more} more)" if more else ""
        items = "".join(f"<li>{_mistake(one)}" for one in grade.mistakes)
        yield f"<details><summary>{escape(grade.mistakes[0].text)}{rest}</summary>"
        yield f"<ul>{items}</ul></details>"
    if grade.tests:
        yield f"<details><summary>tests</summary><ul>{''.join(_tests(grade))}</ul></details>"
    if grade.output.strip():
        yield f"<details><summary>what it printed</summary><pre>{escape(grade.output)}</pre>"
        yield "</details>"


def _mistake(one: Mistake) -> str:
    place = f"{one.file}:{one.line}: " if one.file and one.line else ""
    times = f" ({one.count} times)" if one.count > 1 else ""
    return f"<b>{escape(one.rule)}</b> {escape(place + one.text)}{times}"


def _tests(grade: Grade) -> Iterable[str]:
    for test in grade.tests:
        said = f": {escape(test.said)}" if test.said else ""
        yield f"<li><code>{escape(test.name)}</code> {PASSED[test.passed]}{said}"
