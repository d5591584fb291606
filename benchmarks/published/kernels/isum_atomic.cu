#define BLOCK_SIZE 512

extern "C" __global__ void isum_atomic(const int* x, int* sums, int n)
{
    __shared__ volatile int part[BLOCK_SIZE];
    unsigned t = threadIdx.x; //@19
    unsigned i = blockIdx.x * BLOCK_SIZE + t; //@20
    part[t] = i < n ? x[i] : 0; //@21
    __syncthreads(); //@22
    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) { //@24
        if (t < s) //@25
            part[t] += part[t + s]; //@26
        __syncthreads(); //@27
    }
    if (t < 32) { //@29
        part[t] += part[t + 32]; //@30
        part[t] += part[t + 16]; //@32
        part[t] += part[t + 8]; //@34
        part[t] += part[t + 4]; //@36
        part[t] += part[t + 2]; //@38
        part[t] += part[t + 1]; //@40
    }
    if (t == 0) //@41
        atomicAdd(sums, part[0]); //@42
}
