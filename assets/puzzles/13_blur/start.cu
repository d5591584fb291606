// Blur: each element becomes the sum of the nine around it; beyond the ends there is 0.
// Twin of start.py, where
//     n = x.size

constexpr int RADIUS = 4;

__global__ void blur(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float total = 0.0f;
        for (int j = max(i - RADIUS, 0); j < min(i + RADIUS + 1, n); j++)
            total += x[j];
        y[i] = total;
    }
}
