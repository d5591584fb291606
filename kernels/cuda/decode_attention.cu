// KV-cache decoding: a language model writes token by token, and keeps what it will need again.
// Twin of decode_attention.py.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int LARGEST_BLOCK = 1024;
#define LOWEST (-INFINITY)

__global__ void dense(const float* x, const float* weights, const float* bias, float* y, int batch,
                      int neurons, int features)
{
    int neuron = blockIdx.x * blockDim.x + threadIdx.x;  // <- neuron, sample = cuda.grid(2)
    int sample = blockIdx.y * blockDim.y + threadIdx.y;  // <- neuron, sample = cuda.grid(2)
    if (sample < batch && neuron < neurons) {  // <- if sample < y.shape[0] and neuron < y.shape[1]:
        float total = bias[neuron];  // <- total = bias[neuron]
        for (int i = 0; i < features; i++)  // <- for i in range(x.shape[1]):
            total += weights[neuron * features + i] * x[sample * features + i];  // <- total += weights[neuron, i] * x[sample, i]
        y[sample * neurons + neuron] = total;  // <- y[sample, neuron] = total
    }
}

__device__ float largest_of_block(float value, float* part)
{
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    __syncthreads();  // until nobody reads what the last fold has left  // <- cuda.syncthreads() #1
    part[t] = value;  // <- part[t] = value
    __syncthreads();  // <- cuda.syncthreads() #2
    int active = blockDim.x;  // <- active = cuda.blockDim.x
    while (active > 1) {  // <- while active > 1:
        int half = (active + 1) / 2;  // <- half = (active + 1) // 2
        if (t + half < active)  // <- if t + half < active:
            part[t] = fmaxf(part[t], part[t + half]);  // <- part[t] = max(part[t], part[t + half])
        __syncthreads();  // <- cuda.syncthreads() #3
        active = half;  // <- active = half
    }
    return part[0];  // <- return part[0]
}

__device__ float sum_of_block(float value, float* part)
{
    int t = threadIdx.x;  // <- t = cuda.threadIdx.x
    __syncthreads();  // <- cuda.syncthreads() #1
    part[t] = value;  // <- part[t] = value
    __syncthreads();  // <- cuda.syncthreads() #2
    int active = blockDim.x;  // <- active = cuda.blockDim.x
    while (active > 1) {  // <- while active > 1:
        int half = (active + 1) / 2;  // <- half = (active + 1) // 2
        if (t + half < active)  // <- if t + half < active:
            part[t] += part[t + half];  // <- part[t] += part[t + half]
        __syncthreads();  // <- cuda.syncthreads() #3
        active = half;  // <- active = half
    }
    return part[0];  // <- return part[0]
}

__global__ void softmax(const float* x, float* y, int rows, int classes)
{
    __shared__ float part[LARGEST_BLOCK];  // <- part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {  // <- for row in range(cuda.blockIdx.x, x.shape[0], cuda.gridDim.x):
        float largest = LOWEST;  // <- largest = LOWEST
        for (int i = threadIdx.x; i < classes; i += blockDim.x)  // <- for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x): #1
            largest = fmaxf(largest, x[row * classes + i]);  // <- largest = max(largest, x[row, i])
        largest = largest_of_block(largest, part);  // <- largest = largest_of_block(largest, part)
        float total = 0.0f;  // <- total = ZERO
        for (int i = threadIdx.x; i < classes; i += blockDim.x) {  // <- for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x): #2
            float e = expf(x[row * classes + i] - largest);  // <- e = math.exp(x[row, i] - largest)
            y[row * classes + i] = e;  // <- y[row, i] = e
            total += e;  // <- total += e
        }
        total = sum_of_block(total, part);  // <- total = sum_of_block(total, part)
        for (int i = threadIdx.x; i < classes; i += blockDim.x)  // <- for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x): #3
            y[row * classes + i] /= total;  // <- y[row, i] /= total
    }
}

// Keys and values of new tokens go into the cache, [text, place, column], from `first` on.
__global__ void append(const float* qkv, float* keys, float* values, int first, int rows,
                       int batch, int length, int width)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;  // <- column, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- column, row = cuda.grid(2)
    if (row < rows && column < width) {  // <- if row < qkv.shape[0] and column < keys.shape[2]:
        int count = rows / batch;  // of new tokens in each text  // <- count = qkv.shape[0] // keys.shape[0]
        int text = row / count, place = first + row % count;  // <- text, place = row // count, first + row % count
        int to = (text * length + place) * width + column;
        keys[to] = qkv[row * 3 * width + width + column];  // <- keys[text, place, column] = qkv[row, keys.shape[2] + column]
        values[to] = qkv[row * 3 * width + 2 * width + column];  // <- values[text, place, column] = qkv[row, 2 * keys.shape[2] + column]
    }
}

