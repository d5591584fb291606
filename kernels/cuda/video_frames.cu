// Video frames: each frame of a stream is made smaller, normalised and searched for edges in time.
// Twin of video_frames.py.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int ONE = 256;
constexpr float BYTE = 1.0f / 255.0f;

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

__global__ void conv2d(const float* x, const float* weights, const float* bias, float* y,
                       int batch, int channels, int filters, int in_height, int in_width,
                       int filter_height, int filter_width, int height, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // <- col, row, feature_map = cuda.grid(3)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- col, row, feature_map = cuda.grid(3)
    int feature_map = blockIdx.z * blockDim.z + threadIdx.z;  // <- col, row, feature_map = cuda.grid(3)
    int sample = feature_map / filters;  // <- sample = feature_map // y.shape[1]
    int number = feature_map % filters;  // of the filter  // <- number = feature_map % y.shape[1]
    if (sample < batch && row < height && col < width) {  // <- if sample < y.shape[0] and row < y.shape[2] and col < y.shape[3]:
        float total = bias[number];  // <- total = bias[number]
        for (int channel = 0; channel < channels; channel++)  // <- for channel in range(x.shape[1]):
            for (int i = 0; i < filter_height; i++)  // <- for i in range(weights.shape[2]):
                for (int j = 0; j < filter_width; j++) {  // <- for j in range(weights.shape[3]):
                    int filter_row = (number * channels + channel) * filter_height + i;  // <- total += weights[number, channel, i, j] * x[sample, channel, row + i, col + j]
                    int x_row = (sample * channels + channel) * in_height + row + i;  // <- total += weights[number, channel, i, j] * x[sample, channel, row + i, col + j]
                    total += weights[filter_row * filter_width + j] * x[x_row * in_width + col + j];  // <- total += weights[number, channel, i, j] * x[sample, channel, row + i, col + j]
                }
        y[((sample * filters + number) * height + row) * width + col] = total;  // <- y[sample, number, row, col] = total
    }
}

