"""A pipeline: `timeline` and `table` of its launches, `view`, and the `desk` that fills them."""
