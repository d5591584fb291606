// Top k: the k largest numbers of each row, and where they stand, one block for each row.
// Twin of top_k.py, where
//     rows = x.shape[0]
//     n = x.shape[1]
//     k = values.shape[1]

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int LARGEST_BLOCK = 1024;
#define HIGHEST INFINITY
#define LOWEST (-INFINITY)

// Whether a number is larger than another, or as large and further left.
__device__ bool comes_before(float value, int i, float other, int j)
{
    return value > other || (value == other && i < j);  // <- return value > other or (value == other and i < j)
}

__global__ void top_k(const float* x, float* values, int* indices, int rows, int n, int k)
{
    __shared__ float part[LARGEST_BLOCK];  // <- part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    __shared__ int place[LARGEST_BLOCK];  // <- place = cuda.shared.array(LARGEST_BLOCK, np.int32)
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {  // <- for row in range(cuda.blockIdx.x, x.shape[0], cuda.gridDim.x):
        float taken = HIGHEST;  // the last one that was taken, and where it stands  // <- taken = HIGHEST
        int taken_at = -1;  // <- taken_at = np.int32(-1)
        for (int rank = 0; rank < k; rank++) {  // <- for rank in range(values.shape[1]):
            float best = LOWEST;  // <- best = LOWEST
            int best_at = n;  // <- best_at = x.shape[1]
            for (int i = t; i < n; i += blockDim.x) {  // <- for i in range(t, x.shape[1], cuda.blockDim.x):
                float value = x[row * n + i];  // <- value = x[row, i]
                bool is_left = comes_before(taken, taken_at, value, i);  // <- is_left = comes_before(taken, taken_at, value, i)
                if (is_left && comes_before(value, i, best, best_at)) {  // <- if is_left and comes_before(value, i, best, best_at):
                    best = value;  // <- best = value
                    best_at = i;  // <- best_at = i
                }
            }
            part[t] = best;  // <- part[t] = best
            place[t] = best_at;  // <- place[t] = best_at
            __syncthreads();  // <- cuda.syncthreads() #1
            int active = blockDim.x;  // <- active = cuda.blockDim.x
            while (active > 1) {  // <- while active > 1:
                int half = (active + 1) / 2;  // <- half = (active + 1) // 2
                int other = t + half;  // <- other = t + half
                if (other < active && comes_before(part[other], place[other], part[t], place[t])) {  // <- if other < active and comes_before(part[other], place[other], part[t], place[t]):
                    part[t] = part[other];  // <- part[t] = part[other]
                    place[t] = place[other];  // <- place[t] = place[other]
                }
                __syncthreads();  // <- cuda.syncthreads() #2
                active = half;  // <- active = half
            }
            taken = part[0];  // <- taken = part[0]
            taken_at = place[0];  // <- taken_at = place[0]
            __syncthreads();  // all know the winner: the next round may begin  // <- cuda.syncthreads() #3
            if (t == 0) {  // <- if t == 0:
                values[row * k + rank] = taken;  // <- values[row, rank] = taken
                indices[row * k + rank] = taken_at;  // <- indices[row, rank] = taken_at
            }
        }
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
    const int rows = 4, n = 1000, k = 5;
    std::vector<float> x(rows * n), values(rows * k), expected(rows * k);
    std::vector<int> indices(rows * k), expected_indices(rows * k);
    fill(x, -2, 2);

    float* d_x = to_device(x);
    float* d_values = on_device<float>(rows * k);
    int* d_indices = on_device<int>(rows * k);

    dim3 block(128);
    dim3 grid(rows);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    top_k<<<grid, block>>>(d_x, d_values, d_indices, rows, n, k);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    to_host(values, d_values);
    to_host(indices, d_indices);

    // the same on the CPU
    for (int row = 0; row < rows; row++) {
        const float* own = &x[row * n];
        std::vector<int> order(n);
        for (int i = 0; i < n; i++)
            order[i] = i;
        std::stable_sort(order.begin(), order.end(), [own](int i, int j) {
            return own[i] > own[j];
        });
        for (int rank = 0; rank < k; rank++) {
            expected_indices[row * k + rank] = order[rank];
            expected[row * k + rank] = own[order[rank]];
        }
    }
    double error = fmax(largest_error(values, expected),
                        largest_error(indices, expected_indices));
    bool passed = error <= 0.0;
    printf("top_k: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
