// Copy, forgotten: the GPU computes y = 2 x + 1 in two launches, and nobody ever sees it.
// Twin of broken_forgotten_copy.py.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void double_all(float* x, int n)  // <- def double(x):
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n)  // <- if i < x.size:
        x[i] = x[i] * 2.0f;  // <- x[i] = x[i] * np.float32(2)
}

__global__ void add_one(float* x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n)  // <- if i < x.size:
        x[i] = x[i] + 1.0f;  // <- x[i] = x[i] + np.float32(1)
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

std::vector<void*> allocated;

// Device memory for `count` elements; freed at the end.
template <typename T>
T* on_device(size_t count)
{
    T* memory;
    CHECK(cudaMalloc(&memory, count * sizeof(T)));
    allocated.push_back(memory);
    return memory;
}

template <typename T>
T* to_device(const std::vector<T>& values)
{
    T* memory = on_device<T>(values.size());
    CHECK(cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return memory;
}

template <typename T>
void to_host(std::vector<T>& values, const T* memory)
{
    CHECK(cudaMemcpy(values.data(), memory, values.size() * sizeof(T), cudaMemcpyDeviceToHost));
}

constexpr int THREADS_OF_A_BLOCK = 256;

int main()
{
    const int n = 1000;
    std::vector<float> x(n), y(n), expected(n);
    fill(x);

    float* d_x = to_device(x);
    dim3 grid((n + THREADS_OF_A_BLOCK - 1) / THREADS_OF_A_BLOCK);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    double_all<<<grid, THREADS_OF_A_BLOCK>>>(d_x, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    add_one<<<grid, THREADS_OF_A_BLOCK>>>(d_x, n);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    // the same on the CPU
    for (int i = 0; i < n; i++)
        expected[i] = 2.0f * x[i] + 1.0f;
    double error = largest_error(y, expected);
    bool passed = error <= 1e-6;
    printf("broken_forgotten_copy: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED",
           error, milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
