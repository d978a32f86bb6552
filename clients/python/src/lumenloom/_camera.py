"""Cameras and the pictures that they take."""

import copy
import html
from typing import Any, Dict, List, Optional, Union

import numpy as np

from . import _png
from ._backend import Backend, backend, options_of
from ._names import Recipe
from ._progress import Progress

#: Arrays between the stages, which a result has as attributes, with their units.
UNITS = {
    "scene": "photons/(s sr m2 nm)",
    "irradiance": "photons/(s m2 nm)",
    "electrons": "e-",
    "volts": "V",
    "raw": "codes",
}


class Camera:
    """A camera with its scene and light: a recipe, the body of ``POST /simulate``.

    Args:
        recipe: the fields as a dictionary; ``help(lumenloom.Recipe)`` lists them.
        on: where it computes; see ``use``.
        options: files of this machine and other options of ``lumenloom simulate``, with ``_`` in
            place of ``-``: ``{"lens_file": "triplet.zmx", "quality": "high"}``.
        fields: single fields, which stand in place of those of ``recipe``.

    >>> camera = Camera(scene="Macbeth", illuminant="D65", sensor="Bayer-grbg", isp="Fast-openISP")
    """

    def __init__(
        self,
        recipe: Optional[Recipe] = None,
        *,
        on: Optional[Backend] = None,
        options: Optional[Dict[str, Any]] = None,
        **fields: Any,
    ):
        self.recipe: Dict[str, Any] = {**copy.deepcopy(dict(recipe or {})), **fields}
        self.options: Dict[str, Any] = dict(options or {})
        self._on = on

    def with_(self, **fields: Any) -> "Camera":
        """A camera with other fields. Objects such as ``sensorParams`` keep what is not named;
        None leaves a field to its default."""
        recipe = copy.deepcopy(self.recipe)
        for key, value in fields.items():
            before = recipe.get(key)
            merged = isinstance(value, dict) and isinstance(before, dict)
            recipe[key] = {**before, **value} if merged else value
        return Camera(recipe, on=self._on, options=self.options)

    def simulate(
        self,
        image: Union[np.ndarray, str, None] = None,
        seed: Optional[int] = None,
        **options: Any,
    ) -> "Result":
        """Takes one picture.

        Args:
            image: in place of the scene: uint8 of the shape (rows, columns) or (rows, columns, 3),
                read as sRGB; float32 or float64 of the shape (bands, rows, columns), a cube of
                reflectance, with the option ``wavelengths`` such as "400:10:700"; or the path of
                a file. ``sceneFileParams={"hfov": 30}`` of the recipe says how wide it is.
            seed: of the noise, 0 to 2**32 - 1. Without it one is made of the recipe, so that the
                same recipe gives the same bits.
            options: of ``lumenloom simulate``, as in ``Camera``.

        Raises:
            InputError: for what cannot be run, with its field.
        """
        recipe = self.recipe if seed is None else {**self.recipe, "seed": seed}
        chosen = {**self.options, **options}
        if isinstance(image, (str, bytes)) or hasattr(image, "__fspath__"):
            chosen["scene_file"], image = image, None
        array = None if image is None else np.asarray(image)
        args = options_of(chosen)
        on = backend(self._on)

        def take(*want: str) -> Any:
            with Progress("Simulating") as progress:
                return on.simulate(recipe, args, array, want, progress)

        return Result(take(), take)

    def __repr__(self) -> str:
        keys = ("scene", "illuminant", "optics", "sensor", "isp", "algorithm")
        named = ", ".join(f"{k}={self.recipe[k]!r}" for k in keys if self.recipe.get(k))
        return f"Camera({named})"


class Result:
    """A picture, with what stands between the light and it.

    Attributes:
        picture: uint8 of the shape (rows, columns, 3), or (rows, columns) in grey.
        plain: the picture without the drawing of the algorithm; None where there is none.
        raw: codes of the sensor, uint16 (rows, columns).
        volts: float32 (rows, columns), V.
        electrons: float32 (rows, columns).
        irradiance: float32 (31, rows, columns), photons/(s m2 nm), 400 to 700 nm in 10 nm.
        scene: radiance, float32 (31, rows, columns), photons/(s sr m2 nm).
        report: what report.json holds.
        log: the text of the log.

    Arrays that did not come with the picture are computed when they are first read: by the same
    run again, which gives the same bits.
    """

    def __init__(self, answer: Any, take: Any):
        self._arrays: Dict[str, np.ndarray] = dict(answer.arrays)
        self._take = take
        self.report: Dict[str, Any] = answer.result["report"]
        self.log: str = answer.log

    @property
    def picture(self) -> np.ndarray:
        return self._arrays["picture"]

    @property
    def plain(self) -> Optional[np.ndarray]:
        return self._arrays.get("plain")

    def array(self, name: str) -> np.ndarray:
        """An array between the stages by its name, such as ``electrons_long`` of a capture."""
        if name not in self._arrays:
            light = [n for n in ("scene", "irradiance") if n == name]
            small: List[str] = [] if light or "sensor" not in self.report else ["electrons", "volts"]
            want = list(dict.fromkeys([name, *small]))
            again = self._take(*want).arrays
            self._arrays.update({key: again[key] for key in want})
        return self._arrays[name]

    def measurement(self, name: str) -> Dict[str, Any]:
        """What was measured on the picture, such as ``colour``, ``sfr`` or ``noise``."""
        found = {entry["name"]: entry for entry in self.report["measurements"]}
        if name not in found:
            there = ", ".join(found) or "nothing"
            raise KeyError(f"Nothing named {name} was measured on this picture, but {there}.")
        return found[name]

    def unit(self, name: str) -> str:
        """The unit of an array."""
        return UNITS.get(name.split("_")[0], "")

    def save(self, path: str) -> None:
        """Writes the picture as PNG."""
        with open(path, "wb") as file:
            file.write(_png.encode(self.picture))

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

    def _summary(self) -> List[Any]:
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


def _stage(name: str) -> property:
    return property(lambda self: self.array(name), doc=f"{name}, {UNITS[name]}")


for _name in UNITS:
    setattr(Result, _name, _stage(_name))
