"""A check of a program in CUDA C runs every launch of its main, on what earlier ones left there."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from gpuviz.api.operation_run import run_operation
from gpuviz.cuda.recording import Recording
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.engines import c_check
from gpuviz.engines.c_check import CheckedProgram
from gpuviz.engines.c_kernel import kernels_left_out
from gpuviz.operation import describe_text

KERNELS = """#include <cstdio>
#include <vector>
__global__ void add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
__global__ void fill(float* a, float v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = v;
}
__global__ void grow(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += 1;
}
"""
OUT = "out-of-bounds"
UNWRITTEN = "uninitialized"
CLEAN = ""


@dataclass
class Checked:
    """What a check found: for each launch its kernel and the kinds of its hazards."""

    launches: list[tuple[str, str]] = field(default_factory=list)
    values: list[list[float]] = field(default_factory=list)  # of the first array, behind each
    notes: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


def checked(main: str, before: str = "", kernels: str = KERNELS) -> Checked:
    """The check of a program whose main has these statements."""
    text = f"{kernels}{before}\nint main(int argc, char** argv) {{ {main} }}\n"
    program = CheckedProgram.of(Path("program.cu"), text, None)
    assert program is not None
    recording = Recording(find_device(DEFAULT_DEVICE), folder=None)
    outcome = run_operation(program.info, recording, 0, program)
    assert outcome.outcome.own_failure is None
    found = Checked(failures=[one.message.text for one in outcome.outcome.failures])
    for trace in outcome.outcome.launches:
        kinds = ", ".join(dict.fromkeys(hazard.kind for hazard in trace.hazards))
        found.launches.append((trace.kernel, kinds))
        written = list(trace.outputs.values())[:1]
        found.values.append([float(one) for array in written for one in array.ravel()])
    found.notes = [note.text for note in program.notes()]
    found.notes += [str(note) for note in outcome.outcome.notes]
    return found


ALLOCATED = "float* a; cudaMalloc(&a, 256);"
"""64 elements."""


# Every launch


@pytest.mark.slow
@pytest.mark.parametrize(
    ("main", "launches"),
    [
        ("fill<<<1, 64>>>(a, 1, 64); fill<<<2, 64>>>(a, 2, 65);", [("fill", CLEAN), ("fill", OUT)]),
        ("for (int n = 32; n <= 96; n += 32) fill<<<3, 32>>>(a, 1, n);",
         [("fill", CLEAN), ("fill", CLEAN), ("fill", OUT)]),
        ("fill<<<1, 64>>>(a, 1, 64); for (int t = 0; t < 2; t++) grow<<<1, 64>>>(a, 64);",
         [("fill", CLEAN), ("grow", CLEAN), ("grow", CLEAN)]),
        ("int blocks[] = {16, 32}; for (int b : blocks) fill<<<64 / b, b>>>(a, 1, 64);",
         [("fill", CLEAN), ("fill", CLEAN)]),
        ("auto go = [&](int n) { fill<<<2, 64>>>(a, 1, n); }; go(64); go(65);",
         [("fill", CLEAN), ("fill", OUT)]),
    ],
)  # fmt: skip
def test_every_launch_is_checked_with_its_own_arguments(
    main: str, launches: list[tuple[str, str]]
) -> None:
    assert checked(f"{ALLOCATED} {main}").launches == launches


def test_a_launch_gets_what_the_one_before_it_left() -> None:
    found = checked(f"{ALLOCATED} fill<<<1, 64>>>(a, 3, 64); grow<<<1, 64>>>(a, 64);")
    assert [row[:2] for row in found.values] == [[3, 3], [4, 4]]


def test_a_loop_that_ends_by_what_a_kernel_writes_is_run_as_often_as_on_a_gpu() -> None:
    kernels = "__global__ void down(int* x) { if (*x > 0) *x -= 1; }\n"
    main = """int h = 3; int* d; cudaMalloc(&d, 4); cudaMemcpy(d, &h, 4, cudaMemcpyHostToDevice);
        do { down<<<1, 1>>>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); } while (h > 0);"""
    assert len(checked(main, "", kernels).launches) == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "main", "launches"),
    [
        ("template <int B> void go(float* a, int n) { fill<<<(n + B - 1) / B, B>>>(a, 1, n); }",
         "go<32>(a, 64); go<64>(a, 65);", [("fill", CLEAN), ("fill", OUT)]),
        ("void go(int which, float* a) { switch (which) {"
         " case 0: fill<<<1, 64>>>(a, 1, 64); break; case 1: grow<<<1, 64>>>(a, 64); } }",
         "go(0, a); go(1, a);", [("fill", CLEAN), ("grow", CLEAN)]),
        ("enum class Kind { One, Two }; void go(Kind k, float* a) {"
         " if (k == Kind::Two) fill<<<1, 65>>>(a, 1, 65); else fill<<<1, 64>>>(a, 1, 64); }",
         "go(Kind::One, a); go(Kind::Two, a);", [("fill", CLEAN), ("fill", OUT)]),
        ("template <typename K> void go(K kernel, float* a) { kernel<<<1, 64>>>(a, 64); }",
         "cudaMemset(a, 0, 256); go(grow, a);", [("grow", CLEAN)]),
        ("", "float v = 1; int n = 65; void* given[] = {&a, &v, &n};"
         " cudaLaunchKernel((void*)fill, dim3(1), dim3(65), given, 0, 0);", [("fill", OUT)]),
        ("float* made(int n) { float* p; cudaMalloc(&p, n * sizeof(float)); return p; }",
         "float* b[2] = {made(64), made(32)}; for (int k = 0; k < 2; k++)"
         " fill<<<1, 64>>>(b[k], k, 64);", [("fill", CLEAN), ("fill", OUT)]),
        ("namespace gpu { void go(float* a) { fill<<<1, 64>>>(a, 1, 64); } }", "gpu::go(a);",
         [("fill", CLEAN)]),
        ("", "try { fill<<<1, 64>>>(a, 1, 64); } catch (...) { return 1; }", [("fill", CLEAN)]),
        ("#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) exit(1); }"
         " while (0)\n", "CHECK(cudaMemset(a, 0, 256)); grow<<<1, 64>>>(a, 64);"
         " CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize());", [("grow", CLEAN)]),
        ("float *d_a, h[64];", "cudaMalloc((void**)&d_a, sizeof(h));"
         " cudaMemcpy(d_a, h, sizeof(h), cudaMemcpyHostToDevice); grow<<<1, 64>>>(d_a, 64);",
         [("grow", CLEAN)]),
    ],
)  # fmt: skip
def test_launches_in_functions_of_the_host_are_met(
    before: str, main: str, launches: list[tuple[str, str]]
) -> None:
    assert checked(f"{ALLOCATED} {main}", before).launches == launches


def test_device_variables_keep_what_kernels_and_the_host_put_there() -> None:
    kernels = """__device__ int count; __device__ float sums[4];
        __global__ void add(int* seen) {
            atomicAdd(&count, 1); sums[threadIdx.x] += 1; seen[threadIdx.x] = sums[threadIdx.x];
        }
        """
    main = """int* s; cudaMalloc(&s, 16); add<<<1, 4>>>(s); add<<<1, 4>>>(s);
        int c; cudaMemcpyFromSymbol(&c, count, sizeof(int)); add<<<1, c - 4>>>(s);
        float zero[4] = {0}; cudaMemcpyToSymbol(sums, zero, sizeof(zero)); add<<<1, 4>>>(s);"""
    found = checked(main, "", kernels)
    assert [row[0] for row in found.values] == [1, 2, 3, 1]


# Methods


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "main", "launches"),
    [
        ("class Vec { float* data; int count; public:"
         " Vec(int n) : count(n) { cudaMalloc(&data, n * sizeof(float)); }"
         " ~Vec() { cudaFree(data); } void go(int n) { fill<<<2, 64>>>(data, 1, n); } };",
         "Vec v(64); v.go(64); v.go(65);", [("fill", CLEAN), ("fill", OUT)]),
        ("template <typename T> class Buffer { T* p; size_t n; public:"
         " explicit Buffer(size_t count) : n(count) { cudaMalloc(&p, n * sizeof(T)); }"
         " T* get() const { return p; } void put(const std::vector<T>& h) {"
         " cudaMemcpy(p, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice); } };",
         "std::vector<float> h(64, 2); Buffer<float> b(64), c(64); b.put(h);"
         " grow<<<1, 64>>>(b.get(), 64); grow<<<1, 64>>>(c.get(), 64);",
         [("grow", CLEAN), ("grow", UNWRITTEN)]),
        ("class Sim { int n; float* x; int steps = 0; dim3 grid, block; public:"
         " Sim(int count, int threads = 32) : n(count), block(threads) {"
         " grid = dim3((n + threads - 1) / threads); cudaMalloc(&x, n * sizeof(float)); init(); }"
         " void init() { fill<<<grid, block>>>(x, 0, n); }"
         " void step() { grow<<<grid, block>>>(x, n); steps++; }"
         " void run(int m) { for (int i = 0; i < m; i++) this->step(); } };",
         "Sim s(60); s.run(2);", [("fill", CLEAN), ("grow", CLEAN), ("grow", CLEAN)]),
        ("class Worker { public: Worker(int n); void go(); private: int n; float* d; };"
         " Worker::Worker(int m) : n(m) { cudaMalloc(&d, n * sizeof(float)); }"
         " void Worker::go() { fill<<<1, n + 1>>>(d, 1, n + 1); }",
         "Worker w(32); w.go();", [("fill", OUT)]),
        ("class Model { std::vector<float> host; float* d; public: Model(int n) : host(n, 2.0f) {"
         " cudaMalloc(&d, n * sizeof(float));"
         " cudaMemcpy(d, host.data(), n * sizeof(float), cudaMemcpyHostToDevice); }"
         " void go() { grow<<<1, host.size()>>>(d, host.size()); } };",
         "Model m(32); m.go();", [("grow", CLEAN)]),
        ("class Base { protected: float* d; int n; public: Base(int m) : n(m) {"
         " cudaMalloc(&d, n * sizeof(float)); } void zero() { fill<<<1, n>>>(d, 0, n); } };"
         " class More : public Base { public: More(int m) : Base(m) {}"
         " void go() { zero(); grow<<<1, n>>>(d, n); } };",
         "More m(32); m.go();", [("fill", CLEAN), ("grow", CLEAN)]),
        ("struct Op { virtual void run(float* a) = 0; virtual ~Op() {} };"
         " struct Fill : public Op { float v; Fill(float x) : v(x) {}"
         " void run(float* a) override { fill<<<1, 64>>>(a, v, 64); } };",
         "Op* op = new Fill(2.0f); op->run(a);", [("fill", CLEAN)]),
        ("struct Start { static void go(float* a, int n) { fill<<<2, 64>>>(a, 1, n); } };",
         "Start::go(a, 64); Start::go(a, 65);", [("fill", CLEAN), ("fill", OUT)]),
        ("struct Grid { int n; float* d; void make(int m) { n = m;"
         " cudaMalloc(&d, n * sizeof(float)); } void clear() { fill<<<1, n>>>(d, 0, n); } };"
         " void go(Grid* g) { g->clear(); grow<<<1, g->n>>>(g->d, g->n); }",
         "Grid g; g.make(32); go(&g);", [("fill", CLEAN), ("grow", CLEAN)]),
        ("class Net { float* w; int n; public: Net(int n) { this->n = n;"
         " cudaMalloc(&w, n * sizeof(float)); } void go() { fill<<<1, n>>>(w, 1, n); } };",
         "Net* net = new Net(32); net->go(); delete net;", [("fill", CLEAN)]),
        ("template <typename F> __global__ void apply(float* a, F f) { f(a, threadIdx.x); }"
         " struct Scale { const float* of; float by; __device__ void operator()(float* a, int i)"
         " const { a[i] = of[i + 1] * by; } };",
         "float* b; cudaMalloc(&b, 256); cudaMemset(b, 0, 256); Scale f; f.of = b; f.by = 2;"
         " apply<<<1, 63>>>(a, f); apply<<<1, 64>>>(a, Scale{b, 3});",
         [("apply", CLEAN), ("apply", OUT)]),
    ],
)  # fmt: skip
def test_launches_in_methods_are_met(
    before: str, main: str, launches: list[tuple[str, str]]
) -> None:
    assert checked(f"{ALLOCATED} {main}", before).launches == launches


# Memory that nobody wrote

HOST = "float h[64]; for (int i = 0; i < 64; i++) h[i] = i;"
SUM = "float* c; cudaMalloc(&c, 256); add<<<1, 64>>>(a, a, c, 64);"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("main", "found"),
    [
        ("grow<<<1, 64>>>(a, 64);", UNWRITTEN),
        ("cudaMemset(a, 0, 256); grow<<<1, 64>>>(a, 64);", CLEAN),
        ("cudaMemset(a, 0, 128); grow<<<1, 64>>>(a, 64);", UNWRITTEN),
        ("cudaMemset(a, 0, 128); grow<<<1, 32>>>(a, 32);", CLEAN),
        ("cudaMemset(a, 0, 128); cudaMemset(a + 32, 0, 128); grow<<<1, 64>>>(a, 64);", CLEAN),
        (f"{HOST} cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice); grow<<<1, 64>>>(a, 64);", CLEAN),
        (f"{HOST} cudaMemcpy(a, h, 64, cudaMemcpyHostToDevice); grow<<<1, 64>>>(a, 64);",
         UNWRITTEN),
        ("static float h[64]; cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice);"
         " grow<<<1, 64>>>(a, 64);", CLEAN),
        ("float* h = (float*)calloc(64, 4); cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice);"
         " grow<<<1, 64>>>(a, 64);", CLEAN),
        ("float h[8][8]; for (int y = 0; y < 8; y++) for (int x = 0; x < 8; x++) h[y][x] = x * y;"
         " cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice); grow<<<1, 64>>>(a, 64);", CLEAN),
        ("float h[64]; fread(h, 4, 64, fopen(\"x\", \"rb\"));"
         " cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice); grow<<<1, 64>>>(a, 64);", CLEAN),
        ("float h[64]; for (int i = 0; i < 64; i++) std::cin >> h[i];"
         " cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice); grow<<<1, 64>>>(a, 64);", CLEAN),
        ("float* m; cudaMallocManaged(&m, 256); grow<<<1, 64>>>(m, 64);", UNWRITTEN),
        ("float* m; cudaMallocManaged(&m, 256); for (int i = 0; i < 64; i++) m[i] = i;"
         " grow<<<1, 64>>>(m, 64);", CLEAN),
        ("float* m; cudaMallocManaged(&m, 256); for (int i = 0; i < 32; i++) m[i] = i;"
         " grow<<<1, 64>>>(m, 64);", UNWRITTEN),
        ("float* m; size_t pitch; cudaMallocPitch(&m, &pitch, 128, 4); grow<<<1, 64>>>(m, 64);",
         UNWRITTEN),
        ("float* m; cudaMallocAsync(&m, 256, 0); grow<<<1, 64>>>(m, 64);", UNWRITTEN),
        ("float* b; cudaMalloc(&b, 256); cudaMemcpy(b, a, 256, cudaMemcpyDeviceToDevice);"
         " grow<<<1, 64>>>(b, 64);", UNWRITTEN),
    ],
)  # fmt: skip
def test_device_memory_that_nobody_wrote_is_uninitialised(main: str, found: str) -> None:
    assert checked(f"{ALLOCATED} {main}").launches == [("grow", found)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("declared", "is_said"),
    [
        ("float h[64];", True),
        ("float* h = (float*)malloc(256);", True),
        ("float* h = new float[64];", True),
        ("float* h; cudaMallocHost(&h, 256);", True),
        ("static float h[64];", False),
        ("float* h = (float*)calloc(64, 4);", False),
        ("float* h = new float[64]();", False),
        ("std::vector<float> v(64); float* h = v.data();", False),
        ("float h[64]; read_numbers(h, 64);", False),
        ("float h[64]; h[0] = 1;", False),
    ],
)
def test_host_memory_that_nobody_wrote_is_a_note_where_it_is_copied(
    declared: str, is_said: bool
) -> None:
    copied = "cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice); grow<<<1, 64>>>(a, 64);"
    found = checked(f"{ALLOCATED} {declared} {copied}")
    assert found.launches == [("grow", CLEAN)]
    assert any("has written nothing" in note for note in found.notes) is is_said


def test_what_one_kernel_writes_the_next_one_may_read() -> None:
    halves = f"{ALLOCATED} fill<<<1, 32>>>(a, 1, 32); {SUM} fill<<<1, 32>>>(a + 32, 1, 32); {SUM}"
    found = checked(halves.replace("float* c; cudaMalloc(&c, 256); add", "add", 1).replace(
        "fill", "float* c; cudaMalloc(&c, 256); fill", 1
    ).replace(f" {SUM}", " add<<<1, 64>>>(a, a, c, 64);"))  # fmt: skip
    assert [kinds for _, kinds in found.launches] == [CLEAN, UNWRITTEN, CLEAN, CLEAN]


def test_variables_of_the_device_are_zero_at_first() -> None:
    kernels = "__device__ float g[4]; __constant__ float c[4];\n" + (
        "__global__ void k(float* a) { g[threadIdx.x] += c[threadIdx.x]; a[threadIdx.x] = 1; }\n"
    )
    assert checked(f"{ALLOCATED} k<<<1, 4>>>(a);", "", kernels).launches == [("k", CLEAN)]


# Constant memory

SCENE = """struct Scene { int w, h; float* image; const float* from; };
    __constant__ Scene scene;
    __device__ float shade(int i) { return scene.from[i] + 1; }
    __global__ void paint() {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < scene.w * scene.h) scene.image[i] = shade(i);
    }
    """


def test_a_structure_in_constant_memory_has_the_pointers_that_main_copies() -> None:
    main = """Scene s; s.w = 8; s.h = 8; float *image, *from; cudaMalloc(&image, 256);
        cudaMalloc(&from, 256); s.image = image; s.from = from;
        cudaMemcpyToSymbol(scene, &s, sizeof(Scene)); paint<<<1, 64>>>();
        cudaMemset(from, 0, 256); paint<<<1, 64>>>();
        s.h = 9; cudaMemcpyToSymbol(scene, &s, sizeof(Scene)); paint<<<2, 64>>>();"""
    found = checked(main, "", SCENE)
    assert found.launches == [("paint", UNWRITTEN), ("paint", CLEAN), ("paint", OUT)]


def test_a_pointer_in_device_memory_points_to_what_main_copies_there() -> None:
    kernels = "__device__ float* p; __global__ void k() { p[threadIdx.x] = 1; }\n"
    main = f"{ALLOCATED} cudaMemcpyToSymbol(p, &a, sizeof(a)); k<<<1, 64>>>(); k<<<1, 65>>>();"
    assert checked(main, "", kernels).launches == [("k", CLEAN), ("k", OUT)]


def test_structures_with_pointers_that_nobody_sets_are_refused_in_words() -> None:
    found = checked("paint<<<1, 64>>>();", "", SCENE)
    assert "scene is made of Scene, with pointers that nobody sets" in found.failures[0]


def test_parts_of_constant_memory_are_copied_to_where_they_belong() -> None:
    kernels = "__constant__ float c[4]; __global__ void k(float* a) { a[threadIdx.x] ="
    kernels += " c[threadIdx.x]; }\n"
    main = f"""{ALLOCATED} float h[2] = {{1, 2}}; cudaMemcpyToSymbol(c, h, 8);
        cudaMemcpyToSymbol(c, h, 8, 8, cudaMemcpyHostToDevice); k<<<1, 4>>>(a);"""
    assert checked(main, "", kernels).values[0][:4] == [1, 2, 1, 2]


# What is not run is said


def test_where_the_walk_ends_is_said_with_the_launches_behind_it() -> None:
    found = checked(
        f"{ALLOCATED} int n = 64; fill<<<1, 64>>>(a, 1, 64); scanf(\"%d\", &n);"
        " if (n > 3) grow<<<1, 64>>>(a, 64);"
    )  # fmt: skip
    assert found.launches == [("fill", CLEAN)]
    assert "are not checked from there on (grow (16))" in found.notes[0]


def test_launches_that_main_does_not_come_to_are_named() -> None:
    found = checked(f"{ALLOCATED} if (argc > 1) grow<<<1, 64>>>(a, 64); fill<<<1, 64>>>(a, 1, 64);")
    assert found.launches == [("fill", CLEAN)]
    assert found.notes[0].endswith("so they were not run: grow (16).")


def test_of_a_long_loop_the_first_launches_are_run_and_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(c_check, "MOST_ALIKE", 3)
    found = checked(
        f"{ALLOCATED} cudaMemset(a, 0, 256);"
        " for (int t = 0; t < 50; t++) grow<<<1, 64>>>(a, 64); fill<<<1, 65>>>(a, 1, 65);"
    )
    assert found.launches == [*3 * [("grow", CLEAN)], ("fill", OUT)]
    assert "is launched 50 times" in found.notes[0]
    assert "the first 3 were run" in found.notes[0]


def test_contents_that_are_not_followed_are_made_up_and_said() -> None:
    found = checked(
        f"{ALLOCATED} std::mt19937 make; float h[64]; for (float& x : h) x = make();"
        " cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice); grow<<<1, 64>>>(a, 64);"
    )
    assert found.launches == [("grow", CLEAN)]
    assert "a: random numbers." in found.notes[0]


def test_a_kernel_that_is_refused_does_not_keep_the_next_one_from_its_launch() -> None:
    kernels = f"{KERNELS}__global__ void odd(float* a) {{ goto end; end: a[0] = 1; }}\n"
    found = checked(f"{ALLOCATED} odd<<<1, 64>>>(a); fill<<<1, 65>>>(a, 1, 65);", "", kernels)
    assert found.launches == [("fill", OUT)]
    assert "goto" in found.failures[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("main", "words"),
    [
        ("float h[64]; fill<<<1, 64>>>(h, 1, 64);", "cannot reach that of the host"),
        ("cudaFree(a); fill<<<1, 64>>>(a, 1, 64);", "points to memory that was freed"),
    ],
)
def test_a_kernel_that_gets_memory_out_of_its_reach_is_a_failure(main: str, words: str) -> None:
    found = checked(f"{ALLOCATED} {main} float* b; cudaMalloc(&b, 4); fill<<<1, 2>>>(b, 1, 2);")
    assert words in found.failures[0]
    assert found.launches == [("fill", OUT)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "main",
    [
        "float* h; cudaHostAlloc(&h, 256, 0); h[0] = 1; fill<<<1, 64>>>(h, 1, 64);",
        "thrust::device_vector<float> v(64); fill<<<1, 64>>>("
        "thrust::raw_pointer_cast(v.data()), 1, 64);",
        "if (unknown()) cudaFree(a); fill<<<1, 64>>>(a, 1, 64);",
    ],
)
def test_memory_that_a_kernel_can_reach_is_no_failure(main: str) -> None:
    found = checked(f"{ALLOCATED} {main}")
    assert found.launches == [("fill", CLEAN)]
    assert not found.failures


def test_rows_of_pitched_memory_are_copied_and_set_one_by_one() -> None:
    kernels = """__global__ void grow(float* d, size_t pitch) {
            float* row = (float*)((char*)d + blockIdx.x * pitch); row[threadIdx.x] += 1;
        }
        """
    main = """float h[4][8]; for (int y = 0; y < 4; y++) for (int x = 0; x < 8; x++) h[y][x] = y;
        float* d; size_t pitch; cudaMallocPitch(&d, &pitch, 32, 4);
        cudaMemcpy2D(d, pitch, h, 32, 32, 4, cudaMemcpyHostToDevice); grow<<<4, 8>>>(d, pitch);
        cudaMemset2D(d, pitch, 0, 32, 4); grow<<<4, 8>>>(d, pitch);"""
    found = checked(main, "", kernels)
    assert found.launches == [("grow", CLEAN), ("grow", CLEAN)]
    assert [row[128:136] for row in found.values] == [8 * [2], 8 * [1]]


def test_a_launch_that_ends_the_program_is_named_with_those_behind_it() -> None:
    kernels = f"{KERNELS}#include <cassert>\n__global__ void no(int* f) {{ assert(*f == 1); }}\n"
    main = "int* f; cudaMalloc(&f, 4); cudaMemset(f, 0, 4); no<<<1, 1>>>(f);"
    found = checked(f"{main} {ALLOCATED} fill<<<1, 64>>>(a, 1, 64);", "", kernels)
    assert "does not hold" in found.failures[0]
    assert found.notes[0].endswith("so these were not run: fill (18).")


def test_a_program_that_waits_at_its_end_has_looked_at_its_errors() -> None:
    found = checked(f"{ALLOCATED} fill<<<1, 65>>>(a, 1, 65); cudaDeviceSynchronize(); return 0;")
    assert not [note for note in found.notes if "ends without" in note]


@pytest.mark.parametrize(
    "comment", ["// gpuviz: a = ramp(64)\n", "// gpuviz: threads = 64\n", "// gpuviz: kernel = k\n"]
)
def test_comments_that_tell_a_launch_win(comment: str) -> None:
    text = f"{comment}{KERNELS}int main() {{ {ALLOCATED} fill<<<1, 64>>>(a, 1, 64); }}"
    assert CheckedProgram.of(Path("program.cu"), text, None) is None


def test_a_comment_with_a_size_changes_that_of_the_program() -> None:
    found = checked(
        "int n = 1 << 29; float* a; cudaMalloc(&a, n * sizeof(float));"
        " fill<<<(n + 63) / 64, 64>>>(a, 1, n);",
        "",
        f"// gpuviz: n = 100\n{KERNELS}",
    )
    assert found.launches == [("fill", CLEAN)]
    assert len(found.values[0]) == 100


@pytest.mark.parametrize(
    ("main", "is_said"),
    [
        ("fill<<<1, 64>>>(a, 1, 64);", False),
        ("fill<<<1, 64>>>(a, 1, 64); fill<<<1, 32>>>(a, 1, 32);", True),
        ("for (int t = 0; t < 3; t++) fill<<<1, 64>>>(a, 1, 64);", True),
    ],
)
def test_a_run_of_one_launch_says_that_there_are_more(main: str, is_said: bool) -> None:
    info = describe_text(Path("program.cu"), f"{KERNELS}int main() {{ {ALLOCATED} {main} }}")
    codes = [message.code for message in kernels_left_out(info)]
    assert codes == (["cuda-c.launched-again"] if is_said else [])
