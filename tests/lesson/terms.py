"""Words of the field that a lesson makes bold where it says what they are: how they are found in a
text, in each language that lessons have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpuviz.lesson import Lesson, LessonStep

TERMS: Mapping[str, tuple[str, str]] = {
    "latency": (r"latenc(y|ies)", "延迟"),
    "throughput": ("throughput", "吞吐量"),
    "CUDA core": (r"CUDA cores?", "CUDA 核心"),
    "sweep": (r"sweeps?", "(规模)?扫描(?!仪)"),
    "SM": (r"SMs?", "SM"),
    "block": (r"blocks?", "线程块"),
    "wave": (r"waves?", "波次"),
    "host": (r"host", "主机"),
    "device": (r"(?-i:device)", "(?<!「)设备"),
    "kernel": (r"kernels?", "核函数"),
    "stream": (r"streams?(?= \()|streams", "(?<![数据视频])流(?=，|。|里|\\*|；)"),
    "pinned": (r"pinned(?! \()", "锁页"),
    "thread": (r"threads?", "线程(?!块|束)"),
    "warp": (r"warps?", "线程束"),
    "lane": (r"lanes?", r"\blane"),
    "grid": (r"grids?", "网格"),
    "guard": (r"guards?", "边界判断"),
    "illegal address": (r"illegal address(es)?", "非法地址"),
    "barrier": (r"barriers?", "屏障"),
    "shared memory": (r"shared memory", "共享内存"),
    "register": (r"registers?", "寄存器"),
    "sector": (r"sectors?", "扇区"),
    "line of the cache": (r"lines? of the cache|cache lines?", "缓存行"),
    "coalesced": (r"coalesc\w+", "合并访问"),
    "bank": (r"banks?", "存储体(?!冲突)"),
    "bank conflict": (r"bank conflicts?", "存储体冲突"),
    "atomic": (r"atomics?", "原子"),
    "occupancy": (r"occupancy", "占用率"),
    "divergence": (r"diverge\w*", "发散"),
    "hazard": (r"hazards?", "隐患"),
    "roofline": (r"(?-i:roofline)", "(?<!「)屋顶线(?!」)"),
    "race": (r"races?", "数据竞争|竞争"),
    "arithmetic intensity": (r"arithmetic intensity", "算术强度"),
    "co-rank": (r"co-ranks?", "co-rank"),
    "stable": (r"stable", "稳定"),
    "gradient": (r"gradients?", "梯度"),
    "batch": (r"batch(es)?", "批量|批次"),
    "activations": ("activations", "激活值"),
    "L2": ("L2", "L2"),
    "spilled": (r"spill\w*", r"溢出(?=\*\*|到本地)"),
    "warp scheduler": (r"warp schedulers?", "线程束调度器"),
    "warm-up": ("warm-up", "预热"),
    "pipeline parallel": ("pipeline parallel", "流水线并行"),
    "quantisation": ("quantisation", "量化"),
    "filter": (r"filters?", "滤波器|卷积核"),
    "tensor core": (r"tensor cores?", "张量核心"),
    "all-reduce": (r"all-reduce", "全归约|all-reduce"),
    "PTX": ("PTX", "PTX"),
    "SASS": ("SASS", "SASS"),
}


NAMED = r"lesson \"[^\"]+\"|《[^》]+》"  # other lessons: their titles promise what they say


class Place(NamedTuple):
    """A step of the course, both from 1."""

    lesson: int
    step: int


def said(step: LessonStep) -> str:
    """What a student reads of a step, without code; bold words keep their stars."""
    texts = (step.title, step.text, step.question, step.hint, step.reveal)
    answers = [word for guess in step.guesses for word in (guess.text, guess.why_not)]
    bare = re.sub(rf"```.*?```|`[^`]*`|{NAMED}", "", "\n".join((*texts, *answers)), flags=re.DOTALL)
    return re.sub(r"(?<=[^\x00-\x7f])\n(?=[^\x00-\x7f])", "", bare).replace("\n", " ")


def steps_of(lessons: list[Lesson]) -> Iterator[tuple[Place, LessonStep]]:
    """All steps in the order of the course."""
    for lesson in lessons:
        for number, step in enumerate(lesson.steps, 1):
            yield Place(lesson.shown, number), step


def first_use(pattern: str, lessons: list[Lesson]) -> Place | None:
    """Where a student first reads a word."""
    word = re.compile(rf"(?<![A-Za-z-]){pattern}(?![a-z])", re.IGNORECASE)
    return next((at for at, step in steps_of(lessons) if word.search(said(step))), None)


def definition(pattern: str, lessons: list[Lesson]) -> Place | None:
    """Where it is bold first."""
    bold = re.compile(rf"\*\*[^*]*?(?:{pattern})[^*]*\*\*", re.IGNORECASE)
    return next((at for at, step in steps_of(lessons) if bold.search(said(step))), None)
