// Train step: forward, loss, backward, update, each of them launches on arrays that stay put.
// Twin of train_step.py.

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

// Softmax: exp(logit) of class k, as a share of the sum over all classes.
__device__ float probability(const float* logits, int row, int k, int classes)
{
    float total = 0.0f;  // <- total = np.float32(0)
    for (int other = 0; other < classes; other++)  // <- for other in range(logits.shape[1]):
        total += expf(logits[row * classes + other] - logits[row * classes + k]);  // <- total += math.exp(logits[row, other] - logits[row, k])
    return 1.0f / total;  // <- return np.float32(1) / total
}

// Each pixel in the pale colour of what the network says there, the points on top of it.
__global__ void paint(const float* logits, const float* x, const int* labels, const float* pixels,
                      const float* colours, float* picture, int side, int classes, int samples)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;  // <- column, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- column, row = cuda.grid(2)
    if (row < side && column < side) {  // <- if row < picture.shape[0] and column < picture.shape[1]:
        int pixel = row * side + column;  // <- pixel = row * picture.shape[1] + column
        for (int channel = 0; channel < 3; channel++)  // <- for channel in range(3): #1
            picture[pixel * 3 + channel] = 0.6f;  // <- picture[row, column, channel] = np.float32(0.6)
        for (int k = 0; k < classes; k++) {  // <- for k in range(colours.shape[0]):
            float share = 0.4f * probability(logits, pixel, k, classes);  // <- share = np.float32(0.4) * probability(logits, pixel, k)
            for (int channel = 0; channel < 3; channel++)  // <- for channel in range(3): #2
                picture[pixel * 3 + channel] += share * colours[k * 3 + channel];  // <- picture[row, column, channel] += share * colours[k, channel]
        }
        for (int sample = 0; sample < samples; sample++) {  // <- for sample in range(labels.size):
            float dx = pixels[pixel * 2] - x[sample * 2];  // <- dx = pixels[pixel, 0] - x[sample, 0]
            float dy = pixels[pixel * 2 + 1] - x[sample * 2 + 1];  // <- dy = pixels[pixel, 1] - x[sample, 1]
            float covered = 1.5f - 25.0f * sqrtf(dx * dx + dy * dy);  // <- covered = np.float32(1.5) - np.float32(25) * math.sqrt(dx * dx + dy * dy)
            if (covered > 0.0f) {  // <- if covered > 0:
                covered = fminf(covered, 1.0f);  // <- covered = min(covered, np.float32(1))
                for (int channel = 0; channel < 3; channel++) {  // <- for channel in range(3): #3
                    float colour = covered * colours[labels[sample] * 3 + channel];  // <- colour = covered * colours[labels[sample], channel]
                    float below = (1.0f - covered) * picture[pixel * 3 + channel];  // <- below = (np.float32(1) - covered) * picture[row, column, channel]
                    picture[pixel * 3 + channel] = below + colour;  // <- picture[row, column, channel] = below + colour
                }
            }
        }
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

constexpr int CLASSES = 3;
constexpr int SIDE = 40;         // of the picture, in pixels
constexpr float REACH = 1.25f;   // it shows the plane from -REACH to REACH

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

int main()
{
    const int samples = 48, hidden = 32, steps = 8;
    const float rate = 0.5f / samples;  // the gradients are sums over the samples
    std::vector<float> x(samples * 2), weights1(hidden * 2), bias1(hidden);
    std::vector<float> weights2(CLASSES * hidden), bias2(CLASSES);
    std::vector<int> labels(samples);
    std::vector<float> radius(samples);
    fill(radius, 0.15f, 1.0f);
    for (int sample = 0; sample < samples; sample++) {  // points on the arms of a spiral
        labels[sample] = sample % CLASSES;
        float angle = labels[sample] * 2.0944f + 3 * radius[sample];
        x[2 * sample] = radius[sample] * cosf(angle);
        x[2 * sample + 1] = radius[sample] * sinf(angle);
    }
    fill(weights1, -2, 2);
    fill(bias1, -1, 1);
    fill(weights2, -0.3f, 0.3f);
    std::vector<float> colours = {0.0f, 0.45f, 0.7f, 0.9f, 0.62f, 0.0f, 0.0f, 0.62f, 0.45f};
    std::vector<float> pixels(SIDE * SIDE * 2);
    for (int i = 0; i < SIDE * SIDE; i++) {
        pixels[2 * i] = (i % SIDE + 0.5f) * 2 * REACH / SIDE - REACH;
        pixels[2 * i + 1] = REACH - (i / SIDE + 0.5f) * 2 * REACH / SIDE;
    }
    std::vector<float> losses(steps), expected_losses(steps), picture(SIDE * SIDE * 3);
    std::vector<float> found1(hidden * 2), found2(CLASSES * hidden);

    float* points = to_device(x);
    int* classes = to_device(labels);
    float *w1 = to_device(weights1), *b1 = to_device(bias1);
    float *w2 = to_device(weights2), *b2 = to_device(bias2);
    float *dw1 = on_device<float>(hidden * 2), *db1 = on_device<float>(hidden);
    float *dw2 = on_device<float>(CLASSES * hidden), *db2 = on_device<float>(CLASSES);
    float* sums = on_device<float>(samples * hidden);
    float* active = on_device<float>(samples * hidden);
    float* dsums = on_device<float>(samples * hidden);
    float* dactive = on_device<float>(samples * hidden);
    float* logits = on_device<float>(samples * CLASSES);
    float* dlogits = on_device<float>(samples * CLASSES);
    float* dpoints = on_device<float>(samples * 2);
    float* each_loss = on_device<float>(steps * samples);
    float* mean_losses = on_device<float>(steps);
    float *plane = to_device(pixels), *palette = to_device(colours);
    float* plane_sums = on_device<float>(SIDE * SIDE * hidden);
    float* plane_logits = on_device<float>(SIDE * SIDE * CLASSES);
    float* painted = on_device<float>(SIDE * SIDE * 3);

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    for (int step = 0; step < steps; step++) {
        dense_layer(points, w1, b1, sums, samples, hidden, 2);  // forward
        activate(sums, active, samples * hidden);
        dense_layer(active, w2, b2, logits, samples, CLASSES, hidden);
        cross_entropy<<<lines(samples), LINE>>>(logits, classes, each_loss + step * samples,
                                                dlogits, samples, CLASSES);
        CHECK(cudaGetLastError());
        backward(active, w2, dlogits, dactive, dw2, db2, samples, CLASSES, hidden);
        relu_backward<<<lines(samples * hidden), LINE>>>(sums, dactive, dsums, samples * hidden);
        CHECK(cudaGetLastError());
        backward(points, w1, dsums, dpoints, dw1, db1, samples, hidden, 2);
        step_down(w1, dw1, rate, hidden * 2);  // update
        step_down(b1, db1, rate, hidden);
        step_down(w2, dw2, rate, CLASSES * hidden);
        step_down(b2, db2, rate, CLASSES);
    }
    mean_of_rows<<<lines(steps), LINE>>>(each_loss, mean_losses, steps, samples);
    CHECK(cudaGetLastError());
    dense_layer(plane, w1, b1, plane_sums, SIDE * SIDE, hidden, 2);  // asked for every pixel
    activate(plane_sums, plane_sums, SIDE * SIDE * hidden);
    dense_layer(plane_sums, w2, b2, plane_logits, SIDE * SIDE, CLASSES, hidden);
    paint<<<tiles(SIDE, SIDE), TILE>>>(plane_logits, points, classes, plane, palette, painted,
                                       SIDE, CLASSES, samples);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    to_host(losses, mean_losses);
    to_host(picture, painted);
    to_host(found1, w1);
    to_host(found2, w2);

    // the same on the CPU
    for (int step = 0; step < steps; step++) {
        std::vector<float> sum = dense_on_cpu(x, weights1, bias1), on = relu_on_cpu(sum);
        std::vector<float> d = softmax_on_cpu(dense_on_cpu(on, weights2, bias2), CLASSES);
        for (int sample = 0; sample < samples; sample++) {
            float& right = d[sample * CLASSES + labels[sample]];
            expected_losses[step] -= logf(right) / samples;
            right -= 1.0f;
        }
        std::vector<float> dsum = backward_on_cpu(on, weights2, bias2, d, rate);
        mask(dsum, sum);
        backward_on_cpu(x, weights1, bias1, dsum, rate);
    }
    std::vector<float> says = softmax_on_cpu(
        dense_on_cpu(relu_on_cpu(dense_on_cpu(pixels, weights1, bias1)), weights2, bias2), CLASSES);
    std::vector<float> expected_picture(SIDE * SIDE * 3, 0.6f);
    for (int i = 0; i < SIDE * SIDE * 3; i++) {
        int pixel = i / 3, channel = i % 3;
        for (int k = 0; k < CLASSES; k++)
            expected_picture[i] += 0.4f * says[pixel * CLASSES + k] * colours[k * 3 + channel];
        for (int sample = 0; sample < samples; sample++) {
            float distance = hypotf(pixels[2 * pixel] - x[2 * sample],
                                    pixels[2 * pixel + 1] - x[2 * sample + 1]);
            float covered = fminf(fmaxf(1.5f - 25 * distance, 0.0f), 1.0f);
            expected_picture[i] +=
                covered * (colours[labels[sample] * 3 + channel] - expected_picture[i]);
        }
    }
    double error = largest_error(losses, expected_losses);
    error = fmax(error, largest_error(found1, weights1));
    error = fmax(error, largest_error(found2, weights2));
    error = fmax(error, largest_error(picture, expected_picture));
    bool passed = error <= 1e-4;
    printf("train_step: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
