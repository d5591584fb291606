// expected: out-of-bounds read
// gpuviz: rows = 32
// gpuviz: columns = 48
// gpuviz: a = random(rows, columns)
// gpuviz: c = zeros(rows, columns)
// gpuviz: threads = columns, rows
// gpuviz: block = 16, 16
__global__ void copy(const float* a, float* c, int rows, int columns)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < columns && y < rows)
        c[y * columns + x] = a[(y + rows) * columns + x];  // <- here
}
