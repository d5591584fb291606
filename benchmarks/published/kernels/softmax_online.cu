extern "C" __global__ void softmax_online(const float* a, float* b, int m, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x; //@3
    if (row < m) { //@4
        float most = __int_as_float(0xff800000); // minus infinity //@5
        float total = 0.0f; //@6
        for (int col = 0; col < n; col++) { //@7
            float value = a[row * n + col]; //@8
            if (value > most) { //@9
                total = total * expf(most - value); //@10
                most = value; //@11
            }
            total += expf(value - most); //@12
        }
        for (int col = 0; col < n; col++) //@13
            b[row * n + col] = expf(a[row * n + col] - most) / total; //@14
    }
}
