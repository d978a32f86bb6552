"""Values of a Python program as JSON has them, numbers and arrays of numpy among them."""

import importlib
import json
import math
import numbers
import os
from typing import Any, Callable, Dict, List, Mapping, Optional

import numpy as np

from ._errors import ComputeError, InputError, MissingPackage

#: Options whose file another program or person reads, and that a picture is written into.
OUTPUTS = frozenset(
    {"dng", "raw16", "tiff", "png16", "exr", "exr_scene", "mat", "mcap", "ids_out", "depth_out", "libcamera"}
)
#: Ends of the names of options that name a file or folder of this machine.
PLACES = ("_file", "_folder", "_dir", "_frames", "_base", "shading", "descriptor", "params", "rays")


class Part:
    """What stands in a recipe under its name or with its content.

    Attributes:
        content: a name, a path or a document.
    """

    content: Any


def plain(value: Any, field: Optional[str] = None) -> Any:
    """A value without numpy: numbers, texts, lists and dictionaries.

    Raises:
        InputError: naming the field, for what JSON cannot hold: NaN, infinity, other objects.
    """
    if isinstance(value, (np.generic, np.ndarray)) or hasattr(value, "__array__"):
        value = np.asarray(value).tolist()
    if isinstance(value, Part):
        value = value.content
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        if not math.isfinite(value):
            raise InputError(f"must be a finite number, not {float(value)}.", field)
        return float(value)
    if isinstance(value, Mapping):
        return {_key(key, field): plain(one, _below(field, key)) for key, one in value.items()}
    if isinstance(value, (list, tuple, range)):
        return [plain(one, f"{field or ''}[{at}]") for at, one in enumerate(value)]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    kinds = "a number, a text, a list or a dictionary"
    raise InputError(f"must be {kinds}, not of the type {type(value).__name__}.", field)


def _key(key: Any, field: Optional[str]) -> str:
    if isinstance(key, str):
        return str(key)
    raise InputError(f"keys must be texts, not {key!r}.", field)


def _below(field: Optional[str], key: Any) -> str:
    return f"{field}.{key}" if field else str(key)


def mapping(value: Any, field: str) -> Dict[str, Any]:
    """A dictionary as JSON has it. Raises InputError for anything else."""
    if not isinstance(value, Mapping):
        raise InputError(f"must be a dictionary, not of the type {type(value).__name__}.", field)
    found: Dict[str, Any] = plain(value)
    return found


def array_of(value: Any, field: str) -> np.ndarray:
    """An array of numbers. Raises InputError for anything else, and for NaN and infinity."""
    try:
        array: np.ndarray = np.ascontiguousarray(value)
    except (TypeError, ValueError) as error:
        raise InputError(f"must be an array of numbers: {error}.", field) from None
    if array.dtype.kind not in "buif":
        raise InputError(f"must be an array of numbers, not of {array.dtype}.", field)
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise InputError("must have finite numbers only: it has NaN or infinity.", field)
    return array


def path_of(value: Any, field: str) -> str:
    """A path as a text, from the folder of this program. Raises InputError for anything else."""
    if isinstance(value, str) or hasattr(value, "__fspath__"):
        return os.path.abspath(os.fsdecode(value))
    raise InputError(f"must be a path, not of the type {type(value).__name__}.", field)


def place_of(value: Any, field: str) -> str:
    """A name, or the path of what lies there: the folder of the program that reads it is another."""
    text = os.fsdecode(value) if hasattr(value, "__fspath__") else value
    if not isinstance(text, str):
        raise InputError(f"must be a name or a path, not of the type {type(text).__name__}.", field)
    return os.path.abspath(text) if os.path.exists(text) else text


def options_of(options: Mapping[str, Any], written: Callable[[str, Any], str]) -> List[str]:
    """Options of the command line: ``{"lens_file": "a.zmx", "json": True}``.

    Args:
        written: writes what an option has as a dictionary into a file, and gives its path.
    """
    args: List[str] = []
    for key, value in options.items():
        name = f"--{key.replace('_', '-')}"
        if isinstance(value, Mapping):
            value = written(key, mapping(value, key))
        elif key in OUTPUTS:
            value = path_of(value, key) if value is not None else None
        elif isinstance(value, (str, os.PathLike)):
            value = place_of(value, key) if key.endswith(PLACES) else os.fspath(value)
        else:
            value = plain(value, key)
        if value is None or value is False:
            continue
        if value is True:
            args.append(name)
            continue
        for one in value if isinstance(value, list) and key == "set" else [value]:
            text = ",".join(map(str, one)) if isinstance(one, list) else str(one)
            args.append(f"{name}={text}")
    return args


def package(name: str) -> Any:
    """A package that is not always there. Raises MissingPackage."""
    try:
        return importlib.import_module(name)
    except ImportError:
        first = name.split(".")[0]
        raise MissingPackage(f"{first} is not installed: pip install {first}.") from None


def read_json(content: Any, what: str) -> Any:
    """What a JSON text holds. Raises ComputeError, naming what it was, where it is none."""
    try:
        return json.loads(content)
    except ValueError as error:
        raise ComputeError(f"{what} is no JSON: {error}.") from None
