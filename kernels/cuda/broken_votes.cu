// Votes, broken: each thread counts the votes of some neighbours, and does not begin at zero.
// Twin of broken_votes.py, where
//     n = winners.size
//     neighbours = labels.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int LABELS = 10;

__global__ void broken_votes(const int* labels, int* winners, int n, int neighbours)
{
    int votes[LABELS];  // <- votes = cuda.local.array(LABELS, np.int32)
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n) {  // <- if i < winners.size:
        for (int j = 0; j < neighbours; j++)  // <- for j in range(labels.shape[1]):
            votes[labels[i * neighbours + j]] += 1;  // <- votes[labels[i, j]] += 1
        int best = 0;  // <- best = 0
        for (int label = 1; label < LABELS; label++)  // <- for label in range(1, LABELS):
            if (votes[label] > votes[best])  // <- if votes[label] > votes[best]:
                best = label;  // <- best = label
        winners[i] = best;  // <- winners[i] = best
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
    const int n = 1000, neighbours = 5;
    std::vector<int> labels(n * neighbours), winners(n), expected(n);
    for (int i = 0; i < n; i++) {
        int digit = rand() % LABELS;
        for (int j = 0; j < neighbours; j++)  // most are right
            labels[i * neighbours + j] = rand() % 10 < 6 ? digit : rand() % LABELS;
    }

    int* d_labels;
    int* d_winners;
    CHECK(cudaMalloc(&d_labels, n * neighbours * sizeof(int)));
    CHECK(cudaMalloc(&d_winners, n * sizeof(int)));
    CHECK(cudaMemcpy(d_labels, labels.data(), n * neighbours * sizeof(int),
                     cudaMemcpyHostToDevice));

    dim3 block(256);
    dim3 grid((n + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    broken_votes<<<grid, block>>>(d_labels, d_winners, n, neighbours);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(winners.data(), d_winners, n * sizeof(int), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int i = 0; i < n; i++) {
        int votes[LABELS] = {};
        for (int j = 0; j < neighbours; j++)
            votes[labels[i * neighbours + j]]++;
        for (int label = 1; label < LABELS; label++)
            if (votes[label] > votes[expected[i]])
                expected[i] = label;
    }
    double error = largest_error(winners, expected);
    bool passed = error <= 0.0;
    printf("broken_votes: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_labels));
    CHECK(cudaFree(d_winners));
    return passed ? 0 : 1;
}
