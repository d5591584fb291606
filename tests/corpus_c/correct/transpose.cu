// gpuviz: rows = 48
// gpuviz: columns = 80
// gpuviz: a = random(rows, columns)
// gpuviz: b = zeros(columns, rows)
// gpuviz: threads = (columns + 31) / 32 * 32, (rows + 31) / 32 * 8
// gpuviz: block = 32, 8
const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;
__global__ void transpose(const float* a, float* b, int rows, int columns)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < columns && y + j < rows)
            tile[threadIdx.y + j][threadIdx.x] = a[(y + j) * columns + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < rows && y + j < columns)
            b[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}
