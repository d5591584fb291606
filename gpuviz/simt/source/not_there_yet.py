"""Names of `numba.cuda` that gpuviz knows and does not have: what they are, and what to do."""

from __future__ import annotations

from gpuviz.messages import EnglishTemplate

NARROW: EnglishTemplate = (
    "{name} is of numba-cuda's numbers of 16 or 8 bits (bfloat16, fp8), which gpuviz knows by name"
    " and does not have yet: use np.float16 or np.float32, or run the script on a machine with a"
    " GPU."
)
EXTENSION: EnglishTemplate = (
    "{name} is of the interface that teaches Numba's compiler new types and instructions, and the"
    " emulator runs the Python source without a compiler: write what it does as a device function"
    " (@cuda.jit(device=True)), or run the script on a machine with a GPU."
)
COOPERATIVE: EnglishTemplate = (
    "{name} is of NVIDIA's library of algorithms for blocks and warps, compiled code that the"
    " emulator cannot run: write it with shared memory and cuda.syncthreads(), or with"
    " cuda.shfl_down_sync."
)
CLUSTERS: EnglishTemplate = (
    "{name} is of thread block clusters, which gpuviz does not have yet: let blocks work on their"
    " own, or run the script on a machine with a GPU of compute capability 9.0."
)
UNROLLED: EnglishTemplate = (
    "{name}: gpuviz has no loop over a tuple of different types yet. numba-cuda has it as"
    " cuda.literal_unroll alone, not as numba.literal_unroll: treat the items one by one, t[0],"
    " t[1], and so on."
)
NAMES: tuple[tuple[str, EnglishTemplate], ...] = (
    ("bf16 bfloat16 fp8", NARROW),
    ("cudadecl cudaimpl target lowering typing models", EXTENSION),
    ("mathimpl printimpl libdevicedecl libdeviceimpl", EXTENSION),
    ("cgutils datamodel descriptor nvvmutils codegen", EXTENSION),
    ("typeof_impl register_model make_attribute_wrapper", EXTENSION),
    ("lower_builtin lower_cast type_callable lower_getattr", EXTENSION),
    ("coop cooperative", COOPERATIVE),
    ("this_cluster cluster_sync cluster_dims cluster clusterIdx clusterDim", CLUSTERS),
    ("literal_unroll", UNROLLED),
)


def why_not(name: str) -> EnglishTemplate | None:
    """The sentence for a dotted name, of which one part is known; None for other names."""
    parts = name.split(".")
    for known, sentence in NAMES:
        if not set(parts).isdisjoint(known.split()):
            return sentence
    return NARROW if any(part.startswith(("fp8_", "__nv_")) for part in parts) else None
