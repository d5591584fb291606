// Matmul, register tiled: C = A B, where each thread keeps 64 sums in its registers.
// Twin of matmul_register_tiled.py, where
//     m = c.shape[0]
//     n = c.shape[1]
//     k = a.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int TILE = 16;
constexpr int SIDE = 8;  // each thread makes SIDE x SIDE elements of C

__global__ void matmul_register_tiled(const float* a, const float* b, float* c, int m, int n, int k)
{
    __shared__ float tiles_a[SIDE][TILE][TILE];  // <- tiles_a = cuda.shared.array((SIDE, TILE, TILE), np.float32)
    __shared__ float tiles_b[SIDE][TILE][TILE];  // <- tiles_b = cuda.shared.array((SIDE, TILE, TILE), np.float32)
    float total[SIDE][SIDE];  // in registers, once all loops over it are unrolled  // <- total = cuda.local.array((SIDE, SIDE), np.float32)
    float column[SIDE];  // <- column = cuda.local.array(SIDE, np.float32)
    int tx = threadIdx.x;  // <- tx = cuda.threadIdx.x
    int ty = threadIdx.y;  // <- ty = cuda.threadIdx.y
    int width = blockDim.x;  // <- width = cuda.blockDim.x
    int height = blockDim.y;  // <- height = cuda.blockDim.y
    int first_col = blockIdx.x * width * SIDE + tx;  // <- first_col = cuda.blockIdx.x * width * SIDE + tx
    int first_row = blockIdx.y * height * SIDE + ty;  // <- first_row = cuda.blockIdx.y * height * SIDE + ty
    int stride = min(width, height);  // <- stride = min(width, height)
    for (int r = 0; r < SIDE; r++)  // <- for r in range(SIDE): #1
        for (int s = 0; s < SIDE; s++)  // <- for s in range(SIDE): #1
            total[r][s] = 0.0f;  // <- total[r, s] = ZERO
    for (int first = 0; first < k; first += stride) {  // <- for first in range(0, a.shape[1], stride):
        if (tx < stride)  // all threads of a block that is square  // <- if tx < stride:
            for (int r = 0; r < SIDE; r++) {  // <- for r in range(SIDE): #2
                int row = first_row + r * height;  // <- row = first_row + r * height #1
                bool inside = row < m && first + tx < k;  // <- inside = row < a.shape[0] and first + tx < a.shape[1]
                tiles_a[r][ty][tx] = inside ? a[row * k + first + tx] : 0.0f;  // <- tiles_a[r, ty, tx] = a[row, first + tx] if inside else ZERO
            }
        if (ty < stride)  // <- if ty < stride:
            for (int s = 0; s < SIDE; s++) {  // <- for s in range(SIDE): #2
                int col = first_col + s * width;  // <- col = first_col + s * width #1
                bool inside = first + ty < k && col < n;  // <- inside = first + ty < b.shape[0] and col < b.shape[1]
                tiles_b[s][ty][tx] = inside ? b[(first + ty) * n + col] : 0.0f;  // <- tiles_b[s, ty, tx] = b[first + ty, col] if inside else ZERO
            }
        __syncthreads();  // all tiles are there  // <- cuda.syncthreads() #1
        for (int i = 0; i < stride; i++) {  // <- for i in range(stride):
            for (int r = 0; r < SIDE; r++)  // <- for r in range(SIDE): #3
                column[r] = tiles_a[r][ty][i];  // <- column[r] = tiles_a[r, ty, i]
            for (int s = 0; s < SIDE; s++) {  // <- for s in range(SIDE): #3
                float value = tiles_b[s][i][tx];  // <- value = tiles_b[s, i, tx]
                for (int r = 0; r < SIDE; r++)  // <- for r in range(SIDE): #4
                    total[r][s] += column[r] * value;  // <- total[r, s] += column[r] * value
            }
        }
        __syncthreads();  // nobody reads them any more  // <- cuda.syncthreads() #2
    }
    for (int r = 0; r < SIDE; r++)  // <- for r in range(SIDE): #5
        for (int s = 0; s < SIDE; s++) {  // <- for s in range(SIDE): #4
            int row = first_row + r * height;  // <- row = first_row + r * height #2
            int col = first_col + s * width;  // <- col = first_col + s * width #2
            if (row < m && col < n)  // <- if row < c.shape[0] and col < c.shape[1]:
                c[row * n + col] = total[r][s];  // <- c[row, col] = total[r, s]
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
    const int m = 128, n = 256, k = 16;
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
    dim3 grid((n + block.x * SIDE - 1) / (block.x * SIDE),
              (m + block.y * SIDE - 1) / (block.y * SIDE));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    matmul_register_tiled<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
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
    printf("matmul_register_tiled: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED",
           error, milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
    return passed ? 0 : 1;
}
