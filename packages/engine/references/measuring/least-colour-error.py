"""The least mean CIEDE2000 that the eleven numbers of AWB and CCM can reach on the Macbeth chart, per light.

Independent of the engine: own formulas in numpy, noise-free and without rounding, after docs/reference/isp.md, physics.md#p6 and
measuring.md#colour; a global search (differential evolution of SciPy 1.17, seed 1) and Nelder-Mead from its result. Only tables are read
from the repository: reflectances, lights, quantum efficiency, observer. The share of clipped samples may not exceed the share with the default
parameters. Without clipping in AWB its gains of red and blue and the columns of CCM are the same thing, so AWB makes white neutral.

    python3 least-colour-error.py > least-colour-error.json

The file has one figure more per light, `optimum`: what a run of the default recipe with these parameters measures.
"""
import json
import os

import numpy as np
from scipy.optimize import differential_evolution, minimize

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../src')
LIGHTS = {
    'D50': 'd50', 'D55': 'd55', 'D65': 'd65', 'D75': 'd75', 'Illuminant A': 'illuminant-a',
    'Illuminant B': 'illuminant-b', 'Illuminant C': 'illuminant-c', 'Fluorescent': 'fluorescent',
    'Tungsten': 'tungsten',
}
WAVELENGTHS = np.arange(400, 701, 10)
BRADFORD = np.array([[.8951, .2664, -.1614], [-.7502, 1.7135, .0367], [.0389, -.0685, 1.0296]])
D65 = np.array([.3127 / .329, 1, .3583 / .329])
# IEC 61966-2-1: XYZ of linear sRGB.
TO_XYZ = np.array([[.4124, .3576, .1805], [.2126, .7152, .0722], [.0193, .1192, .9505]])
LUMINANCE = TO_XYZ[1]
DEFAULT = np.diag([1400, 1200, 5000]) / 1024 * 2000 / 1024
GREEN_GAIN = 1200


def table(path):
    with open(os.path.join(SOURCE, path), encoding='utf-8') as file:
        return json.load(file)


REFLECTANCES = np.array([patch['reflectance'] for patch in table('scenes/macbeth/reflectances.json')['patches']])
EFFICIENCY = np.array([table('sensors/bayer/quantum-efficiency.json')[name] for name in ('red', 'green', 'blue')])
OBSERVER = np.array([table('colour/cie-1931-2-degree.json')[axis] for axis in 'xyz'])


def lab_of(xyz):
    t = xyz / D65
    f = np.where(t > (6 / 29) ** 3, np.cbrt(np.maximum(t, 1e-12)), t / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1)


