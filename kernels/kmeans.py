"""k-means: a picture is painted with few colours, and learns which ones suit it best.

**What happens.** `centres` are k colours, at first those of k pixels. A round is three launches.
`assign` gives each pixel a thread, which looks for the nearest of the k colours, and adds the pixel
to the sum of that colour with atomic additions. `move` makes each colour the mean of its pixels.
`paint` shows what the picture looks like with them. After some rounds hardly a pixel changes its
colour any more: the curve `changed` counts them. What is done here with colours works with any
points: customers, documents, embeddings.

**Why it parallelises well.** No pixel needs another one. Each reads all k colours, and so do all
its neighbours: a warp reads the same number at the same time, which is a single request.

**Why the sums are crowded.** 3072 pixels add to 4 numbers of one of 8 colours: 12288 atomic
additions that meet in 32 places. In a picture neighbouring pixels look alike, so the lanes of a
warp nearly always meet. As in *Histogram*, sums of each block in shared memory take most of the
crowd away: a block comes to the sums of all only once.

**Why all numbers are whole.** Sums of floats depend on the order of the additions, which atomic
additions leave open. Then a pixel that lies between two colours might go one way today and the
other way tomorrow. Colours are bytes, their sums are whole numbers, and the mean is rounded to one.

**Why the first colours matter.** Each round makes the sum of all distances smaller or leaves it, so
it comes to an end. But it may be a poor one: two centres may share one patch of colour while two
patches have to share one centre. Programs begin several times, or choose the first centres far
apart (*k-means++*, Arthur and Vassilvitskii, 2007). The rounds themselves are Lloyd's (1957).

**What to try.** Play the film. Set k to 2, then to 32. Run it with other seeds: does `changed` fall
alike? Look at the share of `assign` in the time of a round.
"""

import numpy as np
from numba import cuda

SIZES = {"height": 48, "width": 64, "k": 8, "rounds": 6}
OUTPUTS = ("centres", "painted", "changed")
SHOW = {"pixels": "picture", "painted": "picture", "changed": "curve"}

COLOURS = 3  # red, green, blue
FARTHEST = COLOURS * 255 * 255 + 1
LINE = 128


@cuda.jit(device=True, inline="always")
def nearest_centre(pixels, i, centres):
    nearest, least = 0, FARTHEST
    for centre in range(centres.shape[0]):
        distance = 0
        for colour in range(COLOURS):
            difference = np.int32(pixels[i, colour]) - centres[centre, colour]
            distance += difference * difference
        if distance < least:
            nearest, least = centre, distance
    return nearest


@cuda.jit
def assign(pixels, centres, labels, sums, counts, changed):
    """Each pixel goes to its nearest centre, and is added to what the centre has."""
    i = cuda.grid(1)
    if i < labels.size:
        centre = nearest_centre(pixels, i, centres)
        if centre != labels[i]:
            labels[i] = centre
            cuda.atomic.add(changed, 0, 1)
        for colour in range(COLOURS):
            cuda.atomic.add(sums, (centre, colour), np.int32(pixels[i, colour]))
        cuda.atomic.add(counts, centre, 1)


@cuda.jit
def move(sums, counts, centres):
    """Each centre becomes the mean of its pixels; sums and counts are 0 for the next round."""
    centre = cuda.grid(1)
    if centre < counts.size:
        count = counts[centre]
        for colour in range(COLOURS):
            if count > 0:
                centres[centre, colour] = (sums[centre, colour] + count // 2) // count
            sums[centre, colour] = 0
        counts[centre] = 0


@cuda.jit
def paint(labels, centres, painted):
    i = cuda.grid(1)
    if i < labels.size:
        for colour in range(COLOURS):
            painted[i, colour] = centres[labels[i], colour]


def pipeline(pixels, centres, painted, changed):
    n, k = pixels.size // COLOURS, len(centres)
    points = cuda.to_device(pixels).reshape(n, COLOURS)
    means = cuda.to_device(centres)
    labels = cuda.to_device(np.full(n, -1, np.int32))  # nobody has a centre
    sums = cuda.to_device(np.zeros((k, COLOURS), np.int32))
    counts = cuda.to_device(np.zeros(k, np.int32))
    moved = cuda.to_device(changed)
    picture = cuda.to_device(painted)
    for number in range(changed.size):
        count = moved[number : number + 1]
        assign[lines(n), LINE](points, means, labels, sums, counts, count)
        move[lines(k), LINE](sums, counts, means)
        paint[lines(n), LINE](labels, means, picture.reshape(n, COLOURS))
    means.copy_to_host(centres)
    moved.copy_to_host(changed)
    picture.copy_to_host(painted)


def lines(n):
    """The number of LINE-sized blocks that covers n elements."""
    return -(-n // LINE)


def inputs(height, width, k, rounds, seed):
    rng = np.random.default_rng(seed)
    pixels = landscape(height, width, rng)
    first = rng.choice(height * width, k, replace=k > height * width)
    return {
        "pixels": pixels,
        "centres": pixels.reshape(-1, COLOURS)[first].astype(np.int32),
        "painted": np.zeros_like(pixels),
        "changed": np.zeros(rounds, np.int32),
    }


def landscape(height, width, rng):
    """The sun in the sky above green hills, elsewhere for each seed, with some noise."""
    v, u = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j, 0:1][:2]
    sun_u, sun_v, phase = rng.uniform((0.2, 0.2, 0), (0.8, 0.35, 6))
    picture = (1 - v) * (60, 120, 220) + v * (230, 220, 200)
    sun = np.hypot(4 / 3 * (u - sun_u), v - sun_v) < 0.13
    picture = np.where(sun, (255, 210, 40), picture)
    hills = v > 0.65 + 0.12 * np.sin(7 * u + phase)
    picture = np.where(hills, (1.2 - v) * (110, 230, 70), picture)
    return np.clip(picture + rng.normal(0, 6, picture.shape), 0, 255).astype(np.uint8)


def numpy_twin(pixels, centres, painted, changed):
    points = pixels.reshape(-1, COLOURS).astype(np.int32)
    labels = np.full(len(points), -1)
    for number in range(changed.size):
        distances = np.stack([((points - centre) ** 2).sum(axis=1) for centre in centres])
        nearest = distances.argmin(axis=0)
        changed[number] = (nearest != labels).sum()
        labels = nearest
        for centre in range(len(centres)):
            own = points[labels == centre]
            if len(own):
                centres[centre] = (own.sum(axis=0) + len(own) // 2) // len(own)
    painted[:] = centres[labels].reshape(painted.shape)


if __name__ == "__main__":
    arguments = inputs(9, 15, 3, 2, seed=0)
    expected = {name: value.copy() for name, value in arguments.items()}
    numpy_twin(**expected)
    pipeline(**arguments)
    for name in OUTPUTS:
        assert np.array_equal(arguments[name], expected[name]), f"{name} is wrong"
    print("kmeans is right")
