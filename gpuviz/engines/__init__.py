"""Who executes a launch: one Protocol, three engines, and the probe for a GPU.

The engines are `emulator`, `cuda_gpu` and `numba_simulator`.
"""
