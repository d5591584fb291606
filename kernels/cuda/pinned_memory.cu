// Pinned memory: the same array travels twice, from ordinary host memory and from page-locked.
// Twin of pinned_memory.py.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void double_all(float* x, int n)  // <- def double(x):
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n)  // <- if i < x.size:
        x[i] = x[i] * 2.0f;  // <- x[i] = x[i] * np.float32(2)
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

constexpr int THREADS_OF_A_BLOCK = 256;

// What there_and_back took, in milliseconds.
struct Trip {
    float kernel, with_copies;
};

// Copies x to the GPU, doubles it there, and copies the result back into y.
Trip there_and_back(const std::vector<float>& x, std::vector<float>& y)
{
    int n = x.size();
    float* d_x;
    CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    dim3 grid((n + THREADS_OF_A_BLOCK - 1) / THREADS_OF_A_BLOCK);
    cudaEvent_t left, start, stop, back;
    CHECK(cudaEventCreate(&left));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventCreate(&back));
    CHECK(cudaEventRecord(left));
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    CHECK(cudaEventRecord(start));
    double_all<<<grid, THREADS_OF_A_BLOCK>>>(d_x, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));

    CHECK(cudaMemcpy(y.data(), d_x, n * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaEventRecord(back));
    CHECK(cudaDeviceSynchronize());  // wait for all of it: errors of the kernel appear here
    Trip took;
    CHECK(cudaEventElapsedTime(&took.kernel, start, stop));
    CHECK(cudaEventElapsedTime(&took.with_copies, left, back));
    CHECK(cudaEventDestroy(left));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaEventDestroy(back));
    CHECK(cudaFree(d_x));
    return took;
}

// Lets the operating system promise that the array stays where it is: Python's cuda.pinned.
void pin(std::vector<float>& values)
{
    CHECK(cudaHostRegister(values.data(), values.size() * sizeof(float), cudaHostRegisterDefault));
}

int main()
{
    const int n = 200000;
    std::vector<float> x(n), from_pageable(n), from_pinned(n), expected(n);
    fill(x);

    Trip pageable = there_and_back(x, from_pageable);
    pin(x);
    pin(from_pinned);
    Trip pinned = there_and_back(x, from_pinned);
    CHECK(cudaHostUnregister(x.data()));
    CHECK(cudaHostUnregister(from_pinned.data()));

    // the same on the CPU
    for (int i = 0; i < n; i++)
        expected[i] = 2.0f * x[i];
    double error = largest_error(from_pageable, expected);
    error = fmax(error, largest_error(from_pinned, expected));
    bool passed = error <= 1e-6;
    printf("pinned_memory: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           pageable.kernel + pinned.kernel);
    printf("with copies: pageable %.3f ms, pinned %.3f ms\n", pageable.with_copies,
           pinned.with_copies);
    return passed ? 0 : 1;
}
