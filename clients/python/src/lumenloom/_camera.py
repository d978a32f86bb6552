"""Cameras, and how they take pictures."""

import os
import threading
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ._arrays import Arrays, Temporary
from ._backend import Backend, backend, checked
from ._errors import InputError
from ._local import Local, Progress, Shot, Taken
from ._names import Recipe
from ._progress import Progress as Shown
from ._result import Result
from ._server import Server, write_shot
from ._values import OUTPUTS, Part, array_of, mapping, path_of, place_of, plain

if TYPE_CHECKING:
    from typing_extensions import Unpack

Fields = Union[Recipe, Mapping[str, Any]]
PathLike = Union[str, "os.PathLike[str]"]

#: Options of the command line that are fields of a recipe.
FIELDS = {"seed": "seed", "fpn_seed": "fpnSeed", "algorithm": "algorithm"}
#: Options whose file may stand in a recipe as the name of a choice.
CHOICES = {"lens_file": "optics", "sensor_file": "sensor", "light_file": "illuminant"}
#: Options of a series and its files, which the command writes into a folder.
OF_FILES = OUTPUTS | {"frames", "frame_rate", "out", "develop"}
#: Pictures that are computed at once on a server, where a call says nothing else.
AT_ONCE = 2
#: Seconds between two looks at several cameras.
LOOK = 0.2


