// gpuviz: n = 100
// gpuviz: points = random(n)
// gpuviz: lengths = zeros(n)
// gpuviz: threads = n
struct Point { float x, y, z; };
__device__ __forceinline__ float length(const Point& p)
{
    return sqrtf(p.x * p.x + p.y * p.y + p.z * p.z);
}
__global__ void lengths_of(const Point* points, float* lengths, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        lengths[i] = length(points[i]);
}
