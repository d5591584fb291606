// Monte Carlo pi: each thread throws darts at a square and counts those that hit the circle.
// Twin of monte_carlo_pi.py, where
//     n = seeds.size

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int DARTS = 64;  // of each thread
constexpr int LARGEST_BLOCK = 1024;
constexpr float TO_UNIT = 1.0f / (1 << 24);

// Marsaglia's xorshift of 32 bits.
__host__ __device__ unsigned next_state(unsigned state)
{
    state ^= state << 13;  // <- state ^= np.uint32(state << np.uint32(13))
    state ^= state >> 17;  // <- state ^= np.uint32(state >> np.uint32(17))
    state ^= state << 5;  // <- state ^= np.uint32(state << np.uint32(5))
    return state;  // <- return np.uint32(state)
}

__global__ void monte_carlo_pi(const unsigned* seeds, int* hits, int n)
{
    __shared__ int part[LARGEST_BLOCK];  // <- part = cuda.shared.array(LARGEST_BLOCK, np.int32)
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    int inside = 0;  // <- inside = 0
    if (i < n) {  // <- if i < seeds.size:
        unsigned state = seeds[i];  // <- state = seeds[i]
        for (int dart = 0; dart < DARTS; dart++) {  // <- for _ in range(DARTS):
            state = next_state(state);  // <- state = next_state(state) #1
            float x = (state >> 8) * TO_UNIT;  // <- x = np.float32(state >> np.uint32(8)) * TO_UNIT
            state = next_state(state);  // <- state = next_state(state) #2
            float y = (state >> 8) * TO_UNIT;  // <- y = np.float32(state >> np.uint32(8)) * TO_UNIT
            if (x * x + y * y < 1.0f)  // <- if x * x + y * y < ONE:
                inside++;  // <- inside += 1
        }
    }
    part[t] = inside;  // <- part[t] = inside
    __syncthreads();  // <- cuda.syncthreads() #1
    int active = blockDim.x;  // <- active = cuda.blockDim.x
    while (active > 1) {  // <- while active > 1:
        int half = (active + 1) / 2;  // <- half = (active + 1) // 2
        if (t + half < active)  // <- if t + half < active:
            part[t] += part[t + half];  // <- part[t] += part[t + half]
        __syncthreads();  // <- cuda.syncthreads() #2
        active = half;  // <- active = half
    }
    if (t == 0)  // <- if t == 0:
        atomicAdd(hits, part[0]);  // <- cuda.atomic.add(hits, 0, part[0])
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
    const int n = 512;
    std::vector<unsigned> seeds(n);
    std::vector<int> hits(1), expected(1);
    for (unsigned& seed : seeds)
        seed = rand() + 1u;  // none is 0

    unsigned* d_seeds;
    int* d_hits;
    CHECK(cudaMalloc(&d_seeds, n * sizeof(unsigned)));
    CHECK(cudaMalloc(&d_hits, 1 * sizeof(int)));
    CHECK(cudaMemcpy(d_seeds, seeds.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_hits, hits.data(), 1 * sizeof(int), cudaMemcpyHostToDevice));

    dim3 block(128);
    dim3 grid((n + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    monte_carlo_pi<<<grid, block>>>(d_seeds, d_hits, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(hits.data(), d_hits, 1 * sizeof(int), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int i = 0; i < n; i++) {
        unsigned state = seeds[i];
        for (int dart = 0; dart < DARTS; dart++) {
            float x = ((state = next_state(state)) >> 8) * TO_UNIT;
            float y = ((state = next_state(state)) >> 8) * TO_UNIT;
            expected[0] += x * x + y * y < 1.0f;
        }
    }
    double error = largest_error(hits, expected);
    bool passed = error <= 1e-4;  // a * b + c may round once: a dart on the very edge
    printf("monte_carlo_pi: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_seeds));
    CHECK(cudaFree(d_hits));
    return passed ? 0 : 1;
}
