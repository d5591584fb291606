// Attention: every token looks at all tokens before it, and takes from each what it needs.
// Twin of attention.py, where
//     tokens = q.shape[0]
//     width = q.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int LARGEST_BLOCK = 1024;
#define LOWEST (-INFINITY)

__device__ float score_of(int query, int key, const float* q, const float* k, int width)
{
    float total = 0.0f;  // <- total = ZERO
    for (int i = 0; i < width; i++)  // <- for i in range(q.shape[1]):
        total += q[query * width + i] * k[key * width + i];  // <- total += q[query, i] * k[key, i]
    return total / sqrtf((float)width);  // <- return total / math.sqrt(np.float32(q.shape[1]))
}

__device__ float largest_of_block(float value, float* part)
{
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    __syncthreads();  // until nobody reads what the last reduction has left  // <- cuda.syncthreads() #1
    part[t] = value;  // <- part[t] = value
    __syncthreads();  // <- cuda.syncthreads() #2
    int active = blockDim.x;  // <- active = cuda.blockDim.x
    while (active > 1) {  // <- while active > 1:
        int half = (active + 1) / 2;  // <- half = (active + 1) // 2
        if (t + half < active)  // <- if t + half < active:
            part[t] = fmaxf(part[t], part[t + half]);  // <- part[t] = max(part[t], part[t + half])
        __syncthreads();  // <- cuda.syncthreads() #3
        active = half;  // <- active = half
    }
    return part[0];  // <- return part[0]
}

__global__ void attention(const float* q, const float* k, const float* v, float* y, int tokens,
                          int width)
{
    __shared__ float part[LARGEST_BLOCK];  // <- part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    __shared__ float weights[LARGEST_BLOCK];  // <- weights = cuda.shared.array(LARGEST_BLOCK, np.float32)
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    for (int query = blockIdx.x; query < tokens; query += gridDim.x) {  // <- for query in range(cuda.blockIdx.x, q.shape[0], cuda.gridDim.x):
        int keys = query + 1;  // <- keys = query + 1
        float largest = LOWEST;  // <- largest = LOWEST
        float total = 0.0f;  // <- total = ZERO
        for (int i = t; i < width; i += blockDim.x)  // <- for i in range(t, y.shape[1], cuda.blockDim.x): #1
            y[query * width + i] = 0.0f;  // <- y[query, i] = ZERO
        for (int first = 0; first < keys; first += blockDim.x) {  // <- for first in range(0, keys, cuda.blockDim.x):
            float score = LOWEST;  // <- score = LOWEST
            if (first + t < keys)  // <- if first + t < keys:
                score = score_of(query, first + t, q, k, width);  // <- score = score_of(query, first + t, q, k)
            float known = largest;  // <- known = largest
            largest = fmaxf(known, largest_of_block(score, part));  // <- largest = max(known, largest_of_block(score, part))
            float shrink = expf(known - largest);  // 0 at first, 1 when there was no larger one  // <- shrink = math.exp(known - largest)
            weights[t] = expf(score - largest);  // <- weights[t] = math.exp(score - largest)
            __syncthreads();  // all weights are there  // <- cuda.syncthreads()
            int count = min(keys - first, (int)blockDim.x);  // <- count = min(keys - first, cuda.blockDim.x)
            total *= shrink;  // <- total *= shrink
            for (int j = 0; j < count; j++)  // <- for j in range(count): #1
                total += weights[j];  // <- total += weights[j]
            for (int i = t; i < width; i += blockDim.x) {  // <- for i in range(t, y.shape[1], cuda.blockDim.x): #2
                float result = y[query * width + i] * shrink;  // <- result = y[query, i] * shrink
                for (int j = 0; j < count; j++)  // <- for j in range(count): #2
                    result += weights[j] * v[(first + j) * width + i];  // <- result += weights[j] * v[first + j, i]
                y[query * width + i] = result;  // <- y[query, i] = result
            }
        }
        for (int i = t; i < width; i += blockDim.x)  // <- for i in range(t, y.shape[1], cuda.blockDim.x): #3
            y[query * width + i] /= total;  // <- y[query, i] /= total
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
    const int tokens = 64, width = 32;
    std::vector<float> q(tokens * width), k(tokens * width), v(tokens * width);
    std::vector<float> y(tokens * width), expected(tokens * width);
    fill(q, -2, 2);
    fill(k, -2, 2);
    fill(v, -2, 2);

    float* d_q;
    float* d_k;
    float* d_v;
    float* d_y;
    CHECK(cudaMalloc(&d_q, tokens * width * sizeof(float)));
    CHECK(cudaMalloc(&d_k, tokens * width * sizeof(float)));
    CHECK(cudaMalloc(&d_v, tokens * width * sizeof(float)));
    CHECK(cudaMalloc(&d_y, tokens * width * sizeof(float)));
    CHECK(cudaMemcpy(d_q, q.data(), tokens * width * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_k, k.data(), tokens * width * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_v, v.data(), tokens * width * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(32);
    dim3 grid(tokens);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    attention<<<grid, block>>>(d_q, d_k, d_v, d_y, tokens, width);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(y.data(), d_y, tokens * width * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int query = 0; query < tokens; query++) {
        std::vector<double> weights(query + 1);
        double largest = -INFINITY, total = 0.0;
        for (int key = 0; key <= query; key++) {
            for (int i = 0; i < width; i++)
                weights[key] += q[query * width + i] * k[key * width + i] / sqrt(width);
            largest = fmax(largest, weights[key]);
        }
        for (double& weight : weights)
            total += weight = exp(weight - largest);
        for (int key = 0; key <= query; key++)
            for (int i = 0; i < width; i++)
                expected[query * width + i] += weights[key] / total * v[key * width + i];
    }
    double error = largest_error(y, expected);
    bool passed = error <= 1e-5;
    printf("attention: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_q));
    CHECK(cudaFree(d_k));
    CHECK(cudaFree(d_v));
    CHECK(cudaFree(d_y));
    return passed ? 0 : 1;
}
