extern "C" __global__ void mad_i32(int* data)
{
    int n = blockIdx.x * blockDim.x + threadIdx.x; //@3
    int x = n; //@4
    int y = threadIdx.x; //@5
    for (int i = 0; i < 512; i++) { //@6
        x = y * x + y; //@7
        y = x * y + x; //@8
    }
    data[n] = y; //@9
}
