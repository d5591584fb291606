// The sum of each block by a function that takes any group.
// gpuviz: n = 500
// gpuviz: x = random(n)
// gpuviz: sums = zeros(8)
// gpuviz: threads = n
// gpuviz: block = 64
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int sum_of(cg::thread_group group, int* room, int value)
{
    int rank = group.thread_rank();
    for (int half = group.size() / 2; half > 0; half /= 2) {
        room[rank] = value;
        group.sync();
        if (rank < half)
            value += room[rank + half];
        group.sync();
    }
    return value;
}

__global__ void block_sums(const int* x, int* sums, int n)
{
    __shared__ int room[64];
    cg::thread_block block = cg::this_thread_block();
    int i = blockIdx.x * block.size() + block.thread_rank();
    int total = sum_of(block, room, i < n ? x[i] : 0);
    if (block.thread_rank() == 0)
        sums[block.group_index().x] = total;
}
