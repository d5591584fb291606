"""The actions of the window as a table, and how QActions are made of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow

from gpuviz.messages import EnglishText
from gpuviz.texts import tr
from gpuviz.ui.labels import plain_tip


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action. `shortcut` as QKeySequence.listFromString reads it, several with "; " between
    them; `tip` in plain words.
    """

    id: str
    text: EnglishText
    shortcut: str
    tip: EnglishText
    checkable: bool = False


ACTIONS = (
    ActionSpec("new_kernel", "&Kernel in Python", "Ctrl+N", "A small kernel with its inputs."),
    ActionSpec("new_script", "&Script in Python", "", "A small script that launches its kernel."),
    ActionSpec("new_c", "Kernel in &CUDA C", "", "A small kernel in CUDA C with its inputs."),
    ActionSpec(
        "open", "&Open…", "Ctrl+O", "Open a kernel, a script, a recording or a lesson of your own."
    ),
    ActionSpec("open_devices", "Open &device file…", "", "List GPUs that you described yourself."),
    ActionSpec("no_device_files", "C&lose device files", "", "List only the GPUs of gpuviz."),
    ActionSpec("recording", "Save &recording…", "Ctrl+S", "Keep this launch in a file."),
    ActionSpec("save_text", "Sa&ve", "", "Save the file that is edited; Ctrl+S in its text."),
    ActionSpec(
        "save_kernel",
        "Sav&e as…",
        "Ctrl+Shift+S",
        "Save the text of the source as another file of your own, and go on with that.",
    ),
    ActionSpec("picture", "Export &picture…", "Ctrl+E", "Save the stage as PNG or SVG."),
    ActionSpec("chart", "Export c&hart…", "Ctrl+Alt+H", "Save a chart as PNG, SVG or CSV."),
    ActionSpec("film", "Export &animation…", "Ctrl+Shift+E", "Save steps as GIF or MP4."),
    ActionSpec("timeline", "Export &timeline…", "Ctrl+Alt+E", "Blocks over time, for Perfetto."),
    ActionSpec("page", "Share as pa&ge…", "Ctrl+Alt+P", "A file that plays in any browser."),
    ActionSpec("copy_picture", "Copy p&icture", "Ctrl+Alt+C", "Copy the stage as a picture."),
    ActionSpec("screenshot", "Save &screenshot…", "Ctrl+Alt+S", "Save a picture of the window."),
    ActionSpec("quit", "&Quit", "Ctrl+Q", "Close gpuviz."),
    ActionSpec("run", "&Run", "Ctrl+R; F5", "Launch the kernel with these numbers."),
    ActionSpec("to_operation", "Choose an operatio&n", "O", "Type a part of its name, and Enter."),
    ActionSpec("to_size", "To the si&ze", "S", "Type it; Enter runs and leaves, Esc leaves."),
    ActionSpec("to_block", "To the bloc&k", "K", "Type it; Enter runs and leaves, Esc leaves."),
    ActionSpec("cancel", "&Cancel", "Ctrl+.", "End the launch that is under way; so does Esc."),
    ActionSpec(
        "remote",
        "Remo&te engine…",
        "Ctrl+Alt+R",
        "Have launches, pipelines and sweeps run by the workers of a Dask cluster.",
    ),
    ActionSpec(
        "edit",
        "&Edit the kernel",
        "F6",
        "Type where the source stands, a kernel of the gallery as a copy. Again: watch it.",
        checkable=True,
    ),
    ActionSpec(
        "compare_original",
        "Beside the ori&ginal",
        "Ctrl+Alt+K",
        "Run the original of an edited gallery kernel too, and show both side by side.",
    ),
    ActionSpec("live", "&Live", "Ctrl+L", "Run again with each change.", checkable=True),
    ActionSpec(
        "plays",
        "&Play what was run",
        "",
        "A launch that was run is played from its first moment.",
        checkable=True,
    ),
    ActionSpec(
        "compare",
        "C&ompare",
        "Ctrl+K",
        "Pin this run: the next one stands beside it, figure by figure. Again: let it go.",
        checkable=True,
    ),
    ActionSpec("swap", "&Swap the compared runs", "Ctrl+Shift+K", "What is left becomes right."),
    ActionSpec(
        "schedule_lockstep",
        "&Lockstep",
        "",
        "All threads together, line by line; the order played is that of the modelled GPU.",
        checkable=True,
    ),
    ActionSpec(
        "schedule_warps",
        "&Warps in turn",
        "",
        "Each warp for itself, one step a turn; the order played is the one that ran.",
        checkable=True,
    ),
    ActionSpec(
        "schedule_adversarial",
        "&Adversarial",
        "",
        "Look for an order of threads in which a race gives a wrong result.",
        checkable=True,
    ),
    ActionSpec("play", "&Play or pause", "Space", "Play the steps of the launch."),
    ActionSpec("play_back", "Play back&wards", "Shift+Space", "Play the steps in reverse."),
    ActionSpec("forward", "Step &forward", "Right", "One step of one warp forward."),
    ActionSpec("back", "Step &back", "Left", "One step of one warp back."),
    ActionSpec("round_forward", "Round f&orward", "Shift+Right", "One step of every warp forward."),
    ActionSpec("round_back", "Round b&ack", "Shift+Left", "One step of every warp back."),
    ActionSpec("first", "To the &start", "Home", "Before the first step."),
    ActionSpec("last", "To the &end", "End", "After the last step."),
    ActionSpec("next", "&Next of this kind", "N", "To the next moment of the chosen kind."),
    ActionSpec("previous", "Pre&vious of this kind", "Shift+N", "To the moment of it before."),
    ActionSpec("next_divergence", "&Divergence", "D", "Where a warp's lanes part ways."),
    ActionSpec("next_barrier", "&Barrier", "B", "Where warps wait for each other."),
    ActionSpec("next_hazard", "&Hazard", "H", "Where something goes wrong."),
    ActionSpec("next_breakpoint", "B&reakpoint", "F8", "To a line with a breakpoint."),
    ActionSpec("next_warp", "Step of this &warp", "W", "The chosen warp's next step."),
    ActionSpec("next_line", "Time on this &line", "L", "The playing line once more."),
    ActionSpec("breakpoint", "Breakpoint &here", "F9", "Stop at the line that plays, or go on."),
    ActionSpec("no_breakpoints", "&Remove all breakpoints", "Shift+F9", "Stop at no line."),
    ActionSpec("heat_steps", "Warp &steps", "", "How often warps executed each line."),
    ActionSpec("heat_memory", "&Memory moved", "", "What each line moves in global memory."),
    ActionSpec("heat_shared", "S&hared memory", "", "What each line takes of shared memory."),
    ActionSpec("heat_idle", "&Idle lanes", "", "Where lanes take no part in a line."),
    ActionSpec("faster", "Fas&ter", "Shift+Up", "Play rounds faster."),
    ActionSpec("slower", "S&lower", "Shift+Down", "Play rounds more slowly."),
    ActionSpec(
        "leave",
        "One level &up",
        "Esc",
        "Out of a field; from a thread to its block, then to the grid; out of Present.",
    ),
    ActionSpec("enter", "&Enter the block", "Ctrl+Return", "Let the block fill the stage."),
    ActionSpec("next_thread", "&Next thread", "Ctrl+Right", "Choose the next thread."),
    ActionSpec("previous_thread", "&Previous thread", "Ctrl+Left", "Choose the thread before."),
    ActionSpec("next_block", "Next &block", "Ctrl+Down", "Choose the next block."),
    ActionSpec("previous_block", "Previous b&lock", "Ctrl+Up", "Choose the block before."),
    ActionSpec("playing", "&Warp that plays now", "Ctrl+J", "Choose the warp whose step plays."),
    ActionSpec("goto", "&Go to…", "Ctrl+G", "Name an element, a block, a thread, a line, a step."),
    ActionSpec("copy", "&Copy what the inspector says", "Ctrl+Shift+C", "Copy all its words."),
    ActionSpec("colour_state", "S&tate", "1", "What every thread does now.", True),
    ActionSpec("colour_sm", "&SM", "2", "Where each block ran.", True),
    ActionSpec("colour_start", "Start t&ime", "3", "When each block began.", True),
    ActionSpec("colour_efficiency", "&Warp efficiency", "4", "Lanes in use.", True),
    ActionSpec("colour_idle", "I&dle threads", "5", "Threads that have no work.", True),
    ActionSpec("colour_values", "&Values written", "6", "What threads wrote.", True),
    ActionSpec("by_touch", "What &happened", "Alt+1", "Elements read and written."),
    ActionSpec("by_value", "&Value", "Alt+2", "Elements from small to large."),
    ActionSpec("by_writer", "Last &writer", "Alt+3", "Which block writes an element."),
    ActionSpec("by_reads", "&Number of reads", "Alt+4", "How often elements are read."),
    ActionSpec("present", "&Present", "F11", "Large type, no side panels.", checkable=True),
    ActionSpec(
        "audience",
        "Second &window",
        "Shift+F11",
        "Stage and source for a projector; this window gets notes, a clock and the next step.",
        checkable=True,
    ),
    ActionSpec("next_panel", "&Next panel", "Ctrl+PgDown", "Bring it to the front."),
    ActionSpec("previous_panel", "Panel &before", "Ctrl+PgUp", "Bring it to the front."),
    ActionSpec("theme", "Light or dark &theme", "Ctrl+T", "Change between light and dark."),
    ActionSpec("language_system", "&System language", "", "As your system is set.", True),
    ActionSpec("language_en", "&English", "", "All texts in English.", True),
    ActionSpec("language_zh_CN", "&简体中文", "", "All texts in simplified Chinese.", True),
    ActionSpec(
        "all_panels",
        "&All panels",
        "F12",
        "Every panel, or few: the others come when something is chosen that they explain.",
        checkable=True,
    ),
    ActionSpec(
        "memory_beside",
        "&Memory beside the stage",
        "Ctrl+M",
        "The panel Memory at the side of the stage. Again: under it.",
        checkable=True,
    ),
    ActionSpec(
        "warp_beside",
        "&Warp beside the stage",
        "Ctrl+Shift+M",
        "The panel Warp at the side of the stage. Again: under it.",
        checkable=True,
    ),
    ActionSpec("layout", "&Reset layout", "", "Put all panels back where they were."),
    ActionSpec("lessons", "&All lessons…", "F2", "Lessons that drive this window."),
    ActionSpec("lesson_next", "&Next step", "F4", "To the lesson's next step; skips an open one."),
    ActionSpec("lesson_back", "Step &before", "Shift+F4", "To the lesson's step before."),
    ActionSpec("lesson_hint", "&Hint", "F3", "Where to look for the answer."),
    ActionSpec("lesson_show", "&Show me", "Shift+F3", "Have it done, and read on."),
    ActionSpec("lesson_guess_1", "Predict the &first answer", "Ctrl+1", "The first prediction."),
    ActionSpec("lesson_guess_2", "Predict the s&econd answer", "Ctrl+2", "The second prediction."),
    ActionSpec("lesson_guess_3", "Predict the &third answer", "Ctrl+3", "The third prediction."),
    ActionSpec("lesson_guess_4", "Predict the f&ourth answer", "Ctrl+4", "The fourth prediction."),
    ActionSpec("lesson_leave", "&Leave the lesson", "", "The window stays as it is."),
    ActionSpec(
        "lesson_handout",
        "Export han&dout…",
        "Ctrl+Alt+L",
        "This lesson on paper, as PDF: its texts, a picture of each step, boxes to tick.",
    ),
    ActionSpec(
        "explain",
        "&Explain this kernel",
        "E",
        "What the kernel does and why, beside its source. Again: away with it.",
    ),
    ActionSpec("puzzles", "&Puzzles…", "Shift+F2", "Kernels to write, repair and make faster."),
    ActionSpec(
        "puzzle_check",
        "&Check the answer",
        "F7",
        "Run your kernel and grade it; so does Ctrl+Enter.",
    ),
    ActionSpec("puzzle_hint", "One hint &more", "Shift+F7", "A hint for the puzzle."),
    ActionSpec("puzzle_solution", "Sol&ution…", "Ctrl+F7", "A kernel that is right, beside yours."),
    ActionSpec("puzzle_again", "Start o&ver", "", "The kernel of the puzzle as it was."),
    ActionSpec(
        "puzzle_next", "Ne&xt puzzle", "Ctrl+Shift+F7", "To the next puzzle, or back to the lesson."
    ),
    ActionSpec("puzzle_leave", "Leave the pu&zzle", "", "What you wrote stays in its file."),
    ActionSpec(
        "answers",
        "Save m&y answers…",
        "Ctrl+Alt+A",
        "Keep what you answered in lessons and puzzles in a file for your lecturer.",
    ),
    ActionSpec("welcome", "&Welcome", "", "The first screen, with its doors."),
    ActionSpec("shortcuts", "&Keyboard shortcuts", "F1; ?", "All keys on one page, to search."),
    ActionSpec(
        "validation",
        "&Modelled times…",
        "",
        "How far modelled times are from those that others have measured, point by point.",
    ),
    ActionSpec("glossary", "&Glossary", "Shift+F1", "Each word of the window in one sentence."),
    ActionSpec("about", "&About gpuviz", "", "What gpuviz is, and its version."),
)

