"""The results as one HTML file: no script, no network, all words of students escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from gpuviz.api.grading.gathered import gathered
from gpuviz.api.grading.grade import Grade, Mistake, Verdict
from gpuviz.api.grading.rows import PASSED
from gpuviz.cli.language import spoken_language
from gpuviz.cli.table import counted
from gpuviz.cli.words import kind_text
from gpuviz.messages import EnglishText
from gpuviz.texts import enumerated, tr
from gpuviz.web.retold import retold

WORDS: dict[Verdict, EnglishText] = {
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
td.number, th.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
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
    language = spoken_language().replace("_", "-")
    return "\n".join(
        [
            f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
            f"<h1>{escape(title)}</h1>",
            f"<p>{_counts(grades)}</p>",
            *_similar(grades),
            f"<h2>{tr('Students')}</h2>",
            f"<table><thead><tr><th>{tr('student')}<th>{tr('verdict')}"
            f"<th class=number>{tr('points')}<th>{tr('what is wrong')}",
            "</thead><tbody>",
            *(_row(grade) for grade in grades),
            "</tbody></table></body></html>\n",
        ]
    )


def rule_text(rule: str) -> str:
    """The kind of a mistake, in the language of the command."""
    others = {"test": tr("test"), "script": tr("script"), "result": tr("result")}
    return others.get(rule) or kind_text(rule)


def mistake_text(mistake: Mistake) -> str:
    """What is wrong, in the language of the command: a submission's process speaks English. What a
    test says is its author's.
    """
    if mistake.rule == "test":
        return mistake.text
    return retold(mistake.text, spoken_language())


def points_text(grade: Grade) -> str:
    """Of how many; empty where nothing was tested."""
    if not grade.tests:
        return ""
    points, most = f"{grade.points:g}", f"{grade.most_points:g}"
    return tr("{points} of {most}").format(points=points, most=most)


def _counts(grades: Sequence[Grade]) -> str:
    parts = []
    for verdict, words in WORDS.items():
        count = sum(grade.verdict == verdict for grade in grades)
        told = tr("{count} {verdict}").format(count=count, verdict=tr(words))
        parts.append(f"<span class={verdict}>{told}</span>")
    submissions = counted(len(grades), "1 submission", "{n} submissions")
    return tr("{submissions}: {verdicts}.").format(
        submissions=submissions, verdicts=enumerated(parts)
    )


def _similar(grades: Sequence[Grade]) -> Iterator[str]:
    shared = [one for one in gathered(grades) if len(one.students) > 1]
    if not shared:
        return
    yield f"<h2>{tr('Mistakes that several made')}</h2><table><thead>"
    yield f"<tr><th class=number>{tr('students')}<th>{tr('kind')}"
    yield f"<th>{tr('for example')}<th>{tr('who')}</thead><tbody>"
    for one in shared:
        yield (
            f"<tr><td class=number>{len(one.students)}<td>{escape(rule_text(one.rule))}"
            f"<td>{escape(mistake_text(one.mistake))}<td>{escape(', '.join(one.students))}"
        )
    yield "</tbody></table>"


def _row(grade: Grade) -> str:
    return (
        f"<tr><td>{escape(grade.student)}"
        f"<td class={grade.verdict}>{tr(WORDS[grade.verdict])}"
        f"<td class=number>{points_text(grade)}<td>{''.join(_details(grade))}"
    )


def _details(grade: Grade) -> Iterator[str]:
    if grade.mistakes:
        more = len(grade.mistakes) - 1
        rest = tr(" (and {n} more)").format(n=more) if more else ""
        items = "".join(f"<li>{_mistake(one)}" for one in grade.mistakes)
        yield f"<details><summary>{escape(mistake_text(grade.mistakes[0]))}{rest}</summary>"
        yield f"<ul>{items}</ul></details>"
    if grade.tests:
        yield f"<details><summary>{tr('tests')}</summary>"
        yield f"<ul>{''.join(_tests(grade))}</ul></details>"
    if grade.output.strip():
        yield f"<details><summary>{tr('what it printed')}</summary>"
        yield f"<pre>{escape(grade.output)}</pre></details>"


def _mistake(one: Mistake) -> str:
    place = f"{one.file}:{one.line}: " if one.file and one.line else ""
    times = tr(" ({count} times)").format(count=one.count) if one.count > 1 else ""
    return f"<b>{escape(rule_text(one.rule))}</b> {escape(place + mistake_text(one))}{times}"


def _tests(grade: Grade) -> Iterable[str]:
    for test in grade.tests:
        said = f": {escape(test.said)}" if test.said else ""
        yield f"<li><code>{escape(test.name)}</code> {tr(PASSED[test.passed])}{said}"
