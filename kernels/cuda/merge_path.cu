// Merge path: two sorted arrays become one, and each thread makes its own stretch of it.
// Twin of merge_path.py, where
//     m = a.size
//     n = b.size

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int SHARE = 8;  // elements of c for each thread

// How many of the first k merged elements come from a.
__device__ int co_rank(int k, const int* a, int m, const int* b, int n)
{
    int low = max(k - n, 0);  // <- low = max(k - n, 0)
    int high = min(k, m);  // <- high = min(k, m)
    while (low < high) {  // <- while low < high:
        int i = (low + high) / 2;  // <- i = (low + high) // 2
        if (a[i] <= b[k - 1 - i])  // of equal elements those of a come first  // <- if a[i] <= b[k - 1 - i]:
            low = i + 1;  // <- low = i + 1
        else
            high = i;  // <- high = i
    }
    return low;  // <- return low
}

__global__ void merge_path(const int* a, const int* b, int* c, int m, int n)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int first = min(thread * SHARE, m + n);  // <- first = min(cuda.grid(1) * SHARE, c.size)
    int last = min(first + SHARE, m + n);  // <- last = min(first + SHARE, c.size)
    int i = co_rank(first, a, m, b, n);  // <- i = co_rank(first, a, a.size, b, b.size)
    int j = first - i;  // <- j = first - i
    for (int k = first; k < last; k++)  // <- for k in range(first, last):
        if (j == n || (i < m && a[i] <= b[j])) {  // <- if j == b.size or (i < a.size and a[i] <= b[j]):
            c[k] = a[i];  // <- c[k] = a[i]
            i++;  // <- i += 1
        } else {
            c[k] = b[j];  // <- c[k] = b[j]
            j++;  // <- j += 1
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
    const int m = 3000, n = 1000;
    std::vector<int> a(m), b(n), c(m + n), expected(m + n);
    for (int& value : a)
        value = rand() % 1000;
    for (int& value : b)
        value = 400 + rand() % 200;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());

    int* d_a;
    int* d_b;
    int* d_c;
    CHECK(cudaMalloc(&d_a, m * sizeof(int)));
    CHECK(cudaMalloc(&d_b, n * sizeof(int)));
    CHECK(cudaMalloc(&d_c, (m + n) * sizeof(int)));
    CHECK(cudaMemcpy(d_a, a.data(), m * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_b, b.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    const int threads = (m + n + SHARE - 1) / SHARE;
    dim3 block(128);
    dim3 grid((threads + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    merge_path<<<grid, block>>>(d_a, d_b, d_c, m, n);
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
    printf("merge_path: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
    return passed ? 0 : 1;
}
