// Transformer block: attention fetches a letter from elsewhere, and the MLP makes something of it.
// Twin of transformer_block.py.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int LARGEST_BLOCK = 1024;
constexpr float EPSILON = 1e-5f;
#define LOWEST (-INFINITY)

__global__ void embedding(const int* tokens, const float* table, float* y, int n, int width)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;  // <- column, place = cuda.grid(2)
    int place = blockIdx.y * blockDim.y + threadIdx.y;  // <- column, place = cuda.grid(2)
    if (place < n && column < width)  // <- if place < y.shape[0] and column < y.shape[1]:
        y[place * width + column] = table[tokens[place] * width + column];  // <- y[place, column] = table[tokens[place], column]
}

__global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n)  // the last block may reach beyond the end  // <- if i < c.size:
        c[i] = a[i] + b[i];  // <- c[i] = a[i] + b[i]
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

__global__ void layer_norm(const float* x, const float* gamma, const float* beta, float* y,
                           int rows, int features)
{
    __shared__ float part[LARGEST_BLOCK];  // <- part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    float count = features;  // <- count = np.float32(x.shape[1])
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {  // <- for row in range(cuda.blockIdx.x, x.shape[0], cuda.gridDim.x):
        float total = 0.0f;  // <- total = ZERO #1
        for (int i = threadIdx.x; i < features; i += blockDim.x)  // <- for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x): #1
            total += x[row * features + i];  // <- total += x[row, i]
        float mean = sum_of_block(total, part) / count;  // <- mean = sum_of_block(total, part) / count
        total = 0.0f;  // <- total = ZERO #2
        for (int i = threadIdx.x; i < features; i += blockDim.x)  // <- for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x): #2
            total += (x[row * features + i] - mean) * (x[row * features + i] - mean);  // <- total += (x[row, i] - mean) * (x[row, i] - mean)
        float std = sqrtf(sum_of_block(total, part) / count + EPSILON);  // <- std = math.sqrt(sum_of_block(total, part) / count + EPSILON)
        for (int i = threadIdx.x; i < features; i += blockDim.x)  // <- for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x): #3
            y[row * features + i] = (x[row * features + i] - mean) / std * gamma[i] + beta[i];  // <- y[row, i] = (x[row, i] - mean) / std * gamma[i] + beta[i]
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

__device__ float rectified(float v)
{
    return fmaxf(v, 0.0f);  // <- return max(v, ZERO)
}

__global__ void relu(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n)  // <- if i < x.size:
        y[i] = rectified(x[i]);  // <- y[i] = rectified(x[i])
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

// ----------------------------------------------------------------------------- host

#define CHECK(call)                                                                         \
    do {                                                                                    \
        cudaError_t status = call;                                                          \
        if (status != cudaSuccess) {                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                        \
        }                                                                                   \
    } while (0)

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

constexpr int PROMPT = 4, TOKENS = 6, LENGTH = PROMPT + TOKENS;
constexpr int WORDS = 16, SMALL = WORDS / 2;  // letters, and those of them that are small
constexpr int WIDTH = 2 * WORDS + LENGTH;     // of a row: this letter, the one fetched, the place
constexpr int FETCHED = WORDS, PLACE = 2 * WORDS;  // where these parts begin

const dim3 TILE(16, 16);
constexpr int LINE = 64;

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

// A matrix [neurons, WIDTH or less] with `value` at (row + i, column + i).
std::vector<float> diagonal(int rows, int columns, int row, int column, int count, float value)
{
    std::vector<float> matrix(rows * columns);
    for (int i = 0; i < count; i++)
        matrix[(row + i) * columns + column + i] = value;
    return matrix;
}

void add(float* rows, const float* more, int n)
{
    vector_add<<<lines(n), LINE>>>(rows, more, rows, n);
    CHECK(cudaGetLastError());  // was the launch accepted?
}

void times(float* y, const float* x, const float* weights, const float* bias, int rows, int neurons,
           int features)
{
    dense<<<tiles(neurons, rows), TILE>>>(x, weights, bias, y, rows, neurons, features);
    CHECK(cudaGetLastError());
}

// On the CPU: a matrix times a row.
std::vector<double> product(const std::vector<float>& matrix, const std::vector<double>& x)
{
    std::vector<double> y(matrix.size() / x.size());
    for (size_t row = 0; row < y.size(); row++)
        for (size_t i = 0; i < x.size(); i++)
            y[row] += matrix[row * x.size() + i] * x[i];
    return y;
}

std::vector<double> normed(std::vector<double> row)
{
    double mean = 0.0, square = 0.0;
    for (double value : row)
        mean += value / row.size();
    for (double value : row)
        square += (value - mean) * (value - mean) / row.size();
    for (double& value : row)
        value = (value - mean) / sqrt(square + EPSILON);
    return row;
}

int main()
{
    std::vector<int> prompt = {6, 5, 4, 2}, places(LENGTH), token = {prompt[PROMPT - 1]};
    std::vector<unsigned char> codes(WORDS), text(LENGTH, ' '), expected_text(LENGTH, ' ');
    for (int i = 0; i < WORDS; i++)
        codes[i] = i < SMALL ? 'a' + i : 'A' + i - SMALL;
    for (int i = 0; i < LENGTH; i++)
        places[i] = i;
    for (int i = 0; i < PROMPT; i++)
        text[i] = expected_text[i] = codes[prompt[i]];
    std::vector<float> table = diagonal(WORDS, WIDTH, 0, 0, WORDS, 1);
    std::vector<float> positions = diagonal(LENGTH, WIDTH, 0, PLACE, LENGTH, 1);
    std::vector<float> query = diagonal(WIDTH, WIDTH, PLACE, PLACE + PROMPT - 1, TOKENS + 1, 8);
    std::vector<float> key = diagonal(WIDTH, WIDTH, PLACE, PLACE, LENGTH, 1);
    std::vector<float> value = diagonal(WIDTH, WIDTH, FETCHED, 0, WORDS, 1);
    std::vector<float> out = diagonal(WIDTH, WIDTH, FETCHED, FETCHED, WORDS, 1);
    std::vector<float> up = diagonal(WORDS, WIDTH, 0, FETCHED, WORDS, 1);
    std::vector<float> down = diagonal(WIDTH, WORDS, FETCHED + SMALL, 0, SMALL, 2);
    for (int i = SMALL; i < WORDS; i++)  // a capital stays one
        down[(FETCHED + i) * WORDS + i] = 2;
    std::vector<float> words = up, ones(WIDTH, 1.0f), zeros(WIDTH);
    std::vector<float> logits(TOKENS * WORDS), expected(TOKENS * WORDS);

    int *d_prompt = to_device(prompt), *d_places = to_device(places), *d_token = to_device(token);
    unsigned char *d_codes = to_device(codes), *d_text = to_device(text);
    float *d_table = to_device(table), *d_positions = to_device(positions);
    float *w_query = to_device(query), *w_key = to_device(key), *w_value = to_device(value);
    float *w_out = to_device(out), *w_up = to_device(up), *w_down = to_device(down);
    float *w_words = to_device(words), *gamma = to_device(ones), *none = to_device(zeros);
    float *keys = on_device<float>(LENGTH * WIDTH), *values = on_device<float>(LENGTH * WIDTH);
    float *row = on_device<float>(PROMPT * WIDTH), *at = on_device<float>(PROMPT * WIDTH);
    float *x = on_device<float>(PROMPT * WIDTH), *q = on_device<float>(WIDTH);
    float *fits = on_device<float>(LENGTH), *shares = on_device<float>(LENGTH);
    float *mixed = on_device<float>(WIDTH), *more = on_device<float>(WIDTH);
    float *hidden = on_device<float>(WORDS), *numbers = on_device<float>(TOKENS * WORDS);

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    const int first = PROMPT - 1;  // the last of the prompt is the first to go on from
    embedding<<<tiles(WIDTH, first), TILE>>>(d_prompt, d_table, row, first, WIDTH);
    CHECK(cudaGetLastError());
    embedding<<<tiles(WIDTH, first), TILE>>>(d_places, d_positions, at, first, WIDTH);
    CHECK(cudaGetLastError());
    add(row, at, first * WIDTH);
    layer_norm<<<first, LINE>>>(row, gamma, none, x, first, WIDTH);
    CHECK(cudaGetLastError());
    times(keys, x, w_key, none, first, WIDTH, WIDTH);
    times(values, x, w_value, none, first, WIDTH, WIDTH);
    for (int step = 0; step < TOKENS; step++) {
        int place = first + step, seen = place + 1;
        embedding<<<tiles(WIDTH, 1), TILE>>>(d_token, d_table, row, 1, WIDTH);
        CHECK(cudaGetLastError());
        embedding<<<tiles(WIDTH, 1), TILE>>>(d_places + place, d_positions, at, 1, WIDTH);
        CHECK(cudaGetLastError());
        add(row, at, WIDTH);
        layer_norm<<<1, LINE>>>(row, gamma, none, x, 1, WIDTH);  // attention
        CHECK(cudaGetLastError());
        times(q, x, w_query, none, 1, WIDTH, WIDTH);
        times(keys + place * WIDTH, x, w_key, none, 1, WIDTH, WIDTH);
        times(values + place * WIDTH, x, w_value, none, 1, WIDTH, WIDTH);
        scores<<<lines(seen), LINE>>>(q, keys, fits, 1, seen, LENGTH, WIDTH);
        CHECK(cudaGetLastError());
        softmax<<<1, LINE>>>(fits, shares, 1, seen);
        CHECK(cudaGetLastError());
        weighted_sum<<<lines(WIDTH), LINE>>>(shares, values, mixed, 1, seen, LENGTH, WIDTH);
        CHECK(cudaGetLastError());
        times(more, mixed, w_out, none, 1, WIDTH, WIDTH);
        add(row, more, WIDTH);
        layer_norm<<<1, LINE>>>(row, gamma, none, x, 1, WIDTH);  // MLP
        CHECK(cudaGetLastError());
        times(hidden, x, w_up, none, 1, WORDS, WIDTH);
        relu<<<lines(WORDS), LINE>>>(hidden, hidden, WORDS);
        CHECK(cudaGetLastError());
        times(more, hidden, w_down, none, 1, WIDTH, WORDS);
        add(row, more, WIDTH);
        layer_norm<<<1, LINE>>>(row, gamma, none, x, 1, WIDTH);  // the next token
        CHECK(cudaGetLastError());
        times(numbers + step * WORDS, x, w_words, none, 1, WORDS, WIDTH);
        choose<<<1, LINE>>>(numbers + step * WORDS, d_codes, d_token, d_text, seen, 1, WORDS,
                            LENGTH);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    to_host(logits, numbers);
    to_host(text, d_text);

    // the same on the CPU, all keys and values anew for each token
    std::vector<int> read = prompt;
    for (int step = 0; step < TOKENS; step++) {
        std::vector<std::vector<double>> rows;
        for (size_t place = 0; place < read.size(); place++) {
            rows.push_back(std::vector<double>(WIDTH));
            for (int i = 0; i < WIDTH; i++)
                rows[place][i] = table[read[place] * WIDTH + i] + positions[place * WIDTH + i];
        }
        std::vector<double> wanted = product(query, normed(rows.back())), chance(rows.size());
        double largest = -INFINITY, total = 0.0;
        for (size_t place = 0; place < rows.size(); place++) {
            std::vector<double> offered = product(key, normed(rows[place]));
            for (int i = 0; i < WIDTH; i++)
                chance[place] += wanted[i] * offered[i] / sqrt((double)WIDTH);
            largest = fmax(largest, chance[place]);
        }
        for (double& one : chance)
            total += one = exp(one - largest);
        std::vector<double> fetched(WIDTH), state = rows.back();
        for (size_t place = 0; place < rows.size(); place++) {
            std::vector<double> given = product(value, normed(rows[place]));
            for (int i = 0; i < WIDTH; i++)
                fetched[i] += chance[place] / total * given[i];
        }
        std::vector<double> result = product(out, fetched);
        for (int i = 0; i < WIDTH; i++)
            state[i] += result[i];
        std::vector<double> inner = product(up, normed(state));
        for (double& one : inner)
            one = fmax(one, 0.0);
        result = product(down, inner);
        for (int i = 0; i < WIDTH; i++)
            state[i] += result[i];
        result = product(words, normed(state));
        int best = 0;
        for (int k = 0; k < WORDS; k++) {
            expected[step * WORDS + k] = result[k];
            best = result[k] > result[best] ? k : best;
        }
        read.push_back(best);
        expected_text[PROMPT + step] = codes[best];
    }
    double error = largest_error(logits, expected);
    error = fmax(error, largest_error(text, expected_text));
    bool passed = error <= 1e-4;
    printf("%.*s\n", LENGTH, (const char*)text.data());
    printf("transformer_block: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED",
           error, milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
