"""What repairs do, in a student's words."""

from __future__ import annotations

from gpuviz.messages import EnglishTemplate, Message, word

CODE = "repair"

END_OF_LOOP: EnglishTemplate = "Put {barrier} at the end of the loop's body, after line {line}."
AFTER_LINE: EnglishTemplate = "Put {barrier} after line {line}."
IN_PLACE: EnglishTemplate = "Put {barrier} in the place of the barrier of line {line}."
AND_CUT: EnglishTemplate = (
    "{what} It must not stand in the if of line {header}, which not every thread enters: guard what"
    " comes before it and what comes after it, each by itself."
)
UNCONDITIONAL: EnglishTemplate = (
    "Take the if of line {line} away from the barrier: all threads need it each time."
)
READ_FIRST: EnglishTemplate = (
    "Make two lines of line {line}: read into a variable, wait at {barrier}, and write then."
)
SIDES: EnglishTemplate = (
    "Make two of the if of line {line}, and put {barrier} between them: first the side that writes,"
    " then the side that reads."
)
ATOMIC: EnglishTemplate = (
    "Change the element in one step that no other thread can come between: {call} in line {line}."
)
HALF_OF_A_SWAP: EnglishTemplate = (
    "Let one thread of each pair do the swap of line {line}: if {test}. Two would swap it twice."
)
ATOMIC_READ: EnglishTemplate = (
    "Read atomically what others change atomically: {call} in line {line}."
)
FENCE_AFTER: EnglishTemplate = (
    "Put cuda.threadfence() after line {line}: then others see the write before the atomic"
    " operation that tells of it."
)
FENCE_AROUND: EnglishTemplate = (
    "Put cuda.threadfence() before and after line {line}: then all that is done under the lock is"
    " seen by the next thread that has it."
)
WIDER_FENCE: EnglishTemplate = (
    "Put cuda.threadfence() in the place of cuda.threadfence_block() in line {line}: that reaches"
    " the threads of the same block only."
)
GRID_SYNC: EnglishTemplate = (
    "{what} All blocks wait for each other there, so all of them have to fit on the GPU at a time."
)
OUT_OF_BRANCH: EnglishTemplate = (
    "Take the barrier of line {line} out of the if of line {header}, and guard what comes before it"
    " and what comes after it, each by itself."
)
NOBODY_LEAVES: EnglishTemplate = (
    "Let no thread leave in line {header}, before the barrier: guard the work of the lines behind"
    " it instead."
)
ONE_FOR_BOTH: EnglishTemplate = (
    "Put one barrier behind the if of line {header}, in the place of one on each of its sides."
)
COUNTED_BY_ALL: EnglishTemplate = (
    "Let all threads reach the barrier of line {line}, before the if of line {header}, and count"
    " only those for which its condition holds."
)
AS_LONG_AS_ONE: EnglishTemplate = (
    "Let all threads go round the loop of line {line} as long as one of them has to"
    " (cuda.syncthreads_or), and guard the work in it."
)
GUARD: EnglishTemplate = "Guard line {line}: if {test}."
EXTEND: EnglishTemplate = "Ask for more in the condition of line {line}: if {test}."
CORRECT_TEST: EnglishTemplate = "Correct the condition of line {line}: {test}."
RETURN_EARLY: EnglishTemplate = (
    "Let threads that have nothing to do return before line {line}: if {test}."
)
ELSE_ZERO: EnglishTemplate = "Take {array} in line {line} only where it has the element: {test}."
FROM_GLOBAL: EnglishTemplate = (
    "Where {shared} has no such element, take it from {array} in line {line}: another block has it."
)
FILL_TILE: EnglishTemplate = (
    "Fill every element of {shared} in line {line}, also those beyond the threads of the block."
)
ZERO_FILL: EnglishTemplate = (
    "Set every element of {array} to 0 behind line {line}, and wait at a barrier before it is used."
)
ZERO_FILL_LOCAL: EnglishTemplate = "Set every element of {array} to 0 behind line {line}."
ZERO_ELEMENT: EnglishTemplate = "Set the element to 0 before line {line}, then add to it."
SET_FIRST: EnglishTemplate = "Give {array} a value before line {line}, such as 0."
ASSIGN: EnglishTemplate = (
    "Write the element in line {line} in the place of adding to it: nothing was in it before."
)
ON_HOST: EnglishTemplate = (
    "Fill the array before the launch: in line {line} copy zeros to the device, since"
    " cuda.device_array leaves there what was there before."
)


def said(template: EnglishTemplate, **values: object) -> Message:
    """A sentence about a repair."""
    return Message(CODE, template, values)


AFTER_THAT: EnglishTemplate = (
    "{what} This comes on top of the repair before it, and names the lines as they are then."
)
RESULT_RIGHT, RESULT_WRONG = word("the result is right"), word("the result is still wrong")
NOT_COMPARED = word("nothing compares the result")
ALL_GONE: EnglishTemplate = "The hazard is gone, and {result}."
SOME_LEFT: EnglishTemplate = "This hazard is gone, {count} others are left, and {result}."
ONE_LEFT: EnglishTemplate = "This hazard is gone, one other is left, and {result}."
SOME_NEW: EnglishTemplate = (
    "This hazard is gone, {count} are left, {new} of them new, and {result}."
)


def tried_words(hazards: int, new_hazards: int, correct: bool | None) -> Message:
    """What was found when a repaired source ran."""
    results = {True: RESULT_RIGHT, False: RESULT_WRONG, None: NOT_COMPARED}
    values = {"result": results[correct], "count": hazards, "new": new_hazards}
    if hazards == 0:
        return Message("repair.tried", ALL_GONE, {"result": results[correct]})
    if new_hazards:
        return Message("repair.tried", SOME_NEW, values)
    if hazards == 1:
        return Message("repair.tried", ONE_LEFT, {"result": results[correct]})
    return Message("repair.tried", SOME_LEFT, {"result": results[correct], "count": hazards})
