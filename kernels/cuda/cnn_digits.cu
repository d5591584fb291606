// Digits, recognised: a convolutional network of 12 launches tells which digit a picture shows.
// Twin of cnn_digits.py.
// Weights and picture are random here; Python reads what a network has learnt from a file.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int LARGEST_BLOCK = 1024;
#define LOWEST (-INFINITY)

__global__ void conv2d(const float* x, const float* weights, const float* bias, float* y,
                       int batch, int channels, int filters, int in_height, int in_width,
                       int filter_height, int filter_width, int height, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // <- col, row, feature_map = cuda.grid(3)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- col, row, feature_map = cuda.grid(3)
    int feature_map = blockIdx.z * blockDim.z + threadIdx.z;  // <- col, row, feature_map = cuda.grid(3)
    int sample = feature_map / filters;  // <- sample = feature_map // y.shape[1]
    int number = feature_map % filters;  // of the filter  // <- number = feature_map % y.shape[1]
    if (sample < batch && row < height && col < width) {  // <- if sample < y.shape[0] and row < y.shape[2] and col < y.shape[3]:
        float total = bias[number];  // <- total = bias[number]
        for (int channel = 0; channel < channels; channel++)  // <- for channel in range(x.shape[1]):
            for (int i = 0; i < filter_height; i++)  // <- for i in range(weights.shape[2]):
                for (int j = 0; j < filter_width; j++) {  // <- for j in range(weights.shape[3]):
                    int filter_row = (number * channels + channel) * filter_height + i;  // <- total += weights[number, channel, i, j] * x[sample, channel, row + i, col + j]
                    int x_row = (sample * channels + channel) * in_height + row + i;  // <- total += weights[number, channel, i, j] * x[sample, channel, row + i, col + j]
                    total += weights[filter_row * filter_width + j] * x[x_row * in_width + col + j];  // <- total += weights[number, channel, i, j] * x[sample, channel, row + i, col + j]
                }
        y[((sample * filters + number) * height + row) * width + col] = total;  // <- y[sample, number, row, col] = total
    }
}

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

__global__ void dense(const float* x, const float* weights, const float* bias, float* y, int batch,
                      int neurons, int features)
{
    int neuron = blockIdx.x * blockDim.x + threadIdx.x;  // <- neuron, sample = cuda.grid(2)
    int sample = blockIdx.y * blockDim.y + threadIdx.y;  // <- neuron, sample = cuda.grid(2)
    if (sample < batch && neuron < neurons) {  // <- if sample < y.shape[0] and neuron < y.shape[1]:
        float total = bias[neuron];  // <- total = bias[neuron]
        for (int i = 0; i < features; i++)  // <- for i in range(x.shape[1]):
            total += weights[neuron * features + i] * x[sample * features + i];  // <- total += weights[neuron, i] * x[sample, i]
        y[sample * neurons + neuron] = total;  // <- y[sample, neuron] = total
    }
}

__device__ float rectified(float v)
{
    return fmaxf(v, 0.0f);  // <- return max(v, ZERO)
}

__global__ void relu(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n)  // <- if i < x.size:
        y[i] = rectified(x[i]);  // <- y[i] = rectified(x[i])
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

