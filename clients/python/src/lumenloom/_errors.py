"""Errors, each with a sentence that says what to change."""

from typing import Optional


class LumenloomError(Exception):
    """Lumenloom could not do what was asked.

    Attributes:
        message: the sentence.
        field: path of the field at fault, such as ``sensorParams.rows``, or None.
    """

    def __init__(self, message: str, field: Optional[str] = None):
        if field and message.startswith(f"{field}: "):
            message = message[len(field) + 2 :]
        super().__init__(f"{field}: {message}" if field else message)
        self.message = message
        self.field = field


class InputError(LumenloomError):
    """What was given is wrong; the sentence says what to change, ``field`` where."""


class NoSuchName(InputError, KeyError):
    """There is nothing of that name; the sentence lists what there is."""

    __str__ = LumenloomError.__str__


class MissingPackage(LumenloomError, ImportError):
    """A package of Python that a call needs is not installed."""


class Cancelled(LumenloomError):
    """The run was ended before it was done."""


class ComputeError(LumenloomError):
    """The program failed, or ended while it computed."""


class LumenloomNotFound(LumenloomError):
    """There is no program to compute with on this machine."""


class VersionMismatch(LumenloomError):
    """Client and program are of different major versions."""


class ServerError(LumenloomError):
    """A server refused a call or cannot be reached.

    Attributes:
        status: the HTTP status, or None when there was no answer.
    """

    def __init__(self, message: str, field: Optional[str] = None, status: Optional[int] = None):
        super().__init__(message, field)
        self.status = status
