@cuda.jit
def blur(x, y):
    i = cuda.grid(1)
    total = ZERO
    for k in range(-RADIUS, RADIUS + 1):
        if i + k >= 0 and i + k < x.size:
            total += x[i + k]
    if i < x.size:
        y[i] = total
