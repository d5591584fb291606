// Sum, grid-stride: each thread sums many elements, then the warps, the block, and the total.
// Twin of sum_grid_stride.py, where
//     n = x.size

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int WARP = 32;
constexpr unsigned ALL_LANES = 0xffffffff;

// The sum of a warp with so many lanes, right in lane 0.
__device__ float warp_sum(float value, int lane, int lanes)
{
    for (int offset = WARP / 2; offset > 0; offset /= 2) {  // <- offset = WARP // 2 // <- while offset > 0: // <- offset //= 2
        float above = __shfl_down_sync(ALL_LANES, value, offset);  // <- above = cuda.shfl_down_sync(ALL_LANES, value, offset)
        if (lane + offset < lanes)  // <- if lane + offset < lanes:
            value += above;  // <- value += above
    }
    return value;  // <- return value
}

__global__ void sum_grid_stride(const float* x, double* total, int n)
{
    __shared__ float parts[WARP];  // <- parts = cuda.shared.array(WARP, np.float32)
    int warp = threadIdx.x / WARP;  // <- warp = cuda.threadIdx.x // WARP
    int lane = threadIdx.x % WARP;  // <- lane = cuda.threadIdx.x % WARP
    int lanes = min(WARP, blockDim.x - warp * WARP);  // <- lanes = min(WARP, cuda.blockDim.x - warp * WARP)
    float value = 0.0f;  // <- value = ZERO
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)  // <- for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        value += x[i];  // <- value += x[i]
    value = warp_sum(value, lane, lanes);  // <- value = warp_sum(value, lane, lanes) #1
    if (lane == 0)  // <- if lane == 0: #1
        parts[warp] = value;  // <- parts[warp] = value
    __syncthreads();  // every warp has stored its sum  // <- cuda.syncthreads()
    if (warp == 0) {  // <- if warp == 0:
        int warps = (blockDim.x + WARP - 1) / WARP;  // <- warps = (cuda.blockDim.x + WARP - 1) // WARP
        value = lane < warps ? parts[lane] : 0.0f;  // <- value = parts[lane] if lane < warps else ZERO
        value = warp_sum(value, lane, lanes);  // <- value = warp_sum(value, lane, lanes) #2
        if (lane == 0)  // <- if lane == 0: #2
            atomicAdd(total, value);  // <- cuda.atomic.add(total, 0, value)
    }
}

// ----------------------------------------------------------------------------- host

#define CHECK(call)                                                                         \
    do {                                                                                    \
        cudaError_t status = call;                                                          \
        if (status != cudaSuccess) {                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                        \
        }                                                                                   \
    } while (0)

// Random numbers from `low` up to `high`.
void fill(std::vector<float>& values, float low = 0.0f, float high = 1.0f)
{
    for (float& value : values)
        value = low + (high - low) * (rand() / (RAND_MAX + 1.0f));
}

// How far the worst element is off, measured by its size where that is above 1.
template <typename T>
double largest_error(const std::vector<T>& found, const std::vector<T>& expected)
{
    double largest = 0.0;
    for (size_t i = 0; i < expected.size(); i++) {
        double value = found[i], right = expected[i];
        if (std::isnan(value))
            return INFINITY;
        if (value != right)  // two infinities have no difference
            largest = fmax(largest, fabs(value - right) / fmax(1.0, fabs(right)));
    }
    return largest;
}

int main()
{
    const int n = 8192;
    std::vector<float> x(n);
    std::vector<double> total(1), expected(1);
    fill(x);

    float* d_x;
    double* d_total;
    CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    CHECK(cudaMalloc(&d_total, 1 * sizeof(double)));
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_total, total.data(), 1 * sizeof(double), cudaMemcpyHostToDevice));

    dim3 block(256);
    dim3 grid((min((n + 7) / 8, 65536) + block.x - 1) / block.x);  // at least 8 elements a thread
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    sum_grid_stride<<<grid, block>>>(d_x, d_total, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(total.data(), d_total, 1 * sizeof(double), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int i = 0; i < n; i++)
        expected[0] += x[i];
    double error = largest_error(total, expected);
    bool passed = error <= 1e-5;
    printf("sum_grid_stride: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_total));
    return passed ? 0 : 1;
}
