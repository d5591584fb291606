"""Bars over time in rows, with one way to look closer: blocks on SMs, launches of a pipeline."""
