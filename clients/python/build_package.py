"""Builds wheel and sdist with the standard library alone (PEP 517), so that no network is needed.

``python build_package.py DIR`` writes both into DIR.
"""

import base64
import gzip
import hashlib
import io
import re
import sys
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
#: Files have one time, so that the same sources give the same bytes.
TIME = (1980, 1, 1, 0, 0, 0)


def _project():
    text = (HERE / "pyproject.toml").read_text(encoding="utf-8")
    return dict(re.findall(r'^(name|version|description|requires-python) = "([^"]*)"', text, re.M))


def _sources():
    return sorted((HERE / "src").rglob("*.py")) + [HERE / "src" / "lumenloom" / "py.typed"]


def _metadata(project):
    return (
        "Metadata-Version: 2.1\n"
        f"Name: {project['name']}\n"
        f"Version: {project['version']}\n"
        f"Summary: {project['description']}\n"
        f"Requires-Python: {project['requires-python']}\n"
        "Requires-Dist: numpy\n"
        "License: MIT\n"
        "Description-Content-Type: text/markdown\n\n"
        + (HERE / "README.md").read_text(encoding="utf-8")
    )


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    project = _project()
    stem = f"{project['name']}-{project['version']}"
    info = f"{stem}.dist-info"
    files = [(str(p.relative_to(HERE / "src").as_posix()), p.read_bytes()) for p in _sources()]
    files.append((f"{info}/METADATA", _metadata(project).encode()))
    files.append(
        (
            f"{info}/WHEEL",
            b"Wheel-Version: 1.0\nGenerator: lumenloom\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
    )
    record = []
    name = f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files:
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            record.append(f"{path},sha256={digest.decode()},{len(content)}\n")
            wheel.writestr(zipfile.ZipInfo(path, TIME), content, zipfile.ZIP_DEFLATED)
        record.append(f"{info}/RECORD,,\n")
        wheel.writestr(zipfile.ZipInfo(f"{info}/RECORD", TIME), "".join(record))
    return name


def build_sdist(sdist_directory, config_settings=None):
    project = _project()
    stem = f"{project['name']}-{project['version']}"
    name = f"{stem}.tar.gz"
    files = [(str(p.relative_to(HERE).as_posix()), p.read_bytes()) for p in _sources()]
    for extra in ("pyproject.toml", "README.md", "build_package.py"):
        files.append((extra, (HERE / extra).read_bytes()))
    files.append(("PKG-INFO", _metadata(project).encode()))
    with open(Path(sdist_directory) / name, "wb") as file:
        with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
            with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
                for path, content in files:
                    entry = tarfile.TarInfo(f"{stem}/{path}")
                    entry.size = len(content)
                    entry.mode = 0o644
                    archive.addfile(entry, io.BytesIO(content))
    return name


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else HERE / "dist")
    target.mkdir(parents=True, exist_ok=True)
    for build in (build_wheel, build_sdist):
        print(target / build(target))
