"""Tests of the client against a server: LUMENLOOM_URL, LUMENLOOM_TOKEN, LUMENLOOM_COMMAND."""

import os
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "clients" / "python" / "src"))
import lumenloom as ll  # noqa: E402
from lumenloom._local import read_png  # noqa: E402

RECIPE = {
    "scene": "Macbeth",
    "illuminant": "D65",
    "sensor": "Bayer-grbg",
    "sensorParams": {"rows": 64, "cols": 96},
    "isp": "Fast-openISP",
}
SERVER = ll.Server(os.environ["LUMENLOOM_URL"])


class OnAServer(unittest.TestCase):
    def test_a_picture_has_the_bits_of_this_machine(self):
        with tempfile.TemporaryDirectory() as folder:
            there = ll.Camera(RECIPE, on=SERVER).simulate(seed=5, out=folder)
            self.assertEqual(sorted(os.listdir(folder)), ["log.txt", "report.json", "result.png"])
            np.testing.assert_array_equal(read_png(os.path.join(folder, "result.png")), there.picture)
        here = ll.Camera(RECIPE).simulate(seed=5)
        np.testing.assert_array_equal(there.picture, here.picture)
        for name in ("raw", "electrons", "volts", "irradiance"):
            np.testing.assert_array_equal(getattr(there, name), getattr(here, name))
        self.assertEqual(there.report["sensor"], here.report["sensor"])
        self.assertEqual(set(there.stages), set(here.stages))
        # One run gave all of them; it is deleted when nobody needs them.
        self.assertEqual([sweep["runs"] for sweep in self.sweeps()], [1])
        del there
        self.assertEqual(self.sweeps(), [])

    @staticmethod
    def sweeps():
        made = SERVER._json("GET", "/api/sweeps")["sweeps"]
        return [sweep for sweep in made if sweep["name"] == "Arrays between the stages"]

    def test_an_image_is_in_the_library_only_meanwhile(self):
        image = np.tile(np.uint8([[[200, 40, 40]]]), (40, 60, 1))
        camera = ll.Camera(RECIPE, sceneFileParams={"hfov": 40})
        there = ll.Camera(camera.recipe, on=SERVER).simulate(image, seed=1)
        red, _, blue = there.picture[16:48, 24:72].reshape(-1, 3).mean(0)
        self.assertGreater(red, 2 * blue)
        kinds = [file["kind"] for file in SERVER._json("GET", "/api/library")["files"]]
        self.assertNotIn("scene", kinds)

    def test_sweep_and_study(self):
        vary = [{"path": "sensorParams.read_noise", "values": [0.5, 4]}]
        sweep = {"name": "Noise", "recipe": RECIPE, "vary": vary, "measure": ["sensor.dynamicRangeDb"]}
        name = "sensor.dynamicRangeDb"
        np.testing.assert_array_equal(ll.sweep(sweep, on=SERVER, jobs=2)[name], ll.sweep(sweep)[name])
        study = {
            "name": "Gain",
            "recipe": RECIPE,
            "vary": [{"path": "sensorParams.read_noise", "from": 0.5, "to": 8}],
            "objectives": [{"figure": name, "goal": "maximise"}],
            "budget": {"runs": 8},
        }
        there, here = ll.study(study, on=SERVER), ll.study(study)
        self.assertEqual(there.best, here.best)
        self.assertEqual(there.cameras[0].recipe, here.cameras[0].recipe)

    def test_choose_and_yield(self):
        dark = {**RECIPE, "sceneLuminance": 3, "exposureParams": {"mode": "fixed", "seconds": 0.04}}
        del dark["sensorParams"]
        sensors = [
            {"name": name, "set": {"sensorParams": {"rows": 8, "cols": 12, "read_noise": noise}}}
            for name, noise in (("good", 1), ("bad", 30))
        ]
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "parts.csv")
            Path(table).write_text("part,price\ngood,4\nbad,3\n")
            plan = {
                "version": 1,
                "recipe": dark,
                "parts": {"sensor": sensors},
                "table": table,
                "cost": "sensor.price",
                "requirements": {"cost": 5},
                "goal": {"figure": "sensor.snrAtGrey18"},
                "race": {"first": 8, "budget": {"pictures": 8}},
            }
            there, here = (ll.choose(plan, on=on) for on in (SERVER, ll.Local()))
        self.assertEqual(there.table.rows, here.table.rows)
        self.assertEqual(there.best.recipe, here.best.recipe)
        document = {
            "recipe": {**dark, "sensorParams": {"rows": 8, "cols": 12, "read_noise": 1}},
            "score": {"figure": "sensor.snrAtGrey18"},
            "limit": 3,
            "spread": [{"path": "sensorParams.read_noise", "percent": 20}],
            "runs": 20,
            "method": "plain",
        }
        there, here = (ll.yield_(document, on=on).results for on in (SERVER, ll.Local()))
        self.assertEqual(there, here)

    def test_a_report(self):
        draft = {"profile": "mobile", "draft": True, "seed": 3}
        with tempfile.TemporaryDirectory() as folder:
            there = ll.report(ll.Camera(RECIPE), on=SERVER, out=folder, **draft)
            names = ["lab.csv", "lab.json", "report.html", "report.pdf"]
            self.assertEqual(sorted(os.listdir(folder)), names)
        self.assertEqual(there, ll.report(RECIPE, **draft))
        with self.assertRaises(ll.InputError) as caught:
            ll.report(RECIPE, on=SERVER, profile="film")
        self.assertEqual(caught.exception.field, "profile")

    def test_what_a_camera_carries_goes_to_its_place(self):
        camera = ll.Camera(RECIPE, on=SERVER, options={"seed": 3, "lens_file": "published:imx"})
        with self.assertRaises(ll.InputError) as caught:
            camera.simulate()
        self.assertEqual(caught.exception.field, "optics")
        vary = [{"path": "sensorParams.read_noise", "values": [2]}]
        camera.options = {"seed": 3}
        document = {"name": "Kept", "recipe": camera, "vary": vary, "measure": ["totalMs"]}
        document["keep"] = "stages"
        with tempfile.TemporaryDirectory() as folder:
            table = ll.sweep(document, out=folder)
            here = ll.Camera(RECIPE).with_(sensorParams={"read_noise": 2}).simulate(seed=3)
            np.testing.assert_array_equal(table.picture(0), here.picture)
            np.testing.assert_array_equal(table.arrays(0)["electrons"], here.electrons)
            raw = np.load(os.path.join(folder, "stages", "run_000000", "raw.npy"))
            np.testing.assert_array_equal(raw, here.raw)
            self.assertTrue(os.path.exists(os.path.join(folder, "pictures", "run_000000.png")))
            with self.assertRaisesRegex(ll.InputError, "has results already"):
                ll.sweep(document, out=folder)

    def test_refusals(self):
        with self.assertRaises(ll.InputError) as caught:
            ll.Camera(RECIPE, on=SERVER, sensorParams={"rows": -4}).simulate()
        self.assertEqual(caught.exception.field, "sensorParams.rows")
        misspelt = {**RECIPE, "sensorParams": {**RECIPE["sensorParams"], "pixelsize": 9}}
        for on in (SERVER, ll.Local()):
            with self.assertRaisesRegex(ll.InputError, "mean nothing here: sensorParams.pixelsize"):
                ll.Camera(misspelt, on=on).simulate()
        for refused in ({"resume": True, "out": "a"}, {"lens_file": "a.zmx"}):
            with self.assertRaises(ll.InputError):
                ll.sweep({"name": "x", "recipe": RECIPE}, on=SERVER, **refused)
        for refused in ({"frames": 2, "out": "a"}, {"dng": "a.dng"}, {"quality": "high"}):
            with self.assertRaises(ll.InputError):
                ll.Camera(RECIPE, on=SERVER).simulate(**refused)
        with self.assertRaises(ll.ServerError) as caught:
            ll.Camera(RECIPE, on=ll.Server(SERVER.url, "no token")).simulate()
        self.assertEqual(caught.exception.status, 401)
        with self.assertRaises(ll.ServerError):
            ll.Camera(RECIPE, on=ll.Server("http://localhost:9")).simulate()
        with self.assertRaises(ll.InputError):
            ll.Camera(RECIPE, on=SERVER, options={"lens_file": "a.zmx"}).simulate()
        with self.assertRaises(ll.InputError):
            ll.Lens("double-gauss", on=SERVER).figures()


if __name__ == "__main__":
    unittest.main()
