"""Lenses, sensors and measurements, computed on this machine."""

import os
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Union

import numpy as np

from ._arrays import Arrays, Temporary
from ._backend import Backend, backend
from ._camera import PathLike
from ._errors import InputError
from ._values import array_of, mapping, options_of, place_of, plain, read_json

#: Width of a cell of a point spread function, um (docs/optics.md).
CELL = 0.275


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


class Spots(NamedTuple):
    """Where rays of one field meet the image.

    Attributes:
        field: degrees.
        rms: um, over all wavelengths.
        airy: radius of the Airy disc, um.
        rays: by wavelength, nm: (rays, 2), x and y from the chief ray, um.
    """

    field: float
    rms: float
    airy: float
    rays: Dict[float, np.ndarray]


class Wavefront(NamedTuple):
    """The wavefront of one field over the pupil.

    Attributes:
        field: degrees.
        wavelength: nm.
        waves: optical path difference, waves, (41, 41); NaN outside of the pupil.
        rms: waves.
        reach: half width of the grid in the pupil, mm.
    """

    field: float
    wavelength: float
    waves: np.ndarray
    rms: float
    reach: float


class Modulation(NamedTuple):
    """The MTF of one field.

    Attributes:
        field: degrees.
        wavelength: nm.
        frequencies: line pairs per mm.
        tangential, sagittal: one number per frequency, 0 to 1.
    """

    field: float
    wavelength: float
    frequencies: np.ndarray
    tangential: np.ndarray
    sagittal: np.ndarray


class PointSpread(NamedTuple):
    """The point spread function of one field.

    Attributes:
        field: share of the half field; of a lens without symmetry with the direction, as in
            ``1-y``.
        wavelength: nm.
        values: (64, 64).
        cell: width of a cell, um.
    """

    field: str
    wavelength: float
    values: np.ndarray
    cell: float


class Lens:
    """A lens: ``Lens("double-gauss")``, ``Lens("triplet.zmx")``, ``Lens("published:heliar")``, or
    the content of a lens file as a dictionary.

    Args:
        options: of ``lumenloom lens`` for each call, such as ``f_number=4``, ``fields=(0, .7, 1)``
            (shares of the half field) or ``wavelengths=(486, 588)``.
    """

    def __init__(
        self, name: Union[PathLike, Mapping[str, Any]], *, on: Optional[Backend] = None, **options: Any
    ) -> None:
        if isinstance(name, Mapping):
            self.name = backend(on).written("lens", mapping(name, "name"))
        else:
            self.name = place_of(name, "name")
        self.options = options
        self.on = on

    def figures(self, **options: Any) -> Dict[str, Any]:
        """First-order data and a table of fields, as ``lumenloom lens NAME --json`` gives them.

        Args:
            options: of the command, beside those of the lens.
        """
        found: Dict[str, Any] = _json(
            ["lens", self.name, "--json"], {**self.options, **options}, self.on
        )
        return found

    def spots(self, **options: Any) -> List[Spots]:
        """The spot diagram of each field."""
        return [
            Spots(
                spot["fieldDegrees"],
                spot["rmsUm"],
                spot["airyRadiusUm"],
                {r["wavelengthNm"]: np.column_stack([r["x"], r["y"]]) for r in spot["rays"]},
            )
            for spot in self._drawn("spot", options)["spots"]
        ]

    def wavefronts(self, **options: Any) -> List[Wavefront]:
        """The wavefront of each field, at the middle wavelength."""
        return [
            Wavefront(
                wave["fieldDegrees"],
                wave["wavelengthNm"],
                np.array(wave["waves"], float),
                wave["rmsWaves"],
                wave["reachMm"],
            )
            for wave in self._drawn("wavefront", options)["wavefronts"]
        ]

    def mtf(self, frequencies: Any = tuple(range(0, 201, 10)), **options: Any) -> List[Modulation]:
        """The MTF of each field and wavelength.

        Args:
            frequencies: line pairs per mm.
        """
        asked = {"through_focus": 0, "frequencies": plain(frequencies, "frequencies"), **options}
        return [
            Modulation(
                row["fieldDegrees"],
                row["wavelengthNm"],
                np.array(row["frequencies"], float),
                np.array(row["tangential"], float),
                np.array(row["sagittal"], float),
            )
            for row in self.figures(**asked)["throughFocus"]
        ]

    def psf(self, **options: Any) -> List[PointSpread]:
        """The point spread function of each field and wavelength."""
        folder = Temporary()
        self.figures(**{**options, "psf": folder.name})
        found = []
        for name, values in Arrays(folder.name, folder).items():
            field, wavelength = name[len("psf_f") : -len("nm")].split("_")
            found.append(PointSpread(field, float(wavelength), values, CELL))
        return found

    def svg(self) -> str:
        """A drawing of the lens with its rays."""
        with Temporary() as folder:
            path = os.path.join(folder, "lens.svg")
            self.figures(svg=path)
            with open(path, encoding="utf-8") as file:
                return file.read()

    def _drawn(self, option: str, options: Mapping[str, Any]) -> Dict[str, Any]:
        """The figures with those that a drawing is made of."""
        with Temporary() as folder:
            return self.figures(**{**options, option: os.path.join(folder, "drawing.svg")})

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"Lens({self.name!r})"


