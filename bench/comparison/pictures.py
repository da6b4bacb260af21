"""Differences of pictures that two drivers drew of the same case."""

TOLERANCE = 2  # of 255: what rounding may do


def read_ppm(path):
    data = path.read_bytes()
    magic, size, depth, pixels = data.split(b"\n", 3)
    if magic != b"P6" or depth != b"255":
        raise ValueError(f"{path} is no PPM of three bytes a pixel")
    width, height = map(int, size.split())
    return width, height, pixels


def difference(first, second):
    """The largest difference of a channel, and the share of channels that differ by more than TOLERANCE."""
    width, height, left = read_ppm(first)
    if (width, height) != read_ppm(second)[:2]:
        raise ValueError(f"{first} and {second} are of different sizes")
    right = read_ppm(second)[2]
    if left == right:
        return {"largest": 0, "share": 0.0}
    distances = [abs(a - b) for a, b in zip(left, right)]
    return {"largest": max(distances), "share": sum(d > TOLERANCE for d in distances) / len(distances)}
