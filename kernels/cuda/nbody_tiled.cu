// N-body, tiled: what all stars pull at each of them, with tiles of stars in shared memory.
// Twin of nbody_tiled.py, where
//     n = x.size

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int TILE = 256;
constexpr float SOFTENING = 0.01f;  // e squared

__global__ void nbody_tiled(const float* x, const float* y, const float* z, const float* mass,
                            float* ax, float* ay, float* az, int n)
{
    __shared__ float tile_x[TILE];  // <- tile_x = cuda.shared.array(TILE, np.float32)
    __shared__ float tile_y[TILE];  // <- tile_y = cuda.shared.array(TILE, np.float32)
    __shared__ float tile_z[TILE];  // <- tile_z = cuda.shared.array(TILE, np.float32)
    __shared__ float tile_mass[TILE];  // <- tile_mass = cuda.shared.array(TILE, np.float32)
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    float own_x = i < n ? x[i] : 0.0f;  // <- own_x = x[i] if i < x.size else ZERO
    float own_y = i < n ? y[i] : 0.0f;  // <- own_y = y[i] if i < x.size else ZERO
    float own_z = i < n ? z[i] : 0.0f;  // <- own_z = z[i] if i < x.size else ZERO
    float sum_x = 0.0f;  // <- sum_x = ZERO
    float sum_y = 0.0f;  // <- sum_y = ZERO
    float sum_z = 0.0f;  // <- sum_z = ZERO
    for (int first = 0; first < n; first += blockDim.x) {  // <- for first in range(0, x.size, cuda.blockDim.x):
        int k = first + t;  // <- k = first + t
        tile_x[t] = k < n ? x[k] : 0.0f;  // <- tile_x[t] = x[k] if k < x.size else ZERO
        tile_y[t] = k < n ? y[k] : 0.0f;  // <- tile_y[t] = y[k] if k < x.size else ZERO
        tile_z[t] = k < n ? z[k] : 0.0f;  // <- tile_z[t] = z[k] if k < x.size else ZERO
        tile_mass[t] = k < n ? mass[k] : 0.0f;  // nobody pulls there  // <- tile_mass[t] = mass[k] if k < x.size else ZERO
        __syncthreads();  // the tile is there  // <- cuda.syncthreads() #1
        for (int j = 0; j < blockDim.x; j++) {  // <- for j in range(cuda.blockDim.x):
            float dx = tile_x[j] - own_x;  // <- dx = tile_x[j] - own_x
            float dy = tile_y[j] - own_y;  // <- dy = tile_y[j] - own_y
            float dz = tile_z[j] - own_z;  // <- dz = tile_z[j] - own_z
            float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + SOFTENING);  // <- inverse = ONE / math.sqrt(dx * dx + dy * dy + dz * dz + SOFTENING)
            float pull = tile_mass[j] * inverse * inverse * inverse;  // <- pull = tile_mass[j] * inverse * inverse * inverse
            sum_x += pull * dx;  // <- sum_x += pull * dx
            sum_y += pull * dy;  // <- sum_y += pull * dy
            sum_z += pull * dz;  // <- sum_z += pull * dz
        }
        __syncthreads();  // all are done with the tile  // <- cuda.syncthreads() #2
    }
    if (i < n) {  // <- if i < x.size:
        ax[i] = sum_x;  // <- ax[i] = sum_x
        ay[i] = sum_y;  // <- ay[i] = sum_y
        az[i] = sum_z;  // <- az[i] = sum_z
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
    const int n = 256;
    std::vector<float> x(n), y(n), z(n), mass(n), ax(n), ay(n), az(n);
    for (std::vector<float>* place : {&x, &y, &z})
        fill(*place, -2.0f, 2.0f);
    fill(mass, 0.5f / n, 1.5f / n);
    std::vector<float> expected_x(n), expected_y(n), expected_z(n);

    float* d_x;
    float* d_y;
    float* d_z;
    float* d_mass;
    float* d_ax;
    float* d_ay;
    float* d_az;
    CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    CHECK(cudaMalloc(&d_y, n * sizeof(float)));
    CHECK(cudaMalloc(&d_z, n * sizeof(float)));
    CHECK(cudaMalloc(&d_mass, n * sizeof(float)));
    CHECK(cudaMalloc(&d_ax, n * sizeof(float)));
    CHECK(cudaMalloc(&d_ay, n * sizeof(float)));
    CHECK(cudaMalloc(&d_az, n * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_z, z.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_mass, mass.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(64);
    dim3 grid((n + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    nbody_tiled<<<grid, block>>>(d_x, d_y, d_z, d_mass, d_ax, d_ay, d_az, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(ax.data(), d_ax, n * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(ay.data(), d_ay, n * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(az.data(), d_az, n * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int i = 0; i < n; i++) {
        double sum_x = 0.0, sum_y = 0.0, sum_z = 0.0;
        for (int j = 0; j < n; j++) {
            double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
            double pull = mass[j] / pow(dx * dx + dy * dy + dz * dz + SOFTENING, 1.5);
            sum_x += pull * dx;
            sum_y += pull * dy;
            sum_z += pull * dz;
        }
        expected_x[i] = sum_x;
        expected_y[i] = sum_y;
        expected_z[i] = sum_z;
    }
    double error = largest_error(ax, expected_x);
    error = fmax(error, largest_error(ay, expected_y));
    error = fmax(error, largest_error(az, expected_z));
    bool passed = error <= 1e-4;
    printf("nbody_tiled: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    CHECK(cudaFree(d_z));
    CHECK(cudaFree(d_mass));
    CHECK(cudaFree(d_ax));
    CHECK(cudaFree(d_ay));
    CHECK(cudaFree(d_az));
    return passed ? 0 : 1;
}
