"""The calibration of a model as a picture."""

from __future__ import annotations

import math

import numpy as np

from kozyr.games.shalashik.hut.picture import Image


def plot(points: list[list[float]], size: int = 480) -> Image:
    """A calibration plot: foretold to the right, seen upwards, the area of a dot its number of pulls."""
    scale, edge = 3, 40
    ys, xs = np.mgrid[0 : size * scale, 0 : size * scale] / scale
    x, y = (xs - edge) / (size - 2 * edge), (size - edge - ys) / (size - 2 * edge)
    image = np.full((*x.shape, 3), 255.0)
    inside = (x >= 0) & (x <= 1) & (y >= 0) & (y <= 1)
    line = 1 / (size - 2 * edge)
    grid = inside & ((np.abs(x * 10 - np.round(x * 10)) < 5 * line) | (np.abs(y * 10 - np.round(y * 10)) < 5 * line))
    image[grid] = 232
    image[inside & (np.abs(x - y) < 1.4 * line)] = (176, 176, 176)
    most = max(n for _, _, n in points)
    for chance, seen, n in points:
        spread = 2 * math.sqrt(max(seen * (1 - seen), 0.25 / n) / n)
        image[(np.abs(x - chance) < line) & (np.abs(y - seen) < spread)] = (150, 170, 205)
        image[np.hypot(x - chance, y - seen) < 0.012 + 0.018 * math.sqrt(n / most)] = (36, 70, 128)
    frame = np.abs(np.maximum(np.abs(x - 0.5), np.abs(y - 0.5)) - 0.5) < line
    image[frame] = 60
    return image.reshape(size, scale, size, scale, 3).mean(axis=(1, 3)).astype(np.uint8)