class Camera:
    """A camera with its scene and light: a recipe, the body of ``POST /simulate``.

    Args:
        recipe: the fields as a dictionary; ``help(lumenloom.Recipe)`` lists them.
        on: where it computes; see ``use``.
        options: files of this machine and other options of ``lumenloom simulate``, with ``_`` in
            place of ``-``: ``{"lens_file": "triplet.zmx", "quality": "high"}``. A file of JSON may
            be a dictionary. Every call uses them, or refuses those that it cannot use.
        fields: single fields, which stand in place of those of ``recipe``.

    >>> camera = Camera(scene="Macbeth", illuminant="D65", sensor="Bayer-grbg", isp="Fast-openISP")
    """

    def __init__(
        self,
        recipe: Optional[Fields] = None,
        *,
        on: Optional[Backend] = None,
        options: Optional[Mapping[str, Any]] = None,
        **fields: "Unpack[Recipe]",
    ) -> None:
        before = mapping({} if recipe is None else recipe, "recipe")
        self.recipe: Dict[str, Any] = {**before, **plain(fields)}
        if options is not None and not isinstance(options, Mapping):
            raise InputError("must be a dictionary, as in {'quality': 'high'}.", "options")
        self.options: Dict[str, Any] = dict(options or {})
        self.on: Optional[Backend] = None if on is None else checked(on)

    def with_(self, **fields: "Unpack[Recipe]") -> "Camera":
        """A camera with other fields. Objects such as ``sensorParams`` keep what is not named,
        a world does not; None leaves a field to its default."""
        recipe = dict(self.recipe)
        for key, value in plain(fields).items():
            before = recipe.get(key)
            if isinstance(value, dict) and isinstance(before, dict) and key != "world":
                value = {**before, **value}
            recipe[key] = value
        return Camera(recipe, on=self.on, options=self.options)

    def simulate(
        self,
        image: Any = None,
        seed: Any = None,
        *,
        world: Union[Mapping[str, Any], PathLike, Part, None] = None,
        stages: bool = False,
        frames: Optional[int] = None,
        out: Optional[PathLike] = None,
        **options: Any,
    ) -> Result:
        """Takes a picture, or a series.

        Args:
            image: in place of the scene: uint8 of the shape (rows, columns) or (rows, columns, 3),
                read as sRGB; float32 or float64 of the shape (bands, rows, columns), a cube of
                reflectance, with the option ``wavelengths`` such as "400:10:700"; or the path of
                a file. ``sceneFileParams={"hfov": 30}`` of the recipe says how wide it is.
            seed: of the noise, 0 to 2**32 - 1. Without it one is made of the recipe, so that the
                same recipe gives the same bits.
            world: in place of the scene: a ``World``, its document, or the path of one; further
                fields of a scene, such as its parameters, are refused by name.
            stages: the arrays between the stages come with the picture, and not by a second run
                when the first of them is read.
            frames: takes so many pictures, each with the seed after the one before, which are
                ``Result.frames``; with the option ``frame_rate``, Hz, motion and flicker run on.
            out: a folder that keeps the files, as ``lumenloom simulate`` writes them.
            options: of ``lumenloom simulate``, as in ``Camera``; ``dng``, ``tiff``, ``exr``,
                ``mat`` and so on are the paths of files that are written.

        Raises:
            InputError: for what cannot be run, with its field.
        """
        asked = {**options, "stages": stages, "frames": frames, "out": out}
        if image is not None and world is not None:
            raise InputError("stands beside an image: give one of them.", "world")
        camera = self if world is None else self._before(world)
        with Shown("Simulating") as progress:
            return camera.taken(backend(self.on), image, seed, asked, progress)

    def _before(self, world: Any) -> "Camera":
        """The camera with a world in place of its scene."""
        recipe = {key: value for key, value in self.recipe.items() if key != "scene"}
        return Camera({**recipe, "world": world}, on=self.on, options=self.options)

    def taken(
        self,
        on: Backend,
        image: Any,
        seed: Any,
        asked: Dict[str, Any],
        progress: Progress,
        later: Optional[Backend] = None,
    ) -> Result:
        """A picture with these options beside those of the camera; see ``simulate``.

        Args:
            later: where arrays are computed that are read later, if not in the same place.
        """
        home = later or on
        recipe = plain(self.recipe if seed is None else {**self.recipe, "seed": seed})
        options = {key: one for key, one in {**self.options, **asked}.items() if one is not None}
        if "scene_folder" in options:
            text = "gives a data set and no picture: run lumenloom simulate --scene-folder."
            raise InputError(text, "scene_folder")
        if isinstance(image, (str, bytes)) or hasattr(image, "__fspath__"):
            options["scene_file"], image = path_of(image, "image"), None
        array = None if image is None else array_of(image, "image")
        stages = bool(options.pop("stages", False))
        kept = options.pop("out", None) if isinstance(on, Server) else None
        if OF_FILES & options.keys():
            return _series(on, home, Taken(recipe, options, array), stages, progress)
        if isinstance(on, Server):
            recipe, options = Camera(recipe, options=options).whole(on.takes)
        taken = Taken(recipe, options, array)
        folder = Temporary() if stages and isinstance(on, Local) else None
        shot = on.simulate(taken, progress, folder.name if folder else None)
        if kept is not None:
            write_shot(path_of(kept, "out"), shot)
        at = None if folder is None else Arrays(folder.name, folder)
        result = Result(shot, recipe, at, lambda shown: home.stages(taken, shot.report, shown))
        if stages:
            result.stages
        return result

    def whole(
        self,
        takes: Callable[[str], bool] = lambda name: False,
        *,
        is_recipe_first: bool = True,
    ) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        """The recipe with the options that are fields of it, and the options that are left.

        Args:
            takes: whether the file of a lens, sensor or light may be named in the recipe.
            is_recipe_first: whether numbers of the recipe win there over those of a sensor that
                it names.
        """
        recipe, left = plain(self.recipe), dict(self.options)
        for option, field in FIELDS.items():
            if left.get(option) is not None:
                recipe[field] = plain(left.pop(option), option)
        if left.get("exposure") is not None:
            fixed = {"mode": "fixed", "seconds": plain(left.pop("exposure"), "exposure")}
            recipe["exposureParams"] = {**(recipe.get("exposureParams") or {}), **fixed}
        for option, field in CHOICES.items():
            file = left.get(option)
            if isinstance(file, (str, os.PathLike)) and takes(os.fspath(file)):
                if field == "sensor" and recipe.get("sensorParams") and is_recipe_first:
                    raise InputError(
                        "beside a sensor file the file's fields count on this machine, and these on "
                        "a server: leave them out.",
                        "sensorParams",
                    )
                recipe[field] = place_of(left.pop(option), option)
        return recipe, {key: value for key, value in left.items() if value is not None}

    def __repr__(self) -> str:
        keys = ("scene", "illuminant", "optics", "sensor", "isp", "algorithm")
        named = ", ".join(f"{k}={self.recipe[k]!r}" for k in keys if self.recipe.get(k))
        return f"Camera({named})"


