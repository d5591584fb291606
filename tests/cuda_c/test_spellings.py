"""What C++ spells in several ways is read in one."""

from __future__ import annotations

import pytest

from gpuviz.cuda_c.macros import MacroReader
from gpuviz.messages import NotSupportedError


def words(text: str) -> str:
    """The words of a text with blanks between them."""
    return " ".join(word.text for word in MacroReader("x.cu").written_out(text))


@pytest.mark.parametrize(
    "launch",
    [
        "k << <1, 64 >> > (a);",
        "k << < 1, 64 >> >(a);",
        "k <<<1, 64> >> (a);",
        "k << <1, 64 > > > (a);",
        "k <\n<< 1,\n 64 >>\n>(a);",
    ],
)
def test_a_launch_may_have_blanks_in_its_brackets(launch: str) -> None:
    assert words(launch) == "k <<< 1 , 64 >>> ( a ) ;"


@pytest.mark.parametrize(
    "text",
    [
        "a < b >> ( c ) ;",
        "map < vector < vector < int > > > ( x ) ;",
        "x << ( y < z ) >> ( 3 > ( 2 ) ) ;",
        "f <<< g < h < 2 >> ( n ) , 32 >>> ( a ) ;",
    ],
)
def test_other_angles_stay_as_they_are(text: str) -> None:
    assert words(text) == text


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("[[nodiscard]] int f([[maybe_unused]] int a);", "int f ( int a ) ;"),
        ("a[b[0]] = c;", "a [ b [ 0 ] ] = c ;"),
        ('int x __attribute__((unused, deprecated("(")));', "int x ;"),
        (
            "struct S { int a; } __attribute__((aligned(16)));",
            "struct S { int a ; } __align__ ( 16 ) ;",
        ),
        ("__declspec(align(8)) int a;", "__align__ ( 8 ) int a ;"),
        ("alignas(4 * 4) int a;", "__align__ ( 4 * 4 ) int a ;"),
        ('asm volatile("" ::: "memory");', ";"),
        (
            'asm volatile("bar.sync 0;" ::: "memory");',
            'asm volatile ( "bar.sync 0;" :: : "memory" ) ;',
        ),
        ("a and not b or c xor d", "a && ! b || c ^ d"),
        ('_Pragma("unroll") for (;;);', "for ( ; ; ) ;"),
        ("struct S final { };", "struct S { } ;"),
        ('char t[] = R"x(a "b" \\n)x";', 'char t [ ] = "a \\"b\\" \\\\n" ;'),
    ],
)
def test_attributes_and_names_of_operators(text: str, read: str) -> None:
    assert words(text) == read


def test_brackets_that_never_close_end_with_the_file() -> None:
    for text in ("[[a", "k << <1", 'asm volatile(""', "__attribute__((", "alignas("):
        assert isinstance(words(text), str)


def test_structures_that_lie_otherwise_are_refused() -> None:
    for text in ("#pragma pack(push, 1)\nstruct S { char c; int x; };", "#pragma pack(1)"):
        with pytest.raises(NotSupportedError, match="pragma pack"):
            words(text)
