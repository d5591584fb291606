"""The type scale and the unit of distances, in pixels."""

SMALL_PX = 11  # captions, headings in capitals, axis labels
BASE_PX = 13  # everything else
LARGE_PX = 16  # the result of a formula, the brand
SPACE_PX = 4  # every distance is a multiple of it
