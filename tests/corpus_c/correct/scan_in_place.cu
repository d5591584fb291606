// An inclusive scan in one shared array: a barrier between reads and writes of each round.
// gpuviz: n = 200
// gpuviz: x = random(n)
// gpuviz: threads = n
// gpuviz: block = 200
__global__ void scan(int* x, int n)
{
    __shared__ int room[256];
    int t = threadIdx.x;
    room[t] = x[t];
    __syncthreads();
    for (int step = 1; step < n; step *= 2) {
        int before = t >= step ? room[t - step] : 0;
        __syncthreads();
        room[t] += before;
        __syncthreads();
    }
    x[t] = room[t];
}
