"""Many runs: sweeps, studies, evaluations and reports."""

import html
import os
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from ._backend import Backend, backend, common
from ._camera import Camera, PathLike
from ._errors import InputError, NoSuchName
from ._local import Ended, Kept, Many
from ._progress import Progress
from ._server import Server
from ._values import mapping, package, path_of, place_of, plain


class Table:
    """Rows of a sweep or study, a dictionary each.

    ``table["sensorParams.pixel_size"]`` is a column as an array; ``table.to_pandas()`` a
    DataFrame, where pandas is installed. With ``keep`` in the document ``table.picture(run)`` is
    the picture of a run, and ``table.arrays(run)`` has its arrays between the stages.

    Attributes:
        folder: of the files; those of a call without ``out`` are deleted with the table. None where
            they are on a server.
    """

    def __init__(self, rows: Sequence[Dict[str, Any]], kept: Optional[Kept] = None):
        self._kept = kept
        self.folder: Optional[str] = kept.folder if kept else None
        self.rows: List[Dict[str, Any]] = list(rows)
        self.columns: List[str] = list(dict.fromkeys(key for row in self.rows for key in row))

    @classmethod
    def of_runs(cls, ended: Ended) -> "Table":
        """A row per run: its number, what was varied, its figures, and how it ended."""
        return cls(
            [
                {
                    "run": run["run"],
                    **run["values"],
                    **run.get("figures", {}),
                    **({"feasible": run["feasible"]} if "feasible" in run else {}),
                    "status": run["status"],
                    "message": run.get("message", ""),
                }
                for run in ended.results["runs"]
            ],
            ended.kept,
        )

    def __getitem__(self, column: str) -> np.ndarray:
        if column not in self.columns:
            raise NoSuchName(f"There is no column {column}: there are {', '.join(self.columns)}.")
        return np.array([row.get(column) for row in self.rows])

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return iter(self.rows)

    def picture(self, run: int) -> np.ndarray:
        """The picture of a run: uint8 of the shape (rows, columns, 3), or (rows, columns)."""
        return self._files().picture(run)

    def arrays(self, run: int) -> Mapping[str, np.ndarray]:
        """The arrays between the stages of a run by their names, of ``"keep": "stages"``."""
        return self._files().arrays(run)

    def _files(self) -> Kept:
        if self._kept is None:
            raise InputError("A study on a server keeps its pictures there.", "keep")
        return self._kept

    def to_pandas(self) -> Any:
        """The rows as a pandas.DataFrame."""
        return package("pandas").DataFrame(self.rows, columns=self.columns)

    def _repr_html_(self) -> str:
        def line(cells: Sequence[Any], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(str(c))}</{tag}>" for c in cells) + "</tr>"

        head = line(self.columns, "th")
        body = "".join(line([row.get(c, "") for c in self.columns], "td") for row in self.rows[:60])
        more = f"<p>{len(self) - 60} more rows</p>" if len(self) > 60 else ""
        return f"<table>{head}{body}</table>{more}"

    def __repr__(self) -> str:
        return f"Table({len(self)} rows: {', '.join(self.columns)})"


class Study:
    """What a study found.

    Attributes:
        results: what results.json holds.
        table: a row per run.
        best: ``{run, values, figures}``; None where the study has several objectives.
        cameras: the best camera, or the ends of the front and its knee; with the lens that was
            found, where surfaces were varied.
    """

    def __init__(self, ended: Ended, base: Camera):
        self.results = ended.results
        self.table = Table.of_runs(ended)
        self.best: Optional[Dict[str, Any]] = ended.results.get("best")
        self.cameras: List[Camera] = [
            Camera(recipe, on=base.on, options=_with_lens(base.options, lens))
            for recipe, lens in ended.best
        ]

    def __repr__(self) -> str:
        return f"Study({len(self.table)} runs, best {self.best})"


