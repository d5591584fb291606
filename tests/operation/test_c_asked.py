"""What is not known of a launch in CUDA C is asked for by its name, never guessed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gpuviz.messages import NotSupportedError, RequestRefused
from gpuviz.operation import OperationInfo, describe_text

ROOT = Path(__file__).parents[2]
KERNEL = """\
__global__ void k(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = i;
}
"""
LAUNCH = "float* d; cudaMalloc(&d, n * sizeof(float)); k<<<(n + 255) / 256, 256>>>(d, n);"
COMMENTS = re.compile(r"^// (gpuviz:|Twin of|    \w+ = ).*\n", re.MULTILINE)
MAIN = re.compile(r"^(int|auto) main\(", re.MULTILINE)


def described(text: str) -> OperationInfo:
    return describe_text(ROOT / "program.cu", text)


def program(body: str, before: str = "") -> str:
    return f"{before}{KERNEL}int main(int argc, char** argv) {{ {body} {LAUNCH} }}\n"


def asked(text: str) -> list[str]:
    """The comments that are asked for; none where the launch is known."""
    try:
        described(text)
    except RequestRefused as refused:
        return [row[11:] for row in str(refused).splitlines() if row.startswith("// gpuviz: ")]
    return []


def with_asked(text: str) -> str:
    """The text with the comments that it lacks, written as they are told."""
    return "".join(f"// gpuviz: {comment}\n" for comment in asked(text)) + text


# What is not known


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        "cv::Mat f = cv::imread(argv[1]); int n = f.cols;",
        "Image* f = load(); int n = f->width * f->height;",
        "folly::fbvector<int> h(1000); int n = h.size();",
        "int n = std::thread::hardware_concurrency();",
        "int n = how_many();",
        "Config c; int n = c.width();",
        "App app; int n = app.config().image.width;",
        'int n = cfg::get<int>("n");',
        'const char* s = getenv("N"); int n = s ? atoi(s) : 1;',
        'int n = 1; if (const char* s = getenv("N")) n = atoi(s);',
        "int n = time(NULL) % 1000;",
        "int n = 1; std::cin >> n;",
        'int n = 1; scanf("%d", &n);',
        'int n = 1; std::ifstream f("a"); f >> n;',
        'int n = 0; std::stringstream s("12"); s >> n;',
        "int n = 1; fread(&n, 4, 1, file);",
        "struct P { int n; } p = {1}; fill(&p); int n = p.n;",
        "struct P { int n; } p = {1}; fill(p); int n = p.n;",
        "int n = 1; read_size(n);",
        "int n = 1; reader.read(n);",
        "int n = 1; read_size(&n);",
        "int n = 1; int& r = n; read_size(r);",
        "int n = GET_SIZE(3);",
        "int n = 1; if (verbose()) n = 1000;",
        "int n = fast() ? 1 : 1000;",
        "int n = 1; while (more()) n *= 2;",
        "int n = 1; do { n *= 2; } while (again());",
        "int n = 1; for (int i = 0; i < count(); i++) n++;",
        "int n = 1; for (auto& x : things()) n++;",
        "int s[2] = {1, 1}; read_sizes(s); int n = s[0];",
        "std::array<int, 2> s = shape(); int n = s[0];",
        'std::string s = "hello"; int n = s.size();',
        "auto [n, m] = sizes();",
        "auto f = [&]() { return outside(); }; int n = f();",
        "int n = rand() % 1000 + 1;",
        "std::random_device r; int n = r();",
        "int n = 1; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 256, 0);",
        "int n = sizeof(Foo);",
        "std::vector<int> v; read(v); int n = v.size();",
        "std::vector<int> v; for (int x; std::cin >> x;) v.push_back(x); int n = v.size();",
        "int n = 1; try { n = parse(); } catch (...) { n = 2; }",
        "int n = 1; switch (mode()) { case 0: n = 10; break; default: n = 20; }",
        "int n = std::max(1, load());",
        "int n = 1; MPI_Comm_size(MPI_COMM_WORLD, &n);",
        "int n = width_of<float>(3);",
        "int n = 1; int* c; cudaMalloc(&c, 4); cudaMemcpy(&n, c, 4, cudaMemcpyDeviceToHost);",
    ],
)
def test_a_size_that_is_not_known_is_asked_for_by_its_name(body: str) -> None:
    assert asked(program(body)) == ["n = 1000"]
    info = described(with_asked(program(body)))
    assert info.grid(info.default_size, info.default_block).x == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "comments"),
    [
        ("int w = probe(), h = probe(); int n = w * h;", ["w = 64", "h = 64"]),
        ("int n = PROBLEM_SIZE;", ["PROBLEM_SIZE = 1000"]),
        ("float ms = 0; cudaEventElapsedTime(&ms, 0, 0); int n = ms + 1;", ["ms = 2"]),
        ("int n = atoi(argv[1]);", ["arguments = 32"]),
        ("size_t f, t; cudaMemGetInfo(&f, &t); int n = f;", ["f = 1000"]),
    ],
)
def test_it_is_the_first_name_that_is_not_known_which_is_asked_for(
    body: str, comments: list[str]
) -> None:
    assert asked(program(body)) == comments
    assert asked(with_asked(program(body))) == []


@pytest.mark.parametrize(
    ("launch", "comments"),
    [
        ("if (fast()) k<<<1, 256>>>(d, 256); else k<<<4, 256>>>(d, 1024);", ["fast() = 1"]),
        ("int m = pick(); switch (m) { case 1: k<<<1, 256>>>(d, 256); }", ["m = 1"]),
        ("k<<<4, 256, bytes_of()>>>(d, 1024);", ["bytes_of() = 1000"]),
        ("dim3 g = grid_for(3); k<<<g, 256>>>(d, 1024);", ["threads = 1024"]),
        ("float* e = pool.take(1024); k<<<4, 256>>>(e, 1024);", ["a = zeros(1024)"]),
        ("int t = time(NULL); k<<<1, 64>>>(d, t);", ["t = 1000"]),
    ],
)
def test_what_decides_how_a_kernel_is_launched_is_asked_for(
    launch: str, comments: list[str]
) -> None:
    text = f"{KERNEL}int main() {{ float* d; cudaMalloc(&d, 4096); {launch} }}\n"

    assert [one.replace("(n)", "(1024)").replace("= n", "= 1024") for one in asked(text)][
        -len(comments) :
    ] == comments
    assert asked(with_asked(text)) == []


@pytest.mark.parametrize(
    "body",
    [
        "int n = 1000; if (argc > 1) n = atoi(argv[1]);",
        "thrust::host_vector<int> h(1000); int n = h.size();",
        "std::vector<float> h(1000); print(h); verify(h); int n = h.size();",
        'int n = 1000; float ms; cudaEventElapsedTime(&ms, 0, 0); printf("%f", ms);',
        "int n = 1000; Timer t; t.start(); long long s = time(NULL); srand(s);",
        "cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); int n = p.warpSize * 32 - 24;",
        "int w = 0; cudaDeviceGetAttribute(&w, cudaDevAttrWarpSize, 0); int n = w * 32 - 24;",
    ],
)
def test_what_is_known_or_does_not_matter_is_not_asked_for(body: str) -> None:
    info = described(program(body))

    assert info.grid(info.default_size, info.default_block).x == 4


def test_without_a_main_a_name_with_two_values_is_asked_for() -> None:
    text = f"{KERNEL}void run() {{ int n = 1; read_size(&n); {LAUNCH} }}\n"

    assert asked(text) == ["n = 1000", "a = zeros(n)"]


@pytest.mark.parametrize(
    ("before", "host", "comments"),
    [
        ("__constant__ int m;\n", "", ["m = 1000"]),
        ("__constant__ int m;\n", "cudaMemcpyToSymbol(m, buffer, 4);", ["m = 1000"]),
        ("__constant__ float w[3];\n", "", []),
    ],
)
def test_a_number_in_constant_memory_that_nobody_sets_is_asked_for(
    before: str, host: str, comments: list[str]
) -> None:
    used = KERNEL.replace("= i;", "= i + m;" if " m;" in before else "= w[0];")
    text = f"{before}{used}int main() {{ int n = 1000; {host} {LAUNCH} }}\n"

    assert asked(text) == comments


# One message, with names of the file


def test_all_that_lacks_is_in_one_message_with_names_of_the_file() -> None:
    text = KERNEL.replace("int n", "int COUNT").replace("< n", "< COUNT") + (
        "void solve(float* x, int COUNT) { k<<<(COUNT + 255) / 256, 256>>>(x, COUNT); }\n"
    )

    assert asked(text) == ["COUNT = 1000", "a = zeros(COUNT)"]


def test_values_that_the_file_shows_are_the_examples() -> None:
    text = f"#define N 512\n#define BLOCK_SIZE 128\n{KERNEL}"

    assert asked(text) == ["n = 512", "block = 128", "a = zeros(n)", "threads = n"]


def test_of_several_kernels_all_is_asked_for_at_once() -> None:
    second = "__global__ void z(float* b, int m) { b[threadIdx.x] = m; }\n"
    main = f"int main() {{ int n = ask(); int m = tell(); {LAUNCH} z<<<1, m>>>(d, m); }}\n"

    with pytest.raises(RequestRefused, match="a launch of k, z needs") as refused:
        described(second + KERNEL + main)

    assert "// gpuviz: n = 1000\n// gpuviz: m = 1000" in str(refused.value)


def test_shared_memory_of_a_kernel_alone_is_asked_for() -> None:
    text = "__global__ void k(float* a) { extern __shared__ float s[]; s[0] = a[0]; }\n"

    assert "shared = 8 * 256" in asked(text)


@pytest.mark.parametrize(
    ("template", "kernel"),
    [
        ("<const int TILE, const bool TWICE>", "k<16, true>"),
        ("<typename T, int N>", "k<float, 16>"),
        ("<int BLOCK_SIZE, class T = int>", "k<256, int>"),
        ("<int LIMIT = 7>", ""),
        ("<int R, typename T, bool A, bool B>", "k<16, float, true, true>"),
    ],
)
def test_a_template_is_offered_values_that_fit(template: str, kernel: str) -> None:
    text = f"template {template}\n__global__ void k(float* a) {{ a[threadIdx.x] = 1; }}\n"

    named = [comment for comment in asked(text) if comment.startswith("kernel")]
    assert named == ([f"kernel = {kernel}"] if kernel else [])
    assert asked(with_asked(text)) == []


@pytest.mark.parametrize(("test", "value"), [("S % 3 == 0", ""), ("S > 16", 32), ("S <= 4", 4)])
def test_a_number_of_a_template_fits_its_static_assert(test: str, value: int | str) -> None:
    text = f'template <int S>\n__global__ void k(float* a) {{ static_assert({test}, "no"); }}\n'

    named = next(comment for comment in asked(text) if comment.startswith("kernel"))
    assert named == f"kernel = k<{value or 16}>"


# Numbers that comments choose


@pytest.mark.parametrize(
    ("before", "size"),
    [
        ("#define N (1 << 28)\n", "N"),
        ("const int N = 1 << 28;\n", "N"),
        ("constexpr size_t N{1 << 28};\n", "N"),
        ("enum { M, N = 1 << 28 };\n", "N"),
        ("const int N = get<int, 28>(1), M = 2;\n", "N * M / 2"),
        ("struct S { static constexpr int N = 1 << 28; };\n", "S::N"),
        ("#define LOG 28\n#define N (1 << LOG)\n", "N"),
    ],
)
def test_a_comment_chooses_a_number_of_the_file(before: str, size: str) -> None:
    info = described("// gpuviz: N = 1000\n" + program(f"int n = {size};", before))

    assert info.grid(info.default_size, info.default_block).x == 4


def test_a_comment_chooses_a_local_number_and_one_of_a_template() -> None:
    kernel = "template <int S>\n__global__ void k(float* a, int n) { a[threadIdx.x % S] = n; }\n"
    text = f"{kernel}int main() {{ int n = 1 << 28; {LAUNCH.replace('k<', 'k<64><')} }}\n"

    info = described(f"// gpuviz: n = 1000\n// gpuviz: S = 8\n{text}")

    assert info.c_launch is not None
    assert info.c_launch.templates == (8,)
    assert (info.size_names, info.default_size) == (("n",), (1000,))


def test_a_comment_leaves_the_names_within_kernels_and_of_loops_as_they_are() -> None:
    kernel = KERNEL.replace("if (i < n)", "int m = 3; if (i < n + m)")
    text = f"{kernel}int main() {{ int n = 0; for (int m = 0; m < 1000; m++) n++; {LAUNCH} }}\n"

    info = described(f"// gpuviz: m = 7\n{text}")

    assert info.grid(info.default_size, info.default_block).x == 4
    assert "int m = 3" in info.source


def test_a_macro_of_the_file_is_a_number_in_comments() -> None:
    info = described(
        f"// gpuviz: a = zeros(2 * N)\n// gpuviz: n = 8\n#define N 40\n{KERNEL}"
        "void f(float* x, int n) { k<<<1, 8>>>(x, n); }\n"
    )

    assert info.c_launch is not None
    assert info.c_launch.arrays[0].shape[0].evaluate({}) == 80


# Following it word by word


def files() -> list[Path]:
    return sorted([*ROOT.glob("tests/corpus_c/*/*.cu"), *ROOT.glob("kernels/cuda/*.cu")])


@pytest.mark.slow
@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
@pytest.mark.parametrize("part", ["program", "kernels"])
def test_what_is_asked_for_is_enough(path: Path, part: str) -> None:
    text = COMMENTS.sub("", path.read_text())
    main = MAIN.search(text)
    if part == "kernels" and main is not None:
        text = text[: main.start()]
    text = with_asked(text)

    try:
        described(text)
    except (RequestRefused, NotSupportedError) as refused:
        pytest.fail(f"{refused}\n{text}")
