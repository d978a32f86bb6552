"""Lumenloom, a camera simulator: from photons to the picture.

>>> import lumenloom as ll
>>> camera = ll.Camera(scene="Macbeth", illuminant="D65", optics="Double-Gauss",
...                    sensor="Bayer-grbg", isp="Fast-openISP")
>>> camera.simulate().picture.shape
(450, 650, 3)

It computes with the program ``lumenloom`` on this machine, or on a server: ``use(Server(url))``.
"""

from ._backend import use
from ._camera import Camera, simulate
from ._choices import Choice, Yield, choose, race, yield_
from ._errors import (
    Cancelled,
    ComputeError,
    InputError,
    LumenloomError,
    LumenloomNotFound,
    MissingPackage,
    NoSuchName,
    ServerError,
    VersionMismatch,
)
from ._local import Local
from ._names import *  # noqa: F403 - the fields of a recipe, generated
from ._names import NAMES, VERSION as __version__
from ._parts import (
    CameraModel,
    Exposure,
    Lens,
    Modulation,
    PointSpread,
    Sensor,
    Spots,
    Wavefront,
    camera_model,
    emva1288,
    sfr,
)
from ._result import Result
from ._server import Server
from ._studies import Study, Table, evaluate, report, study, sweep
from ._twin import Figure, Twin, twin
from ._world import Rendering, World

__all__ = [
    "Camera",
    "CameraModel",
    "Cancelled",
    "Choice",
    "ComputeError",
    "Exposure",
    "Figure",
    "InputError",
    "Lens",
    "Local",
    "LumenloomError",
    "LumenloomNotFound",
    "MissingPackage",
    "Modulation",
    "NoSuchName",
    "PointSpread",
    "Rendering",
    "Result",
    "Sensor",
    "Server",
    "ServerError",
    "Spots",
    "Study",
    "Table",
    "Twin",
    "VersionMismatch",
    "Wavefront",
    "World",
    "Yield",
    "__version__",
    "camera_model",
    "choose",
    "emva1288",
    "evaluate",
    "race",
    "report",
    "sfr",
    "simulate",
    "study",
    "sweep",
    "twin",
    "use",
    "yield_",
    *NAMES,
]
