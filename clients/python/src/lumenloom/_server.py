"""A server of Lumenloom, over HTTP with the standard library alone (docs/automation.md)."""

import base64
import io
import json
import os
import time
import urllib.error
import urllib.request
import uuid
from contextlib import contextmanager
from typing import Any, Dict, Iterator, List, Optional, Sequence
from urllib.parse import quote

import numpy as np

from . import _png
from ._errors import Cancelled, ComputeError, InputError, ServerError
from ._local import Answer, Progress

#: Seconds between two looks at an evaluation.
LOOK = 1.0


class Server:
    """Computes on a server.

    Args:
        url: its address, such as ``https://lumenloom.example.com``.
        token: an API token; without it the environment's LUMENLOOM_TOKEN.
        timeout: seconds without a byte after which a call is given up.
    """

    def __init__(self, url: str, token: Optional[str] = None, timeout: float = 600):
        self.url = url.rstrip("/")
        self._token = token if token is not None else os.environ.get("LUMENLOOM_TOKEN")
        self._timeout = timeout

    def simulate(
        self,
        recipe: Dict[str, Any],
        args: Sequence[str],
        image: Optional[np.ndarray],
        want: Sequence[str],
        progress: Progress,
    ) -> Answer:
        """One picture; see Camera.simulate."""
        if args:
            raise InputError(
                f"{args[0].split('=')[0]} is an option of this machine's program: a server takes "
                "recipes alone. Add files to its library and choose them as mine:<id>."
            )
        with self._scene(recipe, image) as whole:
            answer = self._picture(whole, progress)
            if want:
                answer.arrays.update(self._stages(whole, answer.result["report"], want))
        return answer

    def sweep(self, document: Dict[str, Any], progress: Progress) -> Dict[str, Any]:
        """Computes a sweep. Returns ``{document, runs}``."""
        started = self._json("POST", "/api/sweeps", document)
        path = f"/api/sweeps/{started['id']}"
        runs = self._runs(path, started["runs"], progress)
        self._check_end(self._json("GET", path))
        return {"document": self._json("GET", f"{path}/document"), "runs": runs}

    def study(self, document: Dict[str, Any], progress: Progress) -> Dict[str, Any]:
        """Computes a study. Returns ``{results, recipes}``."""
        started = self._json("POST", "/api/studies", document)
        path = f"/api/studies/{started['id']}"
        self._runs(path, started["runs"], progress)
        self._check_end(self._json("GET", path))
        best = self._json("GET", f"{path}/best")
        recipes = [entry["recipe"] for entry in best.get("representatives", [best])]
        return {"results": self._json("GET", f"{path}/results.json"), "recipes": recipes}

    def evaluate(self, plan: Dict[str, Any], progress: Progress) -> Dict[str, Any]:
        """Computes an evaluation. Returns what results.json holds."""
        started = self._json("POST", "/api/evaluations", plan)
        path = f"/api/evaluations/{started['id']}"
        with self._cancelled_by_ctrl_c(path):
            while True:
                state = self._json("GET", path)
                if state.get("images"):
                    progress(state["done"] / state["images"])
                if state["state"] not in ("waiting", "running"):
                    break
                time.sleep(LOOK)
        self._check_end(state)
        return self._json("GET", f"{path}/results.json")

    def command(self, args: Sequence[str], text: str = "") -> str:
        """Refuses: command lines run on this machine."""
        raise InputError(
            f"'{args[0]}' is computed on this machine alone: leave the server out, or call "
            "lumenloom.use(lumenloom.Local())."
        )

    def _picture(self, recipe: Dict[str, Any], progress: Progress) -> Answer:
        log: List[str] = []
        found: Dict[str, Any] = {}
        failed = None
        with self._open("POST", "/simulate", recipe) as response:
            for line in response:
                if not line.strip():
                    continue
                event = json.loads(line)
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
        return Answer({"report": found["report"]}, arrays, "\n".join(log) + "\n")

    def _stages(
        self, recipe: Dict[str, Any], report: Dict[str, Any], want: Sequence[str]
    ) -> Dict[str, np.ndarray]:
        """Arrays between the stages, of a sweep of one run with the same noise."""
        seeds = report["seeds"]
        same = {**recipe, "seed": seeds["temporal"], "fpnSeed": seeds["fixedPattern"]}
        document = {
            "name": "Arrays between the stages",
            "recipe": same,
            "vary": [],
            "measure": ["totalMs"],
            "keep": "stages",
        }
        started = self._json("POST", "/api/sweeps", document)
        path = f"/api/sweeps/{started['id']}"
        try:
            run = self._runs(path, 1, lambda share: None)[0]
            if run["status"] != "done":
                raise ComputeError(run["message"])
            stages = f"{path}/runs/{run['run']}/stages"
            there = self._json("GET", stages)["arrays"]
            absent = [name for name in want if name not in there]
            if absent:
                raise InputError(
                    f"This run has no array {', '.join(absent)}: it has {', '.join(there)}.", "want"
                )
            return {
                name: np.load(io.BytesIO(self._bytes("GET", f"{stages}/{quote(name)}.npy")))
                for name in want
            }
        finally:
            self._bytes("DELETE", path)

    @contextmanager
    def _scene(
        self, recipe: Dict[str, Any], image: Optional[np.ndarray]
    ) -> Iterator[Dict[str, Any]]:
        """The recipe, with the image as its scene, which is in the library meanwhile."""
        if image is None:
            yield recipe
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
        added = json.loads(self._bytes("POST", "/api/library", content, kind))
        try:
            yield {**recipe, "scene": f"mine:{added['id']}"}
        finally:
            self._bytes("DELETE", f"/api/library/{added['id']}")

    def _runs(self, path: str, count: int, progress: Progress) -> List[Dict[str, Any]]:
        """The runs of a sweep or study, as they end. Ctrl+C cancels it."""
        runs: List[Dict[str, Any]] = []
        with self._cancelled_by_ctrl_c(path), self._open("GET", f"{path}/results") as response:
            for line in response:
                if line.strip():
                    runs.append(json.loads(line))
                    progress(min(1.0, len(runs) / max(1, count)))
        return sorted(runs, key=lambda run: run["run"])

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
        return json.loads(self._bytes(method, path, body))

    def _bytes(
        self, method: str, path: str, body: Any = None, kind: str = "application/json"
    ) -> bytes:
        with self._open(method, path, body, kind) as response:
            return response.read()

    def _open(self, method: str, path: str, body: Any = None, kind: str = "application/json"):
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Content-Type": kind} if data is not None else {}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            return urllib.request.urlopen(request, timeout=self._timeout)
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        except OSError as error:
            raise ServerError(f"{self.url} cannot be reached: {error}.") from error


def _refusal(error: urllib.error.HTTPError) -> Exception:
    try:
        body = json.loads(error.read())
        message, field = body["message"], body.get("field")
    except (ValueError, TypeError, KeyError):
        message, field = f"The server answered {error.code}.", None
    if error.code == 422:
        return InputError(message, field)
    return ServerError(message, field, error.code)
