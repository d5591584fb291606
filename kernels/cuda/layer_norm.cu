// Layer norm: each row gets mean 0 and standard deviation 1, then gamma and beta for each feature.
// Twin of layer_norm.py, where
//     rows = x.shape[0]
//     features = x.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int LARGEST_BLOCK = 1024;
constexpr float EPSILON = 1e-5f;

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

__global__ void layer_norm(const float* x, const float* gamma, const float* beta, float* y,
                           int rows, int features)
{
    __shared__ float part[LARGEST_BLOCK];  // <- part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    float count = features;  // <- count = np.float32(x.shape[1])
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {  // <- for row in range(cuda.blockIdx.x, x.shape[0], cuda.gridDim.x):
        float total = 0.0f;  // <- total = ZERO #1
        for (int i = threadIdx.x; i < features; i += blockDim.x)  // <- for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x): #1
            total += x[row * features + i];  // <- total += x[row, i]
        float mean = sum_of_block(total, part) / count;  // <- mean = sum_of_block(total, part) / count
        total = 0.0f;  // <- total = ZERO #2
        for (int i = threadIdx.x; i < features; i += blockDim.x)  // <- for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x): #2
            total += (x[row * features + i] - mean) * (x[row * features + i] - mean);  // <- total += (x[row, i] - mean) * (x[row, i] - mean)
        float std = sqrtf(sum_of_block(total, part) / count + EPSILON);  // <- std = math.sqrt(sum_of_block(total, part) / count + EPSILON)
        for (int i = threadIdx.x; i < features; i += blockDim.x)  // <- for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x): #3
            y[row * features + i] = (x[row * features + i] - mean) / std * gamma[i] + beta[i];  // <- y[row, i] = (x[row, i] - mean) / std * gamma[i] + beta[i]
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
    const int rows = 16, features = 100;
    std::vector<float> x(rows * features), gamma(features), beta(features);
    std::vector<float> y(rows * features), expected(rows * features);
    fill(x, -4, 8);
    fill(gamma, 0.5f, 1.5f);
    fill(beta, -2, 2);

    float* d_x;
    float* d_gamma;
    float* d_beta;
    float* d_y;
    CHECK(cudaMalloc(&d_x, rows * features * sizeof(float)));
    CHECK(cudaMalloc(&d_gamma, features * sizeof(float)));
    CHECK(cudaMalloc(&d_beta, features * sizeof(float)));
    CHECK(cudaMalloc(&d_y, rows * features * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), rows * features * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_gamma, gamma.data(), features * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_beta, beta.data(), features * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(64);
    dim3 grid(rows);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    layer_norm<<<grid, block>>>(d_x, d_gamma, d_beta, d_y, rows, features);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(y.data(), d_y, rows * features * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int row = 0; row < rows; row++) {
        double mean = 0.0, square = 0.0;
        for (int i = 0; i < features; i++)
            mean += x[row * features + i] / (double)features;
        for (int i = 0; i < features; i++)
            square += pow(x[row * features + i] - mean, 2) / features;
        for (int i = 0; i < features; i++)
            expected[row * features + i] =
                (x[row * features + i] - mean) / sqrt(square + EPSILON) * gamma[i] + beta[i];
    }
    double error = largest_error(y, expected);
    bool passed = error <= 1e-5;
    printf("layer_norm: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_gamma));
    CHECK(cudaFree(d_beta));
    CHECK(cudaFree(d_y));
    return passed ? 0 : 1;
}
