"""The source of the kernel: the line that plays, what each line costs, breakpoints."""
