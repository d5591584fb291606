"""What a launch did: columns of NumPy arrays, and the `.gpuviz` files that keep them.

`Trace` is what every engine gives and every picture is made of. Its parts:

- `source`   functions, statements, sites, arrays, variables: columns point into them by row number
- `columns`  Steps, Accesses, Values, Exchanges of the followed blocks; WarpCounters of all;
             Placement on SMs
- `prediction` Prediction: what the model expects of the launch
- `trace`    Trace itself, with Counters, Hazard and Times
- `touches`  Element and Touches: who read and wrote one element
- `followable` whether the launch can run once more
- `file`     save and load
- `blocks_on_sm`, `perfetto` how many an SM holds, in which places; their JSON for ui.perfetto.dev
"""

from typing import TYPE_CHECKING

from gpuviz.lazily import lazily

if TYPE_CHECKING:
    from gpuviz.trace.columns import (
        EXCHANGE_KINDS,
        EXCHANGE_TYPES,
        NO_ELEMENT,
        NO_LANE,
        Accesses,
        Exchanges,
        Placement,
        Steps,
        Values,
        WarpCounters,
        from_bits,
        has_bits,
        to_bits,
    )
    from gpuviz.trace.followable import bare, why_not_followable, without_record
    from gpuviz.trace.prediction import Demand, InC, Prediction, Resource, Validation
    from gpuviz.trace.source import (
        ArrayInfo,
        Captured,
        FunctionSource,
        Operations,
        Site,
        Statement,
        Variable,
    )
    from gpuviz.trace.touches import Element, Touches
    from gpuviz.trace.trace import Counters, Hazard, MissingBarrier, Times, Trace, Turn

__all__ = [
    "EXCHANGE_KINDS",
    "EXCHANGE_TYPES",
    "NO_ELEMENT",
    "NO_LANE",
    "Accesses",
    "ArrayInfo",
    "Captured",
    "Counters",
    "Demand",
    "Element",
    "Exchanges",
    "FunctionSource",
    "Hazard",
    "InC",
    "MissingBarrier",
    "Operations",
    "Placement",
    "Prediction",
    "Resource",
    "Site",
    "Statement",
    "Steps",
    "Times",
    "Touches",
    "Trace",
    "Turn",
    "Validation",
    "Values",
    "Variable",
    "WarpCounters",
    "bare",
    "from_bits",
    "has_bits",
    "to_bits",
    "why_not_followable",
    "without_record",
]

__getattr__ = lazily(
    __name__,
    {
        "columns": (
            "EXCHANGE_KINDS",
            "EXCHANGE_TYPES",
            "NO_ELEMENT",
            "NO_LANE",
            "Accesses",
            "Exchanges",
            "Placement",
            "Steps",
            "Values",
            "WarpCounters",
            "from_bits",
            "has_bits",
            "to_bits",
        ),
        "followable": ("bare", "why_not_followable", "without_record"),
        "prediction": ("Demand", "InC", "Prediction", "Resource", "Validation"),
        "source": (
            "ArrayInfo",
            "Captured",
            "FunctionSource",
            "Operations",
            "Site",
            "Statement",
            "Variable",
        ),
        "touches": ("Element", "Touches"),
        "trace": ("Counters", "Hazard", "MissingBarrier", "Times", "Trace", "Turn"),
    },
)
