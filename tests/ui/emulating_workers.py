"""Workers that run launches in this process, in the emulator: real traces without waiting."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass

from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest, LaunchResult, Progress
from gpuviz.messages import GpuvizError
from tests.ui.instant_workers import InstantWorkers


@dataclass
class EmulatingWorkers(InstantWorkers):
    """Every launch is emulated before it is answered; one that `holds` is never answered."""

    holds: bool = False

    def run_launch(self, request: LaunchRequest, on_progress: Progress) -> Future[LaunchResult]:
        """Runs a launch."""
        self.launches.append(request)
        answer: Future[LaunchResult] = Future()
        if self.holds:
            return answer
        try:
            answer.set_result(EmulatorEngine().run(request, on_progress))
        except GpuvizError as error:
            answer.set_exception(error)
        return answer
