// BFS, broken: one step of a breadth-first search, and a frontier in which vertices are missing.
// Twin of broken_bfs.py, where
//     count = frontier.size

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int UNSEEN = -1;

__global__ void broken_bfs(const int* row_starts, const int* neighbours, const int* frontier,
                           int level, int* levels, int* following, int* found, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < count) {  // <- if i < frontier.size:
        int vertex = frontier[i];  // <- vertex = frontier[i]
        int end = row_starts[vertex + 1];  // <- for k in range(row_starts[vertex], row_starts[vertex + 1]):
        for (int k = row_starts[vertex]; k < end; k++) {  // <- for k in range(row_starts[vertex], row_starts[vertex + 1]):
            int neighbour = neighbours[k];  // <- neighbour = neighbours[k]
            if (atomicCAS(&levels[neighbour], UNSEEN, level) == UNSEEN) {  // <- if cuda.atomic.cas(levels, neighbour, UNSEEN, level) == UNSEEN:
                int place = found[0];  // <- place = found[0]
                found[0] = place + 1;  // <- found[0] = place + 1
                following[place] = neighbour;  // <- following[place] = neighbour
            }
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

int main()
{
    const int vertices = 500, edges = 4, every = 8, count = (vertices + every - 1) / every;
    std::vector<int> row_starts(vertices + 1), neighbours(vertices * edges), frontier(count);
    std::vector<int> levels(vertices, UNSEEN), found(1), expected(1);
    for (int vertex = 0; vertex <= vertices; vertex++)
        row_starts[vertex] = vertex * edges;
    for (int& neighbour : neighbours)
        neighbour = rand() % vertices;
    for (int i = 0; i < count; i++) {
        frontier[i] = i * every;
        levels[i * every] = 0;
    }

    int *d_row_starts = to_device(row_starts), *d_neighbours = to_device(neighbours);
    int *d_frontier = to_device(frontier), *d_levels = to_device(levels);
    int *d_following = on_device<int>(vertices), *d_found = to_device(found);

    dim3 block(32);
    dim3 grid((count + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    broken_bfs<<<grid, block>>>(d_row_starts, d_neighbours, d_frontier, 1, d_levels, d_following,
                                d_found, count);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    to_host(found, d_found);

    // the same on the CPU
    for (int vertex : frontier)
        for (int k = row_starts[vertex]; k < row_starts[vertex + 1]; k++)
            if (levels[neighbours[k]] == UNSEEN) {
                levels[neighbours[k]] = 1;
                expected[0]++;
            }
    double error = largest_error(found, expected);
    bool passed = error <= 0.0;
    printf("broken_bfs: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
