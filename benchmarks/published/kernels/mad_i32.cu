extern "C" __global__ void mad_i32(int* data)
{
    int n = blockIdx.x * blockDim.x + threadIdx.x; //@17
    int x = n; //@18
    int y = threadIdx.x; //@19
    for (int i = 0; i < 512; i++) { //@20
        x = y * x + y; //@21
        y = x * y + x; //@22
    }
    data[n] = y; //@23
}
