"""Progress on standard error for what takes long: a bar of tqdm where it is installed, else a line."""

import sys
import time
import warnings
from typing import Any, Optional

from ._errors import MissingPackage
from ._values import package

#: Seconds before anything is shown, and between two lines where no line can be written anew.
QUIET, LINE = 1.0, 60.0


def _is_shown() -> bool:
    return sys.stderr.isatty() or "ipykernel" in sys.modules


def _bar_of_tqdm(label: str) -> Any:
    """A bar, or None without tqdm."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tqdm = package("tqdm.auto").tqdm
    except MissingPackage:
        return None
    shape = "{desc}: {percentage:3.0f} %|{bar}| {elapsed}<{remaining}"
    return tqdm(total=1.0, desc=label, bar_format=shape, leave=False)


class Progress:
    """Shows a share of the whole; used as a context, which takes away what is shown at its end."""

    def __init__(self, label: str):
        self._label = label
        self._began = self._written = time.monotonic()
        self._width = 0
        self._bar: Optional[Any] = None

    def __enter__(self) -> "Progress":
        return self

    def __call__(self, share: float) -> None:
        now = time.monotonic()
        if not _is_shown():
            if now - self._written >= LINE:
                self._written = now
                sys.stderr.write(f"{self._label}: {round(100 * share)} %\n")
            return
        if now - self._began < QUIET:
            return
        if self._bar is None and not self._width:
            self._bar = _bar_of_tqdm(self._label)
            if self._bar is not None:
                # It began before the bar was shown, and the rest is estimated from that.
                self._bar.start_t -= now - self._began
        if self._bar is not None:
            self._bar.update(max(0.0, share - self._bar.n))
            return
        full = round(24 * share)
        bar = "█" * full + "░" * (24 - full)
        line = f"{self._label} {bar} {round(100 * share)} %"
        self._width = len(line)
        sys.stderr.write(f"\r{line}")
        sys.stderr.flush()

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()
