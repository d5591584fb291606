"""What a compiler tells of a kernel: `inspect_asm`, registers, local memory, by types.

Where numba-cuda is installed its compiler is asked, for the device that is emulated. Numba keeps it
for the types that a kernel was compiled for: here those of its launches and of its signatures.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gpuviz.cuda.compiler import code_of, has_compiler, require_compiler
from gpuviz.cuda.errors import machine_code

OF_CODE = frozenset(
    ["debug", "fastmath", "opt", "max_registers", "launch_bounds", "lineinfo", "forceinline"]
)
"""Options of @cuda.jit that change the code."""


class MachineCode:
    """What a compiled kernel has, for a class of kernels.

    `signatures` are tuples of Numba's types, `specialized` says that there is one of them for good.
    """

    py_func: Any
    options: Mapping[str, Any]
    specialized: bool
    _compiled: dict[Any, dict[str, Any]]

    @property
    def signatures(self) -> list[Any]:
        """The types that it was compiled for: tuples of Numba's types."""
        raise NotImplementedError

    def inspect_asm(self, signature: Any = None) -> Any:
        """PTX for a signature, or by signature for all that it was compiled for."""
        return self._told("inspect_asm", "asm", signature, one=False)

    def inspect_types(self, file: Any = None) -> None:
        """Prints what Numba inferred of each line: here, that the emulator has nothing of it."""
        print(machine_code("inspect_types").text, file=file)

    def inspect_llvm(self, signature: Any = None) -> Any:
        """What there is to say in place of the code for LLVM."""
        return self._nothing("inspect_llvm", signature)

    def inspect_sass(self, signature: Any = None) -> Any:
        """What there is to say in place of the GPU's own code."""
        return self._nothing("inspect_sass", signature)

    def inspect_sass_cfg(self, signature: Any = None) -> Any:
        """What there is to say in place of the graph of the GPU's own code."""
        return self._nothing("inspect_sass_cfg", signature)

    def _nothing(self, name: str, signature: Any) -> Any:
        """A sentence in place of code that nobody has, so that a script that prints it goes on."""
        words = machine_code(name).text
        return words if signature is not None else dict.fromkeys(self.signatures, words)

    def inspect_lto_ptx(self, signature: Any = None) -> Any:
        """The same after linking, which puts device functions in their places."""
        return self._told("inspect_lto_ptx", "lto_ptx", signature, one=False)

    def get_regs_per_thread(self, signature: Any = None) -> Any:
        """Registers of a thread."""
        return self._told("get_regs_per_thread", "regs_per_thread", signature, self.specialized)

    def get_local_mem_per_thread(self, signature: Any = None) -> Any:
        """Bytes of local memory of a thread."""
        name = "local_mem_per_thread"
        return self._told(f"get_{name}", name, signature, self.specialized)

    def _told(self, name: str, what: str, signature: Any, one: bool) -> Any:
        """Of the one signature, or by signature; `name` is what was called."""
        if name.startswith("inspect_") and not has_compiler():
            return self._nothing(name, signature)
        require_compiler(name)
        if signature is not None:
            return self._code(tuple(getattr(signature, "args", signature)), what)
        found = {types: self._code(types, what) for types in self.signatures}
        return next(iter(found.values())) if one and found else found

    def _code(self, types: tuple[Any, ...], what: str) -> Any:
        known = self._compiled.setdefault(types, {})
        if what not in known:
            options = {name: self.options[name] for name in OF_CODE & self.options.keys()}
            known.update(code_of(self.py_func, types, options, linked=what != "asm"))
        return known[what]
