"""Where things are computed: on this machine, or on a server."""

from typing import Any, List, Optional, Union

from ._errors import InputError
from ._local import Local
from ._server import Server


Backend = Union[Local, Server]

_chosen: Optional[Backend] = None


def use(on: Backend) -> None:
    """Computes there from now on, where a call names nothing else: ``use(Server(url, token))``."""
    global _chosen
    _chosen = checked(on)


def checked(on: Any) -> Backend:
    """Raises InputError unless it is a place where things are computed."""
    if isinstance(on, (Local, Server)):
        return on
    raise InputError(f"must be a Local or a Server, not of the type {type(on).__name__}.", "on")


def backend(*wanted: Optional[Backend]) -> Backend:
    """Where a call computes: the first place that is named, else that of ``use``."""
    global _chosen
    for on in wanted:
        if on is not None:
            return checked(on)
    if _chosen is None:
        _chosen = Local()
    return _chosen


def common(on: Optional[Backend], bound: List[Optional[Backend]]) -> Backend:
    """Where a call with several cameras computes.

    Raises:
        InputError: where the cameras are bound to different places and the call names none.
    """
    places = [one for at, one in enumerate(bound) if one is not None and one not in bound[:at]]
    if on is None and len(places) > 1:
        raise InputError("The cameras are bound to different places: say on which one.", "on")
    return backend(on, *places)
