// Batch norm: each channel of a batch gets mean 0 and standard deviation 1, then gamma and beta.
// Twin of batch_norm.py, where
//     batch = x.shape[0]
//     channels = x.shape[1]
//     height = x.shape[2]
//     width = x.shape[3]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int LARGEST_BLOCK = 1024;
constexpr float EPSILON = 1e-5f;
constexpr float MOMENTUM = 0.1f;  // how much of a step the running statistics take over

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

__global__ void batch_norm(const float* x, const float* gamma, const float* beta, float* y,
                           float* running_mean, float* running_var, int batch, int channels,
                           int height, int width)
{
    __shared__ float part[LARGEST_BLOCK];  // <- part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    // width is a parameter here  // <- width = x.shape[3]
    int area = height * width;  // <- area = x.shape[2] * width
    int places = batch * area;  // <- places = x.shape[0] * area
    for (int channel = blockIdx.x; channel < channels; channel += gridDim.x) {  // <- for channel in range(cuda.blockIdx.x, x.shape[1], cuda.gridDim.x):
        float total = 0.0f;  // <- total = ZERO #1
        for (int place = threadIdx.x; place < places; place += blockDim.x)  // <- for place in range(cuda.threadIdx.x, places, cuda.blockDim.x): #1
            total += x[(place / area * channels + channel) * area + place % area];  // <- total += x[place // area, channel, place % area // width, place % width]
        float mean = sum_of_block(total, part) / (float)places;  // <- mean = sum_of_block(total, part) / np.float32(places)
        total = 0.0f;  // <- total = ZERO #2
        for (int place = threadIdx.x; place < places; place += blockDim.x) {  // <- for place in range(cuda.threadIdx.x, places, cuda.blockDim.x): #2
            float off = x[(place / area * channels + channel) * area + place % area] - mean;  // <- off = x[place // area, channel, place % area // width, place % width] - mean #1
            total += off * off;  // <- total += off * off
        }
        float squares = sum_of_block(total, part);  // <- squares = sum_of_block(total, part)
        float std = sqrtf(squares / (float)places + EPSILON);  // <- std = math.sqrt(squares / np.float32(places) + EPSILON)
        for (int place = threadIdx.x; place < places; place += blockDim.x) {  // <- for place in range(cuda.threadIdx.x, places, cuda.blockDim.x): #3
            int element = (place / area * channels + channel) * area + place % area;  // <- off = x[place // area, channel, place % area // width, place % width] - mean #2
            float off = x[element] - mean;  // <- off = x[place // area, channel, place % area // width, place % width] - mean #2
            float result = off / std * gamma[channel] + beta[channel];  // <- result = off / std * gamma[channel] + beta[channel]
            y[element] = result;  // <- y[place // area, channel, place % area // width, place % width] = result
        }
        if (threadIdx.x == 0) {  // <- if cuda.threadIdx.x == 0:
            float kept = (1.0f - MOMENTUM) * running_mean[channel];  // <- kept = (ONE - MOMENTUM) * running_mean[channel]
            running_mean[channel] = kept + MOMENTUM * mean;  // <- running_mean[channel] = kept + MOMENTUM * mean
            float variance = squares / (float)max(places - 1, 1);  // <- variance = squares / np.float32(max(places - 1, 1))
            kept = (1.0f - MOMENTUM) * running_var[channel];  // <- kept = (ONE - MOMENTUM) * running_var[channel]
            running_var[channel] = kept + MOMENTUM * variance;  // <- running_var[channel] = kept + MOMENTUM * variance
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
    const int batch = 4, channels = 8, height = 12, width = 12, area = height * width;
    const int n = batch * channels * area, places = batch * area;
    std::vector<float> x(n), gamma(channels), beta(channels), y(n), expected(n);
    std::vector<float> running_mean(channels), running_var(channels, 1.0f);
    std::vector<float> expected_mean(channels), expected_var(channels);
    fill(x, -4, 8);
    fill(gamma, 0.5f, 1.5f);
    fill(beta, -2, 2);

    float* d_x;
    float* d_gamma;
    float* d_beta;
    float* d_y;
    float* d_running_mean;
    float* d_running_var;
    CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    CHECK(cudaMalloc(&d_gamma, channels * sizeof(float)));
    CHECK(cudaMalloc(&d_beta, channels * sizeof(float)));
    CHECK(cudaMalloc(&d_y, n * sizeof(float)));
    CHECK(cudaMalloc(&d_running_mean, channels * sizeof(float)));
    CHECK(cudaMalloc(&d_running_var, channels * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_gamma, gamma.data(), channels * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_beta, beta.data(), channels * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_running_mean, running_mean.data(), channels * sizeof(float),
                     cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_running_var, running_var.data(), channels * sizeof(float),
                     cudaMemcpyHostToDevice));

    dim3 block(64);
    dim3 grid(channels);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    batch_norm<<<grid, block>>>(d_x, d_gamma, d_beta, d_y, d_running_mean, d_running_var, batch,
                                channels, height, width);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(running_mean.data(), d_running_mean, channels * sizeof(float),
                     cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(running_var.data(), d_running_var, channels * sizeof(float),
                     cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int channel = 0; channel < channels; channel++) {
        double mean = 0.0, square = 0.0;
        for (int i = 0; i < places; i++)
            mean += x[(i / area * channels + channel) * area + i % area] / (double)places;
        for (int i = 0; i < places; i++)
            square += pow(x[(i / area * channels + channel) * area + i % area] - mean, 2);
        for (int i = 0; i < places; i++) {
            int element = (i / area * channels + channel) * area + i % area;
            expected[element] = (x[element] - mean) / sqrt(square / places + EPSILON)
                                    * gamma[channel] + beta[channel];
        }
        expected_mean[channel] = MOMENTUM * mean;
        expected_var[channel] = 1 - MOMENTUM + MOMENTUM * square / (places - 1);
    }
    double error = largest_error(y, expected);
    error = fmax(error, largest_error(running_mean, expected_mean));
    error = fmax(error, largest_error(running_var, expected_var));
    bool passed = error <= 1e-5;
    printf("batch_norm: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_gamma));
    CHECK(cudaFree(d_beta));
    CHECK(cudaFree(d_y));
    CHECK(cudaFree(d_running_mean));
    CHECK(cudaFree(d_running_var));
    return passed ? 0 : 1;
}
