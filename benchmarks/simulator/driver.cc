// Launches one kernel of a PTX file on GPGPU-Sim, which stands in for the CUDA runtime.
//
// usage: driver LAUNCH, in the folder of the PTX file. LAUNCH is a text file, a word and its values
// a line:
//   kernel NAME GRID_X GRID_Y GRID_Z BLOCK_X BLOCK_Y BLOCK_Z SHARED_BYTES
//   buffer FILE              a device array that starts as the bytes of FILE; after the launch it is
//                            written to FILE.out
//   pointer N                the next parameter is the address of buffer N, from 0
//   value NUMBER             the next parameter has these bits, of which the kernel takes the lowest
// The simulator looks for PTX in this program and finds that of the folder: see simulated.py.

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "cuda_runtime_api.h"

extern "C" {
void **__cudaRegisterFatBinary(void *);
void __cudaRegisterFunction(void **, const char *, char *, const char *, int, uint3 *, uint3 *,
                            dim3 *, dim3 *, int *);
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t, cudaStream_t);
}

namespace {

struct Buffer {
  std::string file;
  std::vector<char> bytes;
  void *device = nullptr;
};

struct Launch {
  std::string kernel;
  dim3 grid, block;
  size_t shared_bytes = 0;
  std::vector<Buffer> buffers;
  std::vector<uint64_t> parameters;  // each at its own address, little-endian
};

[[noreturn]] void stop(const std::string &what) {
  std::cerr << what << std::endl;
  std::exit(2);
}

std::vector<char> contents(const std::string &file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) stop("cannot read " + file);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void check(cudaError_t error, const std::string &what) {
  if (error != cudaSuccess) stop(what + " failed: " + std::to_string(error));
}

Buffer on_device(const std::string &file) {
  Buffer buffer{file, contents(file)};
  check(cudaMalloc(&buffer.device, buffer.bytes.size()), "cudaMalloc");
  check(cudaMemcpy(buffer.device, buffer.bytes.data(), buffer.bytes.size(), cudaMemcpyHostToDevice),
        "copy to the device");
  return buffer;
}

void read_line(const std::string &line, Launch &launch) {
  std::istringstream words(line);
  std::string word;
  words >> word;
  if (word == "kernel") {
    dim3 &grid = launch.grid, &block = launch.block;
    words >> launch.kernel >> grid.x >> grid.y >> grid.z >> block.x >> block.y >> block.z >>
        launch.shared_bytes;
  } else if (word == "buffer") {
    std::string file;
    words >> file;
    launch.buffers.push_back(on_device(file));
  } else if (word == "pointer") {
    size_t which = 0;
    words >> which;
    launch.parameters.push_back(reinterpret_cast<uint64_t>(launch.buffers.at(which).device));
  } else if (word == "value") {
    uint64_t bits = 0;
    words >> bits;
    launch.parameters.push_back(bits);
  } else {
    stop("not known: " + line);
  }
  if (!words) stop("not complete: " + line);
}

Launch read_launch(const char *file) {
  Launch launch;
  std::ifstream stream(file);
  if (!stream) stop(std::string("cannot read ") + file);
  for (std::string line; std::getline(stream, line);) read_line(line, launch);
  return launch;
}

void write_back(const Buffer &buffer) {
  std::vector<char> bytes(buffer.bytes.size());
  check(cudaMemcpy(bytes.data(), buffer.device, bytes.size(), cudaMemcpyDeviceToHost),
        "copy to the host");
  std::ofstream(buffer.file + ".out", std::ios::binary).write(bytes.data(), bytes.size());
}

}  // namespace

int main(int count, char **words) {
  if (count != 2) stop("usage: driver LAUNCH");
  static char fat_binary[64];  // the simulator looks for PTX in the program's file, not in here
  static const char host_function = 0;
  void **handle = __cudaRegisterFatBinary(fat_binary);
  Launch launch = read_launch(words[1]);
  __cudaRegisterFunction(handle, &host_function, launch.kernel.data(), launch.kernel.c_str(), -1,
                         nullptr, nullptr, nullptr, nullptr, nullptr);
  std::vector<void *> addresses;
  for (uint64_t &parameter : launch.parameters) addresses.push_back(&parameter);
  __cudaPushCallConfiguration(launch.grid, launch.block, launch.shared_bytes, nullptr);
  check(cudaLaunchKernel(&host_function, launch.grid, launch.block, addresses.data(),
                         launch.shared_bytes, nullptr),
        "launch");
  check(cudaDeviceSynchronize(), "kernel");
  for (const Buffer &buffer : launch.buffers) write_back(buffer);
  return 0;
}
