// Compact, broken: keep the elements above zero, in place, before others have read theirs.
// Twin of broken_compact.py, where
//     n = x.size

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void broken_compact(float* x, const int* places, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n) {  // <- if i < x.size:
        float value = x[i];  // <- value = x[i]
        if (value > 0.0f)  // <- if value > ZERO:
            x[places[i]] = value;  // <- x[places[i]] = value
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
    const int n = 1000;
    std::vector<float> x(n), expected;
    std::vector<int> places(n);
    fill(x, -1.0f, 1.0f);
    expected = x;
    int kept = 0;
    for (int i = 0; i < n; i++) {
        places[i] = kept;
        kept += x[i] > 0.0f;
    }

    float* d_x;
    int* d_places;
    CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    CHECK(cudaMalloc(&d_places, n * sizeof(int)));
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_places, places.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    dim3 block(256);
    dim3 grid((n + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    broken_compact<<<grid, block>>>(d_x, d_places, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(x.data(), d_x, n * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int i = 0; i < n; i++)
        if (expected[i] > 0.0f)
            expected[places[i]] = expected[i];
    double error = largest_error(x, expected);
    bool passed = error <= 0.0;
    printf("broken_compact: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_places));
    return passed ? 0 : 1;
}
