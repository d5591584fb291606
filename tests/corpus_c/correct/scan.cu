// gpuviz: a = {1, 2, 3, 4, 5, 6, 7, 8}
// gpuviz: c = zeros(8)
// gpuviz: threads = 8
// gpuviz: block = 8
// gpuviz: shared = 2 * 8 * 4
__global__ void scan(const float* a, float* c)
{
    extern __shared__ float temp[];
    int n = blockDim.x, t = threadIdx.x;
    int out = 0, in = 1;
    temp[out * n + t] = a[t];
    __syncthreads();
    for (int offset = 1; offset < n; offset *= 2) {
        out = 1 - out;
        in = 1 - out;
        if (t >= offset)
            temp[out * n + t] = temp[in * n + t] + temp[in * n + t - offset];
        else
            temp[out * n + t] = temp[in * n + t];
        __syncthreads();
    }
    c[t] = temp[out * n + t];
}
