// LSTM text: a network writes letter by letter, and every letter waits for the one before.
// Twin of lstm_text.py.
// What the network has learnt is random here; Python reads it from a file.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int LARGEST_BLOCK = 1024;
#define LOWEST (-INFINITY)

__global__ void embedding(const int* tokens, const float* table, float* y, int n, int width)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;  // <- column, place = cuda.grid(2)
    int place = blockIdx.y * blockDim.y + threadIdx.y;  // <- column, place = cuda.grid(2)
    if (place < n && column < width)  // <- if place < y.shape[0] and column < y.shape[1]:
        y[place * width + column] = table[tokens[place] * width + column];  // <- y[place, column] = table[tokens[place], column]
}

__device__ float weighed(int row, int sample, const float* x, const float* h, const float* weights,
                         const float* bias, int features, int hidden)
{
    int length = features + hidden;  // of a row of weights  // <- total += weights[row, x.shape[1] + i] * h[sample, i]
    float total = bias[row];  // <- total = bias[row]
    for (int i = 0; i < features; i++)  // <- for i in range(x.shape[1]):
        total += weights[row * length + i] * x[sample * features + i];  // <- total += weights[row, i] * x[sample, i]
    for (int i = 0; i < hidden; i++)  // <- for i in range(h.shape[1]):
        total += weights[row * length + features + i] * h[sample * hidden + i];  // <- total += weights[row, x.shape[1] + i] * h[sample, i]
    return total;  // <- return total
}

__device__ float logistic(float v)
{
    return 1.0f / (1.0f + expf(-v));  // <- return ONE / (ONE + math.exp(-v))
}

__global__ void lstm_cell(const float* x, const float* h, const float* c, const float* weights,
                          const float* bias, float* h_next, float* c_next, int batch, int hidden,  // <- units = h.shape[1]
                          int features)
{
    int unit = blockIdx.x * blockDim.x + threadIdx.x;  // <- unit, sample = cuda.grid(2)
    int sample = blockIdx.y * blockDim.y + threadIdx.y;  // <- unit, sample = cuda.grid(2)
    if (sample < batch && unit < hidden) {  // <- if sample < h.shape[0] and unit < units:
        float i = logistic(weighed(unit, sample, x, h, weights, bias, features, hidden));  // <- i = logistic(weighed(unit, sample, x, h, weights, bias))
        float f = logistic(weighed(hidden + unit, sample, x, h, weights, bias, features, hidden));  // <- f = logistic(weighed(units + unit, sample, x, h, weights, bias))
        float g = tanhf(weighed(2 * hidden + unit, sample, x, h, weights, bias, features, hidden));  // <- g = math.tanh(weighed(2 * units + unit, sample, x, h, weights, bias))
        float o = logistic(weighed(3 * hidden + unit, sample, x, h, weights, bias, features, hidden));  // <- o = logistic(weighed(3 * units + unit, sample, x, h, weights, bias))
        float state = f * c[sample * hidden + unit] + i * g;  // <- state = f * c[sample, unit] + i * g
        c_next[sample * hidden + unit] = state;  // <- c_next[sample, unit] = state
        h_next[sample * hidden + unit] = o * tanhf(state);  // <- h_next[sample, unit] = o * math.tanh(state)
    }
}

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
    __syncthreads();  // until nobody reads what the last reduction has left  // <- cuda.syncthreads() #1
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
    __syncthreads();  // until nobody reads what the last reduction has left  // <- cuda.syncthreads() #1
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

// The letter that fits best: the next one to read, and a letter of the text.
__global__ void choose(const float* logits, const unsigned char* codes, int* tokens,
                       unsigned char* text, int place, int batch, int classes, int length)
{
    int sample = blockIdx.x * blockDim.x + threadIdx.x;  // <- sample = cuda.grid(1)
    if (sample < batch) {  // <- if sample < tokens.size:
        int best = 0;  // <- best = 0
        for (int letter = 1; letter < classes; letter++)  // <- for letter in range(1, logits.shape[1]):
            if (logits[sample * classes + letter] > logits[sample * classes + best])  // <- if logits[sample, letter] > logits[sample, best]:
                best = letter;  // <- best = letter
        tokens[sample] = best;  // <- tokens[sample] = best
        text[sample * length + place] = codes[best];  // <- text[sample, place] = codes[best]
    }
}

