// LSTM cell: a network with a memory reads one token, and remembers or forgets.
// Twin of lstm_cell.py, where
//     batch = h.shape[0]
//     hidden = h.shape[1]
//     features = x.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__device__ float weighed(int row, int sample, const float* x, const float* h, const float* weights,
                         const float* bias, int features, int hidden)
{
    int length = features + hidden;  // of a row of weights  // <- total += weights[row, x.shape[1] + i] * h[sample, i]
    float total = bias[row];  // <- total = bias[row]
    for (int i = 0; i < features; i++)  // <- for i in range(x.shape[1]):
        total += weights[row * length + i] * x[sample * features + i];  // <- total += weights[row, i] * x[sample, i]
    for (int i = 0; i < hidden; i++)  // <- for i in range(h.shape[1]):
        total += weights[row * length + features + i] * h[sample * hidden + i];  // <- total += weights[row, x.shape[1] + i] * h[sample, i]
    return total;  // <- return total
}

__device__ float logistic(float v)
{
    return 1.0f / (1.0f + expf(-v));  // <- return ONE / (ONE + math.exp(-v))
}

__global__ void lstm_cell(const float* x, const float* h, const float* c, const float* weights,
                          const float* bias, float* h_next, float* c_next, int batch, int hidden,  // <- units = h.shape[1]
                          int features)
{
    int unit = blockIdx.x * blockDim.x + threadIdx.x;  // <- unit, sample = cuda.grid(2)
    int sample = blockIdx.y * blockDim.y + threadIdx.y;  // <- unit, sample = cuda.grid(2)
    if (sample < batch && unit < hidden) {  // <- if sample < h.shape[0] and unit < units:
        float i = logistic(weighed(unit, sample, x, h, weights, bias, features, hidden));  // <- i = logistic(weighed(unit, sample, x, h, weights, bias))
        float f = logistic(weighed(hidden + unit, sample, x, h, weights, bias, features, hidden));  // <- f = logistic(weighed(units + unit, sample, x, h, weights, bias))
        float g = tanhf(weighed(2 * hidden + unit, sample, x, h, weights, bias, features, hidden));  // <- g = math.tanh(weighed(2 * units + unit, sample, x, h, weights, bias))
        float o = logistic(weighed(3 * hidden + unit, sample, x, h, weights, bias, features, hidden));  // <- o = logistic(weighed(3 * units + unit, sample, x, h, weights, bias))
        float state = f * c[sample * hidden + unit] + i * g;  // <- state = f * c[sample, unit] + i * g
        c_next[sample * hidden + unit] = state;  // <- c_next[sample, unit] = state
        h_next[sample * hidden + unit] = o * tanhf(state);  // <- h_next[sample, unit] = o * math.tanh(state)
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

// One gate of the cell before its activation, on the CPU.
double gate(int row, int sample, const std::vector<float>& x, const std::vector<float>& h,
            const std::vector<float>& weights, const std::vector<float>& bias, int features,
            int hidden)
{
    int length = features + hidden;
    double total = bias[row];
    for (int i = 0; i < features; i++)
        total += weights[row * length + i] * x[sample * features + i];
    for (int i = 0; i < hidden; i++)
        total += weights[row * length + features + i] * h[sample * hidden + i];
    return total;
}

int main()
{
    const int batch = 8, hidden = 32, features = 24, length = features + hidden;
    std::vector<float> x(batch * features), h(batch * hidden), c(batch * hidden);
    std::vector<float> weights(4 * hidden * length), bias(4 * hidden);
    std::vector<float> h_next(batch * hidden), c_next(batch * hidden);
    std::vector<float> expected_h(batch * hidden), expected_c(batch * hidden);
    fill(x, -2, 2);
    fill(h, -1, 1);
    fill(c, -2, 2);
    fill(weights, -0.2f, 0.2f);
    fill(bias, -2, 2);

    float* d_x;
    float* d_h;
    float* d_c;
    float* d_weights;
    float* d_bias;
    float* d_h_next;
    float* d_c_next;
    CHECK(cudaMalloc(&d_x, batch * features * sizeof(float)));
    CHECK(cudaMalloc(&d_h, batch * hidden * sizeof(float)));
    CHECK(cudaMalloc(&d_c, batch * hidden * sizeof(float)));
    CHECK(cudaMalloc(&d_weights, weights.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_bias, 4 * hidden * sizeof(float)));
    CHECK(cudaMalloc(&d_h_next, batch * hidden * sizeof(float)));
    CHECK(cudaMalloc(&d_c_next, batch * hidden * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), batch * features * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_h, h.data(), batch * hidden * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_c, c.data(), batch * hidden * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_weights, weights.data(), weights.size() * sizeof(float),
                     cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_bias, bias.data(), 4 * hidden * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(32, 4);
    dim3 grid((hidden + block.x - 1) / block.x, (batch + block.y - 1) / block.y);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    lstm_cell<<<grid, block>>>(d_x, d_h, d_c, d_weights, d_bias, d_h_next, d_c_next, batch, hidden,
                               features);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(h_next.data(), d_h_next, batch * hidden * sizeof(float),
                     cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(c_next.data(), d_c_next, batch * hidden * sizeof(float),
                     cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int sample = 0; sample < batch; sample++)
        for (int unit = 0; unit < hidden; unit++) {
            double gates[4];
            for (int i = 0; i < 4; i++)
                gates[i] = gate(i * hidden + unit, sample, x, h, weights, bias, features, hidden);
            double memory = c[sample * hidden + unit] / (1 + exp(-gates[1]))
                            + tanh(gates[2]) / (1 + exp(-gates[0]));
            expected_c[sample * hidden + unit] = memory;
            expected_h[sample * hidden + unit] = tanh(memory) / (1 + exp(-gates[3]));
        }
    double error = largest_error(h_next, expected_h);
    error = fmax(error, largest_error(c_next, expected_c));
    bool passed = error <= 1e-5;
    printf("lstm_cell: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_h));
    CHECK(cudaFree(d_c));
    CHECK(cudaFree(d_weights));
    CHECK(cudaFree(d_bias));
    CHECK(cudaFree(d_h_next));
    CHECK(cudaFree(d_c_next));
    return passed ? 0 : 1;
}
