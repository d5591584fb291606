// Resize: a picture in another size, each new pixel mixed from the four old ones around it.
// Twin of resize_bilinear.py, where
//     old_height = source.shape[0]
//     old_width = source.shape[1]
//     height = target.shape[0]
//     width = target.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int ONE = 256;

__device__ int place(int index, int old_size, int new_size)
{
    long long middle = (2LL * index + 1) * old_size * (ONE / 2) / new_size - ONE / 2;  // <- return max((2 * index + 1) * old * (ONE // 2) // new - ONE // 2, 0)
    return middle > 0 ? middle : 0;  // <- return max((2 * index + 1) * old * (ONE // 2) // new - ONE // 2, 0)
}

__device__ int mixed(int first, int second, int weight)
{
    return first * (ONE - weight) + second * weight;  // <- return np.int32(first) * (ONE - weight) + np.int32(second) * weight
}

__global__ void resize_bilinear(const unsigned char* source, unsigned char* target, int old_height,
                                int old_width, int height, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // <- col, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- col, row = cuda.grid(2)
    if (row < height && col < width) {  // <- if row < target.shape[0] and col < target.shape[1]:
        int down = place(row, old_height, height);  // <- down = place(row, source.shape[0], target.shape[0])
        int right = place(col, old_width, width);  // <- right = place(col, source.shape[1], target.shape[1])
        int top = down / ONE, below = down % ONE;  // <- top, below = down // ONE, down % ONE
        int left = right / ONE, beside = right % ONE;  // <- left, beside = right // ONE, right % ONE
        int bottom = min(top + 1, old_height - 1);  // <- bottom = min(top + 1, source.shape[0] - 1)
        int far = min(left + 1, old_width - 1);  // <- far = min(left + 1, source.shape[1] - 1)
        for (int c = 0; c < 3; c++) {  // <- for c in range(3):
            int upper = mixed(source[(top * old_width + left) * 3 + c],  // <- upper = mixed(source[top, left, c], source[top, far, c], beside)
                              source[(top * old_width + far) * 3 + c], beside);  // <- upper = mixed(source[top, left, c], source[top, far, c], beside)
            int lower = mixed(source[(bottom * old_width + left) * 3 + c],  // <- lower = mixed(source[bottom, left, c], source[bottom, far, c], beside)
                              source[(bottom * old_width + far) * 3 + c], beside);  // <- lower = mixed(source[bottom, left, c], source[bottom, far, c], beside)
            target[(row * width + col) * 3 + c] =  // <- target[row, col, c] = (mixed(upper, lower, below) + ONE * ONE // 2) // (ONE * ONE)
                (mixed(upper, lower, below) + ONE * ONE / 2) / (ONE * ONE);  // <- target[row, col, c] = (mixed(upper, lower, below) + ONE * ONE // 2) // (ONE * ONE)
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
    const int old_height = 48, old_width = 64, height = 72, width = 96;
    std::vector<unsigned char> source(old_height * old_width * 3);
    std::vector<unsigned char> target(height * width * 3), expected(target.size());
    for (unsigned char& value : source)
        value = rand() % 256;

    unsigned char* d_source;
    unsigned char* d_target;
    CHECK(cudaMalloc(&d_source, source.size() * sizeof(unsigned char)));
    CHECK(cudaMalloc(&d_target, target.size() * sizeof(unsigned char)));
    CHECK(cudaMemcpy(d_source, source.data(), source.size() * sizeof(unsigned char),
                     cudaMemcpyHostToDevice));

    dim3 block(32, 8);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    resize_bilinear<<<grid, block>>>(d_source, d_target, old_height, old_width, height, width);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(target.data(), d_target, target.size() * sizeof(unsigned char),
                     cudaMemcpyDeviceToHost));

    // the same on the CPU
    auto position = [](int index, int old_size, int new_size) {  // in 1/256 of an old pixel
        return fmax(((2 * index + 1) * old_size * 128) / new_size - 128, 0);
    };
    for (int row = 0; row < height; row++)
        for (int col = 0; col < width; col++) {
            double v = position(row, old_height, height) / 256;
            double u = position(col, old_width, width) / 256;
            int top = v, left = u;
            int bottom = top + 1 < old_height ? top + 1 : top;
            int far = left + 1 < old_width ? left + 1 : left;
            for (int c = 0; c < 3; c++) {
                auto pixel = [&](int i, int j) { return source[(i * old_width + j) * 3 + c]; };
                double upper = pixel(top, left) * (1 - u + left) + pixel(top, far) * (u - left);
                double lower =
                    pixel(bottom, left) * (1 - u + left) + pixel(bottom, far) * (u - left);
                expected[(row * width + col) * 3 + c] =
                    floor(upper * (1 - v + top) + lower * (v - top) + 0.5);
            }
        }
    double error = largest_error(target, expected);
    bool passed = error <= 0.0;
    printf("resize_bilinear: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED",
           error, milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_source));
    CHECK(cudaFree(d_target));
    return passed ? 0 : 1;
}
