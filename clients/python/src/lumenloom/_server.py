"""A server of Lumenloom, over HTTP with the standard library alone (docs/automation.md)."""

import base64
import http.client
import json
import os
import time
import urllib.error
import urllib.request
import uuid
import weakref
from contextlib import contextmanager
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple
from urllib.parse import quote

import numpy as np

from . import _png
from ._arrays import Temporary, listed, load
from ._errors import (
    Cancelled,
    ComputeError,
    InputError,
    LumenloomError,
    NoSuchName,
    ServerError,
)
from ._local import Ended, Kept, Many, Progress, Shot, Taken, run_name

#: Seconds between two looks at an evaluation or a report.
LOOK = 1.0


class Server:
    """Computes on a server.

    Args:
        url: its address, such as ``https://lumenloom.example.com``.
        token: an API token; without it the environment's LUMENLOOM_TOKEN.
        timeout: seconds without a byte after which a call is given up.
    """

    def __init__(self, url: str, token: Optional[str] = None, timeout: float = 600):
        if not isinstance(url, str) or not url.startswith(("http://", "https://")):
            raise InputError("must begin with http:// or https://.", "url")
        self.url = url.rstrip("/")
        self._token = token if token is not None else os.environ.get("LUMENLOOM_TOKEN")
        self._timeout = timeout

    @staticmethod
    def takes(name: str) -> bool:
        """Whether a server can read the lens, sensor or light of this name."""
        return name.startswith(("published:", "mine:"))

    def simulate(self, taken: Taken, progress: Progress, folder: Optional[str] = None) -> Shot:
        """One picture; see Camera.simulate."""
        _refuse(taken.options)
        with self._scene(taken.recipe, taken.image) as whole:
            return self._picture(whole, progress)

    def stages(
        self, taken: Taken, report: Dict[str, Any], progress: Progress
    ) -> Mapping[str, np.ndarray]:
        """All arrays between the stages of a picture, each fetched when it is first read."""
        with self._scene(taken.recipe, taken.image) as whole:
            path = self._run_again(whole, report, progress)
        return _Fetched(self, f"{path}/runs/0/stages", path)

    def sweep(self, many: Many, progress: Progress) -> Ended:
        """Computes a sweep."""
        path, runs = self._runs("sweeps", many, progress)
        results = {"document": self._json("GET", f"{path}/document"), "runs": runs}
        kept = _KeptThere(self, path, many.out)
        if many.out is not None:
            _write(many.out, "results.json", json.dumps(results, indent=2).encode())
            kept.fetch(many.out, results)
        return Ended(results, [], kept)

    def study(self, many: Many, progress: Progress) -> Ended:
        """Computes a study."""
        path, _ = self._runs("studies", many, progress)
        results = self._files(path, many.out, ("results.json", "results.csv", "report.html"))
        best: Dict[str, Any] = {}
        if results.get("best") or results.get("representatives"):
            best = self._json("GET", f"{path}/best")
        found = best.get("representatives", [best])
        recipes = [(one["recipe"], one.get("lens")) for one in found if "recipe" in one]
        return Ended(results, recipes, None)

    def evaluate(self, many: Many, progress: Progress) -> Ended:
        """Computes an evaluation."""
        path, _ = self._started("evaluations", many)
        self._wait(path, "images", progress)
        names = ("results.json", "report.html", "galleries.json", "images.ndjson")
        return Ended(self._files(path, many.out, names), [], None)

    def choose(self, many: Many, progress: Progress) -> Ended:
        """Races cameras."""
        path = self._goal("choose", many, progress)
        names = ("results.json", "candidates.csv", "best-recipe.json", "report.html", "runs.ndjson")
        results = self._files(path, many.out, names)
        return Ended(results, [(self._json("GET", f"{path}/best-recipe.json"), None)], None)

    def find_yield(self, many: Many, progress: Progress) -> Ended:
        """Finds a yield."""
        path = self._goal("yield", many, progress)
        return Ended(self._files(path, many.out, ("results.json", "runs.ndjson", "report.html")), [], None)

    def _goal(self, goal: str, many: Many, progress: Progress) -> str:
        """The path of a choice or a yield that is done."""
        asked = many._replace(document={"goal": goal, "document": many.document})
        path, _ = self._started("studies", asked)
        self._wait(path, "runs", progress)
        return path

    def report(self, many: Many, progress: Progress) -> Ended:
        """Makes the report of a lab."""
        path, _ = self._started("reports", many)
        self._wait(path, "runs", progress)
        names = ("lab.json", "lab.csv", "report.html", "report.pdf")
        return Ended(self._files(path, many.out, names), [], None)

    def command(
        self, args: Sequence[str], text: str = "", progress: Progress = lambda share: None
    ) -> str:
        """Refuses: command lines run on this machine."""
        raise InputError(
            f"'{args[0]}' is computed on this machine alone: leave the server out, or call "
            "lumenloom.use(lumenloom.Local())."
        )

    def written(self, name: str, content: Any) -> str:
        """Refuses: files are of this machine."""
        raise InputError("a file is read on this machine alone: leave the server out.", name)

    def _picture(self, recipe: Dict[str, Any], progress: Progress) -> Shot:
        log: List[str] = []
        found: Dict[str, Any] = {}
        failed = None
        # Keys that mean nothing are refused, as on this machine.
        headers = {"Prefer": "handling=strict"}
        with self._open("POST", "/simulate", recipe, headers=headers) as response:
            for event in self._events(response):
                kind, content = event["type"], event["content"]
                if kind == "log":
                    log.append(content)
                    failed = (content, event.get("field"))
                elif kind == "progress":
                    progress(content)
                else:
                    found[kind] = content
        if "report" not in found:
            sentence, field = failed or ("The server gave no picture.", None)
            raise InputError(sentence, field)
        arrays = {
            name: _png.decode(base64.b64decode(found[key].split(",", 1)[1]))
            for name, key in (("picture", "result"), ("plain", "plain"))
            if key in found
        }
        return Shot(found["report"], arrays, "\n".join(log) + "\n")

    def _run_again(self, recipe: Dict[str, Any], report: Dict[str, Any], progress: Progress) -> str:
        """The path of a sweep of one run with the same noise, which keeps its arrays."""
        seeds = report["seeds"]
        same = {**recipe, "seed": seeds["temporal"], "fpnSeed": seeds["fixedPattern"]}
        document = {
            "name": "Arrays between the stages",
            "recipe": same,
            "vary": [],
            "measure": ["totalMs"],
            "keep": "stages",
        }
        path, (run,) = self._runs("sweeps", Many(document, {}, None, False, None), progress)
        if run["status"] != "done":
            raise ComputeError(run["message"])
        return path

    @contextmanager
    def _scene(
        self, recipe: Dict[str, Any], image: Optional[np.ndarray]
    ) -> Iterator[Dict[str, Any]]:
        """The recipe with its world, and the image as its scene, which is in the library meanwhile."""
        if image is None:
            yield {**recipe, "world": world_sent(recipe["world"])} if "world" in recipe else recipe
            return
        if image.dtype != np.uint8:
            raise InputError("image must be uint8: spectral cubes are read on this machine.", "image")
        boundary = uuid.uuid4().hex
        fields = [
            b'name="kind"\r\n\r\nscene',
            b'name="name"\r\n\r\nImage of a Python program',
            b'name="file"; filename="image.png"\r\nContent-Type: image/png\r\n\r\n'
            + _png.encode(image),
        ]
        body = b"".join(
            f"--{boundary}\r\nContent-Disposition: form-data; ".encode() + field + b"\r\n"
            for field in fields
        )
        content = body + f"--{boundary}--\r\n".encode()
        kind = f"multipart/form-data; boundary={boundary}"
        added = _parsed(self._bytes("POST", "/api/library", content, kind), self.url)
        try:
            yield {**recipe, "scene": f"mine:{added['id']}"}
        finally:
            self._bytes("DELETE", f"/api/library/{added['id']}")

    def _started(self, kind: str, many: Many) -> Tuple[str, int]:
        """The path of what was started, and its number of runs."""
        _refuse(many.options)
        if many.resume:
            raise InputError("is for what this machine computes: leave it or the server out.", "resume")
        if many.out is not None and os.path.exists(os.path.join(many.out, "results.json")):
            raise InputError(f"{many.out} has results already: name another folder.", "out")
        started = self._json("POST", f"/api/{kind}", many.document)
        return f"/api/{kind}/{started['id']}", started.get("runs", 0)

    def _runs(
        self, kind: str, many: Many, progress: Progress
    ) -> Tuple[str, List[Dict[str, Any]]]:
        """The runs of a sweep or study, as they end. Ctrl+C cancels it."""
        path, count = self._started(kind, many)
        runs: List[Dict[str, Any]] = []
        with self._cancelled_by_ctrl_c(path), self._open("GET", f"{path}/results") as response:
            for run in self._events(response):
                runs.append(run)
                progress(min(1.0, len(runs) / max(1, count)))
        self._check_end(self._json("GET", path))
        return path, sorted(runs, key=lambda run: int(run["run"]))

    def _wait(self, path: str, parts: str, progress: Progress) -> None:
        """Looks at an experiment until it is done. Ctrl+C cancels it."""
        with self._cancelled_by_ctrl_c(path):
            while True:
                state = self._json("GET", path)
                if state.get(parts):
                    progress(state["done"] / state[parts])
                if state["state"] not in ("waiting", "running"):
                    break
                time.sleep(LOOK)
        self._check_end(state)

    def _files(self, path: str, out: Optional[str], names: Sequence[str]) -> Dict[str, Any]:
        """What the first file holds; all are kept in the folder, where there is one."""
        content = self._bytes("GET", f"{path}/{names[0]}")
        if out is not None:
            _write(out, names[0], content)
            for name in names[1:]:
                _write(out, name, self._bytes("GET", f"{path}/{name}"))
        results: Dict[str, Any] = _parsed(content, self.url)
        return results

    @contextmanager
    def _cancelled_by_ctrl_c(self, path: str) -> Iterator[None]:
        try:
            yield
        except KeyboardInterrupt:
            self._bytes("DELETE", path)
            raise

    @staticmethod
    def _check_end(state: Dict[str, Any]) -> None:
        if state["state"] == "cancelled":
            raise Cancelled("It was cancelled before it was done.")
        if state["state"] != "done":
            raise ComputeError(state.get("message") or f"It ended as {state['state']}.")

    def _json(self, method: str, path: str, body: Any = None) -> Any:
        return _parsed(self._bytes(method, path, body), self.url)

    def _bytes(
        self, method: str, path: str, body: Any = None, kind: str = "application/json"
    ) -> bytes:
        with self._open(method, path, body, kind) as response:
            with self._reached():
                content: bytes = response.read()
                return content

    def _events(self, response: Any) -> Iterator[Dict[str, Any]]:
        """The lines of an answer that comes piece by piece."""
        with self._reached():
            for line in response:
                if line.strip():
                    yield _parsed(line, self.url)

    @contextmanager
    def _reached(self) -> Iterator[None]:
        try:
            yield
        except LumenloomError:
            raise
        except (OSError, http.client.HTTPException) as error:
            text = str(getattr(error, "reason", error)) or type(error).__name__
            raise ServerError(f"{self.url} cannot be reached: {text}.") from error

    def _open(
        self,
        method: str,
        path: str,
        body: Any = None,
        kind: str = "application/json",
        headers: Mapping[str, str] = {},
    ) -> Any:
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        sent = {**headers, **({"Content-Type": kind} if data is not None else {})}
        if self._token:
            sent["Authorization"] = f"Bearer {self._token}"
        request = urllib.request.Request(self.url + path, data, sent, method=method)
        with self._reached():
            try:
                return urllib.request.urlopen(request, timeout=self._timeout)
            except urllib.error.HTTPError as error:
                raise _refusal(error) from None


