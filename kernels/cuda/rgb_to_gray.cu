// Gray: a colour picture becomes a gray one, one thread for each pixel.
// Twin of rgb_to_gray.py, where
//     height = pixels.shape[0]
//     width = pixels.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int RED = 19595;    // 0.299 of 65536
constexpr int GREEN = 38470;  // 0.587
constexpr int BLUE = 7471;    // 0.114
constexpr int ONE = 65536;

__global__ void rgb_to_gray(const unsigned char* pixels, unsigned char* gray, int height, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // <- col, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- col, row = cuda.grid(2)
    if (row < height && col < width) {  // <- if row < pixels.shape[0] and col < pixels.shape[1]:
        int red = pixels[(row * width + col) * 3];  // <- red = np.int32(pixels[row, col, 0])
        int green = pixels[(row * width + col) * 3 + 1];  // <- green = np.int32(pixels[row, col, 1])
        int blue = pixels[(row * width + col) * 3 + 2];  // <- blue = np.int32(pixels[row, col, 2])
        gray[row * width + col] = (RED * red + GREEN * green + BLUE * blue + ONE / 2) / ONE;  // <- gray[row, col] = (RED * red + GREEN * green + BLUE * blue + ONE // 2) // ONE
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
    std::vector<unsigned char> gray(height * width), expected(height * width);

    unsigned char* d_pixels;
    unsigned char* d_gray;
    CHECK(cudaMalloc(&d_pixels, pixels.size() * sizeof(unsigned char)));
    CHECK(cudaMalloc(&d_gray, gray.size() * sizeof(unsigned char)));
    CHECK(cudaMemcpy(d_pixels, pixels.data(), pixels.size() * sizeof(unsigned char),
                     cudaMemcpyHostToDevice));

    dim3 block(32, 8);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    rgb_to_gray<<<grid, block>>>(d_pixels, d_gray, height, width);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(gray.data(), d_gray, gray.size() * sizeof(unsigned char),
                     cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int i = 0; i < height * width; i++) {
        double sum = RED * pixels[3 * i] + GREEN * pixels[3 * i + 1] + BLUE * pixels[3 * i + 2];
        expected[i] = floor(sum / ONE + 0.5);
    }
    double error = largest_error(gray, expected);
    bool passed = error <= 0.0;
    printf("rgb_to_gray: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_pixels));
    CHECK(cudaFree(d_gray));
    return passed ? 0 : 1;
}
