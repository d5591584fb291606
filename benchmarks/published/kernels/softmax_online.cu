extern "C" __global__ void softmax_online(const float* a, float* b, int m, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x; //@19
    if (row < m) { //@20
        float most = __int_as_float(0xff800000); // minus infinity //@21
        float total = 0.0f; //@22
        for (int col = 0; col < n; col++) { //@23
            float value = a[row * n + col]; //@24
            if (value > most) { //@25
                total = total * expf(most - value); //@26
                most = value; //@27
            }
            total += expf(value - most); //@28
        }
        for (int col = 0; col < n; col++) //@29
            b[row * n + col] = expf(a[row * n + col] - most) / total; //@30
    }
}
