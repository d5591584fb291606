// Softmax, broken: numbers become probabilities, and some threads cannot wait for the largest.
// Twin of broken_softmax.py, where
//     rows = x.shape[0]
//     classes = x.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define LOWEST (-INFINITY)

// Whole numbers in the order of the floats: CUDA has no atomicMax for floats.
__device__ int ordered(float value)
{
    int bits = __float_as_int(value);
    return bits >= 0 ? bits : bits ^ 0x7fffffff;
}

__device__ float unordered(int number)
{
    return __int_as_float(number >= 0 ? number : number ^ 0x7fffffff);
}

__global__ void broken_softmax(const float* x, float* y, int rows, int classes)
{
    __shared__ int largest[1];  // <- largest = cuda.shared.array(1, np.float32)
    __shared__ float total[1];  // <- total = cuda.shared.array(1, np.float32)
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {  // <- for row in range(cuda.blockIdx.x, x.shape[0], cuda.gridDim.x):
        __syncthreads();  // <- cuda.syncthreads() #1
        if (t == 0) {  // <- if t == 0:
            largest[0] = ordered(LOWEST);  // <- largest[0] = LOWEST
            total[0] = 0.0f;  // <- total[0] = ZERO
        }
        __syncthreads();  // <- cuda.syncthreads() #2
        for (int i = t; i < classes; i += blockDim.x)  // <- for i in range(t, x.shape[1], cuda.blockDim.x): #1
            atomicMax(&largest[0], ordered(x[row * classes + i]));  // <- cuda.atomic.max(largest, 0, x[row, i])
        for (int i = t; i < classes; i += blockDim.x) {  // <- for i in range(t, x.shape[1], cuda.blockDim.x): #2
            y[row * classes + i] = expf(x[row * classes + i] - unordered(largest[0]));  // <- y[row, i] = math.exp(x[row, i] - largest[0])
            atomicAdd(&total[0], y[row * classes + i]);  // <- cuda.atomic.add(total, 0, y[row, i])
        }
        __syncthreads();  // <- cuda.syncthreads() #3
        for (int i = t; i < classes; i += blockDim.x)  // <- for i in range(t, x.shape[1], cuda.blockDim.x): #3
            y[row * classes + i] /= total[0];  // <- y[row, i] /= total[0]
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
    const int rows = 8, classes = 100;
    std::vector<float> x(rows * classes), y(rows * classes), expected(rows * classes);
    fill(x, -6, 6);
    for (int row = 0; row < rows; row++)
        x[row * classes] += 10;  // "nothing to be seen" is the most likely class

    float* d_x;
    float* d_y;
    CHECK(cudaMalloc(&d_x, rows * classes * sizeof(float)));
    CHECK(cudaMalloc(&d_y, rows * classes * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), rows * classes * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(128);
    dim3 grid(rows);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    broken_softmax<<<grid, block>>>(d_x, d_y, rows, classes);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(y.data(), d_y, rows * classes * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int row = 0; row < rows; row++) {
        double total = 0.0;
        for (int i = 0; i < classes; i++)
            total += exp(x[row * classes + i]);
        for (int i = 0; i < classes; i++)
            expected[row * classes + i] = exp(x[row * classes + i]) / total;
    }
    double error = largest_error(y, expected);
    bool passed = error <= 1e-5;
    printf("broken_softmax: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    return passed ? 0 : 1;
}
