// Matmul, naive: C = A B, one thread for each element of C.
// Twin of matmul_naive.py, where
//     m = c.shape[0]
//     n = c.shape[1]
//     k = a.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void matmul_naive(const float* a, const float* b, float* c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // <- col, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- col, row = cuda.grid(2)
    if (row < m && col < n) {  // <- if row < c.shape[0] and col < c.shape[1]:
        float total = 0.0f;  // <- total = np.float32(0)
        for (int i = 0; i < k; i++)  // <- for i in range(a.shape[1]):
            total += a[row * k + i] * b[i * n + col];  // <- total += a[row, i] * b[i, col]
        c[row * n + col] = total;  // <- c[row, col] = total
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

    dim3 block(16, 16);
    dim3 grid((n + block.x - 1) / block.x, (m + block.y - 1) / block.y);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    matmul_naive<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
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
    printf("matmul_naive: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
    return passed ? 0 : 1;
}
