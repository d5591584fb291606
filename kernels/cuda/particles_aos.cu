// Particles, AoS: each particle moves on, and all that is known of it lies side by side.
// Twin of particles_aos.py, where
//     n = particles.shape[0]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int X = 0, Y = 1, Z = 2, VX = 3, VY = 4, VZ = 5;  // mass and charge stand in 6 and 7
constexpr int NUMBERS = 8;                                 // of a particle

__global__ void particles_aos(float* particles, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n) {  // <- if i < particles.shape[0]:
        particles[i * NUMBERS + X] += dt * particles[i * NUMBERS + VX];  // <- particles[i, X] += dt * particles[i, VX]
        particles[i * NUMBERS + Y] += dt * particles[i * NUMBERS + VY];  // <- particles[i, Y] += dt * particles[i, VY]
        particles[i * NUMBERS + Z] += dt * particles[i * NUMBERS + VZ];  // <- particles[i, Z] += dt * particles[i, VZ]
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
    const int n = 1024;
    const float dt = 0.01f;
    std::vector<float> particles(n * NUMBERS), expected;
    fill(particles);
    expected = particles;

    float* d_particles;
    size_t bytes = n * NUMBERS * sizeof(float);
    CHECK(cudaMalloc(&d_particles, bytes));
    CHECK(cudaMemcpy(d_particles, particles.data(), bytes, cudaMemcpyHostToDevice));

    dim3 block(256);
    dim3 grid((n + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    particles_aos<<<grid, block>>>(d_particles, dt, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(particles.data(), d_particles, bytes, cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int i = 0; i < n; i++)
        for (int k = X; k <= Z; k++)
            expected[i * NUMBERS + k] += dt * expected[i * NUMBERS + k + 3];
    double error = largest_error(particles, expected);
    bool passed = error <= 1e-5;
    printf("particles_aos: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_particles));
    return passed ? 0 : 1;
}
