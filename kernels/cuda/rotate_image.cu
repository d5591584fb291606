// Rotate: a picture turned by any angle, each new pixel gathered from where it came from.
// Twin of rotate_image.py, where
//     height = target.shape[0]
//     width = target.shape[1]
//     old_height = source.shape[0]
//     old_width = source.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__device__ float pixel_or_black(const float* picture, int row, int col, int height, int width)
{
    if (row >= 0 && row < height && col >= 0 && col < width)  // <- if 0 <= row < picture.shape[0] and 0 <= col < picture.shape[1]:
        return picture[row * width + col];  // <- return picture[row, col]
    return 0.0f;  // <- return ZERO
}

__global__ void rotate_image(const float* source, float angle, float* target, int height, int width,  // <- height, width = target.shape
                             int old_height, int old_width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // <- col, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- col, row = cuda.grid(2)
    if (row < height && col < width) {  // <- if row < height and col < width:
        float cosine = cosf(angle);  // <- cosine = math.cos(angle)
        float sine = sinf(angle);  // <- sine = math.sin(angle)
        float middle_u = (float)(width - 1) * 0.5f;  // <- middle_u = np.float32(width - 1) * HALF
        float middle_v = (float)(height - 1) * 0.5f;  // <- middle_v = np.float32(height - 1) * HALF
        float right = (float)col - middle_u;  // <- right = np.float32(col) - middle_u
        float down = (float)row - middle_v;  // <- down = np.float32(row) - middle_v
        float u = cosine * right - sine * down + middle_u;  // <- u = cosine * right - sine * down + middle_u
        float v = sine * right + cosine * down + middle_v;  // <- v = sine * right + cosine * down + middle_v
        int left = (int)floorf(u);  // <- left = np.int64(math.floor(u))
        int top = (int)floorf(v);  // <- top = np.int64(math.floor(v))
        float beside = u - (float)left;  // <- beside = u - np.float32(left)
        float below = v - (float)top;  // <- below = v - np.float32(top)
        float upper =
            (1.0f - beside) * pixel_or_black(source, top, left, old_height, old_width);  // <- upper = (ONE - beside) * pixel_or_black(source, top, left)
        upper += beside * pixel_or_black(source, top, left + 1, old_height, old_width);  // <- upper += beside * pixel_or_black(source, top, left + 1)
        float lower =
            (1.0f - beside) * pixel_or_black(source, top + 1, left, old_height, old_width);  // <- lower = (ONE - beside) * pixel_or_black(source, top + 1, left)
        lower += beside * pixel_or_black(source, top + 1, left + 1, old_height, old_width);  // <- lower += beside * pixel_or_black(source, top + 1, left + 1)
        target[row * width + col] = (1.0f - below) * upper + below * lower;  // <- target[row, col] = (ONE - below) * upper + below * lower
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
    const int height = 64, width = 64;
    const float angle = 0.523598776f;  // 30 degrees
    std::vector<float> source(height * width), target(height * width), expected(height * width);
    for (int row = 0; row < height; row++)  // a smooth picture: what rounding does to u is not seen
        for (int col = 0; col < width; col++)
            source[row * width + col] = 0.5f + 0.5f * sinf(0.1f * row) * cosf(0.1f * col);

    float* d_source;
    float* d_target;
    CHECK(cudaMalloc(&d_source, height * width * sizeof(float)));
    CHECK(cudaMalloc(&d_target, height * width * sizeof(float)));
    CHECK(cudaMemcpy(d_source, source.data(), height * width * sizeof(float),
                     cudaMemcpyHostToDevice));

    dim3 block(32, 8);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    rotate_image<<<grid, block>>>(d_source, angle, d_target, height, width, height, width);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(target.data(), d_target, height * width * sizeof(float),
                     cudaMemcpyDeviceToHost));

    // the same on the CPU
    auto pixel = [&](int row, int col) {
        bool inside = 0 <= row && row < height && 0 <= col && col < width;
        return inside ? source[row * width + col] : 0.0f;
    };
    for (int row = 0; row < height; row++)
        for (int col = 0; col < width; col++) {
            double right = col - (width - 1) / 2.0, down = row - (height - 1) / 2.0;
            double u = cos(angle) * right - sin(angle) * down + (width - 1) / 2.0;
            double v = sin(angle) * right + cos(angle) * down + (height - 1) / 2.0;
            int left = floor(u), top = floor(v);
            double upper = (left + 1 - u) * pixel(top, left) + (u - left) * pixel(top, left + 1);
            double lower =
                (left + 1 - u) * pixel(top + 1, left) + (u - left) * pixel(top + 1, left + 1);
            expected[row * width + col] = (top + 1 - v) * upper + (v - top) * lower;
        }
    double error = largest_error(target, expected);
    bool passed = error <= 1e-3;
    printf("rotate_image: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_source));
    CHECK(cudaFree(d_target));
    return passed ? 0 : 1;
}