def ciede2000(one, other):
    l1, a1, b1 = np.moveaxis(one, -1, 0)
    l2, a2, b2 = np.moveaxis(other, -1, 0)
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = .5 * (1 - np.sqrt(mean ** 7 / (mean ** 7 + 25. ** 7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180
    hue = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    l, c, total = (l1 + l2) / 2, (c1 + c2) / 2, h1 + h2
    h = np.where(np.abs(h1 - h2) > 180, np.where(total < 360, total + 360, total - 360), total) / 2
    t = (1 - .17 * np.cos(np.radians(h - 30)) + .24 * np.cos(np.radians(2 * h))
         + .32 * np.cos(np.radians(3 * h + 6)) - .2 * np.cos(np.radians(4 * h - 63)))
    x = (l2 - l1) / (1 + .015 * (l - 50) ** 2 / np.sqrt(20 + (l - 50) ** 2))
    y, z = (c2 - c1) / (1 + .045 * c), hue / (1 + .015 * c * t)
    turned = -2 * np.sqrt(c ** 7 / (c ** 7 + 25. ** 7)) * np.sin(np.radians(60 * np.exp(-((h - 275) / 25) ** 2)))
    return np.sqrt(np.maximum(x * x + y * y + z * z + turned * y * z, 0))


class Chart:
    """The chart under a light; a matrix takes shares of full scale in the raw picture to shares of what is shown."""

    def __init__(self, light):
        energy = np.array(table(f'illuminants/tables/{LIGHTS[light]}.json')['energy'])
        white = OBSERVER @ energy
        adapted = np.linalg.inv(BRADFORD) @ np.diag(BRADFORD @ D65 / (BRADFORD @ white / white[1])) @ BRADFORD
        self.lab = lab_of((OBSERVER @ (energy * REFLECTANCES).T / white[1]).T @ adapted.T)
        photons = energy * WAVELENGTHS
        self.raw = (EFFICIENCY @ (photons * REFLECTANCES).T).T / (EFFICIENCY[1] @ photons)
        self.white = EFFICIENCY @ photons / (EFFICIENCY[1] @ photons)

    def shown(self, matrix):
        """Shares of full scale after CCM, before they are clipped, at the exposure of physics.md#p6."""
        colours = np.einsum('...ij,pj->...pi', matrix, self.raw)
        luminance = colours @ LUMINANCE
        highest = luminance.max(-1)
        relative = np.maximum(luminance, 1e-6) / np.maximum(highest, 1e-6)[..., None]
        boost = np.clip(.34 / np.exp(np.log(relative).mean(-1)), 1, 1.4)
        is_photographic = (relative > .7).mean(-1) < .15
        time = np.where(is_photographic, .97 / highest * boost, .92 / colours.max((-1, -2)))
        time = np.minimum(time, .95 / self.raw.max())
        return time[..., None, None] * colours

    def error(self, matrix):
        light = np.clip(self.shown(matrix), 0, 1)
        red, green, blue = np.moveaxis(255 * light ** .8, -1, 0)
        # Channel 0 of the ISP is shown as blue and counts as red in BT.601.
        y = (66 * blue + 129 * green + 25 * red) / 256 + 16
        cb = (-38 * blue - 74 * green + 112 * red) / 256
        cr = (112 * blue - 94 * green - 18 * red) / 256
        first, second, third = 409 * cr, -100 * cb - 208 * cr, 516 * cb
        codes = np.stack([third, second, first], -1) / 256 + (298 * (y - 16) / 256)[..., None]
        srgb = np.clip(codes, 0, 255) / 255
        linear = np.where(srgb <= .04045, srgb / 12.92, ((srgb + .055) / 1.055) ** 2.4)
        return ciede2000(self.lab, lab_of(linear @ TO_XYZ.T)).mean(-1)

    def clipped(self, matrix):
        """Share of the patches that are full in the channel with the most of them, smooth, with room for noise."""
        return (1 / (1 + np.exp(-(self.shown(matrix) - .985) / .006))).sum(-2).max(-1) / len(REFLECTANCES)


def optimum(light):
    chart = Chart(light)
    allowed = chart.clipped(DEFAULT)
    matrix_of = lambda place: place.reshape(place.shape[:-1] + (3, 3)) / chart.white

    def cost(place):
        matrix = matrix_of(place.T if place.ndim == 2 else place)
        value = chart.error(matrix) + 400 * np.maximum(chart.clipped(matrix) - allowed, 0)
        return np.where(np.isfinite(value), value, 1e3)

    bounds = [(.3, 5) if entry % 4 == 0 else (-2.5, 2) for entry in range(9)]
    best = differential_evolution(cost, bounds, seed=1, maxiter=150, popsize=12, vectorized=True,
                                  updating='deferred', tol=1e-6, polish=False).x
    for _ in range(3):
        best = minimize(cost, best, method='Nelder-Mead', options={
            'maxiter': 4000, 'maxfev': 6000, 'xatol': 1e-5, 'fatol': 1e-6, 'adaptive': True}).x
    matrix = matrix_of(best)
    green = GREEN_GAIN / 1024
    # The exposure follows the scale; the default keeps it.
    scale = (LUMINANCE @ DEFAULT @ chart.white) / (LUMINANCE @ matrix @ chart.white)
    rows = (matrix * scale * chart.white / green)[::-1]
    gains = np.round(GREEN_GAIN / chart.white).astype(int).tolist()
    return {
        'light': light,
        'modelBefore': round(float(chart.error(DEFAULT)), 2),
        'modelOptimum': round(float(chart.error(matrix)), 2),
        'ispParams': {
            'awbR': gains[0], 'awbGr': gains[1], 'awbGb': gains[1], 'awbB': gains[2],
            'ccmValues': [np.round(1024 * row).astype(int).tolist() + [0] for row in rows],
        },
    }


if __name__ == '__main__':
    print(json.dumps({'about': 'by least-colour-error.py', 'lights': [optimum(light) for light in LIGHTS]}, indent=1))
