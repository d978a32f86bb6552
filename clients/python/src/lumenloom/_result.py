"""A picture, with what stands between the light and it."""

import html
import math
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple

import numpy as np

from . import _png
from ._arrays import listed
from ._errors import InputError, NoSuchName
from ._local import Progress, Shot
from ._progress import Progress as Shown
from ._values import package, path_of

#: Arrays between the stages, which a result has as attributes, with their units.
UNITS = {
    "scene": "photons/(s sr m2 nm)",
    "irradiance": "photons/(s m2 nm)",
    "electrons": "e-",
    "volts": "V",
    "raw": "codes",
}
#: Bands of light, nm: 31 of them reach to 700, 61 to 1000.
FIRST_BAND, BAND_STEP, BANDS = 400, 10, (31, 61)
#: Half a cycle per pixel: micrometres per pixel times line pairs per millimetre.
NYQUIST = 500.0


class Result:
    """A picture, with what stands between the light and it.

    Attributes:
        report: what report.json holds.
        log: the text of the log.
        recipe: what was taken.

    Arrays between the stages are memory-mapped files. Those that did not come with the picture are
    computed, all of them, when the first one is read: by the same run again, which gives the same
    bits. ``simulate(stages=True)`` computes them with the picture.
    """

    def __init__(
        self,
        shot: Shot,
        recipe: Dict[str, Any],
        stages: Optional[Mapping[str, np.ndarray]],
        later: Callable[[Progress], Mapping[str, np.ndarray]],
    ):
        self._arrays = dict(shot.arrays)
        self._stages, self._later = stages, later
        self.report: Dict[str, Any] = shot.report
        self.log: str = shot.log
        self.recipe: Dict[str, Any] = recipe
        #: The later pictures of a series; the list of all would hold this one for ever.
        self._others: List["Result"] = []

    @property
    def picture(self) -> np.ndarray:
        """uint8 of the shape (rows, columns, 3), or (rows, columns) in grey."""
        return self._arrays["picture"]

    @property
    def information(self) -> Optional[Dict[str, Any]]:
        """SNRi, NEQ, capacity and more of ``labParams``, as report.json has them; None without."""
        found: Optional[Dict[str, Any]] = self.report.get("information")
        return found

    @property
    def plain(self) -> Optional[np.ndarray]:
        """The picture without the drawing of the algorithm; None where there is none."""
        return self._arrays.get("plain")

    @property
    def frames(self) -> List["Result"]:
        """The pictures of a series, the first one among them; else this one alone."""
        return [self, *self._others]

    @property
    def raw(self) -> np.ndarray:
        """Codes of the sensor, uint16 (rows, columns)."""
        return self.array("raw")

    @property
    def volts(self) -> np.ndarray:
        """float32 (rows, columns), V."""
        return self.array("volts")

    @property
    def electrons(self) -> np.ndarray:
        """float32 (rows, columns)."""
        return self.array("electrons")

    @property
    def irradiance(self) -> np.ndarray:
        """float32 (31, rows, columns), photons/(s m2 nm), 400 to 700 nm in 10 nm."""
        return self.array("irradiance")

    @property
    def scene(self) -> np.ndarray:
        """Radiance, float32 (31, rows, columns), photons/(s sr m2 nm)."""
        return self.array("scene")

    @property
    def stages(self) -> Mapping[str, np.ndarray]:
        """The arrays between the stages by their names."""
        if self._stages is None:
            with Shown("Simulating") as progress:
                self._stages = self._later(progress)
        return self._stages

    def array(self, name: str) -> np.ndarray:
        """An array by its name: ``picture``, or one between the stages, such as
        ``electrons_long`` of a capture."""
        if name not in self._arrays:
            self._arrays[name] = self.stages[name]
        return self._arrays[name]

    @property
    def pitch(self) -> float:
        """Distance of two pixels, um."""
        return round(NYQUIST / float(self.report["optics"]["nyquistLinePairsPerMm"]), 9)

    def coordinates(self, name: str) -> Dict[str, np.ndarray]:
        """The axes of an array in their order, with what stands along each: ``wavelength`` in nm,
        ``y`` and ``x`` from the middle of the picture, on the sensor in um; those of the scene
        are degrees from the axis. An axis of other things is counted from 0."""
        array = self.array(name)
        axes: Dict[str, np.ndarray] = {}
        if name in ("picture", "plain"):
            names: Tuple[str, ...] = ("y", "x", "channel")[: array.ndim]
        else:
            spectral = array.ndim == 3 and array.shape[0] in BANDS
            names = ("wavelength" if spectral else "plane", "y", "x")[-array.ndim :]
        for axis, count in zip(names, array.shape):
            places = np.arange(count, dtype=float)
            if axis == "wavelength":
                places = FIRST_BAND + BAND_STEP * places
            elif axis in "yx":
                places = (places - (count - 1) / 2) * self._step(name, array.shape)
                places = np.degrees(np.arctan(places)) if name == "scene" else places
            axes[axis] = places
        return axes

    def _step(self, name: str, shape: Tuple[int, ...]) -> float:
        """From one sample to the next: um, of the scene the tangent of an angle."""
        if name != "scene":
            return self.pitch
        half = math.radians(self.report["scene"]["hfovDegrees"] / 2)
        return 2 * math.tan(half) / shape[-1]

    def to_xarray(self, name: str) -> Any:
        """An array as an xarray.DataArray, with ``coordinates`` and units, where xarray is
        installed."""
        units = {"wavelength": "nm"}
        place = "degree" if name == "scene" else "um"
        axes = {
            axis: (axis, places, {"units": units.get(axis, place if axis in "yx" else "1")})
            for axis, places in self.coordinates(name).items()
        }
        attributes = {"units": self.unit(name)}
        return package("xarray").DataArray(self.array(name), axes, list(axes), name, attributes)

    def measurement(self, name: str) -> Dict[str, Any]:
        """What was measured on the picture, such as ``colour``, ``sfr`` or ``noise``."""
        found: Dict[str, Dict[str, Any]] = {e["name"]: e for e in self.report["measurements"]}
        if name not in found:
            there = listed(found)
            raise NoSuchName(f"Nothing named {name} was measured on this picture, but {there}.")
        return found[name]

    def unit(self, name: str) -> str:
        """The unit of an array."""
        return UNITS.get(name.split("_")[0], "")

    def save(self, path: Any) -> None:
        """Writes the picture as PNG."""
        try:
            with open(path_of(path, "path"), "wb") as file:
                file.write(_png.encode(self.picture))
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror}.", "path") from None

    def _repr_png_(self) -> bytes:
        return _png.encode(self.picture)

    def _repr_html_(self) -> str:
        import base64

        source = base64.b64encode(self._repr_png_()).decode()
        rows = "".join(
            f"<tr><td>{html.escape(key)}</td><td>{html.escape(value)}</td></tr>"
            for key, value in self._summary()
        )
        return (
            f'<img src="data:image/png;base64,{source}" alt="Simulated picture" '
            f'style="max-width:100%"><table>{rows}</table>'
        )

    def _summary(self) -> List[Tuple[str, str]]:
        sensor = self.report.get("sensor", {})
        rows, columns = self.picture.shape[:2]
        found = [("Picture", f"{columns} x {rows} pixels")]
        if "exposureSeconds" in sensor:
            found.append(("Exposure", f"{1000 * sensor['exposureSeconds']:.4g} ms"))
        if isinstance(sensor.get("snrAtWhite"), (int, float)):
            found.append(("SNR at white", f"{sensor['snrAtWhite']:.4g} dB"))
        found.append(("Computed in", f"{self.report['totalMs']:.0f} ms"))
        return found

    def __repr__(self) -> str:
        return f"Result({', '.join(f'{key} {value}' for key, value in self._summary())})"
