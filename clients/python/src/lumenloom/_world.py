"""Worlds: things and lamps, looked at and rendered on this machine (docs/worlds.md)."""

import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

import numpy as np

from ._arrays import Arrays, Temporary
from ._backend import Backend, backend
from ._camera import PathLike
from ._local import json_of, read_png
from ._server import Server, world_sent
from ._values import Part, mapping, options_of, path_of, place_of, plain, read_json


class Rendering:
    """A world through the pinhole of its camera; made by ``World.render``.

    Attributes:
        report: what world.json holds: ``ids`` {"1": {object, instance, label}}, ``materials``, the
            figures of the run, ``ignored``, ``warnings``.
        labels: those of COCO: images, categories, annotations.
        picture: uint8 (rows, columns, 3), bright parts nearly white.
        arrays: by their names: ``radiance`` (31, rows, columns) in W/(m2 sr nm), ``depth`` in m,
            ``ids`` and ``materials`` uint16, ``normals`` and ``motion``, ``error`` in cd/m2; with
            ``groups=True`` the ``radiance-NAME`` of each group of lamps.
        folder: where its files lie.
    """

    def __init__(self, folder: str, owner: Any = None) -> None:
        self.folder = folder
        self._owner = owner
        self.report: Dict[str, Any] = json_of(folder, "world.json")
        self.labels: Dict[str, Any] = json_of(folder, "labels.json")
        self.picture: np.ndarray = read_png(os.path.join(folder, "preview.png"))
        self.arrays: Mapping[str, np.ndarray] = Arrays(folder, owner)

    def __repr__(self) -> str:
        rows, columns = self.picture.shape[:2]
        return f"Rendering({rows} x {columns}, {len(self.report['ids'])} objects)"


class World(Part):
    """A world: ``World("example:desk")``, ``World("tray.json")``, its document as a dictionary, or on
    a server ``World("mine:<id>")``. It stands in a recipe in place of a scene.

    Args:
        name: as above. The files of a dictionary lie in the folder of this program; name a file
            where ``inspect``, ``probe`` or ``render`` need them.

    >>> ll.Camera(sensor="Bayer-grbg").simulate(world=ll.World("example:desk"))
    """

    def __init__(
        self, name: Union[PathLike, Mapping[str, Any]], *, on: Optional[Backend] = None
    ) -> None:
        self.content: Union[str, Dict[str, Any]] = (
            mapping(name, "world") if isinstance(name, Mapping) else place_of(name, "world")
        )
        self.on = on

    def inspect(self, samples: Optional[int] = None) -> Dict[str, Any]:
        """What is in it, and the lux of its places with their errors.

        Args:
            samples: of each place; 16,384 on this machine and 4,096 on a server without it.
        """
        place = backend(self.on)
        if isinstance(place, Server):
            return _answer(place, "inspect", self._question(samples))
        args = options_of({"samples": samples, "json": True}, place.written)
        text = place.command(["world", self._file(place), *args])
        found: Dict[str, Any] = read_json(text, "What world printed")
        return found

    def probe(
        self, rays: Sequence[Mapping[str, Any]], samples: Optional[int] = None, seed: int = 0
    ) -> List[Dict[str, Any]]:
        """What rays meet, and the radiance along them.

        Args:
            rays: {``origin``, ``direction``} in m, or {``column``, ``row``} of its camera.
            samples: paths of each ray; 4,096 on this machine and 256 on a server without it.
            seed: of the paths.
        """
        place = backend(self.on)
        if isinstance(place, Server):
            asked = {**self._question(samples), "rays": plain(rays, "rays"), "seed": plain(seed, "seed")}
            answer = _answer(place, "probe", asked)
        else:
            file = place.written("rays", plain(rays, "rays"))
            options = {"rays": file, "samples": samples, "seed": seed, "json": True}
            args = options_of(options, place.written)
            text = place.command(["world", "probe", self._file(place), *args])
            answer = read_json(text, "What world probe printed")
        met: List[Dict[str, Any]] = answer["rays"]
        return met

    def render(self, out: Optional[PathLike] = None, **options: Any) -> Rendering:
        """Renders it through the pinhole of its camera, on this machine.

        Args:
            out: folder that keeps the files; without it they live as long as the rendering.
            options: of ``lumenloom world render``, such as ``columns=64, rows=48``, ``samples=16``,
                ``noise=.05`` or ``groups=True``.
        """
        place = backend(self.on)
        owner = None if out is not None else Temporary()
        made = path_of(out, "out") if owner is None else owner.name
        own = {"out": made, "npy": True, "labels-out": os.path.join(made, "labels.json")}
        args = options_of({**options, **own}, place.written)
        place.command(["world", "render", self._file(place), *args])
        return Rendering(made, owner)

    def _file(self, place: Backend) -> str:
        if isinstance(self.content, str):
            return self.content
        return place.written("world", self.content)

    def _question(self, samples: Optional[int]) -> Dict[str, Any]:
        """The body of a question for a server."""
        return {
            "world": world_sent(self.content),
            **({} if samples is None else {"samples": plain(samples, "samples")}),
        }

    def __repr__(self) -> str:
        name = self.content if isinstance(self.content, str) else self.content.get("name")
        return f"World({name!r})"


def _answer(server: Server, question: str, body: Dict[str, Any]) -> Dict[str, Any]:
    found: Dict[str, Any] = server._json("POST", f"/world/{question}", body)
    return found