class _Fetched(Mapping[str, np.ndarray]):
    """Arrays of a run on a server, each fetched into a file when it is first read.

    Args:
        path: of the list of arrays.
        made: path of what was computed for them alone, which is deleted when nobody needs them.
    """

    def __init__(self, server: Server, path: str, made: Optional[str] = None):
        self._server, self._path = server, path
        self._names: List[str] = server._json("GET", path)["arrays"]
        self._folder = Temporary()
        if made is not None:
            weakref.finalize(self, _delete, server, made)

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._names:
            there = listed(self._names)
            raise NoSuchName(f"This run has no array {name}: it has {there}.", "name")
        file = os.path.join(self._folder.name, f"{name}.npy")
        if not os.path.exists(file):
            path = f"{self._path}/{quote(name)}.npy"
            _write(self._folder.name, f"{name}.npy", self._server._bytes("GET", path))
        return load(file)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _delete(server: Server, path: str) -> None:
    try:
        server._bytes("DELETE", path)
    except LumenloomError:
        pass  # It is deleted with the account's other results.


class _KeptThere(Kept):
    """Pictures and arrays of the runs of a sweep on a server."""

    def __init__(self, server: Server, path: str, out: Optional[str]):
        self.folder = out
        self._server, self._path = server, path

    def picture(self, run: int) -> np.ndarray:
        return _png.decode(self._picture(run))

    def arrays(self, run: int) -> Mapping[str, np.ndarray]:
        return _Fetched(self._server, f"{self._path}/runs/{run}/stages")

    def fetch(self, folder: str, results: Dict[str, Any]) -> None:
        """Writes what was kept into a folder, as the command line does."""
        keep = results["document"].get("keep", "figures")
        for run in results["runs"] if keep != "figures" else []:
            if run["status"] != "done":
                continue
            name = run_name(run["run"])
            _write(os.path.join(folder, "pictures"), f"{name}.png", self._picture(run["run"]))
            if keep == "stages":
                stages = f"{self._path}/runs/{run['run']}/stages"
                for array in self._server._json("GET", stages)["arrays"]:
                    content = self._server._bytes("GET", f"{stages}/{quote(array)}.npy")
                    _write(os.path.join(folder, "stages", name), f"{array}.npy", content)

    def _picture(self, run: int) -> bytes:
        return self._server._bytes("GET", f"{self._path}/runs/{run}/picture")


