"""A pipeline: `timeline` and `table` of its launches, `view`, and who fills them."""
