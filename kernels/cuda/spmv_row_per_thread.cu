// SpMV, a row per thread: y = A x for a sparse matrix in CSR, one thread for each row.
// Twin of spmv_row_per_thread.py, where
//     rows = y.size

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void spmv_row_per_thread(const int* row_starts, const int* columns,
                                    const float* values, const float* x, float* y, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;  // <- row = cuda.grid(1)
    if (row < rows) {  // <- if row < y.size:
        float total = 0.0f;  // <- total = ZERO
        int end = row_starts[row + 1];
        for (int k = row_starts[row]; k < end; k++)  // <- for k in range(row_starts[row], row_starts[row + 1]):
            total += values[k] * x[columns[k]];  // <- total += values[k] * x[columns[k]]
        y[row] = total;  // <- y[row] = total
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
    const int rows = 512, longest = 128, shortest = 4, group = 32;  // of a group one row is long
    std::vector<int> row_starts(1), columns;
    for (int row = 0; row < rows; row++) {
        int length = row % group == row / group % group ? longest : shortest;
        int first = rand() % rows;
        for (int k = 0; k < length; k++)
            columns.push_back((first + k * (rows / length)) % rows);
        row_starts.push_back(columns.size());
    }
    std::vector<float> values(columns.size()), x(rows), y(rows), expected(rows);
    fill(values, -1);
    fill(x);

    int* d_row_starts = to_device(row_starts);
    int* d_columns = to_device(columns);
    float* d_values = to_device(values);
    float* d_x = to_device(x);
    float* d_y = on_device<float>(rows);

    dim3 block(128);
    dim3 grid((rows + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    spmv_row_per_thread<<<grid, block>>>(d_row_starts, d_columns, d_values, d_x, d_y, rows);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    to_host(y, d_y);

    // the same on the CPU
    for (int row = 0; row < rows; row++) {
        double total = 0.0;
        for (int k = row_starts[row]; k < row_starts[row + 1]; k++)
            total += values[k] * x[columns[k]];
        expected[row] = total;
    }
    double error = largest_error(y, expected);
    bool passed = error <= 1e-5;
    printf("spmv_row_per_thread: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED",
           error, milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
