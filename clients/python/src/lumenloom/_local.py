"""The program on this machine: one process that stays warm (docs/python.md, The protocol)."""

import atexit
import io
import json
import os
import shlex
import shutil
import subprocess
import tempfile
import threading
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._errors import Cancelled, ComputeError, InputError, LumenloomNotFound, VersionMismatch
from ._names import VERSION

#: The number of the protocol that this client speaks.
PROTOCOL = 1
#: Seconds that a cancelled run may take to end before its process is killed.
GRACE = 10.0
#: Exit statuses of the command line.
WRONG_INPUT, INTERRUPTED = 2, 130

Progress = Callable[[float], None]


class Answer(NamedTuple):
    """What a call gave: its result, its arrays by name, and the text of its log."""

    result: Dict[str, Any]
    arrays: Dict[str, np.ndarray]
    log: str


def find_command() -> List[str]:
    """The command that starts Lumenloom: LUMENLOOM_COMMAND, else ``lumenloom`` on the PATH."""
    given = os.environ.get("LUMENLOOM_COMMAND")
    if given:
        return shlex.split(given)
    found = shutil.which("lumenloom")
    if found:
        return [found]
    raise LumenloomNotFound(
        "lumenloom is not on the PATH. Install it (npm run package in its repository, then "
        "npm install -g the file), or set LUMENLOOM_COMMAND to the command that starts it, such "
        "as 'node /path/to/lumenloom/apps/cli/dist/main.js'."
    )


class Local:
    """Computes in a process on this machine, which is started by the first call.

    Args:
        command: words of the command; without them LUMENLOOM_COMMAND, else ``lumenloom``.
        threads: that compute, at most two without it; results do not depend on it.
    """

    def __init__(self, command: Optional[Sequence[str]] = None, threads: Optional[int] = None):
        self._command = list(command) if command is not None else None
        self._threads = threads
        self._process: Optional[subprocess.Popen] = None
        self._lock = threading.Lock()
        self._last = 0
        atexit.register(self.close)

    def close(self) -> None:
        """Ends the process; the next call starts another one."""
        process, self._process = self._process, None
        if process is None:
            return
        try:
            process.stdin.close()
            process.wait(GRACE)
        except (OSError, subprocess.TimeoutExpired):
            process.kill()
        _dispose(process)

    def call(
        self,
        head: Dict[str, Any],
        arrays: Optional[Dict[str, np.ndarray]] = None,
        progress: Progress = lambda share: None,
    ) -> Answer:
        """Asks for one thing and waits for its answer. Ctrl+C ends what is computed."""
        with self._lock:
            process = self._started()
            self._last += 1
            call = self._last
            _send(process, {"id": call, **head}, arrays or {})
            try:
                return _answer(process, call, progress)
            except KeyboardInterrupt:
                self._cancel(process, call)
                raise
            except ComputeError:
                if process.poll() is not None:
                    self._process = None
                raise

    def command(self, args: Sequence[str], text: str = "") -> str:
        """Runs a command line of ``lumenloom``. Returns what it prints on standard output."""
        answer = self.call({"call": "command", "args": list(args), "input": text}).result
        if answer["status"] == INTERRUPTED:
            raise Cancelled("The command was ended before it was done.")
        if answer["status"]:
            raise ComputeError(answer["stderr"].strip() or "The command failed.")
        return answer["stdout"]

    def simulate(
        self,
        recipe: Dict[str, Any],
        args: Sequence[str],
        image: Optional[np.ndarray],
        want: Sequence[str],
        progress: Progress,
    ) -> Answer:
        """One picture; see Camera.simulate."""
        head = {"call": "simulate", "recipe": recipe, "args": list(args), "want": list(want)}
        return self.call(head, {} if image is None else {"image": image}, progress)

    def sweep(self, document: Dict[str, Any], progress: Progress) -> Dict[str, Any]:
        """Computes a sweep. Returns ``{document, runs}``."""
        return self._many("sweep", document)["results"]

    def study(self, document: Dict[str, Any], progress: Progress) -> Dict[str, Any]:
        """Computes a study. Returns ``{results, recipes}``."""
        return self._many("optimise", document)

    def evaluate(self, plan: Dict[str, Any], progress: Progress) -> Dict[str, Any]:
        """Computes an evaluation. Returns what results.json holds."""
        return self._many("evaluate", plan)["results"]

    def _many(self, command: str, document: Dict[str, Any]) -> Dict[str, Any]:
        with tempfile.TemporaryDirectory(prefix="lumenloom-") as folder:
            self.command([command, "-", "--out", folder], json.dumps(document))
            with open(os.path.join(folder, "results.json"), encoding="utf-8") as file:
                results = json.load(file)
            recipes = []
            for name in sorted(os.listdir(folder)):
                if name.startswith("best-recipe"):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        recipes.append(json.load(file))
            return {"results": results, "recipes": recipes}

    def _started(self) -> subprocess.Popen:
        if self._process is not None and self._process.poll() is None:
            return self._process
        command = self._command or find_command()
        words = [*command, "serve", "--stdio"]
        if self._threads is not None:
            words += ["--threads", str(self._threads)]
        try:
            # A session of its own: Ctrl+C at a terminal reaches this process alone, which cancels.
            process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise LumenloomNotFound(f"{' '.join(command)} cannot be started: {error}.") from error
        hello = process.stdout.readline()
        try:
            greeting = json.loads(hello)
            version, protocol = greeting["lumenloom"], greeting["protocol"]
        except (ValueError, TypeError, KeyError):
            process.kill()
            said = process.stderr.read().decode(errors="replace").strip()
            _dispose(process)
            raise LumenloomNotFound(
                f"{' '.join(command)} is no Lumenloom that answers calls"
                + (f": {said}" if said else ".")
            ) from None
        if version.split(".")[0] != VERSION.split(".")[0] or protocol != PROTOCOL:
            _dispose(process)
            raise VersionMismatch(
                f"This client is version {VERSION} (protocol {PROTOCOL}), the program "
                f"{' '.join(command)} version {version} (protocol {protocol}): install the same "
                "major version of both."
            )
        # What it says beside its answers is for nobody, and must not fill the pipe.
        threading.Thread(target=_drain, args=(process.stderr,), daemon=True).start()
        self._process = process
        return process

    def _cancel(self, process: subprocess.Popen, call: int) -> None:
        killer = threading.Timer(GRACE, process.kill)
        killer.start()
        try:
            _send(process, {"cancel": call}, {})
            _answer(process, call, lambda share: None)
        except (Cancelled, ComputeError, InputError):
            pass
        finally:
            killer.cancel()