LESSON_ACTIONS = tuple(spec.id for spec in ACTIONS if spec.id.startswith("lesson_"))
"""What one may do while a lesson is played."""

PUZZLE_ACTIONS = tuple(spec.id for spec in ACTIONS if spec.id.startswith("puzzle_"))
"""What one may do while a puzzle is open."""

OTHER_KEYS: tuple[tuple[EnglishText, EnglishText], ...] = (
    ("Tab", "From one control to the next. Enter presses a button."),
    ("Enter", "In a field of the launch: run, and give the keyboard back to the stage."),
    ("+ and −", "On the stage: zoom. So does the wheel."),
    ("Alt with an arrow", "On the stage: move to another part of the grid. So does a drag."),
    ("0", "On the stage: show the whole grid. A double click enters a block."),
    ("Page Up, Page Down", "On the stage: the layer of blocks before or after (z)."),
    ("Ctrl and click", "On the stage: choose a whole warp."),
    ("Up, Down", "In the source: choose a line. F9 sets a breakpoint, the menu key runs to it."),
    ("Ctrl+Enter", "In the editor: save and run what is typed; in a puzzle: check it."),
    ("Ctrl+S; Ctrl+F; Ctrl+/", "In the editor: save; find; make lines comments, or code again."),
    ("Ctrl+Space", "In the editor: offer the names that may follow cuda."),
    ("Tab, Shift+Tab", "In the editor: lines a level deeper or less deep. Esc leaves it."),
    ("Page Up, Page Down", "On the slider: a tenth of the launch back or forward."),
    ("Up, Down; Page Up, Page Down", "On the panel Warp: a lane up or down; a step back or on."),
    ("Left, Right, Home, End", "On a chart: read its points. Enter launches the one that is read."),
    ("Arrow keys, Home, End", "On bars: choose one; Enter emulates that device, Esc lets it go."),
    ("Ctrl+C", "On a row of numbers: copy it; on a chart, a picture or a table: that."),
    ("Up and Down", "In the table of accesses: look at another one."),
    ("Arrow keys", "On the SM timeline: from block to block. Enter enters the block."),
    ("+ and −, 0", "On the SM timeline: zoom in time, show all. With Ctrl: the height of rows."),
)
"""Keys that only one part of the window hears."""


