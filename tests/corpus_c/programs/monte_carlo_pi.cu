#include <cstdio>
#include <cstdint>

// a linear congruential generator of each thread's own
__device__ __host__ inline uint32_t next(uint32_t& state)
{
    state = state * 1664525u + 1013904223u;
    return state;
}

__global__ void count_inside(unsigned long long* inside, int rounds)
{
    uint32_t state = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = 0;
    for (int i = 0; i < rounds; ++i) {
        float x = (next(state) >> 8) * (1.0f / 16777216.0f);
        float y = (next(state) >> 8) * (1.0f / 16777216.0f);
        if (x * x + y * y <= 1.0f) ++mine;
    }
    atomicAdd(inside, (unsigned long long)mine);
}

int main()
{
    unsigned long long* d_inside;
    cudaMalloc(&d_inside, sizeof(unsigned long long));
    cudaMemset(d_inside, 0, sizeof(unsigned long long));
    const int rounds = 100;
    count_inside<<<8, 128>>>(d_inside, rounds);
    unsigned long long inside;
    cudaMemcpy(&inside, d_inside, sizeof(inside), cudaMemcpyDeviceToHost);
    printf("pi is about %f\n", 4.0 * inside / (8 * 128 * rounds));
}
