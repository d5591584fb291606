// One way: even elements are doubled, odd ones tripled.
// Twin of start.py, where
//     n = x.size

__global__ void one_way(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if (i % 2 == 0)
            y[i] = 2 * x[i];
        else
            y[i] = 3 * x[i];
    }
}
