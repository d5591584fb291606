// Bitonic sort: a fixed network of compare-and-exchange steps puts all numbers in order.
// Twin of bitonic_sort.py.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int TILE = 128;       // numbers that a block sorts in shared memory
constexpr int HALF = TILE / 2;  // its threads: one for each pair

// Exchanges two numbers if they stand in the wrong order.
__device__ void put_in_order(float* keys, int i, int j, bool upwards)
{
    float first = keys[i], second = keys[j];  // <- first, second = keys[i], keys[j]
    if ((first > second) == upwards) {  // <- if (first > second) == upwards:
        keys[i] = second;  // <- keys[i] = second
        keys[j] = first;  // <- keys[j] = first
    }
}

// The place of the first number of a pair; that of the second is `distance` further on.
__device__ int lower_of_pair(int pair, int distance)
{
    return pair / distance * 2 * distance + pair % distance;  // <- return pair // distance * 2 * distance + pair % distance
}

// Sorts TILE numbers: one block upwards, the next one downwards.
__global__ void sort_tile(float* keys)
{
    __shared__ float part[TILE];  // <- part = cuda.shared.array(TILE, np.float32)
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    int start = blockIdx.x * TILE;  // <- start = cuda.blockIdx.x * TILE
    part[t] = keys[start + t];  // <- part[t] = keys[start + t]
    part[t + HALF] = keys[start + t + HALF];  // <- part[t + HALF] = keys[start + t + HALF]
    for (int run = 2; run <= TILE; run *= 2)  // <- run = 2 // <- while run <= TILE: // <- run *= 2
        for (int distance = run / 2; distance > 0; distance /= 2) {  // <- distance = run // 2 // <- while distance > 0: // <- distance //= 2
            __syncthreads();  // until the step before is done  // <- cuda.syncthreads() #1
            int i = lower_of_pair(t, distance);  // <- i = lower_of_pair(t, distance)
            put_in_order(part, i, i + distance, ((start + i) & run) == 0);  // <- put_in_order(part, i, i + distance, ((start + i) & run) == 0)
        }
    __syncthreads();  // <- cuda.syncthreads() #2
    keys[start + t] = part[t];  // <- keys[start + t] = part[t]
    keys[start + t + HALF] = part[t + HALF];  // <- keys[start + t + HALF] = part[t + HALF]
}

// One step of a run that is longer than a tile.
__global__ void exchange_far(float* keys, int run, int distance, int n)
{
    int pair = blockIdx.x * blockDim.x + threadIdx.x;  // <- pair = cuda.grid(1)
    if (pair < n / 2) {  // <- if pair < keys.size // 2:
        int i = lower_of_pair(pair, distance);  // <- i = lower_of_pair(pair, distance)
        put_in_order(keys, i, i + distance, (i & run) == 0);  // <- put_in_order(keys, i, i + distance, (i & run) == 0)
    }
}

// The last steps of a run: all that happen within a tile.
__global__ void merge_tile(float* keys, int run)
{
    __shared__ float part[TILE];  // <- part = cuda.shared.array(TILE, np.float32)
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    int start = blockIdx.x * TILE;  // <- start = cuda.blockIdx.x * TILE
    part[t] = keys[start + t];  // <- part[t] = keys[start + t]
    part[t + HALF] = keys[start + t + HALF];  // <- part[t + HALF] = keys[start + t + HALF]
    for (int distance = HALF; distance > 0; distance /= 2) {  // <- distance = HALF // <- while distance > 0: // <- distance //= 2
        __syncthreads();  // until the step before is done  // <- cuda.syncthreads() #1
        int i = lower_of_pair(t, distance);  // <- i = lower_of_pair(t, distance)
        put_in_order(part, i, i + distance, ((start + i) & run) == 0);  // <- put_in_order(part, i, i + distance, ((start + i) & run) == 0)
    }
    __syncthreads();  // <- cuda.syncthreads() #2
    keys[start + t] = part[t];  // <- keys[start + t] = part[t]
    keys[start + t + HALF] = part[t + HALF];  // <- keys[start + t + HALF] = part[t + HALF]
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
    const int n = 1000;
    std::vector<float> x(n), expected;
    fill(x);

    int size = TILE;
    while (size < n)
        size *= 2;
    std::vector<float> padded(size, INFINITY);
    std::copy(x.begin(), x.end(), padded.begin());
    float* keys = to_device(padded);

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    const int tiles = size / TILE;
    sort_tile<<<tiles, HALF>>>(keys);
    CHECK(cudaGetLastError());  // was the launch accepted?
    for (int run = 2 * TILE; run <= size; run *= 2) {
        for (int distance = run / 2; distance >= TILE; distance /= 2)
            exchange_far<<<tiles, HALF>>>(keys, run, distance, size);
        CHECK(cudaGetLastError());
        merge_tile<<<tiles, HALF>>>(keys, run);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    to_host(padded, keys);
    std::vector<float> y(padded.begin(), padded.begin() + n);

    // the same on the CPU
    expected = x;
    std::sort(expected.begin(), expected.end());
    double error = largest_error(y, expected);
    bool passed = error <= 0.0;
    printf("bitonic_sort: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
