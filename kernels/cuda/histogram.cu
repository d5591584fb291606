// Histogram: count how often each of 256 values occurs, with one atomic addition per element.
// Twin of histogram.py, where
//     n = values.size

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void histogram(const unsigned char* values, int* bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n)  // <- if i < values.size:
        atomicAdd(&bins[values[i]], 1);  // others may count the same value  // <- cuda.atomic.add(bins, values[i], 1)
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
    std::vector<unsigned char> values(n);
    std::vector<int> bins(256), expected(256);
    for (unsigned char& value : values)
        value = rand() % 256;

    unsigned char* d_values;
    int* d_bins;
    CHECK(cudaMalloc(&d_values, n * sizeof(unsigned char)));
    CHECK(cudaMalloc(&d_bins, 256 * sizeof(int)));
    CHECK(cudaMemcpy(d_values, values.data(), n * sizeof(unsigned char), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_bins, bins.data(), 256 * sizeof(int), cudaMemcpyHostToDevice));

    dim3 block(256);
    dim3 grid((n + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    histogram<<<grid, block>>>(d_values, d_bins, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(bins.data(), d_bins, 256 * sizeof(int), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int i = 0; i < n; i++)
        expected[values[i]]++;
    double error = largest_error(bins, expected);
    bool passed = error <= 0.0;
    printf("histogram: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_values));
    CHECK(cudaFree(d_bins));
    return passed ? 0 : 1;
}
