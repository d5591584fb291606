"""Runs a kernel's threads together: those with the lowest place in the code go on."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.helpers.ptx_threads.arithmetic import comparison, computation, conversion, dtype_of
from tests.helpers.ptx_threads.memory import Mask, Memory
from tests.helpers.ptx_threads.reading import Function, Instruction, Module, size_of

MOST_STEPS = 2_000_000

Step = Callable[[Mask], None]
Source = Callable[[], Any]

_PLACE = re.compile(r"\[\s*([%$\w@.]+)\s*(?:\+\s*(-?\d+))?\s*\]")
CARRYING = ("addc", "subc", "madc")
_JUMPS = ("bra", "ret", "exit", "call", "bar", "barrier", "trap")


def launch(
    module: Module,
    threads: int,
    arguments: Sequence[NDArray[Any] | np.generic],
    special: Mapping[str, int] | None = None,
    tell: Callable[[str], None] | None = None,
) -> list[NDArray[Any]]:
    """Runs the module's kernel as one block; the arrays among the arguments as it left them.

    The arguments come as Numba hands them to a kernel. `special` are registers such as %ntid.y that
    are neither 0 nor, of sizes, 1; `tell` hears the name of each instruction that the first thread
    comes to, also of those that its predicate leaves out.
    """
    arrays = [argument for argument in arguments if isinstance(argument, np.ndarray)]
    memory = Memory(module, threads, arrays)
    running = _Threads(module, threads, memory, special or {}, tell)
    running.run(_flat(arguments, memory.addresses))
    return [memory.read_back(number, array) for number, array in enumerate(arrays)]


def _flat(arguments: Sequence[Any], addresses: Sequence[int]) -> list[bytes]:
    """Of an array nothing twice, its length, size of an element, address, shape and strides."""
    flat: list[bytes] = []
    following = iter(addresses)
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            sizes = (0, 0, argument.size, argument.itemsize, next(following))
            flat += [struct.pack("<q", n) for n in (*sizes, *argument.shape, *argument.strides)]
        else:
            flat.append(argument.tobytes())
    return flat


class _Threads:
    def __init__(
        self,
        module: Module,
        threads: int,
        memory: Memory,
        special: Mapping[str, int],
        tell: Callable[[str], None] | None,
    ) -> None:
        self._module, self._count, self._memory = module, threads, memory
        self._registers: dict[str, Any] = {}
        self._kinds: dict[str, str] = {}
        self._params: dict[str, NDArray[np.uint8]] = {}
        self._starts: dict[str, int] = {}
        self._returns: dict[str, NDArray[np.int64]] = {}
        self._code: list[tuple[Function, Instruction]] = []
        for function in module.functions.values():
            self._starts[function.name] = len(self._code)
            self._code += [(function, instruction) for instruction in function.code]
            self._prepare(function)
        self._steps: list[Step | None] = [None] * len(self._code)
        self._at = np.zeros(threads, np.int64)
        self._end = len(self._code)
        self._waiting = np.zeros(threads, np.bool_)
        self._carry = np.zeros(threads, object)
        self._special: dict[str, Any] = {"%ntid.x": np.uint32(threads), "WARP_SZ": np.uint32(32)}
        self._special |= {name: np.uint32(value) for name, value in special.items()}
        self._special["%tid.x"] = np.arange(threads, dtype=np.uint32)
        self._tell = tell

    def _prepare(self, function: Function) -> None:
        for name, kind in function.registers.items():
            own = f"{function.name}:{name}"
            self._kinds[own] = kind
            self._registers[own] = np.zeros(
                (), dtype_of(kind if kind == "pred" else f"b{kind[1:]}")
            )
        sizes = (*function.parameters, *function.results)
        inner = ((v.name, len(v.data)) for v in function.variables if v.space == "param")
        for name, size in (*sizes, *inner):
            room = -(-size // 8) * 8
            self._params[f"{function.name}:{name}"] = np.zeros((self._count, room), np.uint8)
        self._returns[function.name] = np.zeros(self._count, np.int64)

    def run(self, parameters: Sequence[bytes]) -> None:
        """Runs all threads to their end. Raises RuntimeError where that does not come."""
        kernel = self._module.kernel
        for (name, _), value in zip(kernel.parameters, parameters, strict=True):
            self._params[f"{kernel.name}:{name}"][:, : len(value)] = np.frombuffer(value, np.uint8)
        self._at[:] = self._starts[kernel.name]
        self._returns[kernel.name][:] = self._end
        with np.errstate(all="ignore"):
            for _ in range(MOST_STEPS):
                if not self._turn():
                    return
        raise RuntimeError("the threads never end")

    def _turn(self) -> bool:
        """Runs the threads that are furthest behind up to a jump or to where others stand."""
        ready = (self._at < self._end) & ~self._waiting
        if not ready.any():
            if not self._waiting.any():
                return False
            self._waiting[:] = False
            return True
        places = self._at[ready]
        at = int(places.min())
        lanes = ready & (self._at == at)
        others = places[places > at]
        stop = int(others.min()) if others.size else self._end
        mask = None if lanes.all() else lanes
        while True:
            function, instruction = self._code[at]
            if self._tell is not None and lanes[0]:
                self._tell(".".join(instruction.name))
            if instruction.name[0] in _JUMPS:
                self._jump(function, instruction, at, lanes)
                return True
            step = self._steps[at]
            if step is None:
                step = self._steps[at] = self._step(function, instruction)
            step(mask)
            at += 1
            if at == stop:
                self._at[lanes] = at
                return True

    def _jump(self, function: Function, instruction: Instruction, at: int, lanes: Any) -> None:
        going, root = lanes, instruction.name[0]
        if instruction.predicate:
            holds = self._read(function, instruction.predicate, "pred")()
            going = lanes & (holds ^ instruction.negated)
        self._at[lanes] = at + 1
        if root == "bra":
            target = function.labels[instruction.operands[0]]
            self._at[going] = self._starts[function.name] + target
        elif root in ("bar", "barrier"):
            self._waiting[going] = True
        elif root == "ret":
            self._at[going] = self._returns[function.name][going]
        elif root in ("exit", "trap"):
            self._at[going] = self._end
        else:
            self._call(function, instruction, at, going)

    def _call(self, function: Function, instruction: Instruction, at: int, going: Any) -> None:
        results, name, given = _call_parts(instruction)
        callee = self._module.functions.get(name)
        if callee is None:
            raise NotImplementedError(f"call of {name}")
        for part, (parameter, _) in zip(given, callee.parameters, strict=True):
            source = self._params[f"{function.name}:{part}"]
            self._params[f"{name}:{parameter}"][going, : source.shape[1]] = source[going]
        self._returns[name][going] = at + 1
        self._at[going] = self._starts[name]
        for part, (result, _) in zip(results, callee.results, strict=True):
            self._params[f"{function.name}:{part}"] = self._params[f"{name}:{result}"]

    # one instruction

    def _step(self, function: Function, instruction: Instruction) -> Step:
        run = self._made(function, instruction)
        if not instruction.predicate:
            return run
        holds = self._read(function, instruction.predicate, "pred")

        def guarded(mask: Mask) -> None:
            going = np.broadcast_to(holds() ^ instruction.negated, self._at.shape)
            run(going if mask is None else going & mask)

        return guarded

    def _made(self, function: Function, instruction: Instruction) -> Step:
        name, operands = instruction.name, instruction.operands
        root, kind = name[0], name[-1]
        if root in ("ld", "ldu"):
            return self._load(function, name, operands)
        if root == "st":
            return self._store(function, name, operands)
        if root in ("atom", "red"):
            return self._atomic(function, name, operands)
        if root in ("membar", "fence", "nanosleep", "prefetch"):
            return lambda mask: None
        if root == "mov" and any(part.startswith("{") for part in operands):
            return self._packed(function, kind, operands)
        if root == "setp":
            return self._compare(function, name, operands)
        if root in CARRYING or "cc" in name:
            return self._carrying(function, name, operands)
        write = self._write(function, operands[0], _result_kind(name))
        compute, kinds = _computation(name, len(operands) - 1)
        if root in ("mov", "cvta"):
            source = self._read(function, operands[1], kind)
            return lambda mask: write(source(), mask)
        sources = [
            self._read(function, part, one) for part, one in zip(operands[1:], kinds, strict=True)
        ]
        return lambda mask: write(compute(*(source() for source in sources)), mask)

    def _compare(self, function: Function, name: tuple[str, ...], operands: Sequence[str]) -> Step:
        kind, is_float = name[-1], name[-1][0] == "f"
        signed = kind if name[1] not in ("lo", "ls", "hi", "hs") else "u" + kind[1:]
        if kind[0] == "b":
            signed = kind
        holds = comparison(name[1], is_float)
        one, other = (self._read(function, part, signed) for part in operands[1:3])
        targets = operands[0].split("|")
        writes = [self._write(function, part, "pred") for part in targets]
        join: Callable[[Any, Any], Any] | None = None
        third: Source | None = None
        if len(operands) > 3:
            join = {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor}[name[2]]
            third = self._read(function, operands[3], "pred")

        def step(mask: Mask) -> None:
            result = holds(one(), other())
            for write, value in zip(writes, (result, ~result), strict=False):
                write(value if join is None or third is None else join(value, third()), mask)

        return step

    def _carrying(self, function: Function, name: tuple[str, ...], operands: Sequence[str]) -> Step:
        """add.cc, madc.hi.cc, ..: a sum takes in the carry of the last one and leaves its own."""
        kind, root = name[-1], name[0]
        bits = size_of(kind) * 8
        sources = [self._read(function, part, f"u{bits}") for part in operands[1:]]
        write = self._write(function, operands[0], f"u{bits}")

        def step(mask: Mask) -> None:
            numbers = [np.asarray(source()).astype(object) for source in sources]
            if root.startswith("mad"):
                product = numbers[0] * numbers[1]
                part = product >> bits if "hi" in name else product & ((1 << bits) - 1)
                numbers = [part, numbers[2]]
            carry = self._carry if root in CARRYING else np.zeros_like(self._carry)
            subtracted = root.startswith("sub")
            total = numbers[0] - numbers[1] - carry if subtracted else sum(numbers) + carry
            write((total & ((1 << bits) - 1)).astype(f"u{bits // 8}"), mask)
            if "cc" in name:
                left = abs(total >> bits)
                self._carry = left if mask is None else np.where(mask, left, self._carry)

        return step

    def _packed(self, function: Function, kind: str, operands: Sequence[str]) -> Step:
        """mov between a register and the parts that it is made of."""
        target, source = operands
        if target.startswith("{"):
            parts = _members(target)
            part = f"b{int(kind[1:]) // len(parts)}"
            read = self._read(function, source, kind)
            writes = [(n, self._write(function, p, part)) for n, p in enumerate(parts) if p != "_"]
            width = int(part[1:])

            def unpack(mask: Mask) -> None:
                whole = np.asarray(read())
                for number, write in writes:
                    bits = (whole >> whole.dtype.type(number * width)).astype(dtype_of(part))
                    write(bits, mask)

            return unpack
        parts = _members(source)
        width = int(kind[1:]) // len(parts)
        reads = [self._read(function, p, f"b{width}") for p in parts]
        write = self._write(function, target, kind)
        dtype = dtype_of(kind)

        def pack(mask: Mask) -> None:
            result = np.zeros((), dtype)
            for number, read in enumerate(reads):
                result = result | (read().astype(dtype) << dtype.type(number * width))
            write(result, mask)

        return pack

    def _load(self, function: Function, name: tuple[str, ...], operands: Sequence[str]) -> Step:
        kind, size = name[-1], size_of(name[-1])
        targets = _members(operands[0])
        writes = [self._write(function, part, kind) for part in targets]
        dtype = dtype_of(kind)
        if "param" in name:
            variable, offset = self._param(function, operands[1])

            def from_param(mask: Mask) -> None:
                data = self._params[variable]
                for number, write in enumerate(writes):
                    start = offset + number * size
                    taken = np.ascontiguousarray(data[:, start : start + size])
                    write(taken.view(dtype).reshape(-1), mask)

            return from_param
        address = self._address(function, operands[1])

        def step(mask: Mask) -> None:
            base = address()
            loaded = [
                self._memory.load(base + np.int64(number * size), size, mask)
                for number in range(len(writes))
            ]
            for write, bits in zip(writes, loaded, strict=True):
                write(bits.view(dtype), mask)

        return step

    def _store(self, function: Function, name: tuple[str, ...], operands: Sequence[str]) -> Step:
        size = size_of(name[-1])
        bits = f"b{size * 8}"
        sources = [self._read(function, part, bits) for part in _members(operands[1])]
        if "param" in name:
            variable, offset = self._param(function, operands[0])

            def to_param(mask: Mask) -> None:
                data = self._params[variable]
                for number, source in enumerate(sources):
                    start = offset + number * size
                    values = np.broadcast_to(source(), self._at.shape)
                    parts = np.ascontiguousarray(values).view(np.uint8).reshape(-1, size)
                    lanes = slice(None) if mask is None else mask
                    data[lanes, start : start + size] = parts[lanes]

            return to_param
        address = self._address(function, operands[0])

        def step(mask: Mask) -> None:
            base = address()
            for number, source in enumerate(sources):
                self._memory.store(base + np.int64(number * size), source(), mask)

        return step

    def _atomic(self, function: Function, name: tuple[str, ...], operands: Sequence[str]) -> Step:
        """atom and red: one thread after the other. Raises NotImplementedError for others."""
        kind, dtype = name[-1], dtype_of(name[-1])
        target, place, given = ("_", *operands) if name[0] == "red" else operands
        write = self._write(function, target, kind)
        address, source = self._address(function, place), self._read(function, given, kind)
        compute = computation((name[-2], kind))

        def step(mask: Mask) -> None:
            addresses, values = address(), source()
            before = np.zeros(self._count, dtype)
            for lane in np.flatnonzero(np.ones(self._count) if mask is None else mask):
                alone = np.arange(self._count) == lane
                found = self._memory.load(addresses, dtype.itemsize, alone).view(dtype)
                after = np.asarray(compute(found, values))
                self._memory.store(addresses, after.view(f"u{dtype.itemsize}"), alone)
                before[lane] = found[lane]
            write(before, mask)

        return step

    # operands

    def _param(self, function: Function, operand: str) -> tuple[str, int]:
        found = _PLACE.fullmatch(operand)
        assert found is not None, operand
        return f"{function.name}:{found[1]}", int(found[2] or 0)

    def _address(self, function: Function, operand: str) -> Source:
        found = _PLACE.fullmatch(operand)
        assert found is not None, operand
        base, offset = self._read(function, found[1], "s64"), np.int64(int(found[2] or 0))
        return lambda: base() + offset

    def _read(self, function: Function, operand: str, kind: str) -> Source:
        """The values of an operand as numbers of a type."""
        if operand.startswith("!"):
            inner = self._read(function, operand[1:], kind)
            return lambda: ~inner()
        dtype = dtype_of(kind)
        own = f"{function.name}:{operand}"
        if own in self._kinds:
            bits = np.dtype(f"u{dtype.itemsize}")
            registers = self._registers
            if kind == "pred":
                return lambda: registers[own]
            if size_of(self._kinds[own]) == dtype.itemsize:
                return lambda: registers[own].view(dtype)
            return lambda: registers[own].astype(bits).view(dtype)
        fixed = self._fixed(operand, dtype)
        return lambda: fixed

    def _fixed(self, operand: str, dtype: np.dtype[Any]) -> Any:
        if operand in self._special:
            return self._special[operand].astype(dtype)
        if operand.startswith(("%ntid", "%nctaid", "%tid", "%ctaid")):
            return np.array(int(operand[1] == "n"), dtype)
        if operand[:2] in ("0f", "0d") and len(operand) > 9:
            bits = np.array(int(operand[2:], 16), f"u{(len(operand) - 2) // 2}")
            return bits.view(f"f{bits.dtype.itemsize}").astype(dtype) if dtype.kind == "f" else bits
        if operand in self._memory.symbols:
            return np.array(self._memory.symbols[operand], np.int64).view(dtype)
        try:
            value = int(operand.rstrip("U"), 0)
        except ValueError:
            raise NotImplementedError(f"operand {operand}") from None
        if dtype.kind == "b":
            return np.bool_(value & 1)
        return np.array(value % 256**dtype.itemsize, f"u{dtype.itemsize}").view(dtype)

    def _write(self, function: Function, operand: str, kind: str) -> Callable[[Any, Mask], None]:
        """Puts numbers of a type into a register, extended as their sign asks."""
        if operand == "_":
            return lambda values, mask: None
        own = f"{function.name}:{operand}"
        wide = self._kinds[own]
        registers = self._registers
        target = dtype_of("pred" if wide == "pred" else f"b{size_of(wide) * 8}")
        extended = np.dtype(f"i{target.itemsize}") if kind[0] == "s" else target
        dtype = dtype_of(kind)

        def write(values: Any, mask: Mask) -> None:
            values = np.asarray(values)
            if target.kind != "b":
                if values.dtype.itemsize != dtype.itemsize or values.dtype.kind == "b":
                    values = values.astype(dtype)
                if dtype.itemsize != target.itemsize:
                    unsigned = values.view(f"{'i' if kind[0] == 's' else 'u'}{dtype.itemsize}")
                    values = unsigned.astype(extended)
                values = values.view(target)
            if mask is not None:
                values = np.where(mask, values, registers[own])
            registers[own] = values

        return write


def _members(operand: str) -> list[str]:
    return [part.strip() for part in operand.strip("{}").split(",")]


def _call_parts(instruction: Instruction) -> tuple[list[str], str, list[str]]:
    """Where results go, what is called, with what."""
    groups = list(instruction.operands)
    results = _listed(groups.pop(0)) if groups[0].startswith("(") else []
    name = groups.pop(0)
    return results, name, _listed(groups[0]) if groups else []


def _listed(group: str) -> list[str]:
    return [part.strip() for part in group.strip("()").split(",") if part.strip()]


def _result_kind(name: tuple[str, ...]) -> str:
    root, kind = name[0], name[-1]
    if root == "cvt":
        return name[-2]
    if root in ("popc", "clz"):
        return "u32"
    if root in ("mul", "mad") and "wide" in name:
        return f"{kind[0]}{2 * int(kind[1:])}"
    return kind


def _computation(name: tuple[str, ...], count: int) -> tuple[Callable[..., Any], list[str]]:
    """What is computed, and the types of the sources."""
    root, kind = name[0], name[-1]
    if root in ("mov", "cvta"):
        return (lambda a: a), [kind]
    if root == "cvt":
        return conversion(name), [kind]
    if root == "selp":
        return (lambda a, b, which: np.where(which, a, b)), [kind, kind, "pred"]
    if root == "slct":
        return (lambda a, b, sign: np.where(sign >= 0, a, b)), [name[-2], name[-2], kind]
    compute = computation(name)
    kinds = [kind] * count
    if root in ("shl", "shr"):
        kinds[1] = "u32"
    elif root == "shf":
        kinds[2] = "u32"
    elif root in ("bfe", "bfi"):
        kinds[-2:] = ["u32", "u32"]
    elif root == "dp2a":
        kinds = [name[-2], kind, "s32"]
    elif root == "mad" and "wide" in name:
        kinds[2] = f"{kind[0]}{2 * int(kind[1:])}"
    elif root == "testp":
        raise NotImplementedError(".".join(name))
    return compute, kinds