// How well the query of each text's new token fits the keys so far, one thread for each.
__global__ void scores(const float* qkv, const float* keys, float* fits, int batch, int seen,
                       int length, int width)
{
    int place = blockIdx.x * blockDim.x + threadIdx.x;  // <- place, text = cuda.grid(2)
    int text = blockIdx.y * blockDim.y + threadIdx.y;  // <- place, text = cuda.grid(2)
    if (text < batch && place < seen) {  // <- if text < fits.shape[0] and place < fits.shape[1]:
        float total = 0.0f;  // <- total = ZERO
        for (int i = 0; i < width; i++)  // <- for i in range(keys.shape[2]):
            total += qkv[text * 3 * width + i] * keys[(text * length + place) * width + i];  // <- total += qkv[text, i] * keys[text, place, i]
        fits[text * seen + place] = total / sqrtf((float)width);  // <- fits[text, place] = total / math.sqrt(np.float32(keys.shape[2]))
    }
}

// The values of each text with its weights, one thread for each column.
__global__ void weighted_sum(const float* shares, const float* values, float* y, int batch,
                             int seen, int length, int width)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;  // <- column, text = cuda.grid(2)
    int text = blockIdx.y * blockDim.y + threadIdx.y;  // <- column, text = cuda.grid(2)
    if (text < batch && column < width) {  // <- if text < y.shape[0] and column < y.shape[1]:
        float total = 0.0f;  // <- total = ZERO
        for (int place = 0; place < seen; place++)  // <- for place in range(shares.shape[1]):
            total += shares[text * seen + place] * values[(text * length + place) * width + column];  // <- total += shares[text, place] * values[text, place, column]
        y[text * width + column] = total;  // <- y[text, column] = total
    }
}

// ----------------------------------------------------------------------------- host

#define CHECK(call)                                                                         \
    do {                                                                                    \
        cudaError_t status = call;                                                          \
        if (status != cudaSuccess) {                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                        \
        }                                                                                   \
    } while (0)

// Random numbers from `low` up to `high`.
void fill(std::vector<float>& values, float low = 0.0f, float high = 1.0f)
{
    for (float& value : values)
        value = low + (high - low) * (rand() / (RAND_MAX + 1.0f));
}

// How far the worst element is off, measured by its size where that is above 1.
template <typename T>
double largest_error(const std::vector<T>& found, const std::vector<T>& expected)
{
    double largest = 0.0;
    for (size_t i = 0; i < expected.size(); i++) {
        double value = found[i], right = expected[i];
        if (std::isnan(value))
            return INFINITY;
        if (value != right)  // two infinities have no difference
            largest = fmax(largest, fabs(value - right) / fmax(1.0, fabs(right)));
    }
    return largest;
}

std::vector<void*> allocated;

// Device memory for `count` elements; freed at the end.
template <typename T>
T* on_device(size_t count)
{
    T* memory;
    CHECK(cudaMalloc(&memory, count * sizeof(T)));
    allocated.push_back(memory);
    return memory;
}

