// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 64
namespace math {
template <typename T> __device__ T clamp(T x, T low, T high) { return min(max(x, low), high); }
__device__ constexpr int square(int x) { return x * x; }
}
__global__ void k(const float* a, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = math::clamp<float>(a[i] * math::square(2), 0.0f, 1.0f);
}
