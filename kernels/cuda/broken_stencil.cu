// Stencil, broken: each element becomes the mean of itself and its two neighbours, almost.
// Twin of broken_stencil.py, where
//     n = x.size

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int TILE = 1024 + 2;  // a block and its halo
constexpr float THIRD = 1.0f / 3.0f;

__global__ void broken_stencil(const float* x, float* y, int n)
{
    __shared__ float tile[TILE];  // <- tile = cuda.shared.array(TILE, np.float32)
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    tile[t + 1] = i < n ? x[i] : 0.0f;  // <- tile[t + 1] = x[i] if i < x.size else ZERO
    if (t == 0)  // <- if t == 0:
        tile[0] = 0 < i && i <= n ? x[i - 1] : 0.0f;  // <- tile[0] = x[i - 1] if 0 < i <= x.size else ZERO
    if (t == blockDim.x)  // <- if t == cuda.blockDim.x:
        tile[t + 2] = i + 1 < n ? x[i + 1] : 0.0f;  // <- tile[t + 2] = x[i + 1] if i + 1 < x.size else ZERO
    __syncthreads();  // <- cuda.syncthreads()
    if (i < n)  // <- if i < y.size:
        y[i] = (tile[t] + tile[t + 1] + tile[t + 2]) * THIRD;  // <- y[i] = (tile[t] + tile[t + 1] + tile[t + 2]) * THIRD
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
    std::vector<float> x(n), y(n), expected(n);
    fill(x);

    float* d_x;
    float* d_y;
    CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    CHECK(cudaMalloc(&d_y, n * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(256);
    dim3 grid((n + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    broken_stencil<<<grid, block>>>(d_x, d_y, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int i = 0; i < n; i++)
        expected[i] = ((i > 0 ? x[i - 1] : 0.0f) + x[i] + (i + 1 < n ? x[i + 1] : 0.0f)) / 3.0f;
    double error = largest_error(y, expected);
    bool passed = error <= 1e-5;
    printf("broken_stencil: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    return passed ? 0 : 1;
}
