// Embedding: each token of a text is replaced by its row of a table.
// Twin of embedding.py, where
//     n = y.shape[0]
//     width = y.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void embedding(const int* tokens, const float* table, float* y, int n, int width)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;  // <- column, place = cuda.grid(2)
    int place = blockIdx.y * blockDim.y + threadIdx.y;  // <- column, place = cuda.grid(2)
    if (place < n && column < width)  // <- if place < y.shape[0] and column < y.shape[1]:
        y[place * width + column] = table[tokens[place] * width + column];  // <- y[place, column] = table[tokens[place], column]
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
    const int n = 64, words = 40, width = 32;
    std::vector<int> tokens(n);
    std::vector<float> table(words * width), y(n * width), expected(n * width);
    for (int& token : tokens)
        token = rand() % words;
    fill(table, -2, 2);

    int* d_tokens;
    float* d_table;
    float* d_y;
    CHECK(cudaMalloc(&d_tokens, n * sizeof(int)));
    CHECK(cudaMalloc(&d_table, words * width * sizeof(float)));
    CHECK(cudaMalloc(&d_y, n * width * sizeof(float)));
    CHECK(cudaMemcpy(d_tokens, tokens.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_table, table.data(), words * width * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(32, 8);
    dim3 grid((width + block.x - 1) / block.x, (n + block.y - 1) / block.y);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    embedding<<<grid, block>>>(d_tokens, d_table, d_y, n, width);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(y.data(), d_y, n * width * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int place = 0; place < n; place++)
        for (int column = 0; column < width; column++)
            expected[place * width + column] = table[tokens[place] * width + column];
    double error = largest_error(y, expected);
    bool passed = error <= 0.0;
    printf("embedding: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_tokens));
    CHECK(cudaFree(d_table));
    CHECK(cudaFree(d_y));
    return passed ? 0 : 1;
}
