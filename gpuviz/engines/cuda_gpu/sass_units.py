"""Which unit of an SM each machine instruction (SASS) runs on, by the first part of its name.

The instruction sets are listed in NVIDIA's "CUDA Binary Utilities". Which pipeline runs what is
said by the "Nsight Compute Profiling Guide", chapter Pipelines: ALU has whole numbers, bits, logic
and comparisons; FMA has floats and all multiply-adds of whole numbers, IMAD, also where they only
move or add; XU special functions and conversions; Uniform what is the same for a whole warp. The
"CUDA C++ Programming Guide", table of arithmetic throughput, has comparisons, minima and maxima of
floats at the rate of whole numbers, and the counting of bits at that of special functions. What
neither names, such as FCHK, is put beside what is most like it.
"""

from __future__ import annotations

from gpuviz.model.mix import LineMix

SUMS = {"IADD", "IADD3", "IADD32I", "VIADD", "VIADDMNMX", "LEA", "IABS", "VABSDIFF", "VABSDIFF4"}
COMPARISONS = {"ISETP", "IMNMX", "VIMNMX", "VIMNMX3", "FSETP", "FSET", "FMNMX", "FMNMX3", "FCHK"}
HALF_COMPARISONS = {"HSETP2", "HSET2", "HMNMX2"}
BITS = {"LOP", "LOP3", "LOP32I", "SHF", "SHL", "SHR", "PRMT", "SGXT", "BMSK"}
MOVES = {"MOV", "MOV32I", "SEL", "FSEL", "P2R", "R2P", "PLOP3", "PSETP"}
FAST_CONVERSIONS = {"I2FP", "I2IP", "F2FP", "F2IP"}
ALU = SUMS | COMPARISONS | HALF_COMPARISONS | BITS | MOVES | FAST_CONVERSIONS

FLOATS = {"FADD", "FADD32I", "FMUL", "FMUL32I", "FFMA", "FFMA32I", "FSWZADD"}
HALVES = {"HADD2", "HADD2_32I", "HMUL2", "HMUL2_32I", "HFMA2", "HFMA2_32I"}
PRODUCTS = {"IMAD", "IMAD32I", "IMUL", "IMUL32I", "IDP", "IDP4A"}
FMA = FLOATS | HALVES | PRODUCTS
PAIRS = {"FADD2", "FMUL2", "FFMA2"}  # of two floats at once, from compute capability 10
FP64 = {"DADD", "DMUL", "DFMA", "DSETP", "DMNMX"}
XU = {"MUFU", "I2F", "F2I", "F2F", "FRND", "I2I", "POPC", "FLO", "BREV"}

FLOAT_OPERATIONS = {
    **dict.fromkeys(("FADD", "FADD32I", "FMUL", "FMUL32I", "FMNMX", "DADD", "DMUL", "DMNMX"), 1),
    **dict.fromkeys(("HADD2", "HMUL2", "HMNMX2"), 1),  # numba-cuda uses one of the two halves
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
