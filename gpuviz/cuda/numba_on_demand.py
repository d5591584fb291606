"""The package `numba`, imported when a script needs more of it than `numba.cuda`: to import it
takes as long as all else that most scripts need. A function under `@njit` needs it when it is
called.
"""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import FunctionType, MethodType, ModuleType
from typing import Any

NAME = "numba"
ASKED_FOR = ("__all__", "__version__")
"""Names with underscores that a program asks for; others, such as `__wrapped__`, are asked for by
whoever looks at all modules.
"""


NUMBAS_TYPE = "_numba_type_"
"""By this attribute Numba's compiler knows what a function's argument or global name is."""


class NumbaOnDemand(ModuleType):
    """Becomes Numba itself when a name of it is asked for."""

    def __init__(self, spec: ModuleSpec) -> None:
        super().__init__(NAME)
        self.__spec__, self.__loader__, self.__file__ = spec, spec.loader, spec.origin
        self.__path__ = list(spec.submodule_search_locations or ())
        self.__package__ = NAME

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name not in ASKED_FOR:
            raise AttributeError(name)
        if name in LATER:
            return LATER[name]
        load()
        return getattr(self, name)


class Later:
    """A function under `@njit`: Numba makes its dispatcher when that is called, or asked for more
    than the function as it is written.
    """

    declared = declared_signatures = ()  # as the emulator's own device functions have them

    def __init__(self, function: FunctionType, options: Mapping[str, Any]) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self._options = options
        self._dispatcher: Any = None

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Calls Numba's dispatcher, which compiles the function."""
        return self.dispatcher(*arguments, **named)

    def __get__(self, owner: object, kind: type | None = None) -> Any:
        """Binds it as a method of a class, as Numba's dispatchers are bound."""
        return self if owner is None else MethodType(self, owner)

    def __reduce__(self) -> Any:
        """Pickles Numba's dispatcher in its place."""
        return self.dispatcher.__reduce__()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") and name != NUMBAS_TYPE:  # of those who look what it is
            raise AttributeError(name)
        return getattr(self.dispatcher, name)

    @property
    def dispatcher(self) -> Any:
        """Numba's dispatcher. The function's module has Numba's own `prange` from then on."""
        if self._dispatcher is None:
            load()
            self._dispatcher = sys.modules[NAME].njit(self.py_func, **self._options)
            names = self.py_func.__globals__
            for name, value in list(names.items()):
                if any(value is one for one in LATER.values()):
                    names[name] = getattr(sys.modules[NAME], value.__name__)
        return self._dispatcher


def njit(*arguments: Any, **options: Any) -> Any:
    """Numba's decorator, before Numba is there."""
    if not arguments:
        return functools.partial(njit, **options)
    function = arguments[0]
    if isinstance(function, FunctionType) and function.__closure__ is None and is_to_come():
        return Later(function, options)
    load()
    return sys.modules[NAME].njit(*arguments, **options)


def prange(*bounds: int) -> range:
    """As it is where nothing is compiled."""
    return range(*bounds)


def get_num_threads() -> int:
    """How many threads Numba's parallel loops have."""
    load()
    count: int = sys.modules[NAME].get_num_threads()
    return count


LATER: dict[str, Any] = {one.__name__: one for one in (njit, prange, get_num_threads)}
"""What files of kernels import for their twins on the CPU, which may never be called."""


@dataclass(frozen=True, eq=False, slots=True)
class Waiting:
    """What is undone before Numba is imported, and done again when it is there."""

    before: Callable[[], None]
    behind: Callable[[], None]


waiting: list[Waiting] = []
_one_at_a_time = threading.RLock()


class _Below(MetaPathFinder, Loader):
    """Whoever imports a module below `numba` needs `numba` itself, which imports most of them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """As importlib asks for it."""
        if not fullname.startswith(f"{NAME}.") or not load():
            return None
        return existing(fullname)


class _Existing(Loader):
    """Gives a module that was imported while its name was looked for."""

    def __init__(self, module: ModuleType) -> None:
        self._module, self._spec = module, module.__spec__

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """As importlib asks for it."""
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        """It ran before."""
        module.__spec__ = self._spec


def existing(name: str) -> ModuleSpec | None:
    """How importlib is given a module that is there by now."""
    module = sys.modules.get(name)
    return None if module is None else ModuleSpec(name, _Existing(module))


_below = _Below()


def install() -> None:
    """From now on, in this process, Numba is imported when it is needed, if it was not before."""
    spec = None if NAME in sys.modules else find_spec(NAME)
    if spec is not None:
        sys.modules[NAME] = NumbaOnDemand(spec)
        sys.meta_path.insert(0, _below)


def is_to_come() -> bool:
    """Whether what stands in `sys.modules` has not become Numba yet."""
    return type(sys.modules.get(NAME)) is NumbaOnDemand


def load() -> bool:
    """Imports Numba, as if nothing stood in for a part of it; whether that was to be done."""
    with _one_at_a_time:
        numba = sys.modules.get(NAME)
        if numba is None or not is_to_come():
            return False
        for one in reversed(waiting):
            one.before()
        sys.meta_path.remove(_below)
        numba.__class__ = ModuleType
        vars(numba).pop("cuda", None)
        assert numba.__spec__ is not None
        assert numba.__spec__.loader is not None
        numba.__spec__.loader.exec_module(numba)
        for one in waiting:
            one.behind()
        return True