// Of each letter of the first text: how likely the network held the one that it chose.
__global__ void chosen(const float* probabilities, float* sure, int letters, int rows, int classes)
{
    int letter = blockIdx.x * blockDim.x + threadIdx.x;  // <- letter = cuda.grid(1)
    if (letter < letters) {  // <- if letter < sure.size:
        float largest = 0.0f;  // <- largest = np.float32(0)
        int row = letter * (rows / letters);  // <- row = letter * (probabilities.shape[0] // sure.size)
        for (int k = 0; k < classes; k++)  // <- for k in range(probabilities.shape[1]):
            largest = fmaxf(largest, probabilities[row * classes + k]);  // <- largest = max(largest, probabilities[row, k])
        sure[letter] = largest;  // <- sure[letter] = largest
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

constexpr int PROMPT = 8;
constexpr int HIDDEN = 48;
constexpr int WIDTH = 12;     // of a letter's row in the table
constexpr int CLASSES = 43;   // letters that the network knows

const dim3 TILE(16, 16);
constexpr int LINE = 128;

// The grid of TILE-sized blocks that covers a matrix.
dim3 tiles(int columns, int rows)
{
    return dim3((columns + TILE.x - 1) / TILE.x, (rows + TILE.y - 1) / TILE.y);
}

// The number of LINE-sized blocks that covers n elements.
int lines(int n)
{
    return (n + LINE - 1) / LINE;
}

// What the layers do, on the CPU.
std::vector<float> dense_on_cpu(const std::vector<float>& x, const std::vector<float>& weights,
                                const std::vector<float>& bias)
{
    size_t neurons = bias.size(), features = weights.size() / neurons, batch = x.size() / features;
    std::vector<float> y(batch * neurons);
    for (size_t sample = 0; sample < batch; sample++)
        for (size_t neuron = 0; neuron < neurons; neuron++) {
            float total = bias[neuron];
            for (size_t i = 0; i < features; i++)
                total += weights[neuron * features + i] * x[sample * features + i];
            y[sample * neurons + neuron] = total;
        }
    return y;
}

// Logits become probabilities.
std::vector<float> softmax_on_cpu(std::vector<float> x, size_t classes)
{
    for (size_t first = 0; first < x.size(); first += classes) {
        float largest = x[first], total = 0.0f;
        for (size_t i = 0; i < classes; i++)
            largest = fmaxf(largest, x[first + i]);
        for (size_t i = 0; i < classes; i++)
            total += x[first + i] = expf(x[first + i] - largest);
        for (size_t i = 0; i < classes; i++)
            x[first + i] /= total;
    }
    return x;
}

// One letter read by the cell on the CPU; h and c are what it remembers.
void cell_on_cpu(const float* x, std::vector<float>& h, std::vector<float>& c,
                 const std::vector<float>& weights, const std::vector<float>& bias)
{
    std::vector<float> both(x, x + WIDTH);
    both.insert(both.end(), h.begin(), h.end());
    std::vector<float> gates = dense_on_cpu(both, weights, bias);
    for (int unit = 0; unit < HIDDEN; unit++) {
        c[unit] = c[unit] / (1 + expf(-gates[HIDDEN + unit]))
                  + tanhf(gates[2 * HIDDEN + unit]) / (1 + expf(-gates[unit]));
        h[unit] = tanhf(c[unit]) / (1 + expf(-gates[3 * HIDDEN + unit]));
    }
}

int main()
{
    const int batch = 4, letters = 16, length = PROMPT + letters + 1;  // of a text
    std::vector<unsigned char> codes(CLASSES), text(batch * length, ' '), expected_text;
    std::vector<int> prompt(PROMPT * batch);
    std::vector<float> table(CLASSES * WIDTH);
    std::vector<float> weights(4 * HIDDEN * (WIDTH + HIDDEN)), bias(4 * HIDDEN);
    std::vector<float> out_weights(CLASSES * HIDDEN), out_bias(CLASSES), sure(letters);
    for (int i = 0; i < CLASSES; i++)
        codes[i] = 'A' + i;
    for (int i = 0; i < PROMPT * batch; i++) {
        prompt[i] = rand() % CLASSES;
        text[i % batch * length + i / batch] = codes[prompt[i]];
    }
    fill(table, -1, 1);
    fill(weights, -0.5f, 0.5f);
    fill(bias, -0.5f, 0.5f);
    fill(out_weights, -2, 2);
    fill(out_bias, -0.5f, 0.5f);
    expected_text = text;

    int *d_prompt = to_device(prompt), *tokens = on_device<int>(batch);
    unsigned char *d_codes = to_device(codes), *written = to_device(text);
    float *d_table = to_device(table), *d_weights = to_device(weights), *d_bias = to_device(bias);
    float *d_out_weights = to_device(out_weights), *d_out_bias = to_device(out_bias);
    std::vector<float> memory(batch * HIDDEN);
    float *h = to_device(memory), *c = to_device(memory);
    float *h_next = to_device(memory), *c_next = to_device(memory);
    float* known = on_device<float>(PROMPT * batch * WIDTH);
    float* read = on_device<float>(batch * WIDTH);
    float* logits = on_device<float>(letters * batch * CLASSES);
    float* probabilities = on_device<float>(letters * batch * CLASSES);
    float* shares = on_device<float>(letters);

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    embedding<<<tiles(WIDTH, PROMPT * batch), TILE>>>(d_prompt, d_table, known, PROMPT * batch,
                                                      WIDTH);
    CHECK(cudaGetLastError());  // was the launch accepted?
    for (int place = 0; place < PROMPT + letters - 1; place++) {
        float* x = place < PROMPT ? known + place * batch * WIDTH : read;
        if (place >= PROMPT)
            embedding<<<tiles(WIDTH, batch), TILE>>>(tokens, d_table, read, batch, WIDTH);
        CHECK(cudaGetLastError());
        lstm_cell<<<tiles(HIDDEN, batch), TILE>>>(x, h, c, d_weights, d_bias, h_next, c_next,
                                                  batch, HIDDEN, WIDTH);
        CHECK(cudaGetLastError());
        std::swap(h, h_next);  // two memories take turns
        std::swap(c, c_next);
        int letter = place + 1 - PROMPT;
        if (letter < 0)
            continue;
        float* now = logits + letter * batch * CLASSES;
        dense<<<tiles(CLASSES, batch), TILE>>>(h, d_out_weights, d_out_bias, now, batch, CLASSES,
                                               HIDDEN);
        CHECK(cudaGetLastError());
        choose<<<lines(batch), LINE>>>(now, d_codes, tokens, written, place + 1, batch, CLASSES,
                                       length);
        CHECK(cudaGetLastError());
    }
    softmax<<<letters * batch, 64>>>(logits, probabilities, letters * batch, CLASSES);
    CHECK(cudaGetLastError());
    chosen<<<lines(letters), LINE>>>(probabilities, shares, letters, letters * batch, CLASSES);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    to_host(text, written);
    to_host(sure, shares);

    // the same on the CPU, one text after the other
    std::vector<float> expected(letters);
    for (int sample = 0; sample < batch; sample++) {
        std::vector<float> remembers(HIDDEN), state(HIDDEN);
        int token = prompt[sample];
        for (int place = 0; place < PROMPT + letters - 1; place++) {
            token = place < PROMPT ? prompt[place * batch + sample] : token;
            cell_on_cpu(&table[token * WIDTH], remembers, state, weights, bias);
            if (place + 1 < PROMPT)
                continue;
            std::vector<float> says =
                softmax_on_cpu(dense_on_cpu(remembers, out_weights, out_bias), CLASSES);
            token = std::max_element(says.begin(), says.end()) - says.begin();
            expected_text[sample * length + place + 1] = codes[token];
            if (sample == 0)
                expected[place + 1 - PROMPT] = says[token];
        }
    }
    double error = largest_error(text, expected_text);
    error = fmax(error, largest_error(sure, expected));
    bool passed = error <= 1e-4;
    printf("lstm_text: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
