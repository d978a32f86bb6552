"""The program on this machine: one process that stays warm (docs/python.md, The protocol)."""

import atexit
import hashlib
import io
import json
import os
import shlex
import shutil
import subprocess
import threading
from typing import IO, Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _png
from ._arrays import Arrays, Temporary
from ._errors import Cancelled, ComputeError, InputError, LumenloomNotFound, VersionMismatch
from ._names import VERSION
from ._values import options_of, read_json

#: The number of the protocol that this client speaks.
PROTOCOL = 1
#: Seconds that a cancelled run may take to end before its process is killed.
GRACE = 10.0
#: Exit statuses of the command line.
FAILED, WRONG_INPUT, INTERRUPTED = 1, 2, 130

Progress = Callable[[float], None]


class Answer(NamedTuple):
    """What a call gave: its result, its arrays by name, and the text of its log."""

    result: Dict[str, Any]
    arrays: Dict[str, np.ndarray]
    log: str


class Shot(NamedTuple):
    """A picture that was taken: report, arrays by name, and log."""

    report: Dict[str, Any]
    arrays: Dict[str, np.ndarray]
    log: str


class Taken(NamedTuple):
    """What is to be taken: the recipe, options of ``lumenloom simulate``, and the image in place of
    the scene."""

    recipe: Dict[str, Any]
    options: Dict[str, Any]
    image: Optional[np.ndarray]


class Many(NamedTuple):
    """What is to be computed many times, and where its files go."""

    document: Dict[str, Any]
    options: Dict[str, Any]
    out: Optional[str]
    resume: bool
    jobs: Optional[int]


class Ended(NamedTuple):
    """Many runs that ended: results.json, the best recipes with their lenses, and the runs' pictures
    and arrays where they were kept."""

    results: Dict[str, Any]
    best: List[Tuple[Dict[str, Any], Optional[Dict[str, Any]]]]
    kept: Optional["Kept"]


class Kept:
    """Pictures and arrays of the runs in a folder of results."""

    def __init__(self, folder: str, owner: Any = None):
        self.folder: Optional[str] = folder
        self._at, self._owner = folder, owner

    def picture(self, run: int) -> np.ndarray:
        """Raises InputError where it was not kept."""
        return read_png(os.path.join(self._at, "pictures", f"{run_name(run)}.png"))

    def arrays(self, run: int) -> Mapping[str, np.ndarray]:
        return Arrays(os.path.join(self._at, "stages", run_name(run)), self._owner)


def run_name(run: int) -> str:
    """A run in the names of files."""
    return f"run_{run:06d}"


def read_png(path: str) -> np.ndarray:
    """Raises InputError where there is no such file."""
    try:
        with open(path, "rb") as file:
            return _png.decode(file.read())
    except OSError as error:
        raise InputError(
            f"{path} cannot be read: {error.strerror}. A document keeps pictures with "
            '"keep": "pictures", or "stages" for the arrays too.',
            "keep",
        ) from None


