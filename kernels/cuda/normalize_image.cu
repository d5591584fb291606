// Normalise: from the bytes of a camera to the numbers that a network was trained with.
// Twin of normalize_image.py, where
//     height = pixels.shape[0]
//     width = pixels.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr float BYTE = 1.0f / 255.0f;

__global__ void normalize_image(const unsigned char* pixels, const float* mean, const float* scale,
                                float* y, int height, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // <- col, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- col, row = cuda.grid(2)
    if (row < height && col < width)  // <- if row < pixels.shape[0] and col < pixels.shape[1]:
        for (int channel = 0; channel < 3; channel++) {  // <- for channel in range(3):
            float value = pixels[(row * width + col) * 3 + channel] * BYTE;  // <- value = pixels[row, col, channel] * BYTE
            y[(channel * height + row) * width + col] = (value - mean[channel]) * scale[channel];  // <- y[channel, row, col] = (value - mean[channel]) * scale[channel]
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
    const int height = 48, width = 64;
    std::vector<unsigned char> pixels(height * width * 3);
    for (unsigned char& value : pixels)
        value = rand() % 256;
    std::vector<float> mean = {0.485f, 0.456f, 0.406f};  // of the photographs of ImageNet
    std::vector<float> scale = {1 / 0.229f, 1 / 0.224f, 1 / 0.225f};
    std::vector<float> y(3 * height * width), expected(3 * height * width);

    unsigned char* d_pixels;
    float* d_mean;
    float* d_scale;
    float* d_y;
    CHECK(cudaMalloc(&d_pixels, pixels.size() * sizeof(unsigned char)));
    CHECK(cudaMalloc(&d_mean, 3 * sizeof(float)));
    CHECK(cudaMalloc(&d_scale, 3 * sizeof(float)));
    CHECK(cudaMalloc(&d_y, y.size() * sizeof(float)));
    CHECK(cudaMemcpy(d_pixels, pixels.data(), pixels.size() * sizeof(unsigned char),
                     cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_mean, mean.data(), 3 * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_scale, scale.data(), 3 * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(32, 8);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    normalize_image<<<grid, block>>>(d_pixels, d_mean, d_scale, d_y, height, width);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(y.data(), d_y, y.size() * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int channel = 0; channel < 3; channel++)
        for (int i = 0; i < height * width; i++) {
            float value = pixels[i * 3 + channel] / 255.0f;
            expected[channel * height * width + i] = (value - mean[channel]) * scale[channel];
        }
    double error = largest_error(y, expected);
    bool passed = error <= 1e-5;
    printf("normalize_image: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED",
           error, milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_pixels));
    CHECK(cudaFree(d_mean));
    CHECK(cudaFree(d_scale));
    CHECK(cudaFree(d_y));
    return passed ? 0 : 1;
}
