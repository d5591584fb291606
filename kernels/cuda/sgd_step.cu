// SGD step: weights -= rate * gradient, the smallest step of learning.
// Twin of sgd_step.py, where
//     n = weights.size

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void sgd_step(float* weights, const float* gradient, float rate, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n)  // <- if i < weights.size:
        weights[i] -= rate * gradient[i];  // <- weights[i] -= rate * gradient[i]
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
    const int n = 1000;
    const float rate = 0.1f;
    std::vector<float> weights(n), gradient(n);
    fill(weights, -2, 2);
    fill(gradient, -2, 2);
    std::vector<float> expected = weights;

    float* d_weights;
    float* d_gradient;
    CHECK(cudaMalloc(&d_weights, n * sizeof(float)));
    CHECK(cudaMalloc(&d_gradient, n * sizeof(float)));
    CHECK(cudaMemcpy(d_weights, weights.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_gradient, gradient.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(256);
    dim3 grid((n + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    sgd_step<<<grid, block>>>(d_weights, d_gradient, rate, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(weights.data(), d_weights, n * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int i = 0; i < n; i++)
        expected[i] -= rate * gradient[i];
    double error = largest_error(weights, expected);
    bool passed = error <= 1e-6;
    printf("sgd_step: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_weights));
    CHECK(cudaFree(d_gradient));
    return passed ? 0 : 1;
}
