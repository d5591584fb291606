"""Small programs as courses write them: functions, what comes before, and a number."""

from __future__ import annotations

CASES: dict[str, tuple[str, str, str]] = {
    "brace int": (
        "",
        (
            "int a{3}; int b{}; unsigned c{4u}; float f{2.5f}; double d{}; int e = {5}; bool "
            "t{true};"
        ),
        "a*1000+b*100+(int)c*10+(int)(f*2)+(int)d+e+t",
    ),
    "casts to references": (
        "struct P { int x; float y; }; __device__ void up(int& x) { x += 3; }",
        (
            "int a[4] = {1, 2, 3, 4}; float f[2] = {1.0f, 2.0f}; P p = {5, 6.0f}; const int c = 8;"
            " int n = 3; const int* q = a; int& u = const_cast<int&>(q[1]); u = 20;"
            " int& v = static_cast<int&>(a[2]); v += 7; int& w = reinterpret_cast<int&>(f[0]);"
            " w += 1 << 23; reinterpret_cast<int&>(f[1]) = 0x40400000; (int&)a[3] = 50;"
            " int& s = const_cast<int&>(n); s *= 5; static_cast<int&>(p.x)++; a[0] = 9;"
            " const int& r = static_cast<const int&>(a[0]); up(const_cast<int&>(q[0])); int m = 1;"
            " up(static_cast<int&>(m)); int o = 2; const_cast<int&>(o) = 6; up(p.x); P k = {1, 2};"
            " static_cast<P&>(p).y = 2.0f; up(k.x); P l = {4}; up((int&)l.x);"
        ),
        (
            "a[0]+a[1]+a[2]*100+(int)(f[0]*10)+(int)(f[1]*1000)+a[3]*7+n*10000+p.x*3+r*100000"
            "+const_cast<int&>(c)+m*13+o*17+(int)p.y+k.x*19+l.x*23"
        ),
    ),
    "references to arrays and lambdas": (
        "",
        (
            "int t[2][3] = {{1, 2, 3}, {4, 5, 6}}; auto& row = t[1]; row[0] = 40;"
            " int w[3] = {7, 8, 9}; auto& v = w; v[2] = 90; int n = 2;"
            " auto add = [&](int x) { n += x; }; auto& f = add; f(5);"
        ),
        "t[1][0]+w[2]*100+n*100000",
    ),
    "brace arrays": (
        "",
        (
            "float v[4] = {1, 2}; int w[]{4,5,6}; int z[3]{}; float u[2]{1.5f, 2.5f}; int "
            "m[2][3] = {{1,2},{4}}; int n[2][2] = {1,2,3,4};"
        ),
        (
            "(int)(v[0]+v[1]*10+v[2]*100+v[3])+w[2]*1000+z[1]+(int)(u[1]*2)+m[0][1]+m[1][0]*3+m[1][2]+n[1][0]*7+(int)(sizeof(w)/sizeof(w[0]))*10000"
        ),
    ),
    "brace struct": (
        "struct P { float x; int n; };",
        ("P a{1.5f, 3}; P b{}; P c = {2.0f}; P d = {}; P e = P{4.0f, 5}; auto f = P{6.f, 7};"),
        "(int)(a.x*2)+a.n*10+b.n+(int)b.x+(int)c.x*100+c.n+d.n+e.n*1000+f.n*10000",
    ),
    "nested aggregate": (
        "struct P { int x, y; }; struct L { P a; P b; int w[3]; };",
        "L l{{1,2},{3,4},{5,6}}; L k = {1,2,3,4,5,6,7}; L j = {{1}, {}, {9}};",
        (
            "l.a.x+l.a.y*2+l.b.x*3+l.b.y*5+l.w[0]*7+l.w[1]*11+l.w[2]+k.b.y*100+k.w[2]*1000+j.a.y+j.b.x+j.w[0]*10000"
        ),
    ),
    "array of structs braces": (
        "struct P { int x; float y; };",
        ("P a[3] = {{1, 2.f}, {3, 4.f}}; P b[]{{5, 1.f}, {6, 2.f}}; P c[2] = {1, 2.f, 3, 4.f};"),
        (
            "a[0].x+a[1].x*10+a[2].x+(int)a[1].y*100+b[1].x*1000+(int)(sizeof(b)/sizeof(P))+c[1].x*10000"
        ),
    ),
    "designated": (
        "struct P { int x; int y; float z; };",
        "P a = {.x = 1, .z = 2.5f}; P b{.y = 4}; P c[2] = {{.x=1},{.y=2}};",
        "a.x+a.y+(int)(a.z*2)*10+b.y*100+b.x+c[1].y*1000+c[0].x",
    ),
    "vector brace": (
        "",
        (
            "float4 a{1,2,3,4}; int2 b = {5,6}; auto c = float4{1.f,2.f}; uint3 d{}; float2 e "
            "= float2{3.f,4.f}; dim3 g{2,3}; int3 h = {}; float3 k = {1.f};"
        ),
        ("(int)(a.x+a.w*10+b.y*100+c.y*1000+c.w+d.x+e.y)+(int)(g.x*g.y*g.z)*10000+h.y+(int)k.y"),
    ),
    "return braces": (
        (
            "struct P { int x; int y; }; __device__ P mk(int a, int b) { return {a, b}; } "
            "__device__ int2 mi(int a) { return {a, a+1}; } __device__ float3 z() { return {}; "
            "} __device__ int one() { return {7}; } __device__ P nest() { P p = mk(1,2); "
            "return {p.y, p.x}; }"
        ),
        "P p = mk(3,4); int2 q = mi(5);",
        "p.x+p.y*10+q.y*100+(int)z().x+one()*1000+nest().x*10000",
    ),
    "argument braces": (
        (
            "struct P { int x; int y; }; __device__ int f(P p) { return p.x*10+p.y; } "
            "__device__ int g(const P& p, int k) { return p.x-p.y+k; } __device__ float "
            "h(float2 a, float2 b) { return a.x*b.x+a.y*b.y; }"
        ),
        "",
        "f({1,2})+g({5,3},1)*100+(int)h({1,2},{3,4})*1000+f({})+f(P{4,5})",
    ),
    "assign braces": (
        "struct P { int x; int y; };",
        (
            "P p; p = {1, 2}; int a; a = {4}; P q; q = P{3,4}; P r = p; r = {}; int2 v; v = "
            "{7,8}; float4 w; w = {1,2,3,4};"
        ),
        "p.x+p.y*10+a*100+q.y*1000+r.x+r.y+v.y*10000+(int)w.w*100000",
    ),
    "narrow explicit": (
        "",
        (
            "unsigned char c{200}; short s = {1000}; int i = int{5}; auto j = unsigned{7u}; "
            "float f = float{3}; long long l{1LL<<40}; auto k = float(7)/2;"
        ),
        "c+s+i*10000+(int)j+(int)f+(int)(l>>38)+(int)(k*2)",
    ),
    "constructors with braces": (
        (
            "struct V { float x,y; __device__ V() : x(1), y(2) {} __device__ V(float a, float "
            "b) : x{a}, y{b} {} __device__ V operator+(const V& o) const { return {x+o.x, "
            "y+o.y}; } };"
        ),
        "V a; V b{3,4}; V c = {5,6}; V d{}; auto e = V{1,1}+b;",
        "(int)(a.x+a.y*2+b.x*10+c.y*100+d.y+e.x*1000)",
    ),
    "member default": (
        "struct S { int a = 3; float b{1.5f}; int c[2] = {4,5}; int d{}; };",
        "S s; S t{}; ",
        "s.a+(int)(s.b*2)*10+s.c[1]*100+s.d+t.a*1000",
    ),
    "array zero": (
        "",
        ("int a[8] = {0}; float r[4][4] = {}; int h[16] = {}; a[3] += 4; r[1][2] += 2.f; h[5]++;"),
        "a[3]+a[0]+(int)r[1][2]*10+h[5]*100+h[0]+(int)r[3][3]",
    ),
    "array equals type": (
        "template <int N> struct A { int v[N]; };",
        "A<3> a = {{1,2,3}}; A<3> b{4,5,6}; A<2> c = {};",
        "a.v[2]+b.v[1]*10+c.v[0]",
    ),
    "const arrays": (
        "__device__ int pick(int i) { const int t[] = {3,1,4,1,5}; return t[i]; } ",
        (
            "constexpr int d[4][2] = {{0,1},{1,0},{0,-1},{-1,0}}; const float w[3] = {0.25f, "
            "0.5f, 0.25f};"
        ),
        "pick(4)*10+d[2][1]+(int)(w[1]*100)",
    ),
    "brace in ternary": (
        "struct P{int x,y;};",
        ("int c = 1; P p = c ? P{1,2} : P{3,4}; float2 q = c ? float2{1,2} : make_float2(3,4);"),
        "p.y+(int)q.y*10",
    ),
    "new style cast brace": (
        "",
        "int n = 10; float s = 0; for (int i{0}; i < n; ++i) s += float{1.0f};",
        "(int)s",
    ),
    "static_assert in f": (
        (
            'template <int N> __device__ int f() { static_assert(N % 32 == 0, "whole warps"); '
            "return N; } static_assert(sizeof(int) == 4); static_assert(sizeof(float4) == 16, "
            '"vec"); struct S { int a; static_assert(sizeof(int) == 4, "x"); int b; };'
        ),
        (
            'static_assert(1 + 1 == 2, "math"); static_assert(true); constexpr int K = 4; '
            'static_assert(K * 2 == 8 && K > 1, "k"); S s; s.b = 3;'
        ),
        "f<64>()+s.b",
    ),
    "static_assert in template struct": (
        (
            "template <int N, typename T> struct T1 { static_assert(N > 0 && (N & (N-1)) == 0, "
            '"power of 2"); static_assert(sizeof(T) <= 8); T v[N]; };'
        ),
        "T1<4,float> t; t.v[1] = 2;",
        "(int)t.v[1]",
    ),
    "static_assert traits": (
        (
            "template <typename T> __device__ T f(T x) { "
            'static_assert(std::is_same<T,float>::value || std::is_same<T, int>::value, "t"); '
            "static_assert(std::is_floating_point<T>::value || std::is_integral<T>::value); "
            "return x; }"
        ),
        "",
        "f(3)+(int)f(2.5f)",
    ),
    "bindings of an array": (
        "",
        (
            "int a[3] = {1,2,3}; auto [x,y,z] = a; auto& [p,q,r] = a; p = 10; const auto& "
            "[s,t,u] = a;"
        ),
        "x+y*10+z*100+a[0]*1000+s*1000+q",
    ),
    "bindings of a structure": (
        "struct P { int x; float y; }; __device__ P mk(int i) { return {i, i*0.5f}; }",
        (
            "auto [a,b] = mk(4); P p{1,2.f}; auto& [c,d] = p; c += 5; auto [e,f]{p}; const "
            "auto [g,h] = p; auto [m, n](p);"
        ),
        "a+(int)b*10+p.x*100+(int)f*1000+e+g+(int)h+m",
    ),
    "bindings of vectors": (
        "__device__ int2 pl(int i, int w) { return make_int2(i / w, i % w); }",
        (
            "auto [r, c] = pl(13, 8); float4 v = make_float4(1,2,3,4); auto [x,y,z,w] = v; "
            "auto& [l,m,n,o] = v; o = 9; auto&& [i0,i1] = pl(3,2);"
        ),
        "r*10+c+(int)(x+w)*100+(int)v.w*1000+i1",
    ),
    "bindings in a loop": (
        "struct P{int a,b;};",
        (
            "P ps[3] = {{1,2},{3,4},{5,6}}; int s=0; for (auto [a,b] : ps) s += a*b; for "
            "(auto& [a,b] : ps) a = b; for (const auto& [a,b] : ps) s += a;"
        ),
        "s",
    ),
    "operators by name": (
        "",
        (
            "int a = 5, b = 3; bool t = (a > 3 and b < 4) or not (a == b); int c = a bitand b; "
            "int d = a bitor b; int e = a xor b; int f = compl a; bool g = a not_eq b; c "
            "and_eq 7; d or_eq 8; e xor_eq 1;"
        ),
        "t+c*10+d*100+e*1000+f+g",
    ),
    "attributes": (
        (
            "[[nodiscard]] __device__ int f(int a) { return a; } __device__ [[nodiscard]] int "
            "f2(int a) { return a; } __device__ __attribute__((always_inline)) int g(int a) { "
            "return a+1; } __device__ __noinline__ int h([[maybe_unused]] int x, int y) { "
            "return y; } __device__ __forceinline__ int k(int a) { return a; } static "
            "__device__ inline __attribute__((noinline)) int kk(int a) { return a; }"
        ),
        (
            "[[maybe_unused]] int u = 3; int s = 0; for (int i = 0; i < 4; ++i) { if (i & 1) "
            "[[likely]] { s += f(i); } else [[unlikely]] s += g(i); } switch (s) { case 1: "
            "s++; [[fallthrough]]; default: s += 10; } int q __attribute__((unused)) = 1; "
            "__attribute__((unused)) int w = 4;"
        ),
        "s + h(1,2)*100+k(3)*1000+f2(1)+w+kk(2)+q",
    ),
    "alignas": (
        (
            "struct alignas(16) A { float x,y,z,w; }; struct __align__(8) B { int a; int b; }; "
            "struct C { int x; } __attribute__((aligned(16))); struct "
            "__attribute__((aligned(8))) E { int a; }; struct __align__(16) F { char c; };"
        ),
        (
            "alignas(16) float t[4] = {1,2,3,4}; A a{1,2,3,4}; __align__(8) int m[2] = {5,6}; "
            "B b{1,2};  C c; c.x=2; E e; e.a=1; alignas(8) int v = 3;"
        ),
        (
            "(int)t[2]+(int)a.w*10+m[1]*100+b.b*1000+c.x+(int)(sizeof(A)+sizeof(C)+sizeof(E)+sizeof(F))*10000+e.a+v"
        ),
    ),
    "typedef local": (
        "",
        (
            "typedef struct { int a; float b; } Pair; using Real = float; typedef unsigned int "
            "u32; struct Q { int x, y; }; Pair p = {1, 2.5f}; Real r = 3; u32 u = 4u; Q "
            "q{5,6}; struct { int z; } anon; anon.z = 7;"
        ),
        "p.a+(int)(p.b*2)*10+(int)r*100+(int)u*1000+q.y*10000+anon.z*100000",
    ),
    "typedef struct global": (
        (
            "typedef struct Node { int v; int w; } Node; typedef struct { float x, y; } Vec; "
            "using Vec2 = Vec; typedef Vec* VecP; typedef int Row[4]; using Arr = float[3];"
        ),
        (
            "Node n; n.v=1; n.w=2; Vec v = {3,4}; Vec2 w = v; struct Node m = n; Row r = "
            "{1,2,3,4}; Arr a = {5,6,7}; VecP p = &v; p->x = 8;"
        ),
        "n.w+(int)w.y*10+m.v*100+r[3]*1000+(int)a[2]*10000+(int)v.x*100000",
    ),
    "local struct method": (
        "",
        (
            "struct Acc { int s = 0; __device__ void add(int v) { s += v; } }; Acc a; "
            "a.add(3); a.add(4);"
        ),
        "a.s",
    ),
    "asm fence": (
        "",
        (
            'int a = 3; asm volatile("" ::: "memory"); asm volatile ("" : : : "memory"); '
            '__asm__ __volatile__("" ::: "memory"); asm(""); a++;'
        ),
        "a",
    ),
    "builtins": (
        "",
        (
            "int a = 3; __builtin_assume(a > 0); if (__builtin_expect(a > 2, 1)) a += 4; if (a "
            "< 0) __builtin_unreachable(); int b[4] = {1,2,3,4}; int* p = "
            "(int*)__builtin_assume_aligned(b, 16); "
        ),
        "a+p[2]",
    ),
    "if constexpr": (
        (
            "template <typename T> __device__ int sz() { if constexpr (sizeof(T) == 4) return "
            "1; else if constexpr (sizeof(T) == 8) return 2; else return 3; } template <bool "
            "B> __device__ int br() { if constexpr (B) { return 10; } return 20; } template "
            "<typename T> __device__ int kd() { if constexpr (std::is_same_v<T, float>) return "
            "5; else return 6; }"
        ),
        "",
        ("sz<float>()+sz<double>()*10+br<true>()+br<false>()*100+kd<float>()*1000+kd<int>()*10000"),
    ),
    "constexpr": (
        (
            "constexpr int sq(int x) { return x*x; } __device__ constexpr float half_() { "
            "return 0.5f; } constexpr int W = 4, H = W * 2; constexpr float PI = 3.14159f; "
            "static constexpr int Q[3] = {1,2,3};"
        ),
        (
            "constexpr int n = 3 * W; int a[n] = {0}; a[n-1] = sq(3); constexpr auto k = H + "
            "1; const int z = sq(4);"
        ),
        "a[11]+k*10+z*100+(int)(PI*100)+(int)(half_()*4)+Q[2]",
    ),
    "decltype": (
        (
            "template <typename A, typename B> __device__ auto add(A a, B b) -> decltype(a + "
            "b) { return a + b; } template <class T> __device__ auto dbl(T x) { return 2 * x; "
            "} __device__ auto five() -> int { return 5; } auto __device__ six() -> float { "
            "return 6; }"
        ),
        (
            "int x = 3; decltype(x) y = 4; decltype(1.5f) z = 2.5f; decltype(auto) w = x; "
            "const auto q = dbl(1.5);"
        ),
        ("x+y*10+(int)(z*2)*100+w+(int)(add(1,2.5f)*2)*1000+(int)q+five()*10000+(int)six()"),
    ),
    "literals": (
        "",
        (
            "int a = 1'000'000; unsigned b = 0b1010'1010u; int c = 0xFF; long long d = "
            "1'000'000'000'000LL; float e = 1e3f; double f = .5; int g = 017; float h = 1.f; "
            "float i = 0x1p3f; char j = '\\x41'; char k = '\\n'; char l = '\\101'; float m = "
            "1'000.5f;"
        ),
        ("a/1000+(int)b+c+(int)(d/1000000000)+(int)e+(int)(f*2)+g+(int)h+(int)i+j+k+l+(int)m"),
    ),
    "comma": (
        "",
        (
            "int i, j, s = 0; for (i = 0, j = 10; i < j; i++, j--) s += (i, j); int a = (s++, "
            "s * 2); int b; b = 1, b++;"
        ),
        "s+a*100+b",
    ),
    "do while macro": (
        (
            "#define SWAP(a,b) do { int t_ = (a); (a) = (b); (b) = t_; } while (0)\n#define "
            "MIN2(a,b) ((a) < (b) ? (a) : (b))\n#define CHECK(x) do { if (!(x)) return -1; } "
            "while (0)\n__device__ int f(int x) { CHECK(x > 0); return x; }\n#define "
            "IDX(r,c,w) ((r)*(w)+(c))\n#define FOR(i,n) for (int i = 0; i < (n); ++i)\n"
        ),
        (
            "int a = 1, b = 2; if (a < b) SWAP(a, b); else a = 5; int s = 0; FOR(k, 4) s += "
            "IDX(k, 1, 3);"
        ),
        "a*10+b+f(3)*100+f(-1)+MIN2(4,3)+s*1000",
    ),
    "extern c": (
        (
            'extern "C" { __device__ int ec(int a) { return a * 2; } } extern "C" __device__ '
            "int ec2(int a) { return a*3; }"
        ),
        "",
        "ec(3)+ec2(4)*10",
    ),
    "namespaces": (
        (
            "namespace util { __device__ int f(int a) { return a+1; } struct P { int x; "
            "__device__ int get() const { return x; } }; namespace inner { __device__ int "
            "g(int a) { return a*2; } constexpr int K = 7; } } namespace ui = util::inner; "
            "namespace a::b { __device__ int h(int x) { return x+3; } } using util::f; "
            "namespace { __device__ int anon(int a) { return a-1; } const int AN = 4; }"
        ),
        "using namespace util; P p{3}; util::P q{4}; using util::inner::g;",
        (
            "util::f(1)+f(2)*10+inner::g(3)*100+p.get()*1000+q.x+ui::K*10000+a::b::h(1)+anon(5)+AN+g(2)"
        ),
    ),
    "operators": (
        (
            "struct C { float r, i; __device__ C operator*(const C& o) const { return "
            "C{r*o.r-i*o.i, r*o.i+i*o.r}; } __device__ C& operator+=(const C& o) { r += o.r; i "
            "+= o.i; return *this; } __device__ bool operator==(const C& o) const { return "
            "r==o.r && i==o.i; } __device__ float operator[](int k) const { return k ? i : r; "
            "} __device__ C operator-() const { return {-r,-i}; } __device__ float "
            "operator()(float a) const { return a*r; } }; __device__ C operator+(C a, C b) { "
            "return {a.r+b.r, a.i+b.i}; } __device__ C operator*(float s, const C& a) { return "
            "{s*a.r, s*a.i}; }  __device__ float2 operator+(float2 a, float2 b) { return "
            "make_float2(a.x+b.x, a.y+b.y); } inline __device__ void operator+=(float3& a, "
            "float3 b) { a.x += b.x; a.y += b.y; a.z += b.z; }"
        ),
        (
            "C a{1,2}, b{3,4}; C c = a*b; c += a; C d = 2.0f*(-a)+b; float2 e = "
            "make_float2(1,2)+make_float2(3,4); float3 g = {1,2,3}; g += float3{1,1,1};"
        ),
        (
            "(int)c.r+(int)c.i*10+(int)d.r*100+(int)d[1]+(a==a)*1000+(int)a(5.f)*10000+(int)e.y*100000+(int)g.z"
        ),
    ),
    "static member": (
        (
            "struct S { static const int N = 4; static constexpr float F = 2.5f; enum { W = 8 "
            "}; static __device__ int twice(int a) { return 2*a*N; } int v[W]; };"
        ),
        "S s; s.v[7] = 3;",
        "S::N+S::twice(2)*10+(int)(S::F*2)*1000+S::W+s.v[7]*10000",
    ),
    "unnamed params": (
        (
            "__device__ int f(int, int b) { return b; } __device__ int g(float*, int = 3) { "
            "return 1; } template <typename T> __device__ int tag(T, int x) { return x; } "
            "__device__ int h(const float* const, int[4]) { return 2; }"
        ),
        "float q[2]; int w[4];",
        "f(1,2)+g(nullptr)*10+tag(1.f,3)*100+h(q,w)*1000",
    ),
    "old orders of words": (
        (
            "__device__ int f(void) { return 3; } int __device__ g(int a) { return a; } "
            "__device__ const int c = 3; unsigned __device__ uu(unsigned a) { return a; } "
            "__device__ int static st(int a) { return a; }"
        ),
        (
            "register int i = 2; signed s = -3; short int si = 4; long int li = 5; unsigned "
            "long int ul = 6; long long int ll = 7; char unsigned cu = 250; int long x = 4;"
        ),
        "f()+g(2)*10+i+s+si+(int)li+(int)ul+(int)ll+cu+(int)uu(3)+st(1)+(int)x",
    ),
    "const after": (
        (
            "__device__ int sum(int const* a, int const n) { int s = 0; for (int i = 0; i < n; "
            "++i) s += a[i]; return s; } __device__ float const& mx(float const& a, float "
            "const& b) { return a > b ? a : b; } __device__ inline int k(const int a) { return "
            "a; }"
        ),
        (
            "int const a[3] = {1,2,3}; float const x = 2, y = 3; int const* const p = a; const "
            "int *q = &a[1];"
        ),
        "sum(a,3)+(int)mx(x,y)*10+p[2]*100+*q*1000+k(2)",
    ),
    "restrict": (
        (
            "__device__ void ax(float* __restrict__ y, const float* __restrict x, float a, int "
            "n) { for (int i = 0; i < n; i++) y[i] += a*x[i]; }"
        ),
        "float x[3] = {1,2,3}, y[3] = {1,1,1}; ax(y, x, 2, 3);",
        "(int)(y[0]+y[1]*10+y[2]*100)",
    ),
    "enum": (
        (
            "enum Mode { FAST, SLOW = 5, MID }; enum class Op : int { Add = 1, Mul = 2 }; enum "
            "{ BS = 16 }; __device__ int ap(Op o, int a, int b) { switch (o) { case Op::Add: "
            "return a+b; case Op::Mul: return a*b; } return 0; } __device__ int m(Mode x) { "
            "return x == SLOW ? 1 : 2; }"
        ),
        "Mode md = MID; enum Local { A = 3, B };",
        ("md+ap(Op::Mul,3,4)*10+m(SLOW)*1000+BS+B+ap(Op::Add,1,1)+static_cast<int>(Op::Mul)"),
    ),
    "ternary chains": (
        "",
        (
            "int a = 3; int b = a > 5 ? 1 : a > 2 ? 2 : 3; float c = a ? 1 : 2.5f; a += b ? 2 "
            ": 1; int d = (a > 1) ? (b, 5) : 6;"
        ),
        "a+b*10+(int)c*100+d*1000",
    ),
    "switch odd": (
        (
            "__device__ int f(int x) { switch (x) { default: return 9; case 0: case 1: { int y "
            "= x; return y; } case 'a': return 5; case 2 + 1: return 6; } } enum E { Z }; "
            "__device__ int g(int x) { int r = 0; switch (x & 3) { case 0: r += 1; case 1: r "
            "+= 2; break; case 2: r = 7; break; default: ; } return r; }"
        ),
        "",
        "f(1)+f(97)*10+f(3)*100+f(8)*1000+g(0)+g(1)+g(2)*10000+g(3)",
    ),
    "unroll": (
        "",
        (
            "int s = 0;\n#pragma unroll\nfor (int i = 0; i < 4; ++i) s += i;\n"
            '_Pragma("unroll") for (int i = 0; i < 2; ++i) s++;\n'
        ),
        "s",
    ),
    "pointers": (
        "",
        (
            "int a[6] = {1,2,3,4,5,6}; int* p = a; int* e = a + 6; int s = 0; while (p < e) s "
            "+= *p++; p = &a[2]; p[-1] = 9; int (*r)[3] = (int(*)[3])a; *(p + 1) = 7; int d = "
            "e - p;"
        ),
        "s+a[1]*100+r[1][0]*1000+d",
    ),
    "lambda": (
        (
            "template <typename F> __device__ int ap(F f, int n) { int s = 0; for (int i = 0; "
            "i < n; ++i) s += f(i); return s; }"
        ),
        (
            "int k = 3; auto sq = [](int x) { return x*x; }; auto add = [&](int x) { k += x; "
            "return k; }; auto g = [=](int x) -> int { return x + k; }; add(2);"
        ),
        "sq(3)+k*10+g(1)*100+ap([](int i){ return 2*i; }, 4)*1000",
    ),
    "conversions": (
        "",
        (
            "float f = 3.7f; int i = (int)f; unsigned u = (unsigned)-1; char c = (char)300; "
            "short s = 70000; bool b = 5; int n = -7 / 2, m = -7 % 3, sh = -8 >> 1; unsigned "
            "us = 1u << 31; float q = 1/2; double dd = 1/2.0;"
        ),
        "i+c+(s==4464)+b+n+m+sh+(us>>28)+(u==4294967295u)+(int)q+(int)(dd*2)",
    ),
    "struct copy": (
        (
            "struct M { int w, h; float* e; }; __device__ float get(const M m, int r, int c) { "
            "return m.e[r*m.w+c]; } __device__ M sub(M m, int r) { M s; s.w = m.w; s.h = 1; "
            "s.e = &m.e[r*m.w]; return s; }"
        ),
        "float d[6] = {1,2,3,4,5,6}; M m{3,2,d}; M s = sub(m, 1);",
        "(int)get(m,1,2)+(int)get(s,0,1)*10",
    ),
    "this": (
        (
            "struct S { int x; __device__ S& set(int x) { this->x = x; return *this; } "
            "__device__ int get() const { return this->x; } };"
        ),
        "S s; s.set(3).set(5);",
        "s.get()",
    ),
    "string": (
        "",
        ('const char* s = "ab"; char t[] = "xyz"; char u[8] = "hi"; char v[4] = {\'a\',\'b\'};'),
        "s[1]+t[2]+(int)sizeof(t)+u[2]+v[1]+v[3]",
    ),
    "functional cast": (
        "",
        (
            "double d = 3.9; int a = int(d); float f = float(a)/2; unsigned u = unsigned(a); "
            "auto x = (unsigned char)(300); auto y = static_cast<unsigned long long>(a); int z "
            "= int(); float w = float(); long long q = (long long)d;"
        ),
        "a+(int)(f*2)+(int)u+x+(int)y+z+(int)w+(int)q",
    ),
    "math": (
        "",
        (
            "float a = fmaxf(1.f, 2.f); int b = max(3, 4), c = min(1, 2), d = abs(-5); float e "
            "= fabsf(-1.5f), g = sqrtf(16.f), h = floorf(2.7f), p = powf(2.f, 3.f);"
        ),
        "(int)a+b+c+d+(int)(e*2)+(int)g+(int)h+(int)p",
    ),
    "struct arrays local": (
        "struct Fl { float x[4]; float y[4]; int m[2][3]; };",
        (
            "Fl f; for (int i = 0; i < 4; ++i) { f.x[i] = i; f.y[i] = 2*i; } f.m[1][2] = 7; "
            "float* p = f.x; p[2] = 9; Fl g = f; Fl* q = &g; q->y[0] = 3;"
        ),
        "(int)f.x[2]+(int)f.y[3]*10+f.m[1][2]*100+(int)g.x[2]+(int)g.y[0]*1000",
    ),
    "volatile": (
        "",
        "volatile int v = 3; volatile float* p; float z[2] = {1,2}; p = z; p[1] = 5;",
        "v+(int)z[1]",
    ),
    "int types": (
        "",
        (
            "uint8_t a = 255; int16_t b = -1; uint64_t c = 1ull << 40; std::size_t d = 3; "
            "int8_t e = a; std::uint32_t f = 7; unsigned long long int g = 5; uintptr_t h = 4;"
        ),
        "a+b+(int)(c>>39)+(int)d+e+(int)f+(int)g+(int)h",
    ),
    "for scopes": (
        "",
        (
            "int s = 0; for (int i = 0; i < 3; i++) for (int j = i; j < 3; j++) { if (j == 1) "
            "continue; s += i*j; } for (;;) { if (s++ > 5) break; } int i = 9; { int i = 2; s "
            "+= i; } while (true) { if (++s > 20) break; }"
        ),
        "s+i",
    ),
    "numeric limits": (
        "",
        "float m = -INFINITY; int a = INT_MAX; float b = FLT_MAX; unsigned c = UINT_MAX;",
        "(m < 0) + (a > 0)*10 + (b > 1e30f)*100 + (c==4294967295u)*1000",
    ),
    "class": (
        (
            "class Acc { public: __device__ Acc(int n) : n_(n), s_{0} {} __device__ void "
            "add(int v) { s_ += v * n_; } __device__ int get() const { return s_; } private: "
            "int n_; int s_; };"
        ),
        "Acc a(3); a.add(2); Acc b{4}; b.add(1); Acc c = Acc(5); c.add(1);",
        "a.get()+b.get()*10+c.get()*100",
    ),
    "class out of line": (
        (
            "class Acc { int s; public: __device__ Acc(); __device__ void add(int v); "
            "__device__ int get() const; }; __device__ Acc::Acc() : s(1) {} __device__ void "
            "Acc::add(int v) { s += v; } __device__ int Acc::get() const { return s; }"
        ),
        "Acc a; a.add(2);",
        "a.get()",
    ),
    "default ctor": (
        (
            "struct S { int x; S() = default; __device__ S(int a) : x(a) {} ~S() = default; "
            "S(const S&) = default; S& operator=(const S&) = default; };"
        ),
        "S a(3); S b = a; S c; c = b;",
        "c.x+b.x",
    ),
    "explicit noexcept": (
        (
            "struct S { int x; __device__ explicit S(int a) noexcept : x(a) {} __device__ int "
            "get() const noexcept { return x; } __device__ constexpr int two() const { return "
            "2; } };"
        ),
        "S a(3); const S b{4};",
        "a.get()+b.get()*10+b.two()",
    ),
    "switch in loop": (
        "",
        (
            "int s = 0; for (int i = 0; i < 6; ++i) { switch (i % 3) { case 0: continue; case "
            "1: s += 1; break; case 2: s += 10; } }"
        ),
        "s",
    ),
    "init if": (
        "",
        (
            "int a = 5, r = 0; if (int b = a * 2; b > 8) r = b; if (auto c = a - 5) r += 100; "
            "else r += c + 1; switch (int k = a; k) { case 5: r += 1000; }"
        ),
        "r",
    ),
    "ptr const cast": (
        ("__device__ float4 ld(const float* p) { return *reinterpret_cast<const float4*>(p); }"),
        (
            "float v[8] = {1,2,3,4,5,6,7,8}; float4 a = ld(v + 4); float4 b = *(float4*)v; "
            "float4 c = ((float4*)v)[1];"
        ),
        "(int)a.x+(int)b.y*10+(int)c.w*100",
    ),
    "logical": (
        "",
        (
            "int a = 0, b = 0; if (a++ || ++b) b += 10; bool c = !a && b; int d = !!5 + !0; a "
            "||  (b = 3);"
        ),
        "a+b*10+c*100+d*1000",
    ),
    "op assign": (
        "",
        (
            "int a = 7; a <<= 2; a |= 1; a ^= 3; a %= 20; a -= -2; a *= 2; a /= 3; a >>= 1; a "
            "&= 0xF; float f = 1; f += 2; f *= 3; f -= 1; f /= 4; unsigned char u = 250; u += "
            "10; int i = 5; i += 2.7;"
        ),
        "a+(int)f*10+u*100+i*1000",
    ),
    "array params": (
        (
            "__device__ int f(int a[], int n) { return a[n-1]; } __device__ int g(const int "
            "a[3]) { return a[0]; } __device__ int h(int a[2][3]) { return a[1][2]; } "
            "__device__ int k(int (*a)[3], int r) { return a[r][0]; }"
        ),
        "int a[3] = {1,2,3}; int m[2][3] = {{1,2,3},{4,5,6}};",
        "f(a,3)+g(a)*10+h(m)*100+k(m,1)*1000",
    ),
    "recursion": (
        (
            "__device__ int fib(int n) { return n < 2 ? n : fib(n-1) + fib(n-2); } __device__ "
            "int fact(int n) { if (n <= 1) return 1; return n * fact(n - 1); }"
        ),
        "",
        "fib(7)+fact(5)*100",
    ),
    "forward decl": (
        (
            "__device__ int later(int a, int b = 3); struct Fwd; __device__ int use(Fwd* f); "
            "struct Fwd { int x; }; __device__ int use(Fwd* f) { return f->x; } __device__ int "
            "caller(int a) { return later(a); } __device__ int later(int a, int b) { return "
            "a*b; }"
        ),
        "Fwd f{4};",
        "caller(2)+use(&f)*10",
    ),
    "std functions": (
        "",
        (
            "int a = std::max(3, 4), b = std::min(2, 1); float c = std::sqrt(16.0f), d = "
            "std::abs(-2.5f); int x = 1, y = 2; std::swap(x, y);"
        ),
        "a+b*10+(int)c*100+(int)(d*2)*1000+x*10000",
    ),
    "array init expr": (
        "",
        (
            "int n = 4; float v[3] = {n * 0.5f, (float)n, n > 3 ? 1.0f : 2.0f}; int idx[2] = "
            "{n++, n++}; int t[2][2] = {{n, n+1}, {n+2}};"
        ),
        "(int)(v[0]+v[1]*10+v[2]*100)+idx[0]*1000+idx[1]*10000+t[1][0]+t[1][1]",
    ),
    "multi decl": (
        (
            "struct P {int x;} ; struct Q { int y; } gq_unused; typedef struct P2 { int z; } "
            "P2, *P2p;"
        ),
        (
            "int a = 1, *p = &a, b[2] = {3,4}, &r = a; *p = 5; P2 s; P2p q = &s; q->z = 3; "
            "float x, y, z; x = y = z = 2;"
        ),
        "a+r*10+b[1]*100+s.z*1000+(int)(x+y+z)",
    ),
    "static local": (
        (
            "__device__ int f(int i) { static const int t[4] = {1,2,3,4}; static constexpr "
            "float k[2] = {0.5f, 1.5f}; return t[i] + (int)(k[1]*2); }"
        ),
        "",
        "f(2)",
    ),
    "macros of macros": (
        (
            "#define A(i) arr[(i)]\n#define CAT(a,b) a##b\n#define STR(x) #x\n#define LOOP(n, "
            "body) for (int _i = 0; _i < n; ++_i) { body }\n#define VA(...) sum3(__VA_ARGS__)\n"
            "__device__ int sum3(int a, int b, int c) { return a+b+c; }\n"
        ),
        ("int arr[4] = {1,2,3,4}; int CAT(foo,1) = 5; int s = 0; LOOP(3, s += A(_i); s++;)"),
        "s+foo1*10+VA(1,2,3)*100",
    ),
    "chain": (
        (
            "struct S { int x; int n; __device__ S& set(int v) { x = v; n++; return *this; } "
            "__device__ S& operator+=(const S& o) { x += o.x; return *this; } __device__ S& "
            "operator<<(int v) { x += v; return *this; } __device__ int get() const { return "
            "x; } };"
        ),
        (
            "S s{0,0}; s.set(3).set(5); S t{1,0}; (t += s).set(7).set(8); S all[2] = {}; "
            "all[1].set(4).set(6); S* p = &all[0]; p->set(2).set(9); int g = s.set(10).get(); "
            "s << 1 << 2; (s = t).set(12);"
        ),
        "s.x+s.n*100+t.x*1000+all[1].n*10000+p->x*100000+g",
    ),
    "init lists": (
        (
            "struct V3 { float v[3]; __device__ V3() : v{0,0,0} {} __device__ V3(float a, "
            "float b, float c) : v{a,b,c} {} __device__ float& operator[](int i) { return "
            "v[i]; } __device__ float operator[](int i) const { return v[i]; } }; struct R { "
            "float3 o, d; int n; __device__ R(float3 a, float3 b) : o(a), d{b}, n() {} "
            "__device__ R() : o{1,2,3}, d(make_float3(4,5,6)), n{7} {} };"
        ),
        "V3 a; V3 b(1,2,3); b[1] = 9; R r; R q(make_float3(1,1,1), float3{2,2,2});",
        "(int)(b[0]+b[1]*10+a[2])+(int)(r.o.z+r.d.y)*100+r.n*10000+q.n+(int)q.d.x",
    ),
    "assign op": (
        (
            "struct S { int x; __device__ S& operator=(const S& o) { x = o.x * 2; return "
            "*this; } __device__ S& operator=(int v) { x = v + 100; return *this; } };"
        ),
        "S a{1}; S b{3}; a = b; b = 5;",
        "a.x*1000+b.x",
    ),
    "incr op": (
        (
            "struct It { int i; __device__ It& operator++() { i += 2; return *this; } "
            "__device__ It operator++(int) { It t = *this; i += 3; return t; } __device__ int "
            "operator*() const { return i*10; } __device__ bool operator!=(const It& o) const "
            "{ return i != o.i; } __device__ bool operator<(It o) const { return i < o.i; } };"
        ),
        "It a{0}; ++a; a++; It e{9}; int n = 0; for (It k{0}; k < e; ++k) n += *k;",
        "a.i+n+*a*1000",
    ),
    "cmp ops": (
        (
            "struct P{int a,b;}; __device__ bool operator==(const P& x, const P& y) { return "
            "x.a==y.a && x.b==y.b; } __device__ bool operator<(P x, P y) { return x.a < y.a; } "
            "__device__ P operator-(P x) { return {-x.a,-x.b}; } __device__ bool operator!(P "
            "x) { return x.a == 0; }"
        ),
        "P p{1,2}, q{1,2}; P r{0,5};",
        "(p==q)*10+(r<p)+(-p).b*100+(!r)*1000+(p < q ? 1 : 7)*10000",
    ),
    "unsigned char math": (
        "",
        (
            "unsigned char a = 200, b = 100; int c = a + b; unsigned char d = a + b; char e = "
            "-1; unsigned f = e; short g = 0x8000; long long h = g; int i = a << 4; bool j = "
            "0.5; int k = 'a' + 1; unsigned long long l = -1; int m = l >> 60;"
        ),
        "c+d*1000+(f==4294967295u)+(h<0)*10+i+j+k+m",
    ),
    "enum arith": (
        "enum E { A=1, B=2, C=4 }; enum class K : unsigned char { X = 255 };",
        (
            "int m = A | C; E e = (E)(A + 1); unsigned char u = static_cast<unsigned "
            "char>(K::X); u++; K k = static_cast<K>(3); int s = 0; for (int i = A; i <= C; "
            "i++) s += i; switch (e) { case A: s = 100; break; case B: s += 1000; break; "
            "default: break; }"
        ),
        "m+e*10+u+s+(int)k*10000",
    ),
    "shadow": (
        "__device__ int x = 3; __device__ int f(int x) { { int x = 5; x++; } return x; }",
        ("int a = 1; { int a = 2; a++; } for (int a = 0; a < 2; a++) {} if (int a = 7; a) {} "),
        "a+f(4)*10",
    ),
    "float fmt": (
        "",
        (
            "float a = 1e-3f, b = 1.e2f, c = 1E+2f, d = 0.1f; double e = 0.1; float g = "
            "16777217; double h = 1/3.; float i = 1.f/3; int j = (int)(0.1f*10), k = "
            "(int)-2.7f; unsigned l = (unsigned)3.99f;"
        ),
        "(int)(a*1000)+(int)b+(int)c+(d==0.1)*1000+(g==16777216.f)*2000+j+k+l",
    ),
    "ptr to ptr local": (
        "",
        "int a = 1, b = 2; int* t[2] = {&a, &b}; *t[1] = 7; int* p = t[0]; p = t[1];",
        "b*10+*p",
    ),
    "while comma": (
        "",
        (
            "int i = 0, n = 0; while (i++, i < 5) n += i; do n++; while (--i > 0); for (int a "
            "= 0, b = 10; a < b; a += 2, b--) n += b - a;"
        ),
        "n+i*1000",
    ),
    "struct w enum": (
        (
            "struct T { enum Kind { A, B } kind; int v; }; struct Opt { bool has; int v; "
            "__device__ explicit operator bool() const { return has; } };"
        ),
        "T t; t.kind = T::B; t.v = 3; Opt o{true, 4};",
        "t.kind*10+t.v+(o ? o.v*100 : 0)",
    ),
    "limits": (
        (
            "template <typename T> __device__ T lo() { return "
            "std::numeric_limits<T>::lowest(); } template <typename T> __device__ T hi() { "
            "return std::numeric_limits<T>::max(); }"
        ),
        "float m = lo<float>(); int a = hi<int>();",
        (
            "(m < -1e30f)+(a == 2147483647)*10+(std::numeric_limits<float>::infinity() > "
            "m)*100+(int)(std::is_same<float,double>::value)+(int)std::is_integral_v<int>*1000"
        ),
    ),
    "functor": (
        (
            "struct Add { __device__ int operator()(int a, int b) const { return a+b; } }; "
            "struct Mul { int k; __device__ int operator()(int a, int b) const { return a*b*k; "
            "} }; template <class F> __device__ int red(const int* v, int n, int init, F f) { "
            "int r = init; for (int i = 0; i < n; i++) r = f(r, v[i]); return r; } template "
            "<typename Op, typename T = int> __device__ T ap(T a, T b) { return Op()(a, b); }"
        ),
        "int v[3] = {2,3,4};",
        ("red(v,3,0,Add{})+red(v,3,1,Mul{1})*10+red(v, 3, 5, Add())*1000+ap<Add>(1,2)*10000"),
    ),
    "a fractal": (
        (
            "struct Complex { float re, im; }; __device__ inline Complex mul(Complex a, "
            "Complex b) { Complex c; c.re = a.re*b.re - a.im*b.im; c.im = a.re*b.im + "
            "a.im*b.re; return c; } __device__ int mandel(float cr, float ci) { Complex z = "
            "{0.f, 0.f}; int it = 0; while (z.re*z.re + z.im*z.im < 4.f && it < 50) { z = "
            "mul(z, z); z.re += cr; z.im += ci; ++it; } return it; }"
        ),
        "",
        "mandel(-0.5f, 0.5f)*100+mandel(0.3f,0.6f)",
    ),
    "hash": (
        (
            "__device__ unsigned hash(unsigned x) { x ^= x >> 16; x *= 0x7feb352dU; x ^= x >> "
            "15; x *= 0x846ca68bU; x ^= x >> 16; return x; } __device__ unsigned lcg(unsigned& "
            "s) { s = 1664525u * s + 1013904223u; return s; } __device__ unsigned long long "
            "sm(unsigned long long& s) { unsigned long long z = (s += 0x9E3779B97F4A7C15ULL); "
            "z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL; return z ^ (z >> 27); }"
        ),
        (
            "unsigned s = 7; lcg(s); unsigned b = lcg(s); unsigned long long q = 3; sm(q); "
            "auto w = sm(q);"
        ),
        "(int)(hash(5) % 1000)+(int)(b % 1000)*1000+(int)(w % 997)",
    ),
    "a life": (
        (
            "#define W 5\n__device__ int life(const unsigned char g[W][W], int y, int x) { int "
            "n = 0; for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) if ((dx "
            "|| dy) && y+dy >= 0 && y+dy < W && x+dx >= 0 && x+dx < W) n += g[y+dy][x+dx]; "
            "return n; }"
        ),
        "unsigned char g[W][W] = {{0,1,0,0,0},{0,0,1,0,0},{1,1,1}}; ",
        "life(g,1,1)*10+life(g,2,2)+g[2][2]*100",
    ),
    "sort": (
        (
            "template <typename T> __device__ void isort(T* a, int n) { for (int i = 1; i < n; "
            "i++) { T k = a[i]; int j = i - 1; while (j >= 0 && a[j] > k) { a[j+1] = a[j]; "
            "j--; } a[j+1] = k; } }"
        ),
        ("int a[5] = {5,2,9,1,3}; isort(a, 5); float f[3] = {2.f,1.f,3.f}; isort<float>(f, 3);"),
        "a[0]+a[1]*10+a[4]*100+(int)f[0]*10000",
    ),
    "const member arrays": (
        (
            "struct K { float w[3][3]; }; __device__ float conv(const K& k, const float* in) { "
            "float s = 0; for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) s += "
            "k.w[i][j] * in[i*3+j]; return s; }"
        ),
        (
            "K k = {{{1,2,3},{4,5,6},{7,8,9}}}; float in[9] = {1,1,1,1,1,1,1,1,2}; K "
            "k2{1,2,3,4,5,6,7,8,9};"
        ),
        "(int)conv(k,in)*100+(int)conv(k2,in)",
    ),
    "char arrays": (
        (
            "__device__ int len(const char* s) { int n = 0; while (s[n]) n++; return n; } "
            "__device__ int eq(const char* a, const char* b) { while (*a && *a == *b) { a++; "
            "b++; } return *a - *b; }"
        ),
        'char b[6] = "hello"; const char t[] = "a\\x42\\n\\"";',
        'len(b)+len("abc")*10+eq("abd","abc")*100+t[1]*1000+t[3]',
    ),
    "trailing": (
        (
            "__device__ auto f(int a) -> int { return a; } template <class A, class B> "
            "__device__ auto mx(A a, B b) -> decltype(a > b ? a : b) { return a > b ? a : b; } "
            "template <class T> __device__ auto tw(T t) { return t + t; }"
        ),
        (
            "auto a = mx(1, 2.5f); decltype(a) b = 3.7; const decltype(a)& c = b; auto d = "
            "tw(b); static_cast<decltype(b)>(2);"
        ),
        "f(1)+(int)(a*2)*10+(int)(b*10)*100+(int)(c*10)+(int)d",
    ),
    "more bindings": (
        (
            "struct Hit { bool ok; float t; int id; }; __device__ Hit trace(float o) { if (o > "
            "1) return {true, o * 2, 7}; return {}; } __device__ float2 sc(float a) { return "
            "{a, a+1}; }"
        ),
        (
            "auto [ok, t, id] = trace(2); auto [o2, t2, i2] = trace(0); const auto [s, c] = "
            "sc(3); if (auto [k, tt, ii] = trace(5); k) id += ii; t += 1; float m[2][2] = "
            "{{1,2},{3,4}}; auto& [r0, r1] = m; r1[0] = 9;"
        ),
        "ok*1000+(int)t*10+id+o2+i2+(int)(s+c)*10000+(int)m[1][0]*100000",
    ),
    "neg": (
        "",
        (
            "int a = -5; unsigned b = a; int c = a % 3, d = a / 2, e = a >> 1, f = ~a, g = "
            "-(-a), h = !a, i = +a; long long l = (long long)a * 1000000000; unsigned u = 3 - "
            "5; int sh = 1 << 31 >> 31;"
        ),
        "c+d*10+e*100+f*1000+g+h+i+(l < 0)+(u > 0)*7+(b > 5)+sh",
    ),
    "nested lambda": (
        "",
        (
            "int s = 0; auto outer = [&](int n) { auto inner = [&](int k) { s += k * n; }; for "
            "(int i = 0; i < n; ++i) inner(i); return s; }; int r = outer(3); auto imm = "
            "[](int a, int b) { return a - b; }(7, 2);"
        ),
        "r*10+imm+s*1000",
    ),
    "using fn": (
        (
            "using F = float; template <typename T> using Ptr = T*; template <typename T> "
            "struct Vec2 { T x, y; }; using V2f = Vec2<float>; typedef Vec2<int> V2i;"
        ),
        "V2f a{1,2}; V2i b = {3,4}; Vec2<double> c{5,6};",
        "(int)a.y+b.x*10+(int)c.x*100",
    ),
    "vectors by pointers": (
        (
            "__device__ inline float lerp_(float a, float b, float t) { return a + t * (b - "
            "a); } __device__ float3 operator*(const float3& a, float s) { return "
            "make_float3(a.x*s, a.y*s, a.z*s); } __device__ float3 operator+(const float3& a, "
            "const float3& b) { return make_float3(a.x+b.x,a.y+b.y,a.z+b.z); } __device__ "
            "float dot(float3 a, float3 b) { return a.x*b.x+a.y*b.y+a.z*b.z; } __device__ "
            "float3& operator-=(float3& a, const float3& b) { a.x -= b.x; a.y -= b.y; a.z -= "
            "b.z; return a; }"
        ),
        (
            "float3 a = make_float3(1,2,3); float3 b = a * 2.f + a; b -= a; float4 v = "
            "{1,2,3,4}; float* p = &v.x; float q = (&a.x)[1];"
        ),
        "(int)dot(a,b)*10+(int)p[2]+(int)q*1000+(int)lerp_(0,10,0.5f)*10000",
    ),
    "swap": (
        "struct P { int a; float b; };",
        (
            "int x = 1, y = 2; std::swap(x, y); float v[3] = {1,2,3}; std::swap(v[0], v[2]); P "
            "p{1,2.f}, q{3,4.f}; std::swap(p, q); int w[2]={8,9}; int *s = w, *t = w + 1; "
            "std::swap(s, t);"
        ),
        "x+y*10+(int)v[0]*100+p.a*1000+(int)q.b*10000+*s*100000",
    ),
    "incr": (
        (
            "struct It { int i; __device__ It& operator++() { i += 2; return *this; } "
            "__device__ It operator++(int) { It t = *this; i += 3; return t; } __device__ int "
            "operator*() const { return i*10; } __device__ bool operator<(It o) const { return "
            "i < o.i; } };"
        ),
        ("It a{0}; It b = a++; ++a; It e{9}; int n = 0; for (It k{0}; k < e; ++k) n += *k;"),
        "a.i+n+*a*1000+b.i",
    ),
    "outline": (
        (
            "class Acc { int s; public: static const int K = 2; __device__ Acc(int n); "
            "__device__ void add(int v); __device__ int get() const; static __device__ int "
            "two(int a); }; __device__ Acc::Acc(int n) : s(n) {} __device__ void Acc::add(int "
            "v) { s += v * K; } __device__ int Acc::get() const { return s; } __device__ int "
            "Acc::two(int a) { return 2*a; }"
        ),
        "Acc a(1); a.add(2); Acc b{5};",
        "a.get()+Acc::two(4)*10+b.get()*1000",
    ),
    "copy plain": (
        (
            "struct V { float x, y; __device__ V() {} __device__ V(float a, float b) : x(a), "
            "y(b) {} __device__ V(const V& o) : x(o.x), y(o.y) {} __device__ V& "
            "operator=(const V& v) { x = v.x; y = v.y; return *this; } __device__ ~V() {} };"
        ),
        "V a(1,2); V b(a); V c = b; V d; d = c; d.x = 9;",
        "(int)(b.x+c.y*10+d.x*100+d.y*1000+a.x*10000)",
    ),
    "local types": (
        (
            "__device__ int f(int n) { struct Pair { int a; int b; __device__ int sum() const "
            "{ return a + b; } }; Pair p{n, 2}; return p.sum(); } __device__ int g() { struct "
            "Pair { float z; }; Pair q{2.5f}; typedef struct { int u[3]; } Tri; Tri t = "
            "{{1,2,3}}; struct { int w; } e; e.w = 4; struct Loc { int v; } l1 = {5}, l2 = "
            "{6}; union { float f; int i; } u; u.f = 1.0f; return "
            "(int)(q.z*2)+t.u[2]*10+e.w*100+l2.v*1000+l1.v*10000+(u.i >> 23); }"
        ),
        "",
        "f(3)+g()",
    ),
    "nested": (
        (
            "struct Out { struct In { int v; __device__ int twice() const { return v*2; } }; "
            "In a; int n; enum Kind { A, B = 5 }; enum class Col { R = 1, G = 2 }; enum { W = "
            "3 }; int w[W]; Kind k; };"
        ),
        (
            "Out o; o.a.v = 3; o.n = 4; o.w[2] = 7; Out::In i{5}; Out::Kind k = Out::B; o.k = "
            "Out::A;"
        ),
        "o.a.twice()+o.n*10+i.v*100+(int)k+(int)Out::Col::G+Out::W*1000+o.w[2]*10000+o.k",
    ),
    "member templates unused": (
        (
            "struct S { int x; template <typename T> __device__ T as() const { return (T)x; } "
            "__device__ int get() const { return x; } };"
        ),
        "S s{3};",
        "s.get()",
    ),
    "unnamed": (
        (
            "__device__ int f(int, int b) { return b; } __device__ int g(float*, int = 3) { "
            "return 1; } template <typename T> __device__ int tag(T, int x) { return x; } "
            "__device__ int h(const float* const, int[4]) { return 2; }"
        ),
        "float q[2]; int w[4];",
        "f(1,2)+g(nullptr)*10+tag(1.f,3)*100+h(q,w)*1000",
    ),
    "forward": (
        (
            "__device__ int later(int a, int b = 3, float c = 2.5f); __device__ int caller(int "
            "a) { return later(a); } __device__ int later(int a, int b, float c) { return "
            "a*b+(int)(c*2); }"
        ),
        "",
        "caller(2)+later(1,1)*100",
    ),
    "align sizes": (
        (
            "struct alignas(16) A { float x,y,z; }; struct __align__(8) B { int a; int b; "
            "__device__ int s() { return a+b; } }; struct C { int x; } "
            "__attribute__((aligned(16))); template <typename T, int N> struct "
            "alignas(sizeof(T) * N) Vec { T v[N]; }; struct __align__(16) F { char c; }; "
            "typedef struct __align__(8) { float re, im; } Cx; struct S2 { char c; double d; "
            "short s; }; struct S3 { char a; S2 b; char z[3]; };"
        ),
        "Vec<float,4> v; v.v[3] = 2; B b{1,2}; Cx c = {1,2}; A arr[2]; arr[1].z = 3;",
        (
            "(int)(sizeof(A)+sizeof(B)*10+sizeof(C)*100+sizeof(Vec<float,4>)*1000+sizeof(F)*10000+sizeof(Cx)+sizeof(S2)+sizeof(S3))+(int)v.v[3]+b.s()+(int)arr[1].z+(int)sizeof(Vec<double,2>)"
        ),
    ),
    "sizeof more": (
        "struct G { float x[4]; int m[2][3]; char c; }; struct E { G g[2]; short s; };",
        "G g; E e; int a[3][4];",
        "(int)(sizeof(G)+sizeof(E)*10+sizeof(a)+sizeof(a[0])*100+sizeof(g.m)*1000)",
    ),
    "queue": (
        (
            "struct Queue { int data[8]; int head, tail; __device__ void init() { head = tail "
            "= 0; } __device__ void push(int v) { data[tail++ % 8] = v; } __device__ int pop() "
            "{ return data[head++ % 8]; } __device__ bool empty() const { return head == tail; "
            "} };"
        ),
        (
            "Queue q; q.init(); for (int i = 0; i < 5; i++) q.push(i*i); int s = 0; while "
            "(!q.empty()) s = s * 3 + q.pop();"
        ),
        "s",
    ),
    "stack ptr": (
        (
            "__device__ int eval(const int* code, int n) { int st[16]; int* sp = st; for (int "
            "i = 0; i < n; i++) { switch (code[i]) { case -1: { int b = *--sp; int a = *--sp; "
            "*sp++ = a + b; } break; case -2: { int b = *--sp, a = *--sp; *sp++ = a * b; "
            "break; } default: *sp++ = code[i]; } } return sp[-1]; }"
        ),
        "int c[] = {2, 3, -1, 4, -2};",
        "eval(c, 5)",
    ),
    "rng class": (
        (
            "class Rng { unsigned s_; public: __device__ explicit Rng(unsigned seed) : "
            "s_{seed} {} __device__ unsigned next() { s_ ^= s_ << 13; s_ ^= s_ >> 17; s_ ^= s_ "
            "<< 5; return s_; } __device__ float uniform() { return next() / 4294967296.0f; } "
            "};"
        ),
        "Rng r(42); unsigned a = r.next(); float u = r.uniform(); Rng q{7u}; q.next();",
        "(int)(a % 1000) + (int)(u * 1000) * 1000 + (int)(q.next() % 100)",
    ),
    "matrix": (
        (
            "template <int R, int C> struct Mat { float a[R][C]; __device__ float& "
            "operator()(int i, int j) { return a[i][j]; } __device__ const float& "
            "operator()(int i, int j) const { return a[i][j]; } __device__ Mat operator+(const "
            "Mat& o) const { Mat r; for (int i = 0; i < R; i++) for (int j = 0; j < C; j++) "
            "r.a[i][j] = a[i][j] + o.a[i][j]; return r; } static __device__ Mat eye() { Mat "
            "m{}; for (int i = 0; i < R; i++) m.a[i][i] = 1; return m; } };"
        ),
        ("Mat<2,2> m = {{{1,2},{3,4}}}; m(0,1) = 7; auto e = Mat<2,2>::eye(); auto s = m + e;"),
        "(int)(s(0,0) + s(0,1)*10 + s(1,0)*100 + s(1,1)*1000)",
    ),
    "ray": (
        (
            "struct Vec3 { float x, y, z; __device__ Vec3(float a = 0, float b = 0, float c = "
            "0) : x(a), y(b), z(c) {} __device__ Vec3 operator+(const Vec3& b) const { return "
            "Vec3(x+b.x, y+b.y, z+b.z); } __device__ Vec3 operator-(const Vec3& b) const { "
            "return Vec3(x-b.x, y-b.y, z-b.z); } __device__ Vec3 operator*(float b) const { "
            "return Vec3(x*b, y*b, z*b); } __device__ float dot(const Vec3& b) const { return "
            "x*b.x + y*b.y + z*b.z; } __device__ Vec3& norm() { return *this = *this * (1 / "
            "sqrtf(x*x+y*y+z*z)); } }; struct Ray { Vec3 o, d; __device__ Ray(Vec3 o_, Vec3 "
            "d_) : o(o_), d(d_) {} }; struct Sphere { float rad; Vec3 p; __device__ float "
            "hit(const Ray& r) const { Vec3 op = p - r.o; float t, b = op.dot(r.d), det = b*b "
            "- op.dot(op) + rad*rad; if (det < 0) return 0; else det = sqrtf(det); return (t = "
            "b - det) > 0.1f ? t : ((t = b + det) > 0.1f ? t : 0); } };"
        ),
        (
            "Sphere s[2] = {{1.f, Vec3(0,0,5)}, {2.f, {0,0,10}}}; Ray r(Vec3(0,0,0), "
            "Vec3(0,0,2).norm()); float best = 1e20f; int id = -1; for (int i = 0; i < 2; i++) "
            "{ float d; if ((d = s[i].hit(r)) && d < best) { best = d; id = i; } }"
        ),
        "(int)best*10+id",
    ),
    "bits": (
        "",
        (
            "unsigned x = 0xF0F0F0F0u; int lo = x & 0xFF, hi = (x >> 24) & 0xff; unsigned r = "
            "(x << 4) | (x >> 28); bool odd = x & 1; int p2 = 1 << 10; unsigned m = (1u << 5) "
            "- 1; int n = ~0; unsigned long long big = 1ULL << 40 | 3; int s = (int)(big >> "
            "38);"
        ),
        "lo + hi + (int)(r & 15) + odd + p2 + (int)m + n + s",
    ),
    "string table": (
        (
            '__device__ const char* names(int i) { switch (i) { case 0: return "zero"; case 1: '
            'return "one"; } return "many"; } __device__ int slen(const char* s) { const char* '
            "p = s; while (*p) ++p; return (int)(p - s); }"
        ),
        "",
        "slen(names(0))*100+slen(names(1))*10+slen(names(5))",
    ),
    "early": (
        (
            "__device__ bool prime(int n) { if (n < 2) return false; for (int d = 2; d * d <= "
            "n; ++d) if (n % d == 0) return false; return true; } __device__ int gcd(int a, "
            "int b) { while (b) { int t = a % b; a = b; b = t; } return a; } __device__ "
            "unsigned powm(unsigned b, unsigned e, unsigned m) { unsigned long long r = 1, x = "
            "b % m; while (e) { if (e & 1) r = r * x % m; x = x * x % m; e >>= 1; } return "
            "(unsigned)r; }"
        ),
        "int c = 0; for (int i = 0; i < 50; i++) c += prime(i);",
        "c*1000+gcd(84,36)+(int)powm(7, 100, 101)",
    ),
    "param pack struct default": (
        "struct Cfg { int n = 4; float a = 0.5f; bool on{true}; };",
        "Cfg c; Cfg d{.n = 7}; Cfg e = {1, 2.f}; Cfg f{}; const Cfg g{3};",
        "c.n + d.n*10 + e.n*100 + (int)(e.a)*1000 + f.on + d.on + (int)(d.a*2) + g.n",
    ),
    "static arr": (
        (
            "struct T { static constexpr int w[3] = {1,2,3}; static constexpr float k = 0.5f; "
            "}; constexpr int T::w[3]; __device__ int f(int i) { constexpr int lut[4] = "
            "{9,8,7,6}; return lut[i]; }"
        ),
        "",
        "f(2)+(int)(T::k*10)",
    ),
    "ternary lvalue etc": (
        "",
        (
            "int a = 1, b = 2; (a > b ? a : b) = 9; int c[2] = {3,4}; c[a > 0] = 8; int* p = a "
            "? c : c + 1; *p += 1; (a)++; (*p)++; ++*p; int d = *p++;"
        ),
        "a+b*10+c[0]*100+c[1]*1000+d*10000",
    ),
    "float4 ptr member": (
        "",
        (
            "float4 v = {1,2,3,4}; float* p = &v.y; *p = 9; float4 w[2] = "
            "{{1,2,3,4},{5,6,7,8}}; float& r = w[1].z; r = 3;"
        ),
        "(int)v.y+(int)w[1].z*10",
    ),
    "using enum etc": (
        (
            "typedef enum { RED, GREEN = 5, BLUE } Color; typedef enum Dir_ { N_, S_ } Dir; "
            "enum class Sh : unsigned { A, B }; __device__ int f(Color c) { return c == GREEN "
            "? 1 : c; }"
        ),
        "Color c = BLUE; Dir d = S_; Sh s = Sh::B; if (s == Sh::B) c = GREEN;",
        "f(c)*10+d+static_cast<int>(s)*100+BLUE*1000",
    ),
    "conversion fn": (
        (
            "struct H { unsigned short v; __device__ H(float f) : v((unsigned short)(f * 10)) "
            "{} __device__ operator float() const { return v / 10.0f; } };"
        ),
        "H h(2.5f); float f = h; H g = H(f + 1); float s = h + g;",
        "(int)(f*10)+(int)(s*10)*100",
    ),
    "inherit": (
        (
            "struct Shape { float a; __device__ float area() const { return a; } }; struct Sq "
            ": Shape { float s; __device__ Sq(float x) { s = x; a = x * x; } __device__ float "
            "per() const { return 4 * s; } }; template <class D> struct Base { __device__ int "
            "run() { return static_cast<D*>(this)->impl() + 1; } };"
        ),
        "Sq q(3); ",
        "(int)q.area()+(int)q.per()*10",
    ),
    "bool arith": (
        "",
        (
            "bool a = 3, b = 0; int c = a + a; a += 1; b |= 4; bool d = a && !b; int e = (3 > "
            "2) + (2 > 1) * 2; b ^= 1; unsigned char f = true; b = b + 5;"
        ),
        "a+b*10+c*100+d*1000+e*10000+f",
    ),
    "shadowed macro param": (
        (
            "#define MAX(a, b) (((a) > (b)) ? (a) : (b))\n#define CLAMP(x, lo, hi) MAX(lo, "
            "((x) < (hi) ? (x) : (hi)))\n#define DEF(name, op) __device__ int name(int a, int "
            "b) { return a op b; }\nDEF(add_, +) DEF(shl_, <<)\n"
        ),
        "int a = 3, b = 4;",
        "MAX(a, b) + CLAMP(15, 0, 9)*10 + add_(1,2)*100 + shl_(1,3)*1000",
    ),
    "nested ns type": (
        (
            "namespace m { namespace d { struct V { int x; }; __device__ inline V mk(int a) { "
            "return V{a}; } enum E { P = 3 }; using I = int; template <typename T> __device__ "
            "T id(T t) { return t; } } }"
        ),
        (
            "m::d::V v = m::d::mk(3); m::d::I i = m::d::P; auto w = m::d::id<float>(2.5f); "
            "m::d::E e = m::d::P;"
        ),
        "v.x*10+i+(int)(w*2)*100+e",
    ),
    "const ref ret": (
        (
            "struct A { int v[3]; int n; __device__ const int& at(int i) const { return v[i]; "
            "} __device__ int& at(int i) { return v[i]; } __device__ int* begin() { return v; "
            "} __device__ int* end() { return v + 3; } __device__ int size() const { return 3; "
            "} };"
        ),
        (
            "A a{{1,2,3},4}; a.at(1) = 8; const A b = a; int s = 0; for (int* p = a.begin(); p "
            "!= a.end(); ++p) s += *p; for (int i = 0; i < b.size(); ++i) s += b.at(i)*10;"
        ),
        "s+a.n",
    ),
    "int overflow": (
        "",
        (
            "int a = 2147483647; unsigned b = a; b += 1; a = (int)b; short s = 32767; s++; "
            "signed char c = 127; c += 1; unsigned char u = 0; u--; int m = -2147483647 - 1; "
            "long long l = (long long)m * m; unsigned w = 0u - 1u;"
        ),
        "(a < 0) + (s < 0)*10 + (c < 0)*100 + u*1000 + (l > 0)*7 + (w > 5)",
    ),
    "variables that lambdas set": (
        "",
        (
            "int b = 2; auto f = [](int& v) { v++; }; f(b); int c = 3; auto g = [&c]() { c = "
            "7; }; g(); int d = 4; auto h = [&](int k) { d += k; }; h(2); int e = 5; auto i = "
            "[](auto& v) { v = 9; }; i(e);"
        ),
        "b+c*10+d*100+e*1000",
    ),
    "variables that others set": (
        (
            "template <typename F> __device__ void ap(F f, int& v) { f(v); } struct Set { "
            "__device__ void operator()(int& v) const { v = 8; } }; __device__ void two(int* "
            "p) { *p = 6; }"
        ),
        (
            "int b = 2; ap(Set(), b); int c = 3; Set s; s(c); int d = 1; two(&d); int e = 5; "
            "int& r = e; r++; int f = 2; int* p = &f; *p = 4; int g = 1, h = 2; (g > h ? g : "
            "h) = 9; (g > h ? g : h)++; bool z = true; z = !z; int q = 0; q++; int w = 3; for "
            "(w = 0; w < 2; w++);"
        ),
        "b+c*10+d*100+e*1000+f*10000+h*100000+z+q+w",
    ),
    "variables that are set later": (
        (
            "__device__ void fill(int (*m)[2]) { m[0][1] = 4; } struct P { int a; __device__ "
            "void s() { a = 4; } }; union U { int i; float f; };"
        ),
        (
            "int a = 1; int b = a; a = 5; int m[2][2] = {}; fill(m); P p{2}; p.s(); U u; u.i = "
            "3; int c = 2; c <<= 2; int d = 7; { int& e = d; e = 1; } int f = 3; do { f--; } "
            "while (f > 1); int g = 4; switch (g) { case 4: g = 6; }"
        ),
        "a+b*10+m[0][1]*100+p.a*1000+u.i+c+d+f+g",
    ),
    "variables that pointers set": (
        "",
        (
            "int a = 1, b = 2; int* q[2] = {&a, &b}; *q[0] = 5; int x = 3; auto& y = x; y = 4; "
            "auto p = &b; p[0] = 6; const int k = 3; int n = 2; int arr[2] = {n, n}; n = "
            "arr[0] + 1; int t = 1; if (n > 2) t = 2; else t = 3; float fl = 1; fl += n; int u "
            "= 5; while (u > 3) --u; int v = 1; v = v++ + 1;"
        ),
        "a+b*10+x*100+k+n+t+(int)fl+u+v",
    ),
    "member template": (
        (
            "struct S { int x; template <typename T> __device__ T as() const { return (T)x; } "
            "template <int N> __device__ int times() { return x*N; } template <typename T> "
            "__device__ void set(T v) { x = (int)v; } template <typename T, typename F> "
            "__device__ T ap(T a, F f) { return f(a) + x; } };"
        ),
        "S s; s.set(4.5f); S* p = &s;",
        (
            "(int)s.as<float>()*10+s.times<3>()+(int)(s.as<double>() / 8 * 10)*100+s.ap(2, "
            "[](int v) { return v * 2; })*1000+p->times<2>()*10000"
        ),
    ),
    "member template overload": (
        (
            "struct S { int n; template <typename T> __device__ void add(T v) { n += 100; } "
            "__device__ void add(int v) { n += 1; } }; template <typename T> struct W { T v; "
            "template <typename U> __device__ U to() const { return U(v); } template <typename "
            "U> __device__ W& put(U u) { v = T(u); return *this; } };"
        ),
        (
            "S s{0}; s.add(1); s.add(2.5f); s.add((short)1); W<float> w{2.5f}; w.put(3); int k "
            "= s.n < 5;"
        ),
        "s.n+w.to<int>()*1000+k",
    ),
}
