// Heat, 2D: a hot plate cools down, step by step of time, with tiles and a halo.
// Twin of heat_2d.py.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int SIDE = 16;  // threads of a block along x and y
constexpr int WITH_HALO = SIDE + 2;
constexpr float R = 0.2f;

__global__ void heat_step(const float* old, float* next, int rows, int columns)
{
    __shared__ float tile[WITH_HALO][WITH_HALO];  // <- tile = cuda.shared.array((WITH_HALO, WITH_HALO), np.float32) // <- rows, columns = old.shape
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // <- col, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- col, row = cuda.grid(2)
    int tx = threadIdx.x + 1;  // <- tx = cuda.threadIdx.x + 1
    int ty = threadIdx.y + 1;  // <- ty = cuda.threadIdx.y + 1
    int i = row * columns + col;
    if (row < rows && col < columns) {  // <- if row < rows and col < columns: #1
        tile[ty][tx] = old[i];  // <- tile[ty, tx] = old[row, col]
        if (tx == 1)  // <- if tx == 1:
            tile[ty][0] = col > 0 ? old[i - 1] : 0.0f;  // <- tile[ty, 0] = old[row, col - 1] if col > 0 else ZERO
        if (tx == SIDE || col == columns - 1)  // <- if tx == SIDE or col == columns - 1:
            tile[ty][tx + 1] = col + 1 < columns ? old[i + 1] : 0.0f;  // <- tile[ty, tx + 1] = old[row, col + 1] if col + 1 < columns else ZERO
        if (ty == 1)  // <- if ty == 1:
            tile[0][tx] = row > 0 ? old[i - columns] : 0.0f;  // <- tile[0, tx] = old[row - 1, col] if row > 0 else ZERO
        if (ty == SIDE || row == rows - 1)  // <- if ty == SIDE or row == rows - 1:
            tile[ty + 1][tx] = row + 1 < rows ? old[i + columns] : 0.0f;  // <- tile[ty + 1, tx] = old[row + 1, col] if row + 1 < rows else ZERO
    }
    __syncthreads();  // <- cuda.syncthreads()
    if (row < rows && col < columns) {  // <- if row < rows and col < columns: #2
        float sides = tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx];  // <- sides = tile[ty, tx - 1] + tile[ty, tx + 1] + tile[ty - 1, tx] + tile[ty + 1, tx]
        next[i] = tile[ty][tx] + R * (sides - 4.0f * tile[ty][tx]);  // <- new[row, col] = tile[ty, tx] + R * (sides - FOUR * tile[ty, tx])
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
    const int rows = 48, columns = 64, steps = 16;
    std::vector<float> u(rows * columns);
    fill(u, 0.0f, 0.1f);
    for (int row = 12; row < 24; row++)
        for (int col = 16; col < 32; col++)
            u[row * columns + col] = 1.0f;  // a hot spot
    std::vector<float> expected = u;
    float *old = to_device(u), *next = on_device<float>(rows * columns);
    dim3 block(SIDE, SIDE), grid((columns + SIDE - 1) / SIDE, (rows + SIDE - 1) / SIDE);

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    for (int step = 0; step < steps; step++) {
        heat_step<<<grid, block>>>(old, next, rows, columns);
        CHECK(cudaGetLastError());  // was the launch accepted?
        float* other = old;
        old = next;
        next = other;
    }
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    to_host(u, old);

    // the same on the CPU
    for (int step = 0; step < steps; step++) {
        std::vector<float> before = expected;
        auto at = [&](int row, int col) {
            bool inside = row >= 0 && row < rows && col >= 0 && col < columns;
            return inside ? before[row * columns + col] : 0.0f;
        };
        for (int row = 0; row < rows; row++)
            for (int col = 0; col < columns; col++) {
                float sides = at(row, col - 1) + at(row, col + 1);
                sides += at(row - 1, col);
                sides += at(row + 1, col);
                expected[row * columns + col] += R * (sides - 4.0f * at(row, col));
            }
    }
    double error = largest_error(u, expected);
    bool passed = error <= 1e-5;
    printf("heat_2d: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
