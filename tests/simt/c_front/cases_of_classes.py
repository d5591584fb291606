"""Small programs with structures and overloads: functions, what comes before, and a number."""

from __future__ import annotations

CASES: dict[str, tuple[str, str, str]] = {
    "a specialisation": (
        "template <typename T> __device__ int f(T x) { return 1; }"
        " template <> __device__ int f<float>(float x) { return 2; }"
        " template <> __device__ int f(double x) { return 3; }",
        "",
        "f(1) * 100 + f(1.0f) * 10 + f(1.0)",
    ),
    "specialisations alone": (
        "template <typename T> __device__ T big();"
        " template <> __device__ int big<int>() { return 7; }"
        " template <> __device__ float big<float>() { return 8.f; }",
        "",
        "big<int>() * 10 + (int)big<float>()",
    ),
    "a specialisation by number": (
        "template <int N> __device__ int f() { return N + f<N - 1>(); }"
        " template <> __device__ int f<0>() { return 0; }",
        "",
        "f<4>()",
    ),
    "a structure's specialisation": (
        "template <typename T> struct S { __device__ int get() { return 1; } };"
        " template <> struct S<float> { int more; __device__ int get() { return 2; } };",
        "S<int> a; S<float> b; b.more = 3;",
        "a.get() * 100 + b.get() * 10 + b.more",
    ),
    "overloads": (
        "__device__ int f(float x) { return 1; } __device__ int f(double x) { return 2; }"
        " __device__ int f(int x) { return 3; } __device__ int f(const int* x) { return 4; }"
        " template <typename T> __device__ int f(T x) { return 5; }",
        "int v[2] = {1, 2}; const int* p = v; long long w = 3;",
        "f((int)'a') * 10000 + f(1) * 1000 + f(1.0f) * 100 + f(p) * 10 + f(w)",
    ),
    "promotions": (
        "__device__ int f(double x) { return 1; } __device__ int f(int x) { return 2; }",
        "char c = 3; short s = 4; bool b = true;",
        "f(c) * 1000 + f(s) * 100 + f(b) * 10 + f(1.0f)",
    ),
    "overloaded methods": (
        "struct A { __device__ int f(int x) { return 1; } __device__ int f(float x) { return 2; }"
        " __device__ int f(const int* x) { return 3; } };",
        "A a; int v[2];",
        "a.f('c') * 100 + a.f(1.f) * 10 + a.f(v)",
    ),
    "a conversion into a number": (
        "struct Degrees { float value; __device__ operator float() const { return value * 2; } };",
        "Degrees d = {3.0f}; float x = d; int i[8]; i[6] = 5;",
        "(int)(d + 1.0f) * 100 + (int)x * 10 + i[(int)d] + (d > 5.0f ? 1 : 0)",
    ),
    "static constants": (
        "struct A { static const int N = 3; int v[N]; __device__ int get() { return v[2] + N; } };"
        " struct B { static constexpr int N = 5; __device__ int n() { return N; } };"
        " template <int W> struct C { static constexpr int N = W * 2; };",
        "A a; a.v[2] = 1; B b;",
        "a.get() * 1000 + A::N * 100 + b.n() * 10 + B::N + C<4>::N",
    ),
    "static functions": (
        "struct Add { static __device__ int apply(int a, int b) { return a + b; } };"
        " struct Mul { static __device__ int apply(int a, int b) { return a * b; } };"
        " template <typename Op> __device__ int run(int a, int b) { return Op::apply(a, b); }"
        " template <int N> struct P { static __device__ int get() { return N * 2; }"
        " static __device__ int twice() { return 2 * get(); } };",
        "Add a;",
        "run<Add>(3, 4) * 1000 + run<Mul>(3, 4) * 10 + P<3>::get() + P<5>::twice() + a.apply(1, 1)",
    ),
    "first values of members": (
        "struct S { int x = 5, z; float y = 2.5f; };"
        " struct T { int a = 1, b = 2; __device__ T(int c) : b(c) {} };",
        "S s; s.z = 4; T t(7);",
        "s.x * 100 + (int)(s.y * 2) * 10 + s.z + t.a + t.b",
    ),
    "a base": (
        "struct A { int x; __device__ int twice() { return 2 * x; }"
        " __device__ void up() { x++; } };"
        " struct B : public A { int y; __device__ int sum() { return x + y + twice(); } };",
        "B b; b.x = 3; b.y = 4; b.up();",
        "b.sum() * 10 + b.twice()",
    ),
    "a base that is hidden": (
        "struct A { int v; __device__ int f() { return 1; }"
        " __device__ int g() { return f() + v; } };"
        " struct B : A { __device__ int f() { return 10; } };",
        "B b; b.v = 2;",
        "b.g() * 100 + b.f()",
    ),
    "constructors of a base": (
        "struct A { int x; __device__ A() : x(7) {} __device__ A(int a) : x(a) {} };"
        " struct B : A { int y; __device__ B(int a, int b) : A(a), y(b) {} };"
        " struct C : A { int y; __device__ C(int b) : y(b) {} }; struct D : A { int y; };",
        "B b(3, 4); C c(5); D d; d.y = 6;",
        "b.x * 10 + b.y + c.x * 100 + c.y + d.x * 1000 + d.y",
    ),
    "a base where it is asked for": (
        "struct A { int x; }; struct B : A { int y; };"
        " __device__ int f(const A& a) { return a.x; } __device__ int g(A a) { return a.x * 2; }"
        " __device__ void h(A& a) { a.x++; }",
        "B b; b.x = 3; b.y = 1; h(b); A a = b;",
        "(f(b) + g(b)) * 10 + a.x",
    ),
    "a base that is a template": (
        "template <class T> struct A { T x; __device__ T twice() { return 2 * x; } };"
        " template <class T> struct B : public A<T> { T y;"
        " __device__ T all() { return this->x + y + this->twice(); } };",
        "B<int> b; b.x = 3; b.y = 4; B<double> d; d.x = 0.5; d.y = 1;",
        "b.all() * 10 + (int)(d.all() * 2)",
    ),
    "a friend": (
        "struct V { int x; __device__ friend V operator+(V a, V b) { V c; c.x = a.x + b.x;"
        " return c; } };",
        "V a; a.x = 4;",
        "(a + a).x",
    ),
    "names of types in a structure": (
        "template <class T> struct S { using value = T; typedef int count; value v; count n;"
        " __device__ value get() { value twice = 2 * v; return twice; } };",
        "S<float> s; s.v = 4.5f; s.n = 3;",
        "(int)s.get() * 10 + s.n",
    ),
    "elements with a base": (
        "struct A { int x; __device__ void up() { x += 2; } }; struct B : A { int y; };",
        "B all[2]; all[1].x = 3; all[1].y = 4; all[1].up();",
        "all[1].x * 10 + all[1].y",
    ),
    "defaults of a constructor": (
        "struct A { int x, y; __device__ A(int a = 3, int b = 4) : x(a), y(b) {} };",
        "A a; A b(1);",
        "a.x * 100 + a.y * 10 + b.x + b.y",
    ),
    "operators that set, outside of a structure": (
        "struct V { float x, y; };"
        " __device__ void operator+=(V& a, V b) { a.x += b.x; a.y += b.y; }"
        " __device__ V& operator*=(V& a, float k) { a.x *= k; a.y *= k; return a; }",
        "V a = {1, 2}, b = {3, 4}; a += b; a += a; a *= 3.0f; V all[2]; all[1] = b; all[1] += a;",
        "(int)a.x * 100 + (int)a.y + (int)all[1].y",
    ),
    "a cast to rows": (
        "__device__ int diagonal(const int (*m)[4]) { return m[0][0] + m[1][1] + m[2][2]; }",
        "int a[12]; for (int i = 0; i < 12; i++) a[i] = i * i; int (*m)[4] = (int (*)[4])a;"
        " m[2][3] = 5;",
        "diagonal((const int (*)[4])a) * 10 + m[1][2] + a[11]",
    ),
    "arrays of pointers": (
        "__device__ int sum(int** rows, int n) { int s = 0;"
        " for (int r = 0; r < 2; r++) for (int i = 0; i < n; i++) s += rows[r][i]; return s; }",
        "int a[3] = {1, 2, 3}, b[3] = {40, 50, 60}; int* rows[2] = {a, b + 1}; int total = 0;"
        " for (int r = 0; r < 2; r++) for (int i = 0; i < 2; i++) total += rows[r][i];"
        " int* stack[4]; int top = 0; stack[top++] = &a[2]; stack[top++] = rows[1];"
        " *rows[0] = 7; rows[0] = rows[1]; const int* none[2] = {a};",
        "total * 1000 + *stack[--top] + *stack[--top] + a[0] + (rows[0] == rows[1])"
        " + (none[1] == nullptr) + sum(rows, 2)",
    ),
    "a text as a pointer": (
        "__device__ int length(const char* s) { int n = 0; while (s[n]) n++; return n; }",
        'const char* s = "hello"; const char* names[] = {"ab", "cde"};',
        'length(s) * 1000 + length("") * 100 + s[1] + length(names[1]) + names[0][1]',
    ),
    "an index that does something, of structures": (
        "struct P { int a, b, c; };",
        "P all[6]; int n = 0, calls[2] = {0, 0}; for (int i = 0; i < 4; i++)"
        " all[n++] = P{i, 10 * i, 100 * i}; P last = all[--n]; P x = all[calls[0]++ + 1];"
        " P* p = all; P first = *p++; *p++ = last; all[calls[1] += 2] = all[n--];",
        "last.a + last.b + last.c + n * 1000 + x.b + first.c + all[1].a * 7 + (int)(p - all)"
        " + calls[0] * 10000 + all[2].c",
    ),
    "a template's own name in it": (
        "template <typename T, int N> struct V { T v[N];"
        " static __device__ V filled(T x) { V made; for (int i = 0; i < N; i++) made.v[i] = x + i;"
        " return made; } __device__ V operator+(const V& o) const { V sum;"
        " for (int i = 0; i < N; i++) sum.v[i] = v[i] + o.v[i]; return sum; }"
        " __device__ int both(const V<T, N>& o) { V<int, 2> two; two.v[0] = o.v[0];"
        " two.v[1] = v[1];"
        " return two.v[0] * 10 + two.v[1]; } };",
        "V<int, 3> a = V<int, 3>::filled(4); V<int, 3> b = a + a; V<float, 2> f ="
        " V<float, 2>::filled(1.5f);",
        "b.v[2] * 1000 + a.both(b) * 10 + (int)(f.v[1] * 2)",
    ),
    "references that constructors get": (
        "struct R { int lo, hi; __device__ R(int& n) { lo = n; n += 5; hi = n; } };"
        " struct N { int n; };",
        "int n = 2; R r(n); R q(n); N s; s.n = 1; R t(s.n); R u{n};",
        "r.lo + r.hi * 10 + q.hi * 100 + n * 1000 + s.n * 7 + t.hi + u.lo",
    ),
    "objects that are found once": (
        "struct P { int a, b; __device__ void up() { a++; }"
        " __device__ int get() const { return a; }"
        " __device__ void give(int& x, int y) { x = a + y; a = 7; } };"
        " struct M { int v[4]; int n; __device__ void push(int x) { v[n++] = x; }"
        " __device__ int& at(int i) { return v[i]; } __device__ int pop() { return v[--n]; } };",
        "P all[4]; for (int i = 0; i < 4; i++) all[i].a = all[i].b = i; int n = 0; all[n++].up();"
        " all[n++].up(); P* p = all + 2; p++->up(); (*p++).a += 5; int given = 0, k = 0;"
        " all[k++].give(given, 10); M m; m.n = 0; m.push(3); m.push(4); m.push(m.pop() + 1);"
        " m.at(0) += 10; int c = m.n; int d = m.pop();",
        "n * 100000 + all[0].a * 10000 + all[1].a * 1000 + all[2].a * 100 + all[3].a"
        " + (int)(p - all) + given * 3 + k * 7 + c * 11 + d * 13 + m.v[0]",
    ),
    "a variable that a condition declares": (
        "",
        "int g[4] = {0, 3, 5, 0}, sum = 0;"
        " for (int i = 0; i < 4; i++) { if (int v = g[i]) sum += v;"
        " else sum += 100; if (int v = g[i]; v != 3) sum += 10 * v; if (const int* p = g + i)"
        " sum += *p; }",
        "sum",
    ),
    "one side of if constexpr": (
        "template <typename T, int N> __device__ int f(T x) { if constexpr (N > 0) return x.v;"
        " else return x; } struct S { int v; };",
        "S s; s.v = 3;",
        "f<S, 1>(s) * 10 + f<int, 0>(4)",
    ),
}
