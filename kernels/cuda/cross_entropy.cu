// Cross-entropy: how wrong a classifier is, and in which direction it has to change.
// Twin of cross_entropy.py, where
//     batch = losses.size
//     classes = logits.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

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
    const int batch = 200, classes = 10;
    std::vector<float> logits(batch * classes), losses(batch), gradient(batch * classes);
    std::vector<float> expected_losses(batch), expected(batch * classes);
    std::vector<int> labels(batch);
    fill(logits, -6, 6);
    for (int& label : labels)
        label = rand() % classes;

    float* d_logits;
    int* d_labels;
    float* d_losses;
    float* d_gradient;
    CHECK(cudaMalloc(&d_logits, batch * classes * sizeof(float)));
    CHECK(cudaMalloc(&d_labels, batch * sizeof(int)));
    CHECK(cudaMalloc(&d_losses, batch * sizeof(float)));
    CHECK(cudaMalloc(&d_gradient, batch * classes * sizeof(float)));
    CHECK(cudaMemcpy(d_logits, logits.data(), batch * classes * sizeof(float),
                     cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_labels, labels.data(), batch * sizeof(int), cudaMemcpyHostToDevice));

    dim3 block(64);
    dim3 grid((batch + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    cross_entropy<<<grid, block>>>(d_logits, d_labels, d_losses, d_gradient, batch, classes);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(losses.data(), d_losses, batch * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(gradient.data(), d_gradient, batch * classes * sizeof(float),
                     cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int sample = 0; sample < batch; sample++) {
        double total = 0.0;
        for (int i = 0; i < classes; i++)
            total += exp(logits[sample * classes + i]);
        for (int i = 0; i < classes; i++)
            expected[sample * classes + i] = exp(logits[sample * classes + i]) / total;
        int right = labels[sample];
        expected_losses[sample] = log(total) - logits[sample * classes + right];
        expected[sample * classes + right] -= 1.0f;
    }
    double error = largest_error(gradient, expected);
    error = fmax(error, largest_error(losses, expected_losses));
    bool passed = error <= 1e-5;
    printf("cross_entropy: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_logits));
    CHECK(cudaFree(d_labels));
    CHECK(cudaFree(d_losses));
    CHECK(cudaFree(d_gradient));
    return passed ? 0 : 1;
}
