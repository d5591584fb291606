// Dense, backward: the gradients of a dense layer, for its inputs, weights and biases.
// Twin of matmul_backward.py, where
//     batch = dx.shape[0]
//     neurons = dweights.shape[0]
//     features = x.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

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
    const int batch = 16, neurons = 32, features = 64;
    std::vector<float> x(batch * features), weights(neurons * features), dy(batch * neurons);
    std::vector<float> dx(batch * features), dweights(neurons * features), dbias(neurons);
    std::vector<float> expected_dx(batch * features), expected_dweights(neurons * features);
    std::vector<float> expected_dbias(neurons);
    fill(x);
    fill(weights, -0.2f, 0.2f);
    fill(dy, -2, 2);

    float* d_x;
    float* d_weights;
    float* d_dy;
    float* d_dx;
    float* d_dweights;
    float* d_dbias;
    CHECK(cudaMalloc(&d_x, batch * features * sizeof(float)));
    CHECK(cudaMalloc(&d_weights, neurons * features * sizeof(float)));
    CHECK(cudaMalloc(&d_dy, batch * neurons * sizeof(float)));
    CHECK(cudaMalloc(&d_dx, batch * features * sizeof(float)));
    CHECK(cudaMalloc(&d_dweights, neurons * features * sizeof(float)));
    CHECK(cudaMalloc(&d_dbias, neurons * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), batch * features * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_weights, weights.data(), neurons * features * sizeof(float),
                     cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_dy, dy.data(), batch * neurons * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(32, 8);
    dim3 grid((features + block.x - 1) / block.x,
              ((batch > neurons ? batch : neurons) + block.y - 1) / block.y);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    matmul_backward<<<grid, block>>>(d_x, d_weights, d_dy, d_dx, d_dweights, d_dbias, batch,
                                     neurons, features);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(dx.data(), d_dx, batch * features * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(dweights.data(), d_dweights, neurons * features * sizeof(float),
                     cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(dbias.data(), d_dbias, neurons * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int sample = 0; sample < batch; sample++)
        for (int neuron = 0; neuron < neurons; neuron++) {
            float d = dy[sample * neurons + neuron];
            expected_dbias[neuron] += d;
            for (int i = 0; i < features; i++) {
                expected_dx[sample * features + i] += d * weights[neuron * features + i];
                expected_dweights[neuron * features + i] += d * x[sample * features + i];
            }
        }
    double error = largest_error(dx, expected_dx);
    error = fmax(error, largest_error(dweights, expected_dweights));
    error = fmax(error, largest_error(dbias, expected_dbias));
    bool passed = error <= 1e-5;
    printf("matmul_backward: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED",
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
