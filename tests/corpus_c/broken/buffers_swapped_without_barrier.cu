// expected: race
// gpuviz: n = 256
// gpuviz: x = random(n)
// gpuviz: y = zeros(64)
// gpuviz: threads = 64
// gpuviz: block = 64
__global__ void rotate(const int* x, int* y, int n)
{
    __shared__ int room[2][64];
    int t = threadIdx.x, sum = 0;
    room[0][t] = x[t];
    __syncthreads();
    for (int tile = 0; tile < n / 64; ++tile) {
        int now = tile & 1;
        sum += room[now][63 - t]; // <- read
        if (tile + 1 < n / 64)
            room[now ^ 1][t] = x[(tile + 1) * 64 + t]; // <- write: no barrier follows
    }
    y[t] = sum;
}