class Exposure(NamedTuple):
    """What a sensor made of light.

    Attributes:
        electrons, volts: float32 (rows, columns).
        raw: codes, uint16 (rows, columns); with ``frames`` (frames, rows, columns).
        report: what report.json holds.
    """

    electrons: np.ndarray
    volts: np.ndarray
    raw: np.ndarray
    report: Dict[str, Any]


class Sensor:
    """A sensor: ``Sensor("Bayer-grbg", params={"pixel_size": 3.45})``, or one from a file,
    ``Sensor("published:imx250")``, ``Sensor("own-sensor.json")``, or its content as a dictionary.

    Args:
        params: fields of ``sensorParams``.
        options: of the commands for each call, such as ``gain="high"``.
    """

    def __init__(
        self,
        name: Union[PathLike, Mapping[str, Any]],
        params: Optional[Mapping[str, Any]] = None,
        *,
        on: Optional[Backend] = None,
        **options: Any,
    ) -> None:
        self.name = name if isinstance(name, Mapping) else place_of(name, "name")
        is_file = isinstance(self.name, Mapping) or any(sign in self.name for sign in ".:/\\")
        chosen = {"sensor_file": self.name} if is_file else {"sensor": self.name}
        self.options = {**chosen, **options}
        self.params = None if params is None else mapping(params, "params")
        self.on = on

    def emva1288(self, **options: Any) -> Dict[str, Any]:
        """Measures it after EMVA 1288; see ``lumenloom.emva1288``."""
        return emva1288(on=self.on, **{**self._asked(), **options})

    def expose(self, irradiance: Any, exposure: Any, **options: Any) -> Exposure:
        """Exposes it to light.

        Args:
            irradiance: photons/(s m2 nm), (31, rows, columns) from 400 to 700 nm, or (61, rows,
                columns) to 1000 nm.
            exposure: s.
            options: of ``lumenloom sensor``, such as ``seed`` or ``frames``.
        """
        light = array_of(irradiance, "irradiance")
        folder = Temporary()
        path = os.path.join(folder.name, "light.npy")
        np.save(path, light, allow_pickle=False)
        asked = {**self._asked(), **options, "exposure": exposure, "out": folder.name}
        words = ["sensor", path, "--json"]
        report: Dict[str, Any] = _json(words, asked, self.on)
        made = Arrays(folder.name, folder)
        return Exposure(made["electrons"], made["volts"], made["raw"], report)

    def _asked(self) -> Dict[str, Any]:
        return {**self.options, **({} if self.params is None else {"params": self.params})}

    def __repr__(self) -> str:
        return f"Sensor({self.name!r})"


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
    lens = lens if isinstance(lens, Lens) else Lens(lens, on=on)
    on = lens.on if on is None else on
    fit: Dict[str, Any] = {} if model is None else {model: True}
    chosen = {**lens.options, **options, "lens": lens.name, **fit}
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
    if isinstance(picture, (str, os.PathLike)):
        return _json(["measure", "sfr", place_of(picture, "picture"), "--json"], chosen, on)
    with Temporary() as folder:
        path = os.path.join(folder, "picture.npy")
        np.save(path, array_of(picture, "picture"), allow_pickle=False)
        return _json(["measure", "sfr", path, "--json"], chosen, on)


def _json(words: Sequence[str], options: Mapping[str, Any], on: Optional[Backend]) -> Dict[str, Any]:
    place = backend(on)
    text = place.command([*words, *options_of(options, place.written)])
    found: Dict[str, Any] = read_json(text, f"What {words[0]} printed")
    return found
