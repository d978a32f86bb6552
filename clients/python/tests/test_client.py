"""Tests of the client against the built program, which LUMENLOOM_COMMAND names."""

import contextlib
import http.server
import importlib.util
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

ROOT = Path(__file__).resolve().parents[3]
CLIENT = ROOT / "clients" / "python"
sys.path[:0] = [str(CLIENT / "src"), str(CLIENT)]
import lumenloom as ll  # noqa: E402
import make_notebooks  # noqa: E402
from lumenloom._result import UNITS  # noqa: E402

SMALL = {
    "scene": "Macbeth",
    "illuminant": "D65",
    "sensor": "Bayer-grbg",
    "sensorParams": {"rows": 64, "cols": 96, "pixel_size": 8},
    "isp": "Fast-openISP",
}


def command_line(*args, folder):
    """What the command line writes: the oracle of the client."""
    words = [*shlex.split(os.environ["LUMENLOOM_COMMAND"]), *args]
    subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL)


class Pictures(unittest.TestCase):
    def test_arrays_are_those_of_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            # The camera of the notebook first_picture, whose lens table is traced once for both.
            pixels = {"rows": 144, "cols": 208, "pixel_size": 6.6}
            recipe = {**SMALL, "optics": "Double-Gauss", "sensorParams": pixels}
            Path(folder, "recipe.json").write_text(json.dumps(recipe))
            command_line("simulate", "recipe.json", "--stages", "--seed", "7", folder=folder)
            out = Path(folder, "out")
            result = ll.Camera(recipe).simulate(seed=7)
            for name in ("raw", "electrons", "volts", "irradiance", "scene"):
                there, here = np.load(out / f"{name}.npy"), getattr(result, name)
                self.assertEqual(there.dtype, here.dtype)
                np.testing.assert_array_equal(there, here)
            picture = ll._png.decode((out / "result.png").read_bytes())
            np.testing.assert_array_equal(picture, result.picture)
            report = json.loads((out / "report.json").read_text())
            self.assertEqual(report["sensor"], result.report["sensor"])
            self.assertEqual((out / "log.txt").read_text().split("\n")[0], result.log.split("\n")[0])
        self.assertEqual(result.unit("electrons"), "e-")
        self.assertEqual(result.irradiance.shape, (31, 144, 208))

    def test_fields_and_options(self):
        camera = ll.Camera(SMALL, isp=None)
        darker = camera.with_(sensorParams={"analog_gain": 2})
        self.assertEqual(darker.recipe["sensorParams"]["rows"], 64)
        self.assertEqual(camera.recipe["sensorParams"].get("analog_gain"), None)
        still = camera.simulate(noise="off").raw.astype(float)
        self.assertLess(darker.simulate(noise="off").raw.mean(), 0.7 * still.mean())
        np.testing.assert_array_equal(still, camera.simulate(seed=9, noise="off").raw)

    def test_an_image_of_the_program_is_the_scene(self):
        rows, columns = 40, 60
        image = np.zeros((rows, columns, 3), np.uint8)
        image[:, : columns // 2] = (200, 40, 40)
        image[:, columns // 2 :] = (40, 40, 200)
        camera = ll.Camera(SMALL, sceneFileParams={"hfov": 40})
        picture = camera.simulate(image, seed=1).picture.astype(int)
        left, right = picture[:, :30].mean((0, 1)), picture[:, -30:].mean((0, 1))
        self.assertGreater(left[0], 2 * left[2])
        self.assertGreater(right[2], 2 * right[0])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "image.png")
            path.write_bytes(ll._png.encode(image))
            np.testing.assert_array_equal(picture, camera.simulate(path, seed=1).picture)

    def test_notebooks_get_a_picture(self):
        result = ll.Camera(SMALL).simulate()
        np.testing.assert_array_equal(ll._png.decode(result._repr_png_()), result.picture)
        self.assertIn("Exposure", result._repr_html_())

    def test_measurements_are_found_by_name(self):
        result = ll.Camera(SMALL).simulate()
        histogram = result.measurement("histogram")["raw"]
        self.assertEqual(sum(histogram["red"]), result.raw.size // 4)
        with self.assertRaisesRegex(KeyError, "Nothing named sfr .*, but colour, noise"):
            result.measurement("sfr")


    def test_arrays_between_the_stages_come_by_one_run(self):
        local = ll.Local()
        calls, call = [], local.call
        local.call = lambda *args, **options: calls.append(args[0]["call"]) or call(*args, **options)
        camera = ll.Camera(SMALL, on=local)
        later, now = camera.simulate(seed=1), camera.simulate(seed=1, stages=True)
        self.assertEqual(list(later.stages), ["electrons", "irradiance", "raw", "scene", "volts"])
        for name in UNITS:
            self.assertIsInstance(later.stages[name], np.memmap)
            np.testing.assert_array_equal(later.array(name), now.array(name))
        self.assertEqual(calls, ["simulate"] * 3)
        later.electrons[0, 0] = -1  # It is the program's own: nothing is written to the file.
        local.close()
        axes = now.coordinates("irradiance")
        self.assertEqual([*axes], ["wavelength", "y", "x"])
        np.testing.assert_array_equal(axes["wavelength"], np.arange(400, 701, 10))
        self.assertEqual((now.pitch, axes["x"][0], axes["x"][-1]), (8, -380, 380))
        self.assertAlmostEqual(np.ptp(now.coordinates("scene")["x"]), 10 * 95 / 96, places=2)
        self.assertEqual([*now.coordinates("picture")], ["y", "x", "channel"])
        if not importlib.util.find_spec("xarray"):
            with self.assertRaises(ll.MissingPackage):
                now.to_xarray("raw")

    def test_series_and_files_are_those_of_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            out, dng = Path(folder, "out"), Path(folder, "a.dng")
            camera = ll.Camera(SMALL, options={"noise": "on"})
            series = camera.simulate(seed=1, frames=2, out=out, stages=True, dng=dng)
            self.assertEqual(dng.read_bytes()[:4], b"II*\0")
            self.assertTrue((out / "result_001.png").exists())
            second = camera.simulate(seed=2)
            for taken, alone in ((series, camera.simulate(seed=1)), (series.frames[1], second)):
                np.testing.assert_array_equal(taken.raw, alone.raw)
                np.testing.assert_array_equal(taken.picture, alone.picture)
            np.testing.assert_array_equal(series.frames[1].volts, second.volts)
            with self.assertRaisesRegex(ll.NoSuchName, "no array scene: it has raw, volts"):
                series.frames[1].scene

    def test_several_cameras_at_once(self):
        cameras = [ll.Camera(SMALL, sensorParams={**SMALL["sensorParams"], "rows": n}) for n in (8, 9)]
        taken = ll.simulate(cameras, jobs=2, seed=4)
        for camera, result in zip(cameras, taken):
            np.testing.assert_array_equal(result.raw, camera.simulate(seed=4).raw)
        with self.assertRaises(ll.InputError) as caught:
            ll.simulate([cameras[0], cameras[1].with_(isp="none")], jobs=2)
        self.assertEqual(caught.exception.field, "isp")

    def test_numbers_of_numpy(self):
        pixels = {"rows": np.int64(8), "cols": np.uint8(8), "pixel_size": np.float32(4)}
        camera = ll.Camera(SMALL, sensorParams=pixels, options={"exposure": np.float64(0.01)})
        plain = ll.Camera(SMALL, sensorParams={"rows": 8, "cols": 8, "pixel_size": 4})
        np.testing.assert_array_equal(
            camera.simulate(seed=np.int64(3)).raw, plain.simulate(seed=3, exposure=0.01).raw
        )


class Refusals(unittest.TestCase):
    def refused(self, sentence, field, call, *args, kind=ll.InputError, **options):
        with self.assertRaises(kind) as caught:
            call(*args, **options)
        self.assertIn(sentence, str(caught.exception))
        self.assertEqual(caught.exception.field, field)

    def test_fields_are_named(self):
        local = ll.Local()
        bad = ll.Camera(SMALL).with_(sensorParams={"rows": -4})
        self.refused("at least 1 px", "sensorParams.rows", bad.simulate)
        self.refused("mean nothing here: nonsense", "nonsense", ll.Camera(SMALL, nonsense=1).simulate)
        self.refused("lens_file".replace("_", "-"), None, ll.Camera(SMALL).simulate, lens_fil="a")
        self.refused("There is no file", None, ll.Camera(SMALL).simulate, lens_file="none.zmx")
        self.refused("no array nonsense", "name", ll.Camera(SMALL).simulate().array, "nonsense")
        self.refused("image of uint8", "image", ll.Camera(SMALL).simulate, np.zeros((2, 2, 5), "u1"))
        self.refused("recipe must be", "recipe", local.call, {"call": "simulate", "recipe": 3})
        self.refused("call must be", "call", local.call, {"call": "nothing"})
        # What programs in other languages ask for: arrays in the answer.
        call = {"call": "simulate", "recipe": SMALL, "want": ["electrons"]}
        self.assertEqual(local.call(call).arrays["electrons"].shape, (64, 96))
        self.refused("no array x", "want", local.call, {**call, "want": ["x"]})
        self.refused("path of a folder", "into", local.call, {**call, "into": 3})
        self.refused("There is no command", None, local.command, ["fly"])
        self.refused("vary", "vary[0].path", ll.sweep, self.sweep("sensorParams.nothing"))
        local.close()

    def test_what_is_no_number_is_refused_by_name(self):
        camera = ll.Camera(SMALL)
        nan, path = float("nan"), "sensorParams.pixel_size"
        self.refused("not nan", path, ll.Camera, SMALL, sensorParams={"pixel_size": nan})
        self.refused("not inf", "exposure", camera.simulate, exposure=np.float64("inf"))
        self.refused("it has NaN", "image", camera.simulate, np.full((31, 4, 4), nan))
        self.refused("type object", "seed", camera.simulate, seed=object())
        sweep = {**self.sweep(path), "vary": [{"path": path, "values": np.array([2, nan])}]}
        self.refused("not nan", "vary[0].values[1]", ll.sweep, sweep)
        self.refused("keys must be texts", "recipe", ll.sweep, {"recipe": {1: 2}})
        self.refused("dictionary", "recipe", ll.Camera, 3)
        self.refused("dictionary", "document", ll.sweep, 3)
        self.refused("Local or a Server", "on", ll.use, "http://localhost")
        self.refused("http", "url", ll.Server, "localhost")
        self.refused("give out", "resume", ll.sweep, self.sweep(path), resume=True)
        self.refused("cannot be written", "path", camera.simulate().save, "/nowhere/a.png")

    @staticmethod
    def sweep(path):
        vary = [{"path": path, "values": [1, 2]}]
        return {"name": "x", "recipe": SMALL, "vary": vary, "measure": ["totalMs"]}

    def test_each_field_refuses_what_it_cannot_be(self):
        chosen = {
            "SensorParams": {"sensor": "Bayer-grbg"},
            "IspParams": {"isp": "Fast-openISP", "sensor": "Bayer-grbg"},
            "OpticsParams": {"optics": "Double-Gauss"},
            "ExposureParams": {"sensor": "Bayer-grbg"},
            "ToneMap": {"isp": "Fast-openISP", "sensor": "Bayer-grbg"},
            "MacbethParams": {"scene": "Macbeth"},
            "PointarrayParams": {"scene": "Point Array"},
            "GridlinesParams": {"scene": "Gridlines"},
            "SlantededgeParams": {"scene": "Slanted Edge"},
            "RingsraysParams": {"scene": "Rings Rays"},
            "UniformParams": {"scene": "Uniform Field"},
            "GreystepsParams": {"scene": "Grey Steps"},
        }
        tried = 0
        for name, choice in chosen.items():
            key = name[0].lower() + name[1:]
            for field in getattr(ll, name).__annotations__:
                for value in ("no value", [[1, 2], "x"]):
                    recipe = {"scene": "Macbeth", **choice, key: {field: value}}
                    with self.assertRaises(ll.InputError, msg=f"{key}.{field} = {value}") as caught:
                        ll.Camera(recipe).simulate()
                    self.assertTrue(caught.exception.field.startswith(f"{key}.{field}"))
                    self.assertRegex(str(caught.exception), r"^[^ ]+: .+\.$")
                    tried += 1
        self.assertGreater(tried, 200)

    def test_a_call_after_a_refusal_is_answered(self):
        with self.assertRaises(ll.InputError):
            ll.Camera(scene="nothing").simulate()
        self.assertEqual(ll.Camera(SMALL).simulate().raw.shape, (64, 96))

    def test_a_server_that_is_none(self):
        answers = [b"hello", b""]

        class Answers(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = answers.pop(0)
                self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(200)
                self.send_header("Content-Length", str(len(body) or 9))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        with http.server.HTTPServer(("127.0.0.1", 0), Answers) as server:
            threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
            there = ll.Server(f"http://127.0.0.1:{server.server_port}")
            for sentence in ("does not answer as a server of Lumenloom", "cannot be reached"):
                kind, document = ll.ServerError, self.sweep("illuminant")
                self.refused(sentence, None, ll.sweep, document, on=there, kind=kind)
            server.shutdown()

    def test_programs_that_are_none(self):
        gone = ll.Local(["/nowhere/lumenloom"])
        self.refused("cannot be started", None, gone.command, ["list"], kind=ll.LumenloomNotFound)
        other = ll.Local([sys.executable, "-c", "print('hello')"])
        self.refused("no Lumenloom", None, other.command, ["list"], kind=ll.LumenloomNotFound)
        newer = 'print(\'{"lumenloom": "7.1.0", "protocol": 1}\', flush=True); input()'
        program = ll.Local([sys.executable, "-c", newer])
        self.refused("version 7.1.0", None, program.command, ["list"], kind=ll.VersionMismatch)

    def test_without_a_program_the_sentence_says_how_to_install(self):
        kept = {key: os.environ.pop(key) for key in ("LUMENLOOM_COMMAND", "PATH")}
        try:
            self.refused("npm", None, ll.Local().command, ["list"], kind=ll.LumenloomNotFound)
        finally:
            os.environ.update(kept)


class Ends(unittest.TestCase):
    LONG = {
        **SMALL,
        "optics": "Double-Gauss",
        "sensorParams": {"rows": 2000, "cols": 3000, "pixel_size": 1},
    }

    def processes(self, parent):
        found = subprocess.run(["pgrep", "-P", str(parent)], capture_output=True, text=True)
        return [int(line) for line in found.stdout.split()]

    def test_a_killed_client_leaves_no_process(self):
        code = (
            "import sys; sys.path.insert(0, sys.argv[1]); import json, lumenloom as ll\n"
            "camera = ll.Camera(json.loads(sys.argv[2]))\n"
            "ll.Local().command(['list']); print('warm', flush=True)\n"
            "camera.simulate()\n"
        )
        source = str(CLIENT / "src")
        words = [sys.executable, "-c", code, source, json.dumps(self.LONG)]
        client = subprocess.Popen(words, stdout=subprocess.PIPE)
        client.stdout.readline()
        time.sleep(1)
        children = self.processes(client.pid)
        self.assertTrue(children)
        client.kill()
        client.wait()
        client.stdout.close()
        for _ in range(200):
            if not any(Path(f"/proc/{child}").exists() for child in children):
                return
            time.sleep(0.1)
        self.fail(f"still there: {children}")

    def test_ctrl_c_ends_the_run_and_the_next_one_is_computed(self):
        local = ll.Local()
        ll.Camera(SMALL, on=local).simulate()
        process = local._process
        handler = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        try:
            with self.assertRaises(KeyboardInterrupt):
                ll.Camera(self.LONG, on=local).simulate()
        finally:
            signal.signal(signal.SIGALRM, handler)
        self.assertEqual(ll.Camera(SMALL, on=local).simulate(seed=3).raw.shape, (64, 96))
        self.assertIs(local._process, process)
        local.close()


class ManyRuns(unittest.TestCase):
    def test_sweep(self):
        table = ll.sweep(
            {
                "name": "Gain",
                "recipe": ll.Camera(SMALL),
                "vary": [{"path": "sensorParams.read_noise", "values": [0.5, 4]}],
                "measure": ["sensor.dynamicRangeDb"],
            }
        )
        self.assertEqual(len(table), 2)
        np.testing.assert_array_equal(table["sensorParams.read_noise"], [0.5, 4])
        self.assertGreater(*table["sensor.dynamicRangeDb"])
        self.assertIn("<table>", table._repr_html_())

    def test_a_run_that_fails_is_a_row(self):
        # Elements 40 mm apart form no picture.
        thickness = {"path": "lens.surfaces[1].thickness", "values": [5.26, 40]}
        pixels = {"rows": 8, "cols": 8, "pixel_size": 8}
        recipe = ll.Camera(SMALL, optics="Cooke Triplet", isp=None, sensorParams=pixels)
        table = ll.sweep(
            {"name": "x", "recipe": recipe, "vary": [thickness], "measure": ["sensor.exposureSeconds"]}
        )
        self.assertEqual(list(table["status"]), ["done", "failed"])

    def test_study(self):
        found = ll.study(
            {
                "name": "Parabola",
                "vary": [{"name": "x", "from": -1, "to": 1}],
                "objectives": [{"expression": "(x - .3)**2", "goal": "minimise"}],
                "budget": {"runs": 60},
            }
        )
        self.assertAlmostEqual(found.best["values"]["x"], 0.3, places=2)
        self.assertEqual(len(found.table), 60)

    def test_evaluate(self):
        pixels = {"rows": 120, "cols": 160, "pixel_size": 2.4}
        results = ll.evaluate(
            "example:marks",
            "example:marks",
            {"a": ll.Camera(sensor="Bayer-grbg", sensorParams=pixels)},
            scene={"hfov": 2.8, "luminance": 300, "illuminant": "D65"},
            images=3,
        )
        self.assertEqual([camera["name"] for camera in results["cameras"]], ["a"])

    def test_race_of_numbers(self):
        rng = np.random.default_rng(3)
        luck = rng.uniform(0.2, 0.6, 80)
        scores = [
            {"name": "A", "scores": luck},
            {"name": "B", "scores": luck + rng.uniform(0.2, 0.4, 80)},
        ]
        found = ll.race({"version": 1, "range": [0, 1], "candidates": scores})
        self.assertEqual(found["sentence"], "B is the best (95 %): the other one is behind it.")
        with self.assertRaisesRegex(ll.InputError, "A race needs two"):
            ll.race({"version": 1, "range": [0, 1], "candidates": scores[:1]})

    DARK = {**SMALL, "sceneLuminance": 3, "exposureParams": {"mode": "fixed", "seconds": 0.04}}

    def test_choose(self):
        def sensor(noise):
            pixels = {"rows": 24, "cols": 36, "pixel_size": 2.2, "read_noise": noise}
            return {"name": f"noise {noise}", "set": {"sensorParams": pixels}}

        plan = {
            "version": 1,
            "recipe": ll.Camera(self.DARK),
            "parts": {"sensor": [sensor(1), sensor(30)]},
            "goal": {"figure": "sensor.snrAtGrey18"},
            "race": {"first": 8, "budget": {"pictures": 8}},
        }
        found = ll.choose(plan)
        self.assertEqual(found.table["name"].tolist(), ["noise 1", "noise 30"])
        self.assertGreater(*found.table["score"])
        self.assertEqual(found.best.recipe["sensorParams"]["read_noise"], 1)
        wrong = {**plan, "requirements": {"longestExposureSeconds": 1, "snrDb": 90}}
        with self.assertRaisesRegex(ll.InputError, "No camera meets the requirements"):
            ll.choose(wrong)

    def test_yield(self):
        document = {
            "recipe": ll.Camera(self.DARK, sensorParams={"rows": 8, "cols": 12, "read_noise": 1}),
            "score": {"figure": "sensor.snrAtGrey18"},
            "limit": 3,
            "spread": [{"path": "sensorParams.read_noise", "percent": 20}],
            "runs": 20,
            "method": "plain",
        }
        found = ll.yield_(document)
        self.assertLessEqual(found.low, found.share)
        self.assertIn("% of cameras reach 3", found.sentence)
        self.assertEqual(found.sensitivities["share"].tolist(), [1])


class Carried(unittest.TestCase):
    """What a camera carries goes everywhere, or is refused."""

    VARY = [{"path": "sensorParams.read_noise", "values": [2]}]
    FIGURE = "optics.focalLengthMm"

    def test_a_lens_of_its_own(self):
        field = {"scene": "Uniform Field", "optics": "Double-Gauss", "sensorParams": {"rows": 8, "cols": 8}}
        lens = ROOT / "examples" / "triplet.zmx"
        own = ll.Camera({**SMALL, **field}, options={"lens_file": lens, "seed": 5})
        length = own.simulate().report["optics"]["focalLengthMm"]
        self.assertNotEqual(length, 8.2)
        sweep = {"name": "x", "recipe": own, "measure": [self.FIGURE], "vary": self.VARY}
        self.assertEqual(ll.sweep(sweep)[self.FIGURE][0], length)
        goal = {"figure": self.FIGURE, "goal": "maximise"}
        vary = [{"path": "lens.surfaces[0].radius", "from": 3, "to": 4, "start": 3.8}]
        study = {"name": "x", "recipe": own, "objectives": [goal], "vary": vary}
        found = ll.study({**study, "budget": {"runs": 1}})
        best = found.cameras[0].simulate().report["optics"]["focalLengthMm"]
        self.assertEqual(best, found.best["figures"][self.FIGURE])
        self.assertEqual(found.cameras[0].options["lens_file"]["surfaces"][0]["radius"], 3.8)

    def test_what_a_call_cannot_use_is_refused(self):
        camera = ll.Camera(SMALL, options={"quality": "high"})
        for call in (ll.sweep, ll.study):
            with self.assertRaisesRegex(ll.InputError, "quality"):
                call({"name": "x", "recipe": camera, "vary": self.VARY})
        with self.assertRaises(ll.InputError) as caught:
            ll.evaluate("example:marks", "example:marks", {"a": camera})
        self.assertEqual(caught.exception.field, "cameras.a.quality")

    def test_an_evaluation_names_the_files(self):
        plans = []

        class Here(ll.Local):
            def evaluate(self, many, progress):
                plans.append(many.document["cameras"])
                return ll._local.Ended({}, [], None)

        options = {"lens_file": ROOT / "examples" / "triplet.zmx", "sensor_file": "published:imx250"}
        made = ll.Camera(SMALL, on=Here(), options={"lens_file": {"name": "x"}, "seed": 3})
        cameras = {"a": ll.Camera(SMALL, options=options), "b": made}
        ll.evaluate("example:marks", "example:marks", cameras)
        (plan,) = plans
        self.assertEqual(plan["a"]["optics"], str(ROOT / "examples" / "triplet.zmx"))
        self.assertEqual((plan["a"]["sensor"], plan["b"]["seed"]), ("published:imx250", 3))
        self.assertEqual(plan["a"]["sensorParams"], SMALL["sensorParams"])
        self.assertEqual(json.loads(Path(plan["b"]["optics"]).read_text()), {"name": "x"})
        alone = {"sensor_file": "published:imx250"}
        with self.assertRaises(ll.InputError) as caught:
            ll.Camera(SMALL, options=alone).whole(lambda name: True)
        self.assertEqual(caught.exception.field, "sensorParams")

    def test_the_place(self):
        there = ll.Camera(SMALL, on=ll.Server("http://127.0.0.1:9", "none"))
        document = {"name": "x", "recipe": there, "vary": self.VARY, "measure": [self.FIGURE]}
        for call in (ll.sweep, ll.study):
            with self.assertRaises(ll.ServerError):
                call(document)
        with self.assertRaises(ll.ServerError):
            ll.evaluate("example:marks", "example:marks", {"a": there, "b": ll.Camera(SMALL)})
        with self.assertRaisesRegex(ll.InputError, "different places"):
            ll.evaluate("a", "b", {"a": there, "b": ll.Camera(SMALL, on=ll.Local())})
        self.assertEqual(len(ll.sweep({**document, "measure": ["totalMs"]}, on=ll.Local())), 1)

    def test_pictures_are_kept(self):
        camera = ll.Camera(SMALL, options={"seed": 2})
        document = {"name": "x", "recipe": camera, "vary": self.VARY, "measure": ["totalMs"]}
        document["keep"] = "stages"
        table = ll.sweep(document)
        one = camera.with_(sensorParams={"read_noise": 2}).simulate()
        np.testing.assert_array_equal(table.picture(0), one.picture)
        np.testing.assert_array_equal(table.arrays(0)["electrons"], one.electrons)
        with tempfile.TemporaryDirectory() as folder:
            document["keep"] = "figures"
            ll.sweep(document, out=folder)
            with self.assertRaisesRegex(ll.InputError, "resume"):
                ll.sweep(document, out=folder)
            table = ll.sweep(document, out=folder, resume=True, jobs=1)
            self.assertTrue(Path(table.folder, "report.html").exists())
            with self.assertRaisesRegex(ll.InputError, '"keep": "pictures"'):
                table.picture(0)

    def test_progress_is_a_bar_of_tqdm_or_a_line(self):
        shown = []

        class Bar:
            n, start_t = 0, 9.0

            def __init__(self, **options):
                shown.append(options["desc"])

            def update(self, more):
                self.n += more
                shown.append(self.n)

            def close(self):
                shown.append("end")

        with mock.patch.multiple(ll._progress, QUIET=0, _is_shown=lambda: True):
            for there in (types.SimpleNamespace(tqdm=Bar), None):
                error = io.StringIO()
                modules = mock.patch.dict(sys.modules, {"tqdm.auto": there})
                with modules, contextlib.redirect_stderr(error), ll._progress.Progress("Sweep") as to:
                    to(0.5)
                    to(0.75)
        self.assertEqual(shown, ["Sweep", 0.5, 0.75, "end"])
        self.assertIn("75 %", error.getvalue())

    def test_progress_is_that_of_the_program(self):
        shares = []
        many = ll._local.Many(
            {"name": "x", "recipe": SMALL, "vary": [], "measure": ["totalMs"], "repeats": 2},
            {},
            None,
            False,
            1,
        )
        ll._backend.backend().sweep(many, shares.append)
        self.assertEqual(shares[-1], 1)


class Parts(unittest.TestCase):
    def test_lens_and_camera_model(self):
        lens = ll.Lens(ROOT / "examples" / "triplet.zmx")
        figures = lens.figures(fields=(0, 1))
        self.assertEqual(len({row["fieldDegrees"] for row in figures["fields"]}), 2)
        self.assertIn("<svg", lens.svg())
        matrix, coefficients, name, rms, _ = ll.camera_model("double-gauss")
        self.assertEqual((matrix.shape, coefficients.shape, name), ((3, 3), (5,), "opencv"))
        self.assertLess(rms, 0.01)
        self.assertEqual(ll.camera_model("fisheye").name, "kannala-brandt")
        self.assertEqual(ll.camera_model("double-gauss", "opencv-rational").D.shape, (8,))

    def test_arrays_of_a_lens(self):
        lens = ll.Lens("double-gauss", fields=(0, 1), wavelengths=(550,))
        spots, waves = lens.spots(), lens.wavefronts()
        self.assertAlmostEqual(np.sqrt((spots[0].rays[550] ** 2).sum(1).mean()), spots[0].rms, 2)
        self.assertAlmostEqual(np.nanstd(waves[0].waves), waves[0].rms, 2)
        low, high = (one.tangential for one in lens.mtf(frequencies=np.array([0, 100])))
        self.assertAlmostEqual(low[0], 1)
        self.assertGreater(low[1], high[1])
        self.assertEqual({(one.field, one.values.shape) for one in lens.psf()}, {("0", (64, 64)), ("1", (64, 64))})

    def test_a_sensor_in_a_light(self):
        sensor = ll.Sensor("Bayer-grbg", params={"pixel_size": 3})
        light = np.full((31, 8, 8), 1e14)
        made = sensor.expose(light, 0.01, seed=1, noise="off")
        self.assertGreater(made.electrons[0, 0], 0)
        twice = sensor.expose(2 * light, 0.01, noise="off")
        np.testing.assert_allclose(twice.electrons, 2 * made.electrons, rtol=1e-5)
        self.assertEqual(made.raw.dtype, np.uint16)

    def test_sfr_of_an_edge_with_a_known_answer(self):
        # A box of one pixel blurs an ideal edge: SFR sinc(f) along the normal, 4.57 degrees off.
        rows, columns, slope = 120, 120, 0.08
        y, x = np.mgrid[0:rows, 0:columns]
        fine = np.arange(-10, 10).reshape(-1, 1, 1) / 20 + 0.025
        edge = np.clip(x - 60 + slope * (y - 60) + fine * slope + 0.5, 0, 1).mean(0)
        found = ll.sfr(0.1 + 0.8 * edge, pitch=3.45)
        expected = np.sinc(np.array(found["frequencies"]))
        np.testing.assert_allclose(found["sfr"][:25], expected[:25], atol=0.01)

    def test_emva1288(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "params.json")
            path.write_text(json.dumps({"rows": 64, "cols": 64}))
            found = ll.emva1288("Bayer-grbg", params=path, frames=8)
        # The converter has 1,024 codes for a well of 9,000 electrons.
        error = found["measured"]["systemGain"] - 1024 / 9000
        self.assertLess(abs(error), 4.5 * found["standardError"]["systemGain"])


class Twins(unittest.TestCase):
    GAIN, BLACK, READ, ROWS, COLUMNS = 0.5, 100, 4, 48, 64

    def frames(self, rng, electrons, count=6):
        """Codes of a camera of one colour, by numpy."""
        shape = (count, self.ROWS, self.COLUMNS)
        light = rng.poisson(electrons, shape) + self.READ * rng.standard_normal(shape)
        return np.maximum(np.floor(self.BLACK + self.GAIN * light + 0.5), 0).astype(np.uint16)

    def session(self, folder):
        rng = np.random.default_rng(5)
        entries = [("dark", 0, 0.001), ("flat", 1000, 0.01), ("flat", 2000, 0.02)]
        listed = []
        for at, (kind, electrons, exposure) in enumerate(entries):
            np.save(Path(folder, f"{at}.npy"), self.frames(rng, electrons))
            listed.append({"kind": kind, "file": f"{at}.npy", "exposure": exposure})
        manifest = {"version": 1, "name": "Numpy", "pattern": "mono", "bits": 12, "frames": listed}
        Path(folder, "manifest.json").write_text(json.dumps(manifest))

    def test_frames_become_figures_maps_and_a_sensor(self):
        with tempfile.TemporaryDirectory() as folder:
            self.session(folder)
            found = ll.twin(folder, maps=True)
        self.assertAlmostEqual(found.figures["sensor.systemGain"].value, self.GAIN, 1)
        low, high = found.figures["sensor.readNoise"].interval
        self.assertLess(low, self.READ + 0.3)
        self.assertGreater(high, self.READ - 0.3)
        self.assertEqual(found.figures["sensor.darkCurrent"].status, "not determined")
        self.assertIsNone(found.figures["sensor.darkCurrent"].value)
        self.assertIsNone(found.lens)
        self.assertEqual(found.maps["prnu"].shape, (self.ROWS, self.COLUMNS))
        exposed = ll.Sensor(found.sensor).expose(np.full((31, 8, 8), 1e14), 0.01, noise="off")
        self.assertEqual(exposed.raw.shape, (8, 8))
        self.assertEqual(repr(found)[:13], "Twin('Numpy',")

    def test_a_folder_that_is_wrong_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            self.session(folder)
            out = Path(folder, "out")
            with self.assertRaisesRegex(ll.InputError, "--target belongs to --libcamera"):
                ll.twin(folder, out, target="pisp")
            Path(folder, "1.npy").unlink()
            with self.assertRaisesRegex(ll.InputError, r"frames\[1\].file: there is no file 1.npy"):
                ll.twin(folder, out)


TABLE = {
    "version": 1,
    "name": "Table",
    "objects": [
        {"name": "floor", "shape": {"plane": {"size": [8, 8]}}, "degrees": [-90, 0, 0]},
        {
            "name": "ball",
            "shape": {"sphere": {"radius": 0.1}},
            "position": [0, 0.1, 0],
            "label": "ball",
        },
    ],
    "lights": [{"name": "lamp", "type": "point", "candela": 100, "position": [0, 2, 0]}],
    "camera": {
        "position": [0, 1, 0],
        "degrees": [-90, 0, 0],
        "hfovDegrees": 40,
        "columns": 24,
        "rows": 16,
    },
    "places": [{"name": "edge", "position": [1, 0, 0], "normal": [0, 1, 0]}],
    "render": {"samples": 4},
}


class Worlds(unittest.TestCase):
    camera = ll.Camera(
        scene="Macbeth",
        sensor="Bayer-grbg",
        sensorParams={"rows": 16, "cols": 24, "pixel_size": 60},
        opticsParams={"focusDistance": 1},
        worldParams={"samples": 4, "sampling": 1},
        seed=3,
    )

    def test_a_world_in_front_of_a_camera(self):
        taken = self.camera.simulate(world=ll.World(TABLE))
        self.assertEqual(taken.report["world"]["triangles"], 2)
        alone = ll.Camera({**taken.recipe, "world": TABLE}).simulate()
        np.testing.assert_array_equal(taken.raw, alone.raw)
        self.assertNotIn("scene", taken.recipe)
        self.assertEqual(self.camera.recipe["scene"], "Macbeth")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "table.json")
            path.write_text(json.dumps(TABLE))
            np.testing.assert_array_equal(taken.raw, self.camera.simulate(world=path).raw)
        moved = ll.Camera(world=ll.World(TABLE)).with_(world={"version": 1})
        self.assertEqual(moved.recipe["world"], {"version": 1})

    def test_what_is_in_it(self):
        world = ll.World(TABLE)
        found = world.inspect(samples=64)
        # By hand: 100 cd from 2 m above and 1 m aside; the rest is what the ball sends back.
        [edge] = found["places"]
        self.assertAlmostEqual(edge["lux"], 100 * 2 / 5**1.5, delta=4 * edge["standardErrorLux"] + 0.5)
        down = {"origin": [0, 1, 0], "direction": [0, -1, 0]}
        [met] = world.probe([down], samples=16)
        self.assertAlmostEqual(met["distance"], 0.8, places=9)
        self.assertEqual(met["object"], "ball")

    def test_a_rendering_with_its_truth(self):
        made = ll.World(TABLE).render(samples=4)
        self.assertEqual(made.picture.shape, (16, 24, 3))
        self.assertEqual(made.arrays["radiance"].shape, (31, 16, 24))
        [ball] = made.labels["annotations"]
        self.assertEqual(ball["area"], np.count_nonzero(made.arrays["ids"] == 2))
        self.assertAlmostEqual(float(made.arrays["depth"].min()), 0.8, delta=0.01)

    def test_drawn_worlds_are_a_data_set(self):
        lamp = {"path": "lights.lamp.candela", "uniform": [50, 200]}
        drawn = {"version": 1, "name": "Table", "world": TABLE, "count": 1, "vary": [lamp]}
        recipe = {key: one for key, one in self.camera.recipe.items() if key != "scene"}
        plan = {"classMap": {"bright mark": "ball"}, "bootstrap": {"draws": 4}}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "set.json")
            path.write_text(json.dumps(drawn))
            whole = ll.evaluate("example:marks", {"worldset": path}, {"a": recipe}, jobs=1, **plan)
        self.assertEqual([one["name"] for one in whole["cameras"]], ["a"])

    def test_what_is_refused(self):
        image = np.zeros((4, 4, 3), np.uint8)
        with self.assertRaisesRegex(ll.InputError, "world: stands beside an image"):
            self.camera.simulate(image, world=TABLE)
        with self.assertRaisesRegex(ll.LumenloomError, r"dataset\.worldset"):
            ll.evaluate("example:marks", {"worldset": "cope.json"}, {"a": self.camera})
        with self.assertRaisesRegex(ll.LumenloomError, r"cope.json"):
            ll.World("cope.json").inspect()
        wrong = {**TABLE, "objects": [{"name": "a", "asset": "gone"}]}
        with self.assertRaisesRegex(ll.LumenloomError, r"objects\.a"):
            self.camera.simulate(world=wrong)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "part.glb")
            path.write_bytes(b"glTF\x02")
            server = ll.Server("http://127.0.0.1:9")
            with self.assertRaisesRegex(ll.InputError, "is no document of a world.*mine:<id>"):
                ll.World(path, on=server).inspect()


class Documents(unittest.TestCase):
    def test_notebooks_have_the_outputs_of_their_cells(self):
        make_notebooks.main(set(), check=True)

    def test_every_public_name_is_in_docs_python_md(self):
        text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
        tables = "\n".join(line for line in text.splitlines() if line.startswith("| `"))
        generated = {*ll.NAMES, "LumenloomError", "__version__"}
        for name in set(ll.__all__) - generated:
            self.assertRegex(tables, rf"`[^`]*\b{name}\b", f"{name} is in no table")
        for owner, attribute in re.findall(r"`(\w+)\.(\w+)\(", tables):
            self.assertTrue(hasattr(getattr(ll, owner), attribute), f"{owner}.{attribute}")
        result = next(line for line in tables.splitlines() if line.startswith("| `Result`"))
        listed = re.findall(r"`(\w+)[`(]", result.split("|")[2])
        self.assertLessEqual(set(listed), set(dir(ll.Camera(SMALL).simulate())))


if __name__ == "__main__":
    unittest.main()
