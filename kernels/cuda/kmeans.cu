// k-means: a picture is painted with few colours, and learns which ones suit it best.
// Twin of kmeans.py.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int COLOURS = 3;  // red, green, blue
constexpr int FARTHEST = COLOURS * 255 * 255 + 1;

__device__ int nearest_centre(const unsigned char* pixels, int i, const int* centres, int k)
{
    int nearest = 0, least = FARTHEST;  // <- nearest, least = 0, FARTHEST
    for (int centre = 0; centre < k; centre++) {  // <- for centre in range(centres.shape[0]):
        int distance = 0;  // <- distance = 0
        for (int colour = 0; colour < COLOURS; colour++) {  // <- for colour in range(COLOURS):
            int difference = pixels[i * COLOURS + colour] - centres[centre * COLOURS + colour];  // <- difference = np.int32(pixels[i, colour]) - centres[centre, colour]
            distance += difference * difference;  // <- distance += difference * difference
        }
        if (distance < least) {  // <- if distance < least:
            nearest = centre;  // <- nearest, least = centre, distance
            least = distance;  // <- nearest, least = centre, distance
        }
    }
    return nearest;  // <- return nearest
}

// Each pixel goes to its nearest centre, and is added to what the centre has.
__global__ void assign(const unsigned char* pixels, const int* centres, int* labels, int* sums,
                       int* counts, int* changed, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n) {  // <- if i < labels.size:
        int centre = nearest_centre(pixels, i, centres, k);  // <- centre = nearest_centre(pixels, i, centres)
        if (centre != labels[i]) {  // <- if centre != labels[i]:
            labels[i] = centre;  // <- labels[i] = centre
            atomicAdd(changed, 1);  // <- cuda.atomic.add(changed, 0, 1)
        }
        for (int colour = 0; colour < COLOURS; colour++)  // <- for colour in range(COLOURS):
            atomicAdd(&sums[centre * COLOURS + colour], (int)pixels[i * COLOURS + colour]);  // <- cuda.atomic.add(sums, (centre, colour), np.int32(pixels[i, colour]))
        atomicAdd(&counts[centre], 1);  // <- cuda.atomic.add(counts, centre, 1)
    }
}

// Each centre becomes the mean of its pixels; sums and counts are 0 for the next round.
__global__ void move(int* sums, int* counts, int* centres, int k)
{
    int centre = blockIdx.x * blockDim.x + threadIdx.x;  // <- centre = cuda.grid(1)
    if (centre < k) {  // <- if centre < counts.size:
        int count = counts[centre];  // <- count = counts[centre]
        for (int colour = 0; colour < COLOURS; colour++) {  // <- for colour in range(COLOURS):
            int place = centre * COLOURS + colour;
            if (count > 0)  // <- if count > 0:
                centres[place] = (sums[place] + count / 2) / count;  // <- centres[centre, colour] = (sums[centre, colour] + count // 2) // count
            sums[place] = 0;  // <- sums[centre, colour] = 0
        }
        counts[centre] = 0;  // <- counts[centre] = 0
    }
}

__global__ void paint(const int* labels, const int* centres, unsigned char* painted, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n)  // <- if i < labels.size:
        for (int colour = 0; colour < COLOURS; colour++)  // <- for colour in range(COLOURS):
            painted[i * COLOURS + colour] = centres[labels[i] * COLOURS + colour];  // <- painted[i, colour] = centres[labels[i], colour]
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

constexpr int LINE = 128;

// The number of LINE-sized blocks that covers n elements.
int lines(int n)
{
    return (n + LINE - 1) / LINE;
}

int main()
{
    const int n = 48 * 64, k = 8, rounds = 6;
    std::vector<unsigned char> pixels(n * COLOURS), painted(n * COLOURS), expected(n * COLOURS);
    std::vector<int> centres(k * COLOURS), changed(rounds);
    for (int i = 0; i < n * COLOURS; i++)  // light above, dark below, and some noise
        pixels[i] = 230 - 200 * (i / COLOURS) / n * (1 + i % COLOURS) / COLOURS + rand() % 25;
    for (int centre = 0; centre < k; centre++) {
        int i = rand() % n;
        for (int colour = 0; colour < COLOURS; colour++)
            centres[centre * COLOURS + colour] = pixels[i * COLOURS + colour];
    }

    unsigned char *points = to_device(pixels), *picture = on_device<unsigned char>(n * COLOURS);
    int *means = to_device(centres), *labels = to_device(std::vector<int>(n, -1));
    int *sums = to_device(std::vector<int>(k * COLOURS)), *counts = to_device(std::vector<int>(k));
    int* moved = to_device(changed);

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    for (int number = 0; number < rounds; number++) {
        assign<<<lines(n), LINE>>>(points, means, labels, sums, counts, moved + number, n, k);
        CHECK(cudaGetLastError());  // was the launch accepted?
        move<<<lines(k), LINE>>>(sums, counts, means, k);
        CHECK(cudaGetLastError());
        paint<<<lines(n), LINE>>>(labels, means, picture, n);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    to_host(painted, picture);

    // the same on the CPU
    std::vector<int> own(n);
    for (int number = 0; number < rounds; number++) {
        std::vector<int> total(k * COLOURS), count(k);
        for (int i = 0; i < n; i++) {
            int least = FARTHEST;
            for (int centre = 0; centre < k; centre++) {
                int distance = 0;
                for (int colour = 0; colour < COLOURS; colour++) {
                    int far = pixels[i * COLOURS + colour] - centres[centre * COLOURS + colour];
                    distance += far * far;
                }
                if (distance < least) {
                    least = distance;
                    own[i] = centre;
                }
            }
            count[own[i]]++;
            for (int colour = 0; colour < COLOURS; colour++)
                total[own[i] * COLOURS + colour] += pixels[i * COLOURS + colour];
        }
        for (int i = 0; i < k * COLOURS; i++)
            if (count[i / COLOURS] > 0)
                centres[i] = (total[i] + count[i / COLOURS] / 2) / count[i / COLOURS];
    }
    for (int i = 0; i < n * COLOURS; i++)
        expected[i] = centres[own[i / COLOURS] * COLOURS + i % COLOURS];
    double error = largest_error(painted, expected);
    bool passed = error <= 0.0;
    printf("kmeans: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
