// Convolution, shared: the pixels that a block needs are fetched once, with a halo around them.
// Twin of conv2d_shared.py, where
//     channels = x.shape[1]
//     in_height = x.shape[2]
//     in_width = x.shape[3]
//     filter_height = weights.shape[2]
//     filter_width = weights.shape[3]
//     batch = y.shape[0]
//     filters = y.shape[1]
//     height = y.shape[2]
//     width = y.shape[3]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int LARGEST_SIDE = 9;              // of a filter
constexpr int TILE = 16 + LARGEST_SIDE - 1;  // a block and the halo around it
constexpr int PITCH = 48;                    // rows of the tile begin half the banks apart

__global__ void conv2d_shared(const float* x, const float* weights, const float* bias, float* y,
                              int batch, int channels, int filters, int in_height, int in_width,
                              int filter_height, int filter_width, int height, int width)
{
    __shared__ float tile[TILE][PITCH];  // <- tile = cuda.shared.array((TILE, PITCH), np.float32)
    int tx = threadIdx.x;  // <- tx = cuda.threadIdx.x
    int ty = threadIdx.y;  // <- ty = cuda.threadIdx.y
    int col = blockIdx.x * blockDim.x + tx;  // <- col, row, feature_map = cuda.grid(3)
    int row = blockIdx.y * blockDim.y + ty;  // <- col, row, feature_map = cuda.grid(3)
    int feature_map = blockIdx.z * blockDim.z + threadIdx.z;  // <- col, row, feature_map = cuda.grid(3)
    int sample = feature_map / filters;  // <- sample = feature_map // y.shape[1]
    int number = feature_map % filters;  // of the filter  // <- number = feature_map % y.shape[1]
    int tile_width = blockDim.x + filter_width - 1;  // <- tile_width = cuda.blockDim.x + weights.shape[3] - 1
    int tile_height = blockDim.y + filter_height - 1;  // <- tile_height = cuda.blockDim.y + weights.shape[2] - 1
    float total = 0.0f;  // <- total = ZERO
    for (int channel = 0; channel < channels; channel++) {  // <- for channel in range(x.shape[1]):
        int plane = (sample * channels + channel) * in_height;  // <- tile[down, right] = x[sample, channel, from_row, from_col]
        for (int pixel = ty * blockDim.x + tx; pixel < tile_width * tile_height;  // <- pixel = ty * cuda.blockDim.x + tx // <- while pixel < tile_width * tile_height:
             pixel += blockDim.x * blockDim.y) {  // <- pixel += cuda.blockDim.x * cuda.blockDim.y
            int down = pixel / tile_width;  // <- down = pixel // tile_width
            int right = pixel % tile_width;  // <- right = pixel % tile_width
            int from_row = row - ty + down;  // <- from_row = row - ty + down
            int from_col = col - tx + right;  // <- from_col = col - tx + right
            if (from_row < in_height && from_col < in_width)  // <- if from_row < x.shape[2] and from_col < x.shape[3]:
                tile[down][right] = x[(plane + from_row) * in_width + from_col];  // <- tile[down, right] = x[sample, channel, from_row, from_col]
        }
        __syncthreads();  // all pixels of this channel are there  // <- cuda.syncthreads() #1
        if (row < height && col < width)  // <- if row < y.shape[2] and col < y.shape[3]: #1
            for (int i = 0; i < filter_height; i++)  // <- for i in range(weights.shape[2]):
                for (int j = 0; j < filter_width; j++) {  // <- for j in range(weights.shape[3]):
                    int filter_row = (number * channels + channel) * filter_height + i;  // <- total += weights[number, channel, i, j] * tile[ty + i, tx + j]
                    total += weights[filter_row * filter_width + j] * tile[ty + i][tx + j];  // <- total += weights[number, channel, i, j] * tile[ty + i, tx + j]
                }
        __syncthreads();  // nobody reads them any more  // <- cuda.syncthreads() #2
    }
    if (row < height && col < width)  // <- if row < y.shape[2] and col < y.shape[3]: #2
        y[((sample * filters + number) * height + row) * width + col] = bias[number] + total;  // <- y[sample, number, row, col] = bias[number] + total
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
    const int batch = 1, channels = 1, filters = 8, height = 26, width = 26, side = 3;
    const int in_height = height + side - 1, in_width = width + side - 1;
    std::vector<float> x(batch * channels * in_height * in_width);
    std::vector<float> weights(filters * channels * side * side), bias(filters);
    std::vector<float> y(batch * filters * height * width), expected(y.size());
    fill(x);
    fill(weights, -0.5f, 0.5f);
    fill(bias, -0.1f, 0.1f);

    float* d_x;
    float* d_weights;
    float* d_bias;
    float* d_y;
    CHECK(cudaMalloc(&d_x, x.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_weights, weights.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_bias, filters * sizeof(float)));
    CHECK(cudaMalloc(&d_y, y.size() * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_weights, weights.data(), weights.size() * sizeof(float),
                     cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_bias, bias.data(), filters * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(16, 16);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y, batch * filters);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    conv2d_shared<<<grid, block>>>(d_x, d_weights, d_bias, d_y, batch, channels, filters,
                                   in_height, in_width, side, side, height, width);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(y.data(), d_y, y.size() * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int map = 0; map < batch * filters; map++)
        for (int row = 0; row < height; row++)
            for (int col = 0; col < width; col++) {
                int sample = map / filters, number = map % filters;
                float total = bias[number];
                for (int channel = 0; channel < channels; channel++)
                    for (int i = 0; i < side; i++)
                        for (int j = 0; j < side; j++) {
                            int filter_row = (number * channels + channel) * side + i;
                            int x_row = (sample * channels + channel) * in_height + row + i;
                            total += weights[filter_row * side + j] * x[x_row * in_width + col + j];
                        }
                expected[(map * height + row) * width + col] = total;
            }
    double error = largest_error(y, expected);
    bool passed = error <= 1e-5;
    printf("conv2d_shared: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_weights));
    CHECK(cudaFree(d_bias));
    CHECK(cudaFree(d_y));
    return passed ? 0 : 1;
}
