// The guard: double every element of x, and touch nothing behind its end.
// Twin of start.py, where
//     n = x.size

__global__ void guard(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // Write one line here: which threads have an element?
    y[i] = 2 * x[i];
}
