// Transfer learning: a trained network learns something new; its frozen base needs no way back.
// Twin of transfer.py.
// Weights and pictures are random here; Python reads what a network has learnt from a file.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

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

__global__ void sgd_step(float* weights, const float* gradient, float rate, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n)  // <- if i < weights.size:
        weights[i] -= rate * gradient[i];  // <- weights[i] -= rate * gradient[i]
}

__global__ void relu_backward(const float* x, const float* dy, float* dx, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n)  // <- if i < dx.size:
        dx[i] = x[i] > 0.0f ? dy[i] : 0.0f;  // <- dx[i] = dy[i] if x[i] > 0 else np.float32(0)
}

__global__ void mean_of_rows(const float* values, float* means, int rows, int columns)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;  // <- row = cuda.grid(1)
    if (row < rows) {  // <- if row < means.size:
        float total = 0.0f;  // <- total = np.float32(0)
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

constexpr int LAYERS = 3;
constexpr int WIDTHS[LAYERS + 1] = {144, 48, 32, 3};  // of what each layer reads and says
constexpr int CLASSES = WIDTHS[LAYERS];

const dim3 TILE(16, 16);
constexpr int LINE = 128;

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

void dense_layer(const float* x, const float* weights, const float* bias, float* y, int batch,
                 int neurons, int features)
{
    dense<<<tiles(neurons, batch), TILE>>>(x, weights, bias, y, batch, neurons, features);
    CHECK(cudaGetLastError());  // was the launch accepted?
}

void activate(const float* x, float* y, int n)
{
    relu<<<lines(n), LINE>>>(x, y, n);
    CHECK(cudaGetLastError());
}

void backward(const float* x, const float* weights, const float* dy, float* dx, float* dweights,
              float* dbias, int batch, int neurons, int features)
{
    dim3 grid = tiles(features, batch > neurons ? batch : neurons);
    matmul_backward<<<grid, TILE>>>(x, weights, dy, dx, dweights, dbias, batch, neurons, features);
    CHECK(cudaGetLastError());
}

void step_down(float* weights, const float* gradient, float rate, int n)
{
    sgd_step<<<lines(n), LINE>>>(weights, gradient, rate, n);
    CHECK(cudaGetLastError());
}

// Layers from `first` up to `end`, each from its value to the next one.
void forward(float* const* weights, float* const* bias, float* const* values, int first, int end,
             int batch)
{
    for (int layer = first; layer < end; layer++) {
        int neurons = WIDTHS[layer + 1];
        dense_layer(values[layer], weights[layer], bias[layer], values[layer + 1], batch, neurons,
                    WIDTHS[layer]);
        if (layer < LAYERS - 1)
            activate(values[layer + 1], values[layer + 1], batch * neurons);
    }
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

// One layer backward: dx, and weights and bias one step further.
std::vector<float> backward_on_cpu(const std::vector<float>& x, std::vector<float>& weights,
                                   std::vector<float>& bias, const std::vector<float>& dy,
                                   float rate)
{
    size_t neurons = bias.size(), features = weights.size() / neurons, batch = x.size() / features;
    std::vector<float> dx(x.size()), old = weights;
    for (size_t sample = 0; sample < batch; sample++)
        for (size_t neuron = 0; neuron < neurons; neuron++) {
            float d = dy[sample * neurons + neuron];
            bias[neuron] -= rate * d;
            for (size_t i = 0; i < features; i++) {
                dx[sample * features + i] += d * old[neuron * features + i];
                weights[neuron * features + i] -= rate * d * x[sample * features + i];
            }
        }
    return dx;
}

// The gradient passes where x was above zero.
void mask(std::vector<float>& dy, const std::vector<float>& x)
{
    for (size_t i = 0; i < x.size(); i++)
        dy[i] = x[i] > 0.0f ? dy[i] : 0.0f;
}

// How many of the pictures a network on the CPU takes for what they are.
int right_on_cpu(const std::vector<float>& logits, const std::vector<int>& labels)
{
    int right = 0;
    for (size_t sample = 0; sample < labels.size(); sample++) {
        int best = 0;
        for (int k = 1; k < CLASSES; k++)
            if (logits[sample * CLASSES + k] > logits[sample * CLASSES + best])
                best = k;
        right += best == labels[sample];
    }
    return right;
}

int main()
{
    const int batch = 12, held_back = 60, steps = 8, trained = 1;
    const int first = LAYERS - trained;  // the first layer that learns
    const float rate = 0.1f / batch;     // the gradients are sums over the pictures
    std::vector<float> pictures(batch * WIDTHS[0]), test_pictures(held_back * WIDTHS[0]);
    std::vector<int> labels(batch), test_labels(held_back), right(2), expected_right(2);
    fill(pictures);
    fill(test_pictures);
    for (int i = 0; i < batch; i++)
        labels[i] = i % CLASSES;
    for (int i = 0; i < held_back; i++)
        test_labels[i] = i % CLASSES;
    std::vector<float> w[LAYERS], b[LAYERS], losses(steps), expected_losses(steps);
    float *weights[LAYERS], *bias[LAYERS], *dweights[LAYERS], *dbias[LAYERS];
    for (int layer = 0; layer < LAYERS; layer++) {
        w[layer].resize(WIDTHS[layer + 1] * WIDTHS[layer]);
        b[layer].resize(WIDTHS[layer + 1]);
        fill(w[layer], -0.2f, 0.2f);
        fill(b[layer], -0.1f, 0.1f);
        weights[layer] = to_device(w[layer]);
        bias[layer] = to_device(b[layer]);
        dweights[layer] = on_device<float>(w[layer].size());
        dbias[layer] = on_device<float>(b[layer].size());
    }
    float *values[LAYERS + 1], *test_values[LAYERS + 1], *dvalues[LAYERS + 1], *dsums[LAYERS + 1];
    for (int layer = 0; layer <= LAYERS; layer++) {
        values[layer] = layer ? on_device<float>(batch * WIDTHS[layer]) : to_device(pictures);
        test_values[layer] =
            layer ? on_device<float>(held_back * WIDTHS[layer]) : to_device(test_pictures);
        dvalues[layer] = on_device<float>(batch * WIDTHS[layer]);
        dsums[layer] = on_device<float>(batch * WIDTHS[layer]);  // before the ReLU
    }
    int *classes = to_device(labels), *test_classes = to_device(test_labels);
    int* counts = to_device(right);
    float *each_loss = on_device<float>(steps * batch), *mean_losses = on_device<float>(steps);

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    forward(weights, bias, test_values, 0, LAYERS, held_back);
    count_right<<<lines(held_back), LINE>>>(test_values[LAYERS], test_classes, counts, held_back,
                                            CLASSES);
    CHECK(cudaGetLastError());
    forward(weights, bias, values, 0, first, batch);  // frozen layers say the same in each step
    for (int step = 0; step < steps; step++) {
        forward(weights, bias, values, first, LAYERS, batch);
        cross_entropy<<<lines(batch), LINE>>>(values[LAYERS], classes, each_loss + step * batch,
                                              dsums[LAYERS], batch, CLASSES);
        CHECK(cudaGetLastError());
        for (int layer = LAYERS - 1; layer >= first; layer--) {
            int n = batch * WIDTHS[layer];
            backward(values[layer], weights[layer], dsums[layer + 1], dvalues[layer],
                     dweights[layer], dbias[layer], batch, WIDTHS[layer + 1], WIDTHS[layer]);
            if (layer > first)
                relu_backward<<<lines(n), LINE>>>(values[layer], dvalues[layer], dsums[layer], n);
            CHECK(cudaGetLastError());
        }
        for (int layer = first; layer < LAYERS; layer++) {
            step_down(weights[layer], dweights[layer], rate, w[layer].size());
            step_down(bias[layer], dbias[layer], rate, b[layer].size());
        }
    }
    forward(weights, bias, test_values, 0, LAYERS, held_back);
    count_right<<<lines(held_back), LINE>>>(test_values[LAYERS], test_classes, counts + 1,
                                            held_back, CLASSES);
    CHECK(cudaGetLastError());
    mean_of_rows<<<lines(steps), LINE>>>(each_loss, mean_losses, steps, batch);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    std::vector<float> found(w[LAYERS - 1].size());
    to_host(losses, mean_losses);
    to_host(right, counts);
    to_host(found, weights[LAYERS - 1]);

    // the same on the CPU
    auto says = [&](const std::vector<float>& x, int last) {
        std::vector<float> value = x;
        for (int layer = 0; layer < last; layer++) {
            value = dense_on_cpu(value, w[layer], b[layer]);
            value = layer < LAYERS - 1 ? relu_on_cpu(value) : value;
        }
        return value;
    };
    expected_right[0] = right_on_cpu(says(test_pictures, LAYERS), test_labels);
    for (int step = 0; step < steps; step++) {
        std::vector<float> d = softmax_on_cpu(says(pictures, LAYERS), CLASSES);
        for (int sample = 0; sample < batch; sample++) {
            float& right_one = d[sample * CLASSES + labels[sample]];
            expected_losses[step] -= logf(right_one) / batch;
            right_one -= 1.0f;
        }
        for (int layer = LAYERS - 1; layer >= first; layer--) {
            std::vector<float> x = says(pictures, layer);
            d = backward_on_cpu(x, w[layer], b[layer], d, rate);
            mask(d, x);
        }
    }
    expected_right[1] = right_on_cpu(says(test_pictures, LAYERS), test_labels);
    double error = largest_error(losses, expected_losses);
    error = fmax(error, largest_error(found, w[LAYERS - 1]));
    error = fmax(error, largest_error(right, expected_right));
    bool passed = error <= 1e-4;
    printf("transfer: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
