"""Many submissions of a class, each checked in a process of its own.

- `submission`  what one is: some files and where it begins; found in a folder
- `job`         one to be graded, as data that any process or machine can be given
- `grade`       does it: a folder of its own, limits, the expectations; and what came of it
- `tests_of`    runs inside that process: the functions `test_*` of the expectations
- `journal`     what is graded already, so that nothing is done twice after a crash
- `crew`        who does it: one after the other, several processes, or a Dask cluster
- `gathered`    similar mistakes of several, as one
- `answer_sheets`  files of answers to lessons and puzzles, as a table of their own
- `page`, `rows`  the results as HTML and CSV
"""
