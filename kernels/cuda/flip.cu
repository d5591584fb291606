// Flip: a picture is mirrored from left to right, and memory hardly notices.
// Twin of flip.py, where
//     height = target.shape[0]
//     width = target.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void flip(const float* source, float* target, int height, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // <- col, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- col, row = cuda.grid(2)
    if (row < height && col < width)  // <- if row < target.shape[0] and col < target.shape[1]:
        target[row * width + col] = source[row * width + width - 1 - col];  // <- target[row, col] = source[row, target.shape[1] - 1 - col]
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
    const int height = 48, width = 96;
    std::vector<float> source(height * width), target(height * width), expected(height * width);
    fill(source);

    float* d_source;
    float* d_target;
    CHECK(cudaMalloc(&d_source, height * width * sizeof(float)));
    CHECK(cudaMalloc(&d_target, height * width * sizeof(float)));
    CHECK(cudaMemcpy(d_source, source.data(), height * width * sizeof(float),
                     cudaMemcpyHostToDevice));

    dim3 block(32, 8);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    flip<<<grid, block>>>(d_source, d_target, height, width);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(target.data(), d_target, height * width * sizeof(float),
                     cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int row = 0; row < height; row++)
        for (int col = 0; col < width; col++)
            expected[row * width + col] = source[row * width + width - 1 - col];
    double error = largest_error(target, expected);
    bool passed = error <= 0.0;
    printf("flip: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_source));
    CHECK(cudaFree(d_target));
    return passed ? 0 : 1;
}
