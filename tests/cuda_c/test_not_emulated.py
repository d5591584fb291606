"""What CUDA has and the emulator does not is refused by its name; macros are named by theirs."""

from __future__ import annotations

import pytest

from gpuviz.cuda_c.unit import read_unit
from gpuviz.messages import NotSupportedError


def refused(text: str) -> str:
    """What is said of a file whose first kernel cannot be read."""
    try:
        unit = read_unit(text, "a.cu")
        unit.function(unit.kernels[0], ())
    except NotSupportedError as error:
        return str(error)
    return pytest.fail("it is read")


@pytest.mark.parametrize(
    ("body", "name", "what"),
    [
        ("__pipeline_memcpy_async(a, a, 4);", "__pipeline_memcpy_async", "asynchronous copies"),
        ("auto p = cuda::make_pipeline();", "cuda::make_pipeline", "asynchronous copies"),
        ("cuda::pipeline<cuda::thread_scope_thread> p;", "cuda::pipeline", "asynchronous copies"),
        ("cooperative_groups::memcpy_async(b, a, a, 4);", "memcpy_async", "asynchronous copies"),
        ("__shared__ cuda::barrier<cuda::thread_scope_block> b;", "cuda::barrier", "barriers"),
        ("cuda::atomic_ref<float> x(a[0]);", "cuda::atomic_ref", "atomics of libcu"),
        ("cuda::ptx::cp_async_bulk_tensor(a, a);", "cp_async_bulk_tensor", "tensor copies"),
        ("nvcuda::wmma::fragment<int> f;", "nvcuda::wmma::fragment", "tensor cores"),
        ("wmma::fill_fragment(a, 0);", "wmma::fill_fragment", "tensor cores"),
        ("a[0] = tex2D<float>(n, 0, 0);", "tex2D", "textures"),
        ("cudaSurfaceObject_t s; surf2Dwrite(1, s, 0, 0);", "cudaSurfaceObject_t", "surfaces"),
        ("auto c = cooperative_groups::this_cluster();", "this_cluster", "clusters"),
        ("auto g = cooperative_groups::this_multi_grid();", "this_multi_grid", "several GPUs"),
        ("thrust::sort(thrust::device, a, a + n);", "thrust::sort", "library"),
        ("typedef cub::BlockReduce<float, 128> B;", "cub::BlockReduce", "library"),
        ("__nv_bfloat16 x;", "__nv_bfloat16", "16 and 8 bits"),
        ("cudaGridDependencySynchronize();", "cudaGridDependencySynchronize", "overlap"),
    ],
)
def test_what_is_not_emulated_is_refused_by_its_name(body: str, name: str, what: str) -> None:
    said = refused(f"__global__ void k(float* a, int n) {{\n    {body}\n}}\n")

    assert said.startswith("a.cu:2:")
    assert f"{name} belongs to" in said
    assert what in said


def test_clusters_in_the_head_of_a_kernel_are_refused() -> None:
    said = refused("__global__ void __cluster_dims__(2, 1, 1) k(float* a) {}\n")

    assert "__cluster_dims__ belongs to clusters of blocks" in said


def test_names_of_the_file_are_its_own() -> None:
    text = (
        "__device__ float tex2D(float x) { return x; }\n"
        "__global__ void k(float* a) { int clusterIdx = 1; a[clusterIdx] = tex2D(2); }\n"
    )
    unit = read_unit(text, "a.cu")

    assert unit.function(unit.kernels[0], ()).name == "k"


@pytest.mark.parametrize(
    "text",
    [
        "#define N 1024\n__global__ void k(float* a, int N) {}\n",
        "#define N 1024\n__global__ void k(float* N) {}\n",
        "#define N 1024\n__global__ void k(float* a) {}\nint main() { const int N = 3; }\n",
        "#define N 1024\nvoid solve(float* a, size_t N) {}\n__global__ void k(float* a) {}\n",
    ],
)
def test_a_macro_that_is_also_a_parameter_or_variable_is_named(text: str) -> None:
    assert "N is 1024 here, by the #define of line 1: give the parameter" in refused(text)


def test_a_text_that_a_macro_makes_unreadable_names_the_macro() -> None:
    said = refused("#define END ; )\n__global__ void k(float* a) {\n    a[0] = 1 END;\n}\n")

    assert "a.cu:3:14: END is ; ) here, by the #define of line 1, and that is not read:" in said


@pytest.mark.parametrize("use", ["x = (int) N;", "x = sizeof(int) * N;", "x = y * N;"])
def test_a_macro_behind_a_cast_or_a_product_is_a_number(use: str) -> None:
    text = f"#define N 4\n__global__ void k(float* a) {{ int x, y = 1; {use} a[x] = y; }}\n"
    unit = read_unit(text, "a.cu")

    assert unit.function(unit.kernels[0], ()).name == "k"
