"""What is said of a pipeline: its title, where its time goes, each of its bars."""

from __future__ import annotations

from gpuviz.engines.request import CpuTimes, EventKind, PipelineEvent
from gpuviz.messages import Message
from gpuviz.model.graphs import graph_words
from gpuviz.scene.facts import Note
from gpuviz.scene.launch.opening import launch_title
from gpuviz.scene.numbers import byte_count, figures, percent, seconds, whole
from gpuviz.scene.pipeline.train import Lane, LaunchRow, LaunchTrain
from gpuviz.scene.timing.spent import spent
from gpuviz.texts import rich, say, say_rich, tr

NO_PIPELINE = Message(
    "pipeline.none",
    "This is one kernel. A pipeline is a train of launches, such as a neural network: pick one in"
    " the toolbar, and its launches and copies stand here.",
)
NOT_RUN = Message("pipeline.not-run", "Press Run: the launches and copies of {title} stand here.")


def title_text(train: LaunchTrain) -> str:
    """ "11 launches in 1.2 ms · modelled, Tesla T4"."""
    values = {
        "n": whole(len(train.rows)),
        "time": seconds(train.result.seconds),
        "device": train.device,
    }
    if train.modelled:
        many = tr("{n} launches in {time} · modelled, {device}")
        one = tr("1 launch in {time} · modelled, {device}")
    else:
        many = tr("{n} launches in {time} · measured, {device}")
        one = tr("1 launch in {time} · measured, {device}")
    return (one if len(train.rows) == 1 else many).format(**values)


def lane_name(train: LaunchTrain, lane: Lane) -> str:
    """ "kernels", or with several devices "GPU 1 kernels"."""
    alone: dict[EventKind, str] = {
        "h2d": tr("copies in"),
        "kernel": tr("kernels"),
        "d2h": tr("copies out"),
        "d2d": tr("copies across"),
    }
    several: dict[EventKind, str] = {
        "h2d": tr("GPU {device} in"),
        "kernel": tr("GPU {device} kernels"),
        "d2h": tr("GPU {device} out"),
        "d2d": tr("GPU {device} across"),
    }
    if not train.several_devices:
        return alone[lane.kind]
    return several[lane.kind].format(device=lane.device)


def event_lines(train: LaunchTrain, number: int) -> list[str]:
    """A bar in the lines of a tooltip."""
    event = train.events[number]
    first, times = _first_line(train, event), _times_line(train, event)
    lines = [first, times]
    if event.nbytes:
        rate = event.nbytes / max(event.end_s - event.start_s, 1e-12) / 1e9
        words = tr("{bytes}, {rate} GB/s")
        lines.append(words.format(bytes=byte_count(event.nbytes), rate=figures(rate)))
    if event.launch is not None:
        lines += row_lines(train.rows[event.launch])
    if event.line is not None:
        lines.append(tr("asked for in line {line}").format(line=event.line))
    return lines


def row_lines(row: LaunchRow) -> list[str]:
    """What the bar of a launch says besides its times."""
    lines = [tr("grid {grid}, block {block}").format(grid=row.grid, block=row.block)]
    if row.failed:
        lines.append(tr("It failed."))
    if row.hazards:
        lines.append(tr("hazards: {n}").format(n=whole(row.hazards)))
    if not row.is_whole:
        lines.append(tr("Its steps were not kept: opening it runs the pipeline once more."))
    return lines


def _first_line(train: LaunchTrain, event: PipelineEvent) -> str:
    if event.launch is not None:
        return launch_title(event.launch, len(train.rows), event.name)
    names: dict[EventKind, str] = {
        "h2d": tr("copy of {name} to the device"),
        "d2h": tr("copy of {name} to the host"),
        "d2d": tr("copy of {name} between devices"),
        "kernel": "{name}",
    }
    return names[event.kind].format(name=event.name)


def _times_line(train: LaunchTrain, event: PipelineEvent) -> str:
    length = event.end_s - event.start_s
    busy = float((train.end_s - train.start_s).sum())
    words = tr("{start} to {end}, {length} long: {share} of all work, {source}")
    return words.format(
        start=seconds(event.start_s),
        end=seconds(event.end_s),
        length=seconds(length),
        share=percent(length / busy if busy else 0.0),
        source=tr("modelled") if train.modelled else tr("measured"),
    )


def notes_of(train: LaunchTrain, cpu: CpuTimes | None) -> list[Note]:
    """What one has to know of the whole, the worst first."""
    notes = _failure_notes(train)
    first = [_longest_words(train), _together_words(train)]
    parts = [*first, _copies_words(train), _cpu_words(train, cpu)]
    said = " ".join(filter(None, (*parts, _stream_words(train), _graph_words(train))))
    return [*notes, Note(rich(said))] if said else notes


