// Data parallel: several GPUs train one layer, each on its part of the batch, and add gradients.
// Twin of data_parallel.py.

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

constexpr int FEATURES = 64;
constexpr int CLASSES = 10;

// The arrays of one GPU, in its own memory, and its part of the batch.
struct Member {
    int device, first, batch;
    float *x, *weights, *bias, *sums, *losses, *dsums, *dx, *dweights, *dbias;
    int* labels;
};

template <typename T>
std::vector<T> part(const std::vector<T>& all, size_t first, size_t count)
{
    return std::vector<T>(all.begin() + first, all.begin() + first + count);
}

void forward_and_backward(Member one)
{
    dim3 block(16, 8), grid((CLASSES + 15) / 16, (one.batch + 7) / 8);
    dense<<<grid, block>>>(one.x, one.weights, one.bias, one.sums, one.batch, CLASSES, FEATURES);
    CHECK(cudaGetLastError());  // was the launch accepted?
    cross_entropy<<<(one.batch + 31) / 32, 32>>>(one.sums, one.labels, one.losses, one.dsums,
                                                 one.batch, CLASSES);
    CHECK(cudaGetLastError());
    int rows = one.batch > CLASSES ? one.batch : CLASSES;
    dim3 wide(32, 8), all((FEATURES + 31) / 32, (rows + 7) / 8);
    matmul_backward<<<all, wide>>>(one.x, one.weights, one.dsums, one.dx, one.dweights, one.dbias,
                                   one.batch, CLASSES, FEATURES);
    CHECK(cudaGetLastError());
}

void update(float* parameters, const std::vector<float>& gradient, float rate)
{
    int n = gradient.size();
    float* d_gradient;
    CHECK(cudaMalloc(&d_gradient, n * sizeof(float)));
    CHECK(cudaMemcpy(d_gradient, gradient.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    sgd_step<<<(n + 255) / 256, 256>>>(parameters, d_gradient, rate, n);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_gradient));  // which waits for the kernel
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

int main()
{
    const int batch = 64, devices = 4, steps = 3;
    const float rate = 0.5f / batch;
    int gpus;
    CHECK(cudaGetDeviceCount(&gpus));
    std::vector<float> x(batch * FEATURES), weights(CLASSES * FEATURES), bias(CLASSES);
    std::vector<float> losses(steps), expected_losses(steps);
    std::vector<int> labels(batch);
    for (int i = 0; i < batch; i++)
        labels[i] = rand() % CLASSES;
    fill(x, -1, 1);
    fill(weights, -0.2f, 0.2f);

    std::vector<Member> members;
    for (int i = 0; i < devices; i++) {
        int device = i % gpus;  // with too few GPUs they take turns
        int first = batch * i / devices, count = batch * (i + 1) / devices - first;
        CHECK(cudaSetDevice(device));
        Member one = {};
        one.device = device, one.first = first, one.batch = count;
        one.x = to_device(part(x, first * FEATURES, count * FEATURES));
        one.labels = to_device(part(labels, first, count));
        one.weights = to_device(weights);
        one.bias = to_device(bias);
        one.sums = on_device<float>(count * CLASSES);
        one.losses = on_device<float>(count);
        one.dsums = on_device<float>(count * CLASSES);
        one.dx = on_device<float>(count * FEATURES);
        one.dweights = on_device<float>(CLASSES * FEATURES);
        one.dbias = on_device<float>(CLASSES);
        members.push_back(one);
    }

    CHECK(cudaSetDevice(0));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    for (int step = 0; step < steps; step++) {
        for (Member one : members) {
            CHECK(cudaSetDevice(one.device));
            forward_and_backward(one);  // returns at once: all GPUs work at the same time
        }
        // all-reduce in its simplest form: every GPU sends to the host, and the host adds
        std::vector<float> total_weights(weights.size()), total_bias(bias.size());
        for (Member one : members) {
            CHECK(cudaSetDevice(one.device));
            std::vector<float> loss(one.batch), dweights(weights.size()), dbias(bias.size());
            to_host(loss, one.losses);
            to_host(dweights, one.dweights);
            to_host(dbias, one.dbias);
            for (float value : loss)
                losses[step] += value / batch;
            for (size_t i = 0; i < dweights.size(); i++)
                total_weights[i] += dweights[i];
            for (size_t i = 0; i < dbias.size(); i++)
                total_bias[i] += dbias[i];
        }
        for (Member one : members) {
            CHECK(cudaSetDevice(one.device));
            update(one.weights, total_weights, rate);
            update(one.bias, total_bias, rate);
        }
    }
    CHECK(cudaSetDevice(0));
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    std::vector<float> found, found_bias;  // of all members
    for (Member one : members) {
        CHECK(cudaSetDevice(one.device));
        std::vector<float> learnt(weights.size()), learnt_bias(bias.size());
        to_host(learnt, one.weights);
        to_host(learnt_bias, one.bias);
        found.insert(found.end(), learnt.begin(), learnt.end());
        found_bias.insert(found_bias.end(), learnt_bias.begin(), learnt_bias.end());
    }

    // the same on the CPU, with the whole batch at once
    for (int step = 0; step < steps; step++) {
        std::vector<float> d = softmax_on_cpu(dense_on_cpu(x, weights, bias), CLASSES);
        for (int sample = 0; sample < batch; sample++) {
            float& right = d[sample * CLASSES + labels[sample]];
            expected_losses[step] -= logf(right) / batch;
            right -= 1.0f;
        }
        backward_on_cpu(x, weights, bias, d, rate);
    }
    std::vector<float> expected, expected_bias;
    for (int i = 0; i < devices; i++) {
        expected.insert(expected.end(), weights.begin(), weights.end());
        expected_bias.insert(expected_bias.end(), bias.begin(), bias.end());
    }
    double error = largest_error(losses, expected_losses);
    error = fmax(error, largest_error(found, expected));
    error = fmax(error, largest_error(found_bias, expected_bias));
    bool passed = error <= 1e-4;
    printf("data_parallel: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
