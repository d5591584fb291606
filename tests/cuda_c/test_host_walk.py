"""What is learned of a launch by walking through the host code that leads to it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.cuda_c.host_values import UNKNOWN, HostPointer, elements
from gpuviz.cuda_c.host_walk import Walked, arguments_missing, filled_launch, walked_launches
from gpuviz.cuda_c.unit import read_unit
from gpuviz.operation.c_launch import chosen_templates

KERNEL = "__global__ void k(float* a, int n) {}\n"
FILLED = "cudaMalloc(&a, {bytes}); cudaMemcpy(a, h, {bytes}, cudaMemcpyHostToDevice);"


def walked(host: str, kernel: str = KERNEL, **sizes: int) -> Walked:
    """The first launch of the kernel k."""
    found = filled_launch(read_unit(kernel + host, "a.cu"), "k", sizes)
    assert found is not None
    return found


def inside(main: str) -> Walked:
    """The same of the body of main."""
    return walked(f"int main(int argc, char** argv) {{ {main} }}")


def array_of(value: Any) -> Any:
    """The elements that a pointer of a launch points to."""
    assert isinstance(value, HostPointer)
    return elements(value)


def test_grid_block_and_shared_bytes_are_numbers() -> None:
    found = inside("int n = 1000; dim3 b(16, 8); k<<<(n + 15) / 16, b, 4 * sizeof(int)>>>(0, n);")
    assert (found.grid, found.block, found.shared) == ((63, 1, 1), (16, 8, 1), 16)


def test_what_a_function_is_called_with_reaches_the_launch_in_it() -> None:
    found = walked(
        "void run(float* p, int count) { k<<<count / 32, 32>>>(p, count); }\n"
        "int main() { int n = 64; float* d; cudaMalloc((void**)&d, n * sizeof(float)); run(d, n); }"
    )
    assert found.grid == (2, 1, 1)
    assert found.arguments[1] == 64
    assert found.arguments[0].memory.size == 256


def test_names_of_two_functions_are_not_mixed_up() -> None:
    found = walked(
        "void other() { int n = 7; }\n"
        "int main() { other(); { int n = 9; } int n = 5; k<<<1, n>>>(0, n); }"
    )
    assert found.arguments[1] == 5


def test_members_of_structures_are_followed() -> None:
    found = walked(
        "typedef struct { int width; float* elements; } Matrix;\n"
        "void run(const Matrix m) { Matrix d; d.width = m.width;"
        " cudaMalloc(&d.elements, d.width * sizeof(float)); k<<<1, 1>>>(d.elements, d.width); }\n"
        "int main() { Matrix m; m.width = 12; run(m); }"
    )
    assert found.arguments[1] == 12
    assert found.arguments[0].memory.size == 48


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("float* h = (float*)malloc(16); for (int i = 0; i < 4; i++) h[i] = i * 2;", [0, 2, 4, 6]),
        ("float h[4] = {3, 1};", [3, 1, 0, 0]),
        ("float h[4]; for (int i = 0; i < 4; ++i) { int v = i % 2; h[i] = v ? 1 : 2; }",
         [2, 1, 2, 1]),
        ("float* h = new float[4](); h[2] = 5;", [0, 0, 5, 0]),
        ("float h[4]; for (int y = 0; y < 2; y++) for (int x = 0; x < 2; x++)"
         " h[y * 2 + x] = 10 * y + x;", [0, 1, 10, 11]),
    ],
)  # fmt: skip
def test_what_loops_put_into_arrays_is_known(code: str, expected: list[float]) -> None:
    found = inside(f"float* a; {code} {FILLED.format(bytes=16)} k<<<1, 1>>>(a, 4);")
    assert array_of(found.arguments[0]).tolist() == expected


def test_a_fill_in_a_function_is_known_and_random_numbers_stay_in_their_range() -> None:
    found = walked(
        "void fill(float* p, int n) { for (int i = 0; i < n; i++) p[i] = rand() % 10; }\n"
        "int main() { float* a; cudaMallocManaged(&a, 400); fill(a, 100); k<<<1, 1>>>(a, 100); }"
    )
    values = array_of(found.arguments[0])
    assert values.min() >= 0
    assert values.max() <= 9
    assert len(np.unique(values)) > 3


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    [
        "for (int i = 1; i < 4; i++) h[i] = h[i - 1] + 1;",  # each turn needs the one before
        "read_from_a_file(h);",
        "float s = 0; for (int i = 0; i < 4; i++) s += i; for (int i = 0; i < 4; i++) h[i] = s;",
        "for (int i = 0; i < 2; i++) { int s = 0; for (int j = 0; j < 2; j++) s += j; h[i] = s; }",
        "for (int i = 0; i < 4; i++) h[i] = unknown();",
        "for (int i = 0; i < 1000; i++) if (unknown()) h[0] = 1;",
        "auto f = [&](int i) { h[i] = 1; }; f(2); h.what(3) = 4;",
    ],
)
def test_contents_that_are_not_followed_are_unknown(code: str) -> None:
    found = inside(
        f"float h[4] = {{0}}; float* a; {code} {FILLED.format(bytes=16)} k<<<1, 1>>>(a, 4);"
    )
    assert found.arguments[0].memory.filled
    assert found.arguments[0].memory.contents is None


def test_what_an_earlier_kernel_wrote_is_unknown() -> None:
    found = walked(
        "int main() { float* a; cudaMalloc(&a, 16); cudaMemset(a, 0, 16); first<<<1, 1>>>(a);"
        " k<<<1, 1>>>(a, 4); }",
        kernel=f"__global__ void first(float* a) {{}}\n{KERNEL}",
    )
    assert found.arguments[0].memory.contents is None


def test_without_arguments_a_program_keeps_its_numbers_and_does_not_end_with_its_usage() -> None:
    found = inside(
        'int n = 30; if (argc > 1) n = atoi(argv[1]); if (argc != 3) { printf("usage"); exit(1); }'
        " k<<<1, n>>>(0, n);"
    )
    assert found.arguments[1] == 30
    assert found.block == (30, 1, 1)


@pytest.mark.parametrize(
    "code",
    [
        "int n = atoi(argv[1]);",
        'int n; scanf("%d", &n);',
        "int n = 3; if (unknown()) n = 4;",
        "int n = 0; while (unknown()) n++;",
        "int n = 1; for (int i = 0; i < 100000; i++) n = n * 3 + unknown();",
    ],
)
def test_a_number_that_only_a_run_would_tell_stays_unknown(code: str) -> None:
    assert inside(f"{code} k<<<1, 1>>>(0, n);").arguments[1] is UNKNOWN


def test_arguments_of_the_program_stand_in_a_comment() -> None:
    text = (
        f"// gpuviz: arguments = 12 0.5\n{KERNEL}int main(int argc, char** argv) {{"
        " if (argc != 3) return 1; int n = atoi(argv[1]); k<<<n, 2>>>(0, atof(argv[2]) * 10); }"
    )
    found = filled_launch(read_unit(text, "a.cu"), "k")
    assert found is not None
    assert (found.grid, found.arguments[1]) == ((12, 1, 1), 5)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("int n = atoi(argv[1]); k<<<1, n>>>(0, n);", 1),
        ("if (argc != 3) exit(1); k<<<1, atoi(argv[2])>>>(0, 1);", 2),
        ("k<<<1, 2>>>(0, what());", 0),
        ("k<<<1, 2>>>(0, 3);", 0),
    ],
)
def test_it_is_known_when_arguments_are_what_is_missing(code: str, expected: int) -> None:
    text = f"{KERNEL}int main(int argc, char** argv) {{ {code} }}"
    assert arguments_missing(read_unit(text, "a.cu"), "k") == expected


def test_vectors_know_their_length_and_what_generate_puts_there() -> None:
    found = inside(
        "int n = 100; std::vector<float> h(n); std::generate(begin(h), end(h), []() { return 5; });"
        " float* a; cudaMalloc(&a, sizeof(float) * h.size());"
        " cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice); k<<<1, 1>>>(a, h.size());"
    )
    assert found.arguments[1] == 100
    assert set(array_of(found.arguments[0]).tolist()) == {5.0}


def test_a_symbol_holds_what_was_copied_to_it() -> None:
    found = walked(
        "__constant__ float w[3];\nint main() { float h[3] = {1, 2, 1};"
        " cudaMemcpyToSymbol(w, h, sizeof(h)); k<<<1, 1>>>(0, 1); }"
    )
    contents = found.constants["w"].contents
    assert contents is not None
    assert contents.view(np.float32).tolist() == [1, 2, 1]


def test_a_size_that_is_chosen_takes_the_place_of_the_programs() -> None:
    found = walked("int main() { int n = 8; k<<<n, 1>>>(0, n); }", n=3)
    assert found.grid == (3, 1, 1)


def test_what_stands_behind_a_loop_without_end_is_still_met() -> None:
    found = inside("int i = 1; while (i > 0) { i = i == 1 ? 2 : 1; } k<<<1, 1>>>(0, i);")
    assert found.arguments[1] is UNKNOWN


def test_every_kernel_has_its_first_launch() -> None:
    kernels = f"__global__ void other(int n) {{}}\n{KERNEL}"
    loop = "for (int i = 2; i < 5; i++) { k<<<i, 1>>>(0, i); other<<<1, i>>>(i); }"
    text = f"{kernels}int main() {{ {loop} }}"
    found = walked_launches(read_unit(text, "a.cu"))
    assert [(one.grid, one.block) for one in found.values()] == [
        ((2, 1, 1), (1, 1, 1)),
        ((1, 1, 1), (2, 1, 1)),
    ]


def test_a_vector_that_grows_in_loops_has_the_length_and_numbers_of_all_turns() -> None:
    found = inside(
        "std::vector<float> h; for (int r = 0; r < 70; r++) for (int c = r % 3; c < 9; c += 3)"
        " h.push_back(r * 10 + c); float* a; cudaMalloc(&a, h.size() * sizeof(float));"
        " cudaMemcpy(a, h.data(), h.size() * 4, cudaMemcpyHostToDevice); k<<<1, 1>>>(a, h.size());"
    )
    expected = [r * 10 + c for r in range(70) for c in range(r % 3, 9, 3)]
    assert array_of(found.arguments[0]).tolist() == expected
    assert found.arguments[1] == len(expected)


def test_a_vector_that_grows_for_longer_than_is_followed_has_no_length() -> None:
    found = inside(
        "std::vector<float> h; int i = 0; while (i < 900000) { h.push_back(i); i++; }"
        " k<<<1, 1>>>(0, h.size());"
    )
    assert found.arguments[1] is UNKNOWN


def test_an_array_of_structures_holds_what_its_braces_say() -> None:
    found = walked(
        "struct P { int a; float b; };\nint main() { P h[3] = {{1, 2.5f}, {.b = 4.0f}}; float* d;"
        " cudaMalloc(&d, sizeof(h)); cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);"
        " k<<<1, 1>>>(d, 1); }"
    )
    contents = found.arguments[0].memory.contents
    assert contents.view([("a", "i4"), ("b", "f4")]).tolist() == [(1, 2.5), (0, 4.0), (0, 0.0)]


def test_an_object_is_made_by_its_constructor_without_arguments() -> None:
    found = walked(
        "struct Lock { float* m; Lock() { float free = 3; cudaMalloc((void**)&m, 4);"
        " cudaMemcpy(m, &free, 4, cudaMemcpyHostToDevice); } };\n"
        "int main() { Lock lock; k<<<1, 1>>>(lock.m, 1); }"
    )
    assert array_of(found.arguments[0]).tolist() == [3.0]


def test_of_several_launches_of_a_template_the_one_that_is_done_tells_its_arguments() -> None:
    text = (
        "template <int B> __global__ void k(float* a) { a[threadIdx.x] = B; }\n"
        "int main() { float* d; cudaMalloc(&d, 512); int threads = 128; switch (threads) {"
        " case 256: k<256><<<1, threads>>>(d); break; case 128: k<128><<<1, threads>>>(d); } }"
    )
    unit = read_unit(text, "a.cu")
    assert chosen_templates(unit, unit.kernels[0]) == (128,)


def test_a_structure_with_arrays_is_passed_with_its_numbers() -> None:
    text = (
        "struct V { float e[3]; V(float a, float b) { e[0] = a; e[1] = b; e[2] = a + b; } };"
        " struct S { V center; float r; };\n__global__ void k(S* s, V v) {}\n"
        "int main() { S* s; cudaMallocManaged(&s, 2 * sizeof(S)); s[0].center = V(1, 2);"
        " s[0].r = 5; s[1].center = V(4, 4); s[1].r = 6; V w = V(7, 8); V c = w;"
        " w.e[0] = 9; k<<<1, 1>>>(s, c); }"
    )
    found = filled_launch(read_unit(text, "a.cu"), "k")
    assert found is not None
    contents = found.arguments[0].memory.contents
    assert contents.view(np.float32).tolist() == [1, 2, 3, 5, 4, 4, 8, 6]
    assert [found.passed(1, ("e", f"[{row}]")) for row in range(3)] == [7.0, 8.0, 15.0]
