"""For course graders: the pytest fixture `gpuviz_check` and the option `--gpuviz`.

A test that asks for the fixture fails where a kernel that it launches has a hazard, with the
hazard's sentence. With the option, numba.cuda is the emulator in the whole session, so that tests
need no GPU even where kernels are compiled when they are defined.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:  # the emulator is loaded by the first test that asks for it
    from gpuviz.api import Launches

FIXTURE = "gpuviz_check"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declares the option."""
    about = "put gpuviz's emulator in place of numba.cuda in all tests"
    parser.addoption("--gpuviz", action="store_true", help=about)


def pytest_configure(config: pytest.Config) -> None:
    """Puts the emulator in place for the session, if that is asked for."""
    if config.getoption("--gpuviz"):
        from gpuviz.cuda.stand_in import standing_in

        session = ExitStack()
        session.enter_context(standing_in())
        config.add_cleanup(session.close)


@pytest.fixture
def gpuviz_check() -> Iterator[Launches]:
    """The launches of the test, on the emulator; the test fails if one of them has a hazard."""
    from gpuviz.api import recording

    with recording() as launches:
        yield launches


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, Any, Any]:
    """Fails a test with the sentences of its hazards; they stand beside a failure of its own."""
    try:
        result = yield
    except BaseException:
        sentences = _sentences(pyfuncitem)
        if sentences:
            pyfuncitem.add_report_section("call", "gpuviz", "\n".join(sentences))
        raise
    sentences = _sentences(pyfuncitem)
    if sentences:
        pytest.fail("\n".join(sentences), pytrace=False)
    return result


def _sentences(item: pytest.Function) -> list[str]:
    if FIXTURE not in item.funcargs:
        return []
    launches: Launches = item.funcargs[FIXTURE]  # type: ignore[assignment]
    return [f"{one.file}:{one.line}: {one.kind}: {one.message.text}" for one in launches.hazards]
