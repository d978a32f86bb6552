# %% [markdown]
# # Choosing a camera, and its yield
#
# Four cameras were tried on the same 180 pictures; the share of nine marks that each has found is
# known for every picture. Which one is the best?

# %%
import numpy as np

import lumenloom as ll

draws = np.random.RandomState(4)
luck = draws.normal(0.6, 0.22, 180)
found = {
    name: np.clip(np.round(9 * (luck + gain + draws.normal(0, 0.1, 180))), 0, 9) / 9
    for name, gain in {"A": 0.0, "B": -0.02, "C": -0.09, "D": 0.005}.items()
}
scores = [{"name": name, "scores": list(values)} for name, values in found.items()]
result = ll.race({"version": 1, "range": [0, 1], "candidates": scores})
print(result["sentence"])

# %% [markdown]
# A race looks at 20 pictures first, then at 30, 45 and so on; who is worse for certain goes. The
# sentence holds with 95 % at whatever look one reads it.

# %%
for look in result["looks"]:
    gone = [one["candidate"] for one in look["eliminated"]]
    print(f"{look['pictures']:3d} pictures: {look['leader']} leads" + (f", out: {', '.join(gone)}" if gone else ""))

# %% [markdown]
# Without scores of one's own the cameras are simulated. Three sensors at dusk, with prices of ours;
# picture i is noise i of one scene, so the answer holds for the noise alone.


# %%
def sensor(name: str, read_noise: float, fill_factor: float) -> dict[str, object]:
    numbers = {"rows": 64, "cols": 96, "read_noise": read_noise, "fill_factor": fill_factor}
    return {"name": name, "set": {"sensor": "Bayer-grbg", "sensorParams": numbers}}


camera = ll.Camera(
    scene="Macbeth",
    illuminant="D65",
    sceneLuminance=3,
    exposureParams={"mode": "fixed", "seconds": 0.04},
)
plan = {
    "version": 1,
    "name": "Dusk",
    "recipe": camera.recipe,
    "parts": {"sensor": [sensor("usual", 4, 0.5), sensor("quiet", 1.5, 0.5), sensor("dear", 1, 0.6)]},
    "table": {"csv": "part;price\nusual;12\nquiet;19\ndear;60"},
    "requirements": {"price": 40},
    "goal": {"figure": "sensor.snrAtGrey18"},
    "race": {"first": 8, "budget": {"pictures": 12}},
}
choice = ll.choose(plan)
print(choice.sentence)
for one in choice.refused:
    print(f"{one['name']}: {one['message']}")

# %% [markdown]
# The factory does not make each sensor alike. Which share of the cameras keeps 2 dB, when read
# noise varies by 20 %, fill factor by 4 % and light by 12 %?

# %%
share = ll.yield_(
    {
        "recipe": choice.best,
        "score": {"figure": "sensor.snrAtGrey18"},
        "limit": 2.0,
        "spread": [
            {"name": "read noise", "path": "sensorParams.read_noise", "percent": 20},
            {"name": "fill factor", "path": "sensorParams.fill_factor", "percent": 4},
            {"name": "light", "path": "sceneLuminance", "percent": 12, "distribution": "uniform"},
        ],
        "runs": 60,
    }
)
print(share.sentence)
for row in share.sensitivities:
    print(f"{row['name']}: {row['minus']:.2f} to {row['plus']:.2f}, {100 * row['share']:.0f} % of the spread")
