"""A whole program is walked: each launch with what it gets, and a refusal for what is unknown."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.cuda_c.host_program import ProgramCopy, ProgramLaunch
from gpuviz.cuda_c.host_values import HostPointer, elements
from gpuviz.cuda_c.host_walk import main_of, run_program
from gpuviz.cuda_c.unit import read_unit
from gpuviz.messages import NotSupportedError

KERNELS = "__global__ void k(float* a, int n) {}\n__global__ void one(int* a) {}\n"
HOST = """#include <vector>
template <typename T> T* to_device(const std::vector<T>& values) {
    T* memory;
    cudaMalloc(&memory, values.size() * sizeof(T));
    cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    return memory;
}
"""


class Machine:
    """Writes down what it gets; a launch of `one` takes one from the first element."""

    def __init__(self) -> None:
        self.launches: list[tuple[Any, ...]] = []
        self.copies: list[ProgramCopy] = []
        self.waits: list[int | None] = []
        self.marks: list[tuple[int, int]] = []
        self.awaited: list[tuple[int | None, int]] = []

    def launch(self, launch: ProgramLaunch) -> None:
        given = [value for _, value in launch.passed]
        held = [elements(one) if isinstance(one, HostPointer) else one for one in given]
        if launch.kernel.name == "one":
            assert isinstance(held[0], np.ndarray)
            held[0][0] -= 1
        plain = [one.tolist() if isinstance(one, np.ndarray) else one for one in held]
        self.launches.append((launch.kernel.name, launch.grid, launch.block, *plain))

    def copied(self, copy: ProgramCopy) -> None:
        self.copies.append(copy)

    def waited(self, stream: int | None) -> None:
        self.waits.append(stream)

    def marked(self, event: int, stream: int) -> None:
        self.marks.append((event, stream))

    def filled(self, to: HostPointer, nbytes: int, line: int, stream: int) -> None:
        pass

    def awaits(self, stream: int | None, event: int) -> None:
        self.awaited.append((stream, event))


def text_of(main: str, functions: str = "") -> str:
    """A program, whose main is its last line."""
    return f"{KERNELS}{HOST}{functions}\nint main(int argc, char** argv) {{ {main} }}"


def ran(main: str, functions: str = "", **sizes: int) -> Machine:
    machine = Machine()
    run_program(read_unit(text_of(main, functions), "a.cu"), machine, sizes, 0)
    return machine


def sent(code: str, functions: str = "", of: str = "v") -> Any:
    """What the vector `of` holds when it is sent to the GPU."""
    machine = ran(f"{code} k<<<1, 1>>>(to_device({of}), 1);", functions)
    return machine.launches[-1][3]


def test_every_launch_is_run_in_order_with_its_own_grid_and_block() -> None:
    found = ran(
        "std::vector<float> v(2); float* d = to_device(v);"
        " for (int i = 1; i < 4; i++) k<<<dim3(i, 2), 32>>>(d, i);"
    )
    assert [one[1:3] for one in found.launches] == [((i, 2, 1), (32, 1, 1)) for i in (1, 2, 3)]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("std::vector<float> v(3); for (float& x : v) x = 2;", [2, 2, 2]),
        ("std::vector<float> v(3, 1); for (float x : v) x = 2;", [1, 1, 1]),
        ("std::vector<float> v; for (int x : {3, 1, 2}) v.push_back(x);", [3, 1, 2]),
        ("std::vector<float> u = {1, 2}, v = u; u[0] = 9;", [1, 2]),
        ("std::vector<float> u = {1, 2, 3}; std::vector<float> v(u.begin() + 1, u.end());", [2, 3]),
        ("std::vector<float> u = {1, 2}, v; v.insert(v.end(), u.begin(), u.end());", [1, 2]),
        ("std::vector<float> v(2); v.at(1) = 4; v.front() = v.back() + 1;", [5, 4]),
        ("std::vector<float> v(3); for (int i = 1; i < 3; i++) v[i] = v[i - 1] + 2;", [0, 2, 4]),
        ("std::vector<float> v(2); for (int i = 0; i < 2; i++) { if (i) v[i] = 7; }", [0, 7]),
        ("std::vector<float> v(2); for (int i = 0; i < 2; i++) v[i] += i + 1;", [1, 2]),
        ("std::vector<float> v(2); float s = 0; for (int i = 0; i < 9; i++) s += i; v[0] = s;",
         [36, 0]),
        ("std::vector<float> v(2); auto put = [&](int i, float x) { v[i] = x; }; put(1, 3);",
         [0, 3]),
        ("std::vector<float> v(2), u = {5, 6}; std::copy(u.begin(), u.end(), v.begin());", [5, 6]),
        ("std::vector<float> v(2, 1), u(2, 2); std::swap(v[0], u[1]);", [2, 1]),
        ("std::vector<float> v(1, 1.0f / 0.0f);", [np.inf]),
        ("std::vector<float> w[2], v; w[1].resize(1); w[1][0] = 8; v = w[1];", [8]),
    ],
)  # fmt: skip
def test_what_the_host_puts_into_a_vector_reaches_the_gpu(code: str, expected: list[float]) -> None:
    assert sent(code) == expected


@pytest.mark.parametrize(
    ("functions", "code", "expected"),
    [
        ("void fill(std::vector<float>& v, float x = 3) { for (float& one : v) one = x; }",
         "std::vector<float> v(2); fill(v);", [3, 3]),
        ("void fill(std::vector<float>& v, float a = 3, float b = 4) {}",
         "std::vector<float> v(2); std::fill(v.begin(), v.end(), 5);", [5, 5]),
        ("struct Shape { int w, h; int size() const { return w * h; } };",
         "Shape s = {2, 3}; std::vector<float> v(1, s.size());", [6]),
        ("constexpr int W[2] = {4, 5}; const dim3 T(7, 8);",
         "std::vector<float> v = {W[1], T.y};", [5, 8]),
        ("template <typename T> std::vector<T> part(const std::vector<T>& all, int n) {"
         " return std::vector<T>(all.begin(), all.begin() + n); }",
         "std::vector<float> u = {1, 2, 3}, v = part(u, 2);", [1, 2]),
        ("float changed(std::vector<float> w) { w[0] = 9; return w[0]; }",
         "std::vector<float> v = {1}; changed(v);", [1]),
    ],
)  # fmt: skip
def test_functions_and_types_of_the_file_are_followed(
    functions: str, code: str, expected: list[float]
) -> None:
    assert sent(code, functions) == expected


def test_a_loop_goes_on_as_long_as_what_is_copied_back_says() -> None:
    found = ran(
        "std::vector<int> v = {3}; int* d = to_device(v); int left = 3;"
        " while (left > 0) { one<<<1, 1>>>(d);"
        " cudaMemcpy(&left, d, sizeof(int), cudaMemcpyDeviceToHost); }"
    )
    assert [one[3] for one in found.launches] == [[2], [1], [0]]
    assert [copy.name for copy in found.copies] == ["v", "left", "left", "left"]


def test_a_size_of_main_is_chosen_and_what_changes_is_none() -> None:
    main = (
        "const int n = 8; int count = 2, other = 3; count++; k<<<n, 1>>>(d, other); scan(&other);"
    )
    text = f"{KERNELS}int main() {{ {main} }}"
    found = main_of(read_unit(text, "a.cu"))
    assert found is not None
    assert found.sizes == {"n": 8}

    assert ran("const int n = 8; float* d; cudaMalloc(&d, 4); k<<<n, 1>>>(d, n);", n=3).launches[0][
        1
    ] == (3, 1, 1)


def test_launches_and_copies_have_the_stream_that_they_name() -> None:
    found = ran(
        "cudaStream_t s[2]; for (cudaStream_t& one : s) cudaStreamCreate(&one);"
        " float* h; cudaMallocHost(&h, 8); h[0] = h[1] = 1; float* d; cudaMalloc(&d, 8);"
        " cudaMemcpyAsync(d, h, 8, cudaMemcpyHostToDevice, s[1]); cudaStreamSynchronize(s[1]);"
        " cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);"
    )
    assert [copy.stream for copy in found.copies] == [2, 0]
    assert found.copies[0].source.memory.is_pinned
    assert found.waits == [2]


def test_what_stands_behind_the_last_launch_is_not_followed() -> None:
    found = ran("float* d; cudaMalloc(&d, 4); k<<<1, 1>>>(d, 1); for (;;) d = unknown(d);")
    assert len(found.launches) == 1


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("float* d; cudaMalloc(&d, 4); k<<<unknown(), 1>>>(d, 1);", "grid and block of k"),
        ("float* d; cudaMalloc(&d, 4); k<<<1, 1>>>(d, unknown());", "n of k depends on a value"),
        ("float h[2]; k<<<1, 1>>>(h, 1);", "a of k has to point to memory of cudaMalloc"),
        ("float* d; cudaMalloc(&d, 4); if (unknown()) k<<<1, 1>>>(d, 1);", "whether this is done"),
        ("float* d; cudaMalloc(&d, 4); while (unknown()) k<<<1, 1>>>(d, 1);", "whether this is"),
        ("float* d; cudaMalloc(&d, 4); if (unknown()) return 1; k<<<1, 1>>>(d, 1);",
         "whether the program comes here depends on line"),
        ("std::vector<float> v(2); read_file(v); to_device(v); k<<<1, 1>>>(0, 1);",
         "what is copied here is not known"),
        ("std::vector<float> v(2); if (unknown()) v[0] = 1; k<<<1, 1>>>(to_device(v), 1);",
         "what is copied here is not known"),
        ("std::vector<float> v(2); for (float& x : v) { if (unknown()) break; x = 1; }"
         " k<<<1, 1>>>(to_device(v), 1);", "what is copied here is not known"),
        ("std::vector<float> v(1), u; if (unknown()) v.push_back(1); v.push_back(2); u = v;"
         " k<<<1, 1>>>(to_device(u), 1);", "what is copied here is not known"),
        ("std::vector<float> v(2); v[2] = 1; k<<<1, 1>>>(to_device(v), 1);", "beyond the end"),
        ("float* d; cudaMalloc(&d, 4); use(d); k<<<1, 1>>>(d, 1);", "written in a way that is not"),
        ("float* d; cudaMalloc(&d, 4); k<<<1, 1>>>(d);", "k has 2 parameters, and gets 1"),
        ("other<<<1, 1>>>(1);", "this file has no kernel other"),
    ],
)  # fmt: skip
def test_what_is_not_followed_is_refused_where_the_gpu_needs_it(code: str, words: str) -> None:
    with pytest.raises(NotSupportedError, match=words) as refused:
        ran(code)
    place, lines = refused.value.place, text_of(code).split("\n")
    assert place is not None
    assert place.column is not None
    there = lines[place.line - 1][place.column - 1 :]
    assert there.startswith(
        ("k<<<", "<<<", "unknown()", "h,", "d,", "cudaMemcpy(memory", "if (", "while (")
    )


def test_a_value_that_depends_on_an_unknown_return_is_unknown() -> None:
    functions = "int f(int x) { if (unknown()) return 1; return 2; }"
    with pytest.raises(NotSupportedError, match="n of k depends"):
        ran("float* d; cudaMalloc(&d, 4); k<<<1, 1>>>(d, f(1));", functions)
