// An exclusive scan up and down a tree (Blelloch), with padding against bank conflicts.
// gpuviz: n = 256
// gpuviz: x = random(n)
// gpuviz: y = zeros(n)
// gpuviz: threads = n / 2
// gpuviz: block = 128
#define PADDED(i) ((i) + ((i) >> 5))

__global__ void prescan(const int* x, int* y, int n)
{
    __shared__ int tree[PADDED(256)];
    int t = threadIdx.x, step = 1;
    tree[PADDED(t)] = x[t];
    tree[PADDED(t + n / 2)] = x[t + n / 2];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            tree[PADDED(step * (2 * t + 2) - 1)] += tree[PADDED(step * (2 * t + 1) - 1)];
        step *= 2;
    }
    if (t == 0)
        tree[PADDED(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        step >>= 1;
        __syncthreads();
        if (t < d) {
            int left = PADDED(step * (2 * t + 1) - 1), right = PADDED(step * (2 * t + 2) - 1);
            int kept = tree[left];
            tree[left] = tree[right];
            tree[right] += kept;
        }
    }
    __syncthreads();
    y[t] = tree[PADDED(t)];
    y[t + n / 2] = tree[PADDED(t + n / 2)];
}
