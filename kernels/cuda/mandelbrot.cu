// Mandelbrot: how long a number stays small, asked for every pixel, and never equally long.
// Twin of mandelbrot.py, where
//     height = turns.shape[0]
//     width = turns.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__device__ int turns_of(double real, double imaginary, int limit)
{
    double x = 0.0;  // <- x = 0.0
    double y = 0.0;  // <- y = 0.0
    int turns = 0;  // <- turns = 0
    while (turns < limit && x * x + y * y <= 4.0) {  // <- while turns < limit and x * x + y * y <= 4.0:
        double next_x = x * x - y * y + real;  // <- x, y = x * x - y * y + real, 2.0 * x * y + imaginary
        y = 2.0 * x * y + imaginary;  // <- x, y = x * x - y * y + real, 2.0 * x * y + imaginary
        x = next_x;  // <- x, y = x * x - y * y + real, 2.0 * x * y + imaginary
        turns += 1;  // <- turns += 1
    }
    return turns;  // <- return turns
}

__global__ void mandelbrot(double left, double top, double step, int limit, int* turns, int height,
                           int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // <- col, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- col, row = cuda.grid(2)
    if (row < height && col < width)  // <- if row < turns.shape[0] and col < turns.shape[1]:
        turns[row * width + col] = turns_of(left + col * step, top - row * step, limit);  // <- turns[row, col] = turns_of(left + col * step, top - row * step, limit)
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
    const int height = 64, width = 96, limit = 50;
    const double step = 2.6 / height, left = -0.7 - step * width / 2, top = step * height / 2;
    std::vector<int> turns(height * width), expected(height * width);

    int* d_turns;
    CHECK(cudaMalloc(&d_turns, height * width * sizeof(int)));

    dim3 block(32, 8);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    mandelbrot<<<grid, block>>>(left, top, step, limit, d_turns, height, width);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(turns.data(), d_turns, height * width * sizeof(int), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int row = 0; row < height; row++)
        for (int col = 0; col < width; col++) {
            double x = 0.0, y = 0.0;
            int& count = expected[row * width + col];
            while (count < limit && x * x + y * y <= 4.0) {
                double next_x = x * x - y * y + left + col * step;
                y = 2.0 * x * y + top - row * step;
                x = next_x;
                count++;
            }
        }
    // x * x + y * y may be rounded once or twice, which matters for a few points on the edge
    int different = 0;
    for (int i = 0; i < height * width; i++)
        different += turns[i] != expected[i];
    std::vector<int> most = {different <= height * width / 100 ? 0 : different}, none = {0};
    double error = largest_error(most, none);
    bool passed = error <= 0.0;
    printf("mandelbrot: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_turns));
    return passed ? 0 : 1;
}
