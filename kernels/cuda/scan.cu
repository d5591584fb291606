// Scan: the inclusive prefix sums of each row, by the scan of Hillis and Steele, a block a row.
// Twin of scan.py, where
//     rows = x.shape[0]
//     n = x.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int LARGEST_BLOCK = 1024;

__global__ void scan(const float* x, float* y, int rows, int n)
{
    __shared__ float part[LARGEST_BLOCK];  // <- part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {  // <- for row in range(cuda.blockIdx.x, x.shape[0], cuda.gridDim.x):
        float before = 0.0f;  // the sum of all that came earlier in this row  // <- before = ZERO
        for (int first = 0; first < n; first += blockDim.x) {  // <- for first in range(0, x.shape[1], cuda.blockDim.x):
            int i = first + t;  // <- i = first + t
            part[t] = i < n ? x[row * n + i] : 0.0f;  // <- part[t] = x[row, i] if i < x.shape[1] else ZERO
            __syncthreads();  // <- cuda.syncthreads() #1
            for (int distance = 1; distance < blockDim.x; distance *= 2) {  // <- distance = 1 // <- while distance < cuda.blockDim.x: // <- distance *= 2
                float left = t >= distance ? part[t - distance] : 0.0f;  // <- left = part[t - distance] if t >= distance else ZERO
                __syncthreads();  // all have read  // <- cuda.syncthreads() #2
                part[t] += left;  // <- part[t] += left
                __syncthreads();  // all have written  // <- cuda.syncthreads() #3
            }
            if (i < n)  // <- if i < x.shape[1]:
                y[row * n + i] = before + part[t];  // <- y[row, i] = before + part[t]
            before += part[blockDim.x - 1];  // <- before += part[cuda.blockDim.x - 1]
            __syncthreads();  // all have the total: the next elements may come  // <- cuda.syncthreads() #4
        }
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
    const int rows = 4, n = 1000;
    std::vector<float> x(rows * n), y(rows * n), expected(rows * n);
    fill(x);

    float* d_x;
    float* d_y;
    CHECK(cudaMalloc(&d_x, rows * n * sizeof(float)));
    CHECK(cudaMalloc(&d_y, rows * n * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), rows * n * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(256);
    dim3 grid(rows);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    scan<<<grid, block>>>(d_x, d_y, rows, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(y.data(), d_y, rows * n * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int row = 0; row < rows; row++) {
        double total = 0.0;
        for (int i = 0; i < n; i++)
            expected[row * n + i] = total += x[row * n + i];
    }
    double error = largest_error(y, expected);
    bool passed = error <= 1e-5;
    printf("scan: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    return passed ? 0 : 1;
}
