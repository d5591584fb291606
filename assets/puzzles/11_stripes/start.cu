// Stripes: each thread doubles eight elements.
// Twin of start.py, where
//     n = x.size

__global__ void stripes(const float* x, float* y, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 8; k++) {
        int i = 8 * t + k;
        if (i < n)
            y[i] = 2 * x[i];
    }
}