def _series(
    on: Backend, home: Backend, taken: Taken, stages: bool, progress: Progress
) -> Result:
    """Pictures and files by the command, in a folder."""
    if not isinstance(on, Local):
        option = next(key for key in taken.options if key in OF_FILES)
        raise InputError("is done on this machine alone: leave the server out.", option)
    options = dict(taken.options)
    out = options.pop("out", None)
    owner = Temporary() if out is None else None
    folder = owner.name if owner else path_of(out, "out")
    shots = on.shots(Taken(taken.recipe, options, taken.image), folder, stages, progress)
    is_series = "frames" in options
    alone = {key: one for key, one in options.items() if key not in OF_FILES}
    again = Taken(taken.recipe, alone, taken.image)

    def result(at: int, shot: Shot) -> Result:
        frame = at if is_series else None
        arrays = Arrays(folder, owner, frame) if stages or is_series else None
        return Result(
            shot, taken.recipe, arrays, lambda shown: home.stages(again, shot.report, shown)
        )

    first, *others = (result(at, shot) for at, shot in enumerate(shots))
    first._others = others
    return first


def simulate(
    cameras: Sequence[Camera],
    *,
    jobs: Optional[int] = None,
    seed: Any = None,
    on: Optional[Backend] = None,
    **options: Any,
) -> List[Result]:
    """Takes a picture with each of several cameras, some of them at the same time.

    Args:
        cameras: a list of them.
        jobs: how many are computed at once: on this machine each in a process of its own with one
            thread, one per processor without it; on a server two. The pictures do not depend on it.
        seed, options: of ``Camera.simulate``, for all of them.
        on: where they are computed, in place of what each is bound to.

    >>> simulate([camera.with_(isp=isp) for isp in ("Fast-openISP", "Reference")], jobs=2)
    """
    if not isinstance(cameras, (list, tuple)):
        raise InputError("must be a list of cameras.", "cameras")
    for at, camera in enumerate(cameras):
        if not isinstance(camera, Camera):
            raise InputError("must be a Camera.", f"cameras[{at}]")
    places: List[Backend] = [backend(on, camera.on) for camera in cameras]
    here = all(isinstance(place, Local) for place in places)
    most = plain(jobs, "jobs") or ((os.cpu_count() or 1) if here else AT_ONCE)
    if not isinstance(most, int) or most < 1:
        raise InputError("must be a whole number from 1.", "jobs")
    own: Dict[Tuple[int, int], Local] = {}
    ended = 0

    def take(at: int) -> Result:
        nonlocal ended
        place: Backend = places[at]
        if isinstance(place, Local) and most > 1:
            key = (threading.get_ident(), id(place))
            place = own.get(key) or own.setdefault(key, place.another())
        camera, home = cameras[at], places[at]
        result: Result = camera.taken(place, None, seed, options, lambda share: None, home)
        ended += 1
        return result

    with Shown("Simulating") as progress, ThreadPoolExecutor(max(1, min(most, len(places)))) as pool:
        work = [pool.submit(take, at) for at in range(len(places))]
        try:
            left = set(work)
            while left:
                done, left = wait(left, LOOK, FIRST_EXCEPTION)
                for one in done:
                    one.result()
                progress(ended / len(work))
        except BaseException:
            for one in work:
                one.cancel()
            for local in own.values():
                local.kill()
            raise
    for local in own.values():
        local.close()
    return [one.result() for one in work]