def _drain(stream) -> None:
    try:
        for _ in iter(lambda: stream.read(65536), b""):
            pass
    except ValueError:
        pass  # It was closed.


def _dispose(process: subprocess.Popen) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        try:
            stream.close()
        except OSError:
            pass  # What it had buffered went nowhere.


def _send(process: subprocess.Popen, head: Dict[str, Any], arrays: Dict[str, np.ndarray]) -> None:
    contents = {name: _npy(array) for name, array in arrays.items()}
    if contents:
        head = {**head, "arrays": [{"name": k, "bytes": len(v)} for k, v in contents.items()]}
    try:
        process.stdin.write(json.dumps(head).encode() + b"\n" + b"".join(contents.values()))
        process.stdin.flush()
    except OSError as error:
        raise _ended(process) from error


def _answer(process: subprocess.Popen, call: int, progress: Progress) -> Answer:
    log: List[str] = []
    while True:
        head, arrays = _receive(process)
        if head.get("id") not in (call, None):
            continue
        if "log" in head:
            log.append(head["log"])
        elif "progress" in head:
            progress(head["progress"])
        elif "result" in head:
            return Answer(head["result"], arrays, "\n".join(log) + "\n")
        elif "error" in head:
            raise _error(head["error"])


def _receive(process: subprocess.Popen) -> Tuple[Dict[str, Any], Dict[str, np.ndarray]]:
    line = process.stdout.readline()
    if not line.endswith(b"\n"):
        raise _ended(process)
    head = json.loads(line)
    arrays = {}
    for entry in head.get("arrays", []):
        content = process.stdout.read(entry["bytes"])
        if len(content) < entry["bytes"]:
            raise _ended(process)
        arrays[entry["name"]] = np.load(io.BytesIO(content), allow_pickle=False)
    return head, arrays


def _ended(process: subprocess.Popen) -> ComputeError:
    _dispose(process)
    return ComputeError(
        f"The program ended while it computed, with status {process.returncode}. "
        "The next call starts it again."
    )


def _error(error: Dict[str, Any]):
    kind = {WRONG_INPUT: InputError, INTERRUPTED: Cancelled}.get(error["status"], ComputeError)
    return kind(error["message"], error.get("field"))


def _npy(array: np.ndarray) -> bytes:
    content = io.BytesIO()
    np.save(content, np.ascontiguousarray(array), allow_pickle=False)
    return content.getvalue()
