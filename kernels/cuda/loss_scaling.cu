// Loss scaling: gradients stored in 16 bits, multiplied by a factor first, so that none gets lost.
// Twin of loss_scaling.py, where
//     n = gradients.size

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_fp16.h>

constexpr float LARGEST = 65504.0f;  // of a half

__global__ void loss_scaling(const float* gradients, float scale, __half* stored, float* restored,
                             int* lost, int* too_large, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n) {  // <- if i < gradients.size:
        float gradient = gradients[i];  // <- gradient = gradients[i]
        __half rounded = __float2half(gradient * scale);  // <- half = np.float16(gradient * scale)
        float number = __half2float(rounded);  // <- number = np.float32(half)
        stored[i] = rounded;  // <- stored[i] = half
        restored[i] = number / scale;  // <- restored[i] = number / scale
        if (number == 0.0f)  // <- if number == 0:
            atomicAdd(lost, 1);  // <- cuda.atomic.add(lost, 0, 1)
        if (fabsf(number) > LARGEST)  // <- if abs(number) > LARGEST:
            atomicAdd(too_large, 1);  // <- cuda.atomic.add(too_large, 0, 1)
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
    const int n = 256;
    const float scale = 1024.0f;
    std::vector<float> gradients(n), restored(n), expected(n);
    std::vector<__half> stored(n);
    std::vector<int> lost(1), too_large(1), expected_lost(1), expected_too_large(1);
    fill(gradients, -11, 3);
    for (float& gradient : gradients)  // as many between 1e-11 and 1e-10 as between 10 and 100
        gradient = powf(10.0f, gradient) * (rand() % 2 ? 1 : -1);

    float* d_gradients;
    __half* d_stored;
    float* d_restored;
    int* d_lost;
    int* d_too_large;
    CHECK(cudaMalloc(&d_gradients, n * sizeof(float)));
    CHECK(cudaMalloc(&d_stored, n * sizeof(__half)));
    CHECK(cudaMalloc(&d_restored, n * sizeof(float)));
    CHECK(cudaMalloc(&d_lost, 1 * sizeof(int)));
    CHECK(cudaMalloc(&d_too_large, 1 * sizeof(int)));
    CHECK(cudaMemcpy(d_gradients, gradients.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_lost, lost.data(), 1 * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_too_large, too_large.data(), 1 * sizeof(int), cudaMemcpyHostToDevice));

    dim3 block(256);
    dim3 grid((n + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    loss_scaling<<<grid, block>>>(d_gradients, scale, d_stored, d_restored, d_lost, d_too_large, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(stored.data(), d_stored, n * sizeof(__half), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(restored.data(), d_restored, n * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(lost.data(), d_lost, 1 * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(too_large.data(), d_too_large, 1 * sizeof(int), cudaMemcpyDeviceToHost));

    // the same on the CPU
    std::vector<float> numbers(n), expected_numbers(n);
    for (int i = 0; i < n; i++) {
        numbers[i] = __half2float(stored[i]);
        expected_numbers[i] = __half2float(__float2half(gradients[i] * scale));
        expected[i] = expected_numbers[i] / scale;
        expected_lost[0] += expected_numbers[i] == 0.0f;
        expected_too_large[0] += fabsf(expected_numbers[i]) > LARGEST;
    }
    double error = largest_error(numbers, expected_numbers);
    error = fmax(error, largest_error(restored, expected));
    error = fmax(error, largest_error(lost, expected_lost));
    error = fmax(error, largest_error(too_large, expected_too_large));
    bool passed = error <= 1e-5;
    printf("loss_scaling: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_gradients));
    CHECK(cudaFree(d_stored));
    CHECK(cudaFree(d_restored));
    CHECK(cudaFree(d_lost));
    CHECK(cudaFree(d_too_large));
    return passed ? 0 : 1;
}
