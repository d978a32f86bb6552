# %% [markdown]
# # A first picture
#
# A camera is a recipe: a light, a scene, a lens, a sensor, an ISP. `simulate` takes one picture.

# %%
import lumenloom as ll

camera = ll.Camera(
    scene="Macbeth",
    illuminant="D65",
    optics="Double-Gauss",
    sensor="Bayer-grbg",
    sensorParams={"rows": 144, "cols": 208, "pixel_size": 6.6},
    isp="Fast-openISP",
)
result = camera.simulate(seed=1)
result

# %% [markdown]
# Every array between the light and the picture is there, with its unit.

# %%
for name in ("irradiance", "electrons", "volts", "raw"):
    array = getattr(result, name)
    print(f"{name}: {array.dtype} {array.shape}, mean {array.mean():.4g} {result.unit(name)}")

# %% [markdown]
# The report has what was measured: here the exposure that the meter chose, the signal-to-noise
# ratio and the colour error of the chart.

# %%
sensor = result.report["sensor"]
print(f"Exposure {1000 * sensor['exposureSeconds']:.1f} ms")
print(f"SNR {sensor['snrAtGrey18']:.1f} dB at 18 % grey")
print(f"Mean CIEDE2000 {result.measurement('colour')['mean']:.2f}")

# %% [markdown]
# `with_` gives another camera: a hundredth of the light, and a video that leaves 33 ms for it.

# %%
dusk = camera.with_(sceneLuminance=1, exposureParams={"longest": 0.033}).simulate(seed=1)
print(f"SNR {dusk.report['sensor']['snrAtGrey18']:.1f} dB at 18 % grey")
dusk

# %% [markdown]
# The log says what was decided.

# %%
print("\n".join(result.log.splitlines()[:12]))