template <typename T>
T* to_device(const std::vector<T>& values)
{
    T* memory = on_device<T>(values.size());
    CHECK(cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return memory;
}

template <typename T>
void to_host(std::vector<T>& values, const T* memory)
{
    CHECK(cudaMemcpy(values.data(), memory, values.size() * sizeof(T), cudaMemcpyDeviceToHost));
}

const dim3 TILE(16, 16);
constexpr int LINE = 64;

// The grid of TILE-sized blocks that covers a matrix.
dim3 tiles(int columns, int rows)
{
    return dim3((columns + TILE.x - 1) / TILE.x, (rows + TILE.y - 1) / TILE.y);
}

// One token of one text on the CPU; its key and value are added to what is kept.
std::vector<float> step_on_cpu(const std::vector<float>& token, const std::vector<float>& w_qkv,
                               const std::vector<float>& b_qkv, std::vector<float>& cache)
{
    size_t width = token.size();
    std::vector<float> qkv(b_qkv);
    for (size_t row = 0; row < 3 * width; row++)
        for (size_t i = 0; i < width; i++)
            qkv[row] += w_qkv[row * width + i] * token[i];
    cache.insert(cache.end(), qkv.begin() + width, qkv.end());
    size_t seen = cache.size() / (2 * width);
    std::vector<float> mixed(width);
    std::vector<double> shares(seen);
    double largest = -INFINITY, total = 0.0;
    for (size_t place = 0; place < seen; place++) {
        for (size_t i = 0; i < width; i++)
            shares[place] += qkv[i] * cache[place * 2 * width + i] / sqrt((double)width);
        largest = fmax(largest, shares[place]);
    }
    for (double& share : shares)
        total += share = exp(share - largest);
    for (size_t place = 0; place < seen; place++)
        for (size_t i = 0; i < width; i++)
            mixed[i] += shares[place] / total * cache[place * 2 * width + width + i];
    return mixed;
}

int main()
{
    const int batch = 1, prompt = 16, tokens = 8, width = 32, length = prompt + tokens;
    const int rows = batch * prompt;
    std::vector<float> known(rows * width), first(batch * width);
    std::vector<float> w_qkv(3 * width * width), b_qkv(3 * width);
    std::vector<float> w_out(width * width), b_out(width);
    std::vector<float> y(tokens * batch * width), expected(y.size());
    fill(known, -2, 2);
    fill(first, -2, 2);
    fill(w_qkv, -0.3f, 0.3f);
    fill(b_qkv, -1, 1);
    fill(w_out, -0.3f, 0.3f);
    fill(b_out, -1, 1);

    float *d_known = to_device(known), *next = to_device(first);
    float *d_w_qkv = to_device(w_qkv), *d_b_qkv = to_device(b_qkv);
    float *d_w_out = to_device(w_out), *d_b_out = to_device(b_out);
    float *keys = on_device<float>(batch * length * width);
    float *values = on_device<float>(batch * length * width);
    float *qkv = on_device<float>(rows * 3 * width), *mixed = on_device<float>(batch * width);
    float *fits = on_device<float>(batch * length), *shares = on_device<float>(batch * length);
    float *written = on_device<float>(tokens * batch * width);

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    // prefill: all tokens of the prompt at once
    dense<<<tiles(3 * width, rows), TILE>>>(d_known, d_w_qkv, d_b_qkv, qkv, rows, 3 * width, width);
    CHECK(cudaGetLastError());  // was the launch accepted?
    append<<<tiles(width, rows), TILE>>>(qkv, keys, values, 0, rows, batch, length, width);
    CHECK(cudaGetLastError());
    for (int step = 0; step < tokens; step++) {  // decode: one token after the other
        int seen = prompt + step + 1;
        dense<<<tiles(3 * width, batch), TILE>>>(next, d_w_qkv, d_b_qkv, qkv, batch, 3 * width,
                                                 width);
        CHECK(cudaGetLastError());
        append<<<tiles(width, batch), TILE>>>(qkv, keys, values, prompt + step, batch, batch,
                                              length, width);
        CHECK(cudaGetLastError());
        scores<<<dim3((seen + LINE - 1) / LINE, batch), LINE>>>(qkv, keys, fits, batch, seen,
                                                                length, width);
        CHECK(cudaGetLastError());
        softmax<<<batch, LINE>>>(fits, shares, batch, seen);
        CHECK(cudaGetLastError());
        weighted_sum<<<dim3((width + LINE - 1) / LINE, batch), LINE>>>(shares, values, mixed, batch,
                                                                       seen, length, width);
        CHECK(cudaGetLastError());
        next = written + step * batch * width;
        dense<<<tiles(width, batch), TILE>>>(mixed, d_w_out, d_b_out, next, batch, width, width);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    to_host(y, written);

    // the same on the CPU
    for (int text = 0; text < batch; text++) {
        std::vector<float> cache, token(width);
        for (int place = 0; place < length; place++) {
            if (place < prompt)
                token.assign(&known[(text * prompt + place) * width],
                             &known[(text * prompt + place) * width] + width);
            else if (place == prompt)
                token.assign(&first[text * width], &first[text * width] + width);
            std::vector<float> mixture = step_on_cpu(token, w_qkv, b_qkv, cache);
            if (place < prompt)
                continue;
            for (int row = 0; row < width; row++) {
                token[row] = b_out[row];
                for (int i = 0; i < width; i++)
                    token[row] += w_out[row * width + i] * mixture[i];
                expected[((place - prompt) * batch + text) * width + row] = token[row];
            }
        }
    }
    double error = largest_error(y, expected);
    bool passed = error <= 1e-4;
    printf("decode_attention: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED",
           error, milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
