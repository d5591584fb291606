"""Which unit of an SM each machine instruction (SASS) runs on, by the first part of its name.

The instruction sets are listed in NVIDIA's "CUDA Binary Utilities". Which pipeline runs what is
said by the "Nsight Compute Profiling Guide", chapter Pipelines: ALU has whole numbers, bits, logic
and comparisons, FMA floats and every multiplication of whole numbers (IMAD, also where it only moves
or adds), XU special functions and conversions, Uniform what is the same for a whole warp. The
"CUDA C++ Programming Guide", table of arithmetic throughput, has comparisons, minima and maxima of
floats at the rate of whole numbers, and the counting of bits at that of special functions.
"""

from __future__ import annotations

from gpuviz.model.mix import LineMix

ALU = frozenset(
    "IADD IADD3 IADD32I VIADD VIADDMNMX VIMNMX VIMNMX3 VABSDIFF VABSDIFF4 IABS IMNMX ISETP ICMP"
    " LEA LOP LOP3 LOP32I SHF SHL SHR SEL PRMT SGXT BMSK MOV MOV32I P2R R2P PLOP3 PSETP"
    " FSETP FSET FSEL FMNMX FMNMX3 FCHK HSETP2 HSET2 HMNMX2 I2FP I2IP F2FP F2IP".split()
)
FMA = frozenset(
    "FADD FADD32I FMUL FMUL32I FFMA FFMA32I FSWZADD HADD2 HADD2_32I HMUL2 HMUL2_32I HFMA2"
    " HFMA2_32I IMAD IMAD32I IMUL IMUL32I IDP IDP4A".split()
)
PAIRS = frozenset({"FADD2", "FMUL2", "FFMA2"})  # of two floats at once, from compute capability 10
FP64 = frozenset({"DADD", "DMUL", "DFMA", "DSETP", "DMNMX"})
XU = frozenset("MUFU I2F F2I F2F FRND I2I POPC FLO BREV".split())

FLOAT_OPERATIONS = {
    **dict.fromkeys(("FADD", "FADD32I", "FMUL", "FMUL32I", "FMNMX", "DADD", "DMUL", "DMNMX"), 1),
    **dict.fromkeys(("HADD2", "HMUL2", "HMNMX2"), 1),
    **dict.fromkeys(("FFMA", "FFMA32I", "DFMA", "HFMA2", "FADD2", "FMUL2"), 2),
    "FFMA2": 4,
}


def instruction_mix(name: str) -> LineMix:
    """One instruction by its name, with or without suffixes; "IMAD.WIDE" or "IMAD".

    Loads, stores, branches and what the uniform datapath does are issued and use none of the units.
    """
    root = name.partition(".")[0]
    return LineMix(
        issued=1,
        int32=1 if root in ALU else 0,
        fp32=2 if root in PAIRS else 1 if root in FMA else 0,
        fp64=1 if root in FP64 else 0,
        sfu=1 if root in XU else 0,
    )


def float_operations(name: str) -> int:
    """Operations on floats as a source would count them: of a fused multiply-add two."""
    return FLOAT_OPERATIONS.get(name.partition(".")[0], 0)
