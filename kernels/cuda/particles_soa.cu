// Particles, SoA: each particle moves on, and each of its numbers lies in an array of its own.
// Twin of particles_soa.py, where
//     n = x.size

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void particles_soa(float* x, float* y, float* z, const float* vx, const float* vy,
                              const float* vz, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n) {  // <- if i < x.size:
        x[i] += dt * vx[i];  // <- x[i] += dt * vx[i]
        y[i] += dt * vy[i];  // <- y[i] += dt * vy[i]
        z[i] += dt * vz[i];  // <- z[i] += dt * vz[i]
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
    std::vector<float> x(n), y(n), z(n), vx(n), vy(n), vz(n);
    for (std::vector<float>* one : {&x, &y, &z, &vx, &vy, &vz})
        fill(*one);
    std::vector<float> expected_x = x, expected_y = y, expected_z = z;

    float* d_x;
    float* d_y;
    float* d_z;
    float* d_vx;
    float* d_vy;
    float* d_vz;
    CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    CHECK(cudaMalloc(&d_y, n * sizeof(float)));
    CHECK(cudaMalloc(&d_z, n * sizeof(float)));
    CHECK(cudaMalloc(&d_vx, n * sizeof(float)));
    CHECK(cudaMalloc(&d_vy, n * sizeof(float)));
    CHECK(cudaMalloc(&d_vz, n * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_z, z.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_vx, vx.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_vy, vy.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_vz, vz.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(256);
    dim3 grid((n + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    particles_soa<<<grid, block>>>(d_x, d_y, d_z, d_vx, d_vy, d_vz, dt, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(x.data(), d_x, n * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(z.data(), d_z, n * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int i = 0; i < n; i++) {
        expected_x[i] += dt * vx[i];
        expected_y[i] += dt * vy[i];
        expected_z[i] += dt * vz[i];
    }
    double error = largest_error(x, expected_x);
    error = fmax(error, largest_error(y, expected_y));
    error = fmax(error, largest_error(z, expected_z));
    bool passed = error <= 1e-5;
    printf("particles_soa: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    CHECK(cudaFree(d_z));
    CHECK(cudaFree(d_vx));
    CHECK(cudaFree(d_vy));
    CHECK(cudaFree(d_vz));
    return passed ? 0 : 1;
}