def _write(folder: str, name: str, content: bytes) -> None:
    try:
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
    except OSError as error:
        text = f"{os.path.join(folder, name)} cannot be written: {error.strerror}."
        raise InputError(text, "out") from None


def write_shot(folder: str, shot: Shot) -> None:
    """The files of a picture, as ``lumenloom simulate`` writes them."""
    _write(folder, "log.txt", shot.log.encode())
    _write(folder, "report.json", json.dumps(shot.report, indent=2).encode())
    for name, file in (("picture", "result.png"), ("plain", "plain.png")):
        if name in shot.arrays:
            _write(folder, file, _png.encode(shot.arrays[name]))


def _refuse(options: Mapping[str, Any]) -> None:
    """Raises InputError for an option, which belongs to the program of this machine."""
    for option in options:
        raise InputError(
            f"{option} is an option of this machine's program: a server takes recipes alone. Add "
            "files to its library and choose them as mine:<id>.",
            f"options.{option}",
        )


def world_sent(world: Any) -> Any:
    """A world as a server takes it: the document of a file of this machine, or its name there.

    Raises:
        InputError: for a file that is no document.
    """
    if not isinstance(world, str) or not os.path.isfile(world):
        return world
    try:
        with open(world, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError) as error:
        raise InputError(
            f"{world} is no document of a world ({error}): add it to the server's library and name "
            "mine:<id>.",
            "world",
        ) from None


def _parsed(content: bytes, url: str) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        raise ServerError(f"{url} does not answer as a server of Lumenloom.") from None


def _refusal(error: urllib.error.HTTPError) -> LumenloomError:
    try:
        body = json.loads(error.read())
        message, field = body["message"], body.get("field")
    except (ValueError, TypeError, KeyError, OSError, http.client.HTTPException):
        message, field = f"The server answered {error.code}.", None
    if error.code == 422:
        return InputError(message, field)
    return ServerError(message, field, error.code)
