// Radix sort: keys are put in order by one digit after another, beginning with the last.
// Twin of radix_sort.py.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int DIGITS = 16;
constexpr int LINE = 128;

// How often each digit occurs in each block, [digit, block].
__global__ void count_digits(const unsigned short* keys, int shift, int* counts, int n)
{
    __shared__ int bins[DIGITS];  // <- bins = cuda.shared.array(DIGITS, np.int32)
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (t < DIGITS)  // <- if t < DIGITS: #1
        bins[t] = 0;  // <- bins[t] = ZERO
    __syncthreads();  // <- cuda.syncthreads() #1
    if (i < n)  // <- if i < keys.size:
        atomicAdd(&bins[(keys[i] >> shift) % DIGITS], 1);  // <- cuda.atomic.add(bins, (keys[i] >> shift) % DIGITS, 1)
    __syncthreads();  // <- cuda.syncthreads() #2
    if (t < DIGITS)  // <- if t < DIGITS: #2
        counts[t * gridDim.x + blockIdx.x] = bins[t];  // <- counts[t, cuda.blockIdx.x] = bins[t]
}

// Each count becomes the sum of all before it; a single block.
__global__ void scan_counts(int* counts, int n)
{
    __shared__ int part[LINE];  // <- part = cuda.shared.array(LINE, np.int32)
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    int before = 0;  // <- before = ZERO
    for (int first = 0; first < n; first += blockDim.x) {  // <- for first in range(0, counts.size, cuda.blockDim.x):
        int i = first + t;  // <- i = first + t
        int count = i < n ? counts[i] : 0;  // <- count = counts[i] if i < counts.size else ZERO
        part[t] = count;  // <- part[t] = count
        __syncthreads();  // <- cuda.syncthreads() #1
        for (int distance = 1; distance < (int)blockDim.x; distance *= 2) {  // <- distance = 1 // <- while distance < cuda.blockDim.x: // <- distance *= 2
            int left = t >= distance ? part[t - distance] : 0;  // <- left = part[t - distance] if t >= distance else ZERO
            __syncthreads();  // all have read  // <- cuda.syncthreads() #2
            part[t] += left;  // <- part[t] += left
            __syncthreads();  // all have written  // <- cuda.syncthreads() #3
        }
        if (i < n)  // <- if i < counts.size:
            counts[i] = before + part[t] - count;  // <- counts[i] = before + part[t] - count
        before += part[blockDim.x - 1];  // <- before += part[cuda.blockDim.x - 1]
        __syncthreads();  // all have the total: the next counts may come  // <- cuda.syncthreads() #4
    }
}

// Each key goes to the place of its digit and block, behind those before it in its block.
__global__ void scatter(const unsigned short* keys, int shift, const int* places,
                        unsigned short* sorted_keys, int n)
{
    __shared__ int digits[LINE];  // <- digits = cuda.shared.array(LINE, np.int32)
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n)  // <- if i < keys.size: #1
        digits[t] = (keys[i] >> shift) % DIGITS;  // <- digits[t] = (keys[i] >> shift) % DIGITS
    __syncthreads();  // <- cuda.syncthreads()
    if (i < n) {  // <- if i < keys.size: #2
        int digit = digits[t];  // <- digit = digits[t]
        int place = places[digit * gridDim.x + blockIdx.x];  // <- place = places[digit, cuda.blockIdx.x]
        for (int earlier = 0; earlier < t; earlier++)  // <- for earlier in range(t):
            if (digits[earlier] == digit)  // <- if digits[earlier] == digit:
                place += 1;  // <- place += 1
        sorted_keys[place] = keys[i];  // <- sorted_keys[place] = keys[i]
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

constexpr int KEY_BITS = 16;
constexpr int DIGIT_BITS = 4;

int main()
{
    const int n = 1000;
    std::vector<unsigned short> x(n), y(n), expected;
    for (unsigned short& key : x)
        key = rand() % (1 << KEY_BITS);

    const int blocks = (n + LINE - 1) / LINE;
    unsigned short *keys = to_device(x), *other = on_device<unsigned short>(n);
    int* counts = on_device<int>(DIGITS * blocks);

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    for (int shift = 0; shift < KEY_BITS; shift += DIGIT_BITS) {
        count_digits<<<blocks, LINE>>>(keys, shift, counts, n);
        CHECK(cudaGetLastError());  // was the launch accepted?
        scan_counts<<<1, LINE>>>(counts, DIGITS * blocks);
        CHECK(cudaGetLastError());
        scatter<<<blocks, LINE>>>(keys, shift, counts, other, n);
        CHECK(cudaGetLastError());
        std::swap(keys, other);  // two arrays take turns
    }
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    to_host(y, keys);

    // the same on the CPU
    expected = x;
    std::sort(expected.begin(), expected.end());
    double error = largest_error(y, expected);
    bool passed = error <= 0.0;
    printf("radix_sort: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
