// Breadth-first search: how many steps is each vertex away? One launch for each step.
// Twin of bfs.py.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int UNSEEN = -1;

// The neighbours of the frontier that nobody has seen get `level`, and are the next one.
__global__ void expand(const int* row_starts, const int* neighbours, const int* frontier,
                       int count, int level, int* levels, int* following, int* found)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < count) {  // <- if i < count:
        int vertex = frontier[i];  // <- vertex = frontier[i]
        int end = row_starts[vertex + 1];  // <- for k in range(row_starts[vertex], row_starts[vertex + 1]):
        for (int k = row_starts[vertex]; k < end; k++) {  // <- for k in range(row_starts[vertex], row_starts[vertex + 1]):
            int neighbour = neighbours[k];  // <- neighbour = neighbours[k]
            if (atomicCAS(&levels[neighbour], UNSEEN, level) == UNSEEN) {  // <- if cuda.atomic.cas(levels, neighbour, UNSEEN, level) == UNSEEN:
                int place = atomicAdd(found, 1);  // <- place = cuda.atomic.add(found, 0, 1)
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

constexpr int LINE = 128;
constexpr int STATIONS = 3;
constexpr int LINES_OF_A_STATION = 40;

// A town of fields, [vertex] its neighbours: one field of four is a wall.
std::vector<std::vector<int>> town(int height, int width)
{
    std::vector<char> is_free(height * width);
    for (char& one : is_free)
        one = rand() % 4 > 0;
    is_free[0] = 1;
    std::vector<std::vector<int>> found(height * width);
    auto join = [&](int one, int other) {
        if (!is_free[one] || !is_free[other])
            return;
        found[one].push_back(other);
        found[other].push_back(one);
    };
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++) {
            int field = row * width + column;
            if (column + 1 < width)
                join(field, field + 1);
            if (row + 1 < height)
                join(field, field + width);
        }
    for (int station = 0; station < STATIONS; station++) {
        int field = rand() % (height * width);
        for (int line = 0; line < LINES_OF_A_STATION; line++)
            join(field, rand() % (height * width));
    }
    return found;
}

int main()
{
    const int height = 24, width = 32, vertices = height * width, origin = 0;
    std::vector<int> row_starts(1), neighbours;
    for (const std::vector<int>& own : town(height, width)) {
        neighbours.insert(neighbours.end(), own.begin(), own.end());
        row_starts.push_back(neighbours.size());
    }
    std::vector<int> levels(vertices, UNSEEN), expected(vertices, UNSEEN);
    levels[origin] = 0;

    int *d_row_starts = to_device(row_starts), *d_neighbours = to_device(neighbours);
    int *seen = to_device(levels), *frontier = to_device(std::vector<int>(vertices, origin));
    int *following = on_device<int>(vertices);
    int *counts = to_device(std::vector<int>(vertices + 1));  // of each level

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    int count = 1, level = 0;
    while (count > 0) {
        level++;
        int* found = counts + level;
        int blocks = (count + LINE - 1) / LINE;
        expand<<<blocks, LINE>>>(d_row_starts, d_neighbours, frontier, count, level, seen,
                                 following, found);
        CHECK(cudaGetLastError());  // was the launch accepted?
        CHECK(cudaMemcpy(&count, found, sizeof(int), cudaMemcpyDeviceToHost));  // waits for it
        std::swap(frontier, following);  // two arrays take turns
    }
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    to_host(levels, seen);

    // the same on the CPU
    std::vector<int> waiting(1, origin);
    expected[origin] = 0;
    for (size_t next = 0; next < waiting.size(); next++) {
        int vertex = waiting[next];
        for (int k = row_starts[vertex]; k < row_starts[vertex + 1]; k++)
            if (expected[neighbours[k]] == UNSEEN) {
                expected[neighbours[k]] = expected[vertex] + 1;
                waiting.push_back(neighbours[k]);
            }
    }
    double error = largest_error(levels, expected);
    bool passed = error <= 0.0;
    printf("bfs: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
