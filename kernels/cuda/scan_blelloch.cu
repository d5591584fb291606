// Scan, Blelloch: each element becomes the sum of all before it, in three launches.
// Twin of scan_blelloch.py.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int BLOCK_THREADS = 128;
constexpr int ELEMENTS = 2 * BLOCK_THREADS;  // that a block scans
constexpr int BANKS = 32;
constexpr int PLACES = ELEMENTS + ELEMENTS / BANKS;

// Where element i lies: after each 32 a place stays free.
__device__ int padded(int i)
{
    return i + i / BANKS;  // <- return i + i // BANKS
}

__global__ void scan_blocks(const int* x, int* y, int* sums, int n)
{
    __shared__ int part[PLACES];  // <- part = cuda.shared.array(PLACES, np.int32)
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    int first = blockIdx.x * ELEMENTS;  // <- first = cuda.blockIdx.x * ELEMENTS
    for (int k = t; k < ELEMENTS; k += BLOCK_THREADS)  // <- for k in range(t, ELEMENTS, BLOCK_THREADS): #1
        part[padded(k)] = first + k < n ? x[first + k] : 0;  // <- part[padded(k)] = x[first + k] if first + k < x.size else 0
    int distance = 1;  // <- distance = 1
    int nodes = ELEMENTS / 2;  // <- nodes = ELEMENTS // 2
    while (nodes > 0) {  // up  // <- while nodes > 0:
        __syncthreads();  // <- cuda.syncthreads() #1
        if (t < nodes) {  // <- if t < nodes: #1
            int left = padded(distance * (2 * t + 1) - 1);  // <- left = padded(distance * (2 * t + 1) - 1) #1
            int right = padded(distance * (2 * t + 2) - 1);  // <- right = padded(distance * (2 * t + 2) - 1) #1
            part[right] += part[left];  // <- part[right] += part[left]
        }
        distance *= 2;  // <- distance *= 2
        nodes /= 2;  // <- nodes //= 2
    }
    __syncthreads();  // <- cuda.syncthreads() #2
    if (t == 0) {  // <- if t == 0:
        sums[blockIdx.x] = part[padded(ELEMENTS - 1)];  // <- sums[cuda.blockIdx.x] = part[padded(ELEMENTS - 1)]
        part[padded(ELEMENTS - 1)] = 0;  // <- part[padded(ELEMENTS - 1)] = 0
    }
    nodes = 1;  // <- nodes = 1
    while (nodes < ELEMENTS) {  // down  // <- while nodes < ELEMENTS:
        distance /= 2;  // <- distance //= 2
        __syncthreads();  // <- cuda.syncthreads() #3
        if (t < nodes) {  // <- if t < nodes: #2
            int left = padded(distance * (2 * t + 1) - 1);  // <- left = padded(distance * (2 * t + 1) - 1) #2
            int right = padded(distance * (2 * t + 2) - 1);  // <- right = padded(distance * (2 * t + 2) - 1) #2
            int of_left = part[left];  // <- of_left = part[left]
            part[left] = part[right];  // <- part[left] = part[right]
            part[right] += of_left;  // <- part[right] += of_left
        }
        nodes *= 2;  // <- nodes *= 2
    }
    __syncthreads();  // <- cuda.syncthreads() #4
    for (int k = t; k < ELEMENTS; k += BLOCK_THREADS)  // <- for k in range(t, ELEMENTS, BLOCK_THREADS): #2
        if (first + k < n)  // <- if first + k < y.size:
            y[first + k] = part[padded(k)];  // <- y[first + k] = part[padded(k)]
}

__global__ void add_offsets(int* y, const int* offsets, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n)  // <- if i < y.size:
        y[i] += offsets[blockIdx.x];  // <- y[i] += offsets[cuda.blockIdx.x]
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

// Scans an array of the device into another one; `total` becomes the sum of all.
void exclusive_scan(const int* x, int* y, int* total, int n)
{
    int blocks = (n + ELEMENTS - 1) / ELEMENTS;
    int* sums = blocks == 1 ? total : on_device<int>(blocks);
    scan_blocks<<<blocks, BLOCK_THREADS>>>(x, y, sums, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    if (blocks > 1) {
        int* offsets = on_device<int>(blocks);
        exclusive_scan(sums, offsets, total, blocks);
        add_offsets<<<blocks, ELEMENTS>>>(y, offsets, n);
        CHECK(cudaGetLastError());
    }
}

int main()
{
    const int n = 1000;
    std::vector<int> x(n), y(n), total(1), expected(n), expected_total(1);
    for (int& value : x)
        value = rand() % 10;
    int *d_x = to_device(x), *d_y = on_device<int>(n), *d_total = on_device<int>(1);

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    exclusive_scan(d_x, d_y, d_total, n);
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    to_host(y, d_y);
    to_host(total, d_total);

    // the same on the CPU
    for (int i = 0; i < n; i++) {
        expected[i] = expected_total[0];
        expected_total[0] += x[i];
    }
    double error = largest_error(y, expected);
    error = fmax(error, largest_error(total, expected_total));
    bool passed = error <= 0.0;
    printf("scan_blelloch: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
