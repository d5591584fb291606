// Histogram, shared: each block counts in shared memory, then adds its counts to the result.
// Twin of histogram_shared.py, where
//     n = values.size

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int BINS = 256;

__global__ void histogram_shared(const unsigned char* values, int* bins, int n)
{
    __shared__ int part[BINS];  // <- part = cuda.shared.array(BINS, np.int32)
    for (int k = threadIdx.x; k < BINS; k += blockDim.x)  // <- for k in range(cuda.threadIdx.x, BINS, cuda.blockDim.x): #1
        part[k] = 0;  // <- part[k] = 0
    __syncthreads();  // all counters are zero  // <- cuda.syncthreads() #1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)  // <- for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        atomicAdd(&part[values[i]], 1);  // <- cuda.atomic.add(part, values[i], 1)
    __syncthreads();  // all values of the block are counted  // <- cuda.syncthreads() #2
    for (int k = threadIdx.x; k < BINS; k += blockDim.x)  // <- for k in range(cuda.threadIdx.x, BINS, cuda.blockDim.x): #2
        atomicAdd(&bins[k], part[k]);  // <- cuda.atomic.add(bins, k, part[k])
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
    const int n = 8192;
    std::vector<unsigned char> values(n);
    std::vector<int> bins(BINS), expected(BINS);
    for (unsigned char& value : values)
        value = rand() % 128 + rand() % 128;  // more of the middle, fewer of the ends

    unsigned char* d_values;
    int* d_bins;
    CHECK(cudaMalloc(&d_values, n * sizeof(unsigned char)));
    CHECK(cudaMalloc(&d_bins, BINS * sizeof(int)));
    CHECK(cudaMemcpy(d_values, values.data(), n * sizeof(unsigned char), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_bins, bins.data(), BINS * sizeof(int), cudaMemcpyHostToDevice));

    dim3 block(256);
    dim3 grid(((n + 7) / 8 + block.x - 1) / block.x);  // each thread counts 8 values
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    histogram_shared<<<grid, block>>>(d_values, d_bins, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(bins.data(), d_bins, BINS * sizeof(int), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int i = 0; i < n; i++)
        expected[values[i]]++;
    double error = largest_error(bins, expected);
    bool passed = error <= 0.0;
    printf("histogram_shared: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED",
           error, milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_values));
    CHECK(cudaFree(d_bins));
    return passed ? 0 : 1;
}
