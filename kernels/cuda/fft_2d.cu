// FFT in two dimensions: which waves is a picture made of? First along the rows, then the columns.
// Twin of fft_2d.py.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int LARGEST = 1024;  // numbers of a row or column
constexpr float MINUS_TWO_PI = -6.28318530717958647692f;

// The bits of a place among n, a power of two, in the opposite order.
__device__ int bits_reversed(int i, int n)
{
    int turned = 0;  // <- turned = 0
    int left = n;  // <- left = n
    while (left > 1) {  // <- while left > 1:
        turned = 2 * turned + i % 2;  // <- turned = 2 * turned + i % 2
        i /= 2;  // <- i //= 2
        left /= 2;  // <- left //= 2
    }
    return turned;  // <- return turned
}

// The steps of a transform in shared memory, whose places have their bits reversed.
__device__ void butterflies(float* re, float* im, int n)
{
    for (int run = 2; run <= n; run *= 2) {  // <- run = 2 // <- while run <= n: // <- run *= 2
        __syncthreads();  // until the step before is done  // <- cuda.syncthreads() #1
        int half = run / 2;  // <- half = run // 2
        for (int pair = threadIdx.x; pair < n / 2; pair += blockDim.x) {  // <- for pair in range(cuda.threadIdx.x, n // 2, cuda.blockDim.x):
            int k = pair % half;  // <- k = pair % half
            int i = pair / half * run + k;  // <- i = pair // half * run + k
            int j = i + half;  // <- j = i + half
            float angle = MINUS_TWO_PI * (float)k / (float)run;  // <- angle = MINUS_TWO_PI * np.float32(k) / np.float32(run)
            float c = cosf(angle);  // <- c = math.cos(angle)
            float s = sinf(angle);  // <- s = math.sin(angle)
            float turned_re = re[j] * c - im[j] * s;  // <- turned_re = re[j] * c - im[j] * s
            float turned_im = re[j] * s + im[j] * c;  // <- turned_im = re[j] * s + im[j] * c
            re[j] = re[i] - turned_re;  // <- re[j] = re[i] - turned_re
            im[j] = im[i] - turned_im;  // <- im[j] = im[i] - turned_im
            re[i] += turned_re;  // <- re[i] += turned_re
            im[i] += turned_im;  // <- im[i] += turned_im
        }
    }
    __syncthreads();  // <- cuda.syncthreads() #2
}

__global__ void fft_rows(float* real, float* imaginary, int n)
{
    __shared__ float re[LARGEST];  // <- re = cuda.shared.array(LARGEST, np.float32)
    __shared__ float im[LARGEST];  // <- im = cuda.shared.array(LARGEST, np.float32)
    int row = blockIdx.x;  // <- row = cuda.blockIdx.x // <- n = real.shape[1]
    for (int i = threadIdx.x; i < n; i += blockDim.x) {  // <- for i in range(cuda.threadIdx.x, n, cuda.blockDim.x): #1
        int place = bits_reversed(i, n);  // <- place = bits_reversed(i, n)
        re[place] = real[row * n + i];  // <- re[place] = real[row, i]
        im[place] = imaginary[row * n + i];  // <- im[place] = imaginary[row, i]
    }
    butterflies(re, im, n);  // <- butterflies(re, im, n)
    for (int i = threadIdx.x; i < n; i += blockDim.x) {  // <- for i in range(cuda.threadIdx.x, n, cuda.blockDim.x): #2
        real[row * n + i] = re[i];  // <- real[row, i] = re[i]
        imaginary[row * n + i] = im[i];  // <- imaginary[row, i] = im[i]
    }
}

__global__ void fft_columns(float* real, float* imaginary, int n, int width)
{
    __shared__ float re[LARGEST];  // <- re = cuda.shared.array(LARGEST, np.float32)
    __shared__ float im[LARGEST];  // <- im = cuda.shared.array(LARGEST, np.float32)
    int column = blockIdx.x;  // <- column = cuda.blockIdx.x // <- n = real.shape[0]
    for (int i = threadIdx.x; i < n; i += blockDim.x) {  // <- for i in range(cuda.threadIdx.x, n, cuda.blockDim.x): #1
        int place = bits_reversed(i, n);  // <- place = bits_reversed(i, n)
        re[place] = real[i * width + column];  // <- re[place] = real[i, column]
        im[place] = imaginary[i * width + column];  // <- im[place] = imaginary[i, column]
    }
    butterflies(re, im, n);  // <- butterflies(re, im, n)
    for (int i = threadIdx.x; i < n; i += blockDim.x) {  // <- for i in range(cuda.threadIdx.x, n, cuda.blockDim.x): #2
        real[i * width + column] = re[i];  // <- real[i, column] = re[i]
        imaginary[i * width + column] = im[i];  // <- imaginary[i, column] = im[i]
    }
}

