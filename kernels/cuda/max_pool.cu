// Max pool: of every 2 x 2 pixels the largest stays, and a picture shrinks to a quarter.
// Twin of max_pool.py, where
//     in_height = x.shape[2]
//     in_width = x.shape[3]
//     batch = y.shape[0]
//     channels = y.shape[1]
//     height = y.shape[2]
//     width = y.shape[3]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void max_pool(const float* x, float* y, int in_height, int in_width, int batch,
                         int channels, int height, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // <- col, row, feature_map = cuda.grid(3)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- col, row, feature_map = cuda.grid(3)
    int feature_map = blockIdx.z * blockDim.z + threadIdx.z;  // <- col, row, feature_map = cuda.grid(3)
    int sample = feature_map / channels;  // <- sample = feature_map // y.shape[1]
    int channel = feature_map % channels;  // <- channel = feature_map % y.shape[1]
    if (sample < batch && row < height && col < width) {  // <- if sample < y.shape[0] and row < y.shape[2] and col < y.shape[3]:
        int plane = (sample * channels + channel) * in_height;  // <- upper = max(x[sample, channel, 2 * row, 2 * col], x[sample, channel, 2 * row, 2 * col + 1])
        int first = (plane + 2 * row) * in_width + 2 * col;  // <- upper = max(x[sample, channel, 2 * row, 2 * col], x[sample, channel, 2 * row, 2 * col + 1])
        float upper = fmaxf(x[first], x[first + 1]);  // <- upper = max(x[sample, channel, 2 * row, 2 * col], x[sample, channel, 2 * row, 2 * col + 1])
        float lower = fmaxf(x[first + in_width], x[first + in_width + 1]);  // <- lower = max(
        y[((sample * channels + channel) * height + row) * width + col] = fmaxf(upper, lower);  // <- y[sample, channel, row, col] = max(upper, lower)
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
    const int batch = 1, channels = 8, in_height = 26, in_width = 26;
    const int height = in_height / 2, width = in_width / 2;
    std::vector<float> x(batch * channels * in_height * in_width);
    std::vector<float> y(batch * channels * height * width), expected(y.size());
    fill(x, -1, 1);

    float* d_x;
    float* d_y;
    CHECK(cudaMalloc(&d_x, x.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_y, y.size() * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(16, 16);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y, batch * channels);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    max_pool<<<grid, block>>>(d_x, d_y, in_height, in_width, batch, channels, height, width);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(y.data(), d_y, y.size() * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int map = 0; map < batch * channels; map++)
        for (int row = 0; row < height; row++)
            for (int col = 0; col < width; col++) {
                float largest = -INFINITY;
                for (int i = 2 * row; i < 2 * row + 2; i++)
                    for (int j = 2 * col; j < 2 * col + 2; j++)
                        largest = fmaxf(largest, x[(map * in_height + i) * in_width + j]);
                expected[(map * height + row) * width + col] = largest;
            }
    double error = largest_error(y, expected);
    bool passed = error <= 0.0;
    printf("max_pool: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    return passed ? 0 : 1;
}
