"""A submission that is graded: its Python code runs in a process of its own, and what is said of it
is found out in another one, in which none of that code runs.

- `process`    the process that grades: runs the tests of the teacher, or waits for the script
- `student`    the student's process: loads what was handed in, does what it is asked for
- `split`      makes the one out of the other: `forking`, or as a new process
- `sources`    whether the text of a kernel is what was handed in
- `wire`       between them: frames of data, no code
- `values`     numbers, texts, arrays and what holds them, as such data
- `messages`   what is asked and answered
- `launches`   a launch of the student's process, run by the one that grades
- `submitted`  what the tests see of a submission: kernels that they launch themselves, functions
               and objects that the student's process is asked about
"""
