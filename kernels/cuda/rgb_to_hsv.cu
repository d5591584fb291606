// RGB to HSV: which hue a pixel has, how much of it, and how bright it is.
// Twin of rgb_to_hsv.py, where
//     height = pixels.shape[0]
//     width = pixels.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr float BYTE = 1.0f / 255.0f;
constexpr float SIXTH = 1.0f / 6.0f;

__global__ void rgb_to_hsv(const unsigned char* pixels, float* hsv, int height, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // <- col, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- col, row = cuda.grid(2)
    if (row < height && col < width) {  // <- if row < pixels.shape[0] and col < pixels.shape[1]:
        float red = pixels[(row * width + col) * 3];  // <- red = np.float32(pixels[row, col, 0])
        float green = pixels[(row * width + col) * 3 + 1];  // <- green = np.float32(pixels[row, col, 1])
        float blue = pixels[(row * width + col) * 3 + 2];  // <- blue = np.float32(pixels[row, col, 2])
        float largest = fmaxf(fmaxf(red, green), blue);  // <- largest = max(red, green, blue)
        float spread = largest - fminf(fminf(red, green), blue);  // <- spread = largest - min(red, green, blue)
        float hue = 0.0f;  // <- hue = ZERO
        float saturation = 0.0f;  // <- saturation = ZERO
        if (spread > 0.0f) {  // <- if spread > ZERO:
            saturation = spread / largest;  // <- saturation = spread / largest
            if (largest == red) {  // <- if largest == red:
                hue = (green - blue) / spread;  // <- hue = (green - blue) / spread
                if (hue < 0.0f)  // <- if hue < ZERO:
                    hue += 6.0f;  // <- hue += SIX
            } else if (largest == green) {  // <- elif largest == green:
                hue = 2.0f + (blue - red) / spread;  // <- hue = TWO + (blue - red) / spread
            } else {
                hue = 4.0f + (red - green) / spread;  // <- hue = FOUR + (red - green) / spread
            }
        }
        hsv[row * width + col] = hue * SIXTH;  // <- hsv[0, row, col] = hue * SIXTH
        hsv[(height + row) * width + col] = saturation;  // <- hsv[1, row, col] = saturation
        hsv[(2 * height + row) * width + col] = largest * BYTE;  // <- hsv[2, row, col] = largest * BYTE
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
    std::vector<float> hsv(3 * height * width), expected(3 * height * width);

    unsigned char* d_pixels;
    float* d_hsv;
    CHECK(cudaMalloc(&d_pixels, pixels.size() * sizeof(unsigned char)));
    CHECK(cudaMalloc(&d_hsv, hsv.size() * sizeof(float)));
    CHECK(cudaMemcpy(d_pixels, pixels.data(), pixels.size() * sizeof(unsigned char),
                     cudaMemcpyHostToDevice));

    dim3 block(32, 8);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    rgb_to_hsv<<<grid, block>>>(d_pixels, d_hsv, height, width);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(hsv.data(), d_hsv, hsv.size() * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int i = 0; i < height * width; i++) {
        double red = pixels[3 * i], green = pixels[3 * i + 1], blue = pixels[3 * i + 2];
        double largest = fmax(fmax(red, green), blue);
        double spread = largest - fmin(fmin(red, green), blue);
        double hue = 0.0;
        if (spread > 0 && largest == red)
            hue = fmod((green - blue) / spread + 6, 6);
        else if (spread > 0)
            hue = largest == green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
        expected[i] = hue / 6;
        expected[height * width + i] = spread > 0 ? spread / largest : 0.0;
        expected[2 * height * width + i] = largest / 255;
    }
    double error = largest_error(hsv, expected);
    bool passed = error <= 1e-5;
    printf("rgb_to_hsv: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_pixels));
    CHECK(cudaFree(d_hsv));
    return passed ? 0 : 1;
}
