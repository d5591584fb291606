// SpMV, broken: y = A x with a thread for each nonzero, and sums that lose some of them.
// Twin of broken_spmv.py, where
//     nonzeros = values.size

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void broken_spmv(const int* row_of, const int* columns, const float* values,
                            const float* x, float* y, int nonzeros)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;  // <- k = cuda.grid(1)
    if (k < nonzeros)  // <- if k < values.size:
        y[row_of[k]] += values[k] * x[columns[k]];  // <- y[row_of[k]] += values[k] * x[columns[k]]
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

int main()
{
    const int rows = 64, nonzeros = 1000;
    std::vector<int> row_of(nonzeros), columns(nonzeros);
    std::vector<float> values(nonzeros), x(rows), y(rows), expected(rows);
    for (int k = 0; k < nonzeros; k++) {
        row_of[k] = k * rows / nonzeros;
        columns[k] = rand() % rows;
    }
    fill(values, -1);
    fill(x);

    int *d_row_of = to_device(row_of), *d_columns = to_device(columns);
    float *d_values = to_device(values), *d_x = to_device(x), *d_y = to_device(y);

    dim3 block(128);
    dim3 grid((nonzeros + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    broken_spmv<<<grid, block>>>(d_row_of, d_columns, d_values, d_x, d_y, nonzeros);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    to_host(y, d_y);

    // the same on the CPU
    for (int k = 0; k < nonzeros; k++)
        expected[row_of[k]] += values[k] * x[columns[k]];
    double error = largest_error(y, expected);
    bool passed = error <= 1e-5;
    printf("broken_spmv: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
