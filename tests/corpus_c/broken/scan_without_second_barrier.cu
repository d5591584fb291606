// expected: race
// gpuviz: n = 128
// gpuviz: x = random(n)
// gpuviz: threads = n
// gpuviz: block = 128
__global__ void scan(int* x, int n)
{
    __shared__ int room[128];
    int t = threadIdx.x;
    room[t] = x[t];
    __syncthreads();
    for (int step = 1; step < n; step *= 2) {
        int before = t >= step ? room[t - step] : 0; // <- read
        __syncthreads();
        room[t] += before; // <- write: the next round reads it
    }
    x[t] = room[t];
}
