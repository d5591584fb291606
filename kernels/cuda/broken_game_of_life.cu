// Game of life, broken: cells decide one after the other what all should decide at once.
// Twin of broken_game_of_life.py, where
//     rows = cells.shape[0]
//     columns = cells.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void broken_game_of_life(int* cells, int rows, int columns)  // <- rows, columns = cells.shape
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // <- col, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- col, row = cuda.grid(2)
    if (row < rows && col < columns) {  // <- if row < rows and col < columns:
        int alive = 0;  // <- alive = 0
        for (int i = -1; i < 2; i++)  // <- for i in range(-1, 2):
            for (int j = -1; j < 2; j++)  // <- for j in range(-1, 2):
                if (i != 0 || j != 0)  // <- if i != 0 or j != 0:
                    alive += cells[(row + i + rows) % rows * columns  // <- alive += cells[(row + i) % rows, (col + j) % columns]
                                   + (col + j + columns) % columns];  // <- alive += cells[(row + i) % rows, (col + j) % columns]
        bool lives = alive == 3 || (alive == 2 && cells[row * columns + col] == 1);  // <- cells[row, col] = 1 if alive == 3 or (alive == 2 and cells[row, col] == 1) else 0
        cells[row * columns + col] = lives ? 1 : 0;  // <- cells[row, col] = 1 if alive == 3 or (alive == 2 and cells[row, col] == 1) else 0
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
    const int rows = 32, columns = 48;
    std::vector<int> cells(rows * columns), expected(rows * columns);
    for (int& cell : cells)
        cell = rand() % 4 == 0;  // one in four is alive
    std::vector<int> before = cells;

    int* d_cells;
    CHECK(cudaMalloc(&d_cells, rows * columns * sizeof(int)));
    CHECK(cudaMemcpy(d_cells, cells.data(), rows * columns * sizeof(int), cudaMemcpyHostToDevice));

    dim3 block(16, 16);
    dim3 grid((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    broken_game_of_life<<<grid, block>>>(d_cells, rows, columns);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(cells.data(), d_cells, rows * columns * sizeof(int), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int row = 0; row < rows; row++)
        for (int col = 0; col < columns; col++) {
            int alive = -before[row * columns + col];
            for (int i = rows - 1; i <= rows + 1; i++)
                for (int j = columns - 1; j <= columns + 1; j++)
                    alive += before[(row + i) % rows * columns + (col + j) % columns];
            bool lives = alive == 3 || (alive == 2 && before[row * columns + col] == 1);
            expected[row * columns + col] = lives ? 1 : 0;
        }
    double error = largest_error(cells, expected);
    bool passed = error <= 0.0;
    printf("broken_game_of_life: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED",
           error, milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_cells));
    return passed ? 0 : 1;
}
