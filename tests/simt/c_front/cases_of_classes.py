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
    "?: as a place": (
        "struct V { int x, y; __device__ void up(int k) { x += k; } };"
        " __device__ void operator+=(V& a, int k) { a.y += k; }",
        "int a = 1, b = 2, m[3] = {5, 6, 7}, n[2] = {8, 9}; V v = {1, 2}, w = {3, 4};"
        " (a < b ? a : b) = 10; (a < b ? a : b) += 5; ++(a > b ? m[1] : n[0]); int& r = a > 3 ? a :"
        " b; r += 100; int& e = b > 100 ? m[2] : m[0]; e = 50; (a > 0 ? v : w).up(4);"
        " (a > 0 ? w : v) += 6; int old = (a > 0 ? n[1] : m[0])++;",
        "a + b * 3 + m[0] * 7 + m[1] * 11 + n[0] * 13 + n[1] * 17 + v.x * 19 + w.y * 23 + old * 29",
    ),
    "values of members by their names": (
        "struct C { int n; float k, b; }; struct D { C c; int v[3]; int z; };"
        " __device__ int f(C c) { return c.n * 100 + (int)(c.k * 10) + (int)c.b; }",
        "C a = {.n = 3, .k = 0.5f, .b = 1.0f}; C b{.n = 2, .b = 4.0f}; C c = C{.k = 2.0f};"
        " D d = {.c = {.k = 3.0f}, .v = {1, 2}, .z = 9};",
        "f(a) + f(b) * 3 + f(c) * 5 + f({.n = 1, .b = 2.f}) * 7 + f(d.c) + d.v[1] + d.v[2] + d.z",
    ),
    "a method of the base by its name": (
        "struct A { int w; __device__ int f() const { return w * w; }"
        " __device__ int g(int k) const { return k * f(); } __device__ void up() { w++; } };"
        " struct B : A { int h; __device__ int f() const { return A::f() * h; }"
        " __device__ int all() const { return this->A::g(2) + f(); }"
        " __device__ void up() { A::up(); h += 10; } };"
        " template <class T> struct P { T x; __device__ T get() { return x; } };"
        " struct Q : P<int> { __device__ int get() { return 10 * P<int>::get(); } };",
        "B b; b.w = 3; b.h = 4; b.up(); B all[2]; all[1] = b; all[1].A::up(); Q q; q.x = 7;",
        "b.all() * 3 + b.A::f() * 5 + all[1].A::g(2) * 7 + all[1].h + q.get() + q.x",
    ),
    "arrays of structures in structures": (
        "struct S { int lo, hi; float v[2]; }; struct T { S items[4]; int top;"
        " __device__ T() : top(0) {}"
        " __device__ void push(int a, int b) { items[top].lo = a; items[top++].hi = b; }"
        " __device__ S pop() { return items[--top]; }"
        " __device__ S& at(int i) { return items[i]; } };"
        " struct M { T rows[2][2]; int k; };",
        "T t; t.push(1, 2); t.push(3, 4); S s = t.pop(); int n = 0; t.items[n++].lo = 7;"
        " t.items[n++].v[1] = 5; t.items[1].v[0] = 2; S q = {8, 9, {1.5f, 2.5f}}; t.items[n++] = q;"
        " T u = t; u.items[2].v[1] += 1; t.at(3).hi = 77; M m; m.rows[1][0] = u;"
        " m.rows[1][0].items[2].lo++; M c = m; int i = 1; S& e = c.rows[0][1].items[i]; i = 2;"
        " e.lo = 5; e.v[1] = 6; S& h = c.rows[1][0].items[i--]; h.hi += 3; T several[2];"
        " several[1].push(4, i); S p[2] = {{1, 2, {3, 4}}}; p[1] = p[0];",
        "s.lo + s.hi * 3 + t.items[0].lo * 5 + (int)t.items[1].v[1] * 7 + n * 11 + t.items[3].hi"
        " + (int)(u.items[2].v[1] * 2) * 13 + (int)(t.items[2].v[1] * 2) * 17"
        " + c.rows[1][0].items[2].lo * 19 + c.rows[1][0].top * 23 + c.rows[0][1].items[1].lo * 29"
        " + c.rows[1][0].items[2].hi * 31 + several[1].items[0].hi * 37 + several[0].top + i * 41"
        " + (int)p[1].v[1] * 43 + (int)c.rows[0][1].items[1].v[1] * 47",
    ),
    "arrays of structures in structures that are elements": (
        "struct P { float x[3]; int id; }; struct C { P p[2]; int n; short s[2][2]; };",
        "C all[3]; for (int i = 0; i < 3; i++) { all[i].n = i; for (int k = 0; k < 2; k++) {"
        " all[i].p[k].id = 10 * i + k; all[i].s[1][k] = i + k;"
        " for (int j = 0; j < 3; j++) all[i].p[k].x[j] = i + 2 * k + 3 * j; } }"
        " int i = 0; C c = all[++i]; all[2].p[0] = c.p[1]; P q = all[2].p[0]; q.x[0]++;",
        "c.p[1].id + (int)c.p[1].x[2] * 3 + c.n * 5 + all[2].p[0].id * 7"
        " + (int)all[2].p[0].x[1] * 11"
        " + (int)q.x[0] * 13 + c.s[1][1] * 17 + all[2].p[1].id * 19 + i",
    ),
    "a reference out of a member": (
        "struct V { float v[3]; __device__ float& operator[](int i) { return v[i]; }"
        " __device__ const float& operator[](int i) const { return v[i]; } };"
        " struct P { int id; V a, b; __device__ V& second() { return b; } };",
        "P all[2]; for (int i = 0; i < 2; i++) for (int k = 0; k < 3; k++) {"
        " all[i].a[k] = i + k; all[i].b[k] = 10 * i + k; } P& p = all[1];"
        " for (int k = 0; k < 3; k++) p.a[k] += 2 * p.b[k]; P o = all[1]; o.b[1] *= 3;",
        "(int)(all[0].a[2] + all[1].a[2] * 3 + all[1].b[1] * 5 + o.b[1] * 7 + o.a[0] * 11)",
    ),
    "memcpy and memset": (
        "struct S { int a; float b; };",
        "int a[6], b[6]; for (int i = 0; i < 6; i++) a[i] = i * i; memset(b, 0, sizeof(b));"
        " memcpy(b + 1, a + 2, 3 * sizeof(int)); unsigned char c[4]; memset(c, 0x1f, 4);"
        " short w[2]; memset(w, -1, sizeof(w)); S s[2] = {{1, 2.f}, {3, 4.f}}, t[2];"
        " memcpy(t, s, sizeof(s)); memset(s, 0, sizeof(s)); float f = 1.5f; unsigned u;"
        " memcpy(&u, &f, sizeof(u));",
        "b[0] + b[1] * 3 + b[3] * 5 + b[4] + c[3] * 7 + w[1] * 11 + t[1].a * 13 + (int)t[0].b * 17"
        " + s[1].a + (int)(u >> 20)",
    ),
    "unions": (
        "union U { float f; unsigned u; }; struct F { float x, y, z, w; };"
        " union Q { F v; float a[4]; int i[4]; }; struct H { U bits; int n; };"
        " typedef union { double d; long long n; unsigned long long u; } D;"
        " __device__ unsigned g(U u) { return u.u >> 20; }"
        " __device__ U h(float x) { U u; u.f = x; return u; }"
        " __device__ void flip(U& u) { u.u ^= 0x80000000u; }",
        "U u; u.f = 1.5f; u.u ^= 0x400000u; Q q; for (int k = 0; k < 4; k++) q.a[k] = k + 0.5f;"
        " q.v.y *= 2; U c = u; c.f += 1; flip(c); H s; s.bits = h(3.0f); s.bits.u++; H t = s;"
        " F w = q.v; D d; d.d = -2.0; d.u >>= 52;",
        "(int)(u.u >> 20) + (int)(c.f * 4) * 3 + (int)(q.a[1] * 2) * 5 + (q.i[0] >> 20) * 7"
        " + (int)g(t.bits) * 11 + (int)(w.w * 2) * 13 + (int)d.n * 17 + (int)(s.bits.u & 7)",
    ),
}
