"""The engine for a real NVIDIA GPU, through Numba. Works with both implementations of numba.cuda.

- `special_registers`  %smid, %clock64, %globaltimer for Numba
- `compiling`          kernels and their recording wrappers to PTX, also without a GPU
- `compiled`           what compiling tells of a kernel, for any compute capability, without a GPU
- `elf`                reads what it leaves: registers and shared memory
- `disassembly`        prints its machine code (SASS) by nvdisasm
- `sass`               the code of each source line in that; `sass_listing` reads it,
                       `sass_flow` finds loops and what is executed, `sass_units` the units of an SM
- `arrays`             a launch's arrays on the GPU
- `clocks`             what events measure
- `failures`           what the driver and Numba raise, in a student's words
- `disturbances`       why a measured time may be off
- `loading`            a kernel compiled and loaded, and what the driver says of it
- `launching`          the untouched kernel timed, its recording copy run
- `findings`           all of it put together and compared
- `engine`             CudaEngine
"""

from gpuviz.engines.cuda_gpu.compiling import compile_ptx, recording_wrapper
from gpuviz.engines.cuda_gpu.engine import CudaEngine

__all__ = ["CudaEngine", "compile_ptx", "recording_wrapper"]
