// A matrix times a vector: a warp for each row, which reads two columns at a time.
// gpuviz: rows = 24
// gpuviz: columns = 128
// gpuviz: m = random(rows, columns)
// gpuviz: v = random(columns)
// gpuviz: y = zeros(rows)
// gpuviz: threads = rows * 32
// gpuviz: block = 96
__global__ void product(const float* m, const float* v, float* y, int rows, int columns)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const float2* line = reinterpret_cast<const float2*>(m + row * columns);
    const float2* twos = reinterpret_cast<const float2*>(v);
    float sum = 0.0f;
    for (int k = lane; k < columns / 2; k += 32) {
        float2 a = line[k], b = twos[k];
        sum += a.x * b.x + a.y * b.y;
    }
    for (int step = 16; step > 0; step >>= 1)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (lane == 0)
        y[row] = sum;
}
