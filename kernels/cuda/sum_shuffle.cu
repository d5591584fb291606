// Sum, shuffle: the lanes of a warp hand their values to each other, without any memory.
// Twin of sum_shuffle.py, where
//     n = x.size

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int WARP = 32;
constexpr unsigned ALL_LANES = 0xffffffff;

__global__ void sum_shuffle(const float* x, double* total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    int lane = threadIdx.x % WARP;  // <- lane = cuda.threadIdx.x % WARP
    int lanes = min(WARP, blockDim.x - (threadIdx.x - lane));  // <- lanes = min(WARP, cuda.blockDim.x - (cuda.threadIdx.x - lane))
    float value = i < n ? x[i] : 0.0f;  // <- value = x[i] if i < x.size else ZERO
    for (int offset = WARP / 2; offset > 0; offset /= 2) {  // <- offset = WARP // 2 // <- while offset > 0: // <- offset //= 2
        float above = __shfl_down_sync(ALL_LANES, value, offset);  // of the lane offset above  // <- above = cuda.shfl_down_sync(ALL_LANES, value, offset)
        if (lane + offset < lanes)  // the last warp may have fewer than 32  // <- if lane + offset < lanes:
            value += above;  // <- value += above
    }
    if (lane == 0)  // it has the sum of the warp  // <- if lane == 0:
        atomicAdd(total, value);  // <- cuda.atomic.add(total, 0, value)
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
    const int n = 1000;
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
    dim3 grid((n + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    sum_shuffle<<<grid, block>>>(d_x, d_total, n);
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
    printf("sum_shuffle: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_total));
    return passed ? 0 : 1;
}