// How strong each wave is, from 0 to 1 in logarithms; the constant one in the middle.
__global__ void magnitude(const float* real, const float* imaginary, float* spectrum, int height,  // <- height, width = spectrum.shape
                          int width)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;  // <- column, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- column, row = cuda.grid(2)
    if (row < height && column < width) {  // <- if row < height and column < width:
        float a = real[row * width + column];  // <- a = real[row, column]
        float b = imaginary[row * width + column];  // <- b = imaginary[row, column]
        float strength = logf(1.0f + sqrtf(a * a + b * b));  // <- strength = math.log(np.float32(1) + math.sqrt(a * a + b * b))
        float most = logf((float)(1 + height * width));  // <- most = math.log(np.float32(1 + height * width))
        int down = (row + height / 2) % height, right = (column + width / 2) % width;
        spectrum[down * width + right] = strength / most;  // <- spectrum[(row + height // 2) % height, (column + width // 2) % width] = strength / most
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

constexpr int THREADS_OF_A_LINE = 32;
const dim3 TILE(16, 16);

int main()
{
    const int height = 64, width = 64, n = height * width;  // powers of two
    std::vector<float> picture(n), zeros(n), real(n), imaginary(n), spectrum(n);
    std::vector<float> expected_real(n), expected_imaginary(n), expected(n);
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++)  // two sets of stripes
            picture[row * width + column] =
                0.5f + 0.2f * cosf(0.9f * row + 0.4f * column) + 0.2f * cosf(0.3f * row - column);

    float *d_real = to_device(picture), *d_imaginary = to_device(zeros);
    float* found = on_device<float>(n);

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    fft_rows<<<height, THREADS_OF_A_LINE>>>(d_real, d_imaginary, width);
    CHECK(cudaGetLastError());  // was the launch accepted?
    fft_columns<<<width, THREADS_OF_A_LINE>>>(d_real, d_imaginary, height, width);
    CHECK(cudaGetLastError());
    dim3 grid((width + TILE.x - 1) / TILE.x, (height + TILE.y - 1) / TILE.y);
    magnitude<<<grid, TILE>>>(d_real, d_imaginary, found, height, width);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    to_host(real, d_real);
    to_host(imaginary, d_imaginary);
    to_host(spectrum, found);

    // the same on the CPU, from what a transform is: first along the rows, then the columns
    const double turn = -2 * 3.14159265358979323846;
    std::vector<double> re(n), im(n);
    for (int row = 0; row < height; row++)
        for (int v = 0; v < width; v++)
            for (int i = 0; i < width; i++) {
                double angle = turn * (v * i % width) / width;
                re[row * width + v] += picture[row * width + i] * cos(angle);
                im[row * width + v] += picture[row * width + i] * sin(angle);
            }
    for (int u = 0; u < height; u++)
        for (int v = 0; v < width; v++) {
            double a = 0.0, b = 0.0;
            for (int i = 0; i < height; i++) {
                double angle = turn * (u * i % height) / height;
                a += re[i * width + v] * cos(angle) - im[i * width + v] * sin(angle);
                b += re[i * width + v] * sin(angle) + im[i * width + v] * cos(angle);
            }
            int down = (u + height / 2) % height, right = (v + width / 2) % width;
            expected_real[u * width + v] = a;
            expected_imaginary[u * width + v] = b;
            expected[down * width + right] = log(1 + sqrt(a * a + b * b)) / log(1.0 + n);
        }
    double error = fmax(largest_error(spectrum, expected),
                        fmax(largest_error(real, expected_real),
                             largest_error(imaginary, expected_imaginary)));
    bool passed = error <= 1e-3;
    printf("fft_2d: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
