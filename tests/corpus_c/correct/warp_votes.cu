// gpuviz: n = 96
// gpuviz: a = random(n)
// gpuviz: counts = zeros(3)
// gpuviz: threads = n
// gpuviz: block = 96
__global__ void count(const float* a, int* counts)
{
    unsigned ballot = __ballot_sync(0xffffffffu, a[threadIdx.x] > 0.5f);
    if ((threadIdx.x & 31) == 0)
        counts[threadIdx.x >> 5] = __popc(ballot);
}
