"""`%load_ext gpuviz`: `%%gpuviz` runs a cell's kernels on the emulator and shows each launch."""

from __future__ import annotations

import ast
import re
from types import CodeType
from typing import Any

from IPython.core.error import UsageError
from IPython.core.magic import Magics, line_cell_magic, magics_class
from IPython.display import display

import gpuviz
import gpuviz.cuda
from gpuviz.api import Launches
from gpuviz.cuda.recording import Recording, open_recording
from gpuviz.cuda.stand_in import launches_diverted, standing_in
from gpuviz.device import find_device
from gpuviz.messages import EnglishText, GpuvizError, Message, RequestRefused
from gpuviz.notebook.blame import syntax_error, tell_refusals, told_by_cell
from gpuviz.notebook.cells import cell_name, remember_cell, running_cell
from gpuviz.notebook.language import choose_language, in_chosen_language
from gpuviz.notebook.needs import can_view, no_view
from gpuviz.notebook.options import OPTIONS, CellOptions, Shown, completions, read_options
from gpuviz.notebook.page import MOST_CARDS, launches_page, telling
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.texts import say, tr
from gpuviz.web.languages import spoken

NAME = "gpuviz"
MOST_VIEWS = 3
CUDA_C_WORD = re.compile(r"^[^#'\"]*\b__(global|device|shared)__\b", re.MULTILINE)
"""What only CUDA C has, outside of comments and texts of Python."""
ON: EnglishText = (
    "gpuviz {version}: %%gpuviz in the first line of a cell runs its kernels on the emulator"
    " ({device}, order {schedule}, seed {seed}) and shows each launch below {shown}; {name} holds"
    " them."
)
SHOWN: dict[Shown, EnglishText] = {
    "picture": "with a picture",
    "view": "as a view to play",
    "brief": "in a line",
}
STANDS_IN: EnglishText = (
    "In this notebook `cuda` is gpuviz's: kernels that a cell makes with it stay on the emulator."
    " `from numba import cuda` in a cell without %%gpuviz brings Numba's own back."
)


@magics_class
class GpuvizMagics(Magics):
    """`%%gpuviz` for a cell, `%gpuviz` for what is on."""

    def __init__(self, shell: Any) -> None:
        super().__init__(shell)
        self.defaults = CellOptions()

    @line_cell_magic
    def gpuviz(self, line: str, cell: str | None = None) -> None:
        """%%gpuviz [options]: run the cell's kernels on the emulator and show each launch.

        %gpuviz [options]: choose options for the cells to come, and say what is on.
        """
        try:
            options = read_options(line, self.defaults)
        except RequestRefused as refusal:
            with in_chosen_language():
                raise UsageError(say(refusal.message)) from None
        if cell is None:
            self.defaults = options
            if options.language is not None:
                choose_language(options.language)
            with in_chosen_language():
                print(what_is_on(options, self.shell.user_ns))
        else:
            run_cell(self.shell, f"# %%{NAME} {line}\n{cell}", options)


def load_ipython_extension(shell: Any) -> None:
    """For `%load_ext gpuviz`."""
    shell.register_magics(GpuvizMagics)
    tell_refusals(shell)
    for key in (f"%%{NAME}", f"%{NAME}"):
        shell.set_hook("complete_command", _completed, str_key=key)


def what_is_on(options: CellOptions, namespace: dict[str, Any]) -> str:
    """What `%gpuviz` says."""
    words = tr(ON).format(
        version=gpuviz.__version__,
        device=find_device(options.device).name,
        schedule=options.schedule,
        seed=options.seed,
        shown=tr(SHOWN[options.shown]),
        name=options.name,
    )
    lines = [words, tr("Options, for one cell or with %gpuviz for all to come:")]
    for option in OPTIONS:
        lines.append(f"  {f'{option.name} {option.metavar}':<17}{tr(option.about)}")
    if namespace.get("cuda") is gpuviz.cuda:
        lines.append(tr(STANDS_IN))
    return "\n".join(lines)


def run_cell(shell: Any, cell: str, options: CellOptions) -> None:
    """Runs a cell in the notebook's namespace, and shows its launches even if it fails.

    The magic itself is the first line, as a comment: so lines count as in the notebook.
    """
    parts = _compiled(shell, cell)
    recording = Recording(
        find_device(options.device),
        ExecutionOptions(schedule=options.schedule, seed=options.seed),
        overall=True,
        name_of=cell_name,
    )
    launches = Launches(recording)
    failed: BaseException | None = None
    with launches_diverted(), open_recording(recording), standing_in():
        try:
            for code in parts:
                exec(code, shell.user_global_ns, shell.user_ns)
        except SystemExit:
            raise
        except BaseException as error:
            failed = error
    shell.user_ns[options.name] = launches
    failures = [one for one in recording.failures if one is not failed]
    if launches or failures or failed is None:
        _show(launches, failures, options)
    if failed is not None:
        raise told_by_cell(shell, failed)


def _compiled(shell: Any, cell: str) -> list[CodeType]:
    """The statements of a cell, and its last expression, whose value is shown as ever."""
    text = shell.transform_cell(cell)
    number = running_cell(shell)
    name = shell.compile.cache(text, number)
    remember_cell(name, number)
    try:
        body = shell.transform_ast(shell.compile.ast_parse(text, filename=name)).body
        last = [body.pop()] if body and isinstance(body[-1], ast.Expr) else []
        codes = [shell.compile(ast.Module(body, []), name, "exec")]
        return codes + [shell.compile(ast.Interactive([one]), name, "single") for one in last]
    except SyntaxError as error:
        if CUDA_C_WORD.search(cell):
            with in_chosen_language():
                raise UsageError(say(_in_c())) from None
        raise syntax_error(shell, _in_full(error, text, name)) from None


def _in_full(error: SyntaxError, text: str, name: str) -> SyntaxError:
    """The error as Python tells it; where IPython compiles, one of a text that ends too early is
    called incomplete input, without a place or a reason.
    """
    try:
        ast.parse(text, name)
    except SyntaxError as told:
        told.__suppress_context__ = True
        return told
    return error


def _in_c() -> Message:
    template = (
        "This cell is CUDA C, and %%gpuviz runs Python: write it to a file by %%writefile scale.cu,"
        " and launch what `gpuviz.kernels_in('scale.cu')` gives under %%gpuviz."
    )
    return Message("notebook.in-c", template)


def _show(launches: Launches, failures: list[GpuvizError], options: CellOptions) -> None:
    """The launches as views, or as pictures; without what views need, pictures and why."""
    traces = [one.trace for one in launches]
    notes = list(launches.notes)
    has_views = options.shown == "view" and bool(traces) and can_view()
    if has_views:
        for row in sorted(telling(traces)[:MOST_VIEWS]):
            display(launches[row].view(options.language or ""))
        if len(traces) == 1 and not failures and not notes:
            return
    elif options.shown == "view" and traces:
        notes.append(no_view())
    cards = 0 if has_views or options.shown == "brief" else MOST_CARDS
    with spoken(options.language or "en"):
        page = launches_page(traces, failures, notes, options.name, cards)
    display({"text/plain": repr(launches), "text/html": page}, raw=True)


def _completed(_: Any, event: Any) -> list[str]:
    """What Tab offers behind the magic."""
    return completions(event.line.partition(" ")[2])
