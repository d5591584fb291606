// Matmul, tiled: C = A B, with the tiles that a block needs kept in shared memory.
// Twin of matmul_tiled.py, where
//     m = c.shape[0]
//     n = c.shape[1]
//     k = a.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int TILE = 16;

__global__ void matmul_tiled(const float* a, const float* b, float* c, int m, int n, int k)
{
    __shared__ float tile_a[TILE][TILE];  // <- tile_a = cuda.shared.array((TILE, TILE), np.float32)
    __shared__ float tile_b[TILE][TILE];  // <- tile_b = cuda.shared.array((TILE, TILE), np.float32)
    int tx = threadIdx.x;  // <- tx = cuda.threadIdx.x
    int ty = threadIdx.y;  // <- ty = cuda.threadIdx.y
    int col = blockIdx.x * blockDim.x + tx;  // <- col, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + ty;  // <- col, row = cuda.grid(2)
    float total = 0.0f;  // <- total = ZERO
    for (int first = 0; first < k; first += TILE) {  // <- for first in range(0, a.shape[1], TILE):
        for (int i = tx; i < TILE; i += blockDim.x) {  // once in a block that is 16 wide  // <- i = tx // <- while i < TILE: #1 // <- i += cuda.blockDim.x
            bool inside = row < m && first + i < k;  // <- inside = row < a.shape[0] and first + i < a.shape[1]
            tile_a[ty][i] = inside ? a[row * k + first + i] : 0.0f;  // <- tile_a[ty, i] = a[row, first + i] if inside else ZERO
        }
        for (int i = ty; i < TILE; i += blockDim.y) {  // once in a block that is 16 high  // <- i = ty // <- while i < TILE: #2 // <- i += cuda.blockDim.y
            bool inside = first + i < k && col < n;  // <- inside = first + i < b.shape[0] and col < b.shape[1]
            tile_b[i][tx] = inside ? b[(first + i) * n + col] : 0.0f;  // <- tile_b[i, tx] = b[first + i, col] if inside else ZERO
        }
        __syncthreads();  // both tiles are there  // <- cuda.syncthreads() #1
        for (int i = 0; i < TILE; i++)  // <- for i in range(TILE):
            total += tile_a[ty][i] * tile_b[i][tx];  // <- total += tile_a[ty, i] * tile_b[i, tx]
        __syncthreads();  // nobody reads them any more  // <- cuda.syncthreads() #2
    }
    if (row < m && col < n)  // <- if row < c.shape[0] and col < c.shape[1]:
        c[row * n + col] = total;  // <- c[row, col] = total
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
    const int m = 64, n = 64, k = 64;
    std::vector<float> a(m * k), b(k * n), c(m * n), expected(m * n);
    fill(a);
    fill(b);

    float* d_a;
    float* d_b;
    float* d_c;
    CHECK(cudaMalloc(&d_a, m * k * sizeof(float)));
    CHECK(cudaMalloc(&d_b, k * n * sizeof(float)));
    CHECK(cudaMalloc(&d_c, m * n * sizeof(float)));
    CHECK(cudaMemcpy(d_a, a.data(), m * k * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_b, b.data(), k * n * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(TILE, TILE);
    dim3 grid((n + block.x - 1) / block.x, (m + block.y - 1) / block.y);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    matmul_tiled<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(c.data(), d_c, m * n * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int row = 0; row < m; row++)
        for (int col = 0; col < n; col++) {
            float total = 0.0f;
            for (int i = 0; i < k; i++)
                total += a[row * k + i] * b[i * n + col];
            expected[row * n + col] = total;
        }
    double error = largest_error(c, expected);
    bool passed = error <= 1e-5;
    printf("matmul_tiled: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
    return passed ? 0 : 1;
}
