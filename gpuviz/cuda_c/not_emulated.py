"""What CUDA has and the emulator does not: refused by its name, before a kernel is read."""

from __future__ import annotations

import itertools
import re
from typing import NamedTuple

from gpuviz.cuda_c.refusals import refuse
from gpuviz.cuda_c.words import Word
from gpuviz.messages import EnglishText
from gpuviz.messages import word as words

CLUSTERS: EnglishText = (
    "clusters of blocks, which are not emulated: blocks share nothing but global memory here"
)
ASYNC_COPIES: EnglishText = (
    "asynchronous copies to shared memory, which are not emulated: assign the elements, and write"
    " __syncthreads() behind them"
)
BARRIERS: EnglishText = "barriers in shared memory, which are not emulated: use __syncthreads()"
BULK_COPIES: EnglishText = (
    "bulk and tensor copies (TMA), which are not emulated: assign the elements, and write"
    " __syncthreads() behind them"
)
TENSOR_CORES: EnglishText = (
    "matrix products on tensor cores, which are not emulated: write the loop of the product"
)
ATOMICS: EnglishText = "atomics of libcu++, which are not emulated: use atomicAdd() and its like"
TEXTURES: EnglishText = (
    "textures and surfaces, which are not emulated: use a plain pointer, and the index"
    " row * width + column"
)
LIBRARY: EnglishText = (
    "a library within kernels, which is not read: write its part of the work in this file"
)
SEVERAL_GPUS: EnglishText = "grids on several GPUs, which are not emulated: use this_grid()"
OTHER_LAUNCHES: EnglishText = (
    "the order of launches that overlap, which are not emulated: take it out, launches run one"
    " after the other"
)
NARROW: EnglishText = "numbers of 16 and 8 bits other than half, which are not known yet: use half"
PTX: EnglishText = "PTX by another name, which is not read: write the same in C"


class NotEmulated(NamedTuple):
    """A part of CUDA, and its names."""

    about: EnglishText
    names: re.Pattern[str]


NOT_EMULATED: tuple[NotEmulated, ...] = (
    NotEmulated(
        CLUSTERS,
        re.compile(
            r"__cluster_dims__|.*\bthis_cluster|.*\bcluster_group|cluster(Idx|Dim)"
            r"|__cluster\w+|cudaLaunchAttributeCluster\w+"
        ),
    ),
    NotEmulated(
        ASYNC_COPIES,
        re.compile(
            r"__pipeline_\w+|cuda::(\w+::)*(\w*pipeline\w*|memcpy_async)"
            r"|((cooperative_groups|cg)::)memcpy_async|make_pipeline|__nv_memcpy_async\w*"
        ),
    ),
    NotEmulated(
        BULK_COPIES,
        re.compile(
            r"((cuda::)?(device::experimental|ptx|cde)::)(\w*bulk\w*|\w*tensor\w*)"
            r"|CUtensorMap|cuTensorMap\w*|cp_async_bulk\w*"
        ),
    ),
    NotEmulated(
        BARRIERS, re.compile(r"cuda::(\w+::)*barrier|__mbarrier\w*|((cuda::)?ptx::)mbarrier\w*")
    ),
    NotEmulated(
        TENSOR_CORES,
        re.compile(
            r"(nvcuda::)?(\w+::)*wmma(::\w+)*|nvcuda(::\w+)*|__wgmma\w*|__hmma\w*|__imma\w*"
            r"|__bmma\w*|mma_sync|load_matrix_sync|store_matrix_sync|fill_fragment"
        ),
    ),
    NotEmulated(ATOMICS, re.compile(r"cuda::(\w+::)*atomic\w*")),
    NotEmulated(
        TEXTURES,
        re.compile(
            r"tex(1D|2D|3D|Cubemap)\w*|surf(1D|2D|3D|Cubemap)\w*|cuda(Texture|Surface)Object_t"
        ),
    ),
    NotEmulated(LIBRARY, re.compile(r"(thrust|cub|cutlass|cute)::\w[\w:]*")),
    NotEmulated(SEVERAL_GPUS, re.compile(r".*\bthis_multi_grid|.*\bmulti_grid_group")),
    NotEmulated(
        OTHER_LAUNCHES,
        re.compile(r"cudaGridDependencySynchronize|cudaTriggerProgrammaticLaunchCompletion"),
    ),
    NotEmulated(NARROW, re.compile(r"__nv_bfloat16\w*|nv_bfloat16\w*|__nv_fp8\w*|__nv_fp4\w*")),
    NotEmulated(PTX, re.compile(r"(cuda::)?ptx::\w+")),
)


def refuse_not_emulated(found: list[Word], file: str, declared: frozenset[str]) -> None:
    """Raises NotSupportedError at a name that the emulator does not have.

    `declared`: names that the file gives to functions and types of its own.
    """
    own = {
        two.text
        for one, two in itertools.pairwise(found)
        if (one.kind == "name" and not one.is_name("return", "else")) or one.is_mark("*", "&")
    }
    for at, word in enumerate(found):
        if word.kind != "name" or (at and found[at - 1].is_mark("::", ".", "->")):
            continue
        name, row = word.text, at
        while row + 2 < len(found) and found[row + 1].is_mark("::"):
            row += 2
            name += f"::{found[row].text}"
        for one in NOT_EMULATED:
            if one.names.fullmatch(name) and name not in declared and name not in own:
                sentence = "{name} belongs to {what}."
                what = words(one.about)
                refuse(file, word.place, "not-emulated", sentence, name=name, what=what)