def _with_lens(options: Mapping[str, Any], lens: Optional[Dict[str, Any]]) -> Dict[str, Any]:
    """Options with a lens in place of their own. Seeds and so on are in the recipe."""
    left = Camera(options=options).whole()[1]
    if lens is None:
        return left
    alone = {key: one for key, one in left.items() if key not in ("glass_file", "keep_focus")}
    return {**alone, "lens_file": lens}


def many_of(
    document: Mapping[str, Any],
    on: Optional[Backend],
    own: Mapping[str, Any],
    out: Optional[PathLike],
    resume: bool,
    jobs: Any,
) -> Tuple[Backend, Camera, Many]:
    """Where a document is computed, its camera, and what is to be computed."""
    if not isinstance(document, Mapping):
        raise InputError("must be a dictionary.", "document")
    camera = document.get("recipe")
    whole = dict(document)
    base = camera if isinstance(camera, Camera) else Camera()
    place = backend(on, base.on)
    recipe, options = base.whole(place.takes if isinstance(place, Server) else _never)
    if base is camera:
        whole["recipe"] = recipe
    return place, base, _asked(whole, {**options, **own}, out, resume, jobs)


def _never(name: str) -> bool:
    return False


def _asked(
    document: Mapping[str, Any],
    options: Mapping[str, Any],
    out: Optional[PathLike],
    resume: bool,
    jobs: Any,
) -> Many:
    if resume and out is None:
        raise InputError("needs the folder of what was begun: give out too.", "resume")
    folder = None if out is None else path_of(out, "out")
    left = {key: one for key, one in options.items() if one is not None}
    return Many(plain(document), left, folder, bool(resume), plain(jobs, "jobs"))


def sweep(
    document: Mapping[str, Any],
    *,
    on: Optional[Backend] = None,
    out: Optional[PathLike] = None,
    resume: bool = False,
    jobs: Optional[int] = None,
    **options: Any,
) -> Table:
    """Computes a recipe many times with varied fields (docs/sweeps.md).

    Args:
        document: ``name``, ``recipe`` (a Camera or its fields), ``vary``, ``measure`` ... A
            camera's ``options`` and ``on`` count, or are refused.
        on: where it is computed, in place of the camera's.
        out: a folder that keeps the files: results.csv, results.json, report.html, pictures.
        resume: goes on with what is in ``out``.
        jobs: runs that are computed at once on this machine, one per processor without it; a server
            decides itself. Results do not depend on it.
        options: of ``lumenloom sweep``.

    >>> sweep({"name": "Gain", "recipe": camera, "measure": ["sensor.snrAtWhite"],
    ...        "vary": [{"path": "sensorParams.analog_gain", "values": [1, 2, 4]}]})
    """
    place, _, many = many_of(document, on, options, out, resume, jobs)
    with Progress("Sweep") as progress:
        return Table.of_runs(place.sweep(many, progress))


def study(
    document: Mapping[str, Any],
    *,
    on: Optional[Backend] = None,
    out: Optional[PathLike] = None,
    resume: bool = False,
    jobs: Optional[int] = None,
    **options: Any,
) -> Study:
    """Searches for the values that make a camera best (docs/optimising.md).

    Args:
        document, on, out, resume, jobs: as of ``sweep``.
        options: of ``lumenloom optimise``.
    """
    place, base, many = many_of(document, on, options, out, resume, jobs)
    with Progress("Study") as progress:
        return Study(place.study(many, progress), base)


