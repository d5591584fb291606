// Mirror: the last element of x becomes the first of y.
// Twin of start.py, where
//     n = x.size

__global__ void mirror(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i];  // Which element of x belongs here?
}
