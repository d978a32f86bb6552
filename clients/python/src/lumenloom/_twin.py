"""Twins: cameras from their own frames, measured on this machine."""

import os
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple

import numpy as np

from ._arrays import Arrays, Temporary
from ._backend import Backend, backend
from ._camera import PathLike
from ._local import json_of
from ._values import options_of, path_of


class Figure(NamedTuple):
    """A figure of a twin.

    Attributes:
        value: None where it is not determined.
        interval: 95 %, or None.
        unit: of the value.
        status: ``measured``, ``assumed`` or ``not determined``.
        note: what is said of it.
        files: from which it was taken.
    """

    value: Optional[float]
    interval: Optional[Tuple[float, float]]
    unit: str
    status: str
    note: str
    files: List[str]


class Twin:
    """A camera that its frames describe; made by ``lumenloom.twin``.

    Attributes:
        document: what twin.json holds.
        figures: its figures by name, such as ``sensor.systemGain``.
        sensor: a sensor file, for ``Sensor(twin.sensor)`` and the option ``sensor_file``; it draws
            its pixels: sensor.json in ``folder`` names the maps too.
        lens: a measured lens, for ``Lens(twin.lens)`` and the option ``lens_file``; None where the
            manifest lacks what a lens file needs.
        maps: float32 (rows, columns) by the names ``prnu`` (share), ``dsnu`` (electrons) and
            ``shading``, and uint8 ``defects``; empty unless it was made with ``maps=True``.
        folder: where its files lie.
    """

    def __init__(self, folder: str, owner: Any = None) -> None:
        self.folder = folder
        self._owner = owner
        self.document: Dict[str, Any] = json_of(folder, "twin.json")
        self.sensor: Dict[str, Any] = json_of(folder, "sensor.json")
        # Their files lie in the folder, and a sensor file of its own has none beside it.
        self.sensor.pop("maps", None)
        has_lens = os.path.exists(os.path.join(folder, "lens.json"))
        self.lens: Optional[Dict[str, Any]] = json_of(folder, "lens.json") if has_lens else None
        self.maps: Mapping[str, np.ndarray] = Arrays(folder, owner)

    @property
    def figures(self) -> Dict[str, Figure]:
        """The figures by their names."""
        return {
            name: Figure(
                one["value"],
                None if one["interval"] is None else (one["interval"][0], one["interval"][1]),
                one["unit"],
                one["status"],
                one["note"],
                one["from"],
            )
            for name, one in self.document["figures"].items()
        }

    def __repr__(self) -> str:
        return f"Twin({self.document['name']!r}, {len(self.document['figures'])} figures)"


def twin(
    folder: PathLike, out: Optional[PathLike] = None, *, on: Optional[Backend] = None, **options: Any
) -> Twin:
    """Measures a camera from a folder of its raw frames with a manifest.

    Args:
        folder: with manifest.json or manifest.yaml.
        out: folder that keeps the files; without it they live as long as the twin.
        options: of ``lumenloom twin``, such as ``maps=True``, ``temperature=30`` or
            ``libcamera="tuning.json"``.
    """
    place = backend(on)
    owner = None if out is not None else Temporary()
    made = path_of(out, "out") if owner is None else owner.name
    args = options_of({**options, "out": made}, place.written)
    place.command(["twin", path_of(folder, "folder"), *args])
    return Twin(made, owner)
