// Adam step: each weight takes a step of its own size, from what its gradients were so far.
// Twin of adam_step.py, where
//     n = weights.size

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr float KEEP_MEAN = 0.9f, NEW_MEAN = 0.1f;
constexpr float KEEP_SQUARE = 0.999f, NEW_SQUARE = 0.001f;
constexpr float LOG_MEAN = -0.10536051565782628f;       // of 0.9
constexpr float LOG_SQUARE = -0.0010005003335835335f;   // of 0.999
constexpr float EPSILON = 1e-8f;                        // nothing is divided by zero

__global__ void adam_step(float* weights, const float* gradient, float* mean, float* square,
                          float rate, int step, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n) {  // <- if i < weights.size:
        float g = gradient[i];  // <- g = gradient[i]
        float m = KEEP_MEAN * mean[i] + NEW_MEAN * g;  // <- m = KEEP_MEAN * mean[i] + NEW_MEAN * g
        float s = KEEP_SQUARE * square[i] + NEW_SQUARE * g * g;  // <- s = KEEP_SQUARE * square[i] + NEW_SQUARE * g * g
        mean[i] = m;  // <- mean[i] = m
        square[i] = s;  // <- square[i] = s
        m /= -expm1f((float)step * LOG_MEAN);  // <- m /= -math.expm1(np.float32(step) * LOG_MEAN)
        s /= -expm1f((float)step * LOG_SQUARE);  // <- s /= -math.expm1(np.float32(step) * LOG_SQUARE)
        float change = rate * m / (sqrtf(s) + EPSILON);  // <- change = rate * m / (math.sqrt(s) + EPSILON)
        weights[i] -= change;  // <- weights[i] -= change
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
    const int n = 1000, step = 3;  // two steps lie behind: neither mean is at its full size yet
    const float rate = 0.01f;
    std::vector<float> weights(n), gradient(n), mean(n), square(n);
    fill(weights, -2, 2);
    fill(gradient, -2, 2);
    fill(mean, -0.2f, 0.2f);
    fill(square, 0, 0.002f);
    std::vector<float> expected = weights, expected_mean = mean, expected_square = square;

    float* d_weights;
    float* d_gradient;
    float* d_mean;
    float* d_square;
    CHECK(cudaMalloc(&d_weights, n * sizeof(float)));
    CHECK(cudaMalloc(&d_gradient, n * sizeof(float)));
    CHECK(cudaMalloc(&d_mean, n * sizeof(float)));
    CHECK(cudaMalloc(&d_square, n * sizeof(float)));
    CHECK(cudaMemcpy(d_weights, weights.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_gradient, gradient.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_mean, mean.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_square, square.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(256);
    dim3 grid((n + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    adam_step<<<grid, block>>>(d_weights, d_gradient, d_mean, d_square, rate, step, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(weights.data(), d_weights, n * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(mean.data(), d_mean, n * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(square.data(), d_square, n * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int i = 0; i < n; i++) {
        expected_mean[i] = 0.9f * expected_mean[i] + 0.1f * gradient[i];
        expected_square[i] = 0.999f * expected_square[i] + 0.001f * gradient[i] * gradient[i];
        double full_mean = expected_mean[i] / (1 - pow(0.9, step));
        double full_square = expected_square[i] / (1 - pow(0.999, step));
        expected[i] -= rate * full_mean / (sqrt(full_square) + 1e-8);
    }
    double error = largest_error(weights, expected);
    error = fmax(error, largest_error(mean, expected_mean));
    error = fmax(error, largest_error(square, expected_square));
    bool passed = error <= 1e-6;
    printf("adam_step: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_weights));
    CHECK(cudaFree(d_gradient));
    CHECK(cudaFree(d_mean));
    CHECK(cudaFree(d_square));
    return passed ? 0 : 1;
}
