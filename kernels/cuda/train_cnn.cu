// Train a CNN: its filters begin as noise, and learn to tell bars from crosses.
// Twin of train_cnn.py.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int LARGEST_BLOCK = 1024;

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

__global__ void cross_entropy(const float* logits, const int* labels, float* losses,
                              float* gradient, int batch, int classes)
{
    int sample = blockIdx.x * blockDim.x + threadIdx.x;  // <- sample = cuda.grid(1)
    if (sample < batch) {  // <- if sample < losses.size:
        float largest = logits[sample * classes];  // <- largest = logits[sample, 0]
        for (int i = 0; i < classes; i++)  // <- for i in range(logits.shape[1]): #1
            largest = fmaxf(largest, logits[sample * classes + i]);  // <- largest = max(largest, logits[sample, i])
        float total = 0.0f;  // <- total = ZERO
        for (int i = 0; i < classes; i++) {  // <- for i in range(logits.shape[1]): #2
            float e = expf(logits[sample * classes + i] - largest);  // <- e = math.exp(logits[sample, i] - largest)
            gradient[sample * classes + i] = e;  // <- gradient[sample, i] = e
            total += e;  // <- total += e
        }
        for (int i = 0; i < classes; i++)  // <- for i in range(logits.shape[1]): #3
            gradient[sample * classes + i] /= total;  // <- gradient[sample, i] /= total
        int right = labels[sample];  // <- right = labels[sample]
        losses[sample] = logf(total) - (logits[sample * classes + right] - largest);  // <- losses[sample] = math.log(total) - (logits[sample, right] - largest)
        gradient[sample * classes + right] -= 1.0f;  // <- gradient[sample, right] -= ONE
    }
}

__global__ void matmul_backward(const float* x, const float* weights, const float* dy, float* dx,
                                float* dweights, float* dbias, int batch, int neurons,
                                int features)
{
    int feature = blockIdx.x * blockDim.x + threadIdx.x;  // <- feature, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- feature, row = cuda.grid(2)
    if (feature < features) {  // <- if feature < x.shape[1]:
        if (row < batch) {  // a sample: what its neurons pass down  // <- if row < dx.shape[0]:
            float total = 0.0f;  // <- total = ZERO #1
            for (int neuron = 0; neuron < neurons; neuron++)  // <- for neuron in range(dy.shape[1]):
                total += dy[row * neurons + neuron] * weights[neuron * features + feature];  // <- total += dy[row, neuron] * weights[neuron, feature]
            dx[row * features + feature] = total;  // <- dx[row, feature] = total
        }
        if (row < neurons) {  // a neuron: what its samples have taught it  // <- if row < dweights.shape[0]:
            float total = 0.0f;  // <- total = ZERO #2
            float total_of_bias = 0.0f;  // <- total_of_bias = ZERO
            for (int sample = 0; sample < batch; sample++) {  // <- for sample in range(dy.shape[0]):
                float d = dy[sample * neurons + row];  // <- d = dy[sample, row]
                total += d * x[sample * features + feature];  // <- total += d * x[sample, feature]
                total_of_bias += d;  // <- total_of_bias += d
            }
            dweights[row * features + feature] = total;  // <- dweights[row, feature] = total
            if (feature == 0)  // <- if feature == 0:
                dbias[row] = total_of_bias;  // <- dbias[row] = total_of_bias
        }
    }
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

__global__ void sgd_step(float* weights, const float* gradient, float rate, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n)  // <- if i < weights.size:
        weights[i] -= rate * gradient[i];  // <- weights[i] -= rate * gradient[i]
}

// The gradient passes to the pixel that was the largest of its window; the others get 0.
__global__ void max_pool_backward(const float* x, const float* y, const float* dy, float* dx,
                                  int batch, int channels, int in_height, int in_width,
                                  int height, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // <- col, row, feature_map = cuda.grid(3)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- col, row, feature_map = cuda.grid(3)
    int feature_map = blockIdx.z * blockDim.z + threadIdx.z;  // <- col, row, feature_map = cuda.grid(3)
    int sample = feature_map / channels;  // <- sample = feature_map // dx.shape[1]
    int channel = feature_map % channels;  // <- channel = feature_map % dx.shape[1]
    if (sample < batch && row < in_height && col < in_width) {  // <- if sample < dx.shape[0] and row < dx.shape[2] and col < dx.shape[3]:
        float passed = 0.0f;  // <- passed = ZERO
        int above = row / 2, left = col / 2;  // <- above, left = row // 2, col // 2
        bool pooled = above < height && left < width;  // an odd last row or column was left out  // <- pooled = above < y.shape[2] and left < y.shape[3]
        int place = ((sample * channels + channel) * in_height + row) * in_width + col;  // <- dx[sample, channel, row, col] = passed
        int window = ((sample * channels + channel) * height + above) * width + left;  // <- if pooled and x[sample, channel, row, col] == y[sample, channel, above, left]:
        if (pooled && x[place] == y[window])  // <- if pooled and x[sample, channel, row, col] == y[sample, channel, above, left]:
            passed = dy[window];  // <- passed = dy[sample, channel, above, left]
        dx[place] = passed;  // <- dx[sample, channel, row, col] = passed
    }
}