def find_command() -> List[str]:
    """The command that starts Lumenloom: LUMENLOOM_COMMAND, else ``lumenloom`` on the PATH."""
    given = os.environ.get("LUMENLOOM_COMMAND")
    if given:
        try:
            return shlex.split(given)
        except ValueError as error:
            raise LumenloomNotFound(f"LUMENLOOM_COMMAND is no command: {error}.") from None
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
        command: the command or its words; without it LUMENLOOM_COMMAND, else ``lumenloom``.
        threads: that compute, at most two without it; results do not depend on it.
    """

    def __init__(self, command: Union[str, Sequence[str], None] = None, threads: Optional[int] = None):
        words = shlex.split(command) if isinstance(command, str) else command
        self._command = None if words is None else list(words)
        self._threads = threads
        self._process: Optional["subprocess.Popen[bytes]"] = None
        self._lock = threading.Lock()
        self._last = 0
        self._files = Temporary()
        atexit.register(self.close)

    def close(self) -> None:
        """Ends the process; the next call starts another one."""
        process, self._process = self._process, None
        if process is None:
            return
        try:
            _input(process).close()
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

    def another(self) -> "Local":
        """A process of its own of the same command, for what is computed beside this one."""
        return Local(self._command, threads=1)

    def kill(self) -> None:
        """Ends the process at once, with what it computes."""
        process = self._process
        if process is not None:
            process.kill()

    def command(
        self,
        args: Sequence[str],
        text: str = "",
        progress: Progress = lambda share: None,
        *,
        may_fail: bool = False,
    ) -> str:
        """Runs a command line of ``lumenloom``. Returns what it prints on standard output.

        Args:
            may_fail: single runs may fail; its results say which.
        """
        head = {"call": "command", "args": list(args), "input": text}
        answer = self.call(head, progress=progress).result
        if answer["status"] == INTERRUPTED:
            raise Cancelled("The command was ended before it was done.")
        if answer["status"] and not (may_fail and answer["status"] == FAILED):
            raise ComputeError(answer["stderr"].strip() or "The command failed.")
        return str(answer["stdout"])

    def simulate(self, taken: Taken, progress: Progress, folder: Optional[str] = None) -> Shot:
        """One picture; see Camera.simulate. A folder gets the arrays between the stages."""
        head = {
            "call": "simulate",
            "recipe": taken.recipe,
            "args": options_of(taken.options, self.written),
            **({} if folder is None else {"into": folder}),
        }
        arrays = {} if taken.image is None else {"image": taken.image}
        result, arrays, log = self.call(head, arrays, progress)
        return Shot(result["report"], arrays, log)

    def stages(
        self, taken: Taken, report: Dict[str, Any], progress: Progress
    ) -> Mapping[str, np.ndarray]:
        """All arrays between the stages of a picture, by one run that gives the same bits."""
        folder = Temporary()
        self.simulate(taken, progress, folder.name)
        return Arrays(folder.name, folder)

    def shots(self, taken: Taken, folder: str, stages: bool, progress: Progress) -> List[Shot]:
        """The pictures of a series, in a folder as ``lumenloom simulate`` writes it."""
        options = dict(taken.options)
        if taken.image is not None:
            options["scene_file"] = self._image(taken.image)
        args = [*options_of({**options, "out": folder, "stages": stages}, self.written), "--json"]
        text = self.command(["simulate", "-", *args], json.dumps(taken.recipe), progress)
        log = _text_of(folder, "log.txt")
        shots = []
        for at, frame in enumerate(read_json(text, "What simulate printed")["frames"]):
            names = [name for name in frame["files"] if name.endswith(".png")]
            arrays = {
                name.split("_")[0].split(".")[0].replace("result", "picture"): read_png(
                    os.path.join(folder, name)
                )
                for name in names
            }
            shots.append(Shot(frame["report"], arrays, log))
        return shots

    def sweep(self, many: Many, progress: Progress) -> Ended:
        """Computes a sweep."""
        return self._many("sweep", many, progress)

    def study(self, many: Many, progress: Progress) -> Ended:
        """Computes a study."""
        return self._many("optimise", many, progress)

    def evaluate(self, many: Many, progress: Progress) -> Ended:
        """Computes an evaluation."""
        return self._many("evaluate", many, progress)

    def choose(self, many: Many, progress: Progress) -> Ended:
        """Races cameras."""
        return self._many("choose", many, progress)

    def find_yield(self, many: Many, progress: Progress) -> Ended:
        """Finds a yield."""
        return self._many("yield", many, progress)

    def report(self, many: Many, progress: Progress) -> Ended:
        """Makes the report of a lab."""
        settings = {key: one for key, one in many.document.items() if key != "recipe"}
        asked = {**many.options, **settings, "out": many.out, "json": True}
        args = options_of(asked, self.written)
        text = self.command(["report", "-", *args], json.dumps(many.document["recipe"]), progress)
        return Ended(read_json(text, "What report printed"), [], None)

    def written(self, name: str, content: Any) -> str:
        """The path of a file with this content as JSON, which lives as long as this program."""
        data = json.dumps(content).encode()
        return self._written(f"{name}-{hashlib.sha256(data).hexdigest()[:16]}.json", data)

    def _image(self, image: np.ndarray) -> str:
        is_picture = image.dtype == np.uint8
        data = _png.encode(image) if is_picture else _npy(image)
        digest = hashlib.sha256(data).hexdigest()[:16]
        return self._written(f"image-{digest}.{'png' if is_picture else 'npy'}", data)

    def _written(self, name: str, data: bytes) -> str:
        path = os.path.join(self._files.name, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def _many(self, command: str, many: Many, progress: Progress) -> Ended:
        owner = None if many.out else Temporary()
        folder = many.out or (owner.name if owner else "")
        own = {"out": folder, "resume": many.resume, "jobs": many.jobs}
        args = options_of({**many.options, **own}, self.written)
        text = json.dumps(many.document)
        said = self.command([command, "-", *args], text, progress, may_fail=True)
        if not os.path.exists(os.path.join(folder, "results.json")):
            # Nothing was to be computed.
            raise InputError(said.strip().rsplit("\n", 1)[-1])
        results = json_of(folder, "results.json")
        best = []
        for name in sorted(os.listdir(folder)):
            if name.startswith("best-recipe"):
                lens = name.replace("recipe", "lens")
                is_there = os.path.exists(os.path.join(folder, lens))
                best.append(
                    (
                        json_of(folder, name),
                        json_of(folder, lens) if is_there else None,
                    )
                )
        return Ended(results, best, Kept(folder, owner))

    def _started(self) -> "subprocess.Popen[bytes]":
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
        hello = _output(process).readline()
        try:
            greeting = json.loads(hello)
            version, protocol = greeting["lumenloom"], greeting["protocol"]
        except (ValueError, TypeError, KeyError):
            process.kill()
            said = (process.stderr.read() if process.stderr else b"").decode(errors="replace").strip()
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

    def _cancel(self, process: "subprocess.Popen[bytes]", call: int) -> None:
        killer = threading.Timer(GRACE, process.kill)
        killer.start()
        try:
            _send(process, {"cancel": call}, {})
            _answer(process, call, lambda share: None)
        except (Cancelled, ComputeError, InputError):
            pass
        finally:
            killer.cancel()


def _input(process: "subprocess.Popen[bytes]") -> IO[bytes]:
    assert process.stdin is not None
    return process.stdin


def _output(process: "subprocess.Popen[bytes]") -> IO[bytes]:
    assert process.stdout is not None
    return process.stdout


def _drain(stream: IO[bytes]) -> None:
    try:
        for _ in iter(lambda: stream.read(65536), b""):
            pass
    except ValueError:
        pass  # It was closed.


def _dispose(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        try:
            if stream is not None:
                stream.close()
        except OSError:
            pass  # What it had buffered went nowhere.


def _send(process: "subprocess.Popen[bytes]", head: Dict[str, Any], arrays: Dict[str, np.ndarray]) -> None:
    contents = {name: _npy(array) for name, array in arrays.items()}
    if contents:
        head = {**head, "arrays": [{"name": k, "bytes": len(v)} for k, v in contents.items()]}
    try:
        _input(process).write(json.dumps(head).encode() + b"\n" + b"".join(contents.values()))
        _input(process).flush()
    except OSError as error:
        raise _ended(process) from error


def _answer(process: "subprocess.Popen[bytes]", call: int, progress: Progress) -> Answer:
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


def _receive(process: "subprocess.Popen[bytes]") -> Tuple[Dict[str, Any], Dict[str, np.ndarray]]:
    line = _output(process).readline()
    if not line.endswith(b"\n"):
        raise _ended(process)
    head = read_json(line, "What the program answered")
    arrays = {}
    for entry in head.get("arrays", []):
        content = _output(process).read(entry["bytes"])
        if len(content) < entry["bytes"]:
            raise _ended(process)
        arrays[entry["name"]] = np.load(io.BytesIO(content), allow_pickle=False)
    return head, arrays


def _ended(process: "subprocess.Popen[bytes]") -> ComputeError:
    _dispose(process)
    return ComputeError(
        f"The program ended while it computed, with status {process.returncode}. "
        "The next call starts it again."
    )


def _error(error: Dict[str, Any]) -> Exception:
    kind = {WRONG_INPUT: InputError, INTERRUPTED: Cancelled}.get(error["status"], ComputeError)
    return kind(error["message"], error.get("field"))


def json_of(folder: str, name: str) -> Any:
    """What a file of a folder holds. Raises ComputeError where it cannot be read."""
    return read_json(_text_of(folder, name), name)


def _text_of(folder: str, name: str) -> str:
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise ComputeError(f"{name} of {folder} cannot be read: {error.strerror}.") from None


def _npy(array: np.ndarray) -> bytes:
    content = io.BytesIO()
    np.save(content, np.ascontiguousarray(array), allow_pickle=False)
    return content.getvalue()
