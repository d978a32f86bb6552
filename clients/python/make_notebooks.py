"""Runs docs/notebooks/*.py cell by cell and writes each as a notebook with its outputs.

``python make_notebooks.py [NAME ...] [--check]``: without names all; --check writes nothing and
ends with status 1 where a notebook is not what its cells give. Jupyter is not needed.
"""

import ast
import base64
import contextlib
import io
import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "src"))
from lumenloom import _png as png  # noqa: E402

FOLDER = HERE.parents[1] / "docs" / "notebooks"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def cells_of(text):
    """Pairs of kind and source: cells begin with ``# %%``."""
    for part in re.split(r"^# %%", text, flags=re.M)[1:]:
        head, _, body = part.partition("\n")
        if "[markdown]" in head:
            yield "markdown", "\n".join(re.sub("^# ?", "", line) for line in body.strip().split("\n"))
        else:
            yield "code", body.strip()


def run(source, scope):
    """Runs a cell. Returns its outputs as a notebook has them."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), scope)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), scope)
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": [re.sub(r", Computed in .*?\)$", ")", repr(value))]}
        if hasattr(value, "_repr_png_"):
            data["image/png"] = base64.b64encode(value._repr_png_()).decode()
        outputs.append(
            {"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"}
        )
    return outputs


def lines(text):
    return text.splitlines(keepends=True)


def notebook(path):
    scope = {"__name__": "__main__"}
    cells = []
    for number, (kind, source) in enumerate(cells_of(path.read_text(encoding="utf-8"))):
        cell = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": lines(source)}
        if kind == "code":
            cell.update(execution_count=None, outputs=run(source, scope))
        cells.append(cell)
    whole = {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def comparable(text):
    """A notebook with the pixels of its pictures: their compression depends on zlib."""
    whole = json.loads(text)
    for cell in whole["cells"]:
        for output in cell.get("outputs", []):
            picture = output.get("data", {}).get("image/png")
            if picture:
                output["data"]["image/png"] = png.decode(base64.b64decode(picture)).tolist()
    return whole


def main(names, check):
    stale = []
    for path in sorted(FOLDER.glob("*.py")):
        if names and path.stem not in names:
            continue
        target, text = path.with_suffix(".ipynb"), notebook(path)
        if check and comparable(target.read_text(encoding="utf-8")) != comparable(text):
            stale.append(target.name)
        if not check:
            target.write_text(text, encoding="utf-8")
            print(f"Wrote {target}")
    if stale:
        sys.exit(f"Not what their cells give: {', '.join(stale)}. Run npm run notebooks.")


if __name__ == "__main__":
    main({name for name in sys.argv[1:] if name != "--check"}, "--check" in sys.argv)