def _failure_notes(train: LaunchTrain) -> list[Note]:
    """Which launch failed and why, in the words of who ran it."""
    if train.failure is None:
        return []
    words = tr("{why} What ran before it stands here.")
    return [Note(rich(words.format(why=say(train.failure.message))), "hazard")]


def _longest_words(train: LaunchTrain) -> str:
    row = train.longest
    if row is None or row.share is None or len(train.rows) < 2:
        return ""
    words = tr("Launch {number}, **{kernel}**, takes the longest: {share} of all work.")
    return words.format(number=whole(row.number + 1), kernel=row.kernel, share=percent(row.share))


def _together_words(train: LaunchTrain) -> str:
    """Which kernel takes the most in all its launches, where it has several."""
    shares: dict[str, list[float]] = {}
    for row in train.rows:
        shares.setdefault(row.kernel, []).append(row.share or 0.0)
    if len(shares) < 2:
        return ""
    kernel = max(shares, key=lambda name: sum(shares[name]))
    if len(shares[kernel]) < 2:
        return ""
    words = tr("The {n} launches of **{kernel}** together take {share}.")
    values = {"n": whole(len(shares[kernel])), "share": percent(sum(shares[kernel]))}
    return words.format(kernel=kernel, **values)


def _copies_words(train: LaunchTrain) -> str:
    busy = float((train.end_s - train.start_s).sum())
    copies = sum(e.end_s - e.start_s for e in train.events if e.kind != "kernel")
    if not busy or not copies:
        return ""
    return tr("Copies take {share}.").format(share=percent(copies / busy))


def _cpu_words(train: LaunchTrain, cpu: CpuTimes | None) -> str:
    """How long the fastest twin takes beside the whole pipeline."""
    times = [] if cpu is None else [cpu.one_thread_s, cpu.all_threads_s, cpu.numpy_s]
    known = [value for value in times if value]
    gpu = spent(train.events).whole_s
    if not known or not gpu or train.failure is not None:
        return ""
    best = min(known)
    if best > gpu:
        words = tr("The CPU needs {cpu} for all of it, {times} times as long.")
        return words.format(cpu=seconds(best), times=figures(best / gpu))
    words = tr("The CPU needs {cpu} for all of it: it is {times} times as fast.")
    return words.format(cpu=seconds(best), times=figures(gpu / best))


def _graph_words(train: LaunchTrain) -> str:
    """What launching takes, and what a CUDA graph would leave of it."""
    launching_s, as_graph_s = train.result.launching_s, train.result.as_graph_s
    if launching_s is None or as_graph_s is None:
        return ""
    busy = float((train.end_s - train.start_s).sum())
    return say(graph_words(launching_s, busy, train.result.seconds, as_graph_s))


def _stream_words(train: LaunchTrain) -> str:
    stream, taken = train.stream, train.result.seconds
    if stream is None or not taken or train.failure is not None:
        return ""
    each = taken / stream.frames
    values = {"n": whole(stream.frames), "time": seconds(taken), "each": seconds(each)}
    if stream.frames == 1:
        return _one_frame(taken, stream.deadline_s)
    if stream.deadline_s is None:
        return tr("{n} frames in {time}: {each} a frame.").format(**values)
    values["deadline"] = seconds(stream.deadline_s)
    if each <= stream.deadline_s:
        words = tr("{n} frames in {time}: {each} a frame, within the deadline of {deadline}.")
    else:
        words = tr("{n} frames in {time}: {each} a frame, too late for the deadline of {deadline}.")
    return words.format(**values)


def _one_frame(taken: float, deadline_s: float | None) -> str:
    if deadline_s is None:
        return tr("1 frame in {time}.").format(time=seconds(taken))
    if taken <= deadline_s:
        words = tr("1 frame in {time}, within the deadline of {deadline}.")
    else:
        words = tr("1 frame in {time}, too late for the deadline of {deadline}.")
    return words.format(time=seconds(taken), deadline=seconds(deadline_s))


def fetching_note(train: LaunchTrain, number: int) -> Note:
    """The pipeline runs again for the steps of one launch."""
    words = tr("The steps of {launch} were not kept: the pipeline runs once more for them.")
    title = launch_title(number, len(train.rows), train.rows[number].kernel)
    return Note(rich(words.format(launch=title)))


def error_note(message: Message) -> Note:
    """Why a launch could not be opened."""
    return Note(say_rich(message), "hazard")