__global__ void relu_backward(const float* x, const float* dy, float* dx, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n)  // <- if i < dx.size:
        dx[i] = x[i] > 0.0f ? dy[i] : 0.0f;  // <- dx[i] = dy[i] if x[i] > 0 else ZERO
}

__global__ void mean_of_rows(const float* values, float* means, int rows, int columns)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;  // <- row = cuda.grid(1)
    if (row < rows) {  // <- if row < means.size:
        float total = 0.0f;  // <- total = ZERO
        for (int i = 0; i < columns; i++)  // <- for i in range(values.shape[1]):
            total += values[row * columns + i];  // <- total += values[row, i]
        means[row] = total / (float)columns;  // <- means[row] = total / np.float32(values.shape[1])
    }
}

__global__ void count_right(const float* logits, const int* labels, int* right, int samples,
                            int classes)
{
    int sample = blockIdx.x * blockDim.x + threadIdx.x;  // <- sample = cuda.grid(1)
    if (sample < samples) {  // <- if sample < labels.size:
        int best = 0;  // <- best = 0
        for (int k = 1; k < classes; k++)  // <- for k in range(1, logits.shape[1]):
            if (logits[sample * classes + k] > logits[sample * classes + best])  // <- if logits[sample, k] > logits[sample, best]:
                best = k;  // <- best = k
        if (best == labels[sample])  // <- if best == labels[sample]:
            atomicAdd(right, 1);  // <- cuda.atomic.add(right, 0, 1)
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

constexpr int SIDE = 8;     // of a picture, in pixels
constexpr int CLASSES = 3;  // level bar, upright bar, cross
constexpr int FILTERS = 8;
constexpr int WINDOW = 3;                // side of a filter
constexpr int MAPS = SIDE - WINDOW + 1;  // side of what a filter makes
constexpr int HALF = MAPS / 2;
constexpr int FEATURES = FILTERS * HALF * HALF;
constexpr int KERNELS = FILTERS * WINDOW * WINDOW;  // where the parts of the network begin
constexpr int WEIGHTS = KERNELS + FILTERS;
constexpr int BIAS = WEIGHTS + CLASSES * FEATURES;
constexpr int NETWORK = BIAS + CLASSES;

const dim3 BLOCK_OF_MAPS(8, 8, 4);  // columns, rows, maps
const dim3 TILE(16, 16);
constexpr int LINE = 128;

// The grid of BLOCK_OF_MAPS-sized blocks that covers the maps of a batch.
dim3 grid_of(int batch, int side)
{
    return dim3((side + BLOCK_OF_MAPS.x - 1) / BLOCK_OF_MAPS.x,
                (side + BLOCK_OF_MAPS.y - 1) / BLOCK_OF_MAPS.y,
                (batch * FILTERS + BLOCK_OF_MAPS.z - 1) / BLOCK_OF_MAPS.z);
}

// The grid of TILE-sized blocks that covers a matrix.
dim3 tiles(int columns, int rows)
{
    return dim3((columns + TILE.x - 1) / TILE.x, (rows + TILE.y - 1) / TILE.y);
}

// The number of LINE-sized blocks that covers n elements.
int lines(int n)
{
    return (n + LINE - 1) / LINE;
}

// What each layer makes of a batch, or the gradients of that.
struct Values {
    float *sums, *active, *pooled, *logits;
};

Values buffers(int batch)
{
    int maps = batch * FILTERS * MAPS * MAPS;
    return {on_device<float>(maps), on_device<float>(maps), on_device<float>(batch * FEATURES),
            on_device<float>(batch * CLASSES)};
}

// From pictures to logits; what the layers make stays for the way back.
void forward(const float* network, const float* x, Values values, int batch)
{
    int n = batch * FILTERS * MAPS * MAPS;
    conv2d<<<grid_of(batch, MAPS), BLOCK_OF_MAPS>>>(x, network, network + KERNELS, values.sums,
                                                    batch, 1, FILTERS, SIDE, SIDE, WINDOW, WINDOW,
                                                    MAPS, MAPS);
    CHECK(cudaGetLastError());  // was the launch accepted?
    relu<<<lines(n), LINE>>>(values.sums, values.active, n);
    CHECK(cudaGetLastError());
    max_pool<<<grid_of(batch, HALF), BLOCK_OF_MAPS>>>(values.active, values.pooled, MAPS, MAPS,
                                                      batch, FILTERS, HALF, HALF);
    CHECK(cudaGetLastError());
    dense<<<tiles(CLASSES, batch), TILE>>>(values.pooled, network + WEIGHTS, network + BIAS,
                                           values.logits, batch, CLASSES, FEATURES);
    CHECK(cudaGetLastError());
}

// Pictures, one after the other, and which of the classes each is.
void draw(std::vector<float>& pictures, std::vector<int>& labels)
{
    fill(pictures, -0.45f, 0.05f);
    for (size_t i = 0; i < labels.size(); i++) {
        int y = 1 + i * 5 % (SIDE - 2), x = 1 + i / CLASSES % (SIDE - 2);
        labels[i] = i % CLASSES;
        for (int place = 0; place < SIDE * SIDE; place++) {
            bool level = labels[i] != 1 && place / SIDE == y;
            bool upright = labels[i] != 0 && place % SIDE == x;
            pictures[i * SIDE * SIDE + place] += level || upright ? 1.0f : 0.0f;
        }
    }
}

// A picture on the CPU: what each layer makes of it, and the loss of its class.
struct Seen {
    std::vector<float> sums, pooled, chances;
    std::vector<int> largest;  // of each window, its place among the sums
    int best;
};

Seen see(const std::vector<float>& network, const float* x)
{
    Seen seen;
    for (int i = 0; i < FILTERS * MAPS * MAPS; i++) {
        int number = i / (MAPS * MAPS), row = i / MAPS % MAPS, col = i % MAPS;
        float total = network[KERNELS + number];
        for (int j = 0; j < WINDOW * WINDOW; j++)
            total += network[number * WINDOW * WINDOW + j]
                     * x[(row + j / WINDOW) * SIDE + col + j % WINDOW];
        seen.sums.push_back(total);
    }
    for (int i = 0; i < FEATURES; i++) {
        int first = (i / HALF * 2) * MAPS + i % HALF * 2;
        int places[] = {first, first + 1, first + MAPS, first + MAPS + 1}, largest = first;
        for (int place : places)
            largest = seen.sums[place] > seen.sums[largest] ? place : largest;
        seen.largest.push_back(largest);
        seen.pooled.push_back(fmaxf(seen.sums[largest], 0.0f));
    }
    float total = 0.0f;
    seen.best = 0;
    for (int k = 0; k < CLASSES; k++) {
        float logit = network[BIAS + k];
        for (int i = 0; i < FEATURES; i++)
            logit += network[WEIGHTS + k * FEATURES + i] * seen.pooled[i];
        seen.chances.push_back(expf(logit));
        total += expf(logit);
        seen.best = seen.chances[k] > seen.chances[seen.best] ? k : seen.best;
    }
    for (float& chance : seen.chances)
        chance /= total;
    return seen;
}

// What a picture adds to the gradient.
void learn(const std::vector<float>& network, const float* x, int label, Seen seen,
           std::vector<float>& gradient)
{
    seen.chances[label] -= 1.0f;
    std::vector<float> dpooled(FEATURES);
    for (int k = 0; k < CLASSES; k++) {
        gradient[BIAS + k] += seen.chances[k];
        for (int i = 0; i < FEATURES; i++) {
            gradient[WEIGHTS + k * FEATURES + i] += seen.chances[k] * seen.pooled[i];
            dpooled[i] += seen.chances[k] * network[WEIGHTS + k * FEATURES + i];
        }
    }
    for (int i = 0; i < FEATURES; i++)
        if (seen.pooled[i] > 0.0f) {
            int number = i / (HALF * HALF), place = seen.largest[i] % (MAPS * MAPS);
            gradient[KERNELS + number] += dpooled[i];
            for (int j = 0; j < WINDOW * WINDOW; j++)
                gradient[number * WINDOW * WINDOW + j] +=
                    dpooled[i] * x[(place / MAPS + j / WINDOW) * SIDE + place % MAPS + j % WINDOW];
        }
}

int main()
{
    const int batch = 32, steps = 12, held_back = 48, pixels = SIDE * SIDE;
    const float rate = 0.5f / batch;  // the gradients are sums over the pictures
    std::vector<float> x(steps * batch * pixels), test_x(held_back * pixels), network(NETWORK);
    std::vector<int> labels(steps * batch), test_labels(held_back), right(2), expected_right(2);
    std::vector<float> losses(steps), expected_losses(steps), found(NETWORK);
    draw(x, labels);
    draw(test_x, test_labels);
    fill(network, -0.2f, 0.2f);
    for (int i = 0; i < KERNELS; i++)
        network[i] *= 4.5f;

    float *learning = to_device(network), *gradient = on_device<float>(NETWORK);
    float *pictures = to_device(x), *test_pictures = to_device(test_x);
    int *classes = to_device(labels), *test_classes = to_device(test_labels);
    Values values = buffers(batch), slopes = buffers(batch), test_values = buffers(held_back);
    float* dx = on_device<float>(batch * pixels);  // asked for by nobody
    float *each_loss = on_device<float>(steps * batch), *mean_losses = on_device<float>(steps);
    int* counts = to_device(right);
    const int n = batch * FILTERS * MAPS * MAPS;

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    forward(learning, test_pictures, test_values, held_back);
    count_right<<<lines(held_back), LINE>>>(test_values.logits, test_classes, counts, held_back,
                                            CLASSES);
    CHECK(cudaGetLastError());
    for (int step = 0; step < steps; step++) {
        const float* batch_x = pictures + step * batch * pixels;
        forward(learning, batch_x, values, batch);
        cross_entropy<<<lines(batch), LINE>>>(values.logits, classes + step * batch,
                                              each_loss + step * batch, slopes.logits, batch,
                                              CLASSES);
        CHECK(cudaGetLastError());
        matmul_backward<<<tiles(FEATURES, batch > CLASSES ? batch : CLASSES), TILE>>>(
            values.pooled, learning + WEIGHTS, slopes.logits, slopes.pooled, gradient + WEIGHTS,
            gradient + BIAS, batch, CLASSES, FEATURES);
        CHECK(cudaGetLastError());
        max_pool_backward<<<grid_of(batch, MAPS), BLOCK_OF_MAPS>>>(
            values.active, values.pooled, slopes.pooled, slopes.active, batch, FILTERS, MAPS, MAPS,
            HALF, HALF);
        CHECK(cudaGetLastError());
        relu_backward<<<lines(n), LINE>>>(values.sums, slopes.active, slopes.sums, n);
        CHECK(cudaGetLastError());
        conv2d_backward<<<KERNELS, 64>>>(batch_x, learning, slopes.sums, dx, gradient,
                                         gradient + KERNELS, batch, 1, FILTERS, SIDE, SIDE, WINDOW,
                                         MAPS, MAPS);
        CHECK(cudaGetLastError());
        sgd_step<<<lines(NETWORK), LINE>>>(learning, gradient, rate, NETWORK);
        CHECK(cudaGetLastError());
    }
    forward(learning, test_pictures, test_values, held_back);
    count_right<<<lines(held_back), LINE>>>(test_values.logits, test_classes, counts + 1,
                                            held_back, CLASSES);
    CHECK(cudaGetLastError());
    mean_of_rows<<<lines(steps), LINE>>>(each_loss, mean_losses, steps, batch);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    to_host(losses, mean_losses);
    to_host(right, counts);
    to_host(found, learning);

    // the same on the CPU, picture by picture
    for (int i = 0; i < held_back; i++)
        expected_right[0] += see(network, &test_x[i * pixels]).best == test_labels[i];
    for (int step = 0; step < steps; step++) {
        std::vector<float> slope(NETWORK);
        for (int i = step * batch; i < (step + 1) * batch; i++) {
            Seen seen = see(network, &x[i * pixels]);
            expected_losses[step] -= logf(seen.chances[labels[i]]) / batch;
            learn(network, &x[i * pixels], labels[i], seen, slope);
        }
        for (int i = 0; i < NETWORK; i++)
            network[i] -= rate * slope[i];
    }
    for (int i = 0; i < held_back; i++)
        expected_right[1] += see(network, &test_x[i * pixels]).best == test_labels[i];
    double error = largest_error(losses, expected_losses);
    error = fmax(error, largest_error(found, network));
    error = fmax(error, largest_error(right, expected_right));
    bool passed = error <= 1e-3;
    printf("recognised: %d of %d before, %d after\n", right[0], held_back, right[1]);
    printf("train_cnn: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
