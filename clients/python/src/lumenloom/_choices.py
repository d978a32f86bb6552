"""Which camera, and whether every one will do: choices, races of numbers and yields."""

import os
from typing import Any, Dict, List, Mapping, Optional

from ._backend import Backend, backend
from ._camera import Camera, PathLike
from ._errors import InputError
from ._local import Ended, Local, Many, read_json
from ._progress import Progress
from ._server import Server
from ._studies import Table, many_of
from ._values import place_of, plain


class Choice:
    """The camera that a race has chosen.

    Attributes:
        sentence: what holds with 95 %: "A is the best ..." or "A is best or within .03 of the best".
        results: what results.json holds.
        table: a row per camera that was raced: name, status, score and its interval, by whom it
            was beaten, front.
        refused: cameras that do not meet the requirements, with the sentence why.
        best: the best camera.
    """

    def __init__(self, ended: Ended, on: Backend):
        self.results = ended.results
        self.sentence: str = ended.results["sentence"]
        self.table = _standing(ended.results)
        self.refused: List[Dict[str, Any]] = ended.results["refused"]
        self.best = Camera(ended.best[0][0], on=on)

    def __repr__(self) -> str:
        return f"Choice({self.sentence})"


class Yield:
    """Which share of the cameras that a factory makes keeps a limit.

    Attributes:
        sentence: the share with its interval, and which tolerance matters most.
        results: what results.json holds.
        share, low, high: from 0 to 1; ``low`` to ``high`` is its interval.
        sensitivities: a row per tolerance: score at both ends, and its share of the spread.
    """

    def __init__(self, ended: Ended):
        self.results = ended.results
        self.sentence: str = ended.results["sentence"]
        self.share: float = ended.results["share"]
        self.low: float = ended.results["low"]
        self.high: float = ended.results["high"]
        self.sensitivities = Table(ended.results["sensitivities"])

    def __repr__(self) -> str:
        return f"Yield({self.sentence})"


def _standing(results: Mapping[str, Any]) -> Table:
    front = results["document"].get("front", [])
    return Table(
        [
            {
                "name": one["name"],
                "status": one["status"],
                "pictures": one["pictures"],
                "score": one["score"],
                "low": one["interval"][0] if one["interval"] else None,
                "high": one["interval"][1] if one["interval"] else None,
                "by": one.get("by"),
                **{column: one.get(column) for column in front},
            }
            for one in results["candidates"]
        ]
    )


def choose(
    plan: Mapping[str, Any],
    *,
    on: Optional[Backend] = None,
    out: Optional[PathLike] = None,
    resume: bool = False,
    jobs: Optional[int] = None,
    device: Optional[str] = None,
) -> Choice:
    """Finds the best of many cameras for a task (docs/choosing.md).

    Args:
        plan: of ``lumenloom choose``: ``parts``, ``requirements``, ``goal``, ``race`` ... Its
            ``recipe`` may be a Camera without options.
        on, out, resume, jobs: as of ``sweep``. On a server the data set and the network are
            ``mine:<id>`` or ``example:marks``; the table of prices is sent.
        device: of ``lumenloom choose``.

    Raises:
        InputError: for a plan that cannot be raced, also where no camera meets its requirements.
    """
    place, _, many = many_of(plan, on, {"device": device}, out, resume, jobs)
    document = dict(many.document)
    table = document.get("table")
    if isinstance(place, Server) and isinstance(table, str):
        document["table"] = {"csv": _text_in(table), "name": os.path.basename(table)}
    with Progress("Choice") as progress:
        return Choice(place.choose(many._replace(document=document), progress), place)


def race(scores: Mapping[str, Any]) -> Dict[str, Any]:
    """Races numbers that you have, one per candidate and picture, on this machine.

    Args:
        scores: ``candidates`` with ``name`` and ``scores``, ``range``, ``goal``, ``race`` ...

    Returns:
        What results.json holds: the best, those that cannot be told apart from it, the sentence.

    >>> race({"range": [0, 1], "candidates": [{"name": "A", "scores": a}, {"name": "B", "scores": b}]})
    """
    if not isinstance(scores, Mapping):
        raise InputError("must be a dictionary.", "scores")
    place = backend()
    here = place if isinstance(place, Local) else Local()
    path = here.written("scores", plain(scores))
    results: Dict[str, Any] = read_json(
        here.command(["choose", "--scores", path, "--json"]), "What choose printed"
    )
    return results


def yield_(
    document: Mapping[str, Any],
    *,
    on: Optional[Backend] = None,
    out: Optional[PathLike] = None,
    resume: bool = False,
    jobs: Optional[int] = None,
    **options: Any,
) -> Yield:
    """Which share of the cameras of a factory keeps a limit (docs/yield.md).

    Args:
        document: of ``lumenloom yield``: ``recipe`` (a Camera or its fields), ``score``, ``limit``,
            ``spread`` ...
        on, out, resume, jobs: as of ``sweep``.
        options: of ``lumenloom yield``.
    """
    place, _, many = many_of(document, on, options, out, resume, jobs)
    with Progress("Yield") as progress:
        return Yield(place.find_yield(many, progress))


def _text_in(path: str) -> str:
    name = place_of(path, "table")
    try:
        with open(name, encoding="utf-8-sig") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{name} cannot be read: {error}.", "table") from None
