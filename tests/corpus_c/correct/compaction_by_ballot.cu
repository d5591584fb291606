// Keeps the even numbers: each warp counts its own by a ballot, and takes room for all at once.
// gpuviz: n = 300
// gpuviz: x = random(n)
// gpuviz: kept = zeros(n)
// gpuviz: count = zeros(1)
// gpuviz: threads = n
// gpuviz: block = 128
__global__ void keep_even(const int* x, int* kept, int* count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % warpSize;
    bool wanted = i < n && x[i] % 2 == 0;
    unsigned int votes = __ballot_sync(0xffffffff, wanted);
    int leader = __ffs(votes) - 1, first = 0;
    if (lane == leader)
        first = atomicAdd(count, __popc(votes));
    first = __shfl_sync(0xffffffff, first, leader < 0 ? 0 : leader);
    if (wanted)
        kept[first + __popc(votes & ((1u << lane) - 1))] = x[i];
}
