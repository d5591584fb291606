"""A recording in which every name and text looks like markup, a link or a picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gpuviz.launch import Dim3
from gpuviz.messages import Message
from gpuviz.trace import Hazard, Times, Trace
from gpuviz.trace.trace import HazardKind
from tests.helpers.traces import vector_add

WORD = "WXYZ"
WHOLE = f"<b>{WORD}</b>&amp;"  # so it has to be read wherever the word is


def markup(file: str = "/mark.png") -> str:
    """A name that Qt would take for rich text, with a picture and a link to a file."""
    tags = f'<img src="{file}"><a href="file://{file}">link</a>'
    return f"{WHOLE}{tags}\n<table background='{file}'>\u202e\x00"


def marked_trace(file: str = "/mark.png") -> Trace:
    """A vector addition whose every name is `markup`."""
    mark = markup(file)
    trace = vector_add(n=100, block=64)
    names = {name: f"{name}{mark}" for name in "abc"}
    source = trace.functions[0]
    said = Message("a.note", "{what} and " + mark.replace("{", "{{"), {"what": mark})
    place = Dim3(1, 0, 0), Dim3(3, 0, 0)
    kinds: tuple[HazardKind, ...] = ("race", "out-of-bounds")
    hazards = tuple(
        Hazard(
            kind,
            "global",
            names["c"],
            (3,),
            5,
            5,
            *place,
            *place,
            2,
            said,
            said,
            said,
            "write",
            "write",
        )
        for kind in kinds
    )
    return replace(
        trace,
        kernel=mark,
        engine=mark,
        schedule=mark,
        device_id=mark,
        functions=(
            replace(source, name=mark, file=f"/{mark}", text=f"{source.text}    # {mark!r}\n"),
        ),
        sites=tuple(replace(site, array=names[site.array]) for site in trace.sites),
        arrays=tuple(replace(array, name=names[array.name]) for array in trace.arrays),
        variables=tuple(replace(one, name=f"i{mark}") for one in trace.variables),
        scalars={mark: mark},
        inputs=_renamed(trace.inputs, names),
        outputs=_renamed(trace.outputs, names),
        last_writer=_renamed(trace.last_writer, names),
        hazards=hazards,
        hazard_kinds_checked=kinds,
        times=Times("modelled", h2d_s=2e-6, kernel_s=1.6e-6, d2h_s=2e-6, note=mark),
        notes=(said,),
        failure=said,
    )


def _renamed(arrays: Any, names: dict[str, str]) -> dict[str, Any]:
    return {names[name]: array for name, array in arrays.items()}
