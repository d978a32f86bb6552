"""Where things are computed: on this machine, or on a server."""

from typing import Any, Dict, List, Optional, Union

from ._local import Local
from ._server import Server


Backend = Union[Local, Server]

_chosen: Optional[Backend] = None


def use(on: Backend) -> None:
    """Computes there from now on, where a call names nothing else: ``use(Server(url, token))``."""
    global _chosen
    _chosen = on


def backend(on: Optional[Backend] = None) -> Backend:
    """Where a call computes."""
    global _chosen
    if on is not None:
        return on
    if _chosen is None:
        _chosen = Local()
    return _chosen


def options_of(options: Dict[str, Any]) -> List[str]:
    """Options of the command line: ``{"lens_file": "a.zmx", "json": True}``."""
    args = []
    for key, value in options.items():
        name = f"--{key.replace('_', '-')}"
        if value is None or value is False:
            continue
        if value is True:
            args.append(name)
            continue
        for one in value if isinstance(value, (list, tuple)) and key == "set" else [value]:
            text = ",".join(map(str, one)) if isinstance(one, (list, tuple)) else str(one)
            args.append(f"{name}={text}")
    return args
