// Merge, broken: each element searches for its place, and equal ones find the same.
// Twin of broken_merge.py, where
//     m = a.size
//     n = b.size

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

// How many elements of x, which is sorted, are smaller than a key.
__device__ int count_smaller(const int* x, int size, int key)
{
    int low = 0;  // <- low = 0
    int high = size;  // <- high = x.size
    while (low < high) {  // <- while low < high:
        int middle = (low + high) / 2;  // <- middle = (low + high) // 2
        if (x[middle] < key)  // <- if x[middle] < key:
            low = middle + 1;  // <- low = middle + 1
        else
            high = middle;  // <- high = middle
    }
    return low;  // <- return low
}

__global__ void broken_merge(const int* a, const int* b, int* c, int m, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < m)  // <- if i < a.size:
        c[i + count_smaller(b, n, a[i])] = a[i];  // <- c[i + count_smaller(b, a[i])] = a[i]
    if (i < n)  // <- if i < b.size:
        c[i + count_smaller(a, m, b[i])] = b[i];  // <- c[i + count_smaller(a, b[i])] = b[i]
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
    const int m = 300, n = 200;
    std::vector<int> a(m), b(n), c(m + n), expected(m + n);
    for (int i = 0; i < m; i++)
        a[i] = 10 * i + 1 + rand() % 10;  // sorted, and none twice
    for (int i = 0; i < n; i++)
        b[i] = 10 * i + 1 + rand() % 10;

    int* d_a;
    int* d_b;
    int* d_c;
    CHECK(cudaMalloc(&d_a, m * sizeof(int)));
    CHECK(cudaMalloc(&d_b, n * sizeof(int)));
    CHECK(cudaMalloc(&d_c, (m + n) * sizeof(int)));
    CHECK(cudaMemcpy(d_a, a.data(), m * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_c, 0, (m + n) * sizeof(int)));
    CHECK(cudaMemcpy(d_b, b.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    dim3 block(128);
    dim3 grid((std::max(m, n) + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    broken_merge<<<grid, block>>>(d_a, d_b, d_c, m, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(c.data(), d_c, (m + n) * sizeof(int), cudaMemcpyDeviceToHost));

    // the same on the CPU
    std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin());
    double error = largest_error(c, expected);
    bool passed = error <= 0.0;
    printf("broken_merge: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
    return passed ? 0 : 1;
}
