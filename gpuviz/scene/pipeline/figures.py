"""Where the time of a launch in a pipeline, and its share, come from."""

from __future__ import annotations

from dataclasses import replace

from gpuviz.insight.figures.figure import Figure
from gpuviz.insight.figures.time import kernel_figure, measured_figure, share_figure
from gpuviz.scene.pipeline.train import LaunchRow, LaunchTrain
from gpuviz.trace.whose_device import device_or_default


def row_figure(train: LaunchTrain, row: LaunchRow, *, of_share: bool) -> Figure | None:
    """Of its share, or of its time; None where nothing is known of it.

    It is not tried: what is tried is the launch on the stage.
    """
    if row.seconds is None:
        return None
    if of_share:
        return share_figure(row.seconds, row.seconds / row.share) if row.share else None
    trace = train.result.launches[row.number]
    if not train.modelled:
        return measured_figure(row.seconds, None)
    if trace.prediction is None:
        return None
    figure = kernel_figure(trace.prediction, device_or_default(trace))
    return replace(figure, can_be_tried=False)
