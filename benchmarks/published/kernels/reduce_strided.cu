#define BLOCK_SIZE 256

extern "C" __global__ void reduce_strided(const float* x, float* sums)
{
    __shared__ float part[BLOCK_SIZE];
    unsigned t = threadIdx.x; //@4
    unsigned i = blockIdx.x * blockDim.x + t; //@5
    part[t] = x[i]; //@6
    __syncthreads(); //@7
    for (unsigned s = 1; s < blockDim.x; s *= 2) { //@9
        unsigned index = 2 * s * t; //@10
        if (index < blockDim.x) //@11
            part[index] += part[index + s]; //@12
        __syncthreads(); //@13
    }
    if (t == 0) //@15
        sums[blockIdx.x] = part[0]; //@16
}
