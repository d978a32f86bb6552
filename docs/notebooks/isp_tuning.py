# %% [markdown]
# # Tuning an ISP
#
# Which white balance suits a lamp? A study searches for it.

# %%
import lumenloom as ll

camera = ll.Camera(
    scene="Macbeth",
    illuminant="Illuminant A",
    sensor="Bayer-grbg",
    sensorParams={"rows": 120, "cols": 180, "pixel_size": 8},
    isp="Fast-openISP",
)
found = ll.study(
    {
        "name": "White balance for a lamp",
        "recipe": camera,
        "vary": [
            {"path": "ispParams.awbR", "from": 700, "to": 2800, "scale": "log", "whole": True},
            {"path": "ispParams.awbB", "from": 2500, "to": 10000, "scale": "log", "whole": True},
        ],
        "objectives": [{"figure": "measurements.colour.mean", "goal": "minimise"}],
        "budget": {"runs": 40},
        "seed": 1,
    }
)
start = camera.simulate()
print(f"Start: CIEDE2000 {start.measurement('colour')['mean']:.2f}")
if found.best:
    print(
        f"Best:  CIEDE2000 {found.best['figures']['measurements.colour.mean']:.2f}",
        found.best["values"],
    )

# %%
start

# %%
found.cameras[0].simulate()
