"""The emulator: a CUDA kernel's source, run in lockstep on NumPy arrays, every access checked."""
