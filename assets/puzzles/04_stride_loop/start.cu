// Stride loop: more elements than threads, so each thread takes several.
// Twin of start.py, where
//     n = x.size

__global__ void stride_loop(const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int step = 1;  // How far is it to the next element of this thread?
    for (int i = first; i < n; i += step)
        y[i] = 2 * x[i];
}
