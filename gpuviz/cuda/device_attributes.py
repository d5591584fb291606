"""The attributes of a device by the names that CUDA gives them (CU_DEVICE_ATTRIBUTE_... in cuda.h).

What tells one GPU from another comes from gpuviz's table of devices. What all GPUs of that table
have in common stands here, as drivers are known to answer for a GPU on its own in a computer with
Linux; it has not been held against a driver. What is in neither, nobody is told: the clock and the
width of the memory, its error correction, the number of copy engines.
"""

from __future__ import annotations

from collections.abc import Callable

from gpuviz.device import Device

OF_THE_DEVICE: dict[str, Callable[[Device], int]] = {
    "MULTIPROCESSOR_COUNT": lambda device: device.sm_count,
    "WARP_SIZE": lambda device: device.warp_size,
    "MAX_THREADS_PER_BLOCK": lambda device: device.max_threads_per_block,
    "MAX_THREADS_PER_MULTI_PROCESSOR": lambda device: device.max_threads_per_sm,
    "MAX_THREADS_PER_MULTIPROCESSOR": lambda device: device.max_threads_per_sm,
    "MAX_BLOCKS_PER_MULTIPROCESSOR": lambda device: device.max_blocks_per_sm,
    "MAX_BLOCK_DIM_X": lambda device: device.max_block_dim[0],
    "MAX_BLOCK_DIM_Y": lambda device: device.max_block_dim[1],
    "MAX_BLOCK_DIM_Z": lambda device: device.max_block_dim[2],
    "MAX_GRID_DIM_X": lambda device: device.max_grid_dim[0],
    "MAX_GRID_DIM_Y": lambda device: device.max_grid_dim[1],
    "MAX_GRID_DIM_Z": lambda device: device.max_grid_dim[2],
    "MAX_SHARED_MEMORY_PER_BLOCK": lambda device: device.shared_per_block_default,
    "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": lambda device: device.shared_per_block_optin,
    "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR": lambda device: device.shared_per_sm,
    "RESERVED_SHARED_MEMORY_PER_BLOCK": lambda device: device.shared_reserved_per_block,
    "MAX_REGISTERS_PER_BLOCK": lambda device: device.registers_per_block,
    "MAX_REGISTERS_PER_MULTIPROCESSOR": lambda device: device.registers_per_sm,
    "L2_CACHE_SIZE": lambda device: device.l2_bytes,
    "CLOCK_RATE": lambda device: round(device.boost_mhz * 1000),
    "COMPUTE_CAPABILITY_MAJOR": lambda device: device.compute_capability[0],
    "COMPUTE_CAPABILITY_MINOR": lambda device: device.compute_capability[1],
    "SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO": lambda device: device.fp32_lanes // device.fp64_lanes,
    "INTEGRATED": lambda device: int(device.pcie_gbs is None),
}
OF_ALL = {
    "TOTAL_CONSTANT_MEMORY": 65536,
    "MAX_PITCH": 2**31 - 1,
    "TEXTURE_ALIGNMENT": 512,
    "TEXTURE_PITCH_ALIGNMENT": 32,
    "SURFACE_ALIGNMENT": 512,
    "GPU_OVERLAP": 1,
    "CONCURRENT_KERNELS": 1,
    "CAN_MAP_HOST_MEMORY": 1,
    "UNIFIED_ADDRESSING": 1,
    "MANAGED_MEMORY": 1,
    "CONCURRENT_MANAGED_ACCESS": 1,
    "PAGEABLE_MEMORY_ACCESS": 0,
    "CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM": 1,
    "HOST_NATIVE_ATOMIC_SUPPORTED": 0,
    "COMPUTE_PREEMPTION_SUPPORTED": 1,
    "COOPERATIVE_LAUNCH": 1,
    "COOPERATIVE_MULTI_DEVICE_LAUNCH": 0,
    "STREAM_PRIORITIES_SUPPORTED": 1,
    "GLOBAL_L1_CACHE_SUPPORTED": 1,
    "LOCAL_L1_CACHE_SUPPORTED": 1,
    "COMPUTE_MODE": 0,
    "KERNEL_EXEC_TIMEOUT": 0,
    "TCC_DRIVER": 0,
    "IS_MULTI_GPU_BOARD": 0,
    "MULTI_GPU_BOARD_GROUP_ID": 0,
    "PCI_DOMAIN_ID": 0,
    "PCI_DEVICE_ID": 0,
    "MAX_TEXTURE_1D_WIDTH": 131072,
    "MAX_TEXTURE_1D_LINEAR_WIDTH": 2**28,
    "MAX_TEXTURE_1D_MIPMAPPED_WIDTH": 32768,
    "MAX_TEXTURE_1D_LAYERED_WIDTH": 32768,
    "MAX_TEXTURE_1D_LAYERED_LAYERS": 2048,
    "MAX_TEXTURE_2D_WIDTH": 131072,
    "MAX_TEXTURE_2D_HEIGHT": 65536,
    "MAX_TEXTURE_2D_LINEAR_WIDTH": 131072,
    "MAX_TEXTURE_2D_LINEAR_HEIGHT": 65000,
    "MAX_TEXTURE_2D_LINEAR_PITCH": 2097120,
    "MAX_TEXTURE_2D_MIPMAPPED_WIDTH": 32768,
    "MAX_TEXTURE_2D_MIPMAPPED_HEIGHT": 32768,
    "MAX_MAX_TEXTURE_2D_MIPMAPPED_HEIGHT": 32768,  # as Numba spells it
    "MAX_TEXTURE_2D_LAYERED_WIDTH": 32768,
    "MAX_TEXTURE_2D_LAYERED_HEIGHT": 32768,
    "MAX_TEXTURE_2D_LAYERED_LAYERS": 2048,
    "MAX_TEXTURE_2D_GATHER_WIDTH": 32768,
    "MAX_TEXTURE_2D_GATHER_HEIGHT": 32768,
    "MAX_TEXTURE_3D_WIDTH": 16384,
    "MAX_TEXTURE_3D_HEIGHT": 16384,
    "MAX_TEXTURE_3D_DEPTH": 16384,
    "MAX_TEXTURE_CUBEMAP_WIDTH": 32768,
    "MAX_TEXTURE_CUBEMAP_LAYERED_WIDTH": 32768,
    "MAX_TEXTURE_CUBEMAP_LAYERED_LAYERS": 2046,
    "MAX_SURFACE_1D_WIDTH": 32768,
    "MAX_SURFACE_1D_LAYERED_WIDTH": 32768,
    "MAX_SURFACE_1D_LAYERED_LAYERS": 2048,
    "MAX_SURFACE_2D_WIDTH": 131072,
    "MAX_SURFACE_2D_HEIGHT": 65536,
    "MAX_SURFACE_2D_LAYERED_WIDTH": 32768,
    "MAX_SURFACE_2D_LAYERED_HEIGHT": 32768,
    "MAX_SURFACE_2D_LAYERED_LAYERS": 2048,
    "MAX_SURFACE_3D_WIDTH": 16384,
    "MAX_SURFACE_3D_HEIGHT": 16384,
    "MAX_SURFACE_3D_DEPTH": 16384,
    "MAX_SURFACE_CUBEMAP_WIDTH": 32768,
    "MAX_SURFACE_CUBEMAP_LAYERED_WIDTH": 32768,
    "MAX_SURFACE_CUBEMAP_LAYERED_LAYERS": 2046,
}

NAMES = frozenset([*OF_THE_DEVICE, *OF_ALL])


def attribute(name: str, device: Device) -> int:
    """One of NAMES, for a device of gpuviz's table."""
    own = OF_THE_DEVICE.get(name)
    return OF_ALL[name] if own is None else own(device)
