// Merge, tiled: two sorted arrays become one by way of tiles in shared memory.
// Twin of merge_tiled.py, where
//     m = a.size
//     n = b.size

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int TILE = 512;  // elements that a block merges at a time

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

__global__ void merge_tiled(const int* a, const int* b, int* c, int m, int n)
{
    __shared__ int a_tile[TILE];  // <- a_tile = cuda.shared.array(TILE, np.int32)
    __shared__ int b_tile[TILE];  // <- b_tile = cuda.shared.array(TILE, np.int32)
    __shared__ int c_tile[TILE];  // <- c_tile = cuda.shared.array(TILE, np.int32)
    __shared__ int ends[2];  // <- ends = cuda.shared.array(2, np.int32)
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    int blocks = gridDim.x;
    int stretch = (m + n + blocks - 1) / blocks;  // <- stretch = (c.size + cuda.gridDim.x - 1) // cuda.gridDim.x
    int first = min((int)blockIdx.x * stretch, m + n);  // <- first = min(cuda.blockIdx.x * stretch, c.size)
    int last = min(first + stretch, m + n);  // <- last = min(first + stretch, c.size)
    if (t == 0) {  // <- if t == 0:
        ends[0] = co_rank(first, a, m, b, n);  // <- ends[0] = co_rank(first, a, a.size, b, b.size)
        ends[1] = co_rank(last, a, m, b, n);  // <- ends[1] = co_rank(last, a, a.size, b, b.size)
    }
    __syncthreads();  // <- cuda.syncthreads() #1
    int a_next = ends[0];  // of a and of b: what the block takes next, and where its part ends  // <- a_next = ends[0]
    int b_next = first - a_next;  // <- b_next = first - a_next
    int a_end = ends[1];  // <- a_end = ends[1]
    int b_end = last - a_end;  // <- b_end = last - a_end
    int share = (TILE + blockDim.x - 1) / blockDim.x;  // <- share = (TILE + cuda.blockDim.x - 1) // cuda.blockDim.x
    for (int done = first; done < last; done += TILE) {  // <- for done in range(first, last, TILE):
        int a_count = min(TILE, a_end - a_next);  // <- a_count = min(TILE, a_end - a_next)
        int b_count = min(TILE, b_end - b_next);  // <- b_count = min(TILE, b_end - b_next)
        for (int k = t; k < a_count; k += blockDim.x)  // <- for k in range(t, a_count, cuda.blockDim.x):
            a_tile[k] = a[a_next + k];  // <- a_tile[k] = a[a_next + k]
        for (int k = t; k < b_count; k += blockDim.x)  // <- for k in range(t, b_count, cuda.blockDim.x):
            b_tile[k] = b[b_next + k];  // <- b_tile[k] = b[b_next + k]
        __syncthreads();  // both tiles are there  // <- cuda.syncthreads() #2
        int count = min(TILE, last - done);  // <- count = min(TILE, last - done)
        int begin = min(t * share, count);  // <- begin = min(t * share, count)
        int i = co_rank(begin, a_tile, a_count, b_tile, b_count);  // <- i = co_rank(begin, a_tile, a_count, b_tile, b_count)
        int j = begin - i;  // <- j = begin - i
        for (int k = begin; k < min(begin + share, count); k++)  // <- for k in range(begin, min(begin + share, count)):
            if (j == b_count || (i < a_count && a_tile[i] <= b_tile[j])) {  // <- if j == b_count or (i < a_count and a_tile[i] <= b_tile[j]):
                c_tile[k] = a_tile[i];  // <- c_tile[k] = a_tile[i]
                i++;  // <- i += 1
            } else {
                c_tile[k] = b_tile[j];  // <- c_tile[k] = b_tile[j]
                j++;  // <- j += 1
            }
        int taken = co_rank(count, a_tile, a_count, b_tile, b_count);  // <- taken = co_rank(count, a_tile, a_count, b_tile, b_count)
        __syncthreads();  // all have merged: the next tiles may come  // <- cuda.syncthreads() #3
        for (int k = t; k < count; k += blockDim.x)  // <- for k in range(t, count, cuda.blockDim.x):
            c[done + k] = c_tile[k];  // <- c[done + k] = c_tile[k]
        a_next += taken;  // <- a_next += taken
        b_next += count - taken;  // <- b_next += count - taken
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

    const int threads = (m + n + 15) / 16;  // each merges 16 elements, in two tiles
    dim3 block(64);
    dim3 grid((threads + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    merge_tiled<<<grid, block>>>(d_a, d_b, d_c, m, n);
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
    printf("merge_tiled: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
    return passed ? 0 : 1;
}