def evaluate(
    network: PathLike,
    dataset: Union[PathLike, Mapping[str, Any]],
    cameras: Mapping[str, Camera],
    *,
    on: Optional[Backend] = None,
    out: Optional[PathLike] = None,
    resume: bool = False,
    jobs: Optional[int] = None,
    device: Optional[str] = None,
    **plan: Any,
) -> Dict[str, Any]:
    """Runs a network on a labelled data set through cameras (docs/evaluating.md).

    Args:
        network: path of an ONNX file, or ``example:marks``; on a server ``mine:<id>``.
        dataset: path of a folder or zip, or ``example:marks``; on a server ``mine:<id>``;
            or {"worldset": its path or content}, drawn worlds, which every camera photographs.
        cameras: by their names. Their files of lens, sensor and light are used; other options are
            refused.
        on, out, resume, jobs: as of ``sweep``.
        device: of ``lumenloom evaluate``.
        plan: other keys of the plan: ``scene``, ``images``, ``conditions``, ``ladder`` ...

    Returns:
        What results.json holds: figures with their intervals, differences, the ladder of losses.
    """
    if not isinstance(cameras, Mapping):
        raise InputError("must be a dictionary of cameras by their names.", "cameras")
    known = {
        name: camera if isinstance(camera, Camera) else Camera(mapping(camera, f"cameras.{name}"))
        for name, camera in cameras.items()
    }
    place = common(on, [camera.on for camera in known.values()])
    document: Dict[str, Any] = {
        "name": "Evaluation",
        "network": place_of(network, "network"),
        "dataset": _dataset(dataset),
        "cameras": {name: _recipe(name, camera, place) for name, camera in known.items()},
        **plan,
    }
    if isinstance(document.get("descriptor"), (str, os.PathLike)):
        document["descriptor"] = place_of(document["descriptor"], "descriptor")
    with Progress("Evaluation") as progress:
        return place.evaluate(_asked(document, {"device": device}, out, resume, jobs), progress).results


def _dataset(given: Any) -> Any:
    if not isinstance(given, Mapping):
        return place_of(given, "dataset")
    found = mapping(given, "dataset")
    if isinstance(found.get("worldset"), str):
        found["worldset"] = place_of(found["worldset"], "dataset.worldset")
    return found


def report(
    recipe: Union[Camera, Mapping[str, Any]],
    *,
    profile: str = "general",
    draft: bool = False,
    seeds: Optional[int] = None,
    seed: Optional[int] = None,
    date: Optional[str] = None,
    on: Optional[Backend] = None,
    out: Optional[PathLike] = None,
    **options: Any,
) -> Dict[str, Any]:
    """Measures a camera as a test lab would (docs/the-lab.md).

    Args:
        recipe: a Camera or its fields.
        profile: which sections it has: ``general``, ``automotive``, ``machine-vision`` or
            ``mobile``.
        draft: one seed, one field, small charts, few frames.
        seeds: readings of each section, from 1 to 50; 5 without it.
        seed: of the first frame, in place of the recipe's.
        date: stands in the report; the clock is not asked.
        on: where it is computed, in place of the camera's.
        out: a folder that gets report.html, report.pdf, lab.json and lab.csv.
        options: of ``lumenloom report``.

    Returns:
        What lab.json holds: sections with their figures, standard errors and true values.
    """
    settings = {"profile": profile, "draft": draft, "seeds": seeds, "seed": seed, "date": date}
    camera = recipe if isinstance(recipe, Camera) else Camera(mapping(recipe, "recipe"))
    document = {"recipe": camera, **{key: one for key, one in settings.items() if one is not None}}
    place, _, many = many_of(document, on, options, out, False, None)
    with Progress("Report") as progress:
        return place.report(many, progress).results


def _recipe(name: str, camera: Camera, place: Backend) -> Dict[str, Any]:
    """A camera of an evaluation: its files become names in its recipe."""
    lens = camera.options.get("lens_file")
    options = dict(camera.options)
    if isinstance(lens, Mapping):
        options["lens_file"] = place.written("lens_file", mapping(lens, "lens_file"))
    made = Camera(camera.recipe, options=options)
    takes = place.takes if isinstance(place, Server) else _always
    recipe, left = made.whole(takes, is_recipe_first=isinstance(place, Server))
    for option in left:
        raise InputError("means nothing in an evaluation: leave it out.", f"cameras.{name}.{option}")
    return recipe


def _always(name: str) -> bool:
    return True
