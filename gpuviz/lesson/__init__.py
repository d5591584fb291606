"""Lessons: Markdown files that drive the window. Read, checked, and held against what is seen.

A lesson is data; nothing in it runs. assets/lessons/README.md is for whoever writes one.
"""

from gpuviz.lesson.condition import Condition, parse_condition
from gpuviz.lesson.controls import CONTROLS, PANELS
from gpuviz.lesson.course import part_title
from gpuviz.lesson.facts import FACTS, LessonFact
from gpuviz.lesson.lesson import Guess, Lesson, LessonStep, Setting
from gpuviz.lesson.library import Listed, lesson_files, list_lessons, read_library
from gpuviz.lesson.parser import ReadLesson, parse_lesson, read_lesson
from gpuviz.lesson.playing import Playing
from gpuviz.lesson.problem import Problem
from gpuviz.lesson.seen import Chosen, ObservedState, Played, ViewState
from gpuviz.lesson.settings import SETTINGS
from gpuviz.lesson.state import batches_until, merged

__all__ = [
    "CONTROLS",
    "FACTS",
    "PANELS",
    "SETTINGS",
    "Chosen",
    "Condition",
    "Guess",
    "Lesson",
    "LessonFact",
    "LessonStep",
    "Listed",
    "ObservedState",
    "Played",
    "Playing",
    "Problem",
    "ReadLesson",
    "Setting",
    "ViewState",
    "batches_until",
    "lesson_files",
    "list_lessons",
    "merged",
    "parse_condition",
    "parse_lesson",
    "part_title",
    "read_lesson",
    "read_library",
]
