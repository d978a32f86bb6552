"""Arrays in .npy files: they are memory-mapped, and read from the disk where they are looked at."""

import os
import re
import shutil
import tempfile
import weakref
from typing import Any, Dict, Iterable, Iterator, Mapping, Optional

import numpy as np

from ._errors import ComputeError, NoSuchName


class Temporary:
    """A folder, ``name``, that is deleted when nothing needs it any more."""

    def __init__(self) -> None:
        self.name = tempfile.mkdtemp(prefix="lumenloom-")
        self._end = weakref.finalize(self, shutil.rmtree, self.name, ignore_errors=True)

    def __enter__(self) -> str:
        return self.name

    def __exit__(self, *_: object) -> None:
        self._end()


class Arrays(Mapping[str, np.ndarray]):
    """The .npy files of a folder by their names, memory-mapped; what is written into an array
    stays in memory.

    Args:
        folder: where they lie.
        owner: what must live as long, such as a folder that is deleted at its end.
        frame: number of the picture of a series, whose arrays these are.
    """

    def __init__(self, folder: str, owner: Any = None, frame: Optional[int] = None):
        self.folder = folder
        self._owner = owner
        self._frame = frame

    def _files(self) -> Dict[str, str]:
        there = sorted(os.listdir(self.folder)) if os.path.isdir(self.folder) else []
        files = [name[:-4] for name in there if name.endswith(".npy")]
        if self._frame is None:
            return {name: name for name in files}
        end = f"_{self._frame:03d}"
        own = {name[: -len(end)]: name for name in files if name.endswith(end)}
        # Those without a number are of the first picture, but for the raw codes of all together.
        first = [n for n in files if not re.search(r"_\d{3,}$", n) and n != "raw"]
        return {**({n: n for n in first} if self._frame == 0 else {}), **own}

    def __getitem__(self, name: str) -> np.ndarray:
        file = self._files().get(name)
        if file is None:
            raise NoSuchName(f"This run has no array {name}: it has {listed(self)}.", "name")
        return load(os.path.join(self.folder, f"{file}.npy"))

    def __iter__(self) -> Iterator[str]:
        return iter(self._files())

    def __len__(self) -> int:
        return len(self._files())

    def __repr__(self) -> str:
        return f"Arrays({', '.join(self)})"


def load(path: str) -> np.ndarray:
    """An .npy file, memory-mapped. Raises ComputeError where it cannot be read."""
    try:
        array: np.ndarray = np.load(path, mmap_mode="c", allow_pickle=False)
    except (OSError, ValueError) as error:
        raise ComputeError(f"{path} cannot be read: {error}.") from None
    return array


def listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"
