# %% [markdown]
# # mAP against light
#
# A network that finds marks, on labelled pictures through a camera that exposes at most 33 ms, at
# three levels of light.
# Network and pictures are made by Lumenloom; `network` and `dataset` take files of your own.

# %%
import lumenloom as ll

camera = ll.Camera(
    sensor="Bayer-grbg",
    sensorParams={"rows": 240, "cols": 320, "pixel_size": 1.2},
    exposureParams={"longest": 0.033},
)
levels = [1000, 30, 10]
results = ll.evaluate(
    "example:marks",
    "example:marks",
    {"camera": camera},
    scene={"hfov": 2.8, "luminance": 300, "illuminant": "D65"},
    images=4,
    conditions=[{"name": f"{level} cd/m2", "set": {"sceneLuminance": level}} for level in levels],
)
print(f"Pictures themselves: mAP {results['source']['figures']['dataset.map']:.2f}")
for entry in results["cameras"][0]["byCondition"]:
    print(f"{entry['condition']:>12}: mAP {entry['figures']['dataset.map']:.2f}")
