"""Runs numba-cuda's own tests on `gpuviz.cuda` and tells, test by test, what passes and why not."""
