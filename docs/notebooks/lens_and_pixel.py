# %% [markdown]
# # Lens and pixel
#
# How sharp is a camera, and is it the lens or the pixel?

# %%
import lumenloom as ll

lens = ll.Lens("double-gauss")
for row in lens.figures(wavelengths=(588,), fields=(0, 0.7, 1))["fields"]:
    print(
        f"{row['fieldDegrees']:5.1f} degrees: RMS spot {row['rmsSpotUm']:.2f} um, "
        f"distortion {row['distortionPercent']:.2f} %, light {row['relativeIllumination']:.2f}"
    )

# %% [markdown]
# A slanted edge through the same lens on pixels of three sizes: MTF50 in cycles per pixel falls
# when the pixel becomes smaller than the blur of the lens, while line pairs per mm grow.

# %%
camera = ll.Camera(
    scene="Slanted Edge",
    illuminant="D65",
    optics="Double-Gauss",
    sensor="Bayer-grbg",
    sensorParams={"rows": 96, "cols": 96},
)
name = "measurements.sfr.edges[0].true.mtf50"
table = ll.sweep(
    {
        "name": "Pixel size",
        "recipe": camera,
        "vary": [{"path": "sensorParams.pixel_size", "values": [1.1, 2.2, 4.4]}],
        "measure": [name],
    }
)
for pitch, mtf50 in zip(table["sensorParams.pixel_size"], table[name]):
    print(f"{pitch:5.2f} um: {mtf50:.3f} cycles/pixel, {1000 * mtf50 / pitch:.0f} lp/mm")

# %% [markdown]
# The camera model that OpenCV needs, fitted to the traced chief rays.

# %%
model = ll.camera_model("double-gauss")
print(model.K.round(2))
print(model.name, model.D.round(4), f"residual {model.rms:.2g} pixels")
