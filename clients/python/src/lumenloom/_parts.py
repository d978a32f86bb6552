"""Lenses, sensors and measurements, computed on this machine."""

import json
import os
import tempfile
from typing import Any, Dict, NamedTuple, Optional, Sequence, Union

import numpy as np

from ._backend import Backend, backend, options_of

PathLike = Union[str, os.PathLike]


class CameraModel(NamedTuple):
    """A camera model as OpenCV takes it.

    Attributes:
        K: the camera matrix, (3, 3), pixels; pixel centres are whole numbers.
        D: the coefficients in OpenCV's order: (k1, k2, p1, p2, k3), with k4 to k6 of the rational
            model, or the four of the fisheye.
        name: ``opencv``, ``opencv-rational`` or ``kannala-brandt``.
        rms: residual of the fit, pixels.
        worst: the largest one, pixels.
    """

    K: np.ndarray
    D: np.ndarray
    name: str
    rms: float
    worst: float


class Lens:
    """A lens: ``Lens("double-gauss")``, ``Lens("triplet.zmx")``, ``Lens("published:heliar")``."""

    def __init__(self, name: PathLike, *, on: Optional[Backend] = None, **options: Any):
        self.name = os.fspath(name)
        self.options = options
        self._on = on

    def figures(self, **options: Any) -> Dict[str, Any]:
        """First-order data and a table of fields, as ``lumenloom lens NAME --json`` gives them.

        Args:
            options: of the command, such as ``fields=(0, .7, 1)`` or ``wavelengths=(486, 588)``.
        """
        return _json(["lens", self.name, "--json"], {**self.options, **options}, self._on)

    def svg(self) -> str:
        """A drawing of the lens with its rays."""
        with tempfile.TemporaryDirectory(prefix="lumenloom-") as folder:
            path = os.path.join(folder, "lens.svg")
            _json(["lens", self.name, "--json", f"--svg={path}"], self.options, self._on)
            with open(path, encoding="utf-8") as file:
                return file.read()

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"Lens({self.name!r})"


def camera_model(
    lens: Union[Lens, PathLike], model: Optional[str] = None, *, on: Optional[Backend] = None, **options: Any
) -> CameraModel:
    """Fits a camera model of OpenCV to the traced chief rays of a lens.

    Args:
        lens: a Lens, a name or a file.
        model: ``opencv``, ``opencv-rational`` or ``kannala-brandt``; without it the pinhole up to
            60 degrees of half field and the fisheye beyond.
        options: of ``lumenloom measure geometry``, such as ``params`` or ``sensor_file``.
    """
    lens = lens if isinstance(lens, Lens) else Lens(lens)
    chosen = {**lens.options, **options, "lens": lens.name, **({model: True} if model else {})}
    fitted = _json(["measure", "geometry", "--json"], chosen, on)["model"]
    matrix = np.array([[fitted["fx"], 0, fitted["cx"]], [0, fitted["fy"], fitted["cy"]], [0, 0, 1]])
    coefficients = np.array(fitted["coefficients"], float)
    return CameraModel(matrix, coefficients, fitted["name"], fitted["rmsPx"], fitted["worstPx"])


def emva1288(
    sensor: Optional[str] = None, *, on: Optional[Backend] = None, **options: Any
) -> Dict[str, Any]:
    """Measures a sensor after EMVA 1288, release 4.0, beside what it was made with.

    Args:
        sensor: a name such as ``Bayer-grbg``; or one of the options ``sensor_file`` and
            ``frames_dir``.
        options: of ``lumenloom emva1288``, such as ``wavelength=525`` or ``frames=32``.
    """
    chosen = {**({"sensor": sensor} if sensor else {}), **options}
    return _json(["emva1288", "--json"], chosen, on)


def sfr(
    picture: Union[np.ndarray, PathLike],
    pitch: Optional[float] = None,
    roi: Optional[Sequence[int]] = None,
    *,
    on: Optional[Backend] = None,
    **options: Any,
) -> Dict[str, Any]:
    """The edge SFR (ISO 12233:2023) of the one edge in a picture.

    Args:
        picture: linear values (rows, columns) or (rows, columns, 3), a mosaic with the option
            ``pattern="grbg"``, or the path of a picture.
        pitch: of the pixels, um.
        roi: column, row, columns, rows of the region.
        options: of ``lumenloom measure sfr``, such as ``encoding="srgb"``.
    """
    chosen = {"pitch": pitch, "roi": roi, **options}
    if not isinstance(picture, np.ndarray):
        return _json(["measure", "sfr", os.fspath(picture), "--json"], chosen, on)
    with tempfile.TemporaryDirectory(prefix="lumenloom-") as folder:
        path = os.path.join(folder, "picture.npy")
        np.save(path, np.ascontiguousarray(picture), allow_pickle=False)
        return _json(["measure", "sfr", path, "--json"], chosen, on)


def _json(words: Sequence[str], options: Dict[str, Any], on: Optional[Backend]) -> Dict[str, Any]:
    return json.loads(backend(on).command([*words, *options_of(options)]))
