"""One line of progress on standard error, in terminals and notebooks, for what takes long."""

import sys
import time

#: Seconds before anything is shown.
QUIET = 1.0


def _is_shown() -> bool:
    return sys.stderr.isatty() or "ipykernel" in sys.modules


class Progress:
    """Shows a share of the whole; used as a context, which clears the line at its end."""

    def __init__(self, label: str):
        self._label = label
        self._began = time.monotonic()
        self._width = 0

    def __enter__(self) -> "Progress":
        return self

    def __call__(self, share: float) -> None:
        if not _is_shown() or time.monotonic() - self._began < QUIET:
            return
        full = round(24 * share)
        bar = "█" * full + "░" * (24 - full)
        line = f"{self._label} {bar} {round(100 * share)} %"
        self._width = len(line)
        sys.stderr.write(f"\r{line}")
        sys.stderr.flush()

    def __exit__(self, *_) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()
