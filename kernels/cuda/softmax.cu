// Softmax: each row of numbers becomes a row of probabilities, one block for each row.
// Twin of softmax.py, where
//     rows = x.shape[0]
//     classes = x.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int LARGEST_BLOCK = 1024;
#define LOWEST (-INFINITY)

__device__ float largest_of_block(float value, float* part)
{
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    __syncthreads();  // until nobody reads what the last reduction has left  // <- cuda.syncthreads() #1
    part[t] = value;  // <- part[t] = value
    __syncthreads();  // <- cuda.syncthreads() #2
    int active = blockDim.x;  // <- active = cuda.blockDim.x
    while (active > 1) {  // <- while active > 1:
        int half = (active + 1) / 2;  // <- half = (active + 1) // 2
        if (t + half < active)  // <- if t + half < active:
            part[t] = fmaxf(part[t], part[t + half]);  // <- part[t] = max(part[t], part[t + half])
        __syncthreads();  // <- cuda.syncthreads() #3
        active = half;  // <- active = half
    }
    return part[0];  // <- return part[0]
}

__device__ float sum_of_block(float value, float* part)
{
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    __syncthreads();  // until nobody reads what the last reduction has left  // <- cuda.syncthreads() #1
    part[t] = value;  // <- part[t] = value
    __syncthreads();  // <- cuda.syncthreads() #2
    int active = blockDim.x;  // <- active = cuda.blockDim.x
    while (active > 1) {  // <- while active > 1:
        int half = (active + 1) / 2;  // <- half = (active + 1) // 2
        if (t + half < active)  // <- if t + half < active:
            part[t] += part[t + half];  // <- part[t] += part[t + half]
        __syncthreads();  // <- cuda.syncthreads() #3
        active = half;  // <- active = half
    }
    return part[0];  // <- return part[0]
}

__global__ void softmax(const float* x, float* y, int rows, int classes)
{
    __shared__ float part[LARGEST_BLOCK];  // <- part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {  // <- for row in range(cuda.blockIdx.x, x.shape[0], cuda.gridDim.x):
        float largest = LOWEST;  // <- largest = LOWEST
        for (int i = threadIdx.x; i < classes; i += blockDim.x)  // <- for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x): #1
            largest = fmaxf(largest, x[row * classes + i]);  // <- largest = max(largest, x[row, i])
        largest = largest_of_block(largest, part);  // <- largest = largest_of_block(largest, part)
        float total = 0.0f;  // <- total = ZERO
        for (int i = threadIdx.x; i < classes; i += blockDim.x) {  // <- for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x): #2
            float e = expf(x[row * classes + i] - largest);  // <- e = math.exp(x[row, i] - largest)
            y[row * classes + i] = e;  // <- y[row, i] = e
            total += e;  // <- total += e
        }
        total = sum_of_block(total, part);  // <- total = sum_of_block(total, part)
        for (int i = threadIdx.x; i < classes; i += blockDim.x)  // <- for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x): #3
            y[row * classes + i] /= total;  // <- y[row, i] /= total
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
    const int rows = 16, classes = 100;
    std::vector<float> x(rows * classes), y(rows * classes), expected(rows * classes);
    fill(x, -6, 6);

    float* d_x;
    float* d_y;
    CHECK(cudaMalloc(&d_x, rows * classes * sizeof(float)));
    CHECK(cudaMalloc(&d_y, rows * classes * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), rows * classes * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(64);
    dim3 grid(rows);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    softmax<<<grid, block>>>(d_x, d_y, rows, classes);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(y.data(), d_y, rows * classes * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int row = 0; row < rows; row++) {
        double total = 0.0;
        for (int i = 0; i < classes; i++)
            total += exp(x[row * classes + i]);
        for (int i = 0; i < classes; i++)
            expected[row * classes + i] = exp(x[row * classes + i]) / total;
    }
    double error = largest_error(y, expected);
    bool passed = error <= 1e-5;
    printf("softmax: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    return passed ? 0 : 1;
}
