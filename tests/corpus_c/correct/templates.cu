// gpuviz: n = 100
// gpuviz: x = random(n)
// gpuviz: kernel = scale<double, 3>
// gpuviz: threads = n
template <class T, int FACTOR = 2>
__global__ void scale(T* x, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = static_cast<T>(FACTOR) * x[i];
}
