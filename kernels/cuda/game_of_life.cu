// Game of life: cells are born and die by the number of their neighbours, all at the same moment.
// Twin of game_of_life.py, where
//     rows = cells.shape[0]
//     columns = cells.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void game_of_life(const int* cells, int* after, int rows, int columns)  // <- rows, columns = cells.shape
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;  // <- col, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- col, row = cuda.grid(2)
    if (row < rows && col < columns) {  // <- if row < rows and col < columns:
        int above = (row + rows - 1) % rows;  // above the first row comes the last  // <- above = row - 1
        int below = (row + 1) % rows;  // <- below = (row + 1) % rows
        int left = (col + columns - 1) % columns;  // <- left = col - 1
        int right = (col + 1) % columns;  // <- right = (col + 1) % columns
        int alive = cells[above * columns + left] + cells[above * columns + col]  // <- alive = cells[above, left] + cells[above, col] + cells[above, right]
                    + cells[above * columns + right];  // <- alive = cells[above, left] + cells[above, col] + cells[above, right]
        alive += cells[row * columns + left] + cells[row * columns + right];  // <- alive += cells[row, left] + cells[row, right]
        alive += cells[below * columns + left] + cells[below * columns + col]  // <- alive += cells[below, left] + cells[below, col] + cells[below, right]
                 + cells[below * columns + right];  // <- alive += cells[below, left] + cells[below, col] + cells[below, right]
        bool lives = alive == 3 || (alive == 2 && cells[row * columns + col] == 1);  // <- after[row, col] = 1 if alive == 3 or (alive == 2 and cells[row, col] == 1) else 0
        after[row * columns + col] = lives ? 1 : 0;  // <- after[row, col] = 1 if alive == 3 or (alive == 2 and cells[row, col] == 1) else 0
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
    std::vector<int> cells(rows * columns), after(rows * columns), expected(rows * columns);
    for (int& cell : cells)
        cell = rand() % 4 == 0;  // one in four is alive

    int* d_cells;
    int* d_after;
    CHECK(cudaMalloc(&d_cells, rows * columns * sizeof(int)));
    CHECK(cudaMalloc(&d_after, rows * columns * sizeof(int)));
    CHECK(cudaMemcpy(d_cells, cells.data(), rows * columns * sizeof(int), cudaMemcpyHostToDevice));

    dim3 block(16, 16);
    dim3 grid((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    game_of_life<<<grid, block>>>(d_cells, d_after, rows, columns);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(after.data(), d_after, rows * columns * sizeof(int), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int row = 0; row < rows; row++)
        for (int col = 0; col < columns; col++) {
            int alive = -cells[row * columns + col];
            for (int i = rows - 1; i <= rows + 1; i++)
                for (int j = columns - 1; j <= columns + 1; j++)
                    alive += cells[(row + i) % rows * columns + (col + j) % columns];
            bool lives = alive == 3 || (alive == 2 && cells[row * columns + col] == 1);
            expected[row * columns + col] = lives ? 1 : 0;
        }
    double error = largest_error(after, expected);
    bool passed = error <= 0.0;
    printf("game_of_life: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_cells));
    CHECK(cudaFree(d_after));
    return passed ? 0 : 1;
}
