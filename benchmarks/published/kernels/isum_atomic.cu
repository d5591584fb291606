#define BLOCK_SIZE 512

extern "C" __global__ void isum_atomic(const int* x, int* sums, int n)
{
    __shared__ volatile int part[BLOCK_SIZE];
    unsigned t = threadIdx.x; //@4
    unsigned i = blockIdx.x * BLOCK_SIZE + t; //@5
    part[t] = i < n ? x[i] : 0; //@6
    __syncthreads(); //@7
    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) { //@9
        if (t < s) //@10
            part[t] += part[t + s]; //@11
        __syncthreads(); //@12
    }
    if (t < 32) { //@14
        part[t] += part[t + 32]; //@15
        part[t] += part[t + 16]; //@17
        part[t] += part[t + 8]; //@19
        part[t] += part[t + 4]; //@21
        part[t] += part[t + 2]; //@23
        part[t] += part[t + 1]; //@25
    }
    if (t == 0) //@26
        atomicAdd(sums, part[0]); //@27
}
