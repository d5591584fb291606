// Scan, look-back: an exclusive scan in one launch, whose blocks look back at those before them.
// Twin of scan_lookback.py, where
//     n = x.size

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int TILE = 128;  // elements, and the most threads of a block
constexpr int SUM = 1;     // the flag of a tile whose own sum is published
constexpr int PREFIX = 2;  // and of one whose sum with all before it is

__global__ void scan_lookback(const int* x, int* y, int* next_tile, int* flags, int* sums,
                              int* prefixes, int n)
{
    __shared__ int part[2][TILE];  // <- part = cuda.shared.array((2, TILE), np.int32)
    __shared__ int shared[2];  // what thread 0 tells: the tile, and what is before it  // <- shared = cuda.shared.array(2, np.int32)
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    if (t == 0)  // <- if t == 0: #1
        shared[0] = atomicAdd(next_tile, 1);  // <- shared[0] = cuda.atomic.add(next_tile, 0, 1)
    __syncthreads();  // <- cuda.syncthreads() #1
    int tile = shared[0];  // <- tile = shared[0]
    int first = tile * TILE;  // <- first = tile * TILE
    if (first < n) {  // for all threads of the block, or for none  // <- if first < x.size:
        for (int k = t; k < TILE; k += blockDim.x)  // <- for k in range(t, TILE, cuda.blockDim.x): #1
            part[0][k] = first + k < n ? x[first + k] : 0;  // <- part[0, k] = x[first + k] if first + k < x.size else 0
        __syncthreads();  // <- cuda.syncthreads() #2
        int now = 0;  // the row of `part` that is read; the other one is written  // <- now = 0
        int distance = 1;  // <- distance = 1
        while (distance < TILE) {  // <- while distance < TILE:
            for (int k = t; k < TILE; k += blockDim.x)  // <- for k in range(t, TILE, cuda.blockDim.x): #2
                part[1 - now][k] = part[now][k] + (k >= distance ? part[now][k - distance] : 0);  // <- part[1 - now, k] = part[now, k] + (part[now, k - distance] if k >= distance else 0)
            __syncthreads();  // <- cuda.syncthreads() #3
            now = 1 - now;  // <- now = 1 - now
            distance *= 2;  // <- distance *= 2
        }
        if (t == 0) {  // <- if t == 0: #2
            int own = part[now][TILE - 1];  // <- own = part[now, TILE - 1]
            sums[tile] = own;  // <- sums[tile] = own
            __threadfence();  // first the sum, then its flag  // <- cuda.threadfence() #1
            atomicExch(&flags[tile], SUM);  // <- cuda.atomic.exch(flags, tile, SUM)
            int before = 0;  // <- before = 0
            int k = tile - 1;  // <- k = tile - 1
            while (k >= 0) {  // <- while k >= 0:
                int flag = atomicAdd(&flags[k], 0);  // <- flag = cuda.atomic.add(flags, k, 0)
                __threadfence();  // first the flag, then what it stands for  // <- cuda.threadfence() #2
                if (flag == PREFIX) {  // <- if flag == PREFIX:
                    before += prefixes[k];  // <- before += prefixes[k]
                    k = -1;  // <- k = -1
                } else if (flag == SUM) {  // <- elif flag == SUM:
                    before += sums[k];  // <- before += sums[k]
                    k--;  // <- k -= 1
                }
            }
            prefixes[tile] = before + own;  // <- prefixes[tile] = before + own
            __threadfence();  // <- cuda.threadfence() #3
            atomicExch(&flags[tile], PREFIX);  // <- cuda.atomic.exch(flags, tile, PREFIX)
            shared[1] = before;  // <- shared[1] = before
        }
        __syncthreads();  // <- cuda.syncthreads() #4
        for (int k = t; k < TILE; k += blockDim.x)  // <- for k in range(t, TILE, cuda.blockDim.x): #3
            if (first + k < n)  // <- if first + k < x.size:
                y[first + k] = shared[1] + part[now][k] - x[first + k];  // <- y[first + k] = shared[1] + part[now, k] - x[first + k]
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
    const int n = 1000;
    const int tiles = (n + TILE - 1) / TILE;
    std::vector<int> x(n), y(n), next_tile(1), flags(tiles), expected(n);
    for (int& value : x)
        value = rand() % 10;

    int* d_x;
    int* d_y;
    int* d_next_tile;
    int* d_flags;
    int* d_sums;
    int* d_prefixes;
    CHECK(cudaMalloc(&d_x, n * sizeof(int)));
    CHECK(cudaMalloc(&d_y, n * sizeof(int)));
    CHECK(cudaMalloc(&d_next_tile, 1 * sizeof(int)));
    CHECK(cudaMalloc(&d_flags, tiles * sizeof(int)));
    CHECK(cudaMalloc(&d_sums, tiles * sizeof(int)));
    CHECK(cudaMalloc(&d_prefixes, tiles * sizeof(int)));
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_next_tile, next_tile.data(), 1 * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_flags, flags.data(), tiles * sizeof(int), cudaMemcpyHostToDevice));

    dim3 block(TILE);
    dim3 grid((n + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    scan_lookback<<<grid, block>>>(d_x, d_y, d_next_tile, d_flags, d_sums, d_prefixes, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int i = 1; i < n; i++)
        expected[i] = expected[i - 1] + x[i - 1];
    double error = largest_error(y, expected);
    bool passed = error <= 0.0;
    printf("scan_lookback: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    CHECK(cudaFree(d_next_tile));
    CHECK(cudaFree(d_flags));
    CHECK(cudaFree(d_sums));
    CHECK(cudaFree(d_prefixes));
    return passed ? 0 : 1;
}
