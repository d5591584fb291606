"""The emulator against Numba: random programs and a table of operators and functions x types."""
