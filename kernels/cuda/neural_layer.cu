// Neural layer: y = sigmoid(W x + b), one thread for each neuron and sample.
// Twin of neural_layer.py, where
//     batch = y.shape[0]
//     neurons = y.shape[1]
//     features = x.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__device__ float logistic(float v)
{
    return 1.0f / (1.0f + expf(-v));  // <- return np.float32(1) / (np.float32(1) + math.exp(-v))
}

__global__ void neural_layer(const float* x, const float* weights, const float* bias, float* y,
                             int batch, int neurons, int features)
{
    int neuron = blockIdx.x * blockDim.x + threadIdx.x;  // <- neuron, sample = cuda.grid(2)
    int sample = blockIdx.y * blockDim.y + threadIdx.y;  // <- neuron, sample = cuda.grid(2)
    if (sample < batch && neuron < neurons) {  // <- if sample < y.shape[0] and neuron < y.shape[1]:
        float total = bias[neuron];  // <- total = bias[neuron]
        for (int i = 0; i < features; i++)  // <- for i in range(x.shape[1]):
            total += weights[neuron * features + i] * x[sample * features + i];  // <- total += weights[neuron, i] * x[sample, i]
        y[sample * neurons + neuron] = logistic(total);  // <- y[sample, neuron] = logistic(total)
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
    const int batch = 32, neurons = 64, features = 48;
    std::vector<float> x(batch * features), weights(neurons * features), bias(neurons);
    std::vector<float> y(batch * neurons), expected(batch * neurons);
    fill(x);
    fill(weights, -0.2f, 0.2f);
    fill(bias, -2, 2);

    float* d_x;
    float* d_weights;
    float* d_bias;
    float* d_y;
    CHECK(cudaMalloc(&d_x, batch * features * sizeof(float)));
    CHECK(cudaMalloc(&d_weights, neurons * features * sizeof(float)));
    CHECK(cudaMalloc(&d_bias, neurons * sizeof(float)));
    CHECK(cudaMalloc(&d_y, batch * neurons * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), batch * features * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_weights, weights.data(), neurons * features * sizeof(float),
                     cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_bias, bias.data(), neurons * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(32, 8);
    dim3 grid((neurons + block.x - 1) / block.x, (batch + block.y - 1) / block.y);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    neural_layer<<<grid, block>>>(d_x, d_weights, d_bias, d_y, batch, neurons, features);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(y.data(), d_y, batch * neurons * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int sample = 0; sample < batch; sample++)
        for (int neuron = 0; neuron < neurons; neuron++) {
            float total = bias[neuron];
            for (int i = 0; i < features; i++)
                total += weights[neuron * features + i] * x[sample * features + i];
            expected[sample * neurons + neuron] = 1.0f / (1.0f + expf(-total));
        }
    double error = largest_error(y, expected);
    bool passed = error <= 1e-5;
    printf("neural_layer: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_weights));
    CHECK(cudaFree(d_bias));
    CHECK(cudaFree(d_y));
    return passed ? 0 : 1;
}