__global__ void edge_strength(const float* gradients, float* edges, int height, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // <- col, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- col, row = cuda.grid(2)
    if (row < height && col < width) {  // <- if row < edges.shape[0] and col < edges.shape[1]:
        float right = gradients[row * width + col];  // <- right, down = gradients[0, 0, row, col], gradients[0, 1, row, col]
        float down = gradients[(height + row) * width + col];  // <- right, down = gradients[0, 0, row, col], gradients[0, 1, row, col]
        edges[row * width + col] = sqrtf(right * right + down * down);  // <- edges[row, col] = math.sqrt(right * right + down * down)
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

std::vector<void*> allocated;

// Device memory for `count` elements; freed at the end.
template <typename T>
T* on_device(size_t count)
{
    T* memory;
    CHECK(cudaMalloc(&memory, count * sizeof(T)));
    allocated.push_back(memory);
    return memory;
}

template <typename T>
T* to_device(const std::vector<T>& values)
{
    T* memory = on_device<T>(values.size());
    CHECK(cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return memory;
}

template <typename T>
void to_host(std::vector<T>& values, const T* memory)
{
    CHECK(cudaMemcpy(values.data(), memory, values.size() * sizeof(T), cudaMemcpyDeviceToHost));
}

constexpr int STREAMS = 2;
const dim3 BLOCK_OF_PIXELS(32, 8);

// A stream, and device memory for one frame on its way.
struct Lane {
    cudaStream_t stream;
    unsigned char *pixels, *small;
    float *numbers, *gradients, *found;
};

dim3 grid_of(int width, int height, int filters = 1)
{
    return dim3((width + 31) / 32, (height + 7) / 8, filters);
}

// Page-locked memory of the host: only such memory is copied while the host goes on.
template <typename T>
T* pinned(size_t count)
{
    T* memory;
    CHECK(cudaMallocHost(&memory, count * sizeof(T)));
    return memory;
}

// One frame on the CPU, from the camera to the strength of its edges.
void edges_on_cpu(const unsigned char* frame, int height, int width, unsigned char* small,
                  float* edges)
{
    int rows = height / 2, columns = width / 2;
    for (int i = 0; i < rows * columns * 3; i++) {  // half as large: the mean of four pixels
        int c = i % 3, col = i / 3 % columns, row = i / 3 / columns, sum = 2;
        for (int k = 0; k < 4; k++)
            sum += frame[((2 * row + k / 2) * width + 2 * col + k % 2) * 3 + c];
        small[i] = sum / 4;
    }
    auto bright = [&](int row, int col) {  // of all colours
        const unsigned char* pixel = small + (row * columns + col) * 3;
        return (pixel[0] + pixel[1] + pixel[2]) * 2 / 255.0f;
    };
    for (int row = 0; row < rows - 2; row++)
        for (int col = 0; col < columns - 2; col++) {
            float right = 0.0f, down = 0.0f;
            for (int k = 0; k < 3; k++) {
                float weight = (k == 1 ? 2 : 1) / 12.0f;
                right += weight * (bright(row + k, col + 2) - bright(row + k, col));
                down += weight * (bright(row + 2, col + k) - bright(row, col + k));
            }
            edges[row * (columns - 2) + col] = hypotf(right, down);
        }
}

int main()
{
    const int frames = 6, height = 96, width = 128, rows = height / 2, columns = width / 2;
    const int frame_bytes = height * width * 3, small_bytes = rows * columns * 3;
    const int in_rows = rows - 2, in_columns = columns - 2, edge_count = in_rows * in_columns;
    std::vector<float> mean(3, 0.5f), scale(3, 2.0f), filters(2 * 3 * 9), bias(2);
    for (int i = 0; i < 2 * 3 * 9; i++) {  // Sobel's: to the right and downwards, over all colours
        int row = i % 9 / 3, col = i % 3, across = i < 27 ? col : row, along = i < 27 ? row : col;
        filters[i] = (across - 1) * (along == 1 ? 2 : 1) / 12.0f;
    }
    unsigned char* film = pinned<unsigned char>(frames * frame_bytes);
    unsigned char* first = pinned<unsigned char>(small_bytes);
    float* edges = pinned<float>(frames * edge_count);
    for (int i = 0; i < frames * frame_bytes; i++) {  // a bright ball flies over a dark field
        int number = i / frame_bytes, col = i / 3 % width, row = i / 3 / width % height;
        bool inside = hypot(col - 20 - 15 * number, row - 48) < 12;
        film[i] = inside ? 250 - 60 * (i % 3) : 30 + 40 * row / height;
    }

    float *d_mean = to_device(mean), *d_scale = to_device(scale);
    float *d_filters = to_device(filters), *d_bias = to_device(bias);
    Lane lanes[STREAMS];
    for (Lane& lane : lanes) {
        CHECK(cudaStreamCreate(&lane.stream));
        lane.pixels = on_device<unsigned char>(frame_bytes);
        lane.small = on_device<unsigned char>(small_bytes);
        lane.numbers = on_device<float>(small_bytes);
        lane.gradients = on_device<float>(2 * edge_count);
        lane.found = on_device<float>(edge_count);
    }

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    for (int number = 0; number < frames; number++) {
        Lane lane = lanes[number % STREAMS];  // work in one stream is done in order
        CHECK(cudaMemcpyAsync(lane.pixels, film + number * frame_bytes, frame_bytes,
                              cudaMemcpyHostToDevice, lane.stream));
        resize_bilinear<<<grid_of(columns, rows), BLOCK_OF_PIXELS, 0, lane.stream>>>(
            lane.pixels, lane.small, height, width, rows, columns);
        CHECK(cudaGetLastError());  // was the launch accepted?
        normalize_image<<<grid_of(columns, rows), BLOCK_OF_PIXELS, 0, lane.stream>>>(
            lane.small, d_mean, d_scale, lane.numbers, rows, columns);
        CHECK(cudaGetLastError());
        conv2d<<<grid_of(in_columns, in_rows, 2), BLOCK_OF_PIXELS, 0, lane.stream>>>(
            lane.numbers, d_filters, d_bias, lane.gradients, 1, 3, 2, rows, columns, 3, 3, in_rows,
            in_columns);
        CHECK(cudaGetLastError());
        edge_strength<<<grid_of(in_columns, in_rows), BLOCK_OF_PIXELS, 0, lane.stream>>>(
            lane.gradients, lane.found, in_rows, in_columns);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(edges + number * edge_count, lane.found, edge_count * sizeof(float),
                              cudaMemcpyDeviceToHost, lane.stream));
        if (number == 0)
            CHECK(cudaMemcpyAsync(first, lane.small, small_bytes, cudaMemcpyDeviceToHost,
                                  lane.stream));
    }
    CHECK(cudaDeviceSynchronize());  // wait for all streams
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    // the same on the CPU
    std::vector<unsigned char> small(small_bytes), expected_first(small_bytes);
    std::vector<float> expected(frames * edge_count);
    for (int number = 0; number < frames; number++) {
        edges_on_cpu(film + number * frame_bytes, height, width, small.data(),
                     expected.data() + number * edge_count);
        if (number == 0)
            expected_first = small;
    }
    std::vector<float> found(edges, edges + frames * edge_count);
    std::vector<unsigned char> found_first(first, first + small_bytes);
    CHECK(cudaFreeHost(film));
    CHECK(cudaFreeHost(first));
    CHECK(cudaFreeHost(edges));
    for (Lane& lane : lanes)
        CHECK(cudaStreamDestroy(lane.stream));
    double error = largest_error(found, expected);
    error = fmax(error, largest_error(found_first, expected_first));
    bool passed = error <= 1e-4;
    printf("video_frames: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
