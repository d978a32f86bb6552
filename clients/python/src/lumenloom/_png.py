"""PNG of 8 bits per sample: written for notebooks, read from a server's answers."""

import struct
import zlib

import numpy as np

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def encode(image: np.ndarray) -> bytes:
    """A picture, uint8 of the shape (rows, columns) or (rows, columns, 3), as PNG."""
    rows, columns = image.shape[:2]
    data = np.ascontiguousarray(image).reshape(rows, -1)
    lines = np.concatenate([np.zeros((rows, 1), np.uint8), data], axis=1)
    colour = 2 if image.ndim == 3 else 0
    header = struct.pack(">IIBBBBB", columns, rows, 8, colour, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(lines.tobytes(), 6)), (b"IEND", b"")]
    return _SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks
    )


def decode(content: bytes) -> np.ndarray:
    """The picture in a PNG of 8 bits, grey or RGB, without interlacing; uint8."""
    at, data, shape = len(_SIGNATURE), b"", (0, 0, 0)
    while at < len(content):
        (length,) = struct.unpack(">I", content[at : at + 4])
        name, body = content[at + 4 : at + 8], content[at + 8 : at + 8 + length]
        if name == b"IHDR":
            columns, rows, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", body)
            if depth != 8 or colour not in (0, 2) or interlace:
                raise ValueError("Only PNG of 8 bits, grey or RGB, without interlacing is read.")
            shape = (rows, columns, 3 if colour == 2 else 1)
        elif name == b"IDAT":
            data += body
        at += 12 + length
    rows, columns, channels = shape
    lines = np.frombuffer(zlib.decompress(data), np.uint8).reshape(rows, 1 + columns * channels)
    image = np.zeros((rows, columns, channels), np.uint8)
    above = np.zeros((columns, channels), np.uint8)
    for row in range(rows):
        line = lines[row, 1:].reshape(columns, channels)
        above = image[row] = _unfiltered(int(lines[row, 0]), line, above)
    return image[..., 0] if channels == 1 else image


def _unfiltered(kind: int, line: np.ndarray, above: np.ndarray) -> np.ndarray:
    """A line without its filter (PNG specification, section 9)."""
    if kind == 0:
        return line
    if kind == 1:
        summed: np.ndarray = np.cumsum(line, axis=0, dtype=np.uint8)
        return summed
    if kind == 2:
        raised: np.ndarray = line + above
        return raised
    out = []
    left = corner = [0] * line.shape[1]
    for value, up in zip(line.tolist(), above.tolist()):
        if kind == 3:
            left = [(v + (a + b) // 2) & 255 for v, a, b in zip(value, left, up)]
        else:
            left = [(v + _paeth(a, b, c)) & 255 for v, a, b, c in zip(value, left, up, corner)]
        corner = up
        out.append(left)
    return np.array(out, np.uint8)


def _paeth(a: int, b: int, c: int) -> int:
    p = a + b - c
    pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
    return a if pa <= pb and pa <= pc else b if pb <= pc else c
