// Convolution, backward: the gradients of a convolution, for its pictures, filters and biases.
// Twin of conv2d_backward.py, where
//     batch = dy.shape[0]
//     channels = weights.shape[1]
//     filters = dy.shape[1]
//     in_height = dx.shape[2]
//     in_width = dx.shape[3]
//     side = weights.shape[3]
//     height = dy.shape[2]
//     width = dy.shape[3]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int LARGEST_BLOCK = 1024;

__device__ float sum_of_block(float value, float* part)
{
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    __syncthreads();  // until nobody reads what the last reduction has left  // <- cuda.syncthreads() #1
    part[t] = value;  // <- part[t] = value
    __syncthreads();  // <- cuda.syncthreads() #2
    int active = blockDim.x;  // <- active = cuda.blockDim.x
    while (active > 1) {  // <- while active > 1:
        int half = (active + 1) / 2;  // <- half = (active + 1) // 2
        if (t + half < active)  // <- if t + half < active:
            part[t] += part[t + half];  // <- part[t] += part[t + half]
        __syncthreads();  // <- cuda.syncthreads() #3
        active = half;  // <- active = half
    }
    return part[0];  // <- return part[0]
}

__global__ void conv2d_backward(const float* x, const float* weights, const float* dy, float* dx,
                                float* dweights, float* dbias, int batch, int channels, int filters,
                                int in_height, int in_width, int side, int height, int width)
{
    __shared__ float part[LARGEST_BLOCK];  // <- part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    // these are parameters here  // <- channels, side = weights.shape[1], weights.shape[3]  // <- height, width = dy.shape[2], dy.shape[3]
    for (int weight = blockIdx.x; weight < filters * channels * side * side; weight += gridDim.x) {  // <- for weight in range(cuda.blockIdx.x, weights.size, cuda.gridDim.x):
        int j = weight % side;  // <- j = weight % side
        int i = weight / side % side;  // <- i = weight // side % side
        int channel = weight / (side * side) % channels;  // <- channel = weight // (side * side) % channels
        int number = weight / (side * side * channels);  // of the filter  // <- number = weight // (side * side * channels)
        float total = 0.0f;  // <- total = ZERO #1
        float total_of_bias = 0.0f;  // <- total_of_bias = ZERO
        for (int place = threadIdx.x; place < batch * height * width; place += blockDim.x) {  // <- for place in range(cuda.threadIdx.x, dy.shape[0] * height * width, cuda.blockDim.x):
            int col = place % width;  // <- col = place % width
            int row = place / width % height;  // <- row = place // width % height
            int sample = place / (width * height);  // <- sample = place // (width * height)
            float d = dy[((sample * filters + number) * height + row) * width + col];  // <- d = dy[sample, number, row, col]
            int x_row = (sample * channels + channel) * in_height + row + i;  // <- total += d * x[sample, channel, row + i, col + j]
            total += d * x[x_row * in_width + col + j];  // <- total += d * x[sample, channel, row + i, col + j]
            total_of_bias += d;  // <- total_of_bias += d
        }
        total = sum_of_block(total, part);  // <- total = sum_of_block(total, part)
        if (threadIdx.x == 0)  // <- if cuda.threadIdx.x == 0: #1
            dweights[weight] = total;  // <- dweights[number, channel, i, j] = total
        if (channel == 0 && i == 0 && j == 0) {  // all threads of the block, or none  // <- if channel == 0 and i == 0 and j == 0:
            total_of_bias = sum_of_block(total_of_bias, part);  // <- total_of_bias = sum_of_block(total_of_bias, part)
            if (threadIdx.x == 0)  // <- if cuda.threadIdx.x == 0: #2
                dbias[number] = total_of_bias;  // <- dbias[number] = total_of_bias
        }
    }
    int first = blockIdx.x * blockDim.x + threadIdx.x;  // <- for pixel in range(cuda.grid(1), dx.size, cuda.gridsize(1)):
    int pixels = batch * channels * in_height * in_width;  // <- for pixel in range(cuda.grid(1), dx.size, cuda.gridsize(1)):
    for (int pixel = first; pixel < pixels; pixel += gridDim.x * blockDim.x) {  // <- for pixel in range(cuda.grid(1), dx.size, cuda.gridsize(1)):
        int col = pixel % in_width;  // <- col = pixel % dx.shape[3]
        int row = pixel / in_width % in_height;  // <- row = pixel // dx.shape[3] % dx.shape[2]
        int channel = pixel / (in_width * in_height) % channels;  // <- channel = pixel // (dx.shape[3] * dx.shape[2]) % channels
        int sample = pixel / (in_width * in_height * channels);  // <- sample = pixel // (dx.shape[3] * dx.shape[2] * channels)
        float total = 0.0f;  // <- total = ZERO #2
        for (int number = 0; number < filters; number++)  // <- for number in range(dy.shape[1]):
            for (int i = max(0, row - height + 1); i < min(side, row + 1); i++)  // <- for i in range(max(0, row - height + 1), min(side, row + 1)):
                for (int j = max(0, col - width + 1); j < min(side, col + 1); j++) {  // <- for j in range(max(0, col - width + 1), min(side, col + 1)):
                    int filter_row = (number * channels + channel) * side + i;  // <- total += weights[number, channel, i, j] * dy[sample, number, row - i, col - j]
                    int dy_row = (sample * filters + number) * height + row - i;  // <- total += weights[number, channel, i, j] * dy[sample, number, row - i, col - j]
                    total += weights[filter_row * side + j] * dy[dy_row * width + col - j];  // <- total += weights[number, channel, i, j] * dy[sample, number, row - i, col - j]
                }
        dx[pixel] = total;  // <- dx[sample, channel, row, col] = total
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
    const int batch = 1, channels = 1, filters = 8, height = 26, width = 26, side = 3;
    const int in_height = height + side - 1, in_width = width + side - 1;
    std::vector<float> x(batch * channels * in_height * in_width);
    std::vector<float> weights(filters * channels * side * side);
    std::vector<float> dy(batch * filters * height * width);
    std::vector<float> dx(x.size()), dweights(weights.size()), dbias(filters);
    std::vector<float> expected_dx(x.size()), expected_dweights(weights.size());
    std::vector<float> expected_dbias(filters);
    fill(x);
    fill(weights, -0.5f, 0.5f);
    fill(dy, -0.06f, 0.06f);

    float* d_x;
    float* d_weights;
    float* d_dy;
    float* d_dx;
    float* d_dweights;
    float* d_dbias;
    CHECK(cudaMalloc(&d_x, x.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_weights, weights.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_dy, dy.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_dx, dx.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_dweights, dweights.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_dbias, filters * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_weights, weights.data(), weights.size() * sizeof(float),
                     cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_dy, dy.data(), dy.size() * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(64);
    dim3 grid(weights.size());
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    conv2d_backward<<<grid, block>>>(d_x, d_weights, d_dy, d_dx, d_dweights, d_dbias, batch,
                                     channels, filters, in_height, in_width, side, height, width);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(dx.data(), d_dx, dx.size() * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(dweights.data(), d_dweights, dweights.size() * sizeof(float),
                     cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(dbias.data(), d_dbias, filters * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU: each element of dy hands on its share
    for (int map = 0; map < batch * filters; map++)
        for (int row = 0; row < height; row++)
            for (int col = 0; col < width; col++) {
                int sample = map / filters, number = map % filters;
                float d = dy[(map * height + row) * width + col];
                expected_dbias[number] += d;
                for (int channel = 0; channel < channels; channel++)
                    for (int i = 0; i < side; i++)
                        for (int j = 0; j < side; j++) {
                            int weight = ((number * channels + channel) * side + i) * side + j;
                            int x_row = (sample * channels + channel) * in_height + row + i;
                            int pixel = x_row * in_width + col + j;
                            expected_dx[pixel] += d * weights[weight];
                            expected_dweights[weight] += d * x[pixel];
                        }
            }
    double error = largest_error(dx, expected_dx);
    error = fmax(error, largest_error(dweights, expected_dweights));
    error = fmax(error, largest_error(dbias, expected_dbias));
    bool passed = error <= 1e-5;
    printf("conv2d_backward: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED",
           error, milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_weights));
    CHECK(cudaFree(d_dy));
    CHECK(cudaFree(d_dx));
    CHECK(cudaFree(d_dweights));
    CHECK(cudaFree(d_dbias));
    return passed ? 0 : 1;
}