__global__ void softmax(const float* x, float* y, int rows, int classes)
{
    __shared__ float part[LARGEST_BLOCK];  // <- part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {  // <- for row in range(cuda.blockIdx.x, x.shape[0], cuda.gridDim.x):
        float largest = LOWEST;  // <- largest = LOWEST
        for (int i = threadIdx.x; i < classes; i += blockDim.x)  // <- for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x): #1
            largest = fmaxf(largest, x[row * classes + i]);  // <- largest = max(largest, x[row, i])
        largest = largest_of_block(largest, part);  // <- largest = largest_of_block(largest, part)
        float total = 0.0f;  // <- total = ZERO
        for (int i = threadIdx.x; i < classes; i += blockDim.x) {  // <- for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x): #2
            float e = expf(x[row * classes + i] - largest);  // <- e = math.exp(x[row, i] - largest)
            y[row * classes + i] = e;  // <- y[row, i] = e
            total += e;  // <- total += e
        }
        total = sum_of_block(total, part);  // <- total = sum_of_block(total, part)
        for (int i = threadIdx.x; i < classes; i += blockDim.x)  // <- for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x): #3
            y[row * classes + i] /= total;  // <- y[row, i] /= total
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

// [maps, height, width] of one picture or layer.
struct Shape {
    int maps, height, width;
    int size() const { return maps * height * width; }
};

const dim3 BLOCK_OF_MAPS(8, 8, 4);  // columns, rows, maps

dim3 grid_of(Shape y, int batch)
{
    return dim3((y.width + 7) / 8, (y.height + 7) / 8, (batch * y.maps + 3) / 4);
}

void activate(float* x, int n)
{
    relu<<<(n + 255) / 256, 256>>>(x, x, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
}

// A convolution by filters of 3 x 3, and the activation.
float* convolution_layer(const float* x, Shape in, const std::vector<float>& weights,
                         const std::vector<float>& bias, Shape out, int batch)
{
    float *d_weights = to_device(weights), *d_bias = to_device(bias);
    float* y = on_device<float>(batch * out.size());
    conv2d<<<grid_of(out, batch), BLOCK_OF_MAPS>>>(x, d_weights, d_bias, y, batch, in.maps,
                                                   out.maps, in.height, in.width, 3, 3,
                                                   out.height, out.width);
    CHECK(cudaGetLastError());
    activate(y, batch * out.size());
    return y;
}

float* pooling(const float* x, Shape in, Shape out, int batch)
{
    float* y = on_device<float>(batch * out.size());
    max_pool<<<grid_of(out, batch), BLOCK_OF_MAPS>>>(x, y, in.height, in.width, batch, out.maps,
                                                     out.height, out.width);
    CHECK(cudaGetLastError());
    return y;
}

float* dense_layer(const float* x, const std::vector<float>& weights,
                   const std::vector<float>& bias, int batch)
{
    int neurons = bias.size(), features = weights.size() / neurons;
    float *d_weights = to_device(weights), *d_bias = to_device(bias);
    float* y = on_device<float>(batch * neurons);
    dim3 block(32, 8), grid((neurons + block.x - 1) / block.x, (batch + block.y - 1) / block.y);
    dense<<<grid, block>>>(x, d_weights, d_bias, y, batch, neurons, features);
    CHECK(cudaGetLastError());
    return y;
}

// What the layers do, on the CPU.
std::vector<float> dense_on_cpu(const std::vector<float>& x, const std::vector<float>& weights,
                                const std::vector<float>& bias)
{
    size_t neurons = bias.size(), features = weights.size() / neurons, batch = x.size() / features;
    std::vector<float> y(batch * neurons);
    for (size_t sample = 0; sample < batch; sample++)
        for (size_t neuron = 0; neuron < neurons; neuron++) {
            float total = bias[neuron];
            for (size_t i = 0; i < features; i++)
                total += weights[neuron * features + i] * x[sample * features + i];
            y[sample * neurons + neuron] = total;
        }
    return y;
}

std::vector<float> relu_on_cpu(std::vector<float> x)
{
    for (float& value : x)
        value = value > 0.0f ? value : 0.0f;
    return x;
}

// Logits become probabilities.
std::vector<float> softmax_on_cpu(std::vector<float> x, size_t classes)
{
    for (size_t first = 0; first < x.size(); first += classes) {
        float largest = x[first], total = 0.0f;
        for (size_t i = 0; i < classes; i++)
            largest = fmaxf(largest, x[first + i]);
        for (size_t i = 0; i < classes; i++)
            total += x[first + i] = expf(x[first + i] - largest);
        for (size_t i = 0; i < classes; i++)
            x[first + i] /= total;
    }
    return x;
}

std::vector<float> convolution_on_cpu(const std::vector<float>& x, Shape in,
                                      const std::vector<float>& weights,
                                      const std::vector<float>& bias, Shape out, int batch)
{
    std::vector<float> y(batch * out.size());
    for (size_t place = 0; place < y.size(); place++) {
        int col = place % out.width, row = place / out.width % out.height;
        int number = place / (out.width * out.height) % out.maps, sample = place / out.size();
        float total = bias[number];
        for (int channel = 0; channel < in.maps; channel++)
            for (int i = 0; i < 9; i++) {
                int plane = sample * in.maps + channel;
                total += weights[(number * in.maps + channel) * 9 + i]
                         * x[(plane * in.height + row + i / 3) * in.width + col + i % 3];
            }
        y[place] = total;
    }
    return relu_on_cpu(y);
}

std::vector<float> pooling_on_cpu(const std::vector<float>& x, Shape in, Shape out, int batch)
{
    std::vector<float> y(batch * out.size(), -INFINITY);
    for (size_t place = 0; place < y.size(); place++) {
        int col = place % out.width, row = place / out.width % out.height;
        int map = place / (out.width * out.height);
        for (int i = 0; i < 4; i++) {
            int from = (map * in.height + 2 * row + i / 2) * in.width + 2 * col + i % 2;
            y[place] = fmaxf(y[place], x[from]);
        }
    }
    return y;
}

int main()
{
    const int batch = 1;
    const Shape picture = {1, 28, 28}, maps1 = {32, 26, 26}, half1 = {32, 13, 13};
    const Shape maps2 = {64, 11, 11}, half2 = {64, 5, 5}, maps3 = {64, 3, 3};
    std::vector<float> image(batch * picture.size()), w1(32 * 9), b1(32), w2(64 * 32 * 9), b2(64);
    std::vector<float> w3(64 * 64 * 9), b3(64), w4(64 * 576), b4(64), w5(10 * 64), b5(10);
    fill(image);
    fill(w1, -0.4f, 0.5f);
    fill(w2, -0.08f, 0.09f);
    fill(w3, -0.06f, 0.06f);
    fill(w4, -0.06f, 0.06f);
    fill(w5, -0.2f, 0.2f);
    for (auto* bias : {&b1, &b2, &b3, &b4, &b5})
        fill(*bias, -0.1f, 0.1f);
    std::vector<float> found1(batch * maps1.size()), found2(batch * maps2.size());
    std::vector<float> found3(batch * maps3.size()), probabilities(batch * 10);

    float* x = to_device(image);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    float* first = convolution_layer(x, picture, w1, b1, maps1, batch);
    float* pooled = pooling(first, maps1, half1, batch);
    float* second = convolution_layer(pooled, half1, w2, b2, maps2, batch);
    pooled = pooling(second, maps2, half2, batch);
    float* third = convolution_layer(pooled, half2, w3, b3, maps3, batch);
    float* hidden = dense_layer(third, w4, b4, batch);
    activate(hidden, batch * 64);
    float* sums = dense_layer(hidden, w5, b5, batch);
    float* answer = on_device<float>(batch * 10);
    softmax<<<batch, 32>>>(sums, answer, batch, 10);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    to_host(found1, first);  // the maps come back only to be looked at
    to_host(found2, second);
    to_host(found3, third);
    to_host(probabilities, answer);

    // the same on the CPU
    std::vector<float> e1 = convolution_on_cpu(image, picture, w1, b1, maps1, batch);
    std::vector<float> e2 = convolution_on_cpu(
        pooling_on_cpu(e1, maps1, half1, batch), half1, w2, b2, maps2, batch);
    std::vector<float> e3 = convolution_on_cpu(
        pooling_on_cpu(e2, maps2, half2, batch), half2, w3, b3, maps3, batch);
    std::vector<float> expected =
        softmax_on_cpu(dense_on_cpu(relu_on_cpu(dense_on_cpu(e3, w4, b4)), w5, b5), 10);
    double error = largest_error(found1, e1);
    error = fmax(error, largest_error(found2, e2));
    error = fmax(error, largest_error(found3, e3));
    error = fmax(error, largest_error(probabilities, expected));
    bool passed = error <= 1e-4;
    printf("cnn_digits: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
