// RNN step: h_next = tanh(W [x, h] + b), a network that hears itself.
// Twin of rnn_step.py, where
//     batch = h.shape[0]
//     hidden = h.shape[1]
//     features = x.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void rnn_step(const float* x, const float* h, const float* weights, const float* bias,
                         float* h_next, int batch, int hidden, int features)
{
    int unit = blockIdx.x * blockDim.x + threadIdx.x;  // <- unit, sample = cuda.grid(2)
    int sample = blockIdx.y * blockDim.y + threadIdx.y;  // <- unit, sample = cuda.grid(2)
    if (sample < batch && unit < hidden) {  // <- if sample < h.shape[0] and unit < h.shape[1]:
        int length = features + hidden;  // of a row of weights  // <- total += weights[unit, x.shape[1] + i] * h[sample, i]
        float total = bias[unit];  // <- total = bias[unit]
        for (int i = 0; i < features; i++)  // <- for i in range(x.shape[1]):
            total += weights[unit * length + i] * x[sample * features + i];  // <- total += weights[unit, i] * x[sample, i]
        for (int i = 0; i < hidden; i++)  // <- for i in range(h.shape[1]):
            total += weights[unit * length + features + i] * h[sample * hidden + i];  // <- total += weights[unit, x.shape[1] + i] * h[sample, i]
        h_next[sample * hidden + unit] = tanhf(total);  // <- h_next[sample, unit] = math.tanh(total)
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
    const int batch = 8, hidden = 64, features = 32, length = features + hidden;
    std::vector<float> x(batch * features), h(batch * hidden);
    std::vector<float> weights(hidden * length), bias(hidden);
    std::vector<float> h_next(batch * hidden), expected(batch * hidden);
    fill(x, -2, 2);
    fill(h, -1, 1);
    fill(weights, -0.2f, 0.2f);
    fill(bias, -0.1f, 0.1f);

    float* d_x;
    float* d_h;
    float* d_weights;
    float* d_bias;
    float* d_h_next;
    CHECK(cudaMalloc(&d_x, batch * features * sizeof(float)));
    CHECK(cudaMalloc(&d_h, batch * hidden * sizeof(float)));
    CHECK(cudaMalloc(&d_weights, weights.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_bias, hidden * sizeof(float)));
    CHECK(cudaMalloc(&d_h_next, batch * hidden * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), batch * features * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_h, h.data(), batch * hidden * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_weights, weights.data(), weights.size() * sizeof(float),
                     cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_bias, bias.data(), hidden * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(32, 4);
    dim3 grid((hidden + block.x - 1) / block.x, (batch + block.y - 1) / block.y);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    rnn_step<<<grid, block>>>(d_x, d_h, d_weights, d_bias, d_h_next, batch, hidden, features);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(h_next.data(), d_h_next, batch * hidden * sizeof(float),
                     cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int sample = 0; sample < batch; sample++)
        for (int unit = 0; unit < hidden; unit++) {
            double total = bias[unit];
            for (int i = 0; i < features; i++)
                total += weights[unit * length + i] * x[sample * features + i];
            for (int i = 0; i < hidden; i++)
                total += weights[unit * length + features + i] * h[sample * hidden + i];
            expected[sample * hidden + unit] = tanh(total);
        }
    double error = largest_error(h_next, expected);
    bool passed = error <= 1e-5;
    printf("rnn_step: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_h));
    CHECK(cudaFree(d_weights));
    CHECK(cudaFree(d_bias));
    CHECK(cudaFree(d_h_next));
    return passed ? 0 : 1;
}
