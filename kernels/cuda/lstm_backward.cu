// LSTM, backward: the gradients of a step, and how they pass on to the step before.
// Twin of lstm_backward.py, where
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

__global__ void lstm_backward(const float* x, const float* h, const float* c, const float* weights,
                              const float* bias, const float* dh_next, const float* dc_next,
                              float* dsums, float* dc, int batch, int hidden, int features)  // <- units = h.shape[1]
{
    int unit = blockIdx.x * blockDim.x + threadIdx.x;  // <- unit, sample = cuda.grid(2)
    int sample = blockIdx.y * blockDim.y + threadIdx.y;  // <- unit, sample = cuda.grid(2)
    if (sample < batch && unit < hidden) {  // <- if sample < h.shape[0] and unit < units:
        float i = logistic(weighed(unit, sample, x, h, weights, bias, features, hidden));  // <- i = logistic(weighed(unit, sample, x, h, weights, bias))
        float f = logistic(weighed(hidden + unit, sample, x, h, weights, bias, features, hidden));  // <- f = logistic(weighed(units + unit, sample, x, h, weights, bias))
        float g = tanhf(weighed(2 * hidden + unit, sample, x, h, weights, bias, features, hidden));  // <- g = math.tanh(weighed(2 * units + unit, sample, x, h, weights, bias))
        float o = logistic(weighed(3 * hidden + unit, sample, x, h, weights, bias, features, hidden));  // <- o = logistic(weighed(3 * units + unit, sample, x, h, weights, bias))
        int place = sample * hidden + unit;  // <- said = math.tanh(f * c[sample, unit] + i * g)
        int first = 4 * sample * hidden + unit;  // <- dsums[sample, unit] = dstate * g * i * (ONE - i)
        float said = tanhf(f * c[place] + i * g);  // <- said = math.tanh(f * c[sample, unit] + i * g)
        float dh = dh_next[place];  // <- dh = dh_next[sample, unit]
        float dstate = dc_next[place] + dh * o * (1.0f - said * said);  // <- dstate = dc_next[sample, unit] + dh * o * (ONE - said * said)
        dsums[first] = dstate * g * i * (1.0f - i);  // <- dsums[sample, unit] = dstate * g * i * (ONE - i)
        dsums[first + hidden] = dstate * c[place] * f * (1.0f - f);  // <- dsums[sample, units + unit] = dstate * c[sample, unit] * f * (ONE - f)
        dsums[first + 2 * hidden] = dstate * i * (1.0f - g * g);  // <- dsums[sample, 2 * units + unit] = dstate * i * (ONE - g * g)
        dsums[first + 3 * hidden] = dh * said * o * (1.0f - o);  // <- dsums[sample, 3 * units + unit] = dh * said * o * (ONE - o)
        dc[place] = dstate * f;  // <- dc[sample, unit] = dstate * f
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
    std::vector<float> dh_next(batch * hidden), dc_next(batch * hidden);
    std::vector<float> dsums(4 * batch * hidden), dc(batch * hidden);
    std::vector<float> expected_dsums(4 * batch * hidden), expected_dc(batch * hidden);
    fill(x, -2, 2);
    fill(h, -1, 1);
    fill(c, -2, 2);
    fill(weights, -0.2f, 0.2f);
    fill(bias, -2, 2);
    fill(dh_next, -2, 2);
    fill(dc_next, -2, 2);

    float* d_x;
    float* d_h;
    float* d_c;
    float* d_weights;
    float* d_bias;
    float* d_dh_next;
    float* d_dc_next;
    float* d_dsums;
    float* d_dc;
    CHECK(cudaMalloc(&d_x, x.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_h, h.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_c, c.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_weights, weights.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_bias, bias.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_dh_next, dh_next.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_dc_next, dc_next.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_dsums, dsums.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_dc, dc.size() * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_h, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_c, c.data(), c.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_weights, weights.data(), weights.size() * sizeof(float),
                     cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_bias, bias.data(), bias.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_dh_next, dh_next.data(), dh_next.size() * sizeof(float),
                     cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_dc_next, dc_next.data(), dc_next.size() * sizeof(float),
                     cudaMemcpyHostToDevice));

    dim3 block(32, 4);
    dim3 grid((hidden + block.x - 1) / block.x, (batch + block.y - 1) / block.y);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    lstm_backward<<<grid, block>>>(d_x, d_h, d_c, d_weights, d_bias, d_dh_next, d_dc_next, d_dsums,
                                   d_dc, batch, hidden, features);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(dsums.data(), d_dsums, dsums.size() * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(dc.data(), d_dc, dc.size() * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int sample = 0; sample < batch; sample++)
        for (int unit = 0; unit < hidden; unit++) {
            double sums[4];
            for (int i = 0; i < 4; i++)
                sums[i] = gate(i * hidden + unit, sample, x, h, weights, bias, features, hidden);
            double i = 1 / (1 + exp(-sums[0])), f = 1 / (1 + exp(-sums[1]));
            double g = tanh(sums[2]), o = 1 / (1 + exp(-sums[3]));
            int place = sample * hidden + unit, first = 4 * sample * hidden + unit;
            double said = tanh(f * c[place] + i * g);
            double dstate = dc_next[place] + dh_next[place] * o * (1 - said * said);
            expected_dsums[first] = dstate * g * i * (1 - i);
            expected_dsums[first + hidden] = dstate * c[place] * f * (1 - f);
            expected_dsums[first + 2 * hidden] = dstate * i * (1 - g * g);
            expected_dsums[first + 3 * hidden] = dh_next[place] * said * o * (1 - o);
            expected_dc[place] = dstate * f;
        }
    double error = largest_error(dsums, expected_dsums);
    error = fmax(error, largest_error(dc, expected_dc));
    bool passed = error <= 1e-5;
    printf("lstm_backward: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_h));
    CHECK(cudaFree(d_c));
    CHECK(cudaFree(d_weights));
    CHECK(cudaFree(d_bias));
    CHECK(cudaFree(d_dh_next));
    CHECK(cudaFree(d_dc_next));
    CHECK(cudaFree(d_dsums));
    CHECK(cudaFree(d_dc));
    return passed ? 0 : 1;
}
