// Blur, 3-D: each voxel of a volume becomes the mean of the 27 around it.
// Twin of blur_3d.py, where
//     layers = x.shape[0]
//     rows = x.shape[1]
//     columns = x.shape[2]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr float SHARE = 1.0f / 27.0f;

__global__ void blur_3d(const float* x, float* y, int layers, int rows, int columns)  // <- layers, rows, columns = x.shape
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // <- col, row, layer = cuda.grid(3)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- col, row, layer = cuda.grid(3)
    int layer = blockIdx.z * blockDim.z + threadIdx.z;  // <- col, row, layer = cuda.grid(3)
    if (layer < layers && row < rows && col < columns) {  // <- if layer < layers and row < rows and col < columns:
        float total = 0.0f;  // <- total = ZERO
        for (int i = -1; i < 2; i++) {  // <- for i in range(-1, 2):
            int from_layer = min(max(layer + i, 0), layers - 1);  // <- from_layer = min(max(layer + i, 0), layers - 1)
            for (int j = -1; j < 2; j++) {  // <- for j in range(-1, 2):
                int from_row = min(max(row + j, 0), rows - 1);  // <- from_row = min(max(row + j, 0), rows - 1)
                for (int k = -1; k < 2; k++) {  // <- for k in range(-1, 2):
                    int from_col = min(max(col + k, 0), columns - 1);  // <- total += x[from_layer, from_row, min(max(col + k, 0), columns - 1)]
                    total += x[(from_layer * rows + from_row) * columns + from_col];  // <- total += x[from_layer, from_row, min(max(col + k, 0), columns - 1)]
                }
            }
        }
        y[(layer * rows + row) * columns + col] = total * SHARE;  // <- y[layer, row, col] = total * SHARE
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
    const int layers = 16, rows = 24, columns = 32;
    std::vector<float> x(layers * rows * columns), y(x.size()), expected(x.size());
    fill(x);

    float* d_x;
    float* d_y;
    CHECK(cudaMalloc(&d_x, x.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_y, y.size() * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(32, 4, 2);
    dim3 grid((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y,
              (layers + block.z - 1) / block.z);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    blur_3d<<<grid, block>>>(d_x, d_y, layers, rows, columns);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(y.data(), d_y, y.size() * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    auto within = [](int place, int count) {
        return place < 0 ? 0 : place < count ? place : count - 1;
    };
    for (int layer = 0; layer < layers; layer++)
        for (int row = 0; row < rows; row++)
            for (int col = 0; col < columns; col++) {
                float total = 0.0f;
                for (int i = layer - 1; i <= layer + 1; i++)
                    for (int j = row - 1; j <= row + 1; j++)
                        for (int k = col - 1; k <= col + 1; k++) {
                            int plane = within(i, layers) * rows + within(j, rows);
                            total += x[plane * columns + within(k, columns)];
                        }
                expected[(layer * rows + row) * columns + col] = total / 27.0f;
            }
    double error = largest_error(y, expected);
    bool passed = error <= 1e-5;
    printf("blur_3d: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    return passed ? 0 : 1;
}
