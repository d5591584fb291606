// Neighbours are averaged again and again; the whole grid waits between two rounds.
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: b = zeros(n)
// gpuviz: rounds = 4
// gpuviz: threads = n
// gpuviz: block = 64
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void smooth(float* a, float* b, int rounds, int n)
{
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank();
    for (int round = 0; round < rounds; round++) {
        float* from = round % 2 == 0 ? a : b;
        float* to = round % 2 == 0 ? b : a;
        int left = max(i - 1, 0), right = min(i + 1, n - 1);
        to[i] = (from[left] + from[i] + from[right]) / 3;
        grid.sync();
    }
}
