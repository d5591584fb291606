"""What `check` and `trace` share: their options, and running one script after the other."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from gpuviz.api.job import ScriptJob
from gpuviz.api.offers import KernelOffers
from gpuviz.api.printed import Listener, Stream
from gpuviz.api.report import Report
from gpuviz.api.supervisor import Limits, run_in_turn
from gpuviz.cli.choices import chosen_schedule, modelled_device, tell_described_anew
from gpuviz.cli.language import spoken_language
from gpuviz.cli.launch_options import device_words
from gpuviz.cli.parser import in_words, seed_number
from gpuviz.cli.progress import counting
from gpuviz.cli.script_files import ScriptFile, ScriptFiles, script_files
from gpuviz.cli.script_words import OPTIONS, Option
from gpuviz.messages import EnglishText, Message, NotSupportedError, RequestRefused, shortened
from gpuviz.ordinary_file import CUDA_C_SUFFIX, ending
from gpuviz.texts import tr
from gpuviz.whole_number import read_whole_number

if TYPE_CHECKING:
    from gpuviz.api.remote_checking import CheckedThere

NO_LIMIT = "none"
AT_ONCE = os.cpu_count() or 1  # workers of a cluster that is made for this on this machine
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
SIZE = re.compile(r"(\d{1,9}(?:\.\d{1,3})?)\s?([KMGT]?)(?:i?B)?", re.ASCII | re.IGNORECASE)
NUMBER_NAME = re.compile(r"[A-Za-z_][\w.]*", re.ASCII)
SECONDS = re.compile(r"\d{1,7}(?:\.\d{1,3})?", re.ASCII)
WITHOUT_LAUNCH: EnglishText = (
    "{file} launches no kernel and is no operation: it is taken for a helper."
)
LEFT_OUT: EnglishText = (
    "{file} was not run: its name says that it belongs to a package or to tests."
)


@dataclass(frozen=True, slots=True)
class Checked:
    """The reports on all scripts. `is_one` says that one script was named, and nothing else.

    `notes` are about the choice of files.
    """

    reports: tuple[Report, ...]
    is_one: bool
    notes: tuple[str, ...] = ()


Completer = Callable[[ScriptJob, Limits, Report], Report]


def as_it_is(job: ScriptJob, limits: Limits, report: Report) -> Report:
    """The Completer that adds nothing."""
    return report


def add_script_arguments(
    parser: argparse.ArgumentParser, default_timeout: str, more: tuple[Option, ...] = ()
) -> None:
    """Declares the options and the scripts."""
    for option in (*more, *OPTIONS):
        if option.metavar is None:
            parser.add_argument(option.name, action="store_true", help=in_words(option.about))
        else:
            default = default_timeout if option.name == "--timeout" else option.default
            about = device_words(option.about)
            if option.name == "--timeout":
                about += tr(" (default: {value})").format(value=default)
            metavar, name = option.metavar, option.name
            action = "append" if option.name == "--size" else "store"
            parser.add_argument(name, metavar=metavar, default=default, help=about, action=action)
    about = tr("scripts that launch kernels, operations, and folders of them")
    parser.add_argument("files", metavar="SCRIPT.py | FOLDER", nargs="+", help=about)
    parser.epilog = tr(
        "Options stand anywhere; what stands behind -- are arguments of the script, of which there"
        " is one then. Exit code: 1 if a kernel is wrong (a hazard, or a wrong result of an"
        " operation), else 2 if a script fails by itself, is stopped at its limit or launches"
        " nothing, else 0. What was found before a script was stopped is reported."
    )


def run_scripts(
    arguments: argparse.Namespace,
    begins: Callable[[str, bool], None],
    ended: Callable[[Report, bool], None],
    keep: Path | None = None,
    has_input: bool = False,
    offers: KernelOffers | None = None,
    noted: Callable[[Report, list[str]], None] = lambda report, notes: None,
    completed: Completer = as_it_is,
) -> Checked:
    """Runs each script in a process of its own; under --json what they print goes to stderr.

    `begins` is told the file before it runs and `ended` its report, each with whether it is the
    only one. With `keep` each launch is recorded whole, in a file of that folder. With `offers`
    each kernel is offered to a compiler too; `noted` is told after `ended` what that says.
    `completed` gives what is reported of a report.
    """
    job = _job(arguments, keep)
    if offers is not None:
        job = replace(job, offers=str(offers.folder))
    limits = _limits(arguments)
    chosen = script_files(arguments.files)
    is_one = len(chosen.scripts) == 1 and not chosen.has_folder
    _check_arguments(chosen, arguments.args)
    jobs = _jobs(job, chosen, arguments)
    reports: list[Report] = []
    ran = run_in_turn(jobs, limits, _printing(arguments), has_input=has_input)
    with _bar_over(chosen) as checked, closing(ran):
        for script, one in zip(chosen.scripts, jobs, strict=True):
            begins(str(script.path), is_one)
            report = completed(one, limits, next(ran))
            ended(report, is_one)
            said = [] if offers is None else offers.notes()
            noted(report, said)
            reports.append(replace(report, notes=(*report.notes, *said)))
            checked()
    return _checked(chosen, reports, is_one)


def _bar_over(chosen: ScriptFiles) -> AbstractContextManager[Callable[[], object]]:
    """A bar over several scripts whose reports go into a file: on a terminal they are the bar."""
    if len(chosen.scripts) == 1 or sys.stdout.isatty():
        return nullcontext(lambda: None)
    return counting(len(chosen.scripts), "scripts")


def run_scripts_there(
    arguments: argparse.Namespace,
    cluster: str,
    begins: Callable[[str, bool], None],
    ended: Callable[[Report, bool], None],
    noted: Callable[[Report, list[str]], None],
) -> Checked:
    """The same by the workers of a cluster, side by side; what is told of them comes in order."""
    from gpuviz.api.remote_checking import check_job, checked_on
    from gpuviz.cli.cluster import tell_unencrypted

    job, limits = _job(arguments, None), _limits(arguments)
    chosen = script_files(arguments.files)
    is_one = len(chosen.scripts) == 1 and not chosen.has_folder
    _check_arguments(chosen, arguments.args)
    here = _jobs(job, chosen, arguments)
    sent = [check_job(one, limits, offers=True, repairs=arguments.repair) for one in here]
    waiting: dict[int, CheckedThere] = {}
    reports: list[Report] = []
    with _bar_over(chosen) as checked:
        begun = partial(tell_unencrypted, cluster)
        for number, made in checked_on(cluster, AT_ONCE, sent, here, begun):
            checked()
            waiting[number] = made
            while (known := waiting.pop(len(reports), None)) is not None:
                begins(known.report.file, is_one)
                for part in known.printed:
                    _printing(arguments)(part.stream, part.text)
                ended(known.report, is_one)
                noted(known.report, list(known.notes))
                notes = (*known.report.notes, *known.notes)
                reports.append(replace(known.report, notes=notes))
    return _checked(chosen, reports, is_one)


def _limits(arguments: argparse.Namespace) -> Limits:
    return Limits(seconds_of(arguments.timeout), bytes_of(arguments.memory))


def _printing(arguments: argparse.Namespace) -> Listener:
    return _print_to_stderr if arguments.json else _print_through


def seconds_of(text: str) -> float | None:
    """Reads a timeout; None: without one."""
    if text == NO_LIMIT:
        return None
    if SECONDS.fullmatch(text) and float(text) > 0:
        return float(text)
    template = "timeout '{text}' is no number of seconds above 0, and not the word none."
    raise RequestRefused(Message("cli.bad-timeout", template, {"text": shortened(text)}))


def bytes_of(text: str | None) -> int | None:
    """Reads a size of memory."""
    if text is None or text == NO_LIMIT:
        return None
    found = SIZE.fullmatch(text)
    size = int(float(found[1]) * UNITS[found[2].upper()]) if found else 0
    if size > 0:
        return size
    template = "memory '{text}' is no size: write it as in 2G, 500M or 1500000000."
    raise RequestRefused(Message("cli.bad-memory", template, {"text": shortened(text)}))


def _job(arguments: argparse.Namespace, keep: Path | None) -> ScriptJob:
    device = modelled_device(arguments)
    tell_described_anew((device,), arguments.device_file)
    return ScriptJob(
        script="",
        given="",
        device=device,
        arguments=tuple(arguments.args),
        schedule=chosen_schedule(arguments.schedule),
        seed=seed_number(arguments.seed),
        keep=None if keep is None else str(keep),
        language=spoken_language(),
    )


def _jobs(job: ScriptJob, chosen: ScriptFiles, arguments: argparse.Namespace) -> list[ScriptJob]:
    """A job for each script; a file of CUDA C with the numbers that --size chooses."""
    sizes = sizes_of(arguments.size or ())
    device = None if arguments.device is None else job.device.id
    return [
        replace(
            job,
            script=os.path.abspath(script.path),
            given=str(script.path),
            text=_text_with(sizes, device, script),
        )
        for script in chosen.scripts
    ]


def sizes_of(texts: Iterable[str]) -> dict[str, int]:
    """Reads NAME=N[,NAME=N..]. Raises RequestRefused for what is none."""
    found: dict[str, int] = {}
    for part in ",".join(texts).split(",") if texts else ():
        name, _, value = part.strip().partition("=")
        number = read_whole_number(value.strip())
        if not NUMBER_NAME.fullmatch(name.strip()) or number is None:
            template = "size '{text}' is no name with a whole number: write it as in --size N=4096."
            raise RequestRefused(Message("cli.bad-size", template, {"text": shortened(part)}))
        found[name.strip()] = number
    return found


def _text_with(sizes: dict[str, int], device: str | None, script: ScriptFile) -> str | None:
    """A file of CUDA C with numbers that were chosen, and the device where it asks for one.

    None: as it is. Raises RequestRefused for a file that was named and does not have the numbers.
    """
    path = script.path
    if ending(path) != CUDA_C_SUFFIX:
        if not script.is_named or not sizes:
            return None
        template = (
            "--size gives numbers to files of CUDA C, and {file} is a script in Python: give it"
            " arguments behind --, as in `gpuviz check {file} -- 4096`."
        )
        raise RequestRefused(Message("cli.size-of-script", template, {"file": path.name}))
    from gpuviz.cuda_c.comments import with_comments
    from gpuviz.cuda_c.host_devices import ASKS
    from gpuviz.operation.c_sizes import text_with_sizes
    from gpuviz.operation.module import read_source

    try:
        text = read_source(path)
        asks = device is not None and any(name in text for name in ASKS)
        if asks:
            text = with_comments(text, {"device": str(device)})
        return text_with_sizes(path.absolute(), text, sizes) if sizes else text if asks else None
    except NotSupportedError:
        return None  # what is wrong in it is told when it is checked
    except RequestRefused:
        if script.is_named:
            raise
        return None


def _check_arguments(chosen: ScriptFiles, arguments: list[str]) -> None:
    if arguments and (len(chosen.scripts) > 1 or chosen.has_folder):
        template = (
            "What stands behind -- goes to one script, and {count} were named: check each by"
            " itself, with its own arguments."
        )
        count = len(chosen.scripts) if not chosen.has_folder else "a folder's"
        raise RequestRefused(Message("cli.whose-arguments", template, {"count": count}))


def _checked(chosen: ScriptFiles, reports: list[Report], is_one: bool) -> Checked:
    """A file of a folder that launches nothing is a note, unless it has kernels nobody launched."""
    launched = {source for report in reports for source in report.sources}
    notes = [tr(LEFT_OUT).format(file=path) for path in chosen.left_out]
    kept = []
    for script, report in zip(chosen.scripts, reports, strict=True):
        is_checked = not report.defines_kernels or str(script.path.resolve()) in launched
        if report.is_without_launch and not script.is_named and is_checked and launched:
            notes.append(_why_aside(report) or tr(WITHOUT_LAUNCH).format(file=script.path))
            report = replace(report, failures=(), is_helper=True)
        kept.append(report)
    return Checked(tuple(kept), is_one, tuple(notes))


def _why_aside(report: Report) -> str:
    """What a file of CUDA C says of itself, in which nothing can be launched."""
    return next((one.text for one in report.failures if one.is_aside), "")


def _print_through(stream: Stream, text: str) -> None:
    _print_on(sys.stdout if stream == "stdout" else sys.stderr, text)


def _print_to_stderr(stream: Stream, text: str) -> None:
    _print_on(sys.stderr, text)


def _print_on(target: TextIO, text: str) -> None:
    """Where nothing can be printed, the script runs on, and the command says so at its end."""
    with suppress(OSError):
        target.write(text)
        target.flush()
