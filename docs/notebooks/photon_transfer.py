# %% [markdown]
# # Photon transfer of a sensor
#
# Pairs of frames of an even field, at growing exposures: half the variance of their difference
# against their mean is a line, whose slope is the gain in codes per electron.

# %%
import numpy as np

import lumenloom as ll

camera = ll.Camera(
    scene="Uniform Field",
    illuminant="D65",
    sensor="Bayer-grbg",
    sensorParams={"rows": 200, "cols": 200},
    exposureParams={"mode": "fixed", "seconds": 0.01},
)
means, variances = [], []
for seconds in (0.002, 0.005, 0.01, 0.02, 0.03):
    one = camera.with_(exposureParams={"seconds": seconds})
    pair = [one.simulate(seed=seed, fpn_seed=1).raw[::2, ::2].astype(float) for seed in (1, 2)]
    means.append(np.mean(pair))
    variances.append(np.var(pair[0] - pair[1]) / 2)
    print(f"{1000 * seconds:4.0f} ms: mean {means[-1]:6.1f} codes, variance {variances[-1]:.2f}")

# %% [markdown]
# 1,024 codes for a well of 9,000 electrons: .1138 codes per electron.

# %%
slope, offset = np.polyfit(means, variances, 1)
print(f"Gain {slope:.4f} codes per electron, made with {1024 / 9000:.4f}")

# %% [markdown]
# The whole standard, with standard errors, is one call.

# %%
figures = ll.emva1288("Bayer-grbg", frames=8)
for key in ("systemGain", "quantumEfficiency", "darkNoiseElectrons", "snrMaxDb"):
    print(f"{key}: {figures['measured'][key]:.4g} +- {figures['standardError'][key]:.2g}")
