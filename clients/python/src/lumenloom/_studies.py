"""Many runs: sweeps, studies and evaluations."""

import html
import os
from typing import Any, Dict, Iterator, List, Optional, Sequence, Union

import numpy as np

from ._backend import Backend, backend
from ._camera import Camera
from ._progress import Progress


class Table:
    """Rows of a sweep or study, a dictionary each.

    ``table["sensorParams.pixel_size"]`` is a column as an array; ``table.to_pandas()`` a
    DataFrame, where pandas is installed.
    """

    def __init__(self, rows: Sequence[Dict[str, Any]]):
        self.rows: List[Dict[str, Any]] = list(rows)
        self.columns: List[str] = list(dict.fromkeys(key for row in self.rows for key in row))

    @classmethod
    def of_runs(cls, runs: Sequence[Dict[str, Any]]) -> "Table":
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
                for run in runs
            ]
        )

    def __getitem__(self, column: str) -> np.ndarray:
        if column not in self.columns:
            raise KeyError(f"There is no column {column}: there are {', '.join(self.columns)}.")
        return np.array([row.get(column) for row in self.rows])

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return iter(self.rows)

    def to_pandas(self) -> Any:
        """The rows as a pandas.DataFrame."""
        import pandas

        return pandas.DataFrame(self.rows, columns=self.columns)

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
        cameras: the best camera, or the ends of the front and its knee.
    """

    def __init__(self, results: Dict[str, Any], recipes: Sequence[Dict[str, Any]]):
        self.results = results
        self.table = Table.of_runs(results["runs"])
        self.best: Optional[Dict[str, Any]] = results.get("best")
        self.cameras: List[Camera] = [Camera(recipe) for recipe in recipes]

    def __repr__(self) -> str:
        return f"Study({len(self.table)} runs, best {self.best})"


def _document(document: Dict[str, Any]) -> Dict[str, Any]:
    recipe = document.get("recipe")
    return {**document, "recipe": recipe.recipe} if isinstance(recipe, Camera) else document


def sweep(document: Dict[str, Any], *, on: Optional[Backend] = None) -> Table:
    """Computes a recipe many times with varied fields (docs/sweeps.md).

    Args:
        document: ``name``, ``recipe`` (a Camera or its fields), ``vary``, ``measure`` ...
        on: where it is computed.

    >>> sweep({"name": "Gain", "recipe": camera, "measure": ["sensor.snrAtWhite"],
    ...        "vary": [{"path": "sensorParams.analog_gain", "values": [1, 2, 4]}]})
    """
    with Progress("Sweep") as progress:
        return Table.of_runs(backend(on).sweep(_document(document), progress)["runs"])


def study(document: Dict[str, Any], *, on: Optional[Backend] = None) -> Study:
    """Searches for the values that make a camera best (docs/optimising.md)."""
    with Progress("Study") as progress:
        return Study(**backend(on).study(_document(document), progress))


def evaluate(
    network: Union[str, os.PathLike],
    dataset: Union[str, os.PathLike],
    cameras: Dict[str, Camera],
    *,
    on: Optional[Backend] = None,
    **plan: Any,
) -> Dict[str, Any]:
    """Runs a network on a labelled data set through cameras (docs/evaluating.md).

    Args:
        network: path of an ONNX file, or ``example:marks``; on a server ``mine:<id>``.
        dataset: path of a folder or zip, or ``example:marks``; on a server ``mine:<id>``.
        cameras: by their names.
        plan: other keys of the plan: ``scene``, ``images``, ``conditions``, ``ladder`` ...

    Returns:
        What results.json holds: figures with their intervals, differences, the ladder of losses.
    """
    document = {
        "name": "Evaluation",
        "network": _place(network),
        "dataset": _place(dataset),
        "cameras": {name: camera.recipe for name, camera in cameras.items()},
        **plan,
    }
    with Progress("Evaluation") as progress:
        return backend(on).evaluate(document, progress)


def _place(path: Union[str, os.PathLike]) -> str:
    """Paths count from this program's folder, wherever the plan lies."""
    text = os.fspath(path)
    return os.path.abspath(text) if os.path.exists(text) else text