MENU_ROLES = {"quit": QAction.MenuRole.QuitRole, "about": QAction.MenuRole.AboutRole}
"""What macOS moves into the menu of the application. Qt would guess it from English words: an
action that begins with "Options" would leave its menu, and in Chinese none would be found.
"""


def build_actions(
    window: QMainWindow, handlers: Mapping[str, Callable[[], object]]
) -> dict[str, QAction]:
    """The actions by id, each calling its handler. Raises KeyError for one without a handler."""
    actions = {spec.id: _action(window, spec, handlers[spec.id]) for spec in ACTIONS}
    window.addActions(list(actions.values()))  # the keys also count while the menu bar is hidden
    return actions


def shortcut_text(spec: ActionSpec) -> str:
    """The keys of an action as this platform writes them: "Ctrl+R or F5"."""
    keys = QKeySequence.listFromString(spec.shortcut)
    shown = (key.toString(QKeySequence.SequenceFormat.NativeText) for key in keys)
    return tr(" or ").join(shown)


def _action(window: QMainWindow, spec: ActionSpec, handler: Callable[[], object]) -> QAction:
    action = QAction(tr(spec.text), window)
    action.setShortcuts(QKeySequence.listFromString(spec.shortcut))
    keys = shortcut_text(spec)
    action.setToolTip(plain_tip(f"{tr(spec.tip)} ({keys})" if keys else tr(spec.tip)))
    action.setStatusTip("")
    action.setMenuRole(MENU_ROLES.get(spec.id, QAction.MenuRole.NoRole))
    action.setCheckable(spec.checkable)
    action.triggered.connect(lambda checked: handler())
    return action
